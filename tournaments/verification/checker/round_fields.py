"""The players of a round to be paired: their order, scores, byes, floats and whom they cannot meet.

Follows the sections *Swiss*, *Rounds for lives* and *Swiss by score* of docs/formats.md and
docs/draw-methods.md.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from tournaments.verification.checker import scores_before
from tournaments.verification.checker.checked_state import CheckedState
from tournaments.verification.checker.stages import CheckedStage

NOBODY = 0
PAIRING_BYE, HALF_BYE = "pairing", "half"
WINNING_BYES = frozenset({PAIRING_BYE, "full"})
DOWN, UP, LEVEL = "down", "up", ""
Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class RoundPlayer:
    """A player before a round.

    `score` is in units of `RoundField.point`. `rank` is the number in the draw, from 1. `byes` counts rounds
    won without playing, `unplayed` rounds that were not played at the board. `floats` says for each past
    round whether the player met a lower score or scored without playing (`DOWN`), met a higher one (`UP`), or
    neither.
    """

    entry: int
    rank: int
    score: int
    byes: int
    unplayed: int
    floats: tuple[str, ...]
    tags: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class RoundField:
    """The players of a round from the top: by score, then in the order of the draw.

    `barred` are the pairs that have met or are forbidden. `point` is one point in units of the scores.
    """

    players: tuple[RoundPlayer, ...]
    barred: frozenset[Pair]
    point: int = 1

    @property
    def entries(self) -> list[int]:
        """The entries from the top."""
        return [player.entry for player in self.players]


@dataclass(slots=True)
class _History:
    """What is counted of a player over the past rounds."""

    byes: int = 0
    unplayed: int = 0
    floats: list[str] = field(default_factory=list)


def read_field(state: CheckedState, stage: CheckedStage, number: int, entries: Collection[int]) -> RoundField:
    """Return the field of round `number`, of these entries."""
    members = state.members(stage.key)
    histories = {entry: _History() for entry in members}
    barred = {frozenset(pair) for pair in stage.options.get("forbidden", ())}
    for past in range(1, number):
        scores = scores_before.find_pairing_scores(state, stage, past)
        barred |= _read_round(state, stage.key, past, histories, scores)
    scores = scores_before.find_pairing_scores(state, stage, number)
    point = lcm(*(score.denominator for score in scores.values()))
    players = [
        RoundPlayer(
            entry,
            rank,
            int(scores.get(entry, Fraction(0)) * point),
            histories[entry].byes,
            histories[entry].unplayed,
            tuple(histories[entry].floats),
            _list_separated_tags(state, stage, entry),
        )
        for rank, entry in enumerate(members, start=1)
        if entry in entries
    ]
    players.sort(key=lambda player: (-player.score, player.rank))
    return RoundField(tuple(players), frozenset(barred), point)


def _list_separated_tags(state: CheckedState, stage: CheckedStage, entry: int) -> frozenset[tuple[str, str]]:
    kinds = stage.options.get("apart", ())
    return frozenset(tag for tag in state.tags.get(entry, ()) if tag[0] in kinds)


def _read_round(
    state: CheckedState,
    flight: str,
    number: int,
    histories: Mapping[int, _History],
    scores: Mapping[int, Fraction],
) -> set[Pair]:
    """Add a past round to the histories. Return the pairs that met; a walk-over is not a meeting."""
    met_pairs: set[Pair] = set()
    floats: dict[int, str] = {}
    for node in state.seating.flight(flight):
        outcome = state.seating.outcome(node.name)
        if node.round == number and outcome.is_contested and outcome.white and outcome.black:
            met_pairs.add(frozenset((outcome.white, outcome.black)))
            floats |= _list_floats(outcome.white, outcome.black, scores)
    winners = _list_winners_without_play(state, flight, number)
    floats |= dict.fromkeys([*winners, *_list_byes(state, flight, number, {HALF_BYE})], DOWN)
    played = {entry for pair in met_pairs for entry in pair}
    for entry, history in histories.items():
        history.byes += entry in winners
        history.unplayed += entry not in played
        history.floats.append(floats.get(entry, LEVEL))
    return met_pairs


def _list_winners_without_play(state: CheckedState, flight: str, number: int) -> list[int]:
    """Return who had a bye or won without playing: "a win without playing counts as one".

    "Who scores without playing" counts as having gone down, half a point for a requested bye too.
    """
    outcomes = [
        state.seating.outcome(node.name) for node in state.seating.flight(flight) if node.round == number
    ]
    walked_over = [one.winner for one in outcomes if one.winner and not one.is_contested]
    return walked_over + _list_byes(state, flight, number, WINNING_BYES)


def _list_byes(state: CheckedState, flight: str, number: int, kinds: Collection[str]) -> list[int]:
    paired = state.rounds.get(flight, {}).get(number, {})
    return [int(bye["entry"]) for bye in paired.get("byes", ()) if bye["kind"] in kinds]


def _list_floats(one: int, other: int, scores: Mapping[int, Fraction]) -> dict[int, str]:
    gap = scores.get(one, Fraction(0)) - scores.get(other, Fraction(0))
    if not gap:
        return {}
    return {one: DOWN if gap > 0 else UP, other: UP if gap > 0 else DOWN}
