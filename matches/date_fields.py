"""Form fields of a day and of a moment, with a year that somebody can have meant."""

from datetime import date

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# Members born long ago have dates too. Moments in the first and the last year of Python's calendar cannot be
# converted to another time zone.
FIRST_YEAR, LAST_YEAR = 1900, 2199


def check_year(day: date) -> None:
    """Refuse a year such as 26, which browsers send as 0026 when two figures are typed."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValidationError(
            _("Enter a year from %(first)s to %(last)s, with four figures."),
            code="year",
            params={"first": FIRST_YEAR, "last": LAST_YEAR},
        )


class DayField(forms.DateField):
    """A day."""

    default_validators = [check_year]


class MomentField(forms.DateTimeField):
    """A day and a time."""

    default_validators = [check_year]
