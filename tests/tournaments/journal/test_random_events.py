"""Random events in memory: invariants, corrections and undoing."""

import os
import random
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import (
    LENGTH,
    Event,
    drawn,
    payload_of,
    play_out,
    play_some,
    state_data,
)
from tournaments.formats.graph import CONSOLATION, MAIN
from tournaments.journal.correction import lenient_chooser, seat_changes
from tournaments.journal.facts import CHOICES, StoredRow
from tournaments.journal.final_places import find_flight_places
from tournaments.journal.replay import fold, fold_with_choices
from tournaments.journal.results import Settled
from tournaments.journal.state import Placement
from tournaments.journal.undo import can_undo, make_undo_row, state_without, undoable
from tournaments.journal.undone_rows import live_rows
from tournaments.payloads import make_payload

FEW = [*range(2, 10), 13, 16, 17, 31, 33, 64, 65, 100]
# The proofs (tests/proofs) play every size from 2 to 130.
PROVE = os.environ.get("PROVE") == "1"
SIZES = [*range(2, 131)] if PROVE else FEW
SMALL = range(2, 13)
COURSE_SEEDS, CORRECTION_SEEDS = (30, 8) if PROVE else (10, 4)


def random_event(size: int, seed: int, absences: float = 0.1) -> tuple[Event, random.Random]:
    rng = random.Random(f"{size}-{seed}")
    return drawn(size, rng, seeds=rng.choice([0, min(size, 4)])), rng


def check_round_by_round(event: Event) -> None:
    """No player is twice in a round, and only players of a pairing move on."""
    board = event.board
    for flight in (MAIN, CONSOLATION):
        for number in range(1, event.state.graph.rounds(flight) + 1):
            row = [board[pairing.id] for pairing in event.state.graph.of(flight) if pairing.round == number]
            seated = Counter(seat for placed in row for seat in placed.seats if seat)
            assert set(seated.values()) <= {1}
    for placed in board.values():
        assert placed.winner in {None, 0, placed.white, placed.black}


def check_byes(shown: dict[str, Placement]) -> None:
    """A player with a bye moves on; a bye never wins."""
    for placed in shown.values():
        if 0 in placed.seats and None not in placed.seats:
            assert placed.winner == max(placed.seats, key=lambda seat: seat or 0)
            assert placed.result is None


def check_places(event: Event, size: int) -> None:
    """Every player has places; these run from 1 to the last, each shared by as many as it spans."""
    spans = find_flight_places(event.state, MAIN)
    counts = Counter(spans.values())
    assert set(spans) == set(range(1, size + 1))
    assert {span: last - first + 1 for span in counts for first, last in [span]} == dict(counts)
    assert sorted(place for first, last in counts for place in range(first, last + 1)) == list(
        range(1, size + 1)
    )


def check_promises(event: Event) -> None:
    """Losers of the main bracket have the places of their pairing's losers."""
    spans = find_flight_places(event.state, MAIN)
    promised = {
        event.state.results[pairing.id].loser_entry: pairing.loser_range
        for pairing in event.state.graph.of(MAIN)
        if pairing.id in event.state.results
    }
    winner = event.board[event.state.graph.of(MAIN)[-1].id].winner
    assert spans == {**promised, winner: (1, 1)}


def first_match_losers(event: Event) -> set[int]:
    """The entries that lost their first played match of the main bracket, derived from results alone."""
    fate: dict[int, bool] = {}
    for pairing in event.state.graph.of(MAIN):
        result = event.state.results.get(pairing.id)
        if result is None or result.is_absence:
            continue
        fate.setdefault(result.winner_entry, False)
        fate.setdefault(result.loser_entry, True)
    return {entry for entry, has_lost in fate.items() if has_lost}


def in_consolation(event: Event) -> set[int]:
    opening = [pairing for pairing in event.state.graph.of(CONSOLATION) if pairing.round == 1]
    return {seat for pairing in opening for seat in event.board[pairing.id].seats if seat}


def test_first_match_losers_and_nobody_else_play_the_consolation(subtests: pytest.Subtests) -> None:
    for size in FEW:
        with subtests.test(size=size):
            for seed in range(6):
                event, rng = random_event(size, seed)
                play_out(event, rng, absences=0.1 * seed)
                if size > 2:
                    assert in_consolation(event) == first_match_losers(event)


def test_the_consolation_has_no_rematches(subtests: pytest.Subtests) -> None:
    for size in FEW:
        with subtests.test(size=size):
            event, rng = random_event(size, 1)
            play_out(event, rng, absences=0.1)
            counts = Counter(
                frozenset((result.white, result.black))
                for result in event.state.results.values()
                if not result.is_absence
            )
            assert max(counts.values(), default=1) == 1


def test_every_event_can_be_finished_and_places_everybody(subtests: pytest.Subtests) -> None:
    for size in SIZES:
        with subtests.test(size=size):
            event, rng = random_event(size, 7)
            while not event.is_finished:
                assert event.playable
                play_some(event, rng)
                check_round_by_round(event)
                check_byes(event.board)
            check_places(event, size)
            check_promises(event)


def test_small_events_in_many_courses(subtests: pytest.Subtests) -> None:
    for size, seed in product(SMALL, range(COURSE_SEEDS)):
        with subtests.test(size=size, seed=seed):
            for course in range(5):
                event, rng = random_event(size, 1000 * seed + course)
                play_out(event, rng, absences=0.3)
                check_round_by_round(event)
                check_byes(event.board)
                check_places(event, size)
                assert event.playable == []


def test_replaying_twice_gives_the_same_state(subtests: pytest.Subtests) -> None:
    for size in FEW:
        with subtests.test(size=size):
            event, rng = random_event(size, 3)
            play_out(event, rng, absences=0.1)
            assert fold(event.rows) == fold(list(event.rows)) == event.state


def withdrawals(event: Event, rng: random.Random) -> None:
    """Withdraw a random player between rounds."""
    staying = [entrant.number for entrant in event.state.entries.values() if not entrant.is_withdrawn]
    if len(staying) > 1 and rng.random() < 0.4:
        event.append("withdrawn", {"entry": rng.choice(staying)})


def test_events_with_withdrawals_can_be_finished_and_past_results_stay(subtests: pytest.Subtests) -> None:
    for size in FEW:
        with subtests.test(size=size):
            event, rng = random_event(size, 11)
            while not event.is_finished:
                play_some(event, rng, absences=0.1)
                before = dict(event.state.results)
                withdrawals(event, rng)
                assert event.state.results == before
                check_round_by_round(event)
                check_byes(event.board)
            check_places(event, size)


def flipped(event: Event, label: str) -> dict[str, object]:
    """The payload that makes the other side win."""
    result = event.state.results[label]
    winner = {"white": "black", "black": "white", "": "white"}[result.winner]
    return payload_of(event.board[label], winner, "played", LENGTH - 2)


def corrected(event: Event, label: str, rng: random.Random) -> StoredRow:
    """The journal row that flips a result, with random choices where needed."""
    choices = {name: rng.choice(CHOICES) for name in event.state.graph.by_id}
    chosen: dict[str, str] = {}

    def choose(pairing: str, allowed: tuple[str, ...]) -> str:
        chosen[pairing] = lenient_chooser(choices)(pairing, allowed)
        return chosen[pairing]

    row = StoredRow(len(event.rows) + 1, "corrected", {**flipped(event, label), "choices": {}})
    fold_with_choices([*event.rows, row], choose)
    return StoredRow(row.seq, row.kind, {**row.payload, "choices": chosen})


def replayed_from_nothing(event: Event) -> Event:
    """The same draw with only the current results, settled one after the other."""
    opening = [
        row for row in live_rows(event.rows) if row.kind in {"entered", "committed", "drawn", "published"}
    ]
    clean = Event(StoredRow(place, row.kind, row.payload) for place, row in enumerate(opening, start=1))
    clean.append_all(
        ("settled", make_payload(Settled(pairing.id, event.state.results[pairing.id])))
        for pairing in event.state.graph.pairings
        if pairing.id in event.state.results
    )
    return clean


def test_any_correction_at_any_depth_equals_a_clean_replay(subtests: pytest.Subtests) -> None:
    for size, seed in product(FEW, range(CORRECTION_SEEDS)):
        with subtests.test(size=size, seed=seed):
            event, rng = random_event(size, seed)
            while not event.is_finished and rng.random() < 0.8:
                play_some(event, rng, absences=0.1)
            for _ in range(3):
                if event.state.results:
                    row = corrected(event, rng.choice(list(event.state.results)), rng)
                    event.append(row.kind, row.payload)
                    check_round_by_round(event)
                    assert state_data(replayed_from_nothing(event).state) == state_data(event.state)
            play_out(event, rng)
            check_places(event, size)


def test_the_preview_of_a_correction_lists_its_changes(subtests: pytest.Subtests) -> None:
    for size in FEW:
        with subtests.test(size=size):
            event, rng = random_event(size, 5)
            play_out(event, rng)
            for label in rng.sample(sorted(event.state.results), min(8, len(event.state.results))):
                if label not in event.state.results:
                    continue
                before, board_before = event.state, event.board
                row = corrected(event, label, rng)
                previous_state = fold_with_choices(
                    [*event.rows, row], lenient_chooser(row.payload["choices"])
                )
                listed = seat_changes(before.board, previous_state.board)
                event.append(row.kind, row.payload)
                board_after = event.board
                reached = [name for name in board_before if board_before[name] != board_after[name]]
                assert [change.pairing for change in listed] == reached


@pytest.mark.second_stage
def test_undoing_the_last_line_restores_the_state_before_and_redoing_it_the_state_after(
    subtests: pytest.Subtests,
) -> None:
    for size in FEW[:-3]:
        with subtests.test(size=size):
            event, rng = random_event(size, 9)
            play_out(event, rng, absences=0.2)
            for length in range(1, len(event.rows) + 1):
                rows = event.rows[:length]
                before, after = fold(rows[:-1]), fold(rows)
                undone_rows = [*rows, StoredRow(length + 1, "undone", {"seq": length})]
                assert state_data(fold(undone_rows)) == state_data(before)
                assert state_data(
                    fold([*undone_rows, StoredRow(length + 2, "undone", {"seq": length + 1})])
                ) == state_data(after)


def test_rows_offered_for_undoing_are_those_a_full_replay_allows(subtests: pytest.Subtests) -> None:
    for seed in range(6):
        with subtests.test(seed=seed):
            event, rng = random_event(9, seed)
            play_some(event, rng, absences=0.2)
            rows = list(event.rows)
            for _ in range(4):
                allowed = {row.seq for row in rows if is_undone_by_a_whole_fold(rows, row.seq)}
                for first in range(0, len(rows), 5):
                    lines = [row.seq for row in rows[first : first + 12]]
                    assert undoable(rows, lines) == allowed & set(lines)
                rows.append(make_undo_row(rows, rng.choice(sorted(allowed))))
            assert undoable(rows, []) == frozenset()


def is_undone_by_a_whole_fold(rows: Sequence[StoredRow], seq: int) -> bool:
    try:
        state_without(rows, seq)
    except Refusal:
        return False
    return True


def test_undoing_any_line_equals_the_journal_without_it_or_is_refused(subtests: pytest.Subtests) -> None:
    for size, seed in product(SMALL, range(6)):
        with subtests.test(size=size, seed=seed):
            event, rng = random_event(size, seed)
            while not event.is_finished:
                play_some(event, rng, absences=0.2)
                withdrawals(event, rng)
            for row in event.rows:
                rest = [other for other in event.rows if other is not row]
                if can_undo(event.rows, row.seq):
                    assert state_data(state_without(event.rows, row.seq)) == state_data(fold(rest))
