"""Results a season is computed from: settled matches, places reached, members' credit, attendance."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

PLAYED = "played"
# Endings without a loser at the board: a win may count, a loss earns nothing and no points were played.
UNPLAYED = frozenset({"walkover", "forfeit"})


def folded_name(name: str) -> str:
    """Return the name of an event as rules store it: without case and extra blanks."""
    return " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True)
class SeasonMatch:
    """A settled match with a winner; `ending` is that of the match ("played", "walkover", ...).

    `event` is the folded name of its event, "" for none.
    """

    winner: int
    loser: int
    length: int
    winner_points: int
    loser_points: int
    ending: str = PLAYED
    event: str = ""


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """The places `first` to `last` shared by a player in a flight of `field` entrants."""

    player: int
    flight: str
    first: int
    last: int
    field: int
    event: str = ""


@dataclass(frozen=True, slots=True)
class SeasonTournament:
    """One evening of a season: players, settled matches, places, and month (0: any).

    A day of casual matches is not a club evening (`is_night`): attendance earns nothing.
    """

    id: int
    players: frozenset[int]
    matches: tuple[SeasonMatch, ...] = ()
    placings: tuple[PlaceRange, ...] = ()
    month: int = 0
    is_night: bool = True


Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SeasonPairing:
    """One pairing of a bracket as far as known: its players, and the places it plays for.

    `winner` is None while it is open, and also when neither advanced.
    """

    round: int
    players: tuple[int, ...]
    winner: int | None
    is_decided: bool
    winner_places: Span
    loser_places: Span


@dataclass(frozen=True, slots=True)
class _Exit:
    player: int
    round: int
    places: Span


def placings(flight: str, bouts: Sequence[SeasonPairing], field: int) -> tuple[PlaceRange, ...]:
    """Return the places reached so far in a flight of `field` entrants, best first; active players have none.

    During the flight these are the places the lost round plays for. Once its final is decided the places run
    from 1 without a gap, regardless of absences.
    """
    exits = [
        _Exit(player, bout.round, bout.loser_places)
        for bout in bouts
        if bout.is_decided
        for player in bout.players
        if player != bout.winner
    ]
    final = max(bouts, key=lambda bout: bout.round, default=None)
    if final is not None and final.is_decided:
        if final.winner is not None:
            exits.append(_Exit(final.winner, final.round + 1, final.winner_places))
        exits = _without_gaps(exits)
    ordered_exits = sorted(exits, key=lambda exit_: (exit_.places, exit_.player))
    return tuple(PlaceRange(exit_.player, flight, *exit_.places, field=field) for exit_ in ordered_exits)


def _without_gaps(exits: Sequence[_Exit]) -> list[_Exit]:
    """Return the same exits with places counted from 1 by the round they came in."""
    size = Counter(exit_.round for exit_ in exits)
    better = {level: sum(size[later] for later in size if later > level) for level in size}
    return [
        _Exit(exit_.player, exit_.round, (better[exit_.round] + 1, better[exit_.round] + size[exit_.round]))
        for exit_ in exits
    ]


Members = Mapping[int, tuple[int, ...]]


def credit_members(evening: SeasonTournament, members: Members) -> SeasonTournament:
    """Return the evening with pairs and teams replaced by their players.

    `members` are the players of each pair and team by key. Each player attended, has the wins and losses of
    the pair, and reached its place, all in full. The opponent of a doubles match remains the opposing pair,
    so that it decides no tie between two players.
    """
    if not members:
        return evening
    return replace(
        evening,
        players=frozenset(person for player in evening.players for person in members.get(player, (player,))),
        matches=tuple(credited for match in evening.matches for credited in _credit_match(match, members)),
        placings=tuple(
            replace(placing, player=person)
            for placing in evening.placings
            for person in members.get(placing.player, (placing.player,))
        ),
    )


def _credit_match(match: SeasonMatch, members: Members) -> Iterable[SeasonMatch]:
    """Yield the match once for each player of a pair or team; a singles match as it is."""
    if match.winner not in members and match.loser not in members:
        yield match
        return
    for person in members.get(match.winner, (match.winner,)):
        yield replace(match, winner=person)
    for person in members.get(match.loser, (match.loser,)):
        yield replace(match, loser=person)


@dataclass(frozen=True, slots=True)
class SeasonAttendance:
    """The evenings of one player in order; `run` is the current streak, `longest` the longest one."""

    player: int
    came: tuple[bool, ...]
    run: int
    longest: int

    @property
    def total(self) -> int:
        """The number of evenings attended."""
        return sum(self.came)


def attendance_rows(nights: Sequence[frozenset[int]]) -> list[SeasonAttendance]:
    """Return all players with at least one evening, by total, then by current streak, then by key."""
    people = sorted(frozenset().union(*nights))
    rows = [_presence(player, tuple(player in night for night in nights)) for player in people]
    return sorted(rows, key=lambda one: (-one.total, -one.run, one.player))


def _presence(player: int, came: tuple[bool, ...]) -> SeasonAttendance:
    runs = list(_runs(came))
    return SeasonAttendance(player, came, run=runs[-1], longest=max(runs))


def _runs(came: Iterable[bool]) -> Iterable[int]:
    """Return the streak after each evening."""
    run = 0
    for was_here in came:
        run = run + 1 if was_here else 0
        yield run
