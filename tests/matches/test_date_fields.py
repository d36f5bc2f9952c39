"""Days and moments of forms: a year of two figures is not stored as one of the first century."""

import pytest
from django.core.exceptions import ValidationError

from matches.date_fields import DayField, MomentField


@pytest.mark.parametrize("day", ["0026-12-12", "0001-01-01", "1899-12-31", "2200-01-01", "9999-12-31"])
def test_a_year_that_nobody_means_is_refused(day: str) -> None:
    for field, value in ((DayField(), day), (MomentField(), f"{day}T20:00")):
        with pytest.raises(ValidationError) as refused:
            field.clean(value)
        assert refused.value.messages == ["Enter a year from 1900 to 2199, with four figures."]


@pytest.mark.parametrize("day", ["1900-01-01", "2199-12-31"])
def test_the_first_and_the_last_year_are_accepted(day: str) -> None:
    assert (DayField().clean(day).isoformat(), MomentField().clean(f"{day}T20:00").isoformat()[:10]) == (
        day,
        day,
    )
