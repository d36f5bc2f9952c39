"""The call board of the desk and its next step."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count

from matches.models import Desk, Match, Table
from matches.queries.desks import free_tables
from matches.states import AT_A_TABLE, Status
from rules.errors import Refusal
from tournaments.journal.entrants import HERE, UNSAID
from tournaments.models import EntryStatus, Event, EventStatus, Takes, Tournament
from tournaments.phrases import flight_name
from tournaments.queries import flights
from tournaments.queries.flights import Due, Folded
from tournaments.queries.obstacles import obstacle

GATHERINGS = frozenset({flights.GATHER, flights.START})
# So many matches whose figures are missing are named.
NAMED = 4
AT_TABLES = [status.value for status in AT_A_TABLE]


@dataclass(frozen=True, slots=True)
class Calls:
    """Matches in play, matches waiting to be called, and free tables."""

    playing: Sequence[Match]
    waiting: Sequence[Match]
    free: Sequence[Table]


def calls(tournament: Tournament) -> Calls:
    """The call board of a tournament: matches with pairing, event and players; three queries."""
    matches = Match.objects.filter(desk=tournament.desk_id).select_related(
        "white", "black", "table", "pairing__event"
    )
    playing = matches.filter(status__in=AT_TABLES).order_by("table__number", "pk")
    waiting = matches.filter(status=Status.SCHEDULED.value, pairing__isnull=False).order_by("pk")
    return Calls(tuple(playing), tuple(waiting), tuple(free_tables(_desk(tournament))))


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next thing to do for an event: a code of `phrases.NEXT_STEPS` and its facts, and what stands in the
    way of the usual one."""

    code: str
    facts: Mapping[str, object]
    obstacle: Refusal | None = None


def next_step(event: Event, overview: Folded | None = None) -> NextStep:
    """What the desk should do now, most urgent first; at most four queries beside the fold, which is `known`
    where it was asked for already."""
    if event.status == EventStatus.DRAFT:
        return _before_the_draw(event, overview)
    if event.status == EventStatus.DRAWN:
        return NextStep("publish", {})
    if event.status == EventStatus.FINISHED:
        return NextStep("finished", {})
    step = _during_play(_counts(event))
    if step.code in {"rule", "confirm"}:
        return step
    if event.takes == Takes.TEAMS.value and not _is_anything_on(step):
        step = _line_ups(event) or step
    overview = overview or flights.folded(event)
    tasks = [task for task in overview.due if task.deed != flights.GATHER or not _is_anything_on(step)]
    if tasks:
        return _must_be_possible(event, _stage_step(overview, tasks[0]))
    return _measuring(event, overview) if overview.unmeasured and not _is_anything_on(step) else step


def _measuring(event: Event, overview: Folded) -> NextStep:
    """The matches whose performance ratings the table waits for, the first few by name; one query."""
    rows = event.pairings.filter(label__in=overview.unmeasured[:NAMED])
    sides = rows.values_list("white_entry__player__name", "black_entry__player__name")
    matchups = [" – ".join(filter(None, names)) for names in sides]
    ellipsis = ["…"] if len(overview.unmeasured) > NAMED else []
    return NextStep(
        "measure", {"count": len(overview.unmeasured), "names": "; ".join([*matchups, *ellipsis])}
    )


def _line_ups(event: Event) -> NextStep | None:
    """The first meeting whose teams are known and whose line-ups are still sealed; one query."""
    rows = event.pairings.order_by("round", "position", "board").values_list(
        *("label", "board", "decided", "white_won", "white_entry__player__name", "black_entry__player__name")
    )
    meetings = list(rows)
    lined_up = {label.rpartition(".")[0] for label, board, *_ in meetings if board}
    waiting = [
        (label, f"{white} – {black}")
        for label, board, decided, won, white, black in meetings
        if white and black and not (board or decided or label in lined_up) and won is None
    ]
    if not waiting:
        return None
    label, names = waiting[0]
    return NextStep("line_ups", {"count": len(waiting), "label": label, "names": names})


def _before_the_draw(event: Event, overview: Folded | None) -> NextStep:
    presence_counts = _presences(event)
    entrants = presence_counts[HERE] + presence_counts[UNSAID]
    if presence_counts[HERE] and presence_counts[UNSAID]:
        return NextStep("attend", {"here": presence_counts[HERE], "count": presence_counts[UNSAID]})
    gathering_tasks = [task for task in (overview or flights.folded(event)).due if task.deed in GATHERINGS]
    if entrants > 1 and gathering_tasks:
        return _stage_step(overview or flights.folded(event), gathering_tasks[0])
    return NextStep("draw" if entrants > 1 else "enter", {"entrants": entrants, "takes": event.takes})


def _presences(event: Event) -> Counter[str]:
    """How many entries that still play are here, away, waiting, or not marked."""
    playing = event.entries.filter(status=EntryStatus.ENTERED.value)
    return Counter(dict(playing.values_list("presence").annotate(count=Count("pk")).order_by()))


def _is_anything_on(step: NextStep) -> bool:
    return any(step.facts.get(name) for name in ("playing", "waiting"))


def _must_be_possible(event: Event, step: NextStep) -> NextStep:
    """The step; where a round is due that nobody can be paired in, the end of its stage instead."""
    if step.code != "pair_stage":
        return step
    refusal = obstacle(event, str(step.facts["flight"]))
    return NextStep("end_stage", step.facts, refusal) if refusal else step


def _stage_step(overview: Folded, task: Due) -> NextStep:
    flight_info = overview.shapes.get(task.flight)
    name = flight_info.name if flight_info else flight_name(task.flight)
    return NextStep(
        f"{task.deed}_stage", {"flight": task.flight, "name": name, "round": task.round, "count": task.count}
    )


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
    matches = Match.objects.filter(pairing__event=event).order_by()
    return dict(matches.values_list("status").annotate(count=Count("pk")))


def _desk(tournament: Tournament) -> Desk:
    return tournament.desk
