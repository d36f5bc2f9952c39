"""The actions that bring the stored matches of an event in line with its placements."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace

from tournaments.journal.correction import have_same_players, with_white_entry
from tournaments.journal.facts import PairingResult
from tournaments.journal.state import Placement
from tournaments.journal.team_facts import board_of


@dataclass(frozen=True, slots=True)
class CurrentMatch:
    """The stored match of a pairing: its entries, its result if settled, its length."""

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
    def with_sides_swapped(self) -> "CurrentMatch":
        """The match with colours exchanged."""
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
    """Changes that placements do not show.

    `replays`: pairings whose match is played again. `lengths`: match length by pairing. `renamed`: entries
    with another player. `reseated`: team boards with other players. `revived`: pairings whose voided match
    can be used again.
    """

    replays: Set[str] = frozenset()
    lengths: Mapping[str, int] = field(default_factory=dict)
    renamed: Set[int] = frozenset()
    reseated: Set[str] = frozenset()
    revived: Set[str] = frozenset()


def match_actions(
    current_matches: Mapping[str, CurrentMatch],
    board: Mapping[str, Placement],
    options: DiffOptions | None = None,
) -> tuple[MatchAction, ...]:
    """Return the actions on the matches, earlier rounds first."""
    actions: list[MatchAction] = [Void(pairing) for pairing in current_matches if pairing not in board]
    for placed in board.values():
        actions.extend(_pairing_actions(placed, current_matches.get(placed.id), options or DiffOptions()))
    return tuple(actions)


def _pairing_actions(
    placed: Placement, match: CurrentMatch | None, options: DiffOptions
) -> Iterator[MatchAction]:
    white, black = placed.seats
    if not placed.is_seated or not white or not black:
        if match is not None:
            yield Void(placed.id)
        return
    if match is not None and _needs_new_match(placed, match, options):
        yield Void(placed.id)
        match = None
    if match is not None and match.is_begun and placed.seats == match.seats[::-1]:
        yield ExchangeColours(placed.id)
        match = match.with_sides_swapped
    if match is None:
        yield CreateMatch(placed.id, white, black)
    elif match.seats != placed.seats or _has_other_players(placed, options):
        yield Reseat(placed.id, white, black)
    yield from _result_actions(placed, match)


def _has_other_players(placed: Placement, options: DiffOptions) -> bool:
    return placed.id in options.reseated or bool(options.renamed & set(placed.seats))


def _needs_new_match(placed: Placement, match: CurrentMatch, options: DiffOptions) -> bool:
    if match.is_begun:
        is_other = not have_same_players(placed.seats, match.seats)
        return is_other and placed.id in options.replays
    return placed.id in options.revived or match.length != options.lengths.get(placed.id, match.length)


def relocated_matches(
    current_matches: Mapping[str, CurrentMatch], board: Mapping[str, Placement], stage_of: Mapping[str, str]
) -> dict[str, str]:
    """Return the matches whose entries meet at another pairing of the stage now: old pairing -> new pairing.

    Such a match moves with its players when the lines of a draw change, so that it stays at its table.
    `stage_of`: pairing -> stage.
    """
    leaving = {
        (stage_of.get(name, ""), board_of(name), match.seats): name
        for name, match in current_matches.items()
        if name not in board or not have_same_players(board[name].seats, match.seats)
    }
    free = [placed for placed in board.values() if placed.is_seated and _is_free(placed, current_matches)]
    new_pairings: dict[str, str] = {}
    # Two who meet twice have exchanged colours the second time, so equal colours are matched first.
    for is_turned in (False, True):
        for placed in free:
            white, black = placed.white or 0, placed.black or 0
            seats = (black, white) if is_turned else (white, black)
            key = (stage_of.get(placed.id, ""), board_of(placed.id), seats)
            if key in leaving and placed.id not in new_pairings.values():
                new_pairings[leaving.pop(key)] = placed.id
    return new_pairings


def _is_free(placed: Placement, current_matches: Mapping[str, CurrentMatch]) -> bool:
    match = current_matches.get(placed.id)
    return match is None or not have_same_players(placed.seats, match.seats)


def _result_actions(placed: Placement, match: CurrentMatch | None) -> Iterator[MatchAction]:
    current_result = match.result if match else None
    if placed.result is None:
        if current_result is not None:
            yield Reopen(placed.id)
    elif current_result is None or _result_key(current_result) != _result_key(placed.result):
        yield Settle(placed.id, placed.result)


def _result_key(result: PairingResult) -> tuple[str, int, int, str]:
    return (result.winner, result.white_score, result.black_score, result.ending)


def disturbed_pairings(
    current_matches: Mapping[str, CurrentMatch], board: Mapping[str, Placement]
) -> tuple[str, ...]:
    """Return the pairings whose begun match would get other players: the director has to decide on them.

    If both the match and the placement have a result, a row of the journal has already decided.
    """
    return tuple(
        name
        for name, match in current_matches.items()
        if match.is_begun and _loses_players(name, match, board)
    )


def _loses_players(name: str, match: CurrentMatch, board: Mapping[str, Placement]) -> bool:
    placed = board.get(name)
    if placed is None or not placed.is_seated:
        return True
    if placed.result is not None and match.result is not None:
        return False
    return not have_same_players(placed.seats, match.seats)
