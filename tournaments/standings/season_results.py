"""Results from which seasons are computed: matches, places of tournaments, credit of pairs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

PLAYED = "played"
# Endings without a played loss: the win may count, the loss earns nothing.
UNPLAYED = frozenset({"walkover", "forfeit"})


def folded_name(name: str) -> str:
    """Return the name of an event as season rules store it: lower case, without extra spaces."""
    return " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True)
class SeasonMatch:
    """A settled match with a winner; `ending` is that of the match ("played", "walkover", ...).

    `event` is the folded name of its event, "" for none. `loser_points` is None where it is not known.
    """

    winner: int
    loser: int
    length: int
    winner_points: int
    loser_points: int | None
    ending: str = PLAYED
    event: str = ""


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """The places `first` to `last` shared by a player in a flight of `field` entrants.

    `share` is the part of the points of the table that they earn: of a mini bracket its part of those of
    the event.
    """

    player: int
    flight: str
    first: int
    last: int
    field: int
    event: str = ""
    share: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class SeasonTournament:
    """A tournament of a season: players, settled matches, places, and month (0: unknown).

    The casual matches of a day are treated as one, with `is_club_tournament` false: attendance earns nothing.
    `event_names` are those of its events with a draw, `points` those of players in an imported season table,
    which count instead of the rules.
    """

    id: int
    players: frozenset[int]
    matches: tuple[SeasonMatch, ...] = ()
    placings: tuple[PlaceRange, ...] = ()
    month: int = 0
    event_names: tuple[str, ...] = ()
    is_club_tournament: bool = True
    points: tuple[tuple[int, Fraction], ...] = ()


class SettledRow(NamedTuple):
    """A settled match as it is stored; `white` and `black` are player keys.

    `event` is the name of its event without case and extra blanks; without `is_loser_score_known` the loser's
    score says nothing.
    """

    white: int
    black: int
    length: int
    white_score: int
    black_score: int
    winner: str
    ending: str
    event: str = ""
    is_loser_score_known: bool = True


Members = Mapping[int, tuple[int, ...]]


def credit_members(tournament: SeasonTournament, members: Members) -> SeasonTournament:
    """Return a tournament with pairs and teams replaced by their players.

    `members`: key of a pair or team -> keys of its players. Each of them gets the attendance, wins, losses
    and place of the pair. The opponent stays the opposing pair, so that the match breaks no tie of two
    players.
    """
    if not members:
        return tournament
    return replace(
        tournament,
        players=frozenset(
            person for player in tournament.players for person in members.get(player, (player,))
        ),
        matches=tuple(credited for match in tournament.matches for credited in _credit_match(match, members)),
        placings=tuple(
            replace(placing, player=person)
            for placing in tournament.placings
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


def make_season_match(match: SettledRow) -> SeasonMatch:
    """Convert a settled match to the value of a season."""
    white = (match.white, match.white_score)
    black = (match.black, match.black_score)
    won, lost = (white, black) if match.winner == "white" else (black, white)
    loser_points = lost[1] if match.is_loser_score_known else None
    return SeasonMatch(won[0], lost[0], match.length, won[1], loser_points, match.ending, match.event)
