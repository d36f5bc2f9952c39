"""Commands that change a draw or the plan: late entries, swaps, splits, added or changed stages."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from rules.errors import Refusal
from tournaments.formats import format_of, stage_terms
from tournaments.formats.graph import CONSOLATION, FINAL, LAST_CHANCE, MAIN, PLAYOFF, kind_of
from tournaments.formats.plan import ENTRIES, FIRST_LOSSES, LATER, LIVES, LOSERS, PLACES, Feed, Plan, Stage
from tournaments.formats.plan_checks import check_plan
from tournaments.formats.random_order import shuffle
from tournaments.journal.commands import JournalCommand, set_plan
from tournaments.journal.eligibility import eligible_entries
from tournaments.journal.facts import ALTERNATE, LATE, REENTRY, SEED, SWAP, StoredRow
from tournaments.journal.payloads import relined_payload
from tournaments.journal.replay import apply_row
from tournaments.journal.seat_resolution import source_stages, vacant_lines
from tournaments.journal.standings import is_table
from tournaments.journal.state import DrawnStage, EventState

# Suffixes that derive the seed for a late line from the draw seed.
LATE_SEED, REENTRY_SEED = "late", "reentry"


def add_late(
    state: EventState, entry: int, flight: str, begun: Collection[frozenset[int]] = ()
) -> JournalCommand:
    """Add an entry to a drawn stage.

    In a bracket it gets a line with a bye whose opponent has not played yet, chosen by the draw seed, or else
    a new line; in a stage fed by others a line that no entry will reach; in a stage of rounds it plays from
    the next round on. `begun` are pairs of entries whose match has begun: they stay together. Refuses
    `already_joined`, `stage_ended`, `no_line_free`, and in fed stages `entry_plays` for an entry with an open
    match.
    """
    drawing = _drawn_stage(state, flight)
    is_dependent = bool(source_stages(drawing.stage, state.plan))
    if entry in drawing.members or (is_dependent and _has_been_seated(state, drawing, entry)):
        raise Refusal("already_joined", entry=entry, flight=flight)
    if drawing.is_ended:
        raise Refusal("stage_ended", flight=drawing.stage.key)
    if not format_of(drawing.stage).is_static:
        return JournalCommand("joined", {"flight": drawing.stage.key, "entry": entry})
    if is_dependent and _is_busy(state, entry):
        raise Refusal("entry_plays", entry=entry)
    candidate_lines = _candidate_lines(state, drawing, entry, f"{LATE_SEED}/{entry}")
    return _first_valid_command(state, drawing, candidate_lines, LATE, begun)


def re_enter(state: EventState, entry: int, flight: str) -> JournalCommand:
    """Re-enter an eliminated entry in a knockout, on a line with a match to play.

    Played matches must stay in their rounds. Refuses `entry_plays` for an entry that still has a match in the
    event; `entry_not_eliminated` for one that has not lost in the stage; `no_line_free` if no line is
    possible, and for other formats.
    """
    drawing = _drawn_stage(state, flight)
    if not format_of(drawing.stage).grows_by_doubling:
        raise Refusal("no_line_free", flight=flight)
    names = state.wiring.of_flight.get(flight, ())
    seats = [name for name in names if entry in state.board[name].seats]
    if _is_busy(state, entry):
        raise Refusal("entry_plays", entry=entry)
    if not any(entry in state.board[name].losers for name in seats):
        raise Refusal("entry_not_eliminated", entry=entry)
    candidate_lines = _candidate_lines(state, drawing, entry, f"{REENTRY_SEED}/{entry}")
    return _first_valid_command(
        state,
        drawing,
        candidate_lines,
        REENTRY,
        is_suitable=lambda lines, after: _is_valid_reentry(state, drawing, lines, after, entry),
    )


def _is_valid_reentry(
    state: EventState, drawing: DrawnStage, lines: Mapping[int, int], after: EventState, entry: int
) -> bool:
    """Whether the entry has a match to play on its new line, and all results keep their pairings."""
    if not _is_busy(after, entry):
        return False
    if len(after.stages[drawing.stage.key].lines) == len(drawing.lines):
        return after.results == state.results
    # A wider bracket shifts every round: compare with one enlarged without the entry.
    empty_lines = {line: line_entry if line % 2 else 0 for line, line_entry in lines.items()}
    command = JournalCommand("relined", relined_payload(drawing.stage.key, empty_lines, REENTRY))
    return after.results == apply_row(state, StoredRow(state.seq + 1, command.kind, command.payload)).results


def swap(state: EventState, flight: str, one: int, other: int) -> JournalCommand:
    """Exchange the lines of two entries."""
    drawing = _drawn_stage(state, flight)
    first, second = _line_of_entry(drawing, one), _line_of_entry(drawing, other)
    return JournalCommand("relined", relined_payload(drawing.stage.key, {first: other, second: one}, SWAP))


def use_alternate(state: EventState, flight: str, absent: int, alternate: int) -> JournalCommand:
    """Replace an absent entry with an alternate on its line."""
    drawing = _drawn_stage(state, flight)
    lines = {_line_of_entry(drawing, absent): alternate}
    return JournalCommand("relined", relined_payload(drawing.stage.key, lines, ALTERNATE))


def move_seed(state: EventState, flight: str, entry: int, number: int) -> JournalCommand:
    """Move an entry to the line of seed `number`; the entry there takes its line."""
    drawing = _drawn_stage(state, flight)
    if source_stages(drawing.stage, state.plan):
        raise Refusal("stage_hangs", stage=drawing.stage.key)
    current_line, seed_line = _line_of_entry(drawing, entry), _line_of_seed(drawing, number)
    lines = {seed_line: entry, current_line: drawing.lines[seed_line - 1]}
    return JournalCommand("relined", relined_payload(drawing.stage.key, lines, SEED))


def split(state: EventState, flight: str, key: str) -> JournalCommand:
    """Split a first stage: add a twin stage `key`, so that each is drawn with its own entries."""
    stage = state.plan[flight]
    if stage.feed.origin != ENTRIES or not format_of(stage).can_be_split:
        raise Refusal("stage_not_parted", stage=flight)
    twin = Stage(key, stage.format, Feed(), stage.options, stage.lengths)
    stages = [part for each in state.plan.stages for part in ((each, twin) if each is stage else (each,))]
    return set_plan(Plan(tuple(stages)))


def twin_key(state: EventState, flight: str) -> str:
    """Return the key for a twin of a stage: "main_2" beside "main"."""
    kind = kind_of(flight)
    return next(key for number in count(2) if (key := f"{kind}_{number}") not in state.plan)


def remaining_entries(state: EventState, flight: str, others: Collection[int]) -> tuple[int, ...]:
    """Return the entries left in a stage when `others` move to their own. Refuses "entry_unknown"."""
    members = eligible_entries(state, state.plan[flight])
    unknown_entries = set(others) - set(members)
    if unknown_entries:
        raise Refusal("entry_unknown", entry=min(unknown_entries))
    return tuple(entry for entry in members if entry not in others)


def merge(state: EventState, flight: str, into: str) -> JournalCommand:
    """Merge a stage of entries into another before either is published."""
    for key in (flight, into):
        drawing = state.stages.get(key)
        if state.plan[key].feed.origin != ENTRIES or flight == into:
            raise Refusal("stage_not_parted", stage=key)
        if drawing is not None and drawing.is_published:
            raise Refusal("stage_published", stage=key)
    return set_plan(Plan(tuple(stage for stage in state.plan.stages if stage.key != flight)))


def _drawn_stage(state: EventState, flight: str) -> DrawnStage:
    drawing = state.stages.get(state.wiring.stage_of.get(flight, flight))
    if drawing is None:
        raise Refusal("not_drawn", flight=flight)
    return drawing


def _line_of_entry(drawing: DrawnStage, entry: int) -> int:
    if entry not in drawing.lines:
        raise Refusal("line_unknown", entry=entry, flight=drawing.stage.key)
    return drawing.lines.index(entry) + 1


def _line_of_seed(drawing: DrawnStage, number: int) -> int:
    size = len(drawing.lines)
    if not 1 <= number <= size:
        raise Refusal("seed_unknown", seed=number, flight=drawing.stage.key)
    return format_of(drawing.stage).line_of_seed(drawing.stage, size, number)


def _has_been_seated(state: EventState, drawing: DrawnStage, entry: int) -> bool:
    flights = [flight for flight, stage in state.wiring.stage_of.items() if stage == drawing.stage.key]
    names = [name for flight in flights for name in state.wiring.of_flight.get(flight, ())]
    return any(entry in state.board[name].seats for name in names)


def _is_busy(state: EventState, entry: int) -> bool:
    """Whether an entry still has a match to play anywhere in the event."""
    return any(entry in placed.seats and not placed.is_decided for placed in state.board.values())


def _candidate_lines(
    state: EventState, drawing: DrawnStage, entry: int, seed_suffix: str
) -> Iterator[dict[int, int]]:
    """Yield the changes of lines that would place an entry, in the order in which they are tried."""
    if source_stages(drawing.stage, state.plan):
        lines = vacant_lines(state, drawing)
        yield from ({line: entry} for line in shuffle(lines, f"{state.seed}/{seed_suffix}"))
        return
    free = [line for line, occupant in enumerate(drawing.lines, start=1) if not occupant]
    yield from ({line: entry} for line in shuffle(free, f"{drawing.seed}/{seed_suffix}"))
    size = len(drawing.lines)
    if not format_of(drawing.stage).grows_by_doubling:
        yield {size + 1: entry}
        return
    # A bracket of twice the size: all entries but the opponent of the new one get a bye in a new first round.
    doubled_lines = {2 * line - 1: occupant for line, occupant in enumerate(drawing.lines, start=1)}
    doubled_lines |= {2 * line: 0 for line in range(1, size + 1)}
    occupied_lines = [line for line, occupant in enumerate(drawing.lines, start=1) if occupant]
    yield from (
        {**doubled_lines, 2 * line: entry}
        for line in shuffle(occupied_lines, f"{drawing.seed}/{seed_suffix}")
    )


def _first_valid_command(
    state: EventState,
    drawing: DrawnStage,
    candidate_lines: Iterator[Mapping[int, int]],
    cause: str,
    begun: Collection[frozenset[int]] = (),
    is_suitable: Callable[[Mapping[int, int], EventState], bool] = lambda lines, after: True,
) -> JournalCommand:
    for lines in candidate_lines:
        command = JournalCommand("relined", relined_payload(drawing.stage.key, lines, cause))
        try:
            after = apply_row(state, StoredRow(state.seq + 1, command.kind, command.payload))
        except Refusal:
            continue
        seated = {
            frozenset(filter(None, placed.seats)) for placed in after.board.values() if placed.is_seated
        }
        if seated.issuperset(begun) and is_suitable(lines, after):
            return command
    raise Refusal("no_line_free", flight=drawing.stage.key)


FORBIDDEN, ROUNDS = "forbidden", "rounds"
# Weight of keeping apart entries that have met; the count that tests whether a stage can be added.
MET_APART, USUAL_COUNT = 9, 2
Builder = Callable[[EventState, int], Stage]


def play_rounds(state: EventState, flight: str, rounds: int) -> JournalCommand:
    """Change the number of rounds of a stage; 0: as many as are needed for one undefeated entry."""
    return _set_options(state, _get_round_stage(state, flight), {ROUNDS: rounds})


def forbid_pair(state: EventState, flight: str, one: int, other: int) -> JournalCommand:
    """Forbid a pair in the rounds to come. Refuses "fixed_wrong" for equal or unknown entries."""
    stage = _get_round_stage(state, flight)
    if one == other or not {one, other} <= set(state.entries):
        raise Refusal("fixed_wrong", boards=[[one, other]])
    pairs = forbidden_pairs(stage)
    return _set_options(state, stage, {FORBIDDEN: _pair_lists({*pairs, frozenset((one, other))})})


def allow_pair(state: EventState, flight: str, one: int, other: int) -> JournalCommand:
    """Allow a forbidden pair again."""
    stage = _get_round_stage(state, flight)
    return _set_options(
        state, stage, {FORBIDDEN: _pair_lists(forbidden_pairs(stage) - {frozenset((one, other))})}
    )


def add_stage(state: EventState, stage_key: str, count: int, lengths: tuple[int, ...]) -> JournalCommand:
    """Add one of the `additions` after the planned stages. Refuses others (`stage_not_added`).

    `count` is the number of entries that advance to a knockout, or of rounds whose losers get a last chance.
    """
    if stage_key not in additions(state):
        raise Refusal("stage_not_added", what=stage_key)
    stage = replace(BUILDERS[stage_key](state, count), lengths=lengths)
    return set_plan(Plan((*state.plan.stages, stage)))


def additions(state: EventState) -> tuple[str, ...]:
    """Return the stages that can be added to the plan."""
    return tuple(stage_key for stage_key, builder in BUILDERS.items() if _is_possible(state, builder))


def drop_stage(state: EventState, flight: str) -> JournalCommand:
    """Remove an unpublished stage from the plan. Refuses "stage_needed" where it feeds another."""
    _get_unpublished_stage(state, flight)
    needing = [stage.key for stage in state.plan.stages if flight in stage.feed.sources]
    if needing:
        raise Refusal("stage_needed", stage=flight, others=needing)
    return set_plan(Plan(tuple(stage for stage in state.plan.stages if stage.key != flight)))


def reshape_stage(
    state: EventState,
    flight: str,
    lengths: tuple[int, ...],
    name: str,
    new_terms: Mapping[str, Any] | None = None,
) -> JournalCommand:
    """Change match lengths and name of an unpublished stage; no `lengths`: the length of the event.

    `new_terms` are its clock and rules (`formats.terms`); {}: those of the event, None: no change.
    """
    stage = _get_unpublished_stage(state, flight)
    of_draw, before = stage_terms.split_options(stage.options)
    options = of_draw | dict(before if new_terms is None else new_terms)
    changed = replace(stage, lengths=lengths, name=name, options=options)
    return set_plan(Plan(tuple(changed if each is stage else each for each in state.plan.stages)))


def _get_unpublished_stage(state: EventState, flight: str) -> Stage:
    drawing = state.stages.get(flight)
    if drawing is not None and drawing.is_published:
        raise Refusal("stage_published", stage=flight)
    return state.plan[flight]


def _is_possible(state: EventState, builder: Builder) -> bool:
    try:
        check_plan(Plan((*state.plan.stages, builder(state, USUAL_COUNT))))
    except (Refusal, StopIteration):
        return False
    return True


def _consolation(state: EventState, count: int) -> Stage:
    return Stage(CONSOLATION, "consolation", Feed(FIRST_LOSSES, state.plan[MAIN].key))


def _last_chance(state: EventState, count: int) -> Stage:
    options = {LATER: True, "apart": {"met": MET_APART}}
    return Stage(LAST_CHANCE, "knockout", Feed(LOSERS, state.plan[CONSOLATION].key, rounds=count), options)


def _knockout(state: EventState, count: int) -> Stage:
    table = next(stage for stage in state.plan.stages if is_table(stage) and stage.key not in {MAIN, FINAL})
    return Stage(MAIN, "knockout", Feed(PLACES, table.key, first=1, last=count))


def _play_off(state: EventState, count: int) -> Stage:
    lives = next(stage for stage in state.plan.stages if format_of(stage).can_have_play_off)
    return Stage(PLAYOFF, "contingent", Feed(LIVES, lives.key))


BUILDERS: Mapping[str, Builder] = {
    CONSOLATION: _consolation,
    LAST_CHANCE: _last_chance,
    MAIN: _knockout,
    PLAYOFF: _play_off,
}


def forbidden_pairs(stage: Stage) -> set[frozenset[int]]:
    """Return the pairs that never meet in a stage."""
    return {frozenset(pair) for pair in stage.options.get(FORBIDDEN, ())}


def _pair_lists(pairs: Iterable[frozenset[int]]) -> list[list[int]]:
    return sorted(sorted(pair) for pair in pairs)


def _get_round_stage(state: EventState, flight: str) -> Stage:
    stage = state.plan[flight]
    if format_of(stage).is_static:
        raise Refusal("stage_of_lines", flight=flight)
    return stage


def _set_options(state: EventState, stage: Stage, more: dict[str, Any]) -> JournalCommand:
    options = {name: value for name, value in {**stage.options, **more}.items() if value != []}
    changed = replace(stage, options=options)
    return set_plan(Plan(tuple(changed if each is stage else each for each in state.plan.stages)))
