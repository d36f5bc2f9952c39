"""What is wrong with a cube action: a double, a beaver, or the cube at the start, in match and money play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

from .crawford import find_crawford_double_fault, is_too_early_by_holland
from .cube import Cube, is_cube_value, is_dead
from .errors import Illegal
from .faults import Fault
from .match import MatchScore
from .money_cube import Offer, Wager
from .options import Laws, MatchLaws, MoneyLaws, for_points
from .sides import Side

_ALL = for_points(MatchLaws())
_ANY_WAGER = Wager(_ALL)
_ONE_BEAVER = replace(_ALL, animals=1)
_DEAD_CUBE = {"note": "note", "refuse": "error"}


class CubeSituation(Protocol):
    """The situation of a cube action; `rolls` counts the rolls made in this game."""

    score: MatchScore
    laws: Laws
    cube: int
    owner: Side | None
    turn: Side | None
    rolls: int


def find_double_faults(situation: CubeSituation, side: Side) -> list[Fault]:
    """Everything wrong with a double offered now by `side`."""
    value = situation.cube * 2
    faults = []
    if situation.turn is None:
        faults.append(Fault("double_at_opening", "cube.before-roll", {"value": value}))
    elif side is not situation.turn:
        faults.append(Fault("double_out_of_turn", "cube.before-roll", {"value": value}))
    if isinstance(situation.laws, MatchLaws):
        return faults + _find_faults_in_match(situation, situation.laws, side)
    cube, laws = Cube(situation.cube, situation.owner), situation.laws
    return faults + _find_refusal_faults(lambda: Wager(laws, cube).double(side))


def find_raise_faults(laws: Laws, offer: Offer, side: Side) -> list[Fault]:
    """Everything wrong with raising an offer at once, as a beaver does."""
    if isinstance(laws, MatchLaws) and not laws.beavers:
        return [Fault("beaver_in_match", "match.no-extras", {"value": offer.value * 2})]
    agreed = _ONE_BEAVER if isinstance(laws, MatchLaws) else laws
    return _find_refusal_faults(lambda: Wager(agreed, offer=offer).beaver(side))


def find_start_faults(laws: Laws, cube: int) -> list[Fault]:
    """Everything wrong with a game that begins with the cube at this value, in the centre."""
    if not is_cube_value(cube):
        return [make_value_fault(cube, 1)]
    if cube == 1:
        return []
    if isinstance(laws, MoneyLaws):
        return _find_refusal_faults(lambda: _double_automatically(Wager(laws), cube))
    if laws.automatic_doubles:
        return []
    return [Fault("automatic_in_match", "match.no-extras", {"cube": cube})]


def make_value_fault(declared: int, expected: int) -> Fault:
    """The fault of a cube recorded at another value than the doubles so far give."""
    return Fault("cube_value_wrong", "cube.values", {"declared": declared, "expected": expected})


def _find_faults_in_match(situation: CubeSituation, laws: MatchLaws, side: Side) -> list[Fault]:
    score, value = situation.score, situation.cube * 2
    faults = _find_refusal_faults(partial(_ANY_WAGER.check_limit, value))
    crawford_fault = find_crawford_double_fault(score.crawford, value)
    if crawford_fault:
        faults.append(crawford_fault)
    elif situation.owner is side.other:
        faults.append(Fault("cube_not_owned", "cube.owner", {"value": value}))
    elif score.length and laws.dead_cube != "allow" and is_dead(situation.cube, score.away(side)):
        facts: dict[str, object] = {"value": value, "away": score.away(side)}
        faults.append(Fault("dead_cube", "cube.dead", facts, _DEAD_CUBE[laws.dead_cube]))
    if laws.holland and is_too_early_by_holland(score.crawford, situation.rolls):
        faults.append(Fault("holland_double", "match.holland", {"rolls": situation.rolls}))
    return faults


def _double_automatically(wager: Wager, cube: int) -> Wager:
    while wager.cube.value < cube:
        wager = wager.double_automatically()
    return wager


def _find_refusal_faults(step: Callable[[], object]) -> list[Fault]:
    try:
        step()
    except Illegal as refusal:
        return [Fault(refusal.code, refusal.law, dict(refusal.facts))]
    return []
