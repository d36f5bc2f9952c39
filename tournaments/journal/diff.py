"""The least that brings the seated matches in line with the board: seat, reseat, replace, void, settle."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from tournaments.journal.facts import Result
from tournaments.journal.placed import Placed


@dataclass(frozen=True, slots=True)
class Sitting:
    """The match that is on for a pairing: who sits there and the result it stands at, if settled."""

    white: int
    black: int
    is_begun: bool
    result: Result | None


@dataclass(frozen=True, slots=True)
class Seat:
    """A new match is due."""

    pairing: str
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Reseat:
    """The match goes on under other names."""

    pairing: str
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Void:
    """The match counts no more."""

    pairing: str


@dataclass(frozen=True, slots=True)
class Settle:
    """The match must stand at this result."""

    pairing: str
    result: Result


@dataclass(frozen=True, slots=True)
class Reopen:
    """The match must stand at no result."""

    pairing: str


Act = Seat | Reseat | Void | Settle | Reopen


def acts(
    sittings: Mapping[str, Sitting], board: Mapping[str, Placed], replays: Set[str] = frozenset()
) -> tuple[Act, ...]:
    """What to do with the matches, upstream first. `replays` are pairings to be played again from nothing."""
    found: list[Act] = [Void(pairing) for pairing in sittings if pairing not in board]
    for placed in board.values():
        found.extend(_acts(placed, sittings.get(placed.id), replays))
    return tuple(found)


def _acts(placed: Placed, sitting: Sitting | None, replays: Set[str]) -> Iterator[Act]:
    white, black = placed.seats
    if not placed.is_seated or not white or not black:
        if sitting is not None:
            yield Void(placed.id)
        return
    moved = sitting is not None and (sitting.white, sitting.black) != (white, black)
    fresh = sitting is not None and moved and (placed.id in replays and sitting.is_begun)
    if fresh:
        yield Void(placed.id)
    if sitting is None or fresh:
        yield Seat(placed.id, white, black)
        sitting = None
    elif moved:
        yield Reseat(placed.id, white, black)
    yield from _result_acts(placed, sitting)


def _result_acts(placed: Placed, sitting: Sitting | None) -> Iterator[Act]:
    stands = sitting.result if sitting else None
    if placed.result is None:
        if stands is not None:
            yield Reopen(placed.id)
    elif stands is None or _told(stands) != _told(placed.result):
        yield Settle(placed.id, placed.result)


def _told(result: Result) -> tuple[str, int, int, str]:
    return (result.winner, result.white_score, result.black_score, result.ending)


def disturbed(sittings: Mapping[str, Sitting], board: Mapping[str, Placed]) -> tuple[str, ...]:
    """The pairings whose match has begun but would get other players, or none: somebody must decide.

    Where both sides hold a result, the journal has decided already: it stands there under other names.
    """
    return tuple(
        name for name, sitting in sittings.items() if sitting.is_begun and _moves(name, sitting, board)
    )


def _moves(name: str, sitting: Sitting, board: Mapping[str, Placed]) -> bool:
    placed = board.get(name)
    if placed is None or not placed.is_seated:
        return True
    if placed.result is not None and sitting.result is not None:
        return False
    return placed.seats != (sitting.white, sitting.black)
