"""The least that brings the seated matches in line with the board: seat, reseat, replace, void, settle."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from tournaments.journal.facts import Result
from tournaments.journal.formations import board_of
from tournaments.journal.placed import Placed


@dataclass(frozen=True, slots=True)
class Sitting:
    """The match that is on for a pairing: who sits there, the result it stands at, if settled, its length."""

    white: int
    black: int
    is_begun: bool
    result: Result | None
    length: int = 0


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


@dataclass(frozen=True, slots=True)
class Wishes:
    """What matters beside the board: `replays` are pairings to be played again from nothing, `lengths` the
    points a pairing goes to, `renamed` the entries that are played by somebody else now, `reseated` boards of
    teams with other people."""

    replays: Set[str] = frozenset()
    lengths: Mapping[str, int] = field(default_factory=dict)
    renamed: Set[int] = frozenset()
    reseated: Set[str] = frozenset()


def acts(
    sittings: Mapping[str, Sitting], board: Mapping[str, Placed], wishes: Wishes | None = None
) -> tuple[Act, ...]:
    """What to do with the matches, upstream first."""
    found: list[Act] = [Void(pairing) for pairing in sittings if pairing not in board]
    for placed in board.values():
        found.extend(_acts(placed, sittings.get(placed.id), wishes or Wishes()))
    return tuple(found)


def _acts(placed: Placed, sitting: Sitting | None, wishes: Wishes) -> Iterator[Act]:
    white, black = placed.seats
    if not placed.is_seated or not white or not black:
        if sitting is not None:
            yield Void(placed.id)
        return
    if sitting is not None and _is_to_be_new(placed, sitting, wishes):
        yield Void(placed.id)
        sitting = None
    if sitting is None:
        yield Seat(placed.id, white, black)
    elif (sitting.white, sitting.black) != placed.seats or _has_others(placed, wishes):
        yield Reseat(placed.id, white, black)
    yield from _result_acts(placed, sitting)


def _has_others(placed: Placed, wishes: Wishes) -> bool:
    return placed.id in wishes.reseated or bool(wishes.renamed & set(placed.seats))


def _is_to_be_new(placed: Placed, sitting: Sitting, wishes: Wishes) -> bool:
    if sitting.is_begun:
        return (sitting.white, sitting.black) != placed.seats and placed.id in wishes.replays
    return sitting.length != wishes.lengths.get(placed.id, sitting.length)


def followed(
    sittings: Mapping[str, Sitting], board: Mapping[str, Placed], stage_of: Mapping[str, str]
) -> dict[str, str]:
    """Matches whose two people meet elsewhere in their stage now: pairing -> the pairing they meet in.

    So a match goes with its people when a draw gets new lines, and who is called stays at his table.
    `stage_of` gives the stage of each pairing.
    """
    leaving = {
        (stage_of.get(name, ""), board_of(name), sitting.white, sitting.black): name
        for name, sitting in sittings.items()
        if name not in board or board[name].seats != (sitting.white, sitting.black)
    }
    found: dict[str, str] = {}
    for placed in board.values():
        here = sittings.get(placed.id)
        came = leaving.get(
            (stage_of.get(placed.id, ""), board_of(placed.id), placed.white or 0, placed.black or 0)
        )
        if came and placed.is_seated and (here is None or (here.white, here.black) != placed.seats):
            found[came] = placed.id
    return found


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
