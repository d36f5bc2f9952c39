"""The call board of the desk, its next step, and what keeps the next round from being paired."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count

from matches.models import Desk, Match, Table
from matches.queries.desks import get_free_tables
from matches.states import AT_A_TABLE, Status
from rules.errors import Refusal
from tournaments.journal import commands
from tournaments.journal.facts import HERE, UNMARKED
from tournaments.messages import flight_name
from tournaments.models import Entry, EntryStatus, Event, EventStatus, Takes, Tournament
from tournaments.queries import event_state, events
from tournaments.queries.events import EventOverview, StageTask
from tournaments.queries.schedule import get_calling_order

CACHE_SECONDS = 3600
# A refusal to pair names the groups that cannot be paired; so many of them are listed.
MAX_GROUPS_NAMED = 12
CachedRefusal = tuple[str, dict[str, object]]


def find_pairing_obstacle(event: Event, flight: str) -> Refusal | None:
    """Return why the next round cannot be paired with all entries, as a refusal; None if it can.

    Its `parts` prove it: groups of entries, by number, that can only meet among themselves.

    One query for a version that is not cached.
    """
    key = f"obstacle:{event.draw_commitment}:{event.version}:{flight}"
    cached_refusal: CachedRefusal | None = cache.get(key)
    if cached_refusal is None:
        cached_refusal = _try_pairing(event, flight)
        cache.set(key, cached_refusal, CACHE_SECONDS)
    code, context = cached_refusal
    return Refusal(code, "", **context) if code else None


def add_names_to_proof(refusal: Refusal, entries: Iterable[Entry]) -> Refusal:
    """Return a refusal with the names of players instead of entry numbers in its `parts`."""
    parts = refusal.facts.get("parts")
    if not isinstance(parts, list):
        return refusal
    names = {entry.number: entry.player.name for entry in entries}
    group_names = [
        ", ".join(names.get(number, str(number)) for number in part) for part in parts[:MAX_GROUPS_NAMED]
    ]
    rest = ["…"] if len(parts) > MAX_GROUPS_NAMED else []
    return Refusal(refusal.code, refusal.law, **{**refusal.facts, "parts": "; ".join([*group_names, *rest])})


def _try_pairing(event: Event, flight: str) -> CachedRefusal:
    try:
        commands.pair(event_state.get_event_state(event), flight)
    except Refusal as refusal:
        return refusal.code, dict(refusal.facts)
    return "", {}


GATHERING_ACTIONS = frozenset({events.GATHER, events.START})
# A step about missing performance ratings names so many of the matches.
MATCHES_NAMED = 4
AT_TABLES = [status.value for status in AT_A_TABLE]


@dataclass(frozen=True, slots=True)
class CallBoard:
    """Matches in play by table, waiting matches in calling order, and free tables."""

    playing: Sequence[Match]
    waiting: Sequence[Match]
    free: Sequence[Table]


def get_call_board(tournament: Tournament) -> CallBoard:
    """Return the call board of a tournament: matches with pairing, event and players. Five queries."""
    matches = Match.objects.filter(desk=tournament.desk_id).select_related(
        "white", "black", "table", "pairing__event"
    )
    playing = matches.filter(status__in=AT_TABLES).order_by("table__number", "pk")
    waiting = list(matches.filter(status=Status.SCHEDULED.value, pairing__isnull=False).order_by("pk"))
    turns = {match: turn for turn, match in enumerate(get_calling_order(tournament))}
    waiting.sort(key=lambda match: turns.get(match.pk, len(turns)))
    return CallBoard(tuple(playing), tuple(waiting), tuple(get_free_tables(_desk(tournament))))


def has_matches_at_tables(event: Event) -> bool:
    """Return whether a match of an event is called or in play."""
    return Match.objects.filter(pairing__event=event, status__in=AT_TABLES).exists()


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

    At most four queries besides the event overview, which may be passed.
    """
    if event.status == EventStatus.DRAFT:
        return _entry_step(event, overview)
    if event.status == EventStatus.DRAWN:
        return NextStep("publish", {})
    if event.status == EventStatus.FINISHED:
        return NextStep("finished", {})
    step = _play_step(_count_matches(event))
    if step.code in {"rule", "confirm"}:
        return step
    if event.takes == Takes.TEAMS.value and not _has_open_matches(step):
        step = _line_ups_step(event) or step
    overview = overview or events.get_overview(event)
    tasks = [task for task in overview.tasks if task.action != events.GATHER or not _has_open_matches(step)]
    if tasks:
        return _replace_by_end_of_stage(event, _stage_step(overview, tasks[0]))
    return _ratings_step(event, overview) if overview.unmeasured and not _has_open_matches(step) else step


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
    presence_counts = _count_presences(event)
    entrants = presence_counts[HERE] + presence_counts[UNMARKED]
    if presence_counts[HERE] and presence_counts[UNMARKED]:
        return NextStep("attend", {"here": presence_counts[HERE], "count": presence_counts[UNMARKED]})
    gathering_tasks = [
        task for task in (overview or events.get_overview(event)).tasks if task.action in GATHERING_ACTIONS
    ]
    if entrants > 1 and gathering_tasks:
        return _stage_step(overview or events.get_overview(event), gathering_tasks[0])
    return NextStep("draw" if entrants > 1 else "enter", {"entrants": entrants, "takes": event.takes})


def _count_presences(event: Event) -> Counter[str]:
    """Return the number of active entries by presence."""
    playing = event.entries.filter(status=EntryStatus.ENTERED.value)
    return Counter(dict(playing.values_list("presence").annotate(count=Count("pk")).order_by()))


def _has_open_matches(step: NextStep) -> bool:
    return any(step.facts.get(name) for name in ("playing", "waiting"))


def _replace_by_end_of_stage(event: Event, step: NextStep) -> NextStep:
    """Return the step, or the end of its stage if its next round cannot be paired."""
    if step.code != "pair_stage":
        return step
    refusal = find_pairing_obstacle(event, str(step.facts["flight"]))
    return NextStep("end_stage", step.facts, refusal) if refusal else step


def _stage_step(overview: EventOverview, task: StageTask) -> NextStep:
    flight_info = overview.flight_infos.get(task.flight)
    name = flight_info.name if flight_info else flight_name(task.flight)
    return NextStep(
        f"{task.action}_stage",
        {"flight": task.flight, "name": name, "round": task.round, "count": task.count},
    )


def _play_step(counts: Mapping[str, int]) -> NextStep:
    playing = sum(counts.get(status, 0) for status in AT_TABLES)
    waiting = counts.get(Status.SCHEDULED.value, 0)
    facts = {"playing": playing, "waiting": waiting}
    for status, code in ((Status.DISPUTED, "rule"), (Status.REPORTED, "confirm")):
        if counts.get(status.value):
            return NextStep(code, {**facts, "count": counts[status.value]})
    if not playing and not waiting and counts.get(Status.POSTPONED.value):
        return NextStep("resume", {"count": counts[Status.POSTPONED.value]})
    return NextStep("play" if playing else "call", facts)


def _count_matches(event: Event) -> dict[str, int]:
    matches = Match.objects.filter(pairing__event=event).order_by()
    return dict(matches.values_list("status").annotate(count=Count("pk")))


def _desk(tournament: Tournament) -> Desk:
    return tournament.desk
