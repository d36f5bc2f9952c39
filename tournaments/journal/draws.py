"""Rows about plans, draws and their lines."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import PRESETS, Plan, Stage
from tournaments.formats.plan_checks import can_be_replanned, check_plan
from tournaments.formats.random_order import compute_commitment, is_seed
from tournaments.journal import teams
from tournaments.journal.correction import Chooser, ResultRelocation, pairings_by_pair, strict_chooser
from tournaments.journal.facts import (
    CHOICES,
    FIELD_CAUSES,
    LATE,
    LINE_CAUSES,
    REENTRY,
    STANDS,
    UNMARKED,
)
from tournaments.journal.mutable_state import MutableState, are_distinct, must
from tournaments.journal.results import update_results
from tournaments.journal.row_kinds import RowKind, Subject
from tournaments.journal.seat_resolution import dependent_stages, source_stages
from tournaments.journal.standings import check_table, length_of
from tournaments.journal.state import DrawnStage, FieldRuling, Placement
from tournaments.payloads import NOT_EMPTY, Natural, Place, Positive, Text, make_payload, one_of

# By line from 1 the entry on it; 0 is a bye.
Lines = Mapping[Positive, Natural]


@dataclass(frozen=True, slots=True)
class Planned:
    """The plan: the stages of the event."""

    plan: Annotated[Plan, Place.INLINE]


@dataclass(frozen=True, slots=True)
class Committed:
    """The commitment to the seed of the next draw."""

    commitment: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A draw: the format, the revealed draw seed, the seeded entries and the resulting lines.

    An empty `flight` is the first stage. The lines of a stage of rounds are its fixed order.
    """

    flight: Annotated[str, Place.OPTIONAL] = ""
    format: Text
    seed: Text
    seeds: tuple[Natural, ...]
    lines: tuple[Natural, ...]


@dataclass(frozen=True, slots=True)
class Published:
    """The publication of the draw of a flight (of all drawn ones when `flight` is empty)."""

    flight: Annotated[str, Place.OPTIONAL] = ""


@dataclass(frozen=True, slots=True)
class Relined:
    """New entries on lines of a draw."""

    flight: Text
    lines: Annotated[Lines, NOT_EMPTY]
    cause: Annotated[str, one_of(LINE_CAUSES)]


@dataclass(frozen=True, slots=True)
class FieldRelined:
    """A ruling upon the field of a stage, a row of the same kind as `Relined`.

    `instead` has by line the other entry in question: the one drawn there (`QUALIFIED`), or the one that the
    results send there (`STANDS`). `choices` decide on begun pairings of those who leave: pairing -> one of
    `CHOICES`.
    """

    flight: Text
    lines: Annotated[Lines, NOT_EMPTY]
    cause: Annotated[str, one_of(FIELD_CAUSES)]
    instead: Lines
    choices: Mapping[str, Annotated[str, one_of(CHOICES)]] = field(default_factory=dict)

    def check(self) -> None:
        """Raise ValueError unless every line has the other entry in question."""
        if self.instead.keys() != self.lines.keys():
            raise ValueError("instead")


def plan(state: MutableState, fact: Planned) -> None:
    """Set the stages of the event; published ones may change only in their future rounds."""
    check_plan(fact.plan)
    for stage in fact.plan.stages:
        check_table(stage)
    for key, drawing in list(state.stages.items()):
        if key not in state.stages:
            # It was removed together with a stage it depends on.
            continue
        if _can_keep_drawing(drawing, fact.plan):
            state.stages[key] = replace(drawing, stage=fact.plan[key])
            continue
        must(not drawing.is_published, "stage_published", stage=key)
        _remove_drawing(state, key)
    state.plan = fact.plan
    _draw_dependents(state)
    rebuild_draw(state)


def _can_keep_drawing(drawing: DrawnStage, new_plan: Plan) -> bool:
    key, paired = drawing.stage.key, len(drawing.rounds)
    if key not in new_plan or not can_be_replanned(drawing.stage, new_plan[key]):
        return False
    round_limit = format_of(drawing.stage).round_count(new_plan[key], len(drawing.members))
    must(not round_limit or paired <= round_limit, "rounds_paired", stage=key, paired=paired)
    return True


def commit(state: MutableState, fact: Committed) -> None:
    """Set the commitment to the seed of the next draw."""
    state.commitment = fact.commitment


def draw(state: MutableState, fact: Drawn) -> None:
    """Set the lines of a stage and draw its dependent stages; may be repeated until it is published."""
    if not state.plan.stages:
        must(fact.format in PRESETS, "event_format_unknown", format=fact.format)
        state.plan = PRESETS[fact.format]
    stage = state.plan[fact.flight] if fact.flight else state.plan.stages[0]
    must(fact.format in (stage.format, *PRESETS), "event_format_unknown", format=fact.format)
    previous_drawing = state.stages.get(stage.key)
    must(previous_drawing is None or not previous_drawing.is_published, "already_published")
    must(not source_stages(stage, state.plan), "stage_hangs", stage=stage.key)
    must(is_seed(fact.seed) and compute_commitment(fact.seed) == state.commitment, "lots_not_committed")
    _check_lines(state, stage, fact)
    if previous_drawing is not None:
        _remove_drawing(state, stage.key)
    qualifiers = tuple(filter(None, fact.lines))
    state.stages[stage.key] = DrawnStage(stage, fact.seed, fact.seeds, fact.lines, qualifiers=qualifiers)
    _draw_dependents(state)
    rebuild_draw(state)


def _check_lines(state: MutableState, stage: Stage, fact: Drawn) -> None:
    entries = [entry for entry in fact.lines if entry]
    for entry in entries:
        must(is_active(state, entry, stage.key), "entry_unknown", entry=entry)
        must(not state.entries[entry].stays_out, "entry_stays_out", entry=entry)
    matches_draw = format_of(stage).is_drawn_by(stage, fact.lines, fact.seeds, fact.seed)
    must(matches_draw and are_distinct(entries), "draw_not_by_lots")


def publish(state: MutableState, fact: Published) -> None:
    """Publish draws and their dependent stages, so that matches are created."""
    must(bool(state.stages), "not_drawn")
    waiting = {key for key, drawing in state.stages.items() if not drawing.is_published}
    if fact.flight:
        must(fact.flight in state.stages, "not_drawn", flight=fact.flight)
        waiting &= {fact.flight}
    must(bool(waiting), "already_published")
    _mark_published(state, waiting)
    state.refresh_stages(frozenset(waiting | _publish_dependents(state)))


def _mark_published(state: MutableState, keys: Iterable[str]) -> None:
    for key in keys:
        state.stages[key] = replace(state.stages[key], is_published=True)


def _publish_dependents(state: MutableState) -> set[str]:
    """Publish the stages that depend only on published ones."""
    published_keys: set[str] = set()
    for stage in state.plan.stages:
        drawing, feeding = state.stages.get(stage.key), source_stages(stage, state.plan)
        if drawing is None or drawing.is_published or not feeding:
            continue
        if all(state.stages[key].is_published for key in feeding):
            _mark_published(state, [stage.key])
            published_keys.add(stage.key)
    return published_keys


def reline(state: MutableState, fact: Relined | FieldRelined) -> None:
    """Change lines of a draw; results follow their players, and none may be lost."""
    if isinstance(fact, FieldRelined):
        rule_on_field(state, fact)
        return
    drawing = state.stage(fact.flight)
    must(format_of(drawing.stage).is_static, "stage_of_rounds", flight=fact.flight)
    size = max(len(drawing.lines), *fact.lines)
    # A row that enlarges the draw names every new line; if that row was undone, a later one may name lines
    # that do not exist. In a stage fed by others `lines` has only manually set entries, so it may be short.
    is_fed = bool(source_stages(drawing.stage, state.plan))
    added_lines = set(range(len(drawing.lines) + 1, size + 1))
    is_enlarged = added_lines <= set(fact.lines) and format_of(drawing.stage).can_have_lines(size)
    is_drawable = is_fed or not added_lines or is_enlarged
    must(is_drawable, "line_unknown", entry=fact.lines[max(fact.lines)], flight=fact.flight)
    new_lines = [*drawing.lines, *[0] * (size - len(drawing.lines))]
    for line, entry in fact.lines.items():
        must(not entry or is_active(state, entry, drawing.stage.key), "entry_unknown", entry=entry)
        new_lines[line - 1] = entry
    if fact.cause == REENTRY:
        for entry in filter(None, fact.lines.values()):
            must(not _is_awaited(state, entry), "entry_plays", entry=entry)
    if fact.cause in {LATE, REENTRY}:
        # A late entry takes no occupied line; if an earlier row was undone, its line may be one.
        keep_their_lines = Counter(filter(None, drawing.lines)) <= Counter(new_lines)
        must(keep_their_lines, "no_line_free", flight=drawing.stage.key)
    must(
        fact.cause == REENTRY or _are_placed_once(drawing.lines, new_lines), "line_twice", flight=fact.flight
    )
    qualifiers = tuple(entry for entry in drawing.qualifiers if entry in new_lines)
    state.stages[drawing.stage.key] = replace(drawing, lines=tuple(new_lines), qualifiers=qualifiers)
    take_off_waiting_list(state, fact.lines.values())
    rebuild_draw(state)


def _are_placed_once(lines_before: Iterable[int], lines: Iterable[int]) -> bool:
    """Whether new lines put no entry on a second line; a re-entered one keeps those it had."""
    counts_before = Counter(lines_before)
    counts = Counter(filter(None, lines))
    return all(count <= max(1, counts_before[entry]) for entry, count in counts.items())


def rule_on_field(state: MutableState, fact: FieldRelined, choose: Chooser | None = None) -> None:
    """Put the entries on the lines that the results send there, or let the drawn ones stand.

    `choose` (default: the choices of the fact) decides on the results of those who leave.
    """
    drawing = state.stage(fact.flight)
    must(not source_stages(drawing.stage, state.plan), "stage_hangs", stage=drawing.stage.key)
    has_lines = max(fact.lines) <= len(drawing.lines)
    must(has_lines, "line_unknown", entry=fact.lines[max(fact.lines)], flight=fact.flight)
    drawn_entries = {line: drawing.lines[line - 1] for line in fact.lines}
    expected = fact.lines if fact.cause == STANDS else fact.instead
    must(drawn_entries == dict(expected), "line_unknown", entry=min(expected.values()), flight=fact.flight)
    rulings = [FieldRuling(fact.cause, entry, fact.instead[line]) for line, entry in fact.lines.items()]
    if fact.cause == STANDS:
        qualifiers = tuple(entry for entry in drawing.qualifiers if entry not in fact.lines.values())
        state.stages[drawing.stage.key] = replace(
            drawing, rulings=(*drawing.rulings, *rulings), qualifiers=qualifiers
        )
        return
    for entry in filter(None, fact.lines.values()):
        must(is_active(state, entry, drawing.stage.key), "entry_unknown", entry=entry)
    new_drawing = _with_entries(drawing, fact.lines)
    must(_are_placed_once(drawing.members, new_drawing.members), "line_twice", flight=fact.flight)
    state.stages[drawing.stage.key] = replace(new_drawing, rulings=(*drawing.rulings, *rulings))
    state.rebuild()
    update_results(state, choose or strict_chooser(fact.choices))


def _with_entries(drawing: DrawnStage, lines: Mapping[int, int]) -> DrawnStage:
    """Return a draw with other entries on some lines, and at the boards already paired for those lines."""
    new_entries = {drawing.lines[line - 1]: entry for line, entry in lines.items()}
    is_emptied = 0 in new_entries.values() or 0 in new_entries
    must(format_of(drawing.stage).is_static or not is_emptied, "stage_of_rounds", flight=drawing.stage.key)

    def present(entry: int) -> int:
        return new_entries.get(entry, entry)

    rounds = tuple(
        replace(
            paired,
            boards=tuple(
                replace(board, white=present(board.white), black=present(board.black))
                for board in paired.boards
            ),
            byes=tuple(replace(bye, entry=present(bye.entry)) for bye in paired.byes),
        )
        for paired in drawing.rounds
    )
    new_lines = tuple(lines.get(line, entry) for line, entry in enumerate(drawing.lines, start=1))
    qualifiers = tuple(filter(None, map(present, drawing.qualifiers)))
    return replace(drawing, lines=new_lines, rounds=rounds, qualifiers=qualifiers)


def take_off_waiting_list(state: MutableState, entries: Iterable[int]) -> None:
    """Remove seated entries from the waiting list."""
    for entry in filter(None, entries):
        if state.entries[entry].stays_out:
            state.entries[entry] = replace(state.entries[entry], presence=UNMARKED)


def _is_awaited(state: MutableState, entry: int) -> bool:
    """Whether an entry still has a match to play anywhere in the event."""
    return any(entry in placed.seats and not placed.is_decided for placed in state.board.values())


def is_active(state: MutableState, entry: int, stage: str) -> bool:
    """Whether an entry has been withdrawn neither from the event nor from a stage."""
    entrant = state.entries.get(entry)
    return entrant is not None and not entrant.withdrawal_number(stage, stage)


def _draw_dependents(state: MutableState) -> None:
    """Draw the stages that depend on drawn ones only; they are published if those are."""
    for stage in dependent_stages(state.plan, state.stages):
        feeding = source_stages(stage, state.plan)
        is_shown = all(state.stages[key].is_published for key in feeding)
        state.stages[stage.key] = DrawnStage(stage, is_published=is_shown)


def _remove_drawing(state: MutableState, key: str) -> None:
    """Remove a draw and its dependent draws, with the deadlines of its matches: others get their names."""
    flights = [flight for flight, stage in state.index.stage_of.items() if stage == key]
    names = {name for flight in flights for name in state.index.by_flight.get(flight, ())}
    state.deadlines = {
        (name, number): day for (name, number), day in state.deadlines.items() if name not in names
    }
    del state.stages[key]
    for other, drawing in list(state.stages.items()):
        if other in state.stages and key in source_stages(drawing.stage, state.plan):
            _remove_drawing(state, other)


def _stage_by_pairing(state: MutableState) -> dict[str, str]:
    return {pairing.id: state.index.stage_of[pairing.flight] for pairing in state.graph.pairings}


def rebuild_draw(state: MutableState) -> None:
    """Rebuild graph and board after a change of lines or rounds.

    Results move with their two players to the pairing where these meet now; if they do not meet any more,
    the change is refused (`results_lost`).
    """
    _note_lengths(state)
    stages_before = _stage_by_pairing(state)
    before = pairings_by_pair((state.board[pairing.id] for pairing in state.graph.pairings), stages_before)
    state.rebuild()
    stages = _stage_by_pairing(state)
    certain_pairings = [
        Placement(pairing.id, pairing.white.entry, pairing.black.entry) for pairing in state.graph.pairings
    ]
    decided_names = set(state.results)
    relocated_results = ResultRelocation(
        state.results, stages, before, pairings_by_pair(certain_pairings, stages)
    )
    state.recompute_board(relocated_results.take)
    if relocated_results.unused:
        raise Refusal("results_lost", pairings=sorted(relocated_results.unused))
    teams.move_lineups(state, decided_names)


def _note_lengths(state: MutableState) -> None:
    """Store with every result the length it was played to, as it may move to a round of another length."""
    state.results = {
        name: replace(result, length=length_of(state, state.graph.by_id[name]))
        if result.length is None
        else result
        for name, result in state.results.items()
    }
    teams.note_lengths(state)


RELINED: RowKind[Relined | FieldRelined] = RowKind(
    "relined",
    Subject.EVENT,
    (Relined, FieldRelined),
    reline,
    "%(cause)s: %(lines)s",
    {"flight": "main", "lines": {"2": 5, "3": 0}, "cause": "late"},
)
KINDS = (
    RowKind(
        "planned",
        Subject.EVENT,
        (Planned,),
        plan,
        "Stages planned: %(stages)s",
        make_payload(PRESETS["knockout"]),
    ),
    RowKind(
        "committed",
        Subject.EVENT,
        (Committed,),
        commit,
        "Draw commitment published (draw audit)",
        {"commitment": "0" * 64},
    ),
    RowKind(
        "drawn",
        Subject.EVENT,
        (Drawn,),
        draw,
        "Draw made",
        {"flight": "main", "format": "knockout", "seed": "0" * 32, "seeds": [], "lines": [1, 2]},
    ),
    RowKind("published", Subject.PUBLICATION, (Published,), publish, "Draw published", {"flight": ""}),
    RELINED,
)
