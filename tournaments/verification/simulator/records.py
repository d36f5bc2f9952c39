"""An independent record of who won what: by people, not by pairings, seats or colours."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.formats.field import Origin
from tournaments.journal.facts import Result, Row
from tournaments.journal.state import EventState

# What may give, take or replace results; every other line leaves each of them to the two who played it.
ABOUT_RESULTS = frozenset({"settled", "reopened", "corrected", "undone", "fielded", "manned"})
ResultKey = tuple[int, int, int, int]


def winners_lost(before: EventState, after: EventState, row: Row) -> Iterator[Mapping[str, Any]]:
    """What a line has made of results it was not about, one set of facts for each that went to others."""
    if row.kind == "corrected":
        yield from _turned_by_correction(before, after, str(row.payload["pairing"]))
    elif row.kind not in ABOUT_RESULTS and before.results != after.results:
        missing = _result_counts(before) - _result_counts(after)
        yield from ({"stage": key[0], "entries": sorted(key[1])} for key in missing)


def absentees_sent_on(state: EventState) -> Iterator[Mapping[str, Any]]:
    """Who did not come to a match and sits in another one because of it."""
    for pairing in state.graph.pairings:
        for source, seat in zip(pairing.sources, state.board[pairing.id].seats, strict=True):
            before = state.board.get(source.pairing)
            if before is None or not seat or source.origin not in (Origin.LOSER, Origin.RESET):
                continue
            if seat in before.out and (before.result is None or before.result.is_absence):
                yield {"pairing": pairing.id, "entry": seat}


def _turned_by_correction(before: EventState, after: EventState, about: str) -> Iterator[Mapping[str, Any]]:
    """Pairings where the same two people sit as before, and another of them has won now."""
    for name, old in before.results.items():
        new = after.results.get(name)
        if new is None or about.startswith(name) or {old.white, old.black} != {new.white, new.black}:
            continue
        if _by_people(old) != _by_people(new):
            yield {"pairing": name, "entries": sorted((old.white, old.black))}


def _result_counts(state: EventState) -> Counter[tuple[str, frozenset[int], ResultKey]]:
    return Counter(
        (
            state.stage_of(state.graph.by_id[name].flight),
            frozenset((result.white, result.black)),
            _by_people(result),
        )
        for name, result in state.results.items()
    )


def _by_people(result: Result) -> ResultKey:
    """Who won, and the points of the lower entry number before those of the higher."""
    points = {result.white: result.white_score, result.black: result.black_score}
    low, high = sorted(points)
    return (result.winner_entry, points[low], points[high], low)
