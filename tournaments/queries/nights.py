"""What a season is folded from: the club's evenings, those of earlier years, and days of casual matches."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time

from django.utils import timezone

from matches.queries.people import face
from matches.states import Ending, Status
from tournaments.models import Club, PastResult, Season
from tournaments.queries import casual, evenings
from tournaments.queries.evenings import Row
from tournaments.standings.facts import Evening, folded_name

EVENING, PAST, CASUAL = "evening", "past", "casual"
NOON = time(12)


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
    """The same for the days of a club. Seven queries, however many there are."""
    found = [*_evenings(club, span), *_past(club, span), *_casual(club, span)]
    found.sort(key=lambda each: each[0].starts_at)
    return [(night, replace(evening, id=number)) for number, (night, evening) in enumerate(found)]


def at_noon(day: date) -> datetime:
    """When results count that name only their day."""
    return timezone.make_aware(datetime.combine(day, NOON))


def _evenings(club: Club, span: Span) -> Iterable[tuple[Night, Evening]]:
    tournaments = list(evenings.between(club.pk, span.first, span.last))
    for tournament, evening in zip(tournaments, evenings.evenings(tournaments), strict=True):
        yield Night(EVENING, tournament.name, tournament.slug, tournament.starts_at), evening


def _past(club: Club, span: Span) -> Iterable[tuple[Night, Evening]]:
    rows = PastResult.objects.filter(
        evening__batch__club=club,
        evening__batch__undone_at=None,
        evening__held_on__gte=span.first,
        evening__held_on__lte=span.last,
        match__status=Status.SETTLED.value,
    ).exclude(match__ending=Ending.DOUBLE_WALKOVER.value)
    told = rows.order_by("evening__held_on", "evening", "line").values_list(
        "evening",
        "evening__name",
        "evening__held_on",
        face("match__white"),
        face("match__black"),
        *(f"match__{name}" for name in ("length", "white_score", "black_score", "winner", "ending")),
    )
    grouped: defaultdict[tuple[int, str, date], list[Row]] = defaultdict(list)
    for evening, name, day, *row in told:
        grouped[evening, name, day].append(Row(*row)._replace(event=folded_name(name)))
    for (_evening, name, day), matches in grouped.items():
        yield Night(PAST, name, "", at_noon(day)), _evening_of(matches, day)


def _casual(club: Club, span: Span) -> Iterable[tuple[Night, Evening]]:
    played = casual.counted(club, span.first, span.last).exclude(ending=Ending.DOUBLE_WALKOVER.value)
    columns = ("length", "white_score", "black_score", "winner", "ending")
    days: defaultdict[date, list[Row]] = defaultdict(list)
    for at, *row in played.values_list("settled_at", face("white"), face("black"), *columns):
        days[timezone.localdate(at)].append(Row(*row))
    for day, matches in days.items():
        yield Night(CASUAL, "", "", at_noon(day)), _evening_of(matches, day, is_night=False)


def _evening_of(rows: Sequence[Row], day: date, *, is_night: bool = True) -> Evening:
    return Evening(
        id=0,
        players=frozenset(evenings.present((), rows)),
        matches=tuple(evenings.fact(row) for row in rows),
        month=day.month,
        is_night=is_night,
    )
