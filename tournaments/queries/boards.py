"""What screens of an event show: bracket, calls, journal, and the next thing to do at the desk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from matches.models import Desk, Match, Table
from matches.queries.desks import free_tables
from matches.states import AT_A_TABLE, Status
from tournaments.models import Event, EventStatus, Pairing, Tournament
from tournaments.models.event import PLANNED
from tournaments.phrases import flight_name
from tournaments.queries import flights

AT_TABLES = [status.value for status in AT_A_TABLE]


def bracket(event: Event) -> QuerySet[Pairing]:
    """Every pairing of an event in order of the bracket (main before consolation), in one query."""
    return (
        Pairing.objects.filter(event=event)
        .select_related("match__table", "white_entry__player", "black_entry__player", "winner_entry")
        .order_by("-flight", "round", "position")
    )


@dataclass(frozen=True, slots=True)
class Calls:
    """Who plays where now, who waits in which order, and which tables are free."""

    playing: Sequence[Match]
    waiting: Sequence[Match]
    free: Sequence[Table]


def calls(tournament: Tournament) -> Calls:
    """The call board of a tournament: matches with pairing, event and players; three queries."""
    found = Match.objects.filter(desk=tournament.desk_id).select_related(
        "white", "black", "table", "pairing__event"
    )
    playing = found.filter(status__in=AT_TABLES).order_by("table__number", "pk")
    waiting = found.filter(status=Status.SCHEDULED.value, pairing__isnull=False).order_by("pk")
    return Calls(tuple(playing), tuple(waiting), tuple(free_tables(_desk(tournament))))


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next thing to do for an event: a code of `phrases.NEXT_STEPS` and its facts."""

    code: str
    facts: Mapping[str, object]


def next_step(event: Event) -> NextStep:
    """What the desk should do now, most urgent first; at most two queries beside the fold of a plan."""
    if event.status == EventStatus.DRAFT:
        entrants = event.entries.count()
        return NextStep("draw" if entrants > 1 else "enter", {"entrants": entrants})
    if event.status == EventStatus.DRAWN:
        return NextStep("publish", {})
    if event.status == EventStatus.FINISHED:
        return NextStep("finished", {})
    step = _during_play(_counts(event))
    if step.code in {"rule", "confirm"} or event.format != PLANNED:
        return step
    due = flights.folded(event).due
    return _stage_step(event, due[0]) if due else step


def _stage_step(event: Event, due: flights.Due) -> NextStep:
    shape = flights.folded(event).shapes.get(due.flight)
    name = shape.name if shape else flight_name(due.flight)
    return NextStep(f"{due.deed}_stage", {"flight": due.flight, "name": name, "round": due.round})


def _during_play(counts: Mapping[str, int]) -> NextStep:
    playing = sum(counts.get(status, 0) for status in AT_TABLES)
    waiting = counts.get(Status.SCHEDULED.value, 0)
    facts = {"playing": playing, "waiting": waiting}
    for status, code in ((Status.DISPUTED, "rule"), (Status.REPORTED, "confirm")):
        if counts.get(status.value):
            return NextStep(code, {**facts, "count": counts[status.value]})
    if not playing and not waiting and counts.get(Status.POSTPONED.value):
        return NextStep("resume", {"count": counts[Status.POSTPONED.value]})
    return NextStep("play" if playing else "call", facts)


def _counts(event: Event) -> dict[str, int]:
    found = Match.objects.filter(pairing__event=event).values_list("status")
    return dict(found.annotate(count=Count("pk")).order_by())


def _desk(tournament: Tournament) -> Desk:
    return tournament.desk
