"""The next step of an event, which the desk proposes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone

from matches.models import Match
from matches.registry import format_time
from matches.states import TO_PLAY, Status, get_shown_status
from rules.errors import Refusal
from tournaments.journal.facts import HERE, UNMARKED
from tournaments.models import EntryStatus, Event, EventStatus, Takes
from tournaments.play.entrants.queries.entries import describe_kind
from tournaments.play.entrants.queries.sign_ups_to_enter import join_names, list_sign_ups_to_enter
from tournaments.play.events import events
from tournaments.play.events.events import EventOverview, StageTask
from tournaments.play.events.pairing_obstacles import find_pairing_obstacle
from tournaments.play.schedule.queries.breaks import get_wait_for_start
from tournaments.play.schedule.queries.call_board import AT_TABLES

GATHERING_ACTIONS = frozenset({events.GATHER, events.START})
# A step about missing performance ratings names so many of the matches.
MATCHES_NAMED = 4


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step of an event.

    `code` is one of `tournaments.messages.NEXT_STEPS`, `facts` its context, `obstacle` why the usual step is
    not possible.
    """

    code: str
    facts: Mapping[str, object]
    obstacle: Refusal | None = None


def get_next_step(event: Event, overview: EventOverview | None = None) -> NextStep:
    """Return the desk's most urgent next step.

    At most seven queries besides the event overview, which may be passed.
    """
    if event.status == EventStatus.DRAFT:
        return _entry_step(event, overview)
    if event.status == EventStatus.DRAWN:
        return NextStep("publish", {})
    if event.status == EventStatus.FINISHED:
        return NextStep("finished", {})
    step = _add_wait_for_start(event, _play_step(_count_matches(event)))
    if step.code in {"rule", "confirm", "start_calling"}:
        return step
    if event.takes == Takes.TEAMS.value and not _has_open_matches(step):
        step = _line_ups_step(event) or step
    overview = overview or events.get_overview(event)
    tasks = [task for task in overview.tasks if task.action != events.GATHER or not _has_open_matches(step)]
    if tasks:
        return _replace_by_end_of_stage(event, _stage_step(overview, tasks[0]))
    return _ratings_step(event, overview) if overview.unmeasured and not _has_open_matches(step) else step


def list_steps_of_other_events(event: Event) -> list[tuple[Event, NextStep]]:
    """Return the steps for which other events of the tournament wait for the director, in their order.

    Open reports and disputes are not among them, as a desk shows those of all events. One query, and a few
    for each event whose version is new or that waits for line-ups or performance ratings.
    """
    others = event.tournament.events.filter(
        cancelled_at=None, status__in=(EventStatus.DRAWN.value, EventStatus.PUBLISHED.value)
    )
    other_events = others.exclude(pk=event.pk).select_related("tournament__club").order_by("pk")
    steps = ((other_event, _find_waiting_step(other_event)) for other_event in other_events)
    return [(other_event, step) for other_event, step in steps if step is not None]


def _find_waiting_step(event: Event) -> NextStep | None:
    """Return the step for which a drawn or published event waits for the director; None while it goes on."""
    if event.status == EventStatus.DRAWN:
        return NextStep("publish", {})
    overview = events.get_overview(event)
    tasks = [task for task in overview.tasks if task.action != events.GATHER]
    if tasks:
        return _stage_step(overview, tasks[0])
    takes_teams = event.takes == Takes.TEAMS.value
    if not (takes_teams or overview.unmeasured) or _has_open_matches(_play_step(_count_matches(event))):
        return None
    return (_line_ups_step(event) if takes_teams else None) or (
        _ratings_step(event, overview) if overview.unmeasured else None
    )


def _ratings_step(event: Event, overview: EventOverview) -> NextStep:
    """Return the step for matches with missing performance ratings, with the first few names; one query."""
    rows = event.pairings.filter(label__in=overview.unmeasured[:MATCHES_NAMED])
    sides = rows.values_list("white_entry__player__name", "black_entry__player__name")
    matchups = [" – ".join(filter(None, names)) for names in sides]
    ellipsis = ["…"] if len(overview.unmeasured) > MATCHES_NAMED else []
    return NextStep(
        "measure", {"count": len(overview.unmeasured), "names": "; ".join([*matchups, *ellipsis])}
    )


def _line_ups_step(event: Event) -> NextStep | None:
    """Return the step for the first meeting of known teams without line-ups, if any; one query."""
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


def _entry_step(event: Event, overview: EventOverview | None) -> NextStep:
    rows = _list_presences(event)
    presence_counts: Counter[str] = Counter()
    for presence, _player_kind, count in rows:
        presence_counts[presence] += count
    entrants = presence_counts[HERE] + presence_counts[UNMARKED]
    open_presences = {"here": presence_counts[HERE], "count": presence_counts[UNMARKED]}
    is_attendance_open = all(open_presences.values())
    confirmed = list_sign_ups_to_enter(event)
    unentered = confirmed if entrants > 1 else []
    if not unentered and is_attendance_open:
        return NextStep("attend", open_presences)
    gathering_tasks = [
        task for task in (overview or events.get_overview(event)).tasks if task.action in GATHERING_ACTIONS
    ]
    if unentered:
        names = {"count": len(unentered), "names": join_names(unentered), "sign_ups": unentered}
        presences = open_presences if is_attendance_open else None
        code = "enter_confirmed_stage" if gathering_tasks else "enter_confirmed"
        return NextStep(code, {**names, "presences": presences})
    if entrants > 1 and gathering_tasks:
        return _stage_step(overview or events.get_overview(event), gathering_tasks[0])
    facts = {"entrants": entrants, "takes": event.takes}
    if entrants > 1:
        kinds = {kind for presence, kind, _count in rows if presence in (HERE, UNMARKED)}
        return NextStep("draw", {**facts, "takes": describe_kind(event, kinds)})
    return NextStep("enter_sign_ups" if confirmed else "enter", {**facts, "count": len(confirmed)})


def _list_presences(event: Event) -> list[tuple[str, str, int]]:
    """Return presence, kind of player and number of the active entries."""
    playing = event.entries.filter(status=EntryStatus.ENTERED.value)
    return list(playing.values_list("presence", "player__kind").annotate(count=Count("pk")).order_by())


def _add_wait_for_start(event: Event, step: NextStep) -> NextStep:
    """Return the step, or that calling can start where waiting matches are to be called from the start on."""
    wait = get_wait_for_start(event, timezone.now()) if step.facts.get("waiting") else None
    if wait is None or step.code in {"rule", "confirm"}:
        return step
    return NextStep("start_calling", {**step.facts, "at": format_time(wait.ends_at), "number": wait.pk})


def _has_open_matches(step: NextStep) -> bool:
    return any(step.facts.get(name) for name in ("playing", "waiting", "to_play"))


def _replace_by_end_of_stage(event: Event, step: NextStep) -> NextStep:
    """Return the step, or the end of its stage if its next round cannot be paired."""
    if step.code != "pair_stage":
        return step
    refusal = find_pairing_obstacle(event, str(step.facts["flight"]))
    return NextStep("end_stage", step.facts, refusal) if refusal else step


def _stage_step(overview: EventOverview, task: StageTask) -> NextStep:
    facts = {"flight": task.flight, "round": task.round, "count": task.count}
    return NextStep(f"{task.action}_stage", {**facts, "name": overview.get_flight_name(task.flight)})


def _play_step(counts: Mapping[str, int]) -> NextStep:
    playing = sum(counts.get(status, 0) for status in AT_TABLES)
    to_play = counts.get(TO_PLAY, 0)
    waiting = counts.get(Status.SCHEDULED.value, 0)
    facts = {"playing": playing, "waiting": waiting}
    for status, code in ((Status.DISPUTED, "rule"), (Status.REPORTED, "confirm")):
        if counts.get(status.value):
            return NextStep(code, {**facts, "count": counts[status.value]})
    if to_play:
        return NextStep("play_league", {"playing": playing, "to_play": to_play})
    if not playing and not waiting and counts.get(Status.POSTPONED.value):
        return NextStep("resume", {"count": counts[Status.POSTPONED.value]})
    return NextStep("play" if playing else "call", facts)


def _count_matches(event: Event) -> Mapping[str, int]:
    """Return the number of matches by the status that pages show."""
    matches = Match.objects.filter(pairing__event=event).order_by()
    counts: Counter[str] = Counter()
    rows = matches.annotate(has_table=Q(table__isnull=False)).values_list("status", "has_table")
    for status, has_table, count in rows.annotate(count=Count("pk")):
        counts[get_shown_status(status, has_table=has_table)] += count
    return counts
