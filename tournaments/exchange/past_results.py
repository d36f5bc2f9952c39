"""Results, places and points of past seasons that an import writes, and why rows are rejected. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from hashlib import sha256

from matches.names import fold_name
from matches.states import format_score
from tournaments.formats.graph import CONSOLATION, LAST_CHANCE, MAIN
from tournaments.formats.seeding import LARGEST_DRAW

FLIGHT_LABELS = {
    MAIN: "main principale tabellone open haupt",
    CONSOLATION: "consolation consolazione cons trost",
    LAST_CHANCE: "last_chance lastchance ultima_chance ultima_possibilità last",
}
FLIGHT_BY_LABEL = {
    name.replace("_", " "): flight for flight, names in FLIGHT_LABELS.items() for name in names.split()
}
# 3, 3., 3rd, 3°, =3, 3=, 3-4, 3/4.
PLACE_RANGE = re.compile(
    r"^=?\s*(\d{1,4})\s*(?:(?:st|nd|rd|th|\.|°|º|ª|=)\s*)?(?:[-–/]\s*(\d{1,4})\s*[.°º]?)?$", re.ASCII
)


@dataclass(frozen=True, slots=True)
class RowFault:
    """Why a row is rejected: code, line, the offending text, and the sheet of a workbook."""

    code: str
    line: int
    text: str = ""
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A place read from a row of a table; `evening` is the name of the tournament.

    `last` is 0 if only the first of the shared places is given, `field` 0 if the number of players is not.
    """

    line: int
    day: date
    evening: str
    flight: str
    name: str
    first: int
    last: int = 0
    field: int = 0
    sheet: str = ""


def parse_places(text: str) -> tuple[int, int] | None:
    """Parse the first and the last place from a text (0: not given); None if it is not a place."""
    place_match = PLACE_RANGE.match(text.strip())
    if place_match is None:
        return None
    first, last = int(place_match[1]), int(place_match[2] or 0)
    return (
        (first, last) if 1 <= first <= LARGEST_DRAW and (not last or first <= last <= LARGEST_DRAW) else None
    )


def parse_flight(text: str) -> str:
    """Parse the name of a flight: the main one for an empty text, "" if unknown."""
    label = " ".join(text.casefold().replace("_", " ").split())
    return FLIGHT_BY_LABEL.get(label, "") if label else MAIN


def complete_places(place_rows: Sequence[PlaceRow]) -> tuple[tuple[PlaceRow, ...], tuple[RowFault, ...]]:
    """Return the rows with `last` and `field` filled in, and the faults.

    Rows with the same first place share it and the next ones. Without a given field size, it is the number of
    players with a place.
    """
    groups: defaultdict[tuple[date, str, str], list[PlaceRow]] = defaultdict(list)
    for row in place_rows:
        groups[row.day, row.evening, row.flight].append(row)
    completed_groups = [_share_places(rows) for rows in groups.values()]
    faults = [fault for rows in completed_groups for fault in _find_faults(rows)]
    return tuple(row for rows in completed_groups for row in rows), tuple(
        sorted(faults, key=lambda one: one.line)
    )


def _share_places(rows: Sequence[PlaceRow]) -> list[PlaceRow]:
    rows_by_first: defaultdict[int, list[PlaceRow]] = defaultdict(list)
    for row in rows:
        rows_by_first[row.first].append(row)
    last_by_first = {
        first: max([first + len(sharing_rows) - 1, *(row.last for row in sharing_rows)])
        for first, sharing_rows in rows_by_first.items()
    }
    field = max([len(rows), *last_by_first.values(), *(row.field for row in rows)])
    return [replace(row, last=row.last or last_by_first[row.first], field=field) for row in rows]


def _find_faults(rows: Sequence[PlaceRow]) -> Iterator[RowFault]:
    """Yield repeated names, places already taken, and ranges with too many players."""
    names: set[str] = set()
    first_by_place: dict[int, int] = {}
    spans: defaultdict[tuple[int, int], int] = defaultdict(int)
    for row in rows:
        if fold_name(row.name) in names:
            yield RowFault("past_place_twice", row.line, row.name, row.sheet)
        names.add(fold_name(row.name))
        spans[row.first, row.last] += 1
        is_taken = any(
            first_by_place.setdefault(place, row.first) != row.first
            for place in range(row.first, row.last + 1)
        )
        if is_taken or spans[row.first, row.last] > row.last - row.first + 1:
            yield RowFault("past_place_taken", row.line, f"{row.first}", row.sheet)
        elif row.field > LARGEST_DRAW:
            yield RowFault("past_field_wrong", row.line, f"{row.field}", row.sheet)


DATE, TOURNAMENT, LENGTH = "date", "evening", "length"
FIRST_YEAR, MAX_NAME, MAX_TOURNAMENT_NAME = 1960, 120, 120
PLAYED, WALKOVER, FORFEIT, RETIRED = "played", "walkover", "forfeit", "retired"


@dataclass(frozen=True, slots=True)
class WholeTable:
    """What holds for the rows that do not say it: the day, the name of the tournament, the match length."""

    day: date | None = None
    tournament: str = ""
    length: int | None = None


NOTHING_IN_COMMON = WholeTable()


@dataclass(frozen=True, slots=True)
class PastRow:
    """A match read from a row of a table; `evening` is the name of the tournament.

    `one` and `other` are the names of the players, `score` is in that order; the loser has 0 where the file
    says only who won (`is_loser_score_known`). `line` counts the matches of the
    tournament, or the rows; `row` is the row of the file on its `sheet`, headings included.
    """

    line: int
    day: date
    evening: str
    one: str
    other: str
    length: int
    score: tuple[int, int]
    is_won_by_one: bool
    ending: str
    sheet: str = ""
    row: int = 0
    is_loser_score_known: bool = True

    @property
    def score_text(self) -> str:
        """Return the score as it is shown: "7–5", or "7–?" where the points of the loser are not known."""
        return format_score(self.score, is_loser_score_known=self.is_loser_score_known)


@dataclass(frozen=True, slots=True)
class PointsRow:
    """The points of a player on an evening of a season, from the row of this number."""

    line: int
    day: date
    evening: str
    name: str
    points: Decimal


@dataclass(frozen=True, slots=True)
class ParsedResults:
    """Content of a list: matches (`rows`), places, points, faults, and number of matches without scores.

    `missing` are the roles that some rows lack and that can be stated for all of them.
    """

    rows: tuple[PastRow, ...] = ()
    faults: tuple[RowFault, ...] = ()
    without_score: int = 0
    places: tuple[PlaceRow, ...] = ()
    points: tuple[PointsRow, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the distinct names in order."""
        match_names = (name for row in self.rows for name in (row.one, row.other))
        place_names = (row.name for row in self.places)
        return tuple(dict.fromkeys((*match_names, *place_names, *(row.name for row in self.points))))

    @property
    def row_count(self) -> int:
        """Return the number of matches, places and points."""
        return len(self.rows) + len(self.places) + len(self.points)

    @property
    def tournaments(self) -> frozenset[tuple[date, str]]:
        """Return day and name of each tournament."""
        all_rows: tuple[PastRow | PlaceRow | PointsRow, ...] = (*self.rows, *self.places, *self.points)
        return frozenset((row.day, row.evening) for row in all_rows)


def get_day_range(parsed_results: ParsedResults) -> tuple[date, date] | None:
    """Return the first and the last day of a table."""
    result_days = [day for day, _ in parsed_results.tournaments]
    return (min(result_days), max(result_days)) if result_days else None


def compute_digest(results: ParsedResults, part_of: str = "") -> str:
    """Return a digest of the rows, independent of other content and of the column order.

    Results left over from a file have its digest in theirs (`part_of`), unless they are all of it.
    """
    match_data = [
        (row.day.isoformat(), row.evening, row.one, row.other, row.length, row.score) for row in results.rows
    ]
    place_data = [
        (row.day.isoformat(), row.evening, row.flight, row.name, row.first, row.last, row.field)
        for row in results.places
    ]
    points_data = [(row.day.isoformat(), row.evening, row.name, str(row.points)) for row in results.points]
    endings = [row.ending for row in results.rows]
    without_score = [("?", number) for number, row in enumerate(results.rows) if not row.is_loser_score_known]
    digest = sha256(
        repr([*match_data, *endings, *place_data, *points_data, *without_score]).encode()
    ).hexdigest()
    if part_of in ("", digest):
        return digest
    return sha256(f"{part_of} {digest}".encode()).hexdigest()
