"""The Crawford rule: no cube in the first game after a side has come to one point from winning the match.

Every game has a state of the rule: "pending" before the Crawford game, "active" in it, "expired" after it,
and "none" where there is none: in a match to one point, without a match, or when the rule is not in force.
Doubling is forbidden while the state is "active". The Holland rule, where a match has it, forbids doubling in
the first two turns of each game after the Crawford game. A cube turned by mistake in the Crawford game is an
irregularity (`irregularities.wrong_double`).
"""

from __future__ import annotations

from typing import Literal, get_args

from .errors import Illegal
from .faults import Fault

CrawfordState = Literal["pending", "active", "expired", "none"]
CRAWFORD_STATES: tuple[CrawfordState, ...] = get_args(CrawfordState)
# Rolls of both sides before which the Holland rule forbids a double.
HOLLAND_ROLLS = 4


def check_state(state: str) -> CrawfordState:
    """Return the state of this name. Raises ValueError for any other name."""
    for known_state in CRAWFORD_STATES:
        if state == known_state:
            return known_state
    raise ValueError(f"crawford is one of {', '.join(CRAWFORD_STATES)}, not {state!r}")


def get_first_state(length: int, *, is_in_force: bool) -> CrawfordState:
    """Return the state of the first game of a match; `is_in_force`: the match has the Crawford rule."""
    return "pending" if is_in_force and length > 1 else "none"


def get_next_state(state: CrawfordState, *, is_one_away: bool) -> CrawfordState:
    """Return the state of the game after one; `is_one_away`: a side now needs one point."""
    if state == "active":
        return "expired"
    return "active" if state == "pending" and is_one_away else state


def get_state_at(
    length: int, white: int, black: int, *, is_marked: bool, is_in_force: bool = True
) -> CrawfordState:
    """Return the state of a game at this score; `is_marked`: it is marked as the Crawford game.

    With a side one point from winning it is past the Crawford game, unless it is marked as it or can be
    nothing else.
    """
    state = get_first_state(length, is_in_force=is_in_force)
    if state == "none":
        return state
    if is_marked or must_be_crawford_game(length, white, black):
        return "active"
    return "expired" if length - 1 in (white, black) else state


def must_be_crawford_game(length: int, white: int, black: int) -> bool:
    """Whether the game at this score can only be the Crawford game: one side a point short, the other at 0.

    After the Crawford game of an unfinished match the other side would have a point.
    """
    return length > 1 and sorted((white, black)) == [0, length - 1]


def is_too_early_by_holland(state: CrawfordState, rolls: int) -> bool:
    """Whether the Holland rule forbids a double after so many rolls of both sides in this game."""
    return state == "expired" and rolls < HOLLAND_ROLLS


def find_crawford_double_fault(state: CrawfordState, value: int) -> Fault | None:
    """Return the fault of a double to this value if this is the Crawford game, else None."""
    return Fault("crawford_double", "match.crawford", {"value": value}) if state == "active" else None


def find_cube_refusal(state: CrawfordState, cube: int, *, is_doubled: bool, kind: str = "") -> Illegal | None:
    """Return the refusal of a cube that was turned or offered in the Crawford game, else None.

    `cube` is its value, `kind` how the game ended, "" while it goes on.
    """
    if state != "active" or (cube == 1 and not is_doubled):
        return None
    return Illegal("crawford_cube", "match.crawford", cube=cube, kind=kind)


def find_mark_faults(state: CrawfordState, is_marked: bool | None) -> list[Fault]:
    """Return the notes on the mark that a record gives a game as the Crawford game; None without a mark."""
    faults = []
    if state == "active":
        faults.append(Fault("crawford_inferred", "match.crawford", {}, "inferred"))
    if is_marked not in (None, state == "active") and state != "none":
        faults.append(Fault("crawford_mark_wrong", "match.crawford", {}, "note"))
    return faults
