"""Players entered in two tournaments of a club that are played at the same time."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Match
from matches.queries.desks import get_free_tables
from matches.services import lifecycle
from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event
from tournaments.play.schedule.services import calling
from tournaments.play.tournaments.services import tournament_settings

pytestmark = pytest.mark.django_db
OTHERS = ("Anna", "Hugo", "Ida", "Leo")


@pytest.fixture
@replayed
def events() -> tuple[Event, Event]:
    """Two tournaments of one club; Anna is in both, and called in the first."""
    club = club_evenings.a_club()
    first = club_evenings.a_night(club)
    return first, club_evenings.a_night(club, OTHERS, week=1)


def match_of(event: Event, name: str = "Anna") -> Match:
    """The first match of a player in an event."""
    rows = Match.objects.filter(pairing__event=event).select_related("desk", "white", "black", "table")
    return next(match for match in rows.order_by("pk") if name in (match.white.name, match.black.name))


def test_a_player_called_in_one_tournament_is_not_called_in_another(events: tuple[Event, Event]) -> None:
    first, second = events
    assert match_of(first).white_id in {match_of(second).white_id, match_of(second).black_id} or (
        match_of(first).black_id in {match_of(second).white_id, match_of(second).black_id}
    )
    assert (match_of(first).status, match_of(second).status) == ("called", "scheduled")
    others = Match.objects.filter(pairing__event=second).exclude(pk=match_of(second).pk)
    assert [match.status for match in others] == ["called"]


def test_the_desk_says_where_the_player_is(client: Client, events: tuple[Event, Event]) -> None:
    first, second = events
    waiting = match_of(second)
    client.force_login(club_evenings.director_of(second.tournament.club))
    text = f"Anna is playing in “{first.tournament.name}”"
    for page in ("desk/", ""):
        assert text in client.get(path_of(second, page)).content.decode()
    free = get_free_tables(second.tournament.desk)[0]
    answer = client.post(path_of(second, "desk/call/"), {"match": waiting.code, "table": free.number})
    assert answer.status_code == 409
    assert f"Anna is still playing in “{first.tournament.desk.name}”" in answer.content.decode()
    with pytest.raises(Refusal) as caught:
        lifecycle.start_match(match=waiting, by=SYSTEM)
    assert caught.value.code == "player_at_another_desk"


def test_the_match_is_called_once_the_other_one_is_over(
    events: tuple[Event, Event], django_capture_on_commit_callbacks: Any
) -> None:
    first, second = events
    with django_capture_on_commit_callbacks(execute=True):
        club_evenings.settle(match_of(first))
    # The winner of a semi-final goes on to the final, whose other player is not known.
    assert match_of(second).status == "called"


def test_a_match_of_a_cancelled_tournament_or_of_another_club_keeps_nobody(
    events: tuple[Event, Event],
) -> None:
    first, second = events
    by = club_evenings.director_of(first.tournament.club)
    tournament_settings.cancel_tournament(tournament=first.tournament, by=by)
    assert [match.pk for match in calling.call_waiting(tournament=second.tournament)] == [match_of(second).pk]


def test_a_match_forgotten_yesterday_keeps_nobody(events: tuple[Event, Event]) -> None:
    first, second = events
    Match.objects.filter(desk=first.tournament.desk).update(called_at=timezone.now() - timedelta(hours=7))
    assert [match.pk for match in calling.call_waiting(tournament=second.tournament)] == [match_of(second).pk]


def test_a_player_of_another_club_is_another_matter() -> None:
    first = club_evenings.a_night(club_evenings.a_club())
    second = club_evenings.a_night(club_evenings.a_club("Elsewhere"), OTHERS)
    assert {match.status for match in Match.objects.filter(pairing__event=second)} == {"called"}
    assert {match.status for match in Match.objects.filter(pairing__event=first)} == {"called"}
