"""Results of a club as seasons count them: tournaments, imported results and days of casual matches."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from fractions import Fraction
from typing import NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.utils import timezone

from matches.models import Match, Player
from matches.names import NameKind
from matches.queries.people import canonical_key
from matches.states import Ending, Status
from tournaments.formats.graph import MAIN, MINI, is_secondary, kind_of
from tournaments.journal.state import BY_ABSENCE
from tournaments.lookups import make_counted_condition
from tournaments.models import (
    Club,
    Entry,
    EntryStatus,
    Event,
    Pairing,
    PastEvening,
    PastPlace,
    PastPoints,
    PastResult,
    Presence,
    Season,
    TeamMember,
    Tournament,
)
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.play.entrants.queries.participants import make_participant_condition
from tournaments.play.events.annulled_matches import find_annulled_matches
from tournaments.play.events.events import get_overview
from tournaments.standings.attendance import list_players_present
from tournaments.standings.season_results import (
    Members,
    PlaceRange,
    SeasonTournament,
    SettledRow,
    credit_members,
    folded_name,
    make_season_match,
)


def counted_matches(club: Club, first: date, last: date) -> QuerySet[Match]:
    """Return the matches that count for a season and were settled between two days, in order."""
    days = {"settled_at__date__gte": first, "settled_at__date__lte": last}
    matches = Match.objects.filter(casual__club=club, casual__is_counted=True, status=Status.SETTLED.value)
    return matches.filter(**days).order_by("settled_at", "id")


PlaceSpan = tuple[int, int, int]


class _SeatRow(NamedTuple):
    """Columns of a pairing used to compute places; `white`, `black` and `winner` are player keys."""

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
    label: str
    boards: int


SETTLED_COLUMNS = (
    "pk",
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
    "label",
    "boards",
)


def tournaments_between(club: int, first: date, last: date) -> QuerySet[Tournament]:
    """Return the tournaments of a club that begin between two days, in order, without leagues.

    A cancelled tournament counts for no season.
    """
    days = {"starts_at__date__gte": first, "starts_at__date__lte": last}
    tournaments = Tournament.objects.filter(club=club, cancelled_at=None, **days).order_by("starts_at", "id")
    return tournaments.exclude(events__is_league=True)


def get_season_tournaments(tournaments: Iterable[Tournament]) -> list[SeasonTournament]:
    """Return the results of tournaments as input of season standings.

    A tournament without a published event is empty; a cancelled event and annulled matches count for nothing,
    but their players were present. Five queries for any number, and those of `find_annulled_matches` and of
    the overviews of events in which a player left.
    """
    tournament_list = list(tournaments)
    ids = [tournament.pk for tournament in tournament_list]
    entered, settled, seats, places_by_event = (
        _get_entered_players(ids),
        _get_settled_rows(ids),
        _get_seat_rows(ids),
        _get_places(ids),
    )
    annulled = find_annulled_matches(ids)
    walkovers = _list_walkovers([seat for rows in seats.values() for seat in rows])

    def make_tournament(tournament: Tournament) -> SeasonTournament:
        rows, wins = settled[tournament.pk], walkovers[tournament.pk]
        counted_rows = [row for match, row in rows.items() if row.winner and match not in annulled]
        return SeasonTournament(
            id=tournament.pk,
            players=frozenset(list_players_present(entered[tournament.pk], (*rows.values(), *wins))),
            matches=tuple(make_season_match(row) for row in (*counted_rows, *wins)),
            placings=tuple(_placings(seats[tournament.pk], places_by_event)),
            month=timezone.localtime(tournament.starts_at).month,
            event_names=tuple(dict.fromkeys(seat.name for seat in seats[tournament.pk])),
        )

    return [make_tournament(tournament) for tournament in tournament_list]


def _is_of_counted_event(event: str, tournaments: Sequence[int]) -> Q:
    """Return the condition that `event`, a lookup, is a published event that counts and is not cancelled."""
    return make_counted_condition(event) & Q(
        **{
            f"{event}__tournament__in": tournaments,
            f"{event}__status__in": PUBLISHED_STATUSES,
            f"{event}__cancelled_at": None,
        }
    )


def _get_entered_players(tournaments: Sequence[int]) -> Mapping[int, set[int]]:
    """Return the players entered in events that count who were not marked absent or left waiting."""
    rows = Entry.objects.filter(
        _is_of_counted_event("event", tournaments), status=EntryStatus.ENTERED
    ).exclude(presence__in=(Presence.AWAY, Presence.WAITING))
    players_by_tournament: defaultdict[int, set[int]] = defaultdict(set)
    for tournament, player in rows.values_list("event__tournament", canonical_key("player")):
        players_by_tournament[tournament].add(player)
    return players_by_tournament


def _get_settled_rows(tournaments: Sequence[int]) -> Mapping[int, Mapping[int, SettledRow]]:
    """Return by tournament the settled matches by their keys, in order."""
    rows = Match.objects.filter(
        _is_of_counted_event("pairing__event", tournaments), status=Status.SETTLED.value
    )
    matches_by_tournament: defaultdict[int, dict[int, SettledRow]] = defaultdict(dict)
    for match, tournament, event, *row in rows.order_by("settled_at", "id").values_list(*SETTLED_COLUMNS):
        settled_row = SettledRow(*row)._replace(event=folded_name(event))
        matches_by_tournament[tournament][match] = settled_row
    return matches_by_tournament


def _get_seat_rows(tournaments: Sequence[int]) -> Mapping[int, list[_SeatRow]]:
    # Boards of a team match have no places of their own.
    rows = Pairing.objects.filter(_is_of_counted_event("event", tournaments), board=0)
    seats_by_tournament: defaultdict[int, list[_SeatRow]] = defaultdict(list)
    for row in rows.order_by("event", "round", "position").values_list(*SEAT_COLUMNS):
        seat = _SeatRow(*row)
        seats_by_tournament[seat.tournament].append(seat)
    return seats_by_tournament


def _list_walkovers(seats: Sequence[_SeatRow]) -> Mapping[int, list[SettledRow]]:
    """Return by tournament the wins whose opponent had left the event, so that no match has a result.

    They count as the walkovers that are recorded as results of a match. Those of teams do not count.
    """
    won = [seat for seat in seats if seat.decided == BY_ABSENCE and seat.winner and not seat.boards]
    events_by_key = Event.objects.in_bulk({seat.event for seat in won}) if won else {}
    overviews = {key: get_overview(event) for key, event in events_by_key.items()}
    rows_by_tournament: defaultdict[int, list[SettledRow]] = defaultdict(list)
    for seat in won:
        overview = overviews[seat.event]
        if seat.white is None or seat.black is None or seat.label in overview.annulled:
            continue
        winner = "white" if seat.winner == seat.white else "black"
        length = overview.flight_infos[seat.flight].length(seat.round)
        row = SettledRow(seat.white, seat.black, length, 0, 0, winner, Ending.WALKOVER.value)
        rows_by_tournament[seat.tournament].append(row._replace(event=folded_name(seat.name)))
    return rows_by_tournament


@dataclass(slots=True)
class _EventPlaces:
    """The places reached in an event (player, first place, last place), and the keys of its participants.

    `flight_spans` are those of consolations, last chances, side brackets and mini knockouts, by flight.
    """

    spans: list[PlaceSpan] = field(default_factory=list)
    flight_spans: defaultdict[str, list[PlaceSpan]] = field(default_factory=lambda: defaultdict(list))
    participants: set[int] = field(default_factory=set)


def _get_places(tournaments: Sequence[int]) -> Mapping[int, _EventPlaces]:
    """Return the places reached and the participants by event. One query."""
    rows = Entry.objects.filter(_is_of_counted_event("event", tournaments)).order_by("number")
    takes_part = ExpressionWrapper(make_participant_condition(), output_field=BooleanField())
    columns = ("event", "takes_part", canonical_key("player"), "place_from", "place_to", "flight_places")
    places_by_event: defaultdict[int, _EventPlaces] = defaultdict(_EventPlaces)
    for event, does_take_part, player, first, last, flight_places in rows.annotate(
        takes_part=takes_part
    ).values_list(*columns):
        places = places_by_event[event]
        if first:
            places.spans.append((player, first, last))
        for flight, (best, worst) in flight_places.items():
            places.flight_spans[flight].append((player, best, worst))
        if does_take_part:
            places.participants.add(player)
    return places_by_event


@dataclass(frozen=True, slots=True)
class _Flight:
    """A flight of an event: its name, its players, and how many count for its points."""

    name: str
    players: frozenset[int]
    size: int


def _placings(seats: Iterable[_SeatRow], places_by_event: Mapping[int, _EventPlaces]) -> Iterable[PlaceRange]:
    """Yield the places of every event, and those of its consolations, each with its number of players."""
    rows_by_flight: defaultdict[tuple[int, str, str], list[_SeatRow]] = defaultdict(list)
    for seat in seats:
        rows_by_flight[seat.event, seat.name, seat.flight].append(seat)
    flights_by_event: defaultdict[tuple[int, str], list[_Flight]] = defaultdict(list)
    for (event, name, flight), rows in rows_by_flight.items():
        players = frozenset(player for row in rows for player in (row.white, row.black) if player is not None)
        is_table, participants = any(map(_is_in_table, rows)), places_by_event[event].participants
        size = len(participants if is_table and not is_secondary(flight) else players & participants)
        flights_by_event[event, name].append(_Flight(flight, players, size))
    for (event, name), flights in flights_by_event.items():
        places = places_by_event[event]
        is_of_minis = any(kind_of(flight.name) == MINI for flight in flights)
        list_main_places = _list_best_places if is_of_minis else _list_event_places
        for placing in (*_list_secondary_places(flights, places), *list_main_places(flights, places)):
            yield replace(placing, event=folded_name(name))


def _list_secondary_places(flights: Iterable[_Flight], places: _EventPlaces) -> Iterable[PlaceRange]:
    for flight in flights:
        if is_secondary(flight.name):
            for player, first, last in places.flight_spans[flight.name]:
                yield PlaceRange(player, flight.name, first, last, flight.size)


def _list_event_places(flights: Iterable[_Flight], places: _EventPlaces) -> Iterable[PlaceRange]:
    """Yield the places of an event, with the players of the largest flight in which each has played."""
    sizes: dict[int, int] = {}
    for flight in flights:
        if not is_secondary(flight.name):
            sizes |= {player: max(flight.size, sizes.get(player, 0)) for player in flight.players}
    for player, first, last in places.spans:
        yield PlaceRange(player, MAIN, first, last, sizes.get(player, len(places.participants)))


def _list_best_places(flights: Iterable[_Flight], places: _EventPlaces) -> Iterable[PlaceRange]:
    """Yield the best place of each player in any mini knockout, with the players of that one.

    Of equal places it is the one among more players.
    """
    best: dict[int, tuple[int, int, int]] = {}
    for flight in flights:
        if not is_secondary(flight.name):
            for player, first, last in places.flight_spans[flight.name]:
                place = (first, last, -flight.size)
                best[player] = min(place, best.get(player, place))
    for player, (first, last, size) in best.items():
        share = Fraction(-size, len(places.participants))
        yield PlaceRange(player, MAIN, first, last, -size, share=share)


def _is_in_table(seat: _SeatRow) -> bool:
    """Return whether a pairing belongs to a table: its winner and loser play for the same places."""
    return (seat.winner_from, seat.winner_to) == (seat.loser_from, seat.loser_to)


TOURNAMENT, PAST, CASUAL = "evening", "past", "casual"
NOON = time(12)
# Columns of a match beside its players.
MATCH_COLUMNS = ("length", "white_score", "black_score", "winner", "ending")
IS_KNOWN = "is_loser_score_known"


@dataclass(frozen=True, slots=True)
class TournamentColumn:
    """A column of a season table: a tournament, an imported one, or a day of casual matches.

    `kind` is TOURNAMENT, PAST or CASUAL. `slug` is "" without a page, `name` "" for casual matches.
    `event_names` are the names of its events by their folded form, where there are several. `is_unnamed`: an
    imported one that has only the name of its file, and is called by its day.
    """

    kind: str
    name: str
    slug: str
    starts_at: datetime
    event_names: Mapping[str, str] = field(default_factory=dict)
    is_unnamed: bool = False


@dataclass(frozen=True, slots=True)
class DayRange:
    """A range of days, both included."""

    first: date
    last: date


def get_season_results(season: Season) -> list[tuple[TournamentColumn, SeasonTournament]]:
    """Return the results that count for a season by date; the id of each is its index."""
    return get_results_between(season.club, DayRange(season.starts_on, season.ends_on))


def get_results_between(club: Club, span: DayRange) -> list[tuple[TournamentColumn, SeasonTournament]]:
    """Return the results that count between two days by date, pairs and teams as their players.

    At most twelve queries.
    """
    results = [*_get_tournaments(club, span), *_get_imported(club, span), *_get_casual_days(club, span)]
    results.sort(key=lambda result: result[0].starts_at)
    pairs = _get_pairs(player for _, season_tournament in results for player in season_tournament.players)
    return [
        (column, credit_members(replace(season_tournament, id=number), pairs))
        for number, (column, season_tournament) in enumerate(results)
    ]


def at_noon(day: date) -> datetime:
    """Return noon of a day, the time of results that have only a day."""
    return timezone.make_aware(datetime.combine(day, NOON))


def _get_tournaments(club: Club, span: DayRange) -> Iterable[tuple[TournamentColumn, SeasonTournament]]:
    """Yield the tournaments in which something was played, each with its column."""
    tournaments = list(tournaments_between(club.pk, span.first, span.last))
    teams = _get_teams(tournaments)
    for tournament, season_tournament in zip(tournaments, get_season_tournaments(tournaments), strict=True):
        if not (season_tournament.players or season_tournament.matches or season_tournament.placings):
            continue
        names = {folded_name(name): name for name in season_tournament.event_names}
        column = TournamentColumn(
            TOURNAMENT,
            tournament.name,
            tournament.slug,
            tournament.starts_at,
            names if len(names) > 1 else {},
        )
        yield column, credit_members(season_tournament, teams[tournament.pk])


def _get_teams(tournaments: Iterable[Tournament]) -> Mapping[int, Members]:
    """Return the teams of each tournament with the keys of their players and reserves."""
    rows = TeamMember.objects.filter(event__tournament__in=tournaments, position__isnull=False)
    members: defaultdict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for tournament, team, person in rows.order_by("entry", "position").values_list(
        "event__tournament", "entry__player", canonical_key("player")
    ):
        people = members[tournament]
        people[team] = (*people.get(team, ()), person)
    return members


def _get_pairs(players: Iterable[int]) -> Members:
    """Return the pairs among these players with the keys of their two players."""
    pairs = Player.objects.filter(pk__in=set(players), kind=NameKind.PAIR.value)
    return {
        pair: (first, second)
        for pair, first, second in pairs.values_list("pk", canonical_key("first"), canonical_key("second"))
    }


def _get_imported(club: Club, span: DayRange) -> Iterable[tuple[TournamentColumn, SeasonTournament]]:
    past_evenings = PastEvening.objects.filter(
        batch__club=club, batch__undone_at=None, played_on__gte=span.first, played_on__lte=span.last
    )
    matches, places = _get_imported_matches(past_evenings), _get_imported_places(past_evenings)
    points = _get_imported_points(past_evenings)
    columns = ("pk", "name", "played_on", "batch__name")
    for pk, name, day, file_name in past_evenings.order_by("played_on", "pk").values_list(*columns):
        event = folded_name(name)
        rows = [row._replace(event=event) for row in matches[pk]]
        placings = tuple(replace(place, event=event) for place in places[pk])
        if rows or placings or points[pk]:
            season_tournament = _build_season_tournament(rows, day, placings)
            yield (
                TournamentColumn(PAST, name, "", at_noon(day), is_unnamed=name == file_name),
                replace(
                    season_tournament,
                    players=season_tournament.players | points[pk].keys(),
                    points=tuple(points[pk].items()),
                ),
            )


def _get_imported_matches(past_evenings: QuerySet[PastEvening]) -> Mapping[int, list[SettledRow]]:
    rows = PastResult.objects.filter(evening__in=past_evenings.order_by(), match__status=Status.SETTLED.value)
    counted_rows = rows.exclude(match__ending=Ending.DOUBLE_WALKOVER.value).order_by("evening", "line")
    sides = (canonical_key("match__white"), canonical_key("match__black"))
    rows_by_evening: defaultdict[int, list[SettledRow]] = defaultdict(list)
    for evening, *row in counted_rows.values_list(
        "evening", *sides, *(f"match__{name}" for name in (*MATCH_COLUMNS, IS_KNOWN))
    ):
        *columns, is_known = row
        rows_by_evening[evening].append(SettledRow(*columns)._replace(is_loser_score_known=is_known))
    return rows_by_evening


def _get_imported_places(past_evenings: QuerySet[PastEvening]) -> Mapping[int, list[PlaceRange]]:
    rows = PastPlace.objects.filter(evening__in=past_evenings.order_by()).order_by("evening", "line")
    placings_by_evening: defaultdict[int, list[PlaceRange]] = defaultdict(list)
    for evening, *columns in rows.values_list(
        "evening", canonical_key("player"), "flight", "first", "last", "field"
    ):
        placings_by_evening[evening].append(PlaceRange(*columns))
    return placings_by_evening


def _get_imported_points(past_evenings: QuerySet[PastEvening]) -> Mapping[int, dict[int, Fraction]]:
    """Return the points of imported season tables by evening and player, added up under one spelling."""
    rows = PastPoints.objects.filter(evening__in=past_evenings.order_by()).order_by("evening", "line")
    points_by_evening: defaultdict[int, dict[int, Fraction]] = defaultdict(dict)
    for evening, player, points in rows.values_list("evening", canonical_key("player"), "points"):
        known = points_by_evening[evening]
        known[player] = known.get(player, Fraction()) + Fraction(points)
    return points_by_evening


def _get_casual_days(club: Club, span: DayRange) -> Iterable[tuple[TournamentColumn, SeasonTournament]]:
    matches_played = counted_matches(club, span.first, span.last).exclude(ending=Ending.DOUBLE_WALKOVER.value)
    days: defaultdict[date, list[SettledRow]] = defaultdict(list)
    for at, *row in matches_played.values_list(
        "settled_at", canonical_key("white"), canonical_key("black"), *MATCH_COLUMNS
    ):
        days[timezone.localdate(at)].append(SettledRow(*row))
    for day, matches in days.items():
        yield (
            TournamentColumn(CASUAL, "", "", at_noon(day)),
            _build_season_tournament(matches, day, is_club_tournament=False),
        )


def _build_season_tournament(
    rows: Sequence[SettledRow],
    day: date,
    placings: Sequence[PlaceRange] = (),
    *,
    is_club_tournament: bool = True,
) -> SeasonTournament:
    placed = {placing.player for placing in placings}
    return SeasonTournament(
        id=0,
        players=frozenset(list_players_present((), rows) | placed),
        matches=tuple(make_season_match(row) for row in rows),
        placings=tuple(placings),
        month=day.month,
        is_club_tournament=is_club_tournament,
    )
