"""Days and moments of forms: a year of two figures is not stored as one of the first century."""

import ast

import pytest
from django.core.exceptions import ValidationError

from matches.date_fields import DayField, MomentField
from tests.site import source


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


def test_every_form_checks_the_year() -> None:
    """The form field of Django for a day or a moment, which accepts the year 26, is built nowhere else."""
    unchecked = [
        f"{source.name(path)}: {ast.unparse(node)}"
        for path in source.modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"forms.DateField", "forms.DateTimeField"}
    ]
    assert unchecked == []
