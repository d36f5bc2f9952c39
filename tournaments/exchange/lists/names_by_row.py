"""Names of a list of results that mean different people in different rows, answered row by row. Pure."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from tournaments.exchange.past_results import MAX_NAME, ParsedResults, PastRow, PlaceRow, PointsRow

# Before the key of a row in the answers about a list.
MEANT = "meant"
ONE, OTHER, NAME = "one", "other", "name"
AnyRow = PastRow | PlaceRow | PointsRow
KINDS: Mapping[type[AnyRow], str] = {PastRow: "match", PlaceRow: "place", PointsRow: "points"}


class NamedRow(NamedTuple):
    """A name in a row of results: the key of its answer, the row, and on which side of a match it stands."""

    key: str
    name: str
    row: AnyRow
    side: str


def list_named_rows(results: ParsedResults) -> list[NamedRow]:
    """Return every name of the results with its row; the keys stay the same whatever the answers are."""
    counts: Counter[str] = Counter()
    named_rows = []
    rows: tuple[AnyRow, ...] = (*results.rows, *results.places, *results.points)
    for row in rows:
        for side in _list_sides(row):
            place = f"{getattr(row, 'sheet', '')}!{getattr(row, 'row', 0) or row.line}:{side}"
            kind = f"{MEANT}:{KINDS[type(row)]}:{place}"
            counts[kind] += 1
            named_rows.append(NamedRow(f"{kind}:{counts[kind]}", getattr(row, side), row, side))
    return named_rows


def name_rows(results: ParsedResults, answers: Mapping[str, str]) -> ParsedResults:
    """Return the results with the names that the answers give to single rows."""
    if not any(key.startswith(f"{MEANT}:") for key in answers):
        return results
    changes: defaultdict[int, dict[str, Any]] = defaultdict(dict)
    for named_row in list_named_rows(results):
        if answer := answers.get(named_row.key, "").strip()[:MAX_NAME]:
            changes[id(named_row.row)][named_row.side] = answer
    return replace(
        results,
        rows=tuple(replace(row, **changes.get(id(row), {})) for row in results.rows),
        places=tuple(replace(row, **changes.get(id(row), {})) for row in results.places),
        points=tuple(replace(row, **changes.get(id(row), {})) for row in results.points),
    )


def _list_sides(row: AnyRow) -> tuple[str, ...]:
    return (ONE, OTHER) if isinstance(row, PastRow) else (NAME,)
