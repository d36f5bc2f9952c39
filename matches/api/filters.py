"""Filters of lists that several apps use."""

from typing import Any

from django.db.models import QuerySet
from django.forms import ChoiceField
from django_filters import rest_framework as filters
from rest_framework.exceptions import ValidationError

from matches.names import make_search_pattern


class NameFilter(filters.CharFilter):  # type: ignore[misc]
    """Part of a name, ignoring case and accents."""

    def filter(self, qs: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Return the rows whose field contains these letters."""
        return qs.filter(**{f"{self.field_name}__iregex": make_search_pattern(value)}) if value else qs


def require_known(name: str, value: str, rows: QuerySet[Any]) -> None:
    """Refuse the value of a filter that names none of `rows`, as an unknown choice is refused.

    An empty list would say that what it names is there and has none of the objects.
    """
    if not rows.exists():
        message = ChoiceField.default_error_messages["invalid_choice"] % {"value": value}
        raise ValidationError({name: [message]}, code="invalid_choice")
