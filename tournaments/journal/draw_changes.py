"""Commands that change the lines of a draw: late entries, re-entries, swaps, alternates, seeds."""

from collections.abc import Callable, Collection, Iterator, Mapping

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.random_order import shuffle
from tournaments.journal import commands
from tournaments.journal.commands import JournalCommand, make_command
from tournaments.journal.draws import Relined
from tournaments.journal.facts import ALTERNATE, LATE, REENTRY, SEED, SWAP, StoredRow
from tournaments.journal.replay import apply_row
from tournaments.journal.rounds import Joined
from tournaments.journal.seat_resolution import source_stages, vacant_lines
from tournaments.journal.state import DrawnStage, EventState

# Suffixes that derive the seed for a late line from the draw seed.
LATE_SEED, REENTRY_SEED = "late", "reentry"


def add_late(
    state: EventState,
    entry: int,
    flight: str,
    begun: Collection[frozenset[int]] = (),
    called: Collection[frozenset[int]] = (),
) -> JournalCommand:
    """Add an entry to a drawn stage.

    In a bracket it gets a line with a bye whose opponent has not played yet, chosen by the draw seed, or else
    a new line; in a stage fed by others a line that no entry will reach; in a stage of rounds it plays from
    the next round on. `begun` are pairs of entries whose match has begun: they stay together. `called` are
    those whose match is called: they are parted only where every bye and every new line would part some, and
    then as few as possible. Refuses `already_joined`, `stage_ended`, `no_line_free`, and in fed stages
    `entry_plays` for an entry with an open match.
    """
    drawing = _drawn_stage(state, flight)
    is_dependent = bool(source_stages(drawing.stage, state.plan))
    if entry in drawing.members or (is_dependent and _has_been_seated(state, drawing, entry)):
        raise Refusal("already_joined", entry=entry, flight=flight)
    if drawing.is_ended:
        raise Refusal("stage_ended", flight=drawing.stage.key)
    if not format_of(drawing.stage).is_static:
        return make_command(Joined(drawing.stage.key, entry))
    if is_dependent and _is_busy(state, entry):
        raise Refusal("entry_plays", entry=entry)
    candidate_lines = _candidate_lines(state, drawing, entry, f"{LATE_SEED}/{entry}")
    return _find_valid_command(state, drawing, candidate_lines, LATE, begun, called)


def re_enter(
    state: EventState, entry: int, flight: str, called: Collection[frozenset[int]] = ()
) -> JournalCommand:
    """Re-enter an eliminated entry in a knockout, on a line with a match to play.

    Played matches must stay in their rounds, and `called` ones as in `add_late`. Refuses `entry_plays` for
    an entry that still has a match in the event; `entry_not_eliminated` for one that has not lost in the
    stage; `no_line_free` if no line is possible, and for other formats.
    """
    drawing = _drawn_stage(state, flight)
    if not format_of(drawing.stage).grows_by_doubling:
        raise Refusal("no_line_free", flight=flight)
    names = state.index.by_flight.get(flight, ())
    seats = [name for name in names if entry in state.board[name].seats]
    if _is_busy(state, entry):
        raise Refusal("entry_plays", entry=entry)
    if not any(entry in state.board[name].losers for name in seats):
        raise Refusal("entry_not_eliminated", entry=entry)
    candidate_lines = _candidate_lines(state, drawing, entry, f"{REENTRY_SEED}/{entry}")
    return _find_valid_command(
        state,
        drawing,
        candidate_lines,
        REENTRY,
        called=called,
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
    command = _make_command(drawing, empty_lines, REENTRY)
    return after.results == apply_row(state, StoredRow(state.seq + 1, *command)).results


def reinstate(state: EventState, entry: int, flight: str = "") -> JournalCommand:
    """Reinstate an entry in a flight, or wherever it was withdrawn.

    An entry withdrawn from the event is in no flight any more, so that it is reinstated as a whole.
    """
    entrant = state.entries.get(entry)
    has_left_event = entrant is not None and entrant.is_withdrawn and flight not in entrant.left_flights
    return commands.reinstate(entry, "" if has_left_event else flight)


def swap(state: EventState, flight: str, one: int, other: int) -> JournalCommand:
    """Exchange the lines of two entries."""
    drawing = _drawn_stage(state, flight)
    first, second = _line_of_entry(drawing, one), _line_of_entry(drawing, other)
    return _make_command(drawing, {first: other, second: one}, SWAP)


def use_alternate(state: EventState, flight: str, absent: int, alternate: int) -> JournalCommand:
    """Replace an absent entry with an alternate on its line."""
    drawing = _drawn_stage(state, flight)
    return _make_command(drawing, {_line_of_entry(drawing, absent): alternate}, ALTERNATE)


def move_seed(state: EventState, flight: str, entry: int, number: int) -> JournalCommand:
    """Move an entry to the line of seed `number`; the entry there takes its line."""
    drawing = _drawn_stage(state, flight)
    if source_stages(drawing.stage, state.plan):
        raise Refusal("stage_hangs", stage=drawing.stage.key)
    current_line, seed_line = _line_of_entry(drawing, entry), _line_of_seed(drawing, number)
    lines = {seed_line: entry, current_line: drawing.lines[seed_line - 1]}
    return _make_command(drawing, lines, SEED)


def _make_command(drawing: DrawnStage, lines: Mapping[int, int], cause: str) -> JournalCommand:
    return make_command(Relined(drawing.stage.key, dict(sorted(lines.items())), cause))


def _drawn_stage(state: EventState, flight: str) -> DrawnStage:
    drawing = state.stages.get(state.index.stage_of.get(flight, flight))
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
    flights = [flight for flight, stage in state.index.stage_of.items() if stage == drawing.stage.key]
    names = [name for flight in flights for name in state.index.by_flight.get(flight, ())]
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
        if format_of(drawing.stage).can_add_line(drawing.stage, size):
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


def _find_valid_command(
    state: EventState,
    drawing: DrawnStage,
    candidate_lines: Iterator[Mapping[int, int]],
    cause: str,
    begun: Collection[frozenset[int]] = (),
    called: Collection[frozenset[int]] = (),
    is_suitable: Callable[[Mapping[int, int], EventState], bool] = lambda lines, after: True,
) -> JournalCommand:
    """Return the first of the possible changes of lines that part the fewest of the `called` pairs.

    A bye that parts none comes before a new line, and a new line that parts none before a bye that parts
    some. Refuses `no_line_free`.
    """
    quietest, fewest_parted = None, 0
    for lines in candidate_lines:
        command = _make_command(drawing, lines, cause)
        try:
            after = apply_row(state, StoredRow(state.seq + 1, *command))
        except Refusal:
            continue
        seated = {
            frozenset(filter(None, placed.seats)) for placed in after.board.values() if placed.is_seated
        }
        if not (seated.issuperset(begun) and is_suitable(lines, after)):
            continue
        parted_count = len(set(called) - seated)
        if not parted_count:
            return command
        if quietest is None or parted_count < fewest_parted:
            quietest, fewest_parted = command, parted_count
    if quietest is None:
        raise Refusal("no_line_free", flight=drawing.stage.key)
    return quietest
