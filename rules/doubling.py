"""What the laws of matches and of play for points say of a cube action, as faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from rules.cube import Cube, is_cube_value, is_dead
from rules.errors import Illegal
from rules.judging import Fault
from rules.match import MatchScore
from rules.options import Laws, MatchLaws, MoneyLaws, for_points
from rules.sides import Side
from rules.wager import Offer, Wager

HOLLAND_ROLLS = 4
_ALL = for_points(MatchLaws())
_ONE_BEAVER = replace(_ALL, animals=1)
_DEAD_CUBE = {"note": "note", "refuse": "error"}


class Table(Protocol):
    """What a cube action is judged by; `rolls` counts the rolls made in this game."""

    score: MatchScore
    laws: Laws
    cube: int
    owner: Side | None
    turn: Side | None
    rolls: int


def double_faults(table: Table, side: Side) -> list[Fault]:
    """Everything wrong with a double offered now by `side`."""
    value = table.cube * 2
    faults = []
    if table.turn is None:
        faults.append(Fault("double_at_opening", "cube.before-roll", {"value": value}))
    elif side is not table.turn:
        faults.append(Fault("double_out_of_turn", "cube.before-roll", {"value": value}))
    if isinstance(table.laws, MatchLaws):
        return faults + _match_faults(table, table.laws, side)
    cube, laws = Cube(table.cube, table.owner), table.laws
    return faults + _refused(lambda: Wager(laws, cube).double(side))


def raise_faults(laws: Laws, offer: Offer, side: Side) -> list[Fault]:
    """Everything wrong with raising an offer at once, as a beaver does."""
    if isinstance(laws, MatchLaws) and not laws.beavers:
        return [Fault("beaver_in_match", "match.no-extras", {"value": offer.value * 2})]
    agreed = _ONE_BEAVER if isinstance(laws, MatchLaws) else laws
    return _refused(lambda: Wager(agreed, offer=offer).beaver(side))


def start_faults(laws: Laws, cube: int) -> list[Fault]:
    """Everything wrong with a game that begins with the cube at this value, in the centre."""
    if not is_cube_value(cube):
        return [wrong_value(cube, 1)]
    if cube == 1:
        return []
    if isinstance(laws, MoneyLaws):
        return _refused(lambda: _thrown(Wager(laws), cube))
    if laws.automatic_doubles:
        return []
    return [Fault("automatic_in_match", "match.no-extras", {"cube": cube})]


def wrong_value(declared: int, expected: int) -> Fault:
    """The cube was written at another value than the doubles so far have brought it to."""
    return Fault("cube_value_wrong", "cube.values", {"declared": declared, "expected": expected})


def _match_faults(table: Table, laws: MatchLaws, side: Side) -> list[Fault]:
    score, value = table.score, table.cube * 2
    faults = _refused(lambda: Wager(_ALL, Cube(table.cube)).double(side))
    if score.is_crawford:
        faults.append(Fault("crawford_double", "match.crawford", {"value": value}))
    elif table.owner is side.other:
        faults.append(Fault("cube_not_owned", "cube.owner", {"value": value}))
    elif score.length and laws.dead_cube != "allow" and is_dead(table.cube, score.away(side)):
        facts: dict[str, object] = {"value": value, "away": score.away(side)}
        faults.append(Fault("dead_cube", "cube.dead", facts, _DEAD_CUBE[laws.dead_cube]))
    if laws.holland and score.crawford == "expired" and table.rolls < HOLLAND_ROLLS:
        faults.append(Fault("holland_double", "match.holland", {"rolls": table.rolls}))
    return faults


def _thrown(wager: Wager, cube: int) -> Wager:
    while wager.cube.value < cube:
        wager = wager.double_automatically()
    return wager


def _refused(step: Callable[[], object]) -> list[Fault]:
    try:
        step()
    except Illegal as refusal:
        return [Fault(refusal.code, refusal.law, dict(refusal.facts))]
    return []
