"""Re-entries: only for a player who is out, not for one who plays on in another stage."""

import random

import pytest

from rules.errors import Refusal
from tests.tournaments.event_simulation import Event
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.plan import make_payload
from tournaments.formats.random_order import compute_commitment
from tournaments.formats.registry import make_plan
from tournaments.journal import commands, draw_changes

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
