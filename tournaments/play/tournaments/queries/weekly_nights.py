"""Weekly nights of a club: template data, dates, regular players, events of calendar feeds."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo
from itertools import islice
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils import timezone

from matches.models import Desk, Match
from matches.states import Status
from tournaments.exchange.ics import CalendarEvent
from tournaments.formats.plan import Plan
from tournaments.journal.team_facts import EntryType
from tournaments.journal.undone_rows import live_rows
from tournaments.markdown import plain_text
from tournaments.models import (
    Club,
    Event,
    EventStatus,
    JournalEntry,
    SkippedNight,
    Tournament,
    WeeklyNight,
)
from tournaments.models.event import PLANNED
from tournaments.payloads import make_payload, read_payload
from tournaments.play.events import event_state
from tournaments.registry import weekly_night_extensions

WEEKS_AHEAD = 8
# A tournament of a weekly night is current on its day, and so long after its start.
NIGHT_DURATION = timedelta(hours=8)
CANDIDATES_SHOWN = 5
# Stage options that name entries, and so cannot be reused for another event.
OPTIONS_OF_ONE_EVENT = ("forbidden",)
FIRST_DRAW_KINDS = ("drawn", "paired")


@dataclass(frozen=True, slots=True)
class UpcomingTournament:
    """An upcoming tournament of a club.

    It is one that has been created (`tournament`), or one that a weekly night (`night`) will start; `reason`
    is why that night is skipped.
    """

    starts_at: datetime
    name: str
    night: WeeklyNight | None
    tournament: Tournament | None
    is_skipped: bool = False
    reason: str = ""

    @property
    def day(self) -> date:
        """Return the local day."""
        return timezone.localdate(self.starts_at)


def make_event_data(event: Event) -> dict[str, Any]:
    """Return the data from which the event can be created again, as stored in `WeeklyNight.events`.

    "name" ("": that of the tournament), "lengths", "plan" (None for a preset format), "formed" (the entry
    type), and "features" by name of the feature app.
    """
    entry_type = event_state.get_event_state(event).teams.entry_type
    return {
        "name": "" if event.name == event.tournament.name else event.name,
        "lengths": [event.main_length, event.consolation_length],
        "plan": make_payload(_make_reusable(_first_plan(event))) if event.format == PLANNED else None,
        "formed": make_entry_type_data(entry_type) if entry_type.takes else None,
        "features": _get_feature_data(event),
    }


def _get_feature_data(event: Event) -> dict[str, Any]:
    """Return the data of feature apps by their name."""
    extensions = weekly_night_extensions.items()
    all_data = ((name, extension.read(event)) for name, extension in extensions)
    return {name: data for name, data in all_data if data is not None}


def make_entry_type_data(entry_type: EntryType) -> dict[str, Any]:
    """Return the entry type of an event as template data."""
    return {
        "takes": entry_type.takes,
        "boards": entry_type.boards,
        "lengths": list(entry_type.lengths),
        "ties": list(entry_type.ties),
    }


def get_desk_times(desk: Desk) -> dict[str, Any]:
    """Return the time settings of a desk: "scale" (lateness: grace, step, loses), "final_after", "clock"."""
    scale = desk.scale
    scale_data = [scale.grace, scale.step, scale.loses] if scale is not None else None
    return {"scale": scale_data, "final_after": desk.final_after, "clock": desk.clock}


def get_nights(club: Club) -> list[WeeklyNight]:
    """Return the weekly nights of a club, Monday first."""
    return list(WeeklyNight.objects.filter(club=club, ended_at=None))


def get_tournaments_to_repeat(club: Club) -> list[Tournament]:
    """Return the latest tournaments of a club that could become a weekly night. One query."""
    rows = Tournament.objects.filter(
        club=club, weekly=None, archived_at=None, events__isnull=False
    ).distinct()
    tournaments = rows.exclude(events__is_league=True)
    return list(tournaments.order_by("-starts_at", "-pk")[:CANDIDATES_SHOWN])


def get_current_tournaments(nights: Iterable[WeeklyNight], now: datetime) -> dict[int, Tournament]:
    """Return the current tournament of each night by key: that of today, or one begun before midnight.

    One query.
    """
    today = timezone.localdate(now)
    is_now = Q(starts_at__date=today) | Q(starts_at__gt=now - NIGHT_DURATION, starts_at__lte=now)
    current_tournaments = Tournament.objects.filter(is_now, weekly__in=list(nights)).select_related(
        "club", "desk"
    )
    return {
        tournament.weekly_id: tournament
        for tournament in current_tournaments.order_by("-pk")
        if tournament.weekly_id is not None
    }


def is_current(night: WeeklyNight, now: datetime) -> bool:
    """Return whether a night is today, or was yesterday and is not over."""
    return _get_current_start(night, now) is not None


def get_start(night: WeeklyNight, now: datetime) -> datetime:
    """Return the start of a tournament created now: the scheduled time on its day, else now."""
    return _get_current_start(night, now) or now.replace(second=0, microsecond=0)


def get_upcoming(club: Club, now: datetime, *, weeks_ahead: int = WEEKS_AHEAD) -> list[UpcomingTournament]:
    """Return the upcoming tournaments of a club from today on, by date, with skipped nights. Three queries.

    A night whose tournament has been created is listed once. Tournaments in play, finished and archived ones
    are left out.
    """
    today = timezone.localdate(now)
    last = today + timedelta(weeks=weeks_ahead)
    tournaments = _get_tournaments(club, today, last, now)
    nights = get_nights(club)
    skipped_nights = SkippedNight.objects.filter(night__in=nights, day__gte=today, day__lt=last)
    skipped = {(row.night_id, row.day): row for row in skipped_nights}
    existing_tournaments = {(one.weekly_id, timezone.localdate(one.starts_at)) for one, _ in tournaments}
    upcoming_nights = [
        UpcomingTournament(one.starts_at, one.name, None, one) for one, is_past in tournaments if not is_past
    ]
    for night in nights:
        days = next_days(night.weekday, today, weeks=weeks_ahead)
        free = (day for day in days if (night.pk, day) not in existing_tournaments)
        upcoming_nights += [_upcoming_night(night, day, skipped.get((night.pk, day))) for day in free]
    return sorted(upcoming_nights, key=lambda one: (one.starts_at, one.name))


def _get_current_start(night: WeeklyNight, now: datetime) -> datetime | None:
    """Return the start of a night that is today, or was yesterday and is not over; else None."""
    today, zone = timezone.localdate(now), timezone.get_current_timezone()
    if today.weekday() == night.weekday:
        return get_local_start(today, night.begins, zone)
    before = get_local_start(today - timedelta(days=1), night.begins, zone)
    is_yesterdays = (today - timedelta(days=1)).weekday() == night.weekday
    return before if is_yesterdays and now - before <= NIGHT_DURATION else None


def _get_tournaments(club: Club, first: date, last: date, now: datetime) -> list[tuple[Tournament, bool]]:
    """Return the tournaments of these days except drafts, and whether each has begun or is archived."""
    events = Event.objects.filter(tournament=OuterRef("pk"))
    has_begun = Q(started_at__isnull=False) | Q(status=Status.SETTLED.value)
    played = Match.objects.filter(has_begun, pairing__event__tournament=OuterRef("pk"))
    published = Tournament.objects.filter(club=club, is_draft=False)
    rows = published.filter(starts_at__date__gte=first, starts_at__date__lt=last)
    of_one_day = rows.exclude(events__is_league=True)
    with_progress = of_one_day.annotate(
        begun=Exists(events),
        on=Exists(events.exclude(status=EventStatus.FINISHED)),
        drawn=Exists(events.filter(status=EventStatus.PUBLISHED)),
        played=Exists(played),
    )
    tournaments = with_progress.select_related("club").order_by("starts_at", "pk")
    return [
        (
            tournament,
            (tournament.drawn and tournament.starts_at <= now)
            or tournament.played
            or (tournament.begun and not tournament.on)
            or tournament.archived_at is not None,
        )
        for tournament in tournaments
    ]


def _upcoming_night(night: WeeklyNight, day: date, skipped: SkippedNight | None) -> UpcomingTournament:
    begins = get_local_start(day, night.begins, timezone.get_current_timezone())
    return UpcomingTournament(
        begins, night.name, night, None, skipped is not None, skipped.reason if skipped else ""
    )


def _first_plan(event: Event) -> Plan:
    """Return the plan at the start of the event, without later changes."""
    rows = event_state.get_journal_rows(event)
    begun = next((row.seq for row in rows if row.kind in FIRST_DRAW_KINDS), len(rows) + 1)
    plans = [row for row in live_rows(rows) if row.kind == "planned"]
    before = [row for row in plans if row.seq < begun]
    return read_payload(Plan, (before[-1] if before else plans[0]).payload)


def _make_reusable(plan: Plan) -> Plan:
    return Plan(tuple(replace(stage, options=_reusable_options(stage.options)) for stage in plan.stages))


def _reusable_options(options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in OPTIONS_OF_ONE_EVENT}


DATES_SHOWN = 200
IS_OPEN = ~Q(events__status=EventStatus.FINISHED)


def get_tournament_dates(club: Club, link: Callable[[Tournament], str]) -> list[CalendarEvent]:
    """Return the latest tournaments of a club as calendar events. One query.

    `link` returns the URL of a tournament.
    """
    return [
        _tournament_date(tournament, link(tournament))
        for tournament in _with_figures(Tournament.objects.filter(club=club, is_draft=False))[:DATES_SHOWN]
    ]


def get_night_dates(club: Club, now: datetime, link: str) -> list[CalendarEvent]:
    """Return the upcoming nights without a tournament as calendar events, also skipped ones. Three queries.

    `link` is the URL of the club.
    """
    upcoming_nights = (
        upcoming_night for upcoming_night in get_upcoming(club, now) if upcoming_night.night is not None
    )
    return [
        _night_date(club, upcoming_night.night, upcoming_night, link)
        for upcoming_night in upcoming_nights
        if upcoming_night.night is not None
    ]


def get_dates_of_tournament(tournament: Tournament, link: Callable[[Tournament], str]) -> list[CalendarEvent]:
    """Return one tournament as a list of its calendar event."""
    return [
        _tournament_date(tournament, link(tournament))
        for tournament in _with_figures(Tournament.objects.filter(pk=tournament.pk))
    ]


def _with_figures(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate version sum, last change, and the numbers of events and of open events."""
    events = Event.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    journal_entries = JournalEntry.objects.filter(event__tournament=OuterRef("pk")).order_by()
    last_changed_at = journal_entries.values("event__tournament").annotate(last=Max("at")).values("last")
    return (
        tournaments.select_related("club", "desk", "page")
        .annotate(
            versions=Subquery(events.annotate(total=Sum("version")).values("total")),
            touched=Subquery(last_changed_at),
            held=Count("events", distinct=True),
            still_open=Count("events", filter=IS_OPEN, distinct=True),
        )
        .order_by("-starts_at", "-id")
    )


# Without an end, calendars show an event of no length, or of a whole day.
USUAL_EVENING = timedelta(hours=4)


def _night_date(
    club: Club, night: WeeklyNight, upcoming_night: UpcomingTournament, link: str
) -> CalendarEvent:
    return CalendarEvent(
        uid=f"{club.desk.code}.{night.pk}.{upcoming_night.day.isoformat()}.night@crawford",
        sequence=int(upcoming_night.is_skipped),
        changed_at=night.at,
        start=upcoming_night.starts_at,
        end=upcoming_night.starts_at + USUAL_EVENING,
        title=upcoming_night.name
        if club.name in upcoming_night.name
        else f"{upcoming_night.name} · {club.name}",
        place=club.place or club.name,
        text=upcoming_night.reason,
        link=link,
        is_cancelled=upcoming_night.is_skipped,
    )


def _tournament_date(tournament: Tournament, link: str) -> CalendarEvent:
    last_changed_at: datetime | None = getattr(tournament, "touched", None)
    is_over = getattr(tournament, "held", 0) > 0 and getattr(tournament, "still_open", 1) == 0
    club, page = tournament.club, getattr(tournament, "page", None)
    changes = [tournament.created_at, last_changed_at, page.changed_at if page else None]
    venue = ", ".join(filter(None, (page.venue, page.address))) if page else ""
    return CalendarEvent(
        uid=f"{tournament.desk.code}.tournament@crawford",
        sequence=(getattr(tournament, "versions", None) or 0) + (page.version if page else 0),
        changed_at=max(moment for moment in changes if moment is not None),
        start=tournament.starts_at,
        end=_get_end(tournament.ends_on)
        or (last_changed_at if is_over else None)
        or tournament.starts_at + USUAL_EVENING,
        title=tournament.name if club.name in tournament.name else f"{tournament.name} · {club.name}",
        place=venue or club.place or club.name,
        text=plain_text(page.description) if page else "",
        link=link,
        is_cancelled=tournament.cancelled_at is not None,
    )


def _get_end(last_day: date | None) -> datetime | None:
    """Return the midnight after the last day, local time."""
    if last_day is None:
        return None
    return get_local_start(last_day + timedelta(days=1), time.min, timezone.get_current_timezone())


WEEK = timedelta(weeks=1)


def days_from(weekday: int, first: date) -> Iterator[date]:
    """Yield every day with the weekday `weekday` (Monday 0) from `first` on, inclusive."""
    day = first + timedelta(days=(weekday - first.weekday()) % 7)
    while True:
        yield day
        day += WEEK


def next_days(weekday: int, first: date, *, weeks: int, without: Collection[date] = ()) -> list[date]:
    """Return the days with this weekday in `weeks` weeks from `first` on, except those in `without`."""
    return [day for day in islice(days_from(weekday, first), weeks) if day not in without]


def get_local_start(day: date, begins: time, zone: tzinfo) -> datetime:
    """Return the start of a tournament on a day; an hour skipped by a clock change has the earlier offset."""
    return datetime.combine(day, begins, tzinfo=zone)
