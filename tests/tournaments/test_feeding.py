"""Where seats come from, read as text: places and the schedule have what the pairings say, now and later."""

import pytest

from tests.tournaments import nights
from tournaments.models import Event, Pairing
from tournaments.queries import bracket_rows, schedule_rows

pytestmark = pytest.mark.django_db


def feeds_said(event: Event) -> dict[str, object]:
    return dict(Pairing.objects.filter(event=event).values_list("label", "feeds"))


def feeds_shown(event: Event) -> dict[str, object]:
    places = bracket_rows.places_of(event, bracket_rows.entrants_of(event))
    return {place.label: place.feeds for place in places}


def test_places_and_rows_of_the_schedule_come_from_where_their_pairings_say() -> None:
    event = nights.a_night(nights.a_club(), [f"Player {number}" for number in range(1, 7)])
    rows = schedule_rows.rows(event.tournament, [event])
    undecided = set(Pairing.objects.filter(event=event, decided="").values_list("label", flat=True))

    assert feeds_shown(event) == feeds_said(event)
    assert {row.label: row.feeds for row in rows} == {
        label: feeds for label, feeds in feeds_said(event).items() if label in undecided
    }


def test_seats_that_come_from_elsewhere_are_read_anew() -> None:
    event = nights.a_night(nights.a_club())
    feeds_shown(event)
    other = {
        "white": {"origin": "winner", "pairing": "M1-2"},
        "black": {"origin": "winner", "pairing": "M1-1"},
    }
    Pairing.objects.filter(event=event, label="M2-1").update(feeds=other)

    assert feeds_shown(event)["M2-1"] == other


def test_rows_are_those_of_the_events_that_are_asked_for() -> None:
    event = nights.a_night(nights.a_club())

    assert schedule_rows.rows(event.tournament, []) == []
