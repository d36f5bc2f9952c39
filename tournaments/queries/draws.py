"""Draws of an event: seeds and separations to choose, partners, unpublished drafts, and the draw audit."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet

from matches.queries.people import get_persons
from tournaments.formats import format_of
from tournaments.formats.graph import MAIN
from tournaments.formats.plan import ENTRIES, PRESETS, Stage
from tournaments.formats.reasons import Reason, because
from tournaments.formats.seeding import by_rating, commitment, seed_count
from tournaments.journal.eligibility import draw_candidates
from tournaments.journal.facts import Row
from tournaments.journal.replay import fold, live_rows
from tournaments.journal.state import Drawing, EventState
from tournaments.models import Entry, EntryStatus, Event, JournalEntry
from tournaments.phrases import flight_name
from tournaments.phrases.journal import reason
from tournaments.queries import brackets, event_state, events
from tournaments.queries.brackets import Bracket
from tournaments.queries.entries import PLAYER_RELATIONS, event_entries
from tournaments.queries.events import EventOverview


def partners_of(event: Event) -> Mapping[int, tuple[str, ...]]:
    """By number of an entry, the pairs of other events of the tournament that one of its people plays in and
    whose other half sits in another entry here; two queries."""
    seat = {person.pk: entry.number for entry in event_entries(event) for person in get_persons(entry.player)}
    elsewhere = (
        Entry.objects.filter(
            event__tournament=event.tournament_id,
            status=EntryStatus.ENTERED.value,
            player__first__isnull=False,
        )
        .exclude(event=event.pk)
        .select_related(*PLAYER_RELATIONS)
    )
    pair_codes: dict[int, set[str]] = {}
    for entry in elsewhere:
        seats = {seat[person.pk] for person in get_persons(entry.player) if person.pk in seat}
        if len(seats) > 1:
            for number in seats:
                pair_codes.setdefault(number, set()).add(entry.player.code)
    return {number: tuple(sorted(codes)) for number, codes in pair_codes.items()}


SEEDING_KINDS = ("club", "country", "family", "partner")


@dataclass(frozen=True, slots=True)
class DrawChoices:
    """What the draw of a stage may be asked for, and what holds now.

    `usual` is how many are seeded as a rule, `rated` how many entries have a rating, `apart` who is kept
    apart, `standing` the seeds of the draw that stands.
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
    """What the next draw of entries may be asked for; None when there is none to make."""
    state = event_state.get_event_state(event)
    stage = _next_stage(event, state)
    if stage is None:
        return None
    playing = _playing(state)
    drawing = state.stages.get(stage.key)
    return DrawChoices(
        flight=stage.key,
        entrants=len(playing),
        usual=seed_count(len(playing)),
        rated=len(_ratings(state)),
        has_blocks=format_of(stage).has_seed_blocks,
        has_apart=bool(format_of(stage).keeps_apart_by),
        blocks=stage.options.get("seeding") == "blocks",
        apart=tuple(kind for kind in SEEDING_KINDS if kind in stage.options.get("apart", ())),
        standing=drawing.seeds if drawing else (),
    )


def rated_seeds(event: Event, count: int | None) -> tuple[int, ...]:
    """The seeds by rating of those who are drawn; `count` of None is as many as the rule has."""
    state = event_state.get_event_state(event)
    return by_rating(_ratings(state), len(_playing(state)), count)


def standing_seeds(event: Event, flight: str) -> tuple[int, ...]:
    """The seeds of the draw that stands, without those who are not drawn any more."""
    state = event_state.get_event_state(event)
    stage = state.plan[flight] if flight else _next_stage(event, state)
    drawing = state.stages.get(stage.key) if stage else None
    playing = set(_playing(state))
    return tuple(entry for entry in drawing.seeds if entry in playing) if drawing else ()


def get_draw_options(event: Event, *, blocks: str, apart: tuple[str, ...]) -> Mapping[str, Any]:
    """The options a stage of entries gets for its draw: `blocks` "blocks" or "fixed", whom to keep apart."""
    stage = _next_stage(event, event_state.get_event_state(event))
    if stage is None:
        return {}
    return format_of(stage).draw_options(in_blocks=blocks == "blocks", apart=apart)


def _next_stage(event: Event, state: EventState) -> Stage | None:
    stages = (state.plan if state.plan.stages else PRESETS.get(event.format, state.plan)).stages
    return next((one for one in stages if one.feed.origin == ENTRIES), None)


def _playing(state: EventState) -> list[int]:
    return [one.number for one in state.entries.values() if not (one.is_withdrawn or one.stays_out)]


def _ratings(state: EventState) -> dict[int, int]:
    return {
        number: state.entries[number].about.rating
        for number in _playing(state)
        if state.entries[number].about.rating
    }


CACHE_SECONDS = 3600
# Goes up when `Trace` gets another shape: what an older release kept is not read.
CACHE_VERSION = 2
DRAW_KINDS = ("club", "country", "family", "partner", "met")

DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class DrawTrace:
    """The draw of a stage as its lots gave it: lines and seed, reasons by line from 1, shortfalls; whether
    seeds were drawn in blocks, and the kinds of people who were to be kept apart."""

    seed: str
    lines: tuple[int, ...]
    reasons: Mapping[int, tuple[Reason, ...]]
    shortfalls: tuple[Reason, ...]
    in_blocks: bool
    apart: tuple[str, ...]


def get_traces(event: Event) -> dict[str, DrawTrace]:
    """The draws that stand, by stage; one query, and another and a few folds where something else than a
    result was written since somebody last looked."""
    key = f"traces:{CACHE_VERSION}:{event.pk}:{event.lots_commitment}:{_last_seq(event)}"
    cached_traces: dict[str, DrawTrace] | None = cache.get(key)
    if cached_traces is None:
        rows = event_state.get_journal_rows(event)
        cached_traces = _compute_traces(rows, fold(rows))
        cache.set(key, cached_traces, CACHE_SECONDS)
    return cached_traces


def _last_seq(event: Event) -> int:
    """The last line of the journal that is not a plain result; those make and change no draw."""
    lines = JournalEntry.objects.filter(event=event).exclude(kind="settled")
    return lines.order_by("-seq").values_list("seq", flat=True).first() or 0


def _compute_traces(rows: Sequence[Row], state: EventState) -> dict[str, DrawTrace]:
    live_journal = live_rows(rows)
    traces_by_stage: dict[str, DrawTrace] = {}
    for index, row in enumerate(live_journal):
        if row.kind != DRAWN:
            continue
        key = str(row.payload.get("flight", "")) or state.plan.stages[0].key
        drawing = state.stages.get(key)
        # An earlier draw of the same stage has another seed.
        if drawing is not None and drawing.seed == row.payload["seed"]:
            traces_by_stage[key] = _compute_trace(fold(live_journal[:index]), row, drawing)
    return traces_by_stage


def _compute_trace(state_before: EventState, row: Row, drawing: Drawing) -> DrawTrace:
    stage = drawing.stage
    lines = tuple(row.payload["lines"])
    apart = tuple(kind for kind in DRAW_KINDS if kind in stage.options.get("apart", ()))
    in_blocks = stage.options.get("seeding") == "blocks"
    if not format_of(stage).is_static:
        return DrawTrace(drawing.seed, lines, _order_reasons(stage, lines, drawing), (), in_blocks, apart)
    entries = sorted(entry for entry in lines if entry)
    redraw = format_of(stage).draw(
        stage, draw_candidates(state_before, stage, entries), drawing.seeds, drawing.seed
    )
    # The method of an older release may have given other lines: then nothing is said that is not so.
    if redraw.lines != lines:
        return DrawTrace(drawing.seed, lines, {}, (), in_blocks, apart)
    shortfalls = tuple(because("separation_short", **asdict(shortfall)) for shortfall in redraw.shortfalls)
    reasons = {line: _cacheable(line_reasons) for line, line_reasons in redraw.reasons.items()}
    return DrawTrace(drawing.seed, lines, reasons, _cacheable(shortfalls), in_blocks, apart)


def _cacheable(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """The same reasons with facts a cache can keep."""
    return tuple(Reason(reason.code, dict(reason.facts)) for reason in reasons)


def _order_reasons(stage: Stage, lines: Sequence[int], drawing: Drawing) -> dict[int, tuple[Reason, ...]]:
    """The reasons of the numbers in a stage of rounds: seeds first and the rest by lot."""
    by_lot = stage.options.get("numbers") == "lot"
    return {
        number: _cacheable(
            [
                because("line_seeded", number=number)
                if entry in drawing.seeds and not by_lot
                else because("line_by_lot", number=number, seed=drawing.seed)
            ]
        )
        for number, entry in enumerate(lines, start=1)
    }


@dataclass(frozen=True, slots=True)
class DrawLine:
    """A line of the draw: its number in the bracket, who stands there (None for a bye), and why, in words."""

    number: int
    entry: Entry | None
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """One draw: its stage, the seed it revealed, what had been promised before, seeded entries, its lines.

    `stands` tells it from those that were made again; of one that stands `short` tells who could not be kept
    apart, and `in_blocks` and `apart` what the draw was asked for beside seeds and lots.
    """

    at: datetime
    name: str
    seed: str
    commitment: str
    seeded: tuple[Entry, ...]
    lines: tuple[DrawLine, ...]
    stands: bool
    short: tuple[str, ...] = ()
    in_blocks: bool = False
    apart: tuple[str, ...] = ()


def get_draws(event: Event) -> list[DrawRecord]:
    """The draws of the stages that are published, the latest first. Two queries beside the folds."""
    overview, traces = events.get_overview(event), get_traces(event)
    entries = {entry.number: entry for entry in event.entries.select_related("player")}
    draw_list: list[DrawRecord] = []
    drawn_flights: set[str] = set()
    for at, payload in _draw_entries(event).values_list("at", "payload"):
        flight = payload.get("flight") or next(iter(overview.flight_infos), MAIN)
        if flight in overview.published:
            draw = _draw(at, payload, _name(overview, flight), entries, stands=flight not in drawn_flights)
            draw_list.append(_with_reasons(draw, traces.get(flight), entries))
            drawn_flights.add(flight)
    return draw_list


def get_commitment(event: Event) -> str:
    """What binds the draw that is not public yet, made or still to come; "" where none comes. One query at
    most beside the fold."""
    overview = events.get_overview(event)
    if not overview.is_more_to_come:
        return ""
    latest_payload = (
        _draw_entries(event).values_list("payload", flat=True).first() if overview.drafts else None
    )
    return commitment(latest_payload["seed"]) if latest_payload else event.lots_commitment


def has_draft(event: Event) -> bool:
    """Whether a draw is made that nobody but the desk sees; costs nothing beside the fold."""
    return bool(events.get_overview(event).drafts)


def describe_reasons(reasons: Iterable[Reason], entries: Mapping[int, Entry]) -> tuple[str, ...]:
    """Reasons as sentences with the names of these entries."""
    return _describe(reasons, _names(entries))


def describe_lines(trace: DrawTrace, entries: Mapping[int, Entry]) -> tuple[DrawLine, ...]:
    """The lines of a draw, each with its reasons in words."""
    names = _names(entries)
    return tuple(
        DrawLine(place, entries.get(number), _describe(trace.reasons.get(place, ()), names))
        for place, number in enumerate(trace.lines, start=1)
    )


def _names(entries: Mapping[int, Entry]) -> dict[int, str]:
    return {number: entry.player.name for number, entry in entries.items()}


def _describe(reasons: Iterable[Reason], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(reason(line_reason.code, line_reason.facts, names) for line_reason in reasons)


def _with_reasons(draw: DrawRecord, trace: DrawTrace | None, entries: Mapping[int, Entry]) -> DrawRecord:
    """A draw with what its trace tells; one that does not stand has none."""
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


def _name(overview: events.EventOverview, flight: str) -> str:
    return (
        overview.flight_infos[flight].name
        if len(overview.published) > 1 and flight in overview.flight_infos
        else ""
    )


def _draw(
    at: datetime, payload: Mapping[str, Any], name: str, entries: Mapping[int, Entry], *, stands: bool
) -> DrawRecord:
    numbers: Sequence[int] = payload["lines"]
    return DrawRecord(
        at=at,
        name=name,
        seed=payload["seed"],
        commitment=commitment(payload["seed"]),
        seeded=tuple(entries[number] for number in payload["seeds"] if number in entries),
        lines=tuple(DrawLine(place, entries.get(number)) for place, number in enumerate(numbers, start=1)),
        stands=stands,
    )


@dataclass(frozen=True, slots=True)
class EntryList:
    """The entries of a group, or of all of a stage, in the order of their lines."""

    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class DraftView:
    """A stage that is drawn and not published. `hangs`: it is drawn, and published, with another one.

    `why` are its lines with their reasons, `short` says who could not be kept apart.
    """

    flight: str
    name: str
    hangs: bool
    lists: tuple[EntryList, ...]
    brackets: tuple[Bracket, ...]
    why: tuple[DrawLine, ...] = ()
    short: tuple[str, ...] = ()


def get_drafts(event: Event, overview: EventOverview | None = None) -> tuple[DraftView, ...]:
    """Every stage whose draw waits to be published, in the order of the plan; two queries where there is one,
    beside the fold, which is `known` where it was asked for already."""
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
            EntryList(_draft_name(overview, flight), tuple(entries[number] for number in numbers))
            for flight, numbers in draft.lists.items()
        )
        draft_brackets = tuple(
            brackets_by_flight[flight] for flight in draft.flights if flight in brackets_by_flight
        )
        if lists or draft_brackets:
            trace = traces.get(draft.stage)
            lines = describe_lines(trace, entries) if trace else ()
            shortfalls = describe_reasons(trace.shortfalls, entries) if trace else ()
            yield DraftView(
                draft.stage,
                _draft_name(overview, draft.stage),
                draft.hangs,
                lists,
                draft_brackets,
                lines,
                shortfalls,
            )


def _draft_name(overview: EventOverview, flight: str) -> str:
    flight_info = overview.flight_infos.get(flight)
    return flight_info.name if flight_info else flight_name(flight)
