"""The overview of an event: flights, rounds, tasks; its entries and pairings."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from matches.states import AT_A_TABLE, Status
from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.graph import CONSOLATION, LETTERS, MAIN
from tournaments.formats.pairing import Board, Bye
from tournaments.formats.plan import ROLLING, Stage
from tournaments.journal.eligibility import eligible_entries
from tournaments.journal.event_end import matches_without_ratings
from tournaments.journal.facts import Paired
from tournaments.journal.flight_places import (
    list_advancing_entries,
    list_entries_drawn_by_seed,
    list_entries_let_on_by_seed,
)
from tournaments.journal.league_play_offs import DivisionMoves, find_moves
from tournaments.journal.loser_stages import list_later_loser_stages
from tournaments.journal.pairing_commands import can_pair_round
from tournaments.journal.rolling_queue import mini_terms, pool
from tournaments.journal.seat_resolution import source_stages
from tournaments.journal.standings import (
    TableWithdrawal,
    counts_ratings,
    find_annulled_pairings,
    is_table,
    scoring_of,
    table_rows,
    withdrawals_of,
)
from tournaments.journal.state import DrawnStage, EventState, FieldRuling
from tournaments.journal.upcoming_rounds import Layer, upcoming_layers
from tournaments.messages import flight_name
from tournaments.messages.names import translate_stage_name
from tournaments.models import Club, Entry, Event, EventStatus, Pairing, Tournament
from tournaments.models.event import PLANNED, PUBLISHED_STATUSES
from tournaments.payloads import make_payload
from tournaments.play.events import event_state
from tournaments.standings.round_scores import Scoring
from tournaments.standings.tables import TableRow

CACHE_SECONDS = 3600
GATHER, START = "gather", "start"
# Increase when `EventOverview` changes, so that cached values of an older release are ignored.
CACHE_VERSION = 13


@dataclass(frozen=True, slots=True)
class FlightInfo:
    """One flight. `lengths` are the match lengths by round; the last one repeats.

    `is_published` is false while only the desk may see its draw. `rulings` say whom corrected results have
    sent to its stage after the draw, or would have. `later_stages` has by pairing the key and name of the
    stage with a draw of its own to which the loser goes.
    """

    flight: str
    custom_name: str
    is_table: bool
    lengths: tuple[int, ...]
    is_published: bool
    rulings: tuple[FieldRuling, ...] = ()
    later_stages: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return the custom name, or that of its kind."""
        return translate_stage_name(self.custom_name) or flight_name(self.flight)

    def length(self, number: int) -> int:
        """Return the match length of round `number`."""
        return self.lengths[min(number, len(self.lengths)) - 1]


@dataclass(frozen=True, slots=True)
class StageTask:
    """A pending task of the desk: "draw" a stage, "publish" it, or "pair" its `round`.

    A stage of consecutive small knockouts has GATHER while players are waiting for the next one, and START
    when there are enough; `count` is their number.
    """

    action: str
    flight: str
    round: int = 0
    count: int = 0


@dataclass(frozen=True, slots=True)
class UnpublishedDraw:
    """A stage that is drawn but not published.

    `lists` are the entries of its flights that are tables. If it `hangs` on another stage, it is drawn and
    published with that one. A stage `is_of_rounds` if it is paired round by round.
    """

    stage: str
    hangs: bool
    flights: tuple[str, ...]
    lists: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    is_of_rounds: bool = False


class TableNotes(NamedTuple):
    """What pages say about a table.

    `drawn` are tied entries of which only some go on: the draw seed decides, and lets `let_on` go on.
    `advancing` are all whom the first places of a complete table send to another stage. `withdrawals` are the
    entries that left before their last match. `moves` are the entries promoted and relegated. `scoring` are
    the points of a round.
    """

    drawn: Sequence[int] = ()
    withdrawals: Sequence[TableWithdrawal] = ()
    moves: DivisionMoves = DivisionMoves()
    scoring: Scoring = Scoring()
    let_on: Sequence[int] = ()
    advancing: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class EventOverview:
    """What pages need to know of the flights, rounds and tasks of an event.

    Only that of an event with a plan of its own (`PLANNED`) comes from its journal. An event with a preset
    format is described by its columns alone, with the fields that `_preset_overview` names; all others keep
    their default. A value of `EventState` that pages show of every event is therefore no field here: it gets
    a query of its own, cached for each version like `event_journal.queries.journal.get_lines`.

    `rows` are the standings by flight, `table_notes` what pages say about them, `paired` the rounds by stage
    and number, `drafts` the unpublished draws, `tasks` those of the desk.
    `published` are the published stages with a draw of their own, `is_more_to_come` says whether others
    follow. `ahead` are rounds not yet paired. `has_report`: a stage can be reported to FIDE. `unmeasured`
    are the matches that lack performance ratings although these count. `annulled` are the pairings of players
    who left and of whom no result counts.
    """

    flight_infos: Mapping[str, FlightInfo]
    rows: Mapping[str, tuple[TableRow, ...]] = field(default_factory=dict)
    table_notes: Mapping[str, TableNotes] = field(default_factory=dict)
    paired: Mapping[tuple[str, int], Mapping[str, Any]] = field(default_factory=dict)
    drafts: tuple[UnpublishedDraw, ...] = ()
    tasks: tuple[StageTask, ...] = ()
    published: tuple[str, ...] = ()
    is_more_to_come: bool = False
    ahead: tuple[Layer, ...] = ()
    has_report: bool = False
    counts_ratings: bool = False
    unmeasured: tuple[str, ...] = ()
    annulled: frozenset[str] = frozenset()

    @property
    def has_tables(self) -> bool:
        """Return whether one of its flights is ranked by tie-breaks."""
        return any(flight.is_table for flight in self.flight_infos.values())

    def get_flight_name(self, flight: str) -> str:
        """Return the custom name of a flight, or that of its kind; any flight may be requested."""
        flight_info = self.flight_infos.get(flight)
        return flight_info.name if flight_info else flight_name(flight)


def order_of(flight: str) -> tuple[int, int]:
    """Return the sort key of a flight: the main one first, groups by number."""
    kind, _, number = (flight, "", "") if flight in LETTERS else flight.rpartition("_")
    return list(LETTERS).index(kind), int(number or 0)


def get_overview(event: Event) -> EventOverview:
    """Return the overview of an event; one query for a version that is not cached, else none.

    Events with a preset format are described without their journal: see `EventOverview`.
    """
    if event.format != PLANNED:
        return _preset_overview(event)
    key = f"flights:{CACHE_VERSION}:{event.draw_commitment}:{event.version}"
    cached_overview: EventOverview | None = cache.get(key)
    if cached_overview is None:
        cached_overview = _build_overview(event_state.get_event_state(event), event)
        cache.set(key, cached_overview, CACHE_SECONDS)
    return cached_overview


def _preset_overview(event: Event) -> EventOverview:
    """Return the overview of an event with a preset format, from its columns: its journal is not replayed."""
    lengths = {MAIN: event.main_length, CONSOLATION: event.consolation_length}
    is_shown = event.status in PUBLISHED_STATUSES
    is_draft = event.status == EventStatus.DRAWN
    return EventOverview(
        flight_infos={
            flight: FlightInfo(flight, "", is_table=False, lengths=(length,), is_published=is_shown)
            for flight, length in lengths.items()
        },
        drafts=tuple(UnpublishedDraw(flight, flight != MAIN, (flight,)) for flight in lengths)
        if is_draft
        else (),
        published=(MAIN,) if is_shown else (),
        is_more_to_come=not is_shown,
    )


def get_table_notes(state: EventState, flight: str) -> TableNotes:
    """Return what pages say about the table of a flight."""
    return TableNotes(
        tuple(list_entries_drawn_by_seed(state, state.plan, flight)),
        withdrawals_of(state, flight, state.board),
        find_moves(state, flight),
        scoring_of(state.stages[state.stage_of(flight)].stage),
        tuple(list_entries_let_on_by_seed(state, state.plan, flight)),
        tuple(list_advancing_entries(state, state.plan, flight)),
    )


def _build_overview(state: EventState, event: Event) -> EventOverview:
    flight_infos, rows_by_flight, table_notes = {}, {}, {}
    later_stages = _map_later_stages(state)
    for flight, key in state.index.stage_of.items():
        drawing = state.stages[key]
        stage, is_shown = drawing.stage, drawing.is_published
        custom_name, lengths = stage.name if flight == key else "", _lengths(state, flight, event)
        rulings, later = _list_current_rulings(drawing), later_stages.get(flight, {})
        flight_infos[flight] = FlightInfo(
            flight, custom_name, is_table(stage), lengths, is_shown, rulings, later
        )
        if is_table(stage) and is_shown:
            rows_by_flight[flight] = table_rows(state, flight, state.board)
            table_notes[flight] = get_table_notes(state, flight)
    independent_stages = [stage for stage in state.plan.stages if not source_stages(stage, state.plan)]
    published = tuple(stage.key for stage in independent_stages if _is_published(state, stage))
    return EventOverview(
        flight_infos=flight_infos,
        rows=rows_by_flight,
        table_notes=table_notes,
        ahead=upcoming_layers(state),
        has_report=any(format_of(stage).has_report for stage in state.plan.stages),
        paired={
            (key, drawn_round.round): _round_payload(drawn_round)
            for key, drawing in state.stages.items()
            for drawn_round in drawing.rounds
        },
        drafts=tuple(
            _unpublished_draw(state, state.stages[stage.key])
            for stage in state.plan.stages
            if stage.key in state.stages and not _is_published(state, stage)
        ),
        tasks=tuple(_stage_tasks(state, independent_stages)),
        published=published,
        is_more_to_come=len(published) < len(independent_stages),
        counts_ratings=any(counts_ratings(stage) for stage in state.plan.stages),
        unmeasured=matches_without_ratings(state),
        annulled=find_annulled_pairings(state, state.board),
    )


def _map_later_stages(state: EventState) -> dict[str, dict[str, tuple[str, str]]]:
    """Return by flight and pairing the key and name of the stage to which the loser goes by a later draw."""
    later_stages: dict[str, dict[str, tuple[str, str]]] = {}
    for label, stage in list_later_loser_stages(state):
        later_stages.setdefault(state.graph.by_id[label].flight, {})[label] = (stage.key, stage.name)
    return later_stages


def _list_current_rulings(drawing: DrawnStage) -> tuple[FieldRuling, ...]:
    """Return the rulings on the field of a stage that no later one has replaced."""
    return tuple(ruling for ruling in drawing.rulings if not ruling.entry or ruling.entry in drawing.members)


def _is_published(state: EventState, stage: Stage) -> bool:
    return stage.key in state.stages and state.stages[stage.key].is_published


def _unpublished_draw(state: EventState, drawing: DrawnStage) -> UnpublishedDraw:
    key = drawing.stage.key
    flights = tuple(flight for flight, stage in state.index.stage_of.items() if stage == key)
    played = tuple(flight for flight in flights if state.index.by_flight.get(flight)) or (key,)
    lists = (
        {flight: _listed_entries(state, drawing, flight) for flight in played}
        if is_table(drawing.stage)
        else {}
    )
    hangs = bool(source_stages(drawing.stage, state.plan))
    is_of_rounds = not format_of(drawing.stage).is_static
    return UnpublishedDraw(key, hangs, played, lists, is_of_rounds)


def _listed_entries(state: EventState, drawing: DrawnStage, flight: str) -> tuple[int, ...]:
    """Return the entries of a group or a stage in line order."""
    if flight == drawing.stage.key:
        return drawing.members
    names = state.index.by_flight[flight]
    seated_entries = {seat for name in names for seat in state.board[name].seats if seat}
    return tuple(entry for entry in drawing.members if entry in seated_entries)


def _round_payload(drawn_round: Paired) -> dict[str, Any]:
    """Return a round as plain values for the cache."""
    return {
        "boards": [{"reasons": _reasons(board)} for board in drawn_round.boards],
        "byes": [
            {"entry": bye.entry, "kind": bye.kind, "reasons": _reasons(bye)} for bye in drawn_round.byes
        ],
    }


def _reasons(seat: Board | Bye) -> list[dict[str, object]]:
    return [make_payload(reason) for reason in seat.reasons]


def _stage_tasks(state: EventState, stages: list[Stage]) -> Iterator[StageTask]:
    for stage in stages:
        drawing = state.stages.get(stage.key)
        if ROLLING in stage.options and not _is_published(state, stage):
            waiting = len(pool(state).waiting)
            yield StageTask(START if waiting >= mini_terms(stage).size else GATHER, stage.key, count=waiting)
        elif drawing is None:
            if _can_be_drawn(state, stage):
                yield StageTask("draw", stage.key)
        elif not drawing.is_published:
            yield StageTask("publish", stage.key)
        elif can_pair_round(state, stage.key):
            yield StageTask("pair", stage.key, len(drawing.rounds) + 1)


def _can_be_drawn(state: EventState, stage: Stage) -> bool:
    try:
        return len(eligible_entries(state, stage)) >= format_of(stage).fewest_players
    except Refusal:
        return False


def _lengths(state: EventState, flight: str, event: Event) -> tuple[int, ...]:
    first_pairings: dict[int, str] = {}
    for name in state.index.by_flight.get(flight, ()):
        first_pairings.setdefault(state.graph.by_id[name].round, name)
    round_lengths = tuple(state.length(first_pairings[number]) for number in sorted(first_pairings))
    return tuple(length or event.main_length for length in round_lengths) or (event.main_length,)


AT_TABLES = [status.value for status in AT_A_TABLE]
# Of matches: those of a league wait for no table, and are called although nobody plays yet.
# Of a match: nothing of its event is played until that is reinstated, or its tournament restored.
IS_MATCH_OF_CLOSED_EVENT = (
    Q(pairing__event__cancelled_at__isnull=False)
    | Q(pairing__event__tournament__cancelled_at__isnull=False)
    | Q(pairing__event__tournament__archived_at__isnull=False)
)
IS_LEAGUE_MATCH_NOT_BEGUN = Q(
    pairing__event__is_league=True, status__in=[Status.CALLED.value, Status.SCHEDULED.value]
)


def get_event_names_by_match(desk: int) -> dict[int, str]:
    """Return the event of each match of a tournament with several events, for lists of all; else nothing.

    At most two queries.
    """
    if Event.objects.filter(tournament__desk=desk).count() < 2:
        return {}
    pairings = Pairing.objects.filter(event__tournament__desk=desk, match__isnull=False)
    return dict(pairings.values_list("match", "event__name"))


def describe_desks(desks: Collection[int]) -> dict[int, str]:
    """Return the club of each desk, with the day of its tournament or "casual matches". Two queries."""
    descriptions = {}
    for tournament in Tournament.objects.filter(desk__in=desks).select_related("club"):
        day = date_format(localtime(tournament.starts_at), "j F Y")
        descriptions[tournament.desk_id] = f"{tournament.club.name} · {day}"
    title = gettext("Casual matches")
    for club in Club.objects.filter(desk__in=desks):
        descriptions[club.desk_id] = f"{club.name} · {title}"
    return descriptions


def entries_of(event: Event) -> QuerySet[Entry]:
    """Return the entries of an event by number, pairs with their members."""
    return event.entries.select_related("player__first", "player__second").order_by("number")


def pairings_of(event: Event) -> list[Pairing]:
    """Return every pairing of an event with seats, match and table, drafts included.

    Team meetings come without their boards. Ordered by flight and round. One query.
    """
    pairings = Pairing.objects.filter(event=event, board=0).select_related(
        "match__table", "white_entry__player", "black_entry__player", "winner_entry"
    )
    return sorted(pairings, key=lambda row: (order_of(row.flight), row.round, row.position))


def published_pairings(event: Event) -> QuerySet[Pairing]:
    """Return the pairings of published flights in order, without boards of team meetings.

    Unpublished draws are visible to the desk only.
    """
    flight_infos = get_overview(event).flight_infos
    published_flights = [flight for flight, flight_info in flight_infos.items() if flight_info.is_published]
    rows = Pairing.objects.filter(event=event, board=0, flight__in=published_flights).select_related(
        "match__table", "white_entry__player", "black_entry__player", "winner_entry"
    )
    return rows.order_by("id")
