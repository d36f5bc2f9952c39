"""Run a random tournament from its seed, with checks; shrink the journal of a finding."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time

from rules.errors import Refusal
from tournaments.journal.facts import UNDONE, StoredRow
from tournaments.journal.replay import fold
from tournaments.verification.checker.findings import CheckerFinding, Guarantee
from tournaments.verification.checker.verify import check_file
from tournaments.verification.simulator import leagues, teams
from tournaments.verification.simulator.draw_actions import go_on
from tournaments.verification.simulator.openings import OPENINGS, SEASON, TEAM_EVENTS, begin
from tournaments.verification.simulator.result_actions import ACTIONS, measure, play_round
from tournaments.verification.simulator.simulation import Simulation, are_same_states, event_file

Codes = frozenset[str]
# Returns the codes of the findings about a journal.
Judge = Callable[[Sequence[StoredRow]], Codes]


def shrink_journal(
    rows: Sequence[StoredRow], codes: Codes, judge: Judge | None = None
) -> tuple[StoredRow, ...]:
    """Return the fewest rows for which `judge` still reports one of `codes` (delta debugging)."""
    judge = judge or get_finding_codes
    remaining, pieces = list(rows), 2
    while len(remaining) > 1:
        width = max(1, len(remaining) // pieces)
        smaller = _find_smaller_journal(remaining, width, codes, judge)
        if smaller is not None:
            remaining, pieces = smaller, max(2, pieces - 1)
        elif width == 1:
            break
        else:
            pieces = min(len(remaining), pieces * 2)
    return tuple(remaining)


def get_finding_codes(rows: Sequence[StoredRow]) -> Codes:
    """Return the codes of all findings about a journal; none for an invalid journal."""
    try:
        state = fold(rows)
    except Refusal:
        return frozenset()
    codes = {finding.code for finding in check_file(event_file(rows, state))}
    if any(_is_inexact(rows, place) for place in range(1, len(rows))):
        codes.add("undo_not_exact")
    return frozenset(codes)


def renumber_rows(rows: Sequence[StoredRow]) -> list[StoredRow]:
    """Return the rows renumbered from 1; the undo of a removed row is removed too."""
    numbers: dict[int, int] = {}
    new_rows: list[StoredRow] = []
    for row in rows:
        payload = row.payload
        if row.kind == UNDONE:
            if payload["seq"] not in numbers:
                continue
            payload = {"seq": numbers[payload["seq"]]}
        numbers[row.seq] = len(new_rows) + 1
        new_rows.append(StoredRow(len(new_rows) + 1, row.kind, payload))
    return new_rows


def _find_smaller_journal(
    rows: list[StoredRow], width: int, codes: Codes, judge: Judge
) -> list[StoredRow] | None:
    for start in range(0, len(rows), width):
        rest = renumber_rows(rows[:start] + rows[start + width :])
        if rest and judge(rest) & codes:
            return rest
    return None


def _is_inexact(rows: Sequence[StoredRow], place: int) -> bool:
    """Whether the row at `place` undoes the one before it without restoring the previous state."""
    row = rows[place]
    if row.kind != UNDONE or row.payload["seq"] != rows[place - 1].seq:
        return False
    try:
        return not are_same_states(fold(rows[: place - 1]), fold(rows[: place + 1]))
    except Refusal:
        # What is refused here is undone later, or a row it needs was removed from the journal.
        return False


FEWEST_ACTIONS, MOST_ACTIONS = 30, 80
CHECKS = 3
# Name -> weight and action; an action returns whether it did anything.
ActionTable = Mapping[str, tuple[int, Callable[[Simulation], bool]]]
# Actions on results of players; team events use `teams.ACTIONS` instead.
PLAYER_ACTIONS = frozenset(
    {"report", "forfeit", "nobody_came", "report_nonsense", "correct", "correct_again", "measure"}
)


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """The outcome of one seed: format, journal, counts of actions, and findings."""

    seed: str
    format_name: str
    rows: tuple[StoredRow, ...]
    actions: Counter[str]
    refused: int
    findings: tuple[CheckerFinding, ...]
    entrants: int = 0
    seconds: float = field(default=0.0, compare=False)


def run_simulation(seed: str, format_names: Sequence[str] = tuple(OPENINGS)) -> SimulationResult:
    """Run the tournament of a seed. The same seed gives the same journal, byte for byte."""
    start = process_time()
    rng = random.Random(seed)
    format_name = rng.choice(list(format_names))
    simulation = Simulation(rng)
    begin(simulation, format_name)
    actions = _run_actions(simulation, get_actions(format_name))
    _finish(simulation, format_name, actions)
    simulation.check()
    simulation.expect(
        fold(list(simulation.rows)) == simulation.state, Guarantee.SAME_BYTES, "fold_not_repeatable"
    )
    return SimulationResult(
        seed=seed,
        format_name=format_name,
        rows=tuple(simulation.rows),
        actions=actions,
        refused=simulation.refused,
        findings=tuple(simulation.findings),
        entrants=len(simulation.state.entries),
        seconds=process_time() - start,
    )


def get_actions(format_name: str) -> ActionTable:
    """Return the actions in an event of a format with their weights."""
    if format_name in TEAM_EVENTS:
        shared = {name: action for name, action in ACTIONS.items() if name not in PLAYER_ACTIONS}
        return {**shared, **teams.ACTIONS}
    return {**ACTIONS, **leagues.ACTIONS} if format_name == SEASON else ACTIONS


def _run_actions(simulation: Simulation, action_table: ActionTable) -> Counter[str]:
    """Run 30 to 80 actions, with the checker called at random moments; stop at the first finding."""
    counts: Counter[str] = Counter()
    count = simulation.rng.randint(FEWEST_ACTIONS, MOST_ACTIONS)
    check_points = set(simulation.rng.sample(range(count), CHECKS))
    names, weights = list(action_table), [weight for weight, _ in action_table.values()]
    for number in range(count):
        name = simulation.rng.choices(names, weights)[0]
        if action_table[name][1](simulation):
            counts[name] += 1
        if measure(simulation):
            counts["measure"] += 1
        if number in check_points:
            simulation.check()
        if simulation.findings:
            break
    return counts


def _finish(simulation: Simulation, format_name: str, counts: Counter[str]) -> None:
    """Play about half of the events to their end; of a league season, start and check the next one too."""
    if simulation.rng.random() < 0.5:
        return
    play = teams.play_on if format_name in TEAM_EVENTS else play_round
    advance = leagues.play_off if format_name == SEASON else go_on
    while not simulation.findings:
        played = play(simulation)
        counts["report"] += played
        if not played:
            if not advance(simulation):
                break
            counts[advance.__name__] += 1
    later = leagues.start_next_season(simulation) if format_name == SEASON else None
    if later is not None:
        later.check()
        simulation.findings.extend(later.findings)
