"""Evenings of a club as values, the input of season standings."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from matches.models import Match
from matches.queries.people import canonical_key
from matches.states import Ending, Status
from tournaments.formats.field import MAIN
from tournaments.journal.placement import UNDECIDED
from tournaments.models import Entry, EntryStatus, EventStatus, Pairing, Tournament
from tournaments.standings.facts import Evening, Placing, Settled, folded_name
from tournaments.standings.knockout import BracketMatch, placings

BEGUN = (EventStatus.PUBLISHED, EventStatus.FINISHED)
Span = tuple[int, int, int]
STAYED_AWAY = frozenset({Ending.WALKOVER.value, Ending.DOUBLE_WALKOVER.value})


class _SeatRow(NamedTuple):
    """The columns of a pairing that places are counted from."""

    tournament: int
    event: int
    name: str
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


class SettledRow(NamedTuple):
    """The columns of a settled match that standings look at; `event` is its event by its folded name."""

    white: int
    black: int
    length: int
    white_score: int
    black_score: int
    winner: str
    ending: str
    event: str = ""


SETTLED_COLUMNS = (
    "pairing__event__tournament",
    "pairing__event__name",
    canonical_key("white"),
    canonical_key("black"),
    "length",
    "white_score",
    "black_score",
    "winner",
    "ending",
)
SEAT_COLUMNS = (
    "event__tournament",
    "event",
    "event__name",
    "flight",
    "round",
    canonical_key("white_entry__player"),
    canonical_key("black_entry__player"),
    canonical_key("winner_entry__player"),
    "decided",
    "winner_from",
    "winner_to",
    "loser_from",
    "loser_to",
)


def tournaments_between(club: int, first: date, last: date) -> QuerySet[Tournament]:
    """The evenings of a club in order: its tournaments that begin on these days.

    A league runs for weeks and has a table of its own, so it is none of them.
    """
    days = {"starts_at__date__gte": first, "starts_at__date__lte": last}
    tournaments = Tournament.objects.filter(club=club, **days).order_by("starts_at", "id")
    return tournaments.exclude(events__is_league=True)


def get_evenings(tournaments: Iterable[Tournament]) -> list[Evening]:
    """Each tournament as the standings see it; four queries however many there are.

    An evening none of whose events was published yet has nobody and nothing in it.
    """
    tournament_list = list(tournaments)
    ids = [tournament.pk for tournament in tournament_list]
    entered, settled, seats, places_by_event = _entered(ids), _settled(ids), _seats(ids), _reached(ids)
    return [
        Evening(
            id=tournament.pk,
            players=frozenset(players_present(entered[tournament.pk], settled[tournament.pk])),
            matches=tuple(settled_match(match) for match in settled[tournament.pk] if match.winner),
            placings=tuple(_placings(seats[tournament.pk], places_by_event)),
            month=timezone.localtime(tournament.starts_at).month,
        )
        for tournament in tournament_list
    ]


def _entered(tournaments: Sequence[int]) -> Mapping[int, set[int]]:
    rows = Entry.objects.filter(
        event__tournament__in=tournaments, event__status__in=BEGUN, status=EntryStatus.ENTERED
    )
    players_by_tournament: defaultdict[int, set[int]] = defaultdict(set)
    for tournament, player in rows.values_list("event__tournament", canonical_key("player")):
        players_by_tournament[tournament].add(player)
    return players_by_tournament


def _settled(tournaments: Sequence[int]) -> Mapping[int, list[SettledRow]]:
    rows = Match.objects.filter(
        pairing__event__tournament__in=tournaments,
        pairing__event__status__in=BEGUN,
        status=Status.SETTLED.value,
    )
    matches_by_tournament: defaultdict[int, list[SettledRow]] = defaultdict(list)
    for tournament, event, *row in rows.order_by("settled_at", "id").values_list(*SETTLED_COLUMNS):
        matches_by_tournament[tournament].append(SettledRow(*row)._replace(event=folded_name(event)))
    return matches_by_tournament


def _seats(tournaments: Sequence[int]) -> Mapping[int, list[_SeatRow]]:
    # The boards of a team match have no places of their own.
    rows = Pairing.objects.filter(event__tournament__in=tournaments, event__status__in=BEGUN, board=0)
    seats_by_tournament: defaultdict[int, list[_SeatRow]] = defaultdict(list)
    for row in rows.order_by("event", "round", "position").values_list(*SEAT_COLUMNS):
        seat = _SeatRow(*row)
        seats_by_tournament[seat.tournament].append(seat)
    return seats_by_tournament


def players_present(entered: Iterable[int], settled: Iterable[SettledRow]) -> set[int]:
    """Who came: the entered who neither withdrew nor stayed away, and whoever sat down or was waited for."""
    present_players: set[int] = set()
    absent_players: set[int] = set()
    for match in settled:
        sides = {"white": match.white, "black": match.black}
        if match.ending not in STAYED_AWAY:
            present_players.update(sides.values())
            continue
        present_players.update(player for side, player in sides.items() if side == match.winner)
        absent_players.update(player for side, player in sides.items() if side != match.winner)
    return (set(entered) - absent_players) | present_players


def settled_match(match: SettledRow) -> Settled:
    """A settled match as a season counts it."""
    white = (match.white, match.white_score)
    black = (match.black, match.black_score)
    won, lost = (white, black) if match.winner == "white" else (black, white)
    return Settled(won[0], lost[0], match.length, won[1], lost[1], match.ending, match.event)


def _reached(tournaments: Sequence[int]) -> Mapping[int, tuple[list[Span], int]]:
    """For every event the places its entries reached (player, first, last), and how many play in it."""
    rows = Entry.objects.filter(
        event__tournament__in=tournaments, event__status__in=BEGUN, status=EntryStatus.ENTERED
    )
    places_by_event: dict[int, tuple[list[Span], int]] = {}
    columns = ("event", canonical_key("player"), "place_from", "place_to")
    for event, player, first, last in rows.order_by("number").values_list(*columns):
        spans, field = places_by_event.get(event, ([], 0))
        places_by_event[event] = ([*spans, (player, first, last)] if first else spans, field + 1)
    return places_by_event


def _placings(
    seats: Iterable[_SeatRow], places_by_event: Mapping[int, tuple[list[Span], int]]
) -> Iterable[Placing]:
    """The places of every bracket; where tables decide, those the whole event came to."""
    flights: defaultdict[tuple[int, str, str], list[_SeatRow]] = defaultdict(list)
    for seat in seats:
        flights[seat.event, seat.name, seat.flight].append(seat)
    by_table = {event for (event, _, _), rows in flights.items() if any(map(_is_of_a_table, rows))}
    for (event, name, flight), rows in flights.items():
        if event not in by_table or not (flight == MAIN or any(map(_is_of_a_table, rows))):
            bouts = [_bout(row) for row in rows]
            field = len({player for bout in bouts for player in bout.players})
            for placing in placings(flight, bouts, field):
                yield replace(placing, event=folded_name(name))
    for event, name in {(event, name) for event, name, _ in flights if event in by_table}:
        spans, field = places_by_event.get(event, ([], 0))
        for player, first, last in spans:
            yield Placing(player, MAIN, first, last, field, folded_name(name))


def _is_of_a_table(seat: _SeatRow) -> bool:
    """In a table winners and losers of a round play for the same places."""
    return (seat.winner_from, seat.winner_to) == (seat.loser_from, seat.loser_to)


def _bout(seat: _SeatRow) -> BracketMatch:
    return BracketMatch(
        round=seat.round,
        players=tuple(player for player in (seat.white, seat.black) if player is not None),
        winner=seat.winner,
        is_decided=seat.decided != UNDECIDED,
        winner_places=(seat.winner_from, seat.winner_to),
        loser_places=(seat.loser_from, seat.loser_to),
    )
