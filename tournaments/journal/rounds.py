"""Rows about stages of rounds: joining, pairings, match lengths, deadlines, and the end of a stage."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated

from tournaments.formats import format_of
from tournaments.journal import teams
from tournaments.journal.draws import is_active, rebuild_draw, take_off_waiting_list
from tournaments.journal.facts import MatchLength, Paired
from tournaments.journal.mutable_state import MutableState, are_distinct, must
from tournaments.journal.row_kinds import RowKind, Subject
from tournaments.journal.state import DrawnStage
from tournaments.payloads import NOT_EMPTY, Positive, Rule, Text

# A day as YYYY-MM-DD.
Day = Annotated[str, Rule(lambda day: date.fromisoformat(day).isoformat() == day)]


@dataclass(frozen=True, slots=True)
class Joined:
    """An entry that joins a stage of rounds after its draw."""

    flight: Text
    entry: Positive


@dataclass(frozen=True, slots=True)
class Lengthened:
    """A new match length for a round."""

    flight: Text
    round: Positive
    length: MatchLength


@dataclass(frozen=True, slots=True)
class Dated:
    """Deadlines of rounds of a flight: round -> day as YYYY-MM-DD."""

    flight: Text
    until: Annotated[Mapping[Positive, Day], NOT_EMPTY]


@dataclass(frozen=True, slots=True)
class MatchDated:
    """The deadline of one match, a row of the same kind as `Dated`."""

    pairing: Text
    until: Day


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a stage of rounds: its table is final."""

    flight: Text


def join(state: MutableState, fact: Joined) -> None:
    """Add an entry to a stage of rounds, from the next round on."""
    drawing = state.stage(fact.flight)
    must(not format_of(drawing.stage).is_static, "stage_of_lines", flight=fact.flight)
    must(not drawing.is_ended, "stage_ended", flight=fact.flight)
    must(is_active(state, fact.entry, drawing.stage.key), "entry_unknown", entry=fact.entry)
    must(fact.entry not in drawing.members, "already_joined", entry=fact.entry, flight=fact.flight)
    state.stages[drawing.stage.key] = replace(drawing, joined=(*drawing.joined, fact.entry))
    take_off_waiting_list(state, [fact.entry])


def pair(state: MutableState, fact: Paired) -> None:
    """Set the boards of the next round, or replace the unplayed ones of the last round."""
    drawing = state.stage(fact.flight)
    must(not format_of(drawing.stage).is_static, "stage_of_lines", flight=fact.flight)
    must(drawing.is_published, "draw_not_published")
    must(not drawing.is_ended, "stage_ended", flight=fact.flight)
    must(fact.round in {len(drawing.rounds), len(drawing.rounds) + 1}, "round_out_of_turn", round=fact.round)
    named_entries = fact.named_entries
    must(are_distinct(named_entries), "paired_twice", flight=fact.flight, round=fact.round)
    # A player who has withdrawn since the round was paired stays at the board, which is lost by absence.
    previously_named = {
        entry for paired in drawing.rounds[fact.round - 1 :] for entry in paired.named_entries
    }
    members = frozenset(drawing.members)
    for entry in named_entries:
        is_here = entry in members and (
            is_active(state, entry, drawing.stage.key) or entry in previously_named
        )
        must(is_here, "entry_unknown", entry=entry)
    _check_all_named(state, drawing, fact, named_entries)
    is_next = fact.round > len(drawing.rounds)
    rounds = (*drawing.rounds[: fact.round - 1], fact)
    state.stages[drawing.stage.key] = replace(drawing, rounds=rounds)
    if is_next:
        state.extend()
    else:
        rebuild_draw(state)


def _check_all_named(
    state: MutableState, drawing: DrawnStage, fact: Paired, named_entries: Collection[int]
) -> None:
    """Refuse a round without some active entry, unless the format eliminates players from round to round."""
    if format_of(drawing.stage).ends_by_itself:
        return
    key, named = drawing.stage.key, frozenset(named_entries)
    missing = [entry for entry in drawing.members if entry not in named and is_active(state, entry, key)]
    must(not missing, "paired_without", flight=fact.flight, round=fact.round, entries=missing)


def lengthen(state: MutableState, fact: Lengthened) -> None:
    """Change the match length of a round not yet played."""
    _check_rounds(state, fact.flight, [fact.round])
    played = [
        name
        for name in (*state.results, *teams.meetings_with_results(state))
        if _is_in_round(state, name, fact)
    ]
    must(not played, "round_begun", flight=fact.flight, round=fact.round, pairings=played)
    state.changed_lengths[fact.flight, fact.round] = fact.length


def _check_rounds(state: MutableState, flight: str, numbers: Iterable[int]) -> None:
    """Refuse a flight that is not planned, and rounds it does not have."""
    must(flight in state.plan or flight in state.index.stage_of, "flight_unknown", flight=flight)
    for number in numbers:
        must(state.has_round(flight, number), "round_unknown", flight=flight, round=number)


def _is_in_round(state: MutableState, name: str, fact: Lengthened) -> bool:
    pairing = state.graph.by_id[name]
    flights = (pairing.flight, state.index.stage_of[pairing.flight])
    return pairing.round == fact.round and fact.flight in flights


def set_deadline(state: MutableState, fact: Dated | MatchDated) -> None:
    """Set the deadline of rounds of a flight, or of one match."""
    if isinstance(fact, MatchDated):
        must(fact.pairing in state.board, "pairing_unknown", pairing=fact.pairing)
        state.deadlines[fact.pairing, 0] = fact.until
        return
    _check_rounds(state, fact.flight, fact.until)
    state.deadlines |= {(fact.flight, number): day for number, day in fact.until.items()}


def end(state: MutableState, fact: Ended) -> None:
    """End a stage of rounds early, when all its boards are decided; its table becomes final."""
    drawing = state.stage(fact.flight)
    key = drawing.stage.key
    must(not format_of(drawing.stage).is_static, "stage_of_lines", flight=fact.flight)
    must(drawing.is_published, "draw_not_published")
    must(not drawing.is_ended, "stage_ended", flight=key)
    waiting = [name for name in state.index.by_flight.get(key, ()) if not state.board[name].is_decided]
    must(not waiting, "round_open", flight=key, pairings=waiting)
    state.stages[key] = replace(drawing, is_ended=True)
    state.recompute_places(key)


DATED: RowKind[Dated | MatchDated] = RowKind(
    "dated",
    Subject.EVENT,
    (Dated, MatchDated),
    set_deadline,
    "Deadline set: %(until)s",
    {"flight": "league_1", "until": {"2": "2026-12-01"}},
)
KINDS = (
    RowKind("joined", Subject.ENTRIES, (Joined,), join, "%(name)s joins", {"flight": "swiss", "entry": 1}),
    RowKind(
        "paired",
        Subject.PUBLICATION,
        (Paired,),
        pair,
        "Round %(round)s paired",
        {
            "flight": "swiss",
            "round": 1,
            "seed": "0" * 32,
            "boards": [{"white": 1, "black": 2, "reasons": [{"code": "same_score", "facts": {"score": 2}}]}],
            "byes": [{"entry": 3, "kind": "pairing", "reasons": []}],
            "reasons": [],
        },
    ),
    RowKind(
        "lengthened",
        Subject.EVENT,
        (Lengthened,),
        lengthen,
        "Round %(round)s: match length %(length)s",
        {"flight": "main", "round": 2, "length": 9},
    ),
    DATED,
    RowKind("ended", Subject.EVENT, (Ended,), end, "“%(stage)s” ended: no more rounds", {"flight": "swiss"}),
)
