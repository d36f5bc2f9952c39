"""Weekly nights of a club: template, next dates, regulars, and dates of the calendar feed."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils import timezone

from matches.models import Desk, Player
from matches.names import NameKind
from matches.queries.people import canonical_key
from tournaments import scheduling
from tournaments.exchange.ics import Date
from tournaments.formats.plan import Plan, payload, read_plan
from tournaments.journal.formations import Formed
from tournaments.journal.replay import live_rows
from tournaments.markdown import plain_text
from tournaments.models import (
    Club,
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    JournalEntry,
    Membership,
    SkippedNight,
    Tournament,
    WeeklyNight,
)
from tournaments.models.event import PLANNED
from tournaments.queries import event_state
from tournaments.registry import template_extensions

WEEKS_AHEAD = 8
LOOKED_BACK = 8
# Duration after its start during which a night is still tonight's.
LASTS = timedelta(hours=8)
KEEPABLE = 5
# Stage options that name entries of one event.
OF_ONE_EVENING = ("forbidden",)
BEGINNINGS = ("drawn", "paired")


@dataclass(frozen=True, slots=True)
class Coming:
    """An upcoming night, or a tournament of a future day; `reason` is why a week is skipped."""

    starts_at: datetime
    name: str
    night: WeeklyNight | None
    evening: Tournament | None
    is_skipped: bool = False
    reason: str = ""

    @property
    def day(self) -> date:
        """Return the local day."""
        return timezone.localdate(self.starts_at)


@dataclass(frozen=True, slots=True)
class Regular:
    """A regular player: number of recent tournaments attended, and whether the last one."""

    player: Player
    times: int
    was_last: bool


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as template data, without players.

    "name" ("": that of the tournament), "lengths", "plan", "formed", and "features" by app name.
    """
    formed = event_state.get_event_state(event).teams.formed
    return {
        "name": "" if event.name == event.tournament.name else event.name,
        "lengths": [event.main_length, event.consolation_length],
        "plan": payload(_of_any_evening(_first_plan(event))) if event.format == PLANNED else None,
        "formed": formed_data(formed) if formed.takes else None,
        "features": _features_of(event),
    }


def _features_of(event: Event) -> dict[str, Any]:
    """Return the data of feature apps by name."""
    extensions = template_extensions.items()
    all_data = ((name, extension.read(event)) for name, extension in extensions)
    return {name: data for name, data in all_data if data is not None}


def formed_data(formed: Formed) -> dict[str, Any]:
    """Return the entry type of an event as template data."""
    return {
        "takes": formed.takes,
        "boards": formed.boards,
        "lengths": list(formed.lengths),
        "ties": list(formed.ties),
    }


def times_of(desk: Desk) -> dict[str, Any]:
    """Return a desk's lateness penalties ("scale": grace, step, loses), "final_after" and "clock"."""
    scale = desk.scale
    scale_data = [scale.grace, scale.step, scale.loses] if scale is not None else None
    return {"scale": scale_data, "final_after": desk.final_after, "clock": desk.clock}


def nights_of(club: Club) -> list[WeeklyNight]:
    """Return the weekly nights of a club, Monday first."""
    return list(WeeklyNight.objects.filter(club=club, ended_at=None))


def not_weekly(club: Club) -> list[Tournament]:
    """Return the latest tournaments of a club that could become a weekly night. One query."""
    rows = Tournament.objects.filter(
        club=club, weekly=None, archived_at=None, events__isnull=False
    ).distinct()
    tournaments = rows.exclude(events__is_league=True)
    return list(tournaments.order_by("-starts_at", "-pk")[:KEEPABLE])


def tonight(nights: Iterable[WeeklyNight], now: datetime) -> dict[int, Tournament]:
    """Return the current tournament of each night, by key: today's, or one begun before midnight.

    One query.
    """
    today = timezone.localdate(now)
    is_now = Q(starts_at__date=today) | Q(starts_at__gt=now - LASTS, starts_at__lte=now)
    current_tournaments = Tournament.objects.filter(is_now, weekly__in=list(nights)).select_related(
        "club", "desk"
    )
    return {one.weekly_id: one for one in current_tournaments.order_by("-pk") if one.weekly_id is not None}


def is_on(night: WeeklyNight, now: datetime) -> bool:
    """Return whether a night is today, or yesterday's is not over."""
    return _occasion(night, now) is not None


def begins_on(night: WeeklyNight, now: datetime) -> datetime:
    """Return the start of a tournament created now: the scheduled time on its day, else now."""
    return _occasion(night, now) or now.replace(second=0, microsecond=0)


def coming(club: Club, now: datetime, *, weeks_ahead: int = WEEKS_AHEAD) -> list[Coming]:
    """Return what a club plays from today on, including skipped weeks. Three queries.

    A night already started as a tournament appears only once; finished and archived tournaments are left out.
    """
    today = timezone.localdate(now)
    last = today + timedelta(weeks=weeks_ahead)
    evenings = _set_for(club, today, last)
    nights = nights_of(club)
    left_out = SkippedNight.objects.filter(night__in=nights, day__gte=today, day__lt=last)
    skipped = {(row.night_id, row.day): row for row in left_out}
    existing_evenings = {(one.weekly_id, timezone.localdate(one.starts_at)) for one, _ in evenings}
    upcoming_nights = [Coming(one.starts_at, one.name, None, one) for one, is_over in evenings if not is_over]
    for night in nights:
        days = scheduling.next_days(night.weekday, today, weeks=weeks_ahead)
        free = (day for day in days if (night.pk, day) not in existing_evenings)
        upcoming_nights += [_night(night, day, skipped.get((night.pk, day))) for day in free]
    return sorted(upcoming_nights, key=lambda one: (one.starts_at, one.name))


def regulars(event: Event) -> list[Regular]:
    """Return players of recent tournaments who are still members and not entered here, by attendance.

    For a weekly night only its own tournaments count. Four queries.
    """
    evening = event.tournament
    before = Tournament.objects.filter(club=evening.club_id, starts_at__lte=evening.starts_at)
    others = before.exclude(pk=evening.pk).exclude(events__is_league=True)
    counted_evenings = others.filter(weekly=evening.weekly_id) if evening.weekly_id else others
    latest = list(counted_evenings.order_by("-starts_at", "-pk").values_list("pk", flat=True)[:LOOKED_BACK])
    entered = Entry.objects.filter(event__tournament__in=latest, status=EntryStatus.ENTERED)
    alone = entered.filter(player__kind=NameKind.PERSON.value).order_by()
    came: set[tuple[int, int]] = set(alone.values_list("event__tournament", canonical_key("player")))
    entered_players = set(Entry.objects.filter(event=event).values_list(canonical_key("player"), flat=True))
    times = Counter(player for _, player in came if player not in entered_players)
    former_memberships = Membership.objects.filter(
        club=evening.club_id, left_at__isnull=False, player__isnull=False
    )
    still = Player.objects.filter(anonymised_at=None).exclude(
        pk__in=former_memberships.values(key=canonical_key("player"))
    )
    players = still.in_bulk(list(times))
    attendance = ((players[key], count) for key, count in times.items() if key in players)
    regular_players = [Regular(player, count, (latest[0], player.pk) in came) for player, count in attendance]
    return sorted(
        regular_players, key=lambda one: (-one.times, not one.was_last, one.player.full_name.casefold())
    )


def _occasion(night: WeeklyNight, now: datetime) -> datetime | None:
    """Return the start of a night that is today's, or yesterday's while it lasts."""
    today, zone = timezone.localdate(now), timezone.get_default_timezone()
    if today.weekday() == night.weekday:
        return scheduling.get_local_start(today, night.begins, zone)
    before = scheduling.get_local_start(today - timedelta(days=1), night.begins, zone)
    is_yesterdays = (today - timedelta(days=1)).weekday() == night.weekday
    return before if is_yesterdays and now - before <= LASTS else None


def _set_for(club: Club, first: date, last: date) -> list[tuple[Tournament, bool]]:
    """Return the published tournaments of these days, and whether each is over or archived."""
    events = Event.objects.filter(tournament=OuterRef("pk"))
    published = Tournament.objects.filter(club=club, is_draft=False)
    rows = published.filter(starts_at__date__gte=first, starts_at__date__lt=last)
    of_one_day = rows.exclude(events__is_league=True)
    with_progress = of_one_day.annotate(
        begun=Exists(events), on=Exists(events.exclude(status=EventStatus.FINISHED))
    )
    tournaments = with_progress.select_related("club").order_by("starts_at", "pk")
    return [(one, (one.begun and not one.on) or one.archived_at is not None) for one in tournaments]


def _night(night: WeeklyNight, day: date, skipped: SkippedNight | None) -> Coming:
    begins = scheduling.get_local_start(day, night.begins, timezone.get_default_timezone())
    return Coming(begins, night.name, night, None, skipped is not None, skipped.reason if skipped else "")


def _first_plan(event: Event) -> Plan:
    """Return the plan at the start of the event, without later changes."""
    rows = event_state.get_journal_rows(event)
    begun = next((row.seq for row in rows if row.kind in BEGINNINGS), len(rows) + 1)
    plans = [row for row in live_rows(rows) if row.kind == "planned"]
    before = [row for row in plans if row.seq < begun]
    return read_plan((before[-1] if before else plans[0]).payload)


def _of_any_evening(plan: Plan) -> Plan:
    return Plan(tuple(replace(stage, options=_reusable_options(stage.options)) for stage in plan.stages))


def _reusable_options(options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in OF_ONE_EVENING}


DATES_SHOWN = 200
OPEN = ~Q(events__status=EventStatus.FINISHED)


def club_dates(club: Club, link: Callable[[Tournament], str]) -> list[Date]:
    """Return the latest 200 published tournaments of a club; one query. `link` returns a tournament's URL."""
    return [
        _tournament_date(tournament, link(tournament))
        for tournament in _with_figures(Tournament.objects.filter(club=club, is_draft=False))[:DATES_SHOWN]
    ]


def upcoming_dates(club: Club, now: datetime, link: str) -> list[Date]:
    """Return the upcoming weekly nights not yet started, skipped ones included; three queries.

    `link` is the URL of the club.
    """
    upcoming_nights = (
        upcoming_night for upcoming_night in coming(club, now) if upcoming_night.night is not None
    )
    return [
        _night_date(club, upcoming_night.night, upcoming_night, link)
        for upcoming_night in upcoming_nights
        if upcoming_night.night is not None
    ]


def tournament_dates(tournament: Tournament, link: Callable[[Tournament], str]) -> list[Date]:
    """Return one tournament as a feed."""
    return [
        _tournament_date(one, link(one)) for one in _with_figures(Tournament.objects.filter(pk=tournament.pk))
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
            still_open=Count("events", filter=OPEN, distinct=True),
        )
        .order_by("-starts_at", "-id")
    )


def _night_date(club: Club, night: WeeklyNight, upcoming_night: Coming, link: str) -> Date:
    return Date(
        uid=f"{club.desk.code}.{night.pk}.{upcoming_night.day.isoformat()}.night@crawford",
        sequence=int(upcoming_night.is_skipped),
        changed_at=night.at,
        start=upcoming_night.starts_at,
        end=None,
        title=upcoming_night.name
        if club.name in upcoming_night.name
        else f"{upcoming_night.name} · {club.name}",
        place=club.place or club.name,
        text=upcoming_night.reason,
        link=link,
        is_cancelled=upcoming_night.is_skipped,
    )


def _tournament_date(tournament: Tournament, link: str) -> Date:
    last_changed_at: datetime | None = getattr(tournament, "touched", None)
    is_over = getattr(tournament, "held", 0) > 0 and getattr(tournament, "still_open", 1) == 0
    club, page = tournament.club, getattr(tournament, "page", None)
    changes = [tournament.created_at, last_changed_at, page.changed_at if page else None]
    venue = ", ".join(filter(None, (page.venue, page.address))) if page else ""
    return Date(
        uid=f"{tournament.desk.code}.tournament@crawford",
        sequence=(getattr(tournament, "versions", None) or 0) + (page.version if page else 0),
        changed_at=max(moment for moment in changes if moment is not None),
        start=tournament.starts_at,
        end=_end_of(tournament.ends_on) or (last_changed_at if is_over else None),
        title=tournament.name if club.name in tournament.name else f"{tournament.name} · {club.name}",
        place=venue or club.place or club.name,
        text=plain_text(page.description) if page else "",
        link=link,
        is_cancelled=tournament.cancelled_at is not None,
    )


def _end_of(last_day: date | None) -> datetime | None:
    """Return the midnight after the last day, local time."""
    if last_day is None:
        return None
    return scheduling.get_local_start(last_day + timedelta(days=1), time.min, timezone.get_default_timezone())
