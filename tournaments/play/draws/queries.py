"""Draws of an event: seeds and separations to choose, partners, unpublished drafts, and the draw audit."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet

from matches.queries.people import get_persons
from tournaments.formats import format_of
from tournaments.formats.graph import MAIN
from tournaments.formats.plan import ENTRIES, PRESETS, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.formats.reasons import Reason, make_reason
from tournaments.formats.seeding import default_seed_count, seed_by_rating
from tournaments.formats.separation import DETAIL_TAGS, PARTNER, TAG_KINDS
from tournaments.journal.eligibility import draw_candidates
from tournaments.journal.facts import UNMARKED, StoredRow
from tournaments.journal.replay import fold
from tournaments.journal.state import DrawnStage, EventState
from tournaments.journal.undone_rows import live_rows
from tournaments.messages.journal import describe_reason
from tournaments.models import Entry, EntryStatus, Event, JournalEntry
from tournaments.play.brackets import brackets
from tournaments.play.brackets.brackets import Bracket
from tournaments.play.entrants.queries.entries import PLAYER_RELATIONS, event_entries
from tournaments.play.events import bracket_rows, event_state, events
from tournaments.play.events.bracket_rows import AnyEntry, BracketEntry
from tournaments.play.events.events import EventOverview


def get_pair_codes(event: Event) -> Mapping[int, tuple[str, ...]]:
    """Return the codes of pairs of other events whose two players are in different entries here, by entry.

    The draw can keep such partners apart.

    Two queries.
    """
    entry_of_person = {
        person.pk: entry.number for entry in event_entries(event) for person in get_persons(entry.player)
    }
    pair_entries = (
        Entry.objects.filter(
            event__tournament=event.tournament_id,
            status=EntryStatus.ENTERED.value,
            player__first__isnull=False,
        )
        .exclude(event=event.pk)
        .select_related(*PLAYER_RELATIONS)
    )
    pair_codes: dict[int, set[str]] = {}
    for entry in pair_entries:
        seats = {
            entry_of_person[person.pk] for person in get_persons(entry.player) if person.pk in entry_of_person
        }
        if len(seats) > 1:
            for number in seats:
                pair_codes.setdefault(number, set()).add(entry.player.code)
    return {number: tuple(sorted(codes)) for number, codes in pair_codes.items()}


SEEDING_KINDS = (*DETAIL_TAGS, PARTNER)


@dataclass(frozen=True, slots=True)
class DrawChoices:
    """Options of the draw of a stage, and those chosen at present.

    `usual` is the default number of seeds, `rated` the number of rated entries. `has_blocks` and `has_apart`:
    its format can draw seeds in blocks, and keep entries apart; `blocks` and `apart` (kinds of separation)
    are the present choices. `standing` are the seeds of the current draw.
    """

    flight: str
    entrants: int
    usual: int
    rated: int
    has_blocks: bool
    has_apart: bool
    blocks: bool
    apart: tuple[str, ...]
    standing: tuple[int, ...]


def get_draw_choices(event: Event) -> DrawChoices | None:
    """Return the options of the first stage drawn from the entries; None if there is no such stage."""
    state = event_state.get_event_state(event)
    stage = _next_stage(event, state)
    if stage is None:
        return None
    drawable_entries = _get_drawable_entries(state)
    drawing = state.stages.get(stage.key)
    return DrawChoices(
        flight=stage.key,
        entrants=len(drawable_entries),
        usual=default_seed_count(len(drawable_entries)),
        rated=len(_get_ratings(state)),
        has_blocks=format_of(stage).has_seed_blocks,
        has_apart=bool(format_of(stage).keeps_apart_by),
        blocks=stage.options.get("seeding") == "blocks",
        apart=tuple(kind for kind in SEEDING_KINDS if kind in stage.options.get("apart", ())),
        standing=drawing.seeds if drawing else (),
    )


def get_rated_seeds(event: Event, count: int | None, *, is_without_unmarked: bool = False) -> tuple[int, ...]:
    """Return the entries seeded by rating, best first; `count` None is the default number of seeds.

    `is_without_unmarked`: the draw leaves out those who are not checked in.
    """
    state = event_state.get_event_state(event)
    left_out = set(get_unmarked_entries(state)) if is_without_unmarked else set()
    entrants = [number for number in _get_drawable_entries(state) if number not in left_out]
    ratings = {number: rating for number, rating in _get_ratings(state).items() if number not in left_out}
    return seed_by_rating(ratings, len(entrants), count)


def get_unmarked_entries(state: EventState) -> list[int]:
    """Return the active entries in no published draw whose presence is not marked."""
    drawn_entries = {
        entry for drawing in state.stages.values() if drawing.is_published for entry in drawing.members
    }
    entrants = (one for one in state.entries.values() if one.number not in drawn_entries)
    return [one.number for one in entrants if one.presence == UNMARKED and not one.is_withdrawn]


def get_current_seeds(event: Event, flight: str) -> tuple[int, ...]:
    """Return the seeds of the current draw of a stage, without entries that are no longer drawn."""
    state = event_state.get_event_state(event)
    stage = state.plan[flight] if flight else _next_stage(event, state)
    drawing = state.stages.get(stage.key) if stage else None
    drawable_entries = set(_get_drawable_entries(state))
    return tuple(entry for entry in drawing.seeds if entry in drawable_entries) if drawing else ()


def get_draw_options(event: Event, *, blocks: str, apart: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the draw options of the next stage; `blocks` is "blocks" or "fixed", `apart` the separations."""
    stage = _next_stage(event, event_state.get_event_state(event))
    if stage is None:
        return {}
    return format_of(stage).draw_options(in_blocks=blocks == "blocks", apart=apart)


def _next_stage(event: Event, state: EventState) -> Stage | None:
    stages = (state.plan if state.plan.stages else PRESETS.get(event.format, state.plan)).stages
    return next((stage for stage in stages if stage.feed.origin == ENTRIES), None)


def _get_drawable_entries(state: EventState) -> list[int]:
    return [
        entrant.number
        for entrant in state.entries.values()
        if not (entrant.is_withdrawn or entrant.stays_out)
    ]


def _get_ratings(state: EventState) -> dict[int, int]:
    return {
        number: state.entries[number].details.rating
        for number in _get_drawable_entries(state)
        if state.entries[number].details.rating
    }


CACHE_SECONDS = 3600
# Increase when `DrawTrace` changes, so that cached values of an older release are ignored.
CACHE_VERSION = 3

DRAWN_KIND, RESULT_KIND = "drawn", "settled"


@dataclass(frozen=True, slots=True)
class DrawTrace:
    """The draw of a stage, repeated from its seed to get its reasons.

    `lines` are entry numbers, 0 for a bye; `reasons` are by line from 1, `shortfalls` the separations that
    were not possible. `in_blocks` and `apart` are the requested options, `seeds` the seeded entries; None for
    a stage that is not drawn from the entries.
    """

    seed: str
    lines: tuple[int, ...]
    reasons: Mapping[int, tuple[Reason, ...]]
    shortfalls: tuple[Reason, ...]
    in_blocks: bool
    apart: tuple[str, ...]
    seeds: tuple[int, ...] | None


def get_traces(event: Event) -> dict[str, DrawTrace]:
    """Return the trace of the current draw of each stage.

    One query if they are cached; else two, and a replay for each stage.
    """
    key = f"traces:{CACHE_VERSION}:{event.pk}:{event.draw_commitment}:{_get_last_seq(event)}"
    cached_traces: dict[str, DrawTrace] | None = cache.get(key)
    if cached_traces is None:
        rows = event_state.get_journal_rows(event)
        # The results after the last draw do not affect it: see `_get_last_seq`.
        while rows and rows[-1].kind == RESULT_KIND:
            rows.pop()
        cached_traces = _compute_traces(rows, fold(rows))
        cache.set(key, cached_traces, CACHE_SECONDS)
    return cached_traces


def _get_last_seq(event: Event) -> int:
    """Return the number of the last journal line that is not a result, as results do not affect draws."""
    lines = JournalEntry.objects.filter(event=event).exclude(kind=RESULT_KIND)
    return lines.order_by("-seq").values_list("seq", flat=True).first() or 0


def _compute_traces(rows: Sequence[StoredRow], state: EventState) -> dict[str, DrawTrace]:
    live_journal = live_rows(rows)
    traces_by_stage: dict[str, DrawTrace] = {}
    for index, row in enumerate(live_journal):
        if row.kind != DRAWN_KIND:
            continue
        key = str(row.payload.get("flight", "")) or state.plan.stages[0].key
        drawing = state.stages.get(key)
        # An earlier draw of the stage has another seed.
        if drawing is not None and drawing.seed == row.payload["seed"]:
            traces_by_stage[key] = _compute_trace(fold(live_journal[:index]), row, drawing)
    return traces_by_stage


def _compute_trace(state_before: EventState, row: StoredRow, drawing: DrawnStage) -> DrawTrace:
    stage = drawing.stage
    lines = tuple(row.payload["lines"])
    apart = tuple(kind for kind in TAG_KINDS if kind in stage.options.get("apart", ()))
    in_blocks = stage.options.get("seeding") == "blocks"
    seeds = drawing.seeds if stage.feed.origin == ENTRIES else None
    if not format_of(stage).is_static:
        reasons = _order_reasons(stage, lines, drawing)
        return DrawTrace(drawing.seed, lines, reasons, (), in_blocks, apart, seeds)
    entries = sorted(entry for entry in lines if entry)
    redraw = format_of(stage).draw(
        stage, draw_candidates(state_before, stage, entries), drawing.seeds, drawing.seed
    )
    # An older release may have drawn by another method: then the reasons are unknown.
    if redraw.lines != lines:
        return DrawTrace(drawing.seed, lines, {}, (), in_blocks, apart, seeds)
    shortfalls = tuple(
        make_reason("separation_short", **asdict(shortfall)) for shortfall in redraw.shortfalls
    )
    reasons = {line: _cacheable(line_reasons) for line, line_reasons in redraw.reasons.items()}
    return DrawTrace(drawing.seed, lines, reasons, _cacheable(shortfalls), in_blocks, apart, seeds)


def _cacheable(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return the reasons with their context as plain dicts, which can be cached."""
    return tuple(Reason(reason.code, dict(reason.facts)) for reason in reasons)


def _order_reasons(stage: Stage, lines: Sequence[int], drawing: DrawnStage) -> dict[int, tuple[Reason, ...]]:
    """Return the reasons for the numbers of a stage of rounds: seeds first, the others in random order."""
    is_random = stage.options.get("numbers") == "lot"
    return {
        number: _cacheable(
            [
                make_reason("line_seeded", number=number)
                if entry in drawing.seeds and not is_random
                else make_reason("line_by_lot", number=number, seed=drawing.seed)
            ]
        )
        for number, entry in enumerate(lines, start=1)
    }


@dataclass(frozen=True, slots=True)
class DrawLine:
    """A line of the draw: its bracket number, entry (None for a bye) and reasons.

    `names` are those of all entries, by number.
    """

    number: int
    entry: AnyEntry | None
    reasons: tuple[Reason, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def why(self) -> tuple[str, ...]:
        """Return its reasons as texts; a page shows some of the lines."""
        return _describe(self.reasons, self.names)


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """A draw as shown in the draw audit: stage, revealed seed with its commitment, seeded entries, lines.

    `seq` is its line of the activity log, `flight` the key of the stage. `is_current` is false for a draw
    that was replaced by a later one. For the current one, `short` lists the separations that were not
    possible, `in_blocks` and `apart` the requested options.
    """

    at: datetime
    seq: int
    flight: str
    name: str
    seed: str
    commitment: str
    seeded: tuple[BracketEntry, ...]
    lines: tuple[DrawLine, ...]
    is_current: bool
    short: tuple[str, ...] = ()
    in_blocks: bool = False
    apart: tuple[str, ...] = ()


def get_draws(event: Event) -> list[DrawRecord]:
    """Return the draws of published stages, latest first. Two queries beside the replays."""
    overview, traces = events.get_overview(event), get_traces(event)
    entries = {entry.number: entry for entry in bracket_rows.load_bracket_entries(event).values()}
    draw_list: list[DrawRecord] = []
    drawn_flights: set[str] = set()
    for entry in _draw_entries(event):
        flight = entry.payload.get("flight") or next(iter(overview.flight_infos), MAIN)
        if flight in overview.published:
            draw = _build_draw_record(
                entry,
                flight,
                _stage_name(overview, flight),
                entries,
                is_current=flight not in drawn_flights,
            )
            draw_list.append(_with_reasons(draw, traces.get(flight), entries))
            drawn_flights.add(flight)
    return draw_list


def get_commitment(event: Event) -> str:
    """Return the commitment of the next or unpublished draw; "" if there is none.

    At most one query beside the event overview.
    """
    overview = events.get_overview(event)
    if not overview.is_more_to_come:
        return ""
    latest_payload = (
        _draw_entries(event).values_list("payload", flat=True).first() if overview.drafts else None
    )
    return compute_commitment(latest_payload["seed"]) if latest_payload else event.draw_commitment


def has_draft(event: Event) -> bool:
    """Return whether there is an unpublished draw. No query beside the event overview."""
    return bool(events.get_overview(event).drafts)


def describe_reasons(reasons: Iterable[Reason], entries: Mapping[int, AnyEntry]) -> tuple[str, ...]:
    """Return the reasons as sentences with the names of these entries."""
    return _describe(reasons, _names(entries))


def describe_lines(trace: DrawTrace, entries: Mapping[int, AnyEntry]) -> tuple[DrawLine, ...]:
    """Return the lines of a draw with their reasons."""
    names = _names(entries)
    return tuple(
        DrawLine(place, entries.get(number), trace.reasons.get(place, ()), names)
        for place, number in enumerate(trace.lines, start=1)
    )


def _names(entries: Mapping[int, AnyEntry]) -> dict[int, str]:
    return {number: entry.player.name for number, entry in entries.items()}


def _describe(reasons: Iterable[Reason], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(describe_reason(line_reason.code, line_reason.facts, names) for line_reason in reasons)


def _with_reasons(
    draw: DrawRecord, trace: DrawTrace | None, entries: Mapping[int, BracketEntry]
) -> DrawRecord:
    """Return a draw with the reasons of its trace; a replaced one has none."""
    if trace is None or trace.seed != draw.seed:
        return draw
    return replace(
        draw,
        lines=describe_lines(trace, entries),
        short=describe_reasons(trace.shortfalls, entries),
        in_blocks=trace.in_blocks,
        apart=trace.apart,
    )


def _draw_entries(event: Event) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(event=event, kind="drawn").order_by("-seq")


def _stage_name(overview: events.EventOverview, flight: str) -> str:
    return (
        overview.flight_infos[flight].name
        if len(overview.published) > 1 and flight in overview.flight_infos
        else ""
    )


def _build_draw_record(
    entry: JournalEntry,
    flight: str,
    name: str,
    entries: Mapping[int, BracketEntry],
    *,
    is_current: bool,
) -> DrawRecord:
    payload: Mapping[str, Any] = entry.payload
    numbers: Sequence[int] = payload["lines"]
    return DrawRecord(
        at=entry.at,
        seq=entry.seq,
        flight=flight,
        name=name,
        seed=payload["seed"],
        commitment=compute_commitment(payload["seed"]),
        seeded=tuple(entries[number] for number in payload["seeds"] if number in entries),
        lines=tuple(DrawLine(place, entries.get(number)) for place, number in enumerate(numbers, start=1)),
        is_current=is_current,
    )


@dataclass(frozen=True, slots=True)
class EntryList:
    """The entries of a group or a stage in line order."""

    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class DraftView:
    """A drawn, unpublished stage as shown to the desk.

    `hangs`: it is drawn and published together with another stage. `why` are its lines with their reasons,
    `short` lists the separations that were not possible. `seeded` are its seeds, None if it is not drawn from
    the entries; `is_by_rating` tells that they are the best rated entries in order.
    """

    flight: str
    name: str
    hangs: bool
    lists: tuple[EntryList, ...]
    brackets: tuple[Bracket, ...]
    why: tuple[DrawLine, ...] = ()
    short: tuple[str, ...] = ()
    seeded: tuple[Entry, ...] | None = None
    is_by_rating: bool = False


def get_drafts(event: Event, overview: EventOverview | None = None) -> tuple[DraftView, ...]:
    """Return the drawn, unpublished stages in plan order.

    At most two queries besides the event overview, which may be passed.
    """
    overview = overview or events.get_overview(event)
    return tuple(_iterate_drafts(event, overview)) if overview.drafts else ()


def _iterate_drafts(event: Event, overview: EventOverview) -> Iterator[DraftView]:
    entries = {entry.number: entry for entry in events.entries_of(event)}
    traces = get_traces(event)
    drawn_flights = [flight for draft in overview.drafts if not draft.lists for flight in draft.flights]
    brackets_by_flight = {
        draft_brackets.flight: draft_brackets
        for draft_brackets in brackets.build_brackets(event, overview, drawn_flights)
    }
    for draft in overview.drafts:
        lists = tuple(
            EntryList(overview.get_flight_name(flight), tuple(entries[number] for number in numbers))
            for flight, numbers in draft.lists.items()
        )
        draft_brackets = tuple(
            brackets_by_flight[flight] for flight in draft.flights if flight in brackets_by_flight
        )
        if lists or draft_brackets:
            trace = traces.get(draft.stage)
            lines = describe_lines(trace, entries) if trace else ()
            shortfalls = describe_reasons(trace.shortfalls, entries) if trace else ()
            seeds = trace.seeds if trace else None
            yield DraftView(
                draft.stage,
                overview.get_flight_name(draft.stage),
                draft.hangs,
                lists,
                draft_brackets,
                lines,
                shortfalls,
                None if seeds is None else tuple(entries[number] for number in seeds if number in entries),
                trace is not None and bool(seeds) and seeds == _seed_drawn_by_rating(trace, entries),
            )


def _seed_drawn_by_rating(trace: DrawTrace, entries: Mapping[int, Entry]) -> tuple[int, ...]:
    """Return the seeds that the ratings of the drawn entries would make, as many as there are."""
    drawn_entries = [entries[number] for number in trace.lines if number in entries]
    ratings = {entry.number: entry.rating for entry in drawn_entries if entry.rating}
    return seed_by_rating(ratings, len(drawn_entries), len(trace.seeds or ()))
