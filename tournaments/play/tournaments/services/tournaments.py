"""Tournaments: created from a preset format or a plan, and given more events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.actors import SYSTEM
from matches.lateness import PenaltyScale
from matches.models import Desk, User
from matches.models.desk import CONDUCT_KEY
from matches.services import desks
from matches.services.players import normalise_name
from matches.states import Policy
from rules.errors import Refusal
from rules.match import check_length
from rules.options import ConductLaws, MatchLaws
from tournaments.formats.plan import Plan
from tournaments.formats.random_order import compute_commitment
from tournaments.journal.team_facts import EntryType
from tournaments.models import Club, Entry, Event, Role, Tournament
from tournaments.models.event import PLANNED
from tournaments.models.tournament import MOST_TABLES
from tournaments.payloads import read_payload
from tournaments.permissions import must_be_active, must_be_open, must_direct
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries, entry_types
from tournaments.play.event_journal.services.journal import one_command
from tournaments.play.teams import services as teams
from tournaments.play.tournaments.services.currency import choose_currency
from tournaments.play.tournaments.services.event_names import check_event_name, choose_event_name
from tournaments.registry import weekly_night_extensions
from tournaments.slugs import make_free_slug

DEFAULT_FORMAT = "knockout_consolation"
# No event gets these slugs: they are pages of a tournament at the same position of the URL.
RESERVED = frozenset(
    {
        *(
            "add",
            "again",
            "arbiter",
            "attachments",
            "members-view",
            "officials",
            "open-fees",
            "page",
            "records",
            "registration",
            "report",
        ),
        *("settings", "sign-up", "weekly"),
    }
)


@dataclass(frozen=True, slots=True)
class TournamentSetup:
    """Setup of a new tournament: number of tables, result confirmation policy, whether it is a draft.

    An empty `currency` is that of the site's settings (`choose_currency`).
    """

    tables: int
    policy: str = Policy.BOTH.value
    is_draft: bool = False
    currency: str = ""


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

    Raises `tables_impossible`, `currency_unknown`, and errors of names.
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
        slug=make_free_slug(f"{name} {day}", used_slugs),
        starts_at=starts_at,
        is_draft=setup.is_draft,
        currency=choose_currency(setup.currency),
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
        slug=make_free_slug(name, {*RESERVED, *tournament.events.values_list("slug", flat=True)}),
        format=format if plan is None else PLANNED,
        main_length=length,
        consolation_length=consolation_length,
        draw_seed=seed,
        draw_commitment=compute_commitment(seed),
    )
    draws.commit_draw_seed(event=event, seed=seed, by=by)
    if entry_type is not None:
        entry_types.set_entry_type(event=event, entry_type=entry_type, by=by, key="formed")
    if plan is not None:
        draws.plan_event(event=event, plan=plan, by=by, key="plan")
    event.refresh_from_db()
    return event


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
        plan=read_payload(Plan, plan) if plan is not None else None,
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


@transaction.atomic
def add_side_event(
    *,
    tournament: Tournament,
    name: str,
    plan: Plan,
    lengths: tuple[int, int],
    by: User,
    entries_to_copy: Sequence[Entry] = (),
    entry_type: EntryType | None = None,
    default_name: str = "",
) -> Event:
    """Add an event with a plan at the desk and tables of a tournament, with copies of these entries.

    The copies have the details of the entries, and those of teams their rosters.

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
    if entries_to_copy:
        players = [entry.player for entry in entries_to_copy]
        details = entries.get_details(entries_to_copy)
        entries.enter_players(event=event, players=players, about=details, by=by, key="guests")
        teams.copy_rosters(event=event, entries_to_copy=entries_to_copy, by=by)
        event.refresh_from_db()
    return event
