"""The smallest set of actions that synchronises matches with the board."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace

from tournaments.journal.correction import have_same_players, with_white_entry
from tournaments.journal.facts import PairingResult
from tournaments.journal.formations import board_of
from tournaments.journal.state import Placement


@dataclass(frozen=True, slots=True)
class CurrentMatch:
    """The current match of a pairing: its players, its result if settled, its length."""

    white: int
    black: int
    is_begun: bool
    result: PairingResult | None
    length: int = 0

    @property
    def seats(self) -> tuple[int, int]:
        """Both entries, white first."""
        return (self.white, self.black)

    @property
    def turned(self) -> "CurrentMatch":
        """Return the same with colours exchanged."""
        result = with_white_entry(self.result, self.black) if self.result else None
        return replace(self, white=self.black, black=self.white, result=result)


@dataclass(frozen=True, slots=True)
class CreateMatch:
    """Create a new match."""

    pairing: str
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Reseat:
    """Continue the match with other players."""

    pairing: str
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class ExchangeColours:
    """Continue the match of the same players with colours exchanged."""

    pairing: str


@dataclass(frozen=True, slots=True)
class Void:
    """Void the match."""

    pairing: str


@dataclass(frozen=True, slots=True)
class Settle:
    """Settle the match with this result."""

    pairing: str
    result: PairingResult


@dataclass(frozen=True, slots=True)
class Reopen:
    """Reopen the match."""

    pairing: str


MatchAction = CreateMatch | Reseat | ExchangeColours | Void | Settle | Reopen


@dataclass(frozen=True, slots=True)
class DiffOptions:
    """Changes beside those of the board.

    `replays` are pairings to be replayed from the start, `lengths` the match lengths, `renamed` entries with
    a substitute, `reseated` team boards with other players, `revived` those whose earlier match can return.
    """

    replays: Set[str] = frozenset()
    lengths: Mapping[str, int] = field(default_factory=dict)
    renamed: Set[int] = frozenset()
    reseated: Set[str] = frozenset()
    revived: Set[str] = frozenset()


def match_actions(
    sittings: Mapping[str, CurrentMatch], board: Mapping[str, Placement], options: DiffOptions | None = None
) -> tuple[MatchAction, ...]:
    """Return the actions on the matches, earlier rounds first."""
    actions: list[MatchAction] = [Void(pairing) for pairing in sittings if pairing not in board]
    for placed in board.values():
        actions.extend(_pairing_actions(placed, sittings.get(placed.id), options or DiffOptions()))
    return tuple(actions)


def _pairing_actions(
    placed: Placement, sitting: CurrentMatch | None, options: DiffOptions
) -> Iterator[MatchAction]:
    white, black = placed.seats
    if not placed.is_seated or not white or not black:
        if sitting is not None:
            yield Void(placed.id)
        return
    if sitting is not None and _needs_new_match(placed, sitting, options):
        yield Void(placed.id)
        sitting = None
    if sitting is not None and sitting.is_begun and placed.seats == sitting.seats[::-1]:
        yield ExchangeColours(placed.id)
        sitting = sitting.turned
    if sitting is None:
        yield CreateMatch(placed.id, white, black)
    elif sitting.seats != placed.seats or _has_other_players(placed, options):
        yield Reseat(placed.id, white, black)
    yield from _result_acts(placed, sitting)


def _has_other_players(placed: Placement, options: DiffOptions) -> bool:
    return placed.id in options.reseated or bool(options.renamed & set(placed.seats))


def _needs_new_match(placed: Placement, sitting: CurrentMatch, options: DiffOptions) -> bool:
    if sitting.is_begun:
        is_other = not have_same_players(placed.seats, sitting.seats)
        return is_other and placed.id in options.replays
    return placed.id in options.revived or sitting.length != options.lengths.get(placed.id, sitting.length)


def relocated_matches(
    sittings: Mapping[str, CurrentMatch], board: Mapping[str, Placement], stage_of: Mapping[str, str]
) -> dict[str, str]:
    """Return the matches whose players meet elsewhere in their stage now: old pairing -> new pairing.

    So a match follows its players when a draw gets new lines, and a called match remains at its table.
    `stage_of` gives the stage of each pairing.
    """
    leaving = {
        (stage_of.get(name, ""), board_of(name), sitting.seats): name
        for name, sitting in sittings.items()
        if name not in board or not have_same_players(board[name].seats, sitting.seats)
    }
    free = [placed for placed in board.values() if placed.is_seated and _is_free(placed, sittings)]
    new_pairings: dict[str, str] = {}
    # Two who meet twice have opposite colours then, so equal colours are matched first.
    for is_turned in (False, True):
        for placed in free:
            white, black = placed.white or 0, placed.black or 0
            seats = (black, white) if is_turned else (white, black)
            key = (stage_of.get(placed.id, ""), board_of(placed.id), seats)
            if key in leaving and placed.id not in new_pairings.values():
                new_pairings[leaving.pop(key)] = placed.id
    return new_pairings


def _is_free(placed: Placement, sittings: Mapping[str, CurrentMatch]) -> bool:
    sitting = sittings.get(placed.id)
    return sitting is None or not have_same_players(placed.seats, sitting.seats)


def _result_acts(placed: Placement, sitting: CurrentMatch | None) -> Iterator[MatchAction]:
    current_result = sitting.result if sitting else None
    if placed.result is None:
        if current_result is not None:
            yield Reopen(placed.id)
    elif current_result is None or _result_key(current_result) != _result_key(placed.result):
        yield Settle(placed.id, placed.result)


def _result_key(result: PairingResult) -> tuple[str, int, int, str]:
    return (result.winner, result.white_score, result.black_score, result.ending)


def disturbed_pairings(
    sittings: Mapping[str, CurrentMatch], board: Mapping[str, Placement]
) -> tuple[str, ...]:
    """Return pairings whose begun match would change or lose players: the director has to decide.

    Where both sides have a result, the journal has already decided on it.
    """
    return tuple(
        name
        for name, sitting in sittings.items()
        if sitting.is_begun and _loses_players(name, sitting, board)
    )


def _loses_players(name: str, sitting: CurrentMatch, board: Mapping[str, Placement]) -> bool:
    placed = board.get(name)
    if placed is None or not placed.is_seated:
        return True
    if placed.result is not None and sitting.result is not None:
        return False
    return not have_same_players(placed.seats, sitting.seats)
