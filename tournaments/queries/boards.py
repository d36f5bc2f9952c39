"""What the desk works from: who plays, who waits and where, and the next thing to do."""

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
    """The next thing to do for an event: a code of `phrases.NEXT_STEPS` and its facts, and what stands in the
    way of the usual one."""

    code: str
    facts: Mapping[str, object]
    obstacle: Refusal | None = None


def next_step(event: Event, known: Folded | None = None) -> NextStep:
    """What the desk should do now, most urgent first; at most four queries beside the fold, which is `known`
    where it was asked for already."""
    if event.status == EventStatus.DRAFT:
        return _before_the_draw(event, known)
    if event.status == EventStatus.DRAWN:
        return NextStep("publish", {})
    if event.status == EventStatus.FINISHED:
        return NextStep("finished", {})
    step = _during_play(_counts(event))
    if step.code in {"rule", "confirm"}:
        return step
    if event.takes == Takes.TEAMS.value and not _is_anything_on(step):
        step = _line_ups(event) or step
    known = known or flights.folded(event)
    due = [each for each in known.due if each.deed != flights.GATHER or not _is_anything_on(step)]
    if due:
        return _must_be_possible(event, _stage_step(known, due[0]))
    return _measuring(event, known) if known.unmeasured and not _is_anything_on(step) else step


def _measuring(event: Event, known: Folded) -> NextStep:
    """The matches whose performance ratings the table waits for, the first few by name; one query."""
    rows = event.pairings.filter(label__in=known.unmeasured[:NAMED])
    sides = rows.values_list("white_entry__player__name", "black_entry__player__name")
    told = [" – ".join(filter(None, names)) for names in sides]
    more = ["…"] if len(known.unmeasured) > NAMED else []
    return NextStep("measure", {"count": len(known.unmeasured), "names": "; ".join([*told, *more])})


def _line_ups(event: Event) -> NextStep | None:
    """The first meeting whose teams are known and whose line-ups are still sealed; one query."""
    rows = event.pairings.order_by("round", "position", "board").values_list(
        *("label", "board", "decided", "white_won", "white_entry__player__name", "black_entry__player__name")
    )
    found = list(rows)
    lined_up = {label.rpartition(".")[0] for label, board, *_ in found if board}
    waiting = [
        (label, f"{white} – {black}")
        for label, board, decided, won, white, black in found
        if white and black and not (board or decided or label in lined_up) and won is None
    ]
    if not waiting:
        return None
    label, names = waiting[0]
    return NextStep("line_ups", {"count": len(waiting), "label": label, "names": names})


def _before_the_draw(event: Event, known: Folded | None) -> NextStep:
    came = _presences(event)
    entrants = came[HERE] + came[UNSAID]
    if came[HERE] and came[UNSAID]:
        return NextStep("attend", {"here": came[HERE], "count": came[UNSAID]})
    gathering = [due for due in (known or flights.folded(event)).due if due.deed in GATHERINGS]
    if entrants > 1 and gathering:
        return _stage_step(known or flights.folded(event), gathering[0])
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
    found = obstacle(event, str(step.facts["flight"]))
    return NextStep("end_stage", step.facts, found) if found else step


def _stage_step(known: Folded, due: Due) -> NextStep:
    shape = known.shapes.get(due.flight)
    name = shape.name if shape else flight_name(due.flight)
    return NextStep(
        f"{due.deed}_stage", {"flight": due.flight, "name": name, "round": due.round, "count": due.count}
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
