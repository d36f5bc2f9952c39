"""The table of a flight from its decided pairings and byes, by the criteria of its stage."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.draw_seed import shuffled
from tournaments.formats.field import Graph, Pairing
from tournaments.formats.plan import Stage
from tournaments.formats.round_robin import ANNULLED, withdrawal
from tournaments.journal.facts import BY_FIGURES, PLAYED, UNMEASURED, WALKOVER, Result
from tournaments.journal.formations import Teams
from tournaments.journal.placement import BY_ABSENCE, BY_RESULT, Placement
from tournaments.journal.state import Drawing, Entrant
from tournaments.journal.wiring import Wiring
from tournaments.standings import tables as ranked
from tournaments.standings.meetings import AT_THE_BOARD, Bye, ByeKind, Meeting, Results, Scoring, appearances
from tournaments.standings.tables import TableRow
from tournaments.standings.tiebreaks import TIE_BREAKS

TIES = "ties"


class TableState(Protocol):
    """What a table looks at, of a state or of one being folded."""

    @property
    def graph(self) -> Graph: ...
    @property
    def wiring(self) -> Wiring: ...
    @property
    def stages(self) -> Mapping[str, Drawing]: ...
    @property
    def entries(self) -> Mapping[int, Entrant]: ...
    @property
    def teams(self) -> Teams: ...
    @property
    def lengths(self) -> Mapping[tuple[str, int], int]: ...


def criteria_of(stage: Stage) -> tuple[str, ...]:
    """The criteria a stage is ranked by, in their order."""
    return tuple(stage.options.get("criteria", ())) or format_of(stage).criteria


def counts_ratings(stage: Stage) -> bool:
    """Whether performance ratings count in the table of a stage."""
    return is_table(stage) and any(TIE_BREAKS[name].uses_ratings for name in criteria_of(stage))


def matches_without_rating(state: TableState, flight: str, board: Mapping[str, Placement]) -> tuple[str, ...]:
    """The matches that were played and give a point for the lower rating nobody knows yet: without them the
    table is not the last word."""
    drawing = state.stages.get(state.wiring.stage_of.get(flight, flight))
    if drawing is None or not _awaits_ratings(drawing.stage):
        return ()
    played = [board[name] for name in state.wiring.of_flight.get(flight, ()) if name in board]
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
    return is_table(stage) and any(TIE_BREAKS[name].awaits_ratings for name in criteria_of(stage))


def flights_without_ratings(state: TableState, board: Mapping[str, Placement]) -> frozenset[str]:
    """The flights whose table waits for performance ratings."""
    return frozenset(
        flight for flight in state.wiring.stage_of if matches_without_rating(state, flight, board)
    )


def is_table(stage: Stage) -> bool:
    """Whether the places of a stage come from a table and not from a bracket."""
    return format_of(stage).has_table


def check_table(stage: Stage) -> None:
    """Refuse ("criteria_unknown", "scoring_unknown") what a table cannot be made by."""
    ranked.table(Results(()), criteria_of(stage))
    try:
        scoring_of(stage)
    except (TypeError, ValueError, ZeroDivisionError) as fault:
        raise Refusal("scoring_unknown", stage=stage.key) from fault


def table_rows(state: TableState, flight: str, board: Mapping[str, Placement]) -> tuple[TableRow, ...]:
    """The rows of a flight's table as it stands, best first; whose matches are annulled stand last."""
    drawing = state.stages[state.wiring.stage_of.get(flight, flight)]
    results, annulled = results_of(state, flight, board)
    rows = ranked.table(results, criteria_of(drawing.stage))
    last = [TableRow(entry, len(rows) + 1, len(rows) + len(annulled)) for entry in annulled]
    return (*rows, *last)


def results_of(
    state: TableState, flight: str, board: Mapping[str, Placement]
) -> tuple[Results, tuple[int, ...]]:
    """What a flight's table is made from, and the entries whose matches are annulled."""
    drawing = state.stages[state.wiring.stage_of.get(flight, flight)]
    played = [board[name] for name in state.wiring.of_flight.get(flight, ()) if name in board]
    entries = _entries(drawing, flight, played)
    annulled = _annulled_entries(state, drawing, flight, played)
    meetings = (
        _meeting(state, placed)
        for placed in played
        if (placed.out or placed.is_drawn) and not annulled & set(placed.seats)
    )
    results = Results(
        entries=tuple(entry for entry in entries if entry not in annulled),
        meetings=tuple(meetings),
        byes=tuple(_byes(drawing)),
        rounds=len(drawing.rounds) or max((state.graph.by_id[p.id].round for p in played), default=0),
        scoring=scoring_of(drawing.stage),
        is_round_robin=format_of(drawing.stage).is_round_robin,
        lots=tie_order(drawing),
    )
    return results, tuple(entry for entry in entries if entry in annulled)


def _entries(drawing: Drawing, flight: str, played: Sequence[Placement]) -> tuple[int, ...]:
    if flight == drawing.stage.key and drawing.members:
        return drawing.members
    return tuple(dict.fromkeys(seat for placed in played for seat in placed.seats if seat))


def _annulled_entries(
    state: TableState, drawing: Drawing, flight: str, played: Sequence[Placement]
) -> frozenset[int]:
    """Entries whose matches in a round robin do not count: they left before half of them was played.

    An entry that leaves with nothing left to play keeps its matches: the places are known then, and later
    stages may have begun with them.
    """
    if not format_of(drawing.stage).is_round_robin:
        return frozenset()
    matches_due: Counter[int] = Counter()
    matches_played: Counter[int] = Counter()
    for placed in played:
        both = [seat for seat in placed.seats if seat]
        matches_due.update(both if len(both) > 1 else ())
        matches_played.update(both if placed.is_contested else ())
    absent_entries = {entry for placed in played if placed.decided == BY_ABSENCE for entry in placed.out}
    withdrawn_entries = [
        e for e in absent_entries if e in state.entries and state.entries[e].gone(flight, drawing.stage.key)
    ]
    return frozenset(
        entry
        for entry in withdrawn_entries
        if withdrawal(matches_played[entry], matches_due[entry]) == ANNULLED
    )


def length_of(state: TableState, pairing: Pairing) -> int:
    """The points a pairing goes to, 0 where the event's own length holds."""
    key = state.wiring.stage_of[pairing.flight]
    changed_length = state.lengths.get((pairing.flight, pairing.round)) or state.lengths.get(
        (key, pairing.round)
    )
    return changed_length or state.stages[key].stage.length(pairing.round)


def played_to(length: int, result: Result | None) -> int:
    """The points a match of a round that goes to `length` (0: the event's own) was really played to.

    A result that went with its two people to another round keeps the length it was played under.
    """
    if result is None:
        return length
    highest_score = max(result.white_score, result.black_score)
    return (
        highest_score
        if result.ending == PLAYED or length == 0
        else max(length, highest_score + (highest_score >= length))
    )


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


def _ratings(result: Result | None) -> dict[str, Any]:
    """What a meeting tells of how well it was played."""
    measure = result.measure if result else UNMEASURED
    if measure.ruling not in {"", BY_FIGURES}:
        return {"pr_to": measure.ruling}
    if not measure.is_known:
        return {}
    return {"white_pr": Fraction(measure.white), "black_pr": Fraction(measure.black)}


def has_own_scoring(stage: Stage) -> bool:
    """Whether the director said what a round is worth, beside the points for performance ratings."""
    return any(not name.startswith("pr_") for name in stage.options.get("scoring", {}))


def scores_of(
    state: TableState, drawing: Drawing, board: Mapping[str, Placement]
) -> dict[int, dict[int, Fraction]]:
    """What each round of a stage gave to every entry, as its table counts: round -> entry -> score."""
    names = state.wiring.of_flight.get(drawing.stage.key, ())
    results = Results(
        entries=drawing.members,
        meetings=tuple(_meeting(state, board[name]) for name in names if board[name].is_decided),
        byes=tuple(_byes(drawing)),
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
    """How many boards a meeting of teams has: its score is told in them; 0 where players meet."""
    return state.teams.formed.boards if state.teams.formed.is_of_teams else 0


def _byes(drawing: Drawing) -> Iterator[Bye]:
    for paired in drawing.rounds:
        for bye in paired.byes:
            yield Bye(paired.round, bye.entry, ByeKind(bye.kind))


def scoring_of(stage: Stage) -> Scoring:
    """What a round of a stage is worth."""
    scoring_options: Mapping[str, str] = stage.options.get("scoring", {})
    return Scoring(**{name: Fraction(value) for name, value in scoring_options.items()})


def table_order(state: TableState, flight: str, board: Mapping[str, Placement]) -> tuple[int, ...]:
    """The entries of a flight from the first place of its table; shared places are parted by lot."""
    random_order = tie_order(state.stages[state.wiring.stage_of.get(flight, flight)])
    rows = table_rows(state, flight, board)
    return tuple(
        row.entry for row in sorted(rows, key=lambda row: (row.place, random_order.get(row.entry, 0)))
    )


def tie_order(drawing: Drawing) -> dict[int, int]:
    """The lots that part ties of a stage, from the seed of its draw."""
    shuffled_entries = shuffled(sorted(drawing.members), f"{drawing.seed}/{TIES}")
    return {entry: lot for lot, entry in enumerate(shuffled_entries, start=1)}
