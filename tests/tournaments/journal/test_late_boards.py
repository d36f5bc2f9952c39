"""Late entries and withdrawals in repeated rounds, rounds for lives and running counts: regression tests."""

import random

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event, payload_of, seed_of
from tests.tournaments.journal.test_stages import planned
from tournaments.formats.plan import LIVES, Feed, Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands, draw_changes, pairing_commands
from tournaments.journal.eligibility import eligible_entries
from tournaments.journal.pairing_requests import make_pairing_request
from tournaments.journal.standings import table_rows

SWISS = Plan((Stage("swiss", "swiss", options={"rounds": 3}),))
SCORE = Plan((Stage("swiss", "score_swiss", options={"rounds": 3, "criteria": ["hundred"]}),))
LIVES_PLAN = Plan((Stage("lives", "lives", options={"lives": 2}),))
CHICAGO = Plan(
    (
        Stage("lives", "lives", options={"lives": 2, "places": 3}),
        Stage("playoff", "contingent", Feed(LIVES, "lives")),
    )
)


def paired(plan: Plan, size: int) -> Event:
    event = planned(plan, size, random.Random(3))
    event.do(pairing_commands.pair(event.state, plan.stages[0].key))
    return event


def test_a_late_entry_gets_a_board_after_a_withdrawal() -> None:
    event = paired(SWISS, 6)
    withdrawn = event.board["S1-2"].white or 0
    event.do(commands.withdraw(withdrawn))
    for _ in range(2):
        event.do(commands.enter(event.state, [f"late {len(event.rows)}"]))
        event.do(draw_changes.add_late(event.state, max(event.state.entries), "swiss"))
    late = [7, 8]
    event.do(pairing_commands.pair_late(event.state, "swiss", late))
    assert {*event.board["S1-4"].seats} == {*late}
    assert (event.board["S1-2"].decided, event.board["S1-2"].losers) == ("absence", (withdrawn,))


@pytest.mark.parametrize("plan", [SWISS, LIVES_PLAN], ids=["swiss", "lives"])
def test_a_late_entry_is_not_paired_with_a_bye_that_has_withdrawn(plan: Plan) -> None:
    event = paired(plan, 5)
    flight = plan.stages[0].key
    (bye,) = event.state.stages[flight].rounds[-1].byes
    event.do(commands.withdraw(bye.entry))
    event.do(commands.enter(event.state, ["late"]))
    late = max(event.state.entries)
    event.do(draw_changes.add_late(event.state, late, flight))

    event.do(pairing_commands.pair_late(event.state, flight, [late]))

    last = event.state.stages[flight].rounds[-1]
    assert [board for board in last.boards if bye.entry in (board.white, board.black)] == []
    assert [each.entry for each in last.byes] == [bye.entry, late]


def test_a_withdrawn_entry_gets_no_new_board() -> None:
    event = paired(SWISS, 6)
    event.do(commands.withdraw(1))
    act = pairing_commands.pair_again(event.state, "swiss")
    paired_entries = [entry for board in act.payload["boards"] for entry in (board["white"], board["black"])]
    assert 1 not in paired_entries


def test_a_round_with_a_withdrawn_entry_is_refused() -> None:
    event = planned(SWISS, 4, random.Random(3))
    act = pairing_commands.pair(event.state, "swiss")
    event.do(commands.withdraw(2))
    with pytest.raises(Refusal) as excinfo:
        event.do(act)
    assert excinfo.value.code == "entry_unknown"


def test_a_withdrawn_entry_is_not_in_the_play_off_of_three() -> None:
    event = paired(CHICAGO, 4)
    event.do(commands.withdraw(event.board["V1-1"].white or 0, "lives"))
    event.settle("V1-2")
    event.do(pairing_commands.pair(event.state, "lives"))
    stage = event.state.plan["playoff"]
    alive = {
        card.entry
        for card in make_pairing_request(event.state, event.state.stages["lives"], number=2).cards
        if card.lives and not card.is_gone
    }
    for name in [placed.id for placed in event.playable]:
        event.settle(name)
    eligible = eligible_entries(event.state, stage)
    assert set(eligible) <= alive
    assert event.board["V1-1"].white not in eligible


def count_of(event: Event, entry: int) -> int:
    cards = make_pairing_request(event.state, event.state.stages["swiss"], number=2).cards
    return next(card.score for card in cards if card.entry == entry)


@pytest.mark.parametrize(("ending", "scores", "expected"), [("retired", (3, 5), -2), ("forfeit", (4, 0), 0)])
def test_pairing_uses_the_running_count_of_the_table(
    ending: str, scores: tuple[int, int], expected: int
) -> None:
    event = paired(SCORE, 4)
    placed = event.board["S1-1"]
    payload = {**payload_of(placed, "white", ending), "white_score": scores[0], "black_score": scores[1]}
    event.append("settled", payload)
    assert count_of(event, placed.white or 0) == 2 * (100 + expected)
    assert count_of(event, placed.black or 0) == -2 * expected


def test_rounds_for_lives_end_at_once_when_all_entries_are_paid() -> None:
    event = planned(CHICAGO, 3, random.Random(3))
    with pytest.raises(Refusal) as excinfo:
        pairing_commands.pair(event.state, "lives")
    assert excinfo.value.code == "play_off_of_three"
    seed = seed_of(random.Random(4))
    event.append("committed", {"commitment": compute_commitment(seed)})
    event.do(commands.draw(event.state, seed, flight="playoff"))
    event.do(commands.publish("playoff"))
    assert not event.is_finished
    for name in ("P1-1", "P2-1"):
        event.settle(name)
    assert event.is_finished


def test_a_result_that_moves_to_another_round_keeps_its_match_length() -> None:
    lengths = Plan((Stage("league", "round_robin", lengths=(5, 7, 9)),))
    event = planned(lengths, 4, random.Random(3))
    name = next(placed.id for placed in event.playable if event.state.graph.by_id[placed.id].round == 3)
    people = event.board[name].seats
    event.append("settled", payload_of(event.board[name], "white", loser_score=6, length=9))
    first = next(
        placed for placed in event.board.values() if placed.id.startswith("R1") and people[0] in placed.seats
    )
    other = next(seat for seat in first.seats if seat != people[0])
    event.do(draw_changes.swap(event.state, "league", people[1] or 0, other or 0))
    (moved,) = (placed for placed in event.board.values() if placed.result)
    assert (moved.id[:2], {*moved.seats}) == ("R1", {*people})
    rows = {row.entry: row for row in table_rows(event.state, "league", event.board)}
    difference = {value.name: value.amount for value in rows[people[0] or 0].values}["difference"]
    assert difference == 3


def test_late_players_are_paired_as_their_format_pairs() -> None:
    """Three late entries of an event with lives do not form a play-off of three."""
    for plan, sizes in ((CHICAGO, (5, 6)), (SCORE, (5, 6)), (SWISS, (5, 6))):
        for size in sizes:
            event = paired(plan, size)
            flight = plan.stages[0].key
            for _ in range(3):
                event.do(commands.enter(event.state, [f"late {len(event.rows)}"]))
                event.do(draw_changes.add_late(event.state, max(event.state.entries), flight))
            late = [size + 1, size + 2, size + 3]
            event.do(pairing_commands.pair_late(event.state, flight, late))
            last = event.state.stages[flight].rounds[-1]
            seated = [entry for board in last.boards for entry in (board.white, board.black)]
            byes = [bye.entry for bye in last.byes]
            assert sorted([*seated, *byes]) == list(range(1, size + 4))
            assert len(byes) == (size + 3) % 2


def test_acceleration_of_late_boards_is_that_of_the_whole_field() -> None:
    plan = Plan((Stage("swiss", "swiss", options={"rounds": 3, "acceleration": "baku"}),))
    event = paired(plan, 8)
    first = event.state.stages["swiss"].members[0]
    for name in [placed.id for placed in event.playable]:
        event.settle(name)
    event.do(commands.withdraw(first))
    event.do(pairing_commands.pair(event.state, "swiss"))
    has_bye = event.state.stages["swiss"].rounds[1].byes[0].entry
    event.do(commands.reinstate(first))
    event.do(commands.enter(event.state, ["late"]))
    event.do(draw_changes.add_late(event.state, 9, "swiss"))
    event.do(pairing_commands.pair_late(event.state, "swiss", [first, 9]))
    # Of two without points the bye goes to the one who has missed fewer rounds.
    assert {*event.board["S2-4"].seats} == {first, 9}
    assert [bye.entry for bye in event.state.stages["swiss"].rounds[1].byes] == [has_bye]
