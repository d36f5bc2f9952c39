"""Events of one tournament have different names; one without a name is named after its format."""

import pytest
from django.test import Client

from tests.matches.refusals import refused
from tests.tournaments import club_evenings
from tests.tournaments.club_pages import signed_in
from tests.tournaments.play.event_pages.test_views_public import a_draft
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.registry import make_plan
from tournaments.models import Event
from tournaments.play.tournaments.services import tournament_settings, tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return a_draft()


@pytest.fixture
def director(event: Event) -> Client:
    return signed_in(club_evenings.director_of(event.tournament.club))


def names(event: Event) -> list[str]:
    """The names of the events of the tournament, in the order they were added."""
    return list(event.tournament.events.order_by("pk").values_list("name", flat=True))


def test_an_event_added_twice_is_refused_and_one_without_a_name_is_numbered(
    event: Event, director: Client
) -> None:
    path = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/add/"

    assert director.post(path, {"name": "Doubles", "scheme": "swiss"}).status_code == 303
    twice = director.post(path, {"name": " doubles", "scheme": "swiss"})
    assert (twice.status_code, "already has an event called “Doubles”" in twice.text) == (409, True)
    for _time in range(3):
        assert director.post(path, {"name": "", "scheme": "jackpot"}).status_code == 303

    assert names(event) == [event.name, "Doubles", "Jackpot", "Jackpot 2", "Jackpot 3"]


def test_an_event_added_twice_through_the_api_is_refused(event: Event, director: Client) -> None:
    tournament = event.tournament
    path = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/events/"
    body = {"format": "jackpot", "name": event.name}

    answer = director.post(path, body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (409, "event_name_taken")
    assert names(event) == [event.name]


def test_the_name_of_another_event_is_refused_unless_that_is_cancelled(event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    other = tournaments.add_side_event(
        tournament=event.tournament,
        name="Doubles",
        plan=make_plan("knockout", FormatOptions((5,), (5,), (5,))),
        lengths=(5, 5),
        by=by,
    )

    with refused("event_name_taken"):
        tournament_settings.rename_event(event=other, name=event.name.upper(), by=by)
    tournament_settings.rename_event(event=other, name="DOUBLES", by=by)
    tournament_settings.cancel_event(event=event, by=by)
    tournament_settings.rename_event(event=other, name=event.name, by=by)

    assert names(event) == [event.name, event.name]
