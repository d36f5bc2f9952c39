"""Dates in templates: short months and weekdays of each language, otherwise as Django formats them."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

NEW_YEAR = datetime(2026, 1, 1, 19, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "date_format", "expected"),
    [
        ("en", "j M Y", "1 Jan 2026"),
        ("it", "j M Y", "1 gen 2026"),
        ("it", "j N Y", "1 gen. 2026"),
        ("it", "D H:i", "gio 20:05"),
        ("it", "j F Y, H:i", "1 gennaio 2026, 20:05"),
        ("it", "c", "2026-01-01T20:05:00+01:00"),
    ],
)
def test_dates_are_written_in_the_active_language(language: str, date_format: str, expected: str) -> None:
    with translation.override(language):
        page = Template("{{ moment|date:shape }}").render(Context({"moment": NEW_YEAR, "shape": date_format}))

    assert page == expected


def test_no_date_is_an_empty_text() -> None:
    assert Template('{{ moment|date:"j M" }}').render(Context({"moment": None})) == ""
