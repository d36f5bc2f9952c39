"""Changes to an existing draw: late entries, swaps, alternates, re-entries, split and merged stages."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import count

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.draw_seed import shuffled
from tournaments.formats.field import kind_of
from tournaments.formats.plan import ENTRIES, Feed, Plan, Stage
from tournaments.journal.commands import JournalCommand, set_plan
from tournaments.journal.eligibility import eligible_entries
from tournaments.journal.facts import ALTERNATE, LATE, REENTRY, SEED, SWAP, Row
from tournaments.journal.graph import source_stages
from tournaments.journal.payloads import relined_payload
from tournaments.journal.replay import apply_row
from tournaments.journal.state import Drawing, EventState
from tournaments.journal.vacancies import vacant_lines

LATE_SEED, REENTRY_SEED = "late", "reentry"


def add_late(
    state: EventState, entry: int, flight: str, begun: Collection[frozenset[int]] = ()
) -> JournalCommand:
    """An entry comes into a drawn stage: on a bye, by lot among those nobody has played past, else on a new
    line; into a stage of rounds from the next round on; into one that hangs on others on a line to which
    nobody will come. `begun` are pairs of entries whose match has begun: they go on.

    Refuses `already_joined`, `no_line_free`, and where others send the players, `entry_plays` for one that
    still has a match to come.
    """
    drawing = _drawn_stage(state, flight)
    hangs = bool(source_stages(drawing.stage, state.plan))
    if entry in drawing.members or (hangs and _has_sat(state, drawing, entry)):
        raise Refusal("already_joined", entry=entry, flight=flight)
    if drawing.is_ended:
        raise Refusal("stage_ended", flight=drawing.stage.key)
    if not format_of(drawing.stage).is_static:
        return JournalCommand("joined", {"flight": drawing.stage.key, "entry": entry})
    if hangs and _is_busy(state, entry):
        raise Refusal("entry_plays", entry=entry)
    candidate_lines = _candidate_lines(state, drawing, entry, f"{LATE_SEED}/{entry}")
    return _first_valid_command(state, drawing, candidate_lines, LATE, begun)


def re_enter(state: EventState, entry: int, flight: str) -> JournalCommand:
    """An entry that is out of a knockout gets another line there: one on which it has a match to come, and
    nothing that was played counts for another round than before.

    Refuses `entry_plays` for one that still has a match to come, there or where its loss has led it, and
    `no_line_free`, as any other format does.
    """
    drawing = _drawn_stage(state, flight)
    if not format_of(drawing.stage).grows_by_doubling:
        raise Refusal("no_line_free", flight=flight)
    names = state.wiring.of_flight.get(flight, ())
    seats = [name for name in names if entry in state.board[name].seats]
    if _is_busy(state, entry) or not any(entry in state.board[name].out for name in seats):
        raise Refusal("entry_plays", entry=entry)
    candidate_lines = _candidate_lines(state, drawing, entry, f"{REENTRY_SEED}/{entry}")
    return _first_valid_command(
        state,
        drawing,
        candidate_lines,
        REENTRY,
        suits=lambda lines, after: _is_valid_reentry(state, drawing, lines, after, entry),
    )


def _is_valid_reentry(
    state: EventState, drawing: Drawing, lines: Mapping[int, int], after: EventState, entry: int
) -> bool:
    """Whether an entry has a match to come on its new line and every result stands where it did."""
    if not _is_busy(after, entry):
        return False
    if len(after.stages[drawing.stage.key].lines) == len(drawing.lines):
        return after.results == state.results
    # A wider bracket shifts every round: compare with one that grew without the entry.
    empty_lines = {line: line_entry if line % 2 else 0 for line, line_entry in lines.items()}
    act = JournalCommand("relined", relined_payload(drawing.stage.key, empty_lines, REENTRY))
    return after.results == apply_row(state, Row(state.seq + 1, act.kind, act.payload)).results


def swap(state: EventState, flight: str, one: int, other: int) -> JournalCommand:
    """Two entries change lines."""
    drawing = _drawn_stage(state, flight)
    first, second = _line(drawing, one), _line(drawing, other)
    return JournalCommand("relined", relined_payload(drawing.stage.key, {first: other, second: one}, SWAP))


def use_alternate(state: EventState, flight: str, absent: int, alternate: int) -> JournalCommand:
    """An alternate takes the line of somebody who did not come."""
    drawing = _drawn_stage(state, flight)
    lines = {_line(drawing, absent): alternate}
    return JournalCommand("relined", relined_payload(drawing.stage.key, lines, ALTERNATE))


def move_seed(state: EventState, flight: str, entry: int, number: int) -> JournalCommand:
    """An entry takes the line of seed `number`; who stood there takes its line."""
    drawing = _drawn_stage(state, flight)
    if source_stages(drawing.stage, state.plan):
        raise Refusal("stage_hangs", stage=drawing.stage.key)
    current_line, seed_line = _line(drawing, entry), _line_of_number(drawing, number)
    lines = {seed_line: entry, current_line: drawing.lines[seed_line - 1]}
    return JournalCommand("relined", relined_payload(drawing.stage.key, lines, SEED))


def split(state: EventState, flight: str, key: str) -> JournalCommand:
    """A stage of entries gets a twin of its own: draw each with the entries that belong there."""
    stage = state.plan[flight]
    if stage.feed.origin != ENTRIES or not format_of(stage).can_be_split:
        raise Refusal("stage_not_parted", stage=flight)
    twin = Stage(key, stage.format, Feed(), stage.options, stage.lengths)
    stages = [part for each in state.plan.stages for part in ((each, twin) if each is stage else (each,))]
    return set_plan(Plan(tuple(stages)))


def twin_of(state: EventState, flight: str) -> str:
    """The key a twin of a stage gets: "main_2" beside "main"."""
    kind = kind_of(flight)
    return next(key for number in count(2) if (key := f"{kind}_{number}") not in state.plan)


def remaining_entries(state: EventState, flight: str, others: Collection[int]) -> tuple[int, ...]:
    """Who stays in a stage when `others` get one of their own. Refuses "entry_unknown"."""
    members = eligible_entries(state, state.plan[flight])
    unknown_entries = set(others) - set(members)
    if unknown_entries:
        raise Refusal("entry_unknown", entry=min(unknown_entries))
    return tuple(entry for entry in members if entry not in others)


def merge(state: EventState, flight: str, into: str) -> JournalCommand:
    """A stage of entries is given up: its entries are drawn into the other. Neither may be published."""
    for key in (flight, into):
        drawing = state.stages.get(key)
        if state.plan[key].feed.origin != ENTRIES or flight == into:
            raise Refusal("stage_not_parted", stage=key)
        if drawing is not None and drawing.is_published:
            raise Refusal("stage_published", stage=key)
    return set_plan(Plan(tuple(stage for stage in state.plan.stages if stage.key != flight)))


def _drawn_stage(state: EventState, flight: str) -> Drawing:
    drawing = state.stages.get(state.wiring.stage_of.get(flight, flight))
    if drawing is None:
        raise Refusal("not_drawn", flight=flight)
    return drawing


def _line(drawing: Drawing, entry: int) -> int:
    if entry not in drawing.lines:
        raise Refusal("line_unknown", entry=entry, flight=drawing.stage.key)
    return drawing.lines.index(entry) + 1


def _line_of_number(drawing: Drawing, number: int) -> int:
    size = len(drawing.lines)
    if not 1 <= number <= size:
        raise Refusal("seed_unknown", seed=number, flight=drawing.stage.key)
    return format_of(drawing.stage).line_of_seed(drawing.stage, size, number)


def _has_sat(state: EventState, drawing: Drawing, entry: int) -> bool:
    flights = [flight for flight, stage in state.wiring.stage_of.items() if stage == drawing.stage.key]
    names = [name for flight in flights for name in state.wiring.of_flight.get(flight, ())]
    return any(entry in state.board[name].seats for name in names)


def _is_busy(state: EventState, entry: int) -> bool:
    """Whether an entry still has a match to come, anywhere."""
    return any(entry in placed.seats and not placed.is_decided for placed in state.board.values())


def _candidate_lines(
    state: EventState, drawing: Drawing, entry: int, seed_suffix: str
) -> Iterator[dict[int, int]]:
    """Where an entry could stand, in the order it is tried."""
    if source_stages(drawing.stage, state.plan):
        lines = vacant_lines(state, drawing)
        yield from ({line: entry} for line in shuffled(lines, f"{state.seed}/{seed_suffix}"))
        return
    free = [line for line, occupant in enumerate(drawing.lines, start=1) if not occupant]
    yield from ({line: entry} for line in shuffled(free, f"{drawing.seed}/{seed_suffix}"))
    size = len(drawing.lines)
    if not format_of(drawing.stage).grows_by_doubling:
        yield {size + 1: entry}
        return
    # Every line gets an empty one beside it: all others have a bye in a new first round.
    wide = {2 * line - 1: occupant for line, occupant in enumerate(drawing.lines, start=1)}
    wide |= {2 * line: 0 for line in range(1, size + 1)}
    held = [line for line, here in enumerate(drawing.lines, start=1) if here]
    yield from ({**wide, 2 * line: entry} for line in shuffled(held, f"{drawing.seed}/{seed_suffix}"))


def _first_valid_command(
    state: EventState,
    drawing: Drawing,
    candidate_lines: Iterator[Mapping[int, int]],
    cause: str,
    begun: Collection[frozenset[int]] = (),
    suits: Callable[[Mapping[int, int], EventState], bool] = lambda lines, after: True,
) -> JournalCommand:
    for lines in candidate_lines:
        act = JournalCommand("relined", relined_payload(drawing.stage.key, lines, cause))
        try:
            after = apply_row(state, Row(state.seq + 1, act.kind, act.payload))
        except Refusal:
            continue
        seated = {
            frozenset(filter(None, placed.seats)) for placed in after.board.values() if placed.is_seated
        }
        if seated.issuperset(begun) and suits(lines, after):
            return act
    raise Refusal("no_line_free", flight=drawing.stage.key)
