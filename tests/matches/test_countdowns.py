"""The times of a deadline on phones and pages, with the countdown beside them."""

import re
from datetime import datetime, timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from matches.lateness import Lateness
from matches.models import Match


def show_text(template: str, **context: object) -> str:
    """Return the text of a template as a phone shows it once its script has run."""
    html = render_to_string(template, context)
    shown = re.sub(r'<time class="countdown"[^>]*data-text="([^"]*)"[^>]*>', r"\1", html)
    return " ".join(re.sub(r"<[^>]+>|<svg.*?</svg>", " ", shown, flags=re.DOTALL).split())


def today_at(hour: int, minute: int) -> datetime:
    return timezone.localtime().replace(hour=hour, minute=minute)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "You can dispute until 01:03 ({time} left)"),
        ("it", "Puoi contestare fino alle 01:03 (ancora {time})"),
    ],
)
def test_the_countdown_is_not_read_as_a_second_time(language: str, text: str) -> None:
    with translation.override(language):
        assert show_text("matches/objection_clock.html", at=today_at(1, 3), left=900, reader="other") == text


def test_the_time_of_another_day_has_its_day() -> None:
    tomorrow = today_at(15, 0) + timedelta(days=1)
    text = show_text("matches/final_clock.html", at=tomorrow, left=86400)
    day = f"{tomorrow:%a} {tomorrow.day} {tomorrow:%B}"
    assert text == f"Final at 15:00, {day} unless disputed ({{time}} left)"


def test_in_a_break_no_countdown_is_shown() -> None:
    called = Match(called_at=today_at(1, 0))
    due = Lateness(points=0, next_at=today_at(1, 5), forfeited=False)
    texts = [
        show_text("matches/call_clock.html", match=called, due=due, left=seconds) for seconds in (300, None)
    ]
    assert texts == ["Called at 01:00. Late at 01:05 ({time} left)", "Called at 01:00. Late at 01:05"]
