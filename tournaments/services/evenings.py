"""An evening in one go: tournament, desk, tables and event from a preset, ready for names."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from matches.models import User
from matches.services import desks
from matches.services.players import normalise_name
from matches.states import Policy
from rules.errors import Refusal
from rules.match import check_length
from tournaments.formats.draw_seed import commitment
from tournaments.formats.plan import Plan
from tournaments.journal.formations import Formed
from tournaments.models import Club, Event, Role, Tournament
from tournaments.models.event import PLANNED
from tournaments.permissions import must_be_open, must_direct
from tournaments.services import draw_services, stages, teams
from tournaments.services.commands import one_command

EVENING_FORMAT = "knockout_consolation"
MOST_TABLES = 256
# Words that stand in an address where the name of an event could.
RESERVED = frozenset({"add", "officials", "report", "weekly"})


@dataclass(frozen=True, slots=True)
class Hall:
    """Where an evening is played: how many tables stand there, and whose word makes a result count."""

    tables: int
    policy: str = Policy.BOTH.value


@transaction.atomic
def start_evening(
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
    """A tournament of one event, knockout with consolation; the lots of its draw are committed at once.

    All directors of the club rule at its desk. Raises `tables_impossible` and what names and lengths refuse.
    """
    hall = Hall(tables, policy)
    tournament = open_evening(club=club, name=name, starts_at=starts_at, hall=hall, by=by)
    return add_event(
        tournament=tournament,
        name=tournament.name,
        length=length,
        consolation_length=consolation_length,
        by=by,
    )


@transaction.atomic
def start_planned(
    *,
    club: Club,
    name: str,
    starts_at: datetime,
    lengths: tuple[int, int],
    hall: Hall,
    plan: Plan,
    by: User,
    formed: Formed | None = None,
) -> Event:
    """As `start_evening`, with an event of any plan.

    The `lengths` of main and consolation hold where the plan names none.
    """
    tournament = open_evening(club=club, name=name, starts_at=starts_at, hall=hall, by=by)
    return add_event(
        tournament=tournament,
        name=tournament.name,
        length=lengths[0],
        consolation_length=lengths[1],
        by=by,
        plan=plan,
        formed=formed,
    )


@transaction.atomic
def open_evening(*, club: Club, name: str, starts_at: datetime, hall: Hall, by: User) -> Tournament:
    """A tournament without events, with its desk and tables; all directors of the club rule there.

    Raises `tables_impossible`, and what names refuse.
    """
    must_direct(by, club)
    if not 0 <= hall.tables <= MOST_TABLES:
        raise Refusal("tables_impossible", tables=hall.tables, most=MOST_TABLES)
    # Two that begin at once look for a free address one after the other.
    Club.objects.select_for_update().get(pk=club.pk)
    directors = User.objects.filter(memberships__club=club, memberships__role=Role.DIRECTOR)
    desk = desks.create_desk(
        name=name, tables=hall.tables, officials={by, *directors}, confirm_policy=hall.policy
    )
    used_slugs = set(club.tournaments.values_list("slug", flat=True))
    day = timezone.localtime(starts_at).date().isoformat()
    return Tournament.objects.create(
        club=club,
        desk=desk,
        name=normalise_name(name),
        slug=_free_slug(f"{name} {day}", used_slugs),
        starts_at=starts_at,
    )


@one_command()
@transaction.atomic
def add_event(
    *,
    tournament: Tournament,
    name: str,
    length: int,
    consolation_length: int,
    by: User,
    form: str = EVENING_FORMAT,
    plan: Plan | None = None,
    formed: Formed | None = None,
) -> Event:
    """One more competition in a tournament, at the same desk and tables, of a known form or of a plan.

    The lengths hold where the plan names none. Raises `event_format_unknown`, and what a plan is refused for.
    """
    must_direct(by, tournament)
    must_be_open(tournament.club)
    check_length(length)
    check_length(consolation_length)
    if form not in dict(Event._meta.get_field("format").choices or ()):
        raise Refusal("event_format_unknown", format=form)
    seed = draw_services.new_draw_seed()
    event = Event.objects.create(
        tournament=tournament,
        name=normalise_name(name),
        slug=_free_slug(name, {*RESERVED, *tournament.events.values_list("slug", flat=True)}),
        format=form if plan is None else PLANNED,
        main_length=length,
        consolation_length=consolation_length,
        lots_seed=seed,
        lots_commitment=commitment(seed),
    )
    draw_services.commit(event=event, seed=seed, by=by)
    if formed is not None:
        teams.set_formation(event=event, formed=formed, by=by, key="formed")
    if plan is not None:
        stages.plan_event(event=event, plan=plan, by=by, key="plan")
    event.refresh_from_db()
    return event


def _free_slug(name: str, used_slugs: set[str]) -> str:
    base = slugify(name)[:50].strip("-") or "event"
    numbered = (base if place == 1 else f"{base}-{place}" for place in range(1, len(used_slugs) + 2))
    return next(slug for slug in numbered if slug not in used_slugs)
