"""Pairing cards of entries, computed from past rounds: ranks, scores, opponents, floats, lives.

Unplayed rounds follow the FIDE rules: a win by absence scores, but is no meeting, and counts as a bye. An
unplayed round with points counts as a downfloat.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.pairing import (
    DOWN,
    FULL_BYE,
    HALF,
    HALF_BYE,
    LEVEL,
    NO_ENTRY,
    PAIRING_BYE,
    UP,
    WIN,
    ZERO_BYE,
    PairingCard,
)
from tournaments.formats.swiss.acceleration import accelerated_count

# Points of a win in the running score (Stavrou).
WIN_BY_MARGIN = 100
BYE_POINTS = {PAIRING_BYE: WIN, FULL_BYE: WIN, HALF_BYE: HALF, ZERO_BYE: 0}


@dataclass(frozen=True, slots=True)
class PastBoard:
    """A past board: the two entries, the winner (0: none, or not yet), and whether it was played.

    `both_lost`: both were absent. `was_drawn`: a team meeting ended level. `margin`: the winning margin in
    points.
    """

    white: int
    black: int
    winner: int = 0
    was_played: bool = True
    both_lost: bool = False
    was_drawn: bool = False
    margin: int = 0


@dataclass(frozen=True, slots=True)
class PastRound:
    """A past round: its boards, byes as (entry, kind), and the virtual points of an acceleration.

    `scores` are the scores of the round by entry, if the event has its own scoring.
    """

    boards: tuple[PastBoard, ...] = ()
    byes: tuple[tuple[int, str], ...] = ()
    virtual: int = 0
    scores: Mapping[int, int] | None = None


@dataclass(frozen=True, slots=True)
class RoundContext:
    """The context of the next round.

    `away`: absent entries. `asking`: those that request a bye. `withdrawn`: those that have left. `tags`:
    tags of each entry, of which those of a kind in `apart` are separated. `lives`: lives at the start.
    `by_margin`: scores are running scores: 100 plus the difference in points for a win, minus the difference
    for a loss (Stavrou).
    """

    away: frozenset[int] = frozenset()
    asking: frozenset[int] = frozenset()
    withdrawn: frozenset[int] = frozenset()
    tags: Mapping[int, frozenset[str]] = field(default_factory=dict)
    apart: tuple[str, ...] = ()
    lives: int = 0
    by_margin: bool = False


@dataclass(slots=True)
class _Tally:
    """What is counted of an entry; `running_score` is by margins, see `RoundContext.by_margin`."""

    score: int = 0
    running_score: int = 0
    losses: int = 0
    unplayed: int = 0
    last_opponent: int = NO_ENTRY
    opponents: list[int] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    floats: list[str] = field(default_factory=list)


def make_pairing_cards(
    order: Sequence[int], rounds: Sequence[PastRound], round_context: RoundContext | None = None
) -> tuple[PairingCard, ...]:
    """Return the card of every entry of `order` (ranks from 1) after those rounds.

    An entry with neither a board nor a bye in a round scored nothing there.
    """
    tallies = {entry: _Tally() for entry in order}
    for number, past in enumerate(rounds, 1):
        _count_round(tallies, past, number, _pairing_points(tallies, order, past))
    context = round_context or RoundContext()
    return tuple(_card(entry, rank, tallies[entry], context) for rank, entry in enumerate(order, 1))


def _pairing_points(tallies: Mapping[int, _Tally], order: Sequence[int], past: PastRound) -> dict[int, int]:
    """Return the points by which entries were paired in a round, with virtual points."""
    accelerated = set(order[: accelerated_count(len(order))]) if past.virtual else set()
    return {entry: tally.score + past.virtual * (entry in accelerated) for entry, tally in tallies.items()}


def _count_round(tallies: dict[int, _Tally], past: PastRound, number: int, points: Mapping[int, int]) -> None:
    before = {entry: tally.score for entry, tally in tallies.items()}
    for board in past.boards:
        for player, other in ((board.white, board.black), (board.black, board.white)):
            if player in tallies:
                _count_board(tallies[player], board, (player, other), points, number)
    for entry, kind in past.byes:
        if entry in tallies:
            _count_unplayed(tallies[entry], BYE_POINTS[kind], number)
            tallies[entry].losses += kind == ZERO_BYE
    for entry, tally in tallies.items():
        if len(tally.floats) < number:
            _count_unplayed(tally, 0, number)
        if past.scores is not None:
            tally.score = before[entry] + past.scores.get(entry, 0)


def _count_board(
    tally: _Tally, board: PastBoard, seats: tuple[int, int], points: Mapping[int, int], number: int
) -> None:
    player, other = seats
    tally.losses += board.both_lost or board.winner == other
    if not board.was_played:
        _count_unplayed(tally, WIN if board.winner == player else 0, number)
        return
    has_won = board.winner == player
    tally.score += WIN if has_won else HALF if board.was_drawn else 0
    tally.running_score += WIN * (WIN_BY_MARGIN + board.margin if has_won else -board.margin)
    tally.opponents.append(other)
    tally.last_opponent = other
    gap = points[player] - points.get(other, 0)
    tally.floats.append(DOWN if gap > 0 else UP if gap < 0 else LEVEL)


def _count_unplayed(tally: _Tally, points: int, number: int) -> None:
    tally.score += points
    tally.running_score += WIN_BY_MARGIN * points
    tally.unplayed += 1
    tally.last_opponent = NO_ENTRY
    tally.floats.append(DOWN if points else LEVEL)
    if points >= WIN:
        tally.byes.append(number)


def _card(entry: int, rank: int, tally: _Tally, context: RoundContext) -> PairingCard:
    return PairingCard(
        entry=entry,
        rank=rank,
        score=tally.running_score if context.by_margin else tally.score,
        opponents=tuple(tally.opponents),
        last_opponent=tally.last_opponent,
        byes=tuple(tally.byes),
        unplayed=tally.unplayed,
        floats=tuple(tally.floats),
        lives=max(context.lives - tally.losses, 0),
        tags=frozenset(_separating_tags(context.tags.get(entry, ()), context.apart)),
        is_here=entry not in context.away and entry not in context.withdrawn,
        is_gone=entry in context.withdrawn,
        has_requested_bye=entry in context.asking,
    )


def _separating_tags(tags: Iterable[str], apart: Sequence[str]) -> Iterable[str]:
    return (tag for tag in tags if tag.partition(":")[0] in apart)
