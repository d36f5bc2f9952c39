"""What pages say after a double no-show: why places are shared, and which places the rounds decide."""

import re

import pytest
from django.test import Client

from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.club_evenings import match_at, settle
from tests.tournaments.finances import fee_factories
from tests.tournaments.play.draws.test_views_stages import Chair, round_headings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.queries import prizes
from tournaments.models import Event
from tournaments.play.brackets import final_standings

pytestmark = pytest.mark.django_db

EIGHT = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")


def miss(event: Event, label: str) -> tuple[str, str]:
    """Record a double no-show; return the names of both players."""
    match = match_at(event, label)
    settle(match, winner="", ending="double_walkover")
    return match.white.name, match.black.name


@pytest.fixture
@replayed
def event() -> Event:
    """A knockout of eight with a consolation; its first round is played."""
    event = fee_factories.a_paying_night()
    fee_factories.everybody_pays(event)
    for position in range(1, 5):
        settle(match_at(event, f"M1-{position}"))
    return event


def list_notes(event: Event) -> list[tuple[str, tuple[str, ...]]]:
    standings = final_standings.get_final_standings(event)
    return [(section.flight, section.notes) for section in standings.sections]


def test_the_standings_say_why_three_players_share_places(client: Client, event: Event) -> None:
    one, other = miss(event, "C1-1")
    club_evenings.play_out(event)

    sentence = f"Consolation · Semi-final: neither {one} nor {other} advanced, so places 2–4 are shared."
    assert list_notes(event) == [("", ()), ("consolation", (sentence,))]
    for page in ("standings/", "report/"):
        assert client.get(path_of(event, page)).text.count(sentence) == 1


def test_a_final_that_neither_player_comes_to_has_no_winner(event: Event) -> None:
    settle(match_at(event, "M2-1"))
    settle(match_at(event, "M2-2"))
    one, other = miss(event, "M3-1")
    club_evenings.play_out(event)

    sentence = f"Main · Final: neither {one} nor {other} advanced, so places 1–2 are shared."
    assert list_notes(event)[0] == ("", (sentence,))


def test_without_a_double_no_show_there_is_no_note(event: Event) -> None:
    club_evenings.play_out(event)
    assert [notes for _flight, notes in list_notes(event)] == [(), ()]


def test_the_prizes_of_shared_places_ask_before_they_are_paid(client: Client, event: Event) -> None:
    one, other = miss(event, "C1-1")
    club_evenings.play_out(event)

    sentence = f"Consolation · Semi-final: neither {one} nor {other} advanced, so places 2–4 are shared."
    (sheet,) = prizes.list_prizes(event)
    shared = {claim.name: claim.notes for claim in sheet.claims if claim.notes}
    beaten = match_at(event, "C1-2").black.name
    assert shared == dict.fromkeys((one, other, beaten), (sentence,))
    client.force_login(fee_factories.director(event))
    page = client.get(path_of(event, "desk/money/prizes/")).text
    questions = re.findall(r"<summary>Decide and pay</summary>\s*<p>(.*?)</p>", page)
    assert questions == [sentence] * 3


def test_the_rounds_of_a_bracket_name_the_places_of_the_final_list(client: Client) -> None:
    chair = Chair(client, "knockout")
    chair.begin(list(EIGHT))
    miss(chair.event, "M1-1")
    places = ["losers finish 4th–8th", "loser finishes 3rd", "loser is runner-up"]
    rounds = ["Quarter-finals", "Semi-finals", "Final"]
    expected = [f"{name} {place}" for name, place in zip(rounds, places, strict=True)]

    while_played = round_headings(client.get(path_of(chair.event, "bracket/")).text)
    chair.finish()
    at_the_end = round_headings(client.get(path_of(chair.event, "bracket/")).text)

    assert (while_played, at_the_end) == (expected, expected)
    final_places = chair.event.entries.order_by("place_from").values_list("place_from", "place_to")
    assert list(final_places) == [(1, 1), (2, 2), (3, 3), *[(4, 8)] * 5]


def test_the_losers_who_play_on_in_the_backdraw_are_promised_no_place(client: Client) -> None:
    chair = Chair(client, "double")
    chair.begin(list(EIGHT))
    assert round_headings(client.get(path_of(chair.event, "bracket/")).text) == [
        *("Quarter-finals losers go to Backdraw", "Semi-finals losers go to Backdraw"),
        "Final loser goes to Backdraw",
        *("Round 1 losers finish 7th–8th", "Round 2 losers finish 5th–6th"),
        *("Semi-final loser finishes 4th", "Final loser finishes 3rd"),
        "Final loser is runner-up",
    ]


@pytest.mark.parametrize("final", ["single", "reset", "advantage", "none"])
@pytest.mark.parametrize("entrants", [3, 5, 6, 7])
def test_with_byes_too_the_losers_go_to_the_backdraw(client: Client, final: str, entrants: int) -> None:
    chair = Chair(client, "double", final=final)
    chair.begin(list(EIGHT)[:entrants])
    headings = round_headings(client.get(path_of(chair.event, "bracket/")).text)
    main_rounds = (
        chair.event.pairings.filter(flight="main").order_by("-round").values("round").first()["round"]
    )
    assert ["to Backdraw" in heading for heading in headings[:main_rounds]] == [True] * main_rounds
    assert ["to Backdraw" in heading for heading in headings[main_rounds:] if "Backdraw" in heading] == []


def test_the_list_of_a_bracket_shows_no_points_of_a_match_that_nobody_played(event: Event) -> None:
    white, black = miss(event, "M2-1")
    page = Client().get(f"{path_of(event)}bracket/").content.decode()
    (line,) = re.findall(r'<li class="[^"]*pair-line">(' + f"{white} – {black}" + r".*?)</li>", page)

    assert line == f"{white} – {black}: Double no-show"
