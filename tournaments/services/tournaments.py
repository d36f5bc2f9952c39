"""Tournaments: created from a preset format or a plan, given more events, and repeated weekly.

A weekly tournament is stored as a `WeeklyNight`, called a night here: a template with a day of the week. Its
tournament is created on the day, when a director starts it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from matches.actors import SYSTEM
from matches.lateness import PenaltyScale
from matches.models import Desk, Player, User
from matches.models.desk import CONDUCT_KEY
from matches.queries.desks import count_tables
from matches.services import desks
from matches.services.players import normalise_name
from matches.states import Policy
from rules.errors import Refusal
from rules.match import check_length
from rules.options import ConductLaws, MatchLaws
from tournaments.formats.plan import Plan, read_plan
from tournaments.formats.plan import make_payload as plan_payload
from tournaments.formats.random_order import compute_commitment
from tournaments.journal.team_facts import EntryType
from tournaments.models import Club, Event, Role, SkippedNight, Tournament, WeeklyNight
from tournaments.models.event import PLANNED
from tournaments.models.tournament import MOST_TABLES
from tournaments.permissions import must_be_active, must_be_open, must_direct
from tournaments.queries import weekly_nights
from tournaments.registry import weekly_night_extensions
from tournaments.services import clubs, draws, entries, teams
from tournaments.services.event_names import check_event_name, choose_event_name
from tournaments.services.journal import one_command

DEFAULT_FORMAT = "knockout_consolation"
# No event gets these slugs: they are pages of a tournament at the same position of the URL.
RESERVED = frozenset(
    {
        *("add", "again", "attachments", "officials", "page", "records", "registration", "report"),
        *("settings", "sign-up", "weekly"),
    }
)


@dataclass(frozen=True, slots=True)
class TournamentSetup:
    """Setup of a new tournament: number of tables, result confirmation policy, whether it is a draft."""

    tables: int
    policy: str = Policy.BOTH.value
    is_draft: bool = False


@transaction.atomic
def create_knockout_tournament(
    *,
    club: Club,
    name: str,
    starts_at: datetime,
    length: int,
    consolation_length: int,
    tables: int,
    by: User,
    policy: str = Policy.BOTH.value,
) -> Event:
    """Create a tournament of one event, knockout with consolation; its draw seed is committed at once.

    All directors of the club are officials of its desk. Raises `tables_impossible` and errors of names and
    lengths.
    """
    setup = TournamentSetup(tables, policy)
    tournament = create_tournament(club=club, name=name, starts_at=starts_at, setup=setup, by=by)
    return add_event(
        tournament=tournament,
        name=tournament.name,
        length=length,
        consolation_length=consolation_length,
        by=by,
    )


@transaction.atomic
def create_tournament_with_event(
    *,
    club: Club,
    name: str,
    starts_at: datetime,
    lengths: tuple[int, int],
    setup: TournamentSetup,
    plan: Plan,
    by: User,
    entry_type: EntryType | None = None,
) -> Event:
    """Create a tournament with one event of this plan.

    The `lengths` of main and consolation apply where the plan has none.
    """
    tournament = create_tournament(club=club, name=name, starts_at=starts_at, setup=setup, by=by)
    return add_event(
        tournament=tournament,
        name=tournament.name,
        length=lengths[0],
        consolation_length=lengths[1],
        by=by,
        plan=plan,
        entry_type=entry_type,
    )


@transaction.atomic
def create_tournament(
    *, club: Club, name: str, starts_at: datetime, setup: TournamentSetup, by: User
) -> Tournament:
    """Create a tournament without events, with its desk and tables; club directors are its officials.

    Raises `tables_impossible`, and errors of names.
    """
    must_direct(by, club)
    if not 0 <= setup.tables <= MOST_TABLES:
        raise Refusal("tables_impossible", tables=setup.tables, most=MOST_TABLES)
    # Serialise concurrent creations, so that they get different slugs.
    Club.objects.select_for_update().get(pk=club.pk)
    directors = User.objects.filter(memberships__club=club, memberships__role=Role.DIRECTOR)
    desk = desks.create_desk(
        name=name, tables=setup.tables, officials={by, *directors}, confirm_policy=setup.policy
    )
    used_slugs = set(club.tournaments.values_list("slug", flat=True))
    day = timezone.localtime(starts_at).date().isoformat()
    return Tournament.objects.create(
        club=club,
        desk=desk,
        name=normalise_name(name),
        slug=_free_slug(f"{name} {day}", used_slugs),
        starts_at=starts_at,
        is_draft=setup.is_draft,
    )


def _check_lengths(*lengths: int) -> None:
    for length in lengths:
        check_length(length)


@one_command()
@transaction.atomic
def add_event(
    *,
    tournament: Tournament,
    name: str,
    length: int,
    consolation_length: int,
    by: User,
    format: str = DEFAULT_FORMAT,
    plan: Plan | None = None,
    entry_type: EntryType | None = None,
) -> Event:
    """Add an event to a tournament, at the same desk and tables, of a preset format or a plan.

    The lengths apply where the plan has none. Raises `event_format_unknown`, errors of the plan, and
    what `must_be_active` does.
    """
    must_direct(by, tournament)
    must_be_open(tournament.club)
    must_be_active(tournament)
    _check_lengths(length, consolation_length)
    if format not in dict(Event._meta.get_field("format").choices or ()):
        raise Refusal("event_format_unknown", format=format)
    seed = draws.new_draw_seed()
    event = Event.objects.create(
        tournament=tournament,
        name=normalise_name(name),
        slug=_free_slug(name, {*RESERVED, *tournament.events.values_list("slug", flat=True)}),
        format=format if plan is None else PLANNED,
        main_length=length,
        consolation_length=consolation_length,
        draw_seed=seed,
        draw_commitment=compute_commitment(seed),
    )
    draws.commit_draw_seed(event=event, seed=seed, by=by)
    if entry_type is not None:
        teams.set_entry_type(event=event, entry_type=entry_type, by=by, key="formed")
    if plan is not None:
        draws.plan_event(event=event, plan=plan, by=by, key="plan")
    event.refresh_from_db()
    return event


def _free_slug(name: str, used_slugs: set[str]) -> str:
    base = slugify(name)[:50].strip("-") or "event"
    numbered = (base if place == 1 else f"{base}-{place}" for place in range(1, len(used_slugs) + 2))
    return next(slug for slug in numbered if slug not in used_slugs)


MOST_NIGHTS, MOST_EVENTS = 20, 12
SUNDAY = 6
# No two nights of a club are equal in all of these.
IDENTITY_FIELDS = ("name", "weekday", "begins")


@dataclass(frozen=True, slots=True, kw_only=True)
class NightTemplate:
    """Template of a weekly night: time, tables, and events as data (`queries.weekly_nights.event_data`)."""

    name: str
    weekday: int
    begins: time
    events: Sequence[Mapping[str, Any]]
    tables: int = 8
    policy: str = Policy.BOTH.value
    times: Mapping[str, Any] = field(default_factory=dict)
    laws: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def save_night(*, club: Club, template: NightTemplate, by: User) -> WeeklyNight:
    """Create a weekly night; the same template again returns the same night.

    Raises `tables_impossible`, `nights_many`, `night_wrong`, `night_saved_already` for another night of that
    name at that time, and errors of names.
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
    clubs.log_action(club=club, kind="night_kept", by=by, about={"name": night.name})
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
        clubs.log_action(club=night.club, kind="night_changed", by=by, about=about)
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
        clubs.log_action(club=night.club, kind="night_ended", by=by, about={"name": night.name})
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
        clubs.log_action(club=night.club, kind="night_skipped", by=by, about=about)
    return row


@transaction.atomic
def restore_night(*, night: WeeklyNight, day: date, by: User) -> None:
    """Restore a skipped day."""
    must_direct(by, night.club)
    deleted_count, _ = SkippedNight.objects.filter(night=night, day=day).delete()
    if deleted_count:
        about = {"name": night.name, "day": day.isoformat()}
        clubs.log_action(club=night.club, kind="night_restored", by=by, about=about)


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
    setup = TournamentSetup(night.tables, night.policy)
    tournament = create_tournament(
        club=night.club, name=night.name, starts_at=weekly_nights.get_start(night, now), setup=setup, by=by
    )
    Tournament.objects.filter(pk=tournament.pk).update(weekly=night)
    configure_desk(tournament.desk, times=night.times, laws=night.laws)
    for number, event_data in enumerate(night.events, start=1):
        add_event_from_template(tournament=tournament, event_data=event_data, by=by, key=f"night-{number}")
    about = {"name": night.name, "evening": tournament.slug}
    clubs.log_action(club=night.club, kind="night_started", by=by, about=about)
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
        "times": dict(template.times),
        "laws": dict(template.laws),
        "events": [dict(event) for event in template.events],
    }


def _require_same_template(night: WeeklyNight, values: Mapping[str, Any]) -> WeeklyNight:
    if any(getattr(night, name) != value for name, value in values.items()):
        raise Refusal("night_saved_already", name=night.name)
    return night


def configure_desk(desk: Desk, *, times: Mapping[str, Any], laws: Mapping[str, Any]) -> None:
    """Give a new desk the times and rules of a template."""
    if times:
        scale_data = times["scale"]
        desks.set_times(
            desk=desk,
            scale=PenaltyScale(*scale_data) if scale_data else None,
            final_after=times["final_after"],
            clock=times["clock"],
            by=SYSTEM,
        )
    if laws:
        conduct = laws.get(CONDUCT_KEY)
        desks.set_laws(
            desk=desk,
            laws=MatchLaws.from_json(dict(laws)),
            conduct=ConductLaws.from_json(conduct) if conduct else None,
            by=SYSTEM,
        )


def add_event_from_template(
    *, tournament: Tournament, event_data: Mapping[str, Any], by: User, key: str
) -> Event:
    """Add an event made from template data (see `queries.weekly_nights.event_data`)."""
    must_direct(by, tournament)
    plan, entry_type_data = event_data["plan"], event_data["formed"]
    event = add_event(
        tournament=tournament,
        name=event_data["name"] or tournament.name,
        length=event_data["lengths"][0],
        consolation_length=event_data["lengths"][1],
        by=by,
        plan=read_plan(plan) if plan is not None else None,
        entry_type=_parse_entry_type(entry_type_data) if entry_type_data is not None else None,
    )
    for name, data in event_data["features"].items():
        # A template may contain data of an app that is no longer installed.
        if name in weekly_night_extensions:
            weekly_night_extensions[name].apply(event, data, by=by, key=key)
    return event


def _parse_entry_type(entry_type_data: Mapping[str, Any]) -> EntryType:
    return EntryType(
        entry_type_data["takes"],
        entry_type_data["boards"],
        tuple(entry_type_data["lengths"]),
        tuple(entry_type_data["ties"]),
    )


def _check_template(template: NightTemplate) -> None:
    if not 0 <= template.tables <= MOST_TABLES:
        raise Refusal("tables_impossible", tables=template.tables, most=MOST_TABLES)
    if not 0 <= template.weekday <= SUNDAY or not 1 <= len(template.events) <= MOST_EVENTS:
        raise Refusal("night_wrong")
    if template.policy not in {each.value for each in Policy}:
        raise Refusal("policy_unknown", policy=template.policy)
    for event in template.events:
        for length in event["lengths"]:
            check_length(length)
        if event["plan"] is not None and plan_payload(read_plan(event["plan"])) != event["plan"]:
            raise Refusal("night_wrong")
        for name, data in event["features"].items():
            if name in weekly_night_extensions and not weekly_night_extensions[name].is_valid(data):
                raise Refusal("night_wrong")


@transaction.atomic
def add_side_event(
    *,
    tournament: Tournament,
    name: str,
    plan: Plan,
    lengths: tuple[int, int],
    by: User,
    players: Sequence[Player] = (),
    entry_type: EntryType | None = None,
    default_name: str = "",
) -> Event:
    """Add an event with a plan at the desk and tables of a tournament, and enter these players.

    Without a `name` it gets the `default_name`, with the first free number if that is taken ("Jackpot 2").
    The `lengths` of main and consolation apply where the plan has none. Raises `event_name_taken`, and
    errors of the plan.
    """
    must_direct(by, tournament)
    # Serialise concurrent additions, so that they get different names.
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    name = name or choose_event_name(tournament=tournament, name=default_name)
    check_event_name(tournament=tournament, name=name)
    event = add_event(
        tournament=tournament,
        name=name,
        length=lengths[0],
        consolation_length=lengths[1],
        by=by,
        plan=plan,
        entry_type=entry_type,
    )
    if players:
        entries.enter_players(event=event, players=players, by=by, key="guests")
        event.refresh_from_db()
    return event
