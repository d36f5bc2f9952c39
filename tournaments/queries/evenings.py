"""A club's evenings as values: the only road from the database to season standings."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from matches.models import Match
from matches.queries.people import face
from matches.states import Ending, Status
from tournaments.journal.placed import UNDECIDED
from tournaments.models import Entry, EntryStatus, EventStatus, LeagueSeason, Pairing, Season, Tournament
from tournaments.standings.facts import Evening, Placing, Settled
from tournaments.standings.knockout import Bout, placings

BEGUN = (EventStatus.PUBLISHED, EventStatus.FINISHED)
STAYED_AWAY = frozenset({Ending.WALKOVER.value, Ending.DOUBLE_WALKOVER.value})


class _Seat(NamedTuple):
    """The columns of a pairing that places are counted from."""

    tournament: int
    event: int
    flight: str
    round: int
    white: int | None
    black: int | None
    winner: int | None
    decided: str
    winner_from: int
    winner_to: int
    loser_from: int
    loser_to: int


class _Settled(NamedTuple):
    """The columns of a settled match that standings look at."""

    tournament: int
    white: int
    black: int
    length: int
    white_score: int
    black_score: int
    winner: str
    ending: str


SETTLED_COLUMNS = (
    "pairing__event__tournament",
    face("white"),
    face("black"),
    "length",
    "white_score",
    "black_score",
    "winner",
    "ending",
)
SEAT_COLUMNS = (
    "event__tournament",
    "event",
    "flight",
    "round",
    face("white_entry__player"),
    face("black_entry__player"),
    face("winner_entry__player"),
    "decided",
    "winner_from",
    "winner_to",
    "loser_from",
    "loser_to",
)


def tournaments_of(season: Season) -> QuerySet[Tournament]:
    """The evenings of a season in order: every tournament of the club between its two days.

    A league runs for weeks and has a table of its own, so it is none of them.
    """
    days = {"starts_at__date__gte": season.starts_on, "starts_at__date__lte": season.ends_on}
    held = Tournament.objects.filter(club=season.club_id, **days).order_by("starts_at", "id")
    return held.exclude(pk__in=LeagueSeason.objects.values("event__tournament"))


def evenings(tournaments: Iterable[Tournament]) -> list[Evening]:
    """Each tournament as the standings see it; three queries however many there are.

    An evening none of whose events was published yet has nobody and nothing in it.
    """
    ids = [tournament.pk for tournament in tournaments]
    entered, settled, seats = _entered(ids), _settled(ids), _seats(ids)
    return [
        Evening(
            id=pk,
            players=frozenset(_present(entered[pk], settled[pk])),
            matches=tuple(_fact(match) for match in settled[pk] if match.winner),
            placings=tuple(_placings(seats[pk])),
        )
        for pk in ids
    ]


def _entered(tournaments: Sequence[int]) -> Mapping[int, set[int]]:
    rows = Entry.objects.filter(
        event__tournament__in=tournaments, event__status__in=BEGUN, status=EntryStatus.ENTERED
    )
    found: defaultdict[int, set[int]] = defaultdict(set)
    for tournament, player in rows.values_list("event__tournament", face("player")):
        found[tournament].add(player)
    return found


def _settled(tournaments: Sequence[int]) -> Mapping[int, list[_Settled]]:
    rows = Match.objects.filter(
        pairing__event__tournament__in=tournaments,
        pairing__event__status__in=BEGUN,
        status=Status.SETTLED.value,
    )
    found: defaultdict[int, list[_Settled]] = defaultdict(list)
    for row in rows.order_by("settled_at", "id").values_list(*SETTLED_COLUMNS):
        match = _Settled(*row)
        found[match.tournament].append(match)
    return found


def _seats(tournaments: Sequence[int]) -> Mapping[int, list[_Seat]]:
    rows = Pairing.objects.filter(event__tournament__in=tournaments, event__status__in=BEGUN)
    found: defaultdict[int, list[_Seat]] = defaultdict(list)
    for row in rows.order_by("event", "round", "position").values_list(*SEAT_COLUMNS):
        seat = _Seat(*row)
        found[seat.tournament].append(seat)
    return found


def _present(entered: Iterable[int], settled: Iterable[_Settled]) -> set[int]:
    """Who came: the entered who neither withdrew nor stayed away, and whoever sat down or was waited for."""
    here: set[int] = set()
    away: set[int] = set()
    for match in settled:
        sides = {"white": match.white, "black": match.black}
        if match.ending not in STAYED_AWAY:
            here.update(sides.values())
            continue
        here.update(player for side, player in sides.items() if side == match.winner)
        away.update(player for side, player in sides.items() if side != match.winner)
    return (set(entered) - away) | here


def _fact(match: _Settled) -> Settled:
    white = (match.white, match.white_score)
    black = (match.black, match.black_score)
    won, lost = (white, black) if match.winner == "white" else (black, white)
    return Settled(won[0], lost[0], match.length, won[1], lost[1], match.ending)


def _placings(seats: Iterable[_Seat]) -> Iterable[Placing]:
    flights: defaultdict[tuple[int, str], list[_Seat]] = defaultdict(list)
    for seat in seats:
        flights[seat.event, seat.flight].append(seat)
    for (_, flight), rows in flights.items():
        bouts = [_bout(row) for row in rows]
        yield from placings(flight, bouts, len({player for bout in bouts for player in bout.players}))


def _bout(seat: _Seat) -> Bout:
    return Bout(
        round=seat.round,
        players=tuple(player for player in (seat.white, seat.black) if player is not None),
        winner=seat.winner,
        is_decided=seat.decided != UNDECIDED,
        winner_places=(seat.winner_from, seat.winner_to),
        loser_places=(seat.loser_from, seat.loser_to),
    )
