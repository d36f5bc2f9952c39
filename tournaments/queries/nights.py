"""What a season is folded from: the club's evenings, those of earlier years, and days of casual matches."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time

from django.db.models import QuerySet
from django.utils import timezone

from matches.models import Player
from matches.queries.people import canonical_key
from matches.spellings import Kind
from matches.states import Ending, Status
from tournaments.models import (
    Club,
    PastEvening,
    PastPlace,
    PastResult,
    Season,
    TeamMember,
    Tournament,
)
from tournaments.queries import casual_matches, evenings
from tournaments.queries.evenings import SettledRow
from tournaments.standings.facts import Evening, Placing, folded_name
from tournaments.standings.members import Members, credit_members

EVENING, PAST, CASUAL = "evening", "past", "casual"
NOON = time(12)
# What a match says beside who sat there, in the order of `Row`.
COLUMNS = ("length", "white_score", "black_score", "winner", "ending")


@dataclass(frozen=True, slots=True)
class Night:
    """An evening as a column of a table; `slug` is "" where it has no page, `name` where it has none."""

    kind: str
    name: str
    slug: str
    starts_at: datetime


@dataclass(frozen=True, slots=True)
class Span:
    """The days from the first to the last, both included."""

    first: date
    last: date


def held_in(season: Season) -> list[tuple[Night, Evening]]:
    """Everything that counts for a season, in the order of time; the id of each is its place there."""
    return held(season.club, Span(season.starts_on, season.ends_on))


def held(club: Club, span: Span) -> list[tuple[Night, Evening]]:
    """The same for the days of a club, pairs and teams as the people in them.

    Eleven queries at most, however many evenings there are.
    """
    occasions = [*_evenings(club, span), *_past(club, span), *_casual(club, span)]
    occasions.sort(key=lambda occasion: occasion[0].starts_at)
    pairs = _pairs(player for _, evening in occasions for player in evening.players)
    return [
        (night, credit_members(replace(evening, id=number), pairs))
        for number, (night, evening) in enumerate(occasions)
    ]


def at_noon(day: date) -> datetime:
    """When results count that name only their day."""
    return timezone.make_aware(datetime.combine(day, NOON))


def _evenings(club: Club, span: Span) -> Iterable[tuple[Night, Evening]]:
    tournaments = list(evenings.tournaments_between(club.pk, span.first, span.last))
    teams = _teams(tournaments)
    for tournament, evening in zip(tournaments, evenings.get_evenings(tournaments), strict=True):
        night = Night(EVENING, tournament.name, tournament.slug, tournament.starts_at)
        yield night, credit_members(evening, teams[tournament.pk])


def _teams(tournaments: Iterable[Tournament]) -> Mapping[int, Members]:
    """For each tournament the teams entered there with their players and reserves."""
    rows = TeamMember.objects.filter(event__tournament__in=tournaments, position__isnull=False)
    members: defaultdict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for tournament, team, person in rows.order_by("entry", "position").values_list(
        "event__tournament", "entry__player", canonical_key("player")
    ):
        people = members[tournament]
        people[team] = (*people.get(team, ()), person)
    return members


def _pairs(players: Iterable[int]) -> Members:
    """The pairs among these players with their two people, each by the spelling that is shown."""
    pairs = Player.objects.filter(pk__in=set(players), kind=Kind.PAIR.value)
    return {
        pair: (first, second)
        for pair, first, second in pairs.values_list("pk", canonical_key("first"), canonical_key("second"))
    }


def _past(club: Club, span: Span) -> Iterable[tuple[Night, Evening]]:
    past_evenings = PastEvening.objects.filter(
        batch__club=club, batch__undone_at=None, held_on__gte=span.first, held_on__lte=span.last
    )
    matches, places = _past_matches(past_evenings), _past_places(past_evenings)
    for pk, name, day in past_evenings.order_by("held_on", "pk").values_list("pk", "name", "held_on"):
        event = folded_name(name)
        rows = [row._replace(event=event) for row in matches[pk]]
        placings = tuple(replace(place, event=event) for place in places[pk])
        if rows or placings:
            yield Night(PAST, name, "", at_noon(day)), _evening_of(rows, day, placings)


def _past_matches(past_evenings: QuerySet[PastEvening]) -> Mapping[int, list[SettledRow]]:
    rows = PastResult.objects.filter(evening__in=past_evenings.order_by(), match__status=Status.SETTLED.value)
    counted_rows = rows.exclude(match__ending=Ending.DOUBLE_WALKOVER.value).order_by("evening", "line")
    sides = (canonical_key("match__white"), canonical_key("match__black"))
    rows_by_evening: defaultdict[int, list[SettledRow]] = defaultdict(list)
    for evening, *row in counted_rows.values_list("evening", *sides, *(f"match__{name}" for name in COLUMNS)):
        rows_by_evening[evening].append(SettledRow(*row))
    return rows_by_evening


def _past_places(past_evenings: QuerySet[PastEvening]) -> Mapping[int, list[Placing]]:
    rows = PastPlace.objects.filter(evening__in=past_evenings.order_by()).order_by("evening", "line")
    placings_by_evening: defaultdict[int, list[Placing]] = defaultdict(list)
    for evening, *columns in rows.values_list(
        "evening", canonical_key("player"), "flight", "first", "last", "field"
    ):
        placings_by_evening[evening].append(Placing(*columns))
    return placings_by_evening


def _casual(club: Club, span: Span) -> Iterable[tuple[Night, Evening]]:
    matches_played = casual_matches.counted_matches(club, span.first, span.last).exclude(
        ending=Ending.DOUBLE_WALKOVER.value
    )
    days: defaultdict[date, list[SettledRow]] = defaultdict(list)
    for at, *row in matches_played.values_list(
        "settled_at", canonical_key("white"), canonical_key("black"), *COLUMNS
    ):
        days[timezone.localdate(at)].append(SettledRow(*row))
    for day, matches in days.items():
        yield Night(CASUAL, "", "", at_noon(day)), _evening_of(matches, day, is_night=False)


def _evening_of(
    rows: Sequence[SettledRow], day: date, placings: Sequence[Placing] = (), *, is_night: bool = True
) -> Evening:
    placed = {placing.player for placing in placings}
    return Evening(
        id=0,
        players=frozenset(evenings.players_present((), rows) | placed),
        matches=tuple(evenings.settled_match(row) for row in rows),
        placings=tuple(placings),
        month=day.month,
        is_night=is_night,
    )
