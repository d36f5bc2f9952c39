"""Cards from past rounds: ranks, scores, opponents and floats.

Unplayed rounds follow the FIDE rules: a win by absence scores, but is not a meeting, and excludes from the
bye. An unplayed score above a loss counts as a downfloat.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.pairing import DOWN, FULL, HALF, HALF_BYE, LEVEL, PAIRING, UP, WIN, ZERO, PairingCard

HUNDRED = 100
WORTH = {PAIRING: WIN, FULL: WIN, HALF_BYE: HALF, ZERO: 0}


@dataclass(frozen=True, slots=True)
class PastBoard:
    """A past board: the two entries, the winner (0: none, or not yet), and whether it was played.

    `both_lost` when both were absent; `was_drawn` when a team meeting ended level; `margin` is the winning
    margin in points.
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

    `scores` is what the round gave to each entry where the event has its own scoring, in its unit.
    """

    boards: tuple[PastBoard, ...] = ()
    byes: tuple[tuple[int, str], ...] = ()
    virtual: int = 0
    scores: Mapping[int, int] | None = None


@dataclass(frozen=True, slots=True)
class RoundContext:
    """The context of the next round: absences, requested byes, withdrawals; tags, lives at the start.

    `tags` are counted only where their kind ("club" of "club:Bari") is in `apart`. With `by_margin` a win
    counts 100 plus the difference in points, and a loss subtracts the difference (Stavrou).
    """

    away: frozenset[int] = frozenset()
    asking: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    tags: Mapping[int, frozenset[str]] = field(default_factory=dict)
    apart: tuple[str, ...] = ()
    lives: int = 0
    by_margin: bool = False


@dataclass(slots=True)
class _Tally:
    score: int = 0
    count: int = 0
    losses: int = 0
    unplayed: int = 0
    opponents: list[int] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    floats: list[str] = field(default_factory=list)


def cards(
    order: Sequence[int], rounds: Sequence[PastRound], round_context: RoundContext | None = None
) -> tuple[PairingCard, ...]:
    """Return the card of every entry of `order` (ranks from 1) after those rounds.

    An entry that is not named in a round did not play it and scored nothing.
    """
    tallies = {entry: _Tally() for entry in order}
    for number, past in enumerate(rounds, 1):
        _count(tallies, past, number, _standing(tallies, order, past))
    context = round_context or RoundContext()
    return tuple(_card(entry, rank, tallies[entry], context) for rank, entry in enumerate(order, 1))


def _standing(tallies: Mapping[int, _Tally], order: Sequence[int], past: PastRound) -> dict[int, int]:
    """Return the points by which the entries were paired in a round."""
    upper = _upper(order) if past.virtual else frozenset()
    return {entry: tally.score + past.virtual * (entry in upper) for entry, tally in tallies.items()}


def _upper(order: Sequence[int]) -> frozenset[int]:
    return frozenset(upper_half([PairingCard(entry, rank) for rank, entry in enumerate(order, 1)]))


def _count(tallies: dict[int, _Tally], past: PastRound, number: int, points: Mapping[int, int]) -> None:
    before = {entry: tally.score for entry, tally in tallies.items()}
    for board in past.boards:
        for player, other in ((board.white, board.black), (board.black, board.white)):
            if player in tallies:
                _count_board(tallies[player], board, (player, other), points, number)
    for entry, kind in past.byes:
        if entry in tallies:
            _count_unplayed(tallies[entry], WORTH[kind], number)
            tallies[entry].losses += kind == ZERO
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
    tally.count += WIN * (HUNDRED + board.margin if has_won else -board.margin)
    tally.opponents.append(other)
    gap = points[player] - points.get(other, 0)
    tally.floats.append(DOWN if gap > 0 else UP if gap < 0 else LEVEL)


def _count_unplayed(tally: _Tally, worth: int, number: int) -> None:
    tally.score += worth
    tally.count += HUNDRED * worth
    tally.unplayed += 1
    tally.floats.append(DOWN if worth else LEVEL)
    if worth >= WIN:
        tally.byes.append(number)


def _card(entry: int, rank: int, tally: _Tally, context: RoundContext) -> PairingCard:
    return PairingCard(
        entry=entry,
        rank=rank,
        score=tally.count if context.by_margin else tally.score,
        opponents=tuple(tally.opponents),
        byes=tuple(tally.byes),
        unplayed=tally.unplayed,
        floats=tuple(tally.floats),
        lives=max(context.lives - tally.losses, 0),
        tags=frozenset(_counted(context.tags.get(entry, ()), context.apart)),
        is_here=entry not in context.away and entry not in context.gone,
        is_gone=entry in context.gone,
        requested_bye=entry in context.asking,
    )


def _counted(tags: Iterable[str], apart: Sequence[str]) -> Iterable[str]:
    return (tag for tag in tags if tag.partition(":")[0] in apart)


def upper_half(cards: Sequence[PairingCard]) -> tuple[int, ...]:
    """Return the entries of the accelerated group: the first 2 * ceil(n / 4) by rank."""
    ordered = sorted(cards, key=lambda card: card.rank)
    return tuple(card.entry for card in ordered[: 2 * -(-len(ordered) // 4)])
