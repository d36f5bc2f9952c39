"""What a badge tells its player: when he is on, what is at stake, and his way through the event."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.actors import SYSTEM
from matches.models import Match
from matches.queries.badges import EventPath, PathStep, get_outlook
from matches.services import players
from tests.tournaments import club_evenings
from tournaments.models import Event

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(club_evenings.a_club(), EIGHT)


def badge_of_white(match: Match) -> players.IssuedBadge:
    return players.issue_badge(desk=match.desk, player=match.white, by=SYSTEM)


def way_of_white(match: Match) -> EventPath:
    (value,) = get_outlook(badge_of_white(match).badge).paths
    return value


def test_a_first_match_says_where_winning_and_losing_lead(event: Event) -> None:
    match, other = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M1-2")

    prospect = get_outlook(badge_of_white(match).badge).prospects[match.pk]

    rival = f"against the winner of {other.white.name} – {other.black.name}"
    assert (prospect.won, prospect.lost) == (f"Main · Semi-final, {rival}", "Consolation · Semi-final")


def test_a_way_goes_on_to_the_final_while_he_wins(event: Event) -> None:
    match, other = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M1-2")
    club_evenings.settle(match, loser_score=2)
    club_evenings.settle(other)

    event_path = way_of_white(match)

    assert (event_path.won, event_path.lost) == (1, 0)
    assert event_path.steps == (
        PathStep("Main · Quarter-final", f"against {match.black.name}", "won", "5–2", match.code),
        PathStep(
            "Main · Semi-final",
            f"against {other.white.name}",
            "now",
            "",
            club_evenings.match_at(event, "M2-1").code,
        ),
        PathStep("Main · Final", "", "later"),
    )


def test_who_has_lost_goes_on_in_the_consolation(event: Event) -> None:
    match = club_evenings.settle(club_evenings.match_at(event, "M1-1"), "black", loser_score=1)

    event_path = way_of_white(match)

    assert (event_path.won, event_path.lost) == (0, 1)
    assert [(step.title, step.state) for step in event_path.steps] == [
        ("Main · Quarter-final", "lost"),
        ("Consolation · Semi-final", "now"),
        ("Consolation · Final", "later"),
    ]


def test_in_the_final_places_are_at_stake() -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    club_evenings.settle(club_evenings.match_at(event, "M1-2"))
    final = club_evenings.match_at(event, "M2-1")

    prospect = get_outlook(badge_of_white(final).badge).prospects[final.pk]

    assert (prospect.won, prospect.lost) == ("place 1", "place 2")


def test_a_match_that_waits_for_a_table_says_about_when() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(1, 33)])
    waiting = Match.objects.filter(pairing__event=event, status="scheduled").order_by("-pk")[0]

    prospect = get_outlook(badge_of_white(waiting).badge).prospects[waiting.pk]

    assert prospect.when.startswith("in about ")


def test_an_ended_event_is_all_behind_him() -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    club_evenings.play_out(event)
    final = club_evenings.match_at(event, "M2-1")

    outlook = get_outlook(badge_of_white(final).badge)

    assert (outlook.prospects, [step.state for step in outlook.paths[0].steps]) == ({}, ["won", "won"])


@pytest.mark.parametrize("size", [8, 64])
def test_the_page_of_a_badge_asks_as_often_in_a_large_field(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, size: int
) -> None:
    event = club_evenings.a_night(
        club_evenings.a_club(), [f"Player {number}" for number in range(1, size + 1)]
    )
    client.post("/b/", {"token": badge_of_white(club_evenings.match_at(event, "M1-1")).token})

    with django_assert_max_num_queries(26):
        page = client.get("/b/").content.decode()

    assert ("If you win" in page, "Your path" in page) == (True, True)
