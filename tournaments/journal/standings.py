"""Tables of flights."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.graph import Graph, GraphPairing
from tournaments.formats.plan import Stage
from tournaments.formats.random_order import shuffle
from tournaments.formats.round_robin import ANNULLED, withdrawal_effect
from tournaments.journal.facts import BY_FIGURES, UNMEASURED, WALKOVER, PairingResult
from tournaments.journal.state import (
    BY_ABSENCE,
    BY_RESULT,
    DrawnStage,
    Entrant,
    PairingIndex,
    Placement,
)
from tournaments.journal.team_facts import TeamState
from tournaments.standings import tables as standings_tables
from tournaments.standings.round_scores import (
    AT_THE_BOARD,
    VOID,
    ByeKind,
    Meeting,
    MeetingBye,
    Results,
    Scoring,
    appearances,
)
from tournaments.standings.tables import TableRow
from tournaments.standings.tiebreaks import TIE_BREAKS

TIES = "ties"


class TableState(Protocol):
    """The parts that `EventState` and `MutableState` share, and tables need."""

    @property
    def graph(self) -> Graph: ...
    @property
    def index(self) -> PairingIndex: ...
    @property
    def stages(self) -> Mapping[str, DrawnStage]: ...
    @property
    def entries(self) -> Mapping[int, Entrant]: ...
    @property
    def teams(self) -> TeamState: ...
    @property
    def board(self) -> Mapping[str, Placement]: ...
    @property
    def changed_lengths(self) -> Mapping[tuple[str, int], int]: ...


def tie_breaks_of(stage: Stage) -> tuple[str, ...]:
    """Return the figures and tie-breaks by which the table of a stage is ranked, in order."""
    stage_format = format_of(stage)
    chosen = tuple(stage.options.get("criteria", ())) or stage_format.tie_breaks
    return (*stage_format.leading_figures, *chosen)


def record_of(stage: Stage, row: TableRow) -> tuple[Fraction, ...]:
    """Return the record of an entry before all tie-breaks: its score, or the figures that come first."""
    count = len(format_of(stage).leading_figures) or 1
    return tuple(value.amount for value in row.values[:count])


def counts_ratings(stage: Stage) -> bool:
    """Whether performance ratings count in the table of a stage."""
    return is_table(stage) and any(TIE_BREAKS[name].uses_ratings for name in tie_breaks_of(stage))


def matches_without_rating(state: TableState, flight: str, board: Mapping[str, Placement]) -> tuple[str, ...]:
    """Return the played matches whose missing performance ratings make the table provisional."""
    drawing = state.stages.get(state.index.stage_of.get(flight, flight))
    if drawing is None or not _awaits_ratings(drawing.stage):
        return ()
    played = [board[name] for name in state.index.by_flight.get(flight, ()) if name in board]
    annulled = _annulled_entries(state, drawing, flight, played)
    return tuple(
        placed.id
        for placed in played
        if placed.result is not None
        and placed.decided == BY_RESULT
        and placed.result.ending in AT_THE_BOARD
        and not placed.result.measure.is_known
        and not annulled & set(placed.seats)
    )


def _awaits_ratings(stage: Stage) -> bool:
    return is_table(stage) and any(TIE_BREAKS[name].awaits_ratings for name in tie_breaks_of(stage))


def flights_without_ratings(state: TableState, board: Mapping[str, Placement]) -> frozenset[str]:
    """Return the flights whose table waits for performance ratings."""
    return frozenset(
        flight for flight in state.index.stage_of if matches_without_rating(state, flight, board)
    )


def is_table(stage: Stage) -> bool:
    """Whether the places of a stage come from a table and not from a bracket."""
    return format_of(stage).has_table


def check_table(stage: Stage) -> None:
    """Refuse ("criteria_unknown", "scoring_unknown") invalid tie-breaks or scoring of a table."""
    standings_tables.table(Results(()), tie_breaks_of(stage))
    try:
        scoring_of(stage)
    except (TypeError, ValueError, ZeroDivisionError) as fault:
        raise Refusal("scoring_unknown", stage=stage.key) from fault


def table_rows(state: TableState, flight: str, board: Mapping[str, Placement]) -> tuple[TableRow, ...]:
    """Return the rows of a flight's table, best first; entries with annulled matches are last."""
    drawing = state.stages[state.index.stage_of.get(flight, flight)]
    results, annulled = results_of(state, flight, board)
    rows = standings_tables.table(results, tie_breaks_of(drawing.stage))
    last = [TableRow(entry, len(rows) + 1, len(rows) + len(annulled)) for entry in annulled]
    return (*rows, *last)


def results_of(
    state: TableState, flight: str, board: Mapping[str, Placement]
) -> tuple[Results, tuple[int, ...]]:
    """Return the results of a flight's table, and the entries whose matches are annulled."""
    drawing = state.stages[state.index.stage_of.get(flight, flight)]
    played = [board[name] for name in state.index.by_flight.get(flight, ()) if name in board]
    entries = _entries(drawing, flight, played)
    annulled = _annulled_entries(state, drawing, flight, played)
    meetings = (
        _meeting(state, placed)
        for placed in played
        if (placed.losers or placed.is_drawn) and not annulled & set(placed.seats)
    )
    results = Results(
        entries=tuple(entry for entry in entries if entry not in annulled),
        meetings=tuple(meetings),
        byes=tuple(_byes(drawing, _begun_rounds(state, played))),
        rounds=len(drawing.rounds) or max((state.graph.by_id[p.id].round for p in played), default=0),
        scoring=scoring_of(drawing.stage),
        is_round_robin=format_of(drawing.stage).is_round_robin,
        tie_order=tie_order(drawing),
        matches=_count_matches(drawing, played, annulled),
        lives=format_of(drawing.stage).lives_at_start(drawing.stage),
        gone=frozenset(entry for entry in entries if _has_left(state, entry, flight, drawing.stage.key)),
        open_matches=frozenset(
            (state.graph.by_id[placed.id].round, seat)
            for placed in played
            if not placed.is_decided
            for seat in placed.seats
            if seat
        ),
    )
    return results, tuple(entry for entry in entries if entry in annulled)


def _count_matches(
    drawing: DrawnStage, played: Sequence[Placement], annulled: frozenset[int]
) -> Mapping[int, int]:
    """How many matches of each entry of a round robin count or will count; nothing for other formats."""
    if not format_of(drawing.stage).is_round_robin:
        return {}
    return Counter(
        seat
        for placed in played
        if all(placed.seats) and not annulled & set(placed.seats) and not _is_void(placed)
        for seat in placed.seats
        if seat
    )


def _is_void(placed: Placement) -> bool:
    return placed.result is not None and placed.result.ending == VOID


def _entries(drawing: DrawnStage, flight: str, played: Sequence[Placement]) -> tuple[int, ...]:
    if flight == drawing.stage.key and drawing.members:
        return drawing.members
    return tuple(dict.fromkeys(seat for placed in played for seat in placed.seats if seat))


def _has_left(state: TableState, entry: int, flight: str, key: str) -> bool:
    return entry in state.entries and bool(state.entries[entry].withdrawal_number(flight, key))


def _annulled_entries(
    state: TableState, drawing: DrawnStage, flight: str, played: Sequence[Placement]
) -> frozenset[int]:
    """Return the entries of a round robin that withdrew and whose matches do not count."""
    withdrawals = _withdrawals(state, drawing, flight, played)
    return frozenset(one.entry for one in withdrawals if one.effect == ANNULLED)


@dataclass(frozen=True, slots=True)
class TableWithdrawal:
    """An entry that left a round robin with matches still to play.

    `played` of its `scheduled` matches were played; `rule` is the usual effect on them, `effect` the one in
    force: "annulled" or "forfeited".
    """

    entry: int
    played: int
    scheduled: int
    rule: str
    effect: str


def withdrawals_of(
    state: TableState, flight: str, board: Mapping[str, Placement]
) -> tuple[TableWithdrawal, ...]:
    """Return the entries that left a flight; none where it is no round robin."""
    drawing = state.stages[state.index.stage_of.get(flight, flight)]
    played = [board[name] for name in state.index.by_flight.get(flight, ()) if name in board]
    return _withdrawals(state, drawing, flight, played)


def _withdrawals(
    state: TableState, drawing: DrawnStage, flight: str, played: Sequence[Placement]
) -> tuple[TableWithdrawal, ...]:
    """Return the entries of a round robin that withdrew before their last match.

    The desk chooses the effect; otherwise an entry that has played less than half of its matches is annulled.
    An entry without open matches keeps them: the places are known by then, and later stages may have begun.
    """
    if not format_of(drawing.stage).is_round_robin:
        return ()
    matches_due: Counter[int] = Counter()
    matches_played: Counter[int] = Counter()
    for placed in played:
        both = [seat for seat in placed.seats if seat]
        matches_due.update(both if len(both) > 1 else ())
        matches_played.update(both if placed.is_contested else ())
    absent_entries = {entry for placed in played if placed.decided == BY_ABSENCE for entry in placed.losers}
    withdrawn_entries = [e for e in absent_entries if _has_left(state, e, flight, drawing.stage.key)]
    withdrawals = []
    for entry in sorted(withdrawn_entries):
        rule = withdrawal_effect(matches_played[entry], matches_due[entry])
        effect = state.entries[entry].chosen_effect(flight, drawing.stage.key) or rule
        withdrawals.append(TableWithdrawal(entry, matches_played[entry], matches_due[entry], rule, effect))
    return tuple(withdrawals)


def find_annulled_pairings(state: TableState, board: Mapping[str, Placement]) -> frozenset[str]:
    """Return the pairings that count for nobody, played or not, because an entry left and is annulled."""
    annulled_pairings: set[str] = set()
    for flight, key in state.index.stage_of.items():
        placements = [board[name] for name in state.index.by_flight.get(flight, ()) if name in board]
        annulled = _annulled_entries(state, state.stages[key], flight, placements)
        annulled_pairings.update(placed.id for placed in placements if annulled & set(placed.seats))
    return frozenset(annulled_pairings)


def length_of(state: TableState, pairing: GraphPairing) -> int:
    """Return the match length of a pairing, 0 for that of the event."""
    key = state.index.stage_of[pairing.flight]
    changed_length = state.changed_lengths.get((pairing.flight, pairing.round)) or state.changed_lengths.get(
        (key, pairing.round)
    )
    return changed_length or state.stages[key].stage.length(pairing.round)


def played_to(length: int, result: PairingResult | None) -> int:
    """Return the length a match was played to. `length` is that of its round, 0 for that of the event.

    A result that moved to another round has its own length. If no length is known, the winner's score is
    returned.
    """
    if result is None:
        return length
    round_length = length if result.length is None else result.length
    return round_length or max(result.white_score, result.black_score)


def _meeting(state: TableState, placed: Placement) -> Meeting:
    pairing = state.graph.by_id[placed.id]
    result = placed.result
    scores = (result.white_score, result.black_score) if result else (0, 0)
    return Meeting(
        round=pairing.round,
        white=placed.white or 0,
        black=placed.black or 0,
        winner=placed.winner or 0,
        white_points=scores[0],
        black_points=scores[1],
        length=_boards_of(state) or played_to(length_of(state, pairing), result),
        ending=WALKOVER if placed.decided == BY_ABSENCE or result is None else result.ending,
        **_ratings(result),
    )


def _ratings(result: PairingResult | None) -> dict[str, Any]:
    """Return the performance ratings of a meeting."""
    measure = result.measure if result else UNMEASURED
    if measure.ruling not in {"", BY_FIGURES}:
        return {"pr_to": measure.ruling}
    if not measure.is_known:
        return {}
    return {"white_pr": Fraction(measure.white_pr), "black_pr": Fraction(measure.black_pr)}


def has_own_scoring(stage: Stage) -> bool:
    """Whether a stage has its own scoring, apart from points for performance ratings."""
    return any(not name.startswith("pr_") for name in stage.options.get("scoring", {}))


def scores_of(
    state: TableState, drawing: DrawnStage, board: Mapping[str, Placement]
) -> dict[int, dict[int, Fraction]]:
    """Return the scores of each round of a stage, by its scoring: round -> entry -> score."""
    names = state.index.by_flight.get(drawing.stage.key, ())
    results = Results(
        entries=drawing.members,
        meetings=tuple(_meeting(state, board[name]) for name in names if board[name].is_decided),
        byes=tuple(_byes(drawing, None)),
        rounds=len(drawing.rounds),
        scoring=scoring_of(drawing.stage),
    )
    scores_by_round: dict[int, dict[int, Fraction]] = {}
    for entry, rounds in appearances(results).items():
        for one in rounds:
            round_scores = scores_by_round.setdefault(one.round, {})
            round_scores[entry] = round_scores.get(entry, Fraction(0)) + one.score
    return scores_by_round


def _boards_of(state: TableState) -> int:
    """The number of boards of a team meeting, which stands for its length; 0 for an event without teams."""
    return state.teams.entry_type.boards if state.teams.entry_type.is_of_teams else 0


def _begun_rounds(state: TableState, played: Sequence[Placement]) -> range:
    """Return the rounds up to the last one in which a match is decided."""
    decided_rounds = (state.graph.by_id[placed.id].round for placed in played if placed.is_decided)
    return range(1, max(decided_rounds, default=0) + 1)


def _byes(drawing: DrawnStage, begun: Collection[int] | None) -> Iterator[MeetingBye]:
    """Yield the byes of the rounds that count: those begun, or all rounds if `begun` is None.

    In a round without matches nothing is waited for.
    """
    for paired in drawing.rounds:
        if begun is None or paired.round in begun or not paired.boards:
            for bye in paired.byes:
                yield MeetingBye(paired.round, bye.entry, ByeKind(bye.kind))


def scoring_of(stage: Stage) -> Scoring:
    """Return the scoring of a stage. A draw without its own value is half of a win and a loss together."""
    scoring_options: Mapping[str, str] = stage.options.get("scoring", {})
    scoring = Scoring(**{name: Fraction(value) for name, value in scoring_options.items()})
    if "draw" in scoring_options:
        return scoring
    return replace(scoring, draw=(scoring.win + scoring.loss) / 2)


def table_order(state: TableState, flight: str, board: Mapping[str, Placement]) -> tuple[int, ...]:
    """Return the entries in the order of the table. The draw seed orders shared places."""
    random_order = tie_order(state.stages[state.index.stage_of.get(flight, flight)])
    rows = table_rows(state, flight, board)
    return tuple(
        row.entry for row in sorted(rows, key=lambda row: (row.place, random_order.get(row.entry, 0)))
    )


def tie_order(drawing: DrawnStage) -> dict[int, int]:
    """Return the random order that breaks ties of a stage, from the seed of its draw."""
    shuffled_entries = shuffle(sorted(drawing.members), f"{drawing.seed}/{TIES}")
    return {entry: lot for lot, entry in enumerate(shuffled_entries, start=1)}
