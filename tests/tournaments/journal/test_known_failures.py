"""Failures of other tournament programs do not happen here.

Each number F1 to F32 is that of the list of failures in docs/proofs.md.
"""

import random
from itertools import product
from typing import Any

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import LENGTH, Event, payload_of, play_some, state_data
from tests.tournaments.formats.drawn_plans import PLANS, draw
from tests.tournaments.formats.playouts import targets
from tests.tournaments.journal.test_rounds import PLANS as PAIRED
from tests.tournaments.journal.test_rounds import step
from tests.tournaments.journal.test_stages import planned
from tournaments.exchange.event_file import build_document
from tournaments.exchange.event_file import export_projection as tell
from tournaments.formats.graph import Origin
from tournaments.journal import commands, draw_changes, pairing_commands, standings
from tournaments.journal.facts import REPLAY, StoredRow
from tournaments.journal.final_places import find_flight_places
from tournaments.journal.undo import make_undo_row
from tournaments.verification.checker.document import parse_document
from tournaments.verification.checker.draws import consolation_feeds
from tournaments.verification.checker.trees import entry_feeds, knockout
from tournaments.verification.checker.verify import check

RNG = 7


def an_event(plan: str, size: int) -> Event:
    return planned(PLANS[plan], size, random.Random(RNG))


def play_all(event: Event) -> None:
    rng = random.Random(RNG)
    while event.playable:
        play_some(event, rng)


def refused(event: Event, act: commands.JournalCommand) -> str:
    """The code with which an action is refused; the event must be unchanged."""
    before = event.state
    with pytest.raises(Refusal) as refusal:
        event.do(act)
    assert event.state is before
    return refusal.value.code


def played_again(event: Event, payload: dict[str, Any]) -> None:
    """Correct a result and choose a replay of every pairing whose players change."""
    while True:
        try:
            event.append("corrected", payload)
        except Refusal as refusal:
            replays = dict.fromkeys(refusal.facts["pairings"], REPLAY)
            payload = {**payload, "choices": {**payload["choices"], **replays}}
        else:
            return


def test_f1_a_winner_who_changes_takes_the_seat_in_the_next_match() -> None:
    event = an_event("knockout", 8)
    event.settle("M1-1", "white")
    right = event.board["M1-1"].black
    event.append("corrected", {**payload_of(event.board["M1-1"], "black"), "choices": {}})
    assert event.board["M2-1"].white == right


@pytest.mark.parametrize("plan", ["knockout", "progressive", "double reset"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_f2_a_deep_correction_equals_the_right_report(plan: str, depth: int) -> None:
    event = an_event(plan, 8)
    play_all(event)
    name = f"M{depth}-1"
    other = "black" if event.board[name].winner == event.board[name].white else "white"
    right = payload_of(event.board[name], other)
    played_again(event, {**right, "choices": {}})
    directly = Event([row for row in event.rows if row.kind not in {"settled", "corrected"}])
    for row in event.rows:
        if row.kind == "settled" and row.payload["pairing"] in event.state.results:
            directly.append("settled", right if row.payload["pairing"] == name else row.payload)
    assert directly.board == event.board


def test_f3_a_swap_touches_the_two_pairings_and_no_result() -> None:
    event = an_event("knockout", 8)
    event.settle("M1-4")
    before = event.board
    one, other = before["M1-1"].white, before["M1-2"].white
    event.do(draw_changes.swap(event.state, "main", one or 0, other or 0))
    assert {name for name in before if before[name] != event.board[name]} == {"M1-1", "M1-2"}


def test_f4_no_loser_waits_behind_a_bye(subtests: pytest.Subtests) -> None:
    for plan, size in product(
        ("progressive", "double", "double reset", "last chance"), (3, 5, 6, 7, 9, 11, 13)
    ):
        with subtests.test(plan=plan, size=size):
            event = an_event(plan, size)
            play_all(event)
            assert [placed.id for placed in event.board.values() if not placed.is_decided] == []


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64, 128])
def test_f5_every_loser_falls_where_the_published_table_says(size: int) -> None:
    pairings = draw(PLANS["progressive"], size)
    feeds = [
        source.pairing
        for pairing in pairings
        if pairing.flight == "consolation"
        for source in pairing.sources
    ]
    published = consolation_feeds(knockout("main", entry_feeds(range(1, size + 1))))
    from_main = [name for name in feeds if name.startswith("M")]
    assert sorted(from_main) == sorted(str(feed.of) for feed in published)
    first = [name for name in from_main if name.startswith("M1-")]
    assert first == [str(feed.of) for feed in published[: len(first)]]


def test_f6_every_winner_and_loser_goes_to_one_place_alone(subtests: pytest.Subtests) -> None:
    for size, plan in product((5, 8, 13, 33), sorted(set(PLANS) - {"round robin", "double round robin"})):
        with subtests.test(size=size, plan=plan):
            pairings = draw(PLANS[plan], size)
            assert max(targets(pairings).values()) == 1
            seats = [source for pairing in pairings for source in pairing.sources if source.pairing]
            assert len(seats) == len(set(seats)) + sum(source.origin is Origin.RESET for source in seats) // 2


def test_f7_undoing_a_double_no_show_restores_the_state() -> None:
    event = an_event("double", 8)
    before = state_data(event.state)
    row = event.settle("M1-1", "", "double_walkover")
    event.append("undone", make_undo_row(event.rows, row.seq).payload)
    assert state_data(event.state) == before


def test_f8_a_double_no_show_leaves_byes_and_no_winner() -> None:
    event = an_event("progressive", 8)
    event.settle("M1-1", "", "double_walkover")
    event.settle("M1-2")
    assert (event.board["M2-1"].decided, event.board["M2-1"].winner) == ("bye", event.board["M1-2"].winner)
    fed = [placed for placed in event.board.values() if placed.id.startswith("C1-") and 0 in placed.seats]
    assert {placed.result for placed in fed} == {None}
    assert all(placed.winner in {None, *placed.seats} for placed in fed)


def test_f9_nothing_is_settled_before_both_are_known() -> None:
    event = an_event("knockout", 8)
    event.settle("M1-1")
    payload = {**payload_of(event.board["M1-1"], "white"), "pairing": "M2-1"}
    assert refused(event, commands.JournalCommand("settled", payload)) == "wrong_players"


def test_f10_a_correction_out_of_the_consolation_leaves_no_match_there() -> None:
    event = an_event("first losers", 4)
    for name in ("M1-1", "M1-2", "C1-1"):
        event.settle(name)
    payload = {**payload_of(event.board["M1-1"], "black"), "choices": {"C1-1": REPLAY}}
    black = event.board["M1-1"].black
    foretold = commands.preview(event.rows, StoredRow(len(event.rows) + 1, "corrected", payload))
    event.append("corrected", payload)
    assert black not in event.board["C1-1"].seats
    assert event.board["C1-1"].result is None
    assert {change.pairing for change in foretold.changes} == {"M1-1", "M2-1", "C1-1"}


def test_f11_one_of_two_simultaneous_reports_is_accepted() -> None:
    event = an_event("knockout", 4)
    one, other = (payload_of(event.board["M1-1"], winner) for winner in ("white", "black"))
    event.append("settled", one)
    assert refused(event, commands.JournalCommand("settled", other)) == "pairing_settled"
    assert refused(event, commands.JournalCommand("settled", one)) == "pairing_settled"
    assert event.board["M2-1"].white == event.board["M1-1"].white


def test_f12_a_pairing_has_one_result() -> None:
    event = an_event("knockout", 4)
    event.settle("M1-1")
    assert (
        refused(event, commands.JournalCommand("settled", payload_of(event.board["M1-1"], "black")))
        == "pairing_settled"
    )


def test_f13_no_round_is_paired_while_results_are_missing() -> None:
    event = planned(PAIRED["swiss"], 8, random.Random(RNG))
    step(event, random.Random(RNG))
    event.settle("S1-1")
    with pytest.raises(Refusal) as refusal:
        pairing_commands.pair(event.state, "swiss")
    assert (refusal.value.code, refusal.value.facts["pairings"]) == ("round_open", ["S1-2", "S1-3", "S1-4"])


def test_f14_a_round_is_paired_once() -> None:
    event = planned(PAIRED["swiss"], 8, random.Random(RNG))
    act = pairing_commands.pair(event.state, "swiss")
    event.do(act)
    event.settle("S1-1")
    boards = [placed.seats for placed in event.board.values()]
    event.do(act)
    assert [placed.seats for placed in event.board.values()] == boards


def test_f15_nobody_has_a_second_bye_while_somebody_has_none() -> None:
    event = planned(PAIRED["swiss"], 5, random.Random(RNG))
    sat_out: list[int] = []
    for _ in range(4):
        step(event, random.Random(RNG))
        sat_out += [bye.entry for bye in event.state.stages["swiss"].rounds[-1].byes]
        play_all(event)
    assert (len(sat_out), len(set(sat_out))) == (4, 4)


def test_f16_leaving_and_coming_back_gains_nothing() -> None:
    event = planned(PAIRED["swiss"], 6, random.Random(RNG))
    step(event, random.Random(RNG))
    placed = event.board["S1-1"]
    entry = placed.white or 0
    event.do(commands.withdraw(entry))
    play_all(event)
    step(event, random.Random(RNG))
    play_all(event)
    event.do(commands.reinstate(entry))
    score = next(row for row in standings.table_rows(event.state, "swiss", event.board) if row.entry == entry)
    assert (event.board["S1-1"].winner, score.values[0].amount) == (placed.black, 0)


def test_f17_a_withdrawn_player_is_not_paired() -> None:
    event = planned(PAIRED["swiss"], 6, random.Random(RNG))
    for entry in range(1, 6):
        event.do(commands.withdraw(entry))
    with pytest.raises(Refusal) as refusal:
        pairing_commands.pair(event.state, "swiss")
    assert refusal.value.code == "nobody_to_pair"


def test_f18_a_withdrawn_player_keeps_wins_and_a_place_in_the_table() -> None:
    event = planned(PAIRED["swiss"], 6, random.Random(RNG))
    step(event, random.Random(RNG))
    play_all(event)
    before = standings.table_rows(event.state, "swiss", event.board)
    event.do(commands.withdraw(event.board["S1-1"].winner or 0))
    assert standings.table_rows(event.state, "swiss", event.board) == before


def test_f19_nobody_is_entered_twice() -> None:
    event = an_event("knockout", 4)
    assert refused(event, commands.enter(event.state, ["p1"])) == "already_entered"


def test_f20_a_player_cannot_play_themselves() -> None:
    event = an_event("knockout", 4)
    placed = event.board["M1-1"]
    payload = payload_of(placed, "white") | {"black": placed.white}
    assert refused(event, commands.JournalCommand("settled", payload)) == "wrong_players"


def test_f21_a_bye_counts_as_a_win() -> None:
    event = planned(PAIRED["swiss"], 5, random.Random(RNG))
    step(event, random.Random(RNG))
    play_all(event)
    (bye,) = event.state.stages["swiss"].rounds[0].byes
    row = next(
        row for row in standings.table_rows(event.state, "swiss", event.board) if row.entry == bye.entry
    )
    assert (bye.kind, row.values[0].amount) == ("pairing", 1)


def test_f22_every_figure_of_a_table_equals_an_independent_computation() -> None:
    event = an_event("round robin", 7)
    play_all(event)
    rows = [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in event.rows]
    file = parse_document(build_document({"length": LENGTH}, rows, tell(event.state)))
    assert check(file) == []
    assert {len(row["values"]) for row in file.shown["standings"]["main"]} == {3, 4}


def test_f32_every_event_can_finish_and_be_reopened() -> None:
    event = an_event("first losers", 5)
    play_all(event)
    assert (event.is_finished, find_flight_places(event.state, "main")[event.board["M3-1"].winner or 0]) == (
        True,
        (1, 1),
    )
    event.append("reopened", {"pairing": "M3-1"})
    assert (event.is_finished, [placed.id for placed in event.playable]) == (False, ["M3-1"])
