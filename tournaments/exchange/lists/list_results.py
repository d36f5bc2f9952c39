"""The results, places and points that a list brings to a club, and the rows that bring nothing. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import NamedTuple, TypeVar

from matches.names import fold_name
from rules.match import LONGEST_MATCH
from tournaments.exchange.lists import headings
from tournaments.exchange.lists.member_lists import LeftOutRow
from tournaments.exchange.lists.new_members import list_left_out_rows
from tournaments.exchange.lists.reading import (
    LEAVE_OUT,
    OPEN,
    TAKE,
    Interview,
    LineRefusal,
    ListQuestion,
    ListReading,
    MatchOfList,
)
from tournaments.exchange.past_results import (
    DATE,
    FIRST_YEAR,
    FORFEIT,
    LENGTH,
    MAX_NAME,
    MAX_TOURNAMENT_NAME,
    PLAYED,
    RETIRED,
    WALKOVER,
    ParsedResults,
    PastRow,
    PlaceRow,
    PointsRow,
    RowFault,
    WholeTable,
    complete_places,
)

# The roles offered for the columns of results, and those of which something is used.
OFFERED_ROLES = (
    headings.IGNORED,
    headings.DATE,
    headings.EVENT,
    headings.ONE,
    headings.OTHER,
    headings.ONE_FIRST,
    headings.OTHER_FIRST,
    headings.PLAYERS,
    headings.SCORE_ONE,
    headings.SCORE_OTHER,
    headings.RESULT,
    headings.LENGTH,
    headings.WINNER,
    headings.LOSER,
    headings.ENDING,
    headings.PLACE,
    headings.FLIGHT,
    headings.FIELD,
    headings.FIRST,
    headings.LAST,
    headings.POINTS,
)
USED_ROLES = frozenset((*OFFERED_ROLES[1:], headings.NAME, headings.STATE, headings.POSITION))
# The refusals of a whole file; the others are of single rows.
FILE_CODES = frozenset(("no_player_columns", "no_evenings"))
# The question whether rows that cannot be read are left out.
UNREADABLE_ROWS = "unreadable_rows"
# The answer that the form states what rows lack.
STATED = "stated"
# The questions without whose answer rows have these refusals.
WAITING_FOR = {"score_became_date": "score_dates", "date_unreadable": "date_order"}
MOST_POINTS, FINEST_POINTS = Decimal(99_999), 3
Row = TypeVar("Row", PastRow, PlaceRow, PointsRow)


class LackingRow(NamedTuple):
    """A row that waits for what the form states for all rows: its number, sheet and text, and the role."""

    line: int
    sheet: str
    text: str
    role: str


class NewResults(NamedTuple):
    """What a list brings, the rows left out, the questions, and the rows that lack what is missing."""

    results: ParsedResults
    left_out: tuple[LeftOutRow, ...]
    questions: tuple[ListQuestion, ...]
    is_without_players: bool
    lacking: tuple[LackingRow, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Return whether there is something to import, all questions are answered, and nothing is missing."""
        is_answered = not any(question.is_open for question in self.questions)
        return bool(self.results.row_count) and is_answered and not self.results.missing


@dataclass(slots=True)
class RowCollector:
    """The rows made so far, with their faults; `common` holds for the rows that do not say it."""

    common: WholeTable
    today: date
    sheets: frozenset[str]
    interview: Interview
    # The lengths of the matches that say it, in the order of the numbers.
    lengths: tuple[int, ...] = ()
    left_out: list[LeftOutRow] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)
    lacking: list[LackingRow] = field(default_factory=list)

    @property
    def missing(self) -> frozenset[str]:
        """Return the roles that some rows lack."""
        return frozenset(row.role for row in self.lacking)

    def get_day(self, line: int, day: date | None, text: str, sheet: str = "") -> date | None:
        """Return the day of a row, else that of all rows; None with its fault, or if there is none."""
        found = day or self.common.day
        if found is None:
            self.lacking.append(LackingRow(line, sheet, text, DATE))
        elif found.year < FIRST_YEAR or found > self.today:
            self.faults.append(RowFault("past_date_impossible", line, found.isoformat(), sheet))
            return None
        return found

    def get_evening(self, event: str, sheet: str) -> str:
        """Return the name of a tournament: that of the row, else that of all rows, else the sheet."""
        name = event or self.common.tournament or (sheet if len(self.sheets) > 1 else "")
        return name[:MAX_TOURNAMENT_NAME]

    @staticmethod
    def leave_out(row: LackingRow) -> LeftOutRow:
        """Return a row as one that an answer leaves out."""
        return LeftOutRow(row.line, row.text, "left_out", sheet=row.sheet)

    def is_possible_name(self, line: int, name: str, sheet: str = "") -> bool:
        """Return whether a name is not too long; its fault is added."""
        if len(name) > MAX_NAME:
            self.faults.append(RowFault("past_name_long", line, name[:40], sheet))
        return len(name) <= MAX_NAME


def select_results(
    reading: ListReading, answers: Mapping[str, str], common: WholeTable, today: date
) -> NewResults:
    """Return what a list brings; rows that cannot be read are left out only by the answer to a question."""
    sheets = frozenset((*(row.sheet for row in reading.results), *(row.sheet for row in reading.places)))
    interview = Interview(answers)
    collector = RowCollector(common, today, sheets, interview, _list_lengths(reading))
    made = [(match, row) for match in reading.results if (row := _make_match(match, collector))]
    matches = _number_rows([row for _match, row in _leave_out_repeats(made, collector)])
    places, place_faults = complete_places(list(_make_places(reading, collector)))
    wrong_rows = {(fault.sheet, fault.line) for fault in place_faults}
    points = _make_points(reading, collector)
    faults = [*collector.faults, *place_faults]
    faults += [
        RowFault(row.code, row.line, row.text, row.sheet)
        for row in reading.refusals
        if row.code not in FILE_CODES and not _waits_for_answer(row, reading)
    ]
    order = list(dict.fromkeys(row.sheet for row in reading.refusals))
    faults.sort(key=lambda fault: (order.index(fault.sheet) if fault.sheet in order else -1, fault.line))
    if faults:
        rows = dict.fromkeys((fault.sheet, fault.line) for fault in faults)
        lines, in_sheets = tuple(line for _sheet, line in rows), tuple(sheet for sheet, _line in rows)
        interview.ask(UNREADABLE_ROWS, lines=lines, sheets=in_sheets, choices=(LEAVE_OUT,), guess=OPEN)
    _ask_about_lacking(collector, has_rows=bool(matches or places or points))
    results = ParsedResults(
        tuple(matches),
        tuple(faults),
        sum(match.score_one is None and not match.how for match in reading.results),
        tuple(_number_rows([place for place in places if (place.sheet, place.line) not in wrong_rows])),
        tuple(points),
        tuple(role for role in (DATE, LENGTH) if role in collector.missing),
    )
    is_without = any(refusal.code in FILE_CODES for refusal in reading.refusals)
    questions = (*reading.questions, *interview.questions)
    left_out = tuple(sorted((*list_left_out_rows(reading), *collector.left_out), key=lambda row: row.line))
    return NewResults(results, left_out, questions, is_without, tuple(collector.lacking))


def _leave_out_repeats(
    made: Sequence[tuple[MatchOfList, PastRow]], collector: RowCollector
) -> Sequence[tuple[MatchOfList, PastRow]]:
    """Ask about matches that the list has more than once; return those that count.

    They have the same players, score, day and round; without a day of its own nothing says that a row repeats
    another. Matches to one point are guessed to have been played again, others to be typed twice.
    """
    first_rows: dict[object, PastRow] = {}
    repeats: list[tuple[PastRow, PastRow]] = []
    for match, row in made:
        sides = frozenset(((fold_name(row.one), row.score[0]), (fold_name(row.other), row.score[1])))
        key = (row.day, row.evening, match.round, sides, row.length, row.ending)
        if match.day is not None and first_rows.setdefault(key, row) is not row:
            repeats.append((row, first_rows[key]))
    if not repeats:
        return made
    rows = [row for row, _first in repeats]
    displayed = dict.fromkeys(f"{row.one} – {row.other} {row.score_text}" for _row, row in repeats)
    answer = collector.interview.ask(
        "matches_twice",
        facts={"matches": ", ".join(displayed)},
        lines=tuple(row.row for row in rows),
        sheets=tuple(row.sheet for row in rows),
        choices=(LEAVE_OUT, TAKE),
        guess=TAKE if all(row.length == 1 for row in rows) else LEAVE_OUT,
    )
    if answer == TAKE:
        return made
    collector.left_out += [
        LeftOutRow(row.row, f"{row.one} – {row.other} {row.score_text}", "match_twice", first.row, row.sheet)
        for row, first in repeats
    ]
    left_rows = {id(row) for row in rows}
    return [(match, row) for match, row in made if id(row) not in left_rows]


def _list_lengths(reading: ListReading) -> tuple[int, ...]:
    """Return the lengths of the matches of a list that were played to the end."""
    lengths = {
        match.length or max(match.score_one or 0, match.score_other or 0)
        for match in reading.results
        if match.how == ""
    }
    return tuple(sorted(length for length in lengths if 1 <= length <= LONGEST_MATCH))


def _ask_about_lacking(collector: RowCollector, *, has_rows: bool) -> None:
    """Ask whether the rows without a day or a length are left out, if others have it."""
    for role in (DATE, LENGTH):
        rows = [row for row in collector.lacking if row.role == role]
        if not rows or not has_rows:
            continue
        answer = collector.interview.ask(
            "rows_without",
            place=role,
            lines=tuple(row.line for row in rows),
            sheets=tuple(row.sheet for row in rows),
            choices=(STATED, LEAVE_OUT),
            guess=STATED,
        )
        if answer == LEAVE_OUT:
            left_rows = {(row.sheet, row.line) for row in rows}
            collector.left_out += [collector.leave_out(row) for row in rows]
            collector.lacking = [row for row in collector.lacking if (row.sheet, row.line) not in left_rows]


def _waits_for_answer(row: LineRefusal, reading: ListReading) -> bool:
    """Return whether a row cannot be read only because an earlier question is not answered yet."""
    code = WAITING_FOR.get(row.code, "")
    return any(
        question.code == code and question.is_open and (row.sheet, row.line) in question.rows
        for question in reading.questions
    )


def _make_match(match: MatchOfList, collector: RowCollector) -> PastRow | None:
    """Return the row of a match; None with its fault, or if its day or length has to be stated."""
    line, day = match.line, collector.get_day(match.line, match.day, _describe_match(match), match.sheet)
    length = _find_length(match, collector)
    names_fit = all(collector.is_possible_name(line, name, match.sheet) for name in (match.one, match.other))
    if day is None or length is None or not names_fit:
        return None
    is_won_by_one = fold_name(match.winner) == fold_name(match.one)
    ending = match.how or PLAYED
    if ending == RETIRED and length == max(match.score_one or 0, match.score_other or 0) and not match.length:
        # All points of the match, as the answer about its length says.
        ending = PLAYED
    score = (match.score_one or 0, match.score_other or 0)
    if ending in (WALKOVER, FORFEIT):
        score = (0, 0)
    elif match.score_one is None:
        score = (length, 0) if is_won_by_one else (0, length)
    if (ending == PLAYED and max(score) != length) or (ending == RETIRED and max(score) >= length):
        collector.faults.append(
            RowFault("past_score_wrong", line, f"{score[0]}-{score[1]} ({length})", match.sheet)
        )
        return None
    return PastRow(
        line,
        day,
        collector.get_evening(match.event, match.sheet),
        match.one,
        match.other,
        length,
        score,
        is_won_by_one,
        ending,
        match.sheet,
        line,
        is_loser_score_known=ending != PLAYED or match.score_one is not None,
    )


def _describe_match(match: MatchOfList) -> str:
    return f"{match.one} – {match.other}"


def _find_length(match: MatchOfList, collector: RowCollector) -> int | None:
    """Return the length of a match: as stated, by its score, else that of all rows."""
    best = max(match.score_one or 0, match.score_other or 0)
    lacking = LackingRow(match.line, match.sheet, _describe_match(match), LENGTH)
    if match.how == RETIRED and best and match.length is None and (collector.common.length or 0) <= best:
        return _ask_about_length(match, best, lacking, collector)
    length = match.length or (0 if match.how == RETIRED else best) or collector.common.length
    if length is None:
        collector.lacking.append(lacking)
    elif not 1 <= length <= LONGEST_MATCH:
        collector.faults.append(RowFault("length_wrong", match.line, str(length), match.sheet))
        return None
    return length


def _ask_about_length(
    match: MatchOfList, best: int, lacking: LackingRow, collector: RowCollector
) -> int | None:
    """Ask how long matches were that somebody left at this score; None if they are left out.

    A player without a point is guessed not to have played on, so that all points were awarded.
    """
    longer = [length for length in collector.lengths if length > best]
    has_all = min(match.score_one or 0, match.score_other or 0) == 0 and best in collector.lengths
    guess = best if has_all or not longer else longer[0]
    answer = collector.interview.ask(
        "retired_length",
        place=str(best),
        facts={"points": str(best), "match": lacking.text},
        lines=(match.line,),
        sheets=(match.sheet,),
        choices=(*map(str, (best, *longer)), LEAVE_OUT),
        guess=str(guess),
    )
    if answer == LEAVE_OUT:
        collector.left_out.append(collector.leave_out(lacking))
        return None
    return int(answer)


def _make_places(reading: ListReading, collector: RowCollector) -> Iterator[PlaceRow]:
    for place in reading.places:
        day = collector.get_day(place.line, place.day, place.name, place.sheet)
        if day is not None and collector.is_possible_name(place.line, place.name, place.sheet):
            evening = collector.get_evening(place.event, place.sheet)
            places = (place.first, place.last, place.field)
            yield PlaceRow(place.line, day, evening, place.flight, place.name, *places, place.sheet)


def _make_points(reading: ListReading, collector: RowCollector) -> list[PointsRow]:
    """Return the points of a season, by evening; a name of two rows is a fault."""
    rows: list[PointsRow] = []
    counts = Counter(fold_name(row.name) for row in reading.season)
    for row in reading.season:
        if counts[fold_name(row.name)] > 1:
            collector.faults.append(RowFault("points_twice", row.line, row.name))
        elif collector.is_possible_name(row.line, row.name):
            evenings = row.points.items()
            made = [_make_points_row(row.line, row.name, *one, collector) for one in evenings]
            rows += [one for one in made if one is not None]
    return rows


def _make_points_row(
    line: int, name: str, evening: str, points: float, collector: RowCollector
) -> PointsRow | None:
    stated = _read_day(evening)
    day = collector.get_day(line, stated, name)
    if day is None:
        return None
    number = round(Decimal(str(points)), FINEST_POINTS)
    if number != Decimal(str(points)) or number > MOST_POINTS:
        collector.faults.append(RowFault("points_unreadable", line, str(points)))
        return None
    text = collector.common.tournament if stated else evening
    return PointsRow(line, day, text[:MAX_TOURNAMENT_NAME], name, number)


def _read_day(evening: str) -> date | None:
    try:
        return date.fromisoformat(evening)
    except ValueError:
        return None


def _number_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with running numbers if a tournament has two of one row, as in a cross-table."""
    keys = {(row.day, row.evening, row.line) for row in rows}
    if len(keys) == len(rows):
        return list(rows)
    return [replace(row, line=number) for number, row in enumerate(rows, start=1)]
