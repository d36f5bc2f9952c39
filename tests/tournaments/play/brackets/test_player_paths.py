"""What a player is shown on their badge: when they play next, what is at stake, and their path."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.actors import SYSTEM
from matches.models import Desk, Match, Player
from matches.queries.badges import EventPath, PathStep, get_prospects
from matches.services import badges
from tests.tournaments import club_evenings
from tests.tournaments.play.draws.test_views_stages import Chair
from tournaments.models import Entry, Event
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(club_evenings.a_club(), EIGHT)


def badge_of_white(match: Match) -> badges.IssuedBadge:
    return badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM)


def path_of_white(match: Match) -> EventPath:
    (event_path,) = get_prospects(badge_of_white(match).badge).paths
    return event_path


def test_the_prospects_of_a_first_match_name_both_next_matches(event: Event) -> None:
    match, other = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M1-2")

    prospect = get_prospects(badge_of_white(match).badge).by_match[match.pk]

    rival = f"against the winner of {other.white.name} – {other.black.name}"
    assert (prospect.won, prospect.lost) == (f"Main · Semi-final, {rival}", "Consolation · Semi-final")


def test_the_path_of_a_winner_leads_to_the_final(event: Event) -> None:
    match, other = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M1-2")
    club_evenings.settle(match, loser_score=2)
    club_evenings.settle(other)

    event_path = path_of_white(match)

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


def test_the_path_of_a_loser_goes_on_in_the_consolation(event: Event) -> None:
    match = club_evenings.settle(club_evenings.match_at(event, "M1-1"), "black", loser_score=1)

    event_path = path_of_white(match)

    assert (event_path.won, event_path.lost) == (0, 1)
    assert [(step.title, step.state) for step in event_path.steps] == [
        ("Main · Quarter-final", "lost"),
        ("Consolation · Semi-final", "now"),
        ("Consolation · Final", "later"),
    ]


def test_the_prospects_of_a_final_are_places() -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    club_evenings.settle(club_evenings.match_at(event, "M1-2"))
    final = club_evenings.match_at(event, "M2-1")

    prospect = get_prospects(badge_of_white(final).badge).by_match[final.pk]

    assert (prospect.won, prospect.lost) == ("1st", "2nd")


def test_a_match_waiting_for_a_table_has_an_estimated_start() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(1, 33)])
    waiting = Match.objects.filter(pairing__event=event, status="scheduled").order_by("-pk")[0]

    prospect = get_prospects(badge_of_white(waiting).badge).by_match[waiting.pk]

    assert prospect.when.startswith("in about ")


def test_an_ended_event_has_no_prospects() -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    club_evenings.play_out(event)
    final = club_evenings.match_at(event, "M2-1")

    prospects = get_prospects(badge_of_white(final).badge)

    assert (prospects.by_match, [step.state for step in prospects.paths[0].steps]) == ({}, ["won", "won"])


def badge_page(client: Client, desk: Desk, player: Player) -> str:
    issued = badges.issue_badge(desk=desk, player=player, by=SYSTEM)
    client.post("/b/", {"token": issued.token})
    return " ".join(re.sub(r"<[^>]+>", " ", client.get("/b/").content.decode()).split())


def test_a_player_with_the_bye_of_a_swiss_round_reads_so_on_the_phone(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(["Anna", "Bruno", "Carla", "Dario", "Elena"])
    chair.post("round/swiss")
    rows = chair.event.pairings.values_list("white_entry", "black_entry")
    (entry,) = Entry.objects.filter(event=chair.event).exclude(pk__in=[key for row in rows for key in row])
    issued = badges.issue_badge(desk=chair.event.tournament.desk, player=entry.player, by=SYSTEM)

    (event_path,) = get_prospects(issued.badge).paths

    assert (event_path.won, event_path.lost, event_path.is_over) == (0, 0, False)
    assert event_path.steps == (PathStep("Swiss · Round 1", "", "bye", "1 point"),)
    assert event_path.notice == "Swiss · Round 1: you have a bye (1 point), so no match in this round."
    page = badge_page(client, chair.event.tournament.desk, entry.player)
    assert event_path.notice in page
    assert "Your call appears here automatically." in page
    while chair.play():
        pass
    (event_path,) = get_prospects(issued.badge).paths
    assert (event_path.steps[0].state, event_path.notice) == ("bye", "")


def test_a_path_lists_the_rounds_of_a_swiss_before_the_knockout_of_its_best(client: Client) -> None:
    chair = Chair(client, "swiss_and_knockout", rounds=2, best=2)
    chair.begin(["Anna", "Bruno", "Carla", "Dario", "Elena"])
    chair.finish()
    entry = chair.event.entries.get(player__name="Anna")
    issued = badges.issue_badge(desk=chair.event.tournament.desk, player=entry.player, by=SYSTEM)

    (event_path,) = get_prospects(issued.badge).paths

    assert [step.title for step in event_path.steps] == ["Swiss · Round 1", "Swiss · Round 2", "Main · Final"]


def test_the_pages_of_a_player_name_the_event_in_a_tournament_with_several(
    client: Client, event: Event
) -> None:
    match = club_evenings.match_at(event, "M1-1")
    pages = {"badge": "/b/", "profile": f"/p/{match.white.code}/", "match": f"/m/{match.code}/"}
    pages["phone"] = f"/m/{match.code}/report/"
    issued = badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM)
    client.post("/b/", {"token": issued.token})
    for name, title in (("", "Main · Quarter-final"), ("Doubles", "Doubles · Main · Quarter-final")):
        if name:
            Event.objects.filter(pk=event.pk).update(name=name)
            by = club_evenings.director_of(event.tournament.club)
            tournaments.add_event(
                tournament=event.tournament, name="Singles", length=5, consolation_length=5, by=by
            )
        for page, path in pages.items():
            label = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(path).content.decode()))
            assert title in label, page
            assert ("Doubles · Main" in label) is bool(name), page
    assert 'data-call-title="Table 1 · Doubles"' in client.get("/b/").content.decode()


def test_a_bye_of_a_knockout_is_no_match_won() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), EIGHT[:5])
    pairing = event.pairings.filter(match=None, decided="bye", round=1).first()
    assert pairing is not None
    assert pairing.winner_entry is not None
    issued = badges.issue_badge(desk=event.tournament.desk, player=pairing.winner_entry.player, by=SYSTEM)

    (event_path,) = get_prospects(issued.badge).paths

    assert (event_path.won, event_path.lost) == (0, 0)
    assert (event_path.steps[0].state, event_path.steps[0].against) == ("bye", "")


def test_a_walk_over_is_named_and_no_match_of_the_record(event: Event) -> None:
    match = club_evenings.settle(club_evenings.match_at(event, "M1-1"), "black", "walkover")

    event_path = path_of_white(match)

    assert (event_path.won, event_path.lost) == (0, 0)
    assert (event_path.steps[0].state, event_path.steps[0].score) == ("lost", "Walk-over")


def test_a_withdrawn_player_reads_whom_to_ask(client: Client, event: Event) -> None:
    entry = event.entries.get(player__name=EIGHT[0])
    entries.withdraw(entry=entry, by=club_evenings.director_of(event.tournament.club), key="gone")

    page = badge_page(client, event.tournament.desk, entry.player)

    assert f"You have been withdrawn from {event.name}. If that is wrong, ask the desk." in page
    assert "Your call appears here automatically." not in page


@pytest.mark.parametrize("size", [8, 64])
def test_the_queries_of_the_badge_page_do_not_depend_on_the_field(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, size: int
) -> None:
    event = club_evenings.a_night(
        club_evenings.a_club(), [f"Player {number}" for number in range(1, size + 1)]
    )
    client.post("/b/", {"token": badge_of_white(club_evenings.match_at(event, "M1-1")).token})

    with django_assert_max_num_queries(29):
        page = client.get("/b/").content.decode()

    assert ("If you win" in page, "Your path" in page) == (True, True)
