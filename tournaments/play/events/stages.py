"""Stages of an event: the plan, a preview of the next round, the queue of a rolling stage."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time
from typing import Any

from django.utils import timezone

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.lives import LivesFormat
from tournaments.formats.pairing import ZERO_BYE, Pairs
from tournaments.formats.plan import ENTRIES, FIRST_LOSSES, LIVES, LOSERS, ROLLING, Feed, Plan, Stage
from tournaments.formats.rolling_knockouts import KnockoutQueue, RollingTerms
from tournaments.formats.stage_terms import CLOCK, LAWS
from tournaments.journal import pairing_commands, rolling_queue, stage_changes
from tournaments.journal.commands import JournalCommand
from tournaments.journal.eligibility import pairings_sending_on
from tournaments.journal.pairing_commands import can_pair_round
from tournaments.journal.pairing_requests import make_pairing_request
from tournaments.journal.state import VACANT, DrawnStage, EventState
from tournaments.messages import flight_name
from tournaments.messages.journal import describe_reason
from tournaments.messages.names import (
    ADDITIONS,
    describe_feed,
    describe_feed_of_losers,
    get_format_name,
    translate_stage_name,
)
from tournaments.models import Entry, Event
from tournaments.play.events import event_state, events
from tournaments.play.events.bracket_rows import AnyEntry


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A stage of the plan: name, format and source of its entries as texts.

    `is_open`: it is not published, so that it can be changed. `is_needed`: other stages get players from it.
    """

    stage: Stage
    name: str
    format: str
    feed: str
    is_open: bool
    is_needed: bool

    @property
    def lengths(self) -> str:
        """Return the lengths by round in the form's format."""
        return " ".join(map(str, self.stage.lengths))

    @property
    def clock(self) -> str:
        """Return the clock of its matches; "" for the desk's."""
        return str(self.stage.options.get(CLOCK, ""))

    @property
    def holland(self) -> str:
        """Return the Holland rule as the form's value; "" for the desk's."""
        return {None: "", False: "no", True: "yes"}[self.stage.options.get(LAWS, {}).get("holland")]

    @property
    def illegal_plays(self) -> str:
        """Return the illegal plays rule as the form's value; "" for the desk's."""
        return str(self.stage.options.get(LAWS, {}).get("illegal_plays", ""))

    @property
    def has_terms(self) -> bool:
        """Return whether it has a clock or rules of its own."""
        return CLOCK in self.stage.options or LAWS in self.stage.options


@dataclass(frozen=True, slots=True)
class EventPlan:
    """The stages of an event, possible further stages (code and label), and whether none is published."""

    stages: tuple[PlannedStage, ...]
    additions: tuple[tuple[str, str], ...]
    is_open: bool

    @property
    def plan(self) -> Plan:
        """Return the plan of these stages."""
        return Plan(tuple(planned.stage for planned in self.stages))


def get_event_plan(event: Event) -> EventPlan:
    """Return the plan of an event. One query."""
    state = event_state.get_event_state(event)
    stages = tuple(_planned_stage(state, stage) for stage in state.plan.stages)
    return EventPlan(
        stages=stages,
        additions=tuple((addition, str(ADDITIONS[addition])) for addition in stage_changes.additions(state)),
        is_open=all(stage.is_open for stage in stages),
    )


def _planned_stage(state: EventState, stage: Stage) -> PlannedStage:
    drawing = state.stages.get(stage.key)
    return PlannedStage(
        stage=stage,
        name=translate_stage_name(stage.name) or flight_name(stage.key),
        format=get_format_name(stage.format),
        feed=_describe_feed(state, stage.feed),
        is_open=drawing is None or not drawing.is_published,
        is_needed=any(stage.key in other.feed.sources for other in state.plan.stages),
    )


def _describe_feed(state: EventState, feed: Feed) -> str:
    sources = ", ".join(flight_name(flight) for flight in feed.sources)
    if feed.origin == LOSERS:
        return describe_feed_of_losers(sources, feed.rounds, _list_sending_rounds(state, feed))
    code = feed.origin if feed.origin in {ENTRIES, FIRST_LOSSES, LIVES} else "places"
    return describe_feed(code, sources, feed.first, feed.last)


def _list_sending_rounds(state: EventState, feed: Feed) -> list[int]:
    """Return the rounds of the sources of a stage whose losers it gets; none before these are drawn.

    A round in which no match is played has no losers.
    """
    return sorted(
        {
            pairing.round
            for flight in feed.sources
            for pairing in pairings_sending_on(state, flight, feed.rounds)
            if VACANT not in state.board[pairing.id].seats
        }
    )


# Modes of pairing: the next round, the last round again, late entries into the last round.
NEXT, AGAIN, LATE = "next", "again", "late"


@dataclass(frozen=True, slots=True)
class PairingOptions:
    """Options of a pairing; entries are numbers.

    `away` are absent, `asking` request a bye, `fixed` are manual boards, (entry, 0) a manual bye. `arrivals`
    are the late entries of the mode LATE.
    """

    mode: str = NEXT
    away: frozenset[int] = frozenset()
    asking: frozenset[int] = frozenset()
    fixed: Pairs = ()
    arrivals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ProposedBoard:
    """Two entries that would meet, with reasons; `is_new` if not in the current round.

    `met` are the rounds of the stage in which they have met.
    """

    white: Entry
    black: Entry
    reasons: tuple[str, ...]
    is_new: bool = False
    met: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StageBye:
    """A bye of an entry: its kind ("pairing", "half", "full", "zero") and reasons."""

    entry: AnyEntry
    kind: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A preview of a round's pairing."""

    flight: str
    round: int
    boards: tuple[ProposedBoard, ...]
    byes: tuple[StageBye, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StageProgress:
    """Progress of a stage of rounds: members, last paired round, number of rounds (`due`; 0: open).

    `modes` are the modes of pairing possible now; `unseated` have no board in the last round; `forbidden` are
    pairs that must not meet. `may_ask`: entries can request a bye.
    """

    members: tuple[Entry, ...] = ()
    last: int = 0
    due: int = 0
    modes: tuple[str, ...] = ()
    unseated: tuple[Entry, ...] = ()
    forbidden: tuple[tuple[Entry, Entry], ...] = ()
    may_ask: bool = False


@dataclass(frozen=True, slots=True)
class RoundView:
    """A stage of rounds at the desk: progress, and a proposed round or a refusal."""

    progress: StageProgress
    proposal: Proposal | None = None
    refusal: Refusal | None = None


def get_round_view(event: Event, flight: str, pairing_request: PairingOptions) -> RoundView:
    """Preview the pairing of a round without writing. Two queries."""
    state = event_state.get_event_state(event)
    entries = {entry.number: entry for entry in events.entries_of(event)}
    progress = _get_progress(state, flight, entries)
    try:
        command = make_pairing_command(state, flight, pairing_request)
    except Refusal as refusal:
        return RoundView(progress, refusal=refusal)
    proposal = _proposal(command, entries, _get_current_boards(state, flight, pairing_request))
    return RoundView(progress, replace(proposal, boards=tuple(_with_meetings(state, proposal))))


def _with_meetings(state: EventState, proposal: Proposal) -> Iterator[ProposedBoard]:
    """Yield the boards of a proposal with the earlier rounds in which the same two entries have met."""
    rounds_by_pair: dict[frozenset[int | None], list[int]] = {}
    for name in state.index.by_flight.get(proposal.flight, ()):
        number = state.graph.by_id[name].round
        if state.board[name].is_contested and number < proposal.round:
            rounds_by_pair.setdefault(frozenset(state.board[name].seats), []).append(number)
    for board in proposal.boards:
        pair = frozenset({board.white.number, board.black.number})
        yield replace(board, met=tuple(rounds_by_pair.get(pair, ())))


def make_pairing_command(state: EventState, flight: str, pairing_request: PairingOptions) -> JournalCommand:
    """Return the journal command of the requested pairing. Raises what `journal.commands` does."""
    if pairing_request.mode == LATE:
        return pairing_commands.pair_late(state, flight, pairing_request.arrivals)
    pair = pairing_commands.pair_again if pairing_request.mode == AGAIN else pairing_commands.pair
    return pair(
        state, flight, away=pairing_request.away, asking=pairing_request.asking, fixed=pairing_request.fixed
    )


def _get_current_boards(
    state: EventState, flight: str, pairing_request: PairingOptions
) -> frozenset[frozenset[int]] | None:
    """Return the pairs of the last round if it is paired again; None for a new round."""
    if pairing_request.mode == NEXT:
        return None
    return frozenset(
        frozenset((board.white, board.black)) for board in state.stages[flight].rounds[-1].boards
    )


def _get_progress(state: EventState, flight: str, entries: Mapping[int, Entry]) -> StageProgress:
    drawing = state.stages.get(flight)
    if drawing is None or format_of(drawing.stage).is_static:
        return StageProgress()
    stage = drawing.stage
    members = [
        entry for entry in drawing.members if not state.entries[entry].withdrawal_number(flight, flight)
    ]
    unseated = _get_unseated(drawing, members)
    modes = tuple(_get_modes(state, drawing, unseated))
    if isinstance(format_of(stage), LivesFormat) and NEXT in modes:
        request = make_pairing_request(state, drawing, number=len(drawing.rounds) + 1)
        still_in = {card.entry for card in request.cards if card.lives}
        members = [entry for entry in members if entry in still_in]
    return StageProgress(
        members=tuple(entries[number] for number in sorted(members)),
        last=len(drawing.rounds),
        due=format_of(stage).round_count(stage, len(drawing.members)),
        modes=modes,
        unseated=tuple(entries[number] for number in unseated),
        forbidden=tuple(
            (entries[entry], entries[other])
            for entry, other in sorted(sorted(pair) for pair in stage_changes.forbidden_pairs(stage))
            # A plan can name entries that the event does not have.
            if {entry, other} <= entries.keys()
        ),
        may_ask=format_of(stage).grants_byes,
    )


def _get_unseated(drawing: DrawnStage, members: Collection[int]) -> list[int]:
    """Return the members without a board in the last round, except those with a bye that scores."""
    if not drawing.rounds:
        return []
    last = drawing.rounds[-1]
    seated = {entry for board in last.boards for entry in (board.white, board.black)}
    seated |= {bye.entry for bye in last.byes if bye.kind != ZERO_BYE}
    return sorted(set(members) - seated)


def _get_modes(state: EventState, drawing: DrawnStage, unseated: Collection[int]) -> Iterator[str]:
    key = drawing.stage.key
    if drawing.is_published and can_pair_round(state, key):
        yield NEXT
    boards = pairing_commands.boards_of(state, key, len(drawing.rounds)) if drawing.rounds else ()
    if boards and not pairing_commands.begun_pairings(state, key, len(drawing.rounds)):
        yield AGAIN
    if unseated and not all(state.board[name].is_decided for name in boards):
        yield LATE


def _proposal(
    command: JournalCommand, entries: Mapping[int, Entry], current_boards: frozenset[frozenset[int]] | None
) -> Proposal:
    names = {number: entry.player.name for number, entry in entries.items()}
    payload = command.payload
    return Proposal(
        payload["flight"],
        payload["round"],
        tuple(_board(board, entries, names, current_boards) for board in payload["boards"]),
        tuple(
            StageBye(entries[bye["entry"]], bye["kind"], _describe_reasons(bye["reasons"], names))
            for bye in payload["byes"]
        ),
        _describe_reasons(payload.get("reasons", ()), names),
    )


def _board(
    board_data: Mapping[str, Any],
    entries: Mapping[int, Entry],
    names: Mapping[int, str],
    current_boards: frozenset[frozenset[int]] | None,
) -> ProposedBoard:
    pair = (board_data["white"], board_data["black"])
    is_new = current_boards is not None and frozenset(pair) not in current_boards
    return ProposedBoard(
        entries[pair[0]], entries[pair[1]], _describe_reasons(board_data["reasons"], names), is_new
    )


class RoundReasons:
    """The reasons for boards and byes of paired rounds, as texts.

    `paired` are the rounds of the journal, `entries` those of the event by number.
    """

    def __init__(
        self, paired: Mapping[tuple[str, int], Mapping[str, Any]], entries: Mapping[int, AnyEntry]
    ) -> None:
        self._paired = paired
        self._entries = entries
        self._names = {number: entry.player.name for number, entry in entries.items()}

    def board(self, flight: str, number: int, position: int) -> tuple[str, ...]:
        """Return the reasons for a board as texts; empty if it was not paired round by round."""
        round_data = self._paired.get((flight, number))
        if round_data is None or position > len(round_data["boards"]):
            return ()
        return _describe_reasons(round_data["boards"][position - 1]["reasons"], self._names)

    def byes(self, flight: str, number: int) -> tuple[StageBye, ...]:
        """Return the byes of a round with reasons."""
        round_data = self._paired.get((flight, number), {"byes": ()})
        return tuple(
            StageBye(self._entries[bye["entry"]], bye["kind"], _describe_reasons(bye["reasons"], self._names))
            for bye in round_data["byes"]
        )


def _describe_reasons(reasons: Iterable[Mapping[str, Any]], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(describe_reason(reason_data["code"], reason_data["facts"], names) for reason_data in reasons)


SECONDS_PER_MINUTE, MINUTES_PER_HOUR = 60, 60


@dataclass(frozen=True, slots=True)
class WaitingEntry:
    """A candidate for the next knockout: number of knockouts played, and whether a place is sure.

    `is_waiting`: in the queue; others have lost, and play again only if they are selected.
    """

    entry: Entry
    times: int
    is_next: bool
    is_waiting: bool


@dataclass(frozen=True, slots=True)
class RunningKnockout:
    """A knockout in progress and its remaining entries."""

    name: str
    remaining: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class RollingQueue:
    """The queue for the next small knockout of an event: its name, size and match length (`points`).

    `name` is "" if none is open, `points` 0 if no more start at this time. `hours` are pairs of a time of day
    and the length that applies until then. `guests` are the candidates, `going` the knockouts in progress.
    `is_full`: enough entries are waiting.
    """

    name: str
    size: int
    points: int
    hours: tuple[tuple[str, int], ...]
    guests: tuple[WaitingEntry, ...]
    going: tuple[RunningKnockout, ...]
    is_full: bool
    fees: Mapping[int, int]

    @property
    def waiting_count(self) -> int:
        """Return how many entries are in the queue."""
        return sum(guest.is_waiting for guest in self.guests)


def is_rolling(event: Event) -> bool:
    """Return whether an event has consecutive small knockouts. One query."""
    return rolling_queue.is_rolling(event_state.get_event_state(event).plan)


def get_rolling_queue(event: Event, now: datetime) -> RollingQueue:
    """Return the queue of an event of small knockouts. Two queries."""
    state = event_state.get_event_state(event)
    stages = [stage for stage in state.plan.stages if ROLLING in stage.options]
    terms, pool, open_stage = (
        rolling_queue.mini_terms(stages[-1]),
        rolling_queue.pool(state),
        rolling_queue.open_stage(state),
    )
    entries = {entry.number: entry for entry in events.entries_of(event)}
    return RollingQueue(
        name=flight_name(open_stage.key) if open_stage else "",
        size=terms.size,
        points=_get_points(event, terms, stages[-1], now),
        hours=tuple((_format_time(until), points) for until, points in terms.lengths),
        guests=tuple(_get_candidates(state, terms, pool, entries)),
        going=tuple(_get_running(state, pool, entries)),
        is_full=len(pool.waiting) >= terms.size,
        fees=pool.fees(),
    )


def _get_points(event: Event, terms: RollingTerms, stage: Stage, now: datetime) -> int:
    if not terms.lengths:
        return stage.length(1) or event.main_length
    return terms.points(get_minute(event, now))


def get_minute(event: Event, now: datetime) -> int:
    """Return the minutes since the midnight before the tournament; more than a day's on the next day."""
    day = timezone.localdate(event.tournament.starts_at)
    midnight = timezone.make_aware(datetime.combine(day, time.min))
    return max(0, int((now - midnight).total_seconds()) // SECONDS_PER_MINUTE)


def _format_time(minute: int) -> str:
    return f"{minute // MINUTES_PER_HOUR % 24:02d}:{minute % MINUTES_PER_HOUR:02d}"


def _get_candidates(
    state: EventState, terms: RollingTerms, pool: KnockoutQueue, entries: Mapping[int, Entry]
) -> Sequence[WaitingEntry]:
    next_numbers = set(pool.waiting[: terms.size])
    others = [
        entry
        for entry in rolling_queue.free_entries(state, set(dict(pool.playing)))
        if entry not in pool.waiting
    ]
    times = rolling_queue.knockouts_by_entry(state)
    return [
        WaitingEntry(entries[number], times[number], number in next_numbers, number in pool.waiting)
        for number in (*pool.waiting, *others)
    ]


def _get_running(
    state: EventState, pool: KnockoutQueue, entries: Mapping[int, Entry]
) -> Sequence[RunningKnockout]:
    keys = [key for key, drawing in state.stages.items() if rolling_queue.is_begun(drawing)]
    entries_by_knockout: dict[int, list[Entry]] = {}
    for entry, number in pool.playing:
        entries_by_knockout.setdefault(number, []).append(entries[entry])
    return [
        RunningKnockout(flight_name(keys[number - 1]), tuple(remaining))
        for number, remaining in entries_by_knockout.items()
    ]
