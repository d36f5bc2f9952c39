"""Weekly tournaments: their template, nights that are skipped, and the start of tonight's tournament.

A weekly tournament is stored as a `WeeklyNight`, called a night here: a template with a day of the week. Its
tournament is created on the day, when a director starts it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.models import User
from matches.queries.desks import count_tables
from matches.services.players import normalise_name
from matches.states import Policy
from rules.errors import Refusal
from rules.match import check_length
from tournaments import club_log
from tournaments.formats.plan import Plan
from tournaments.models import Club, SkippedNight, Tournament, WeeklyNight
from tournaments.models.tournament import MOST_PLAYERS, MOST_TABLES
from tournaments.payloads import make_payload, read_payload
from tournaments.permissions import must_direct
from tournaments.play.tournaments.queries import weekly_nights
from tournaments.play.tournaments.services.currency import choose_currency
from tournaments.play.tournaments.services.tournaments import (
    TournamentSetup,
    add_event_from_template,
    configure_desk,
    create_tournament,
)
from tournaments.registry import weekly_night_extensions

MOST_NIGHTS, MOST_EVENTS = 20, 12


SUNDAY = 6


# No two nights of a club are equal in all of these.
IDENTITY_FIELDS = ("name", "weekday", "begins")


@dataclass(frozen=True, slots=True, kw_only=True)
class NightTemplate:
    """Template of a weekly night: time, tables, and events as data (`queries.weekly_nights.event_data`).

    An empty `currency` is that of the site's settings (`choose_currency`). `capacity` is the number
    of places, None for any number.
    """

    name: str
    weekday: int
    begins: time
    events: Sequence[Mapping[str, Any]]
    tables: int = 8
    policy: str = Policy.BOTH.value
    currency: str = ""
    capacity: int | None = None
    times: Mapping[str, Any] = field(default_factory=dict)
    laws: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def save_night(*, club: Club, template: NightTemplate, by: User) -> WeeklyNight:
    """Create a weekly night; the same template again returns the same night.

    Raises `tables_impossible`, `currency_unknown`, `nights_many`, `night_wrong`, `night_saved_already` for
    another night of that name at that time, and errors of names.
    """
    must_direct(by, club)
    Club.objects.select_for_update().get(pk=club.pk)
    _check_template(template)
    values = _get_field_values(template)
    active_nights = WeeklyNight.objects.filter(club=club, ended_at=None)
    existing_night = active_nights.filter(**{name: values[name] for name in IDENTITY_FIELDS}).first()
    if existing_night is not None:
        return _require_same_template(existing_night, values)
    if active_nights.count() >= MOST_NIGHTS:
        raise Refusal("nights_many", most=MOST_NIGHTS)
    night = WeeklyNight.objects.create(club=club, by=by, **values)
    club_log.log_action(club=club, kind="night_kept", by=by, about={"name": night.name})
    return night


@transaction.atomic
def change_night(*, night: WeeklyNight, template: NightTemplate, by: User) -> WeeklyNight:
    """Change a night from now on.

    Existing tournaments are unchanged. Raises as `save_night`, and `night_over`.
    """
    must_direct(by, night.club)
    Club.objects.select_for_update().get(pk=night.club_id)
    _check_template(template)
    values = _get_field_values(template)
    current_night = _get_active_night(night)
    others = WeeklyNight.objects.filter(club=night.club, ended_at=None).exclude(pk=night.pk)
    if others.filter(**{name: values[name] for name in IDENTITY_FIELDS}).exists():
        raise Refusal("night_saved_already", name=values["name"])
    changed = sorted(name for name in values if getattr(current_night, name) != values[name])
    if changed:
        WeeklyNight.objects.filter(pk=night.pk).update(**values)
        about = {"name": values["name"], "fields": changed}
        club_log.log_action(club=night.club, kind="night_changed", by=by, about=about)
    night.refresh_from_db()
    return night


@transaction.atomic
def save_night_from_tournament(*, tournament: Tournament, by: User) -> WeeklyNight:
    """Save a tournament as a weekly night on its day and time, of which it is the first.

    If it belongs to a weekly night already, that one is returned. Raises what `save_night` does, and
    `night_wrong` for a league season.
    """
    must_direct(by, tournament.club)
    locked_tournament = (
        Tournament.objects.select_for_update(of=("self",)).select_related("weekly").get(pk=tournament.pk)
    )
    if locked_tournament.weekly is not None and locked_tournament.weekly.ended_at is None:
        return locked_tournament.weekly
    if locked_tournament.events.filter(is_league=True).exists():
        raise Refusal("night_wrong")
    local_start, desk = timezone.localtime(locked_tournament.starts_at), tournament.desk
    events = list(tournament.events.order_by("id"))
    template = NightTemplate(
        name=tournament.name,
        weekday=local_start.weekday(),
        begins=local_start.time().replace(second=0, microsecond=0),
        tables=min(count_tables(desk), MOST_TABLES),
        policy=desk.confirm_policy,
        currency=tournament.currency,
        times=weekly_nights.get_desk_times(desk),
        laws=desk.laws,
        events=[weekly_nights.make_event_data(event) for event in events[:MOST_EVENTS]],
    )
    night = save_night(club=tournament.club, template=template, by=by)
    Tournament.objects.filter(pk=tournament.pk).update(weekly=night)
    return night


@transaction.atomic
def end_night(*, night: WeeklyNight, by: User) -> WeeklyNight:
    """End a weekly night; its past tournaments stay."""
    must_direct(by, night.club)
    if WeeklyNight.objects.filter(pk=night.pk, ended_at=None).update(ended_at=timezone.now()):
        club_log.log_action(club=night.club, kind="night_ended", by=by, about={"name": night.name})
    night.refresh_from_db()
    return night


@transaction.atomic
def skip_night(*, night: WeeklyNight, day: date, by: User, reason: str = "") -> SkippedNight:
    """Skip a night on one day. Raises `night_not_that_day`, `night_over`."""
    must_direct(by, night.club)
    night = _get_active_night(night)
    if day.weekday() != night.weekday or day < timezone.localdate():
        raise Refusal("night_not_that_day", day=day.isoformat())
    defaults = {"reason": reason.strip()[:120], "by": by}
    row, is_new = SkippedNight.objects.get_or_create(night=night, day=day, defaults=defaults)
    if is_new:
        about = {"name": night.name, "day": day.isoformat(), "reason": row.reason}
        club_log.log_action(club=night.club, kind="night_skipped", by=by, about=about)
    return row


@transaction.atomic
def restore_night(*, night: WeeklyNight, day: date, by: User) -> None:
    """Restore a skipped day."""
    must_direct(by, night.club)
    deleted_count, _ = SkippedNight.objects.filter(night=night, day=day).delete()
    if deleted_count:
        about = {"name": night.name, "day": day.isoformat()}
        club_log.log_action(club=night.club, kind="night_restored", by=by, about=about)


@transaction.atomic
def start_night(*, night: WeeklyNight, by: User, now: datetime) -> Tournament:
    """Create today's tournament of a night, with desk, tables, events and fees but no entries; idempotent.

    It starts at the scheduled time, also if it is created after midnight of that day; else now. Raises
    `night_over`.
    """
    must_direct(by, night.club)
    WeeklyNight.objects.select_for_update().get(pk=night.pk)
    existing_tournament = weekly_nights.get_current_tournaments([night], now).get(night.pk)
    if existing_tournament is not None:
        return existing_tournament
    night = _get_active_night(night)
    setup = TournamentSetup(night.tables, night.policy, currency=night.currency)
    tournament = create_tournament(
        club=night.club, name=night.name, starts_at=weekly_nights.get_start(night, now), setup=setup, by=by
    )
    Tournament.objects.filter(pk=tournament.pk).update(weekly=night)
    configure_desk(tournament.desk, times=night.times, laws=night.laws)
    for number, event_data in enumerate(night.events, start=1):
        add_event_from_template(tournament=tournament, event_data=event_data, by=by, key=f"night-{number}")
    about = {"name": night.name, "evening": tournament.slug}
    club_log.log_action(club=night.club, kind="night_started", by=by, about=about)
    return tournament


def _get_active_night(night: WeeklyNight) -> WeeklyNight:
    """Return the current night. Raises `night_over`."""
    current_night = WeeklyNight.objects.select_related("club__desk").get(pk=night.pk)
    if current_night.ended_at is not None:
        raise Refusal("night_over", name=current_night.name)
    return current_night


def _get_field_values(template: NightTemplate) -> dict[str, Any]:
    """Return a template as model field values."""
    return {
        "name": normalise_name(template.name),
        "weekday": template.weekday,
        "begins": template.begins,
        "tables": template.tables,
        "policy": template.policy,
        "currency": choose_currency(template.currency),
        "capacity": template.capacity,
        "times": dict(template.times),
        "laws": dict(template.laws),
        "events": [dict(event) for event in template.events],
    }


def _require_same_template(night: WeeklyNight, values: Mapping[str, Any]) -> WeeklyNight:
    if any(getattr(night, name) != value for name, value in values.items()):
        raise Refusal("night_saved_already", name=night.name)
    return night


def _check_template(template: NightTemplate) -> None:
    if template.capacity is not None and not 1 <= template.capacity <= MOST_PLAYERS:
        raise Refusal("night_wrong")
    _check_desk(template)
    for event in template.events:
        _check_event(event)


def _check_desk(template: NightTemplate) -> None:
    if not 0 <= template.tables <= MOST_TABLES:
        raise Refusal("tables_impossible", tables=template.tables, most=MOST_TABLES)
    if not 0 <= template.weekday <= SUNDAY or not 1 <= len(template.events) <= MOST_EVENTS:
        raise Refusal("night_wrong")
    if template.policy not in {each.value for each in Policy}:
        raise Refusal("policy_unknown", policy=template.policy)


def _check_event(event: Mapping[str, Any]) -> None:
    for length in event["lengths"]:
        check_length(length)
    if event["plan"] is not None and make_payload(read_payload(Plan, event["plan"])) != event["plan"]:
        raise Refusal("night_wrong")
    for name, data in event["features"].items():
        if name in weekly_night_extensions and not weekly_night_extensions[name].is_valid(data):
            raise Refusal("night_wrong")
