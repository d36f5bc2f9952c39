"""The activity log says what a correction did to later matches, and which results no longer count."""

import html
from typing import Any

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.services import lifecycle
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tests.tournaments.play.changes.test_result_corrections import EIGHT, correct
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event
from tournaments.play.entries.services.entries import withdraw
from tournaments.play.event_journal.services import journal

pytestmark = pytest.mark.django_db

SEMIFINAL, FINAL = "Main · Semi-final", "Main · Final"
CONSOLATION, LAST = "Consolation · Semi-final", "Consolation · Final"


def a_corrected_event(choices: dict[str, str]) -> tuple[Event, dict[str, str]]:
    """An event whose first match was corrected after a semifinal, and the names of its players.

    The names are those of the right and the wrong winner of the first match, of the winner of the second, who
    lost the semifinal, and of the loser of the second, who lost a consolation match.
    """
    event = a_night(a_club(), EIGHT)
    for label in ("M1-1", "M1-2", "M2-1", "C1-1"):
        settle(match_at(event, label), loser_score=1)
    first, second = match_at(event, "M1-1"), match_at(event, "M1-2")
    names = {
        "right": first.black.name,
        "wrong": first.white.name,
        "other": second.white.name,
        "loser": second.black.name,
    }
    correct(first, choices)
    event.refresh_from_db()
    return event, names


def lines_of(event: Event) -> list[dict[str, Any]]:
    """The lines of the log in the API, the oldest first."""
    answer = Client().get(f"/api/v1/events/{event.pk}/journal/")
    lines: list[dict[str, Any]] = answer.json()["results"]
    return lines[::-1]


def test_a_correction_lists_what_became_of_each_later_match() -> None:
    event, names = a_corrected_event({"M2-1": "replay", "C1-1": "rule:white"})
    right, wrong, other, loser = names.values()
    line = lines_of(event)[-1]
    assert line["sentence"] == f"Corrected: {wrong} 1–5 {right}"
    assert line["consequences"] == [
        f"{SEMIFINAL}: {wrong} 5–1 {other} no longer counts; "
        f"{right} – {other} is played from the start, at 0–0",
        f"{FINAL}: {wrong} is no longer in this match",
        f"{CONSOLATION}: {right} 3–1 {loser} no longer counts; no new match, {wrong} advances by ruling",
        f"{LAST}: {wrong} instead of {right}",
    ]


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ("rename", "{wrong} 5–1 {other} now reads {right} 5–1 {other}; only the names change"),
        ("void", "{wrong} 5–1 {other} no longer counts; the match is void and is not played again"),
        ("rule:black", "{wrong} 5–1 {other} no longer counts; no new match, {other} advances by ruling"),
    ],
)
def test_each_choice_has_its_sentence(choice: str, sentence: str) -> None:
    event, names = a_corrected_event({"M2-1": choice, "C1-1": "rename"})
    assert lines_of(event)[-1]["consequences"][0] == f"{SEMIFINAL}: {sentence.format(**names)}"


def test_the_lines_of_results_that_no_longer_count_name_the_correction() -> None:
    event, _names = a_corrected_event({"M2-1": "replay", "C1-1": "rule:white"})
    by_pairing = {line["pairing"]: line for line in lines_of(event) if line["kind"] == "settled"}
    correction = event.journal.get(kind="corrected").seq
    assert {label: line["replaced_by"] for label, line in by_pairing.items()} == {
        "M1-1": correction,
        "M1-2": None,
        "M2-1": correction,
        "C1-1": correction,
    }
    settle(match_at(event, "M2-1"))
    assert lines_of(event)[-1]["replaced_by"] is None
    page = Client().get(path_of(event, "journal/")).text
    assert page.count(f"no longer valid, see line {correction}") == 3
    assert f"<li>{lines_of(event)[-2]['consequences'][0]}.</li>" in html.unescape(page)


def test_the_lines_of_results_that_a_withdrawal_annulled_name_it_until_it_is_undone(client: Client) -> None:
    chair = Chair(client, "round_robin")
    chair.begin(NAMES[:4])
    event, match = chair.event, chair.event.pairings.get(label="R1-1").match
    settle(match)
    entry = event.pairings.get(label="R1-1").white_entry
    withdraw(entry=entry, by=chair.director, results="annulled")
    event.refresh_from_db()
    withdrawal = event.journal.get(kind="withdrawn").seq

    (line,) = [line for line in lines_of(event) if line["kind"] == "settled"]
    page = Client().get(path_of(event, "journal/")).text

    assert (line["pairing"], line["replaced_by"]) == ("R1-1", withdrawal)
    assert page.count(f"no longer valid, see line {withdrawal}") == 1
    journal.undo(event=event, by=chair.director)
    event.refresh_from_db()
    assert [line["replaced_by"] for line in lines_of(event) if line["kind"] == "settled"] == [None]


def test_undo_and_redo_of_a_correction_have_consequences_of_their_own() -> None:
    event, names = a_corrected_event({"M2-1": "replay", "C1-1": "rule:white"})
    right, wrong, other, loser = names.values()
    by = director_of(event.tournament.club)
    done = lines_of(event)[-1]["consequences"]
    journal.undo(event=event, by=by)
    lines = lines_of(event)
    assert lines[-1]["consequences"] == [
        f"Main · Quarter-final: {wrong} 5–1 {right} counts again",
        f"{SEMIFINAL}: {wrong} 5–1 {other} counts again",
        f"{FINAL}: {wrong} joins this match",
        f"{CONSOLATION}: {right} 3–1 {loser} counts again",
        f"{LAST}: {right} instead of {wrong}",
    ]
    assert {line["replaced_by"] for line in lines} == {None}
    event.refresh_from_db()
    journal.redo(event=event, by=by)
    assert lines_of(event)[-1]["consequences"] == done
    assert len([line for line in lines_of(event) if line["replaced_by"]]) == 3


def test_a_match_that_has_begun_goes_on_or_is_played_from_the_start() -> None:
    for choice, sentence in (
        ("rename", "the match begun as {wrong} – {other} goes on as {right} – {other}"),
        (
            "replay",
            "{wrong} – {other} had begun and does not count; "
            "{right} – {other} is played from the start, at 0–0",
        ),
    ):
        event = a_night(a_club(), EIGHT)
        first, second = (settle(match_at(event, label)) for label in ("M1-1", "M1-2"))
        lifecycle.start_match(match=match_at(event, "M2-1"), by=SYSTEM)
        correct(first, {"M2-1": choice})
        names = {"right": first.black.name, "wrong": first.white.name, "other": second.white.name}
        assert lines_of(event)[-1]["consequences"][0] == f"{SEMIFINAL}: {sentence.format(**names)}"


def test_a_match_whose_players_are_open_is_played_once_they_are_known() -> None:
    event = a_night(a_club(), EIGHT)
    for label in ("M1-1", "M1-2", "M2-1", "M1-3", "M1-4", "M2-2", "M3-1"):
        settle(match_at(event, label))
    final = match_at(event, "M3-1")
    correct(match_at(event, "M1-1"), {"M2-1": "replay", "M3-1": "replay"})
    assert (
        f"{FINAL}: {final.white.name} 5–0 {final.black.name} no longer counts; the match is played from the "
        "start, at 0–0, once both of its players are settled"
    ) in lines_of(event)[-1]["consequences"]


def test_the_log_is_read_without_further_queries(django_assert_max_num_queries: Any) -> None:
    event, _names = a_corrected_event({"M2-1": "replay", "C1-1": "rule:white"})
    lines_of(event)
    with django_assert_max_num_queries(12):
        lines_of(event)
