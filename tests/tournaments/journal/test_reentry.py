"""Re-entries: only for a player who is out, not for one who plays on in another stage."""

import random

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.random_order import compute_commitment
from tournaments.formats.registry import make_plan
from tournaments.journal import commands, draw_changes
from tournaments.payloads import make_payload

SEED = "5e" * 16


def begun(scheme: str, size: int, options: FormatOptions | None = None, seed: str = SEED) -> Event:
    event = Event()
    people = [{"entry": number, "player": f"P{number}"} for number in range(1, size + 1)]
    event.append_all(
        [
            ("planned", make_payload(make_plan(scheme, options or FormatOptions()))),
            ("entered", {"entries": people}),
            ("committed", {"commitment": compute_commitment(seed)}),
        ]
    )
    event.append(*commands.draw(event.state, seed))
    event.append(*commands.publish())
    return event


def loser_of_first(event: Event) -> int:
    first = event.playable[0]
    event.settle(first.id, "white")
    return first.black or 0


def test_a_player_who_is_out_may_re_enter() -> None:
    event = begun("knockout", 7)
    loser = loser_of_first(event)
    event.append(*draw_changes.re_enter(event.state, loser, "main"))
    assert [placed.id for placed in event.playable if loser in placed.seats] == ["M1-1"]


@pytest.mark.parametrize("scheme", ["double", "knockout_consolation", "progressive"])
def test_a_loser_who_plays_on_in_another_stage_is_not_out(scheme: str) -> None:
    event = begun(scheme, 7)
    loser = loser_of_first(event)
    with pytest.raises(Refusal) as excinfo:
        draw_changes.re_enter(event.state, loser, "main")
    assert (excinfo.value.code, excinfo.value.facts) == ("entry_plays", {"entry": loser})


def test_no_player_has_two_open_boards() -> None:
    event, rng = begun("double", 9), random.Random(5)
    for _turn in range(30):
        if not event.playable:
            break
        placed = rng.choice(event.playable)
        event.settle(placed.id, rng.choice(["white", "black"]))
        for entry in event.state.entries:
            try:
                event.append(*draw_changes.re_enter(event.state, entry, "main"))
            except Refusal:
                continue
        seated = [seat for one in event.playable for seat in one.seats]
        assert len(seated) == len(set(seated))


def re_entered(size: int) -> tuple[Event, int]:
    """A knockout in which the loser of the first match has re-entered; the event and that entry."""
    event = begun("knockout", size)
    loser = loser_of_first(event)
    event.do(draw_changes.re_enter(event.state, loser, "main"))
    assert event.state.stages["main"].lines.count(loser) == 2
    return event, loser


def test_a_late_entry_gets_a_line_after_a_re_entry() -> None:
    event, loser = re_entered(6)
    event.append("entered", {"entries": [{"entry": 7, "player": "Late"}]})
    event.do(draw_changes.add_late(event.state, 7, "main"))
    lines = event.state.stages["main"].lines
    assert (lines.count(loser), lines.count(7)) == (2, 1)


def test_a_late_entry_takes_no_line_of_a_re_entered_player() -> None:
    event, loser = re_entered(6)
    second_line = len(event.state.stages["main"].lines) - event.state.stages["main"].lines[::-1].index(loser)
    event.append("entered", {"entries": [{"entry": 7, "player": "Late"}]})
    with pytest.raises(Refusal) as excinfo:
        event.append("relined", {"flight": "main", "lines": {str(second_line): 7}, "cause": "late"})
    assert excinfo.value.code == "no_line_free"


def test_two_others_change_lines_after_a_re_entry() -> None:
    event, loser = re_entered(7)
    first, second = [
        placed.white or 0
        for placed in event.playable
        if loser not in placed.seats and event.state.graph.by_id[placed.id].round == 1
    ][:2]
    before = event.state.stages["main"].lines
    event.do(draw_changes.swap(event.state, "main", first, second))
    exchanged = {first: second, second: first}
    assert event.state.stages["main"].lines == tuple(exchanged.get(entry, entry) for entry in before)


def test_nobody_is_put_on_a_second_line_by_a_swap() -> None:
    event, loser = re_entered(7)
    other_line = next(
        line
        for line, entry in enumerate(event.state.stages["main"].lines, start=1)
        if entry and entry != loser
    )
    with pytest.raises(Refusal) as excinfo:
        event.append("relined", {"flight": "main", "lines": {str(other_line): loser}, "cause": "swap"})
    assert excinfo.value.code == "line_twice"


def played_out(size: int, seed: str, rng: random.Random) -> Event:
    """A knockout with a third-place match, played to the end."""
    event = begun("knockout", size, FormatOptions(placed=4), seed)
    while event.playable:
        event.settle(event.playable[0].id, rng.choice(["white", "black"]))
    return event


@pytest.mark.parametrize("size", [4, 5, 6])
def test_a_re_entry_adds_a_match_and_moves_no_other(size: int) -> None:
    codes: set[str] = set()
    for number in range(12):
        event = played_out(size, f"{number:032x}", random.Random(number))
        last = event.state.graph.rounds("main")
        decided = {event.board[f"M{last}-{position}"].result for position in (1, 2)}
        for entry in range(1, size + 1):
            try:
                act = draw_changes.re_enter(event.state, entry, "main")
            except Refusal as refusal:
                codes.add(refusal.code)
                continue
            again = Event(event.rows)
            again.do(act)
            last = again.state.graph.rounds("main")
            assert [placed.id[:2] for placed in again.playable if entry in placed.seats] != []
            assert {again.board[f"M{last}-{position}"].result for position in (1, 2)} == decided
    assert codes == {"entry_not_eliminated", "no_line_free"}


def test_each_refusal_says_what_is_wrong_with_the_entry() -> None:
    event = begun("knockout", 2)
    final = event.playable[0]

    with pytest.raises(Refusal) as before_final:
        draw_changes.re_enter(event.state, 1, "main")
    event.settle(final.id, "white" if final.white == 1 else "black")
    with pytest.raises(Refusal) as after_final:
        draw_changes.re_enter(event.state, 1, "main")
    with pytest.raises(Refusal) as not_withdrawn:
        event.do(commands.reinstate(1))

    assert before_final.value.code == "entry_plays"
    assert after_final.value.code == "entry_not_eliminated"
    assert not_withdrawn.value.code == "entry_not_withdrawn"
