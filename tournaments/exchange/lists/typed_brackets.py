"""Knockout brackets typed into cells: two names below each other are a match, their scores beside them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from matches.names import fold_name, is_bye
from tournaments.exchange.lists.file_cells import CellRow, FileCells, SheetCells, show_cell
from tournaments.exchange.lists.reading import (
    LEAVE_OUT,
    RESULTS,
    TAKE,
    Interview,
    LineRefusal,
    ListReading,
    MatchOfList,
    PassedOver,
)
from tournaments.exchange.lists.written_dates import find_date_in_text
from tournaments.exchange.lists.written_names import is_name, read_name
from tournaments.exchange.lists.written_scores import UNPLAYED, find_length, read_points

FEWEST_MATCHES, FEWEST_ROUNDS, MOST_ROWS, MOST_BESIDE = 3, 2, 500, 0.7
SCORE_BEHIND = re.compile(r"^(.*[^\d\s])\s+(\d{1,2})$")
YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
BRACKET, BYE = "bracket", "bye"


@dataclass(frozen=True, slots=True)
class TypedSeat:
    """A name in a cell of a bracket, with the points beside it, or the code of a walk-over."""

    line: int
    column: int
    text: str
    points: int | None
    code: str = ""


def read_bracket(file: FileCells, interview: Interview) -> ListReading | None:
    """Return the results of a bracket; None if no sheet resembles one."""
    for sheet in (one for one in file.sheets if len(one.rows) <= MOST_ROWS):
        pairs = find_pairs(sheet)
        columns = {pair[0].column for pair in pairs}
        is_bracket = len(pairs) >= FEWEST_MATCHES and len(columns) >= FEWEST_ROUNDS
        if is_bracket and not _has_names_side_by_side(sheet, sorted(columns)):
            return _read_pairs(file, sheet, pairs, interview)
    return None


def _has_names_side_by_side(sheet: SheetCells, columns: Sequence[int]) -> bool:
    """Return whether most names of the first column have one in the next, as both players of a match."""
    beside = [
        is_name(show_cell(row.get(columns[1])))
        for row in sheet.rows
        if is_name(show_cell(row.get(columns[0])))
    ]
    return sum(beside) > MOST_BESIDE * len(beside)


def find_pairs(sheet: SheetCells) -> list[tuple[TypedSeat, TypedSeat]]:
    """Return the pairs of names below each other, by column; runs of more names are paired in twos."""
    pairs: list[tuple[TypedSeat, TypedSeat]] = []
    rows = {row.line: row for row in sheet.rows}
    for column in range(sheet.width):
        run: list[TypedSeat] = []
        for line in range(1, max(rows, default=0) + 2):
            seat = _read_seat(rows[line], column) if line in rows else None
            if seat is not None:
                run.append(seat)
                continue
            if len(run) % 2 == 0:
                pairs += zip(run[::2], run[1::2], strict=True)
            run = []
    return pairs


def _read_seat(row: CellRow, column: int) -> TypedSeat | None:
    text = show_cell(row.get(column))
    points, code = read_points(row.get(column + 1))
    behind = SCORE_BEHIND.match(text)
    if behind and points is None:
        text, points = behind[1], int(behind[2])
    if not text or not (is_name(text) or is_bye(text)) or read_points(text)[1] in UNPLAYED:
        return None
    if code == "unread" and not is_bye(text):
        code = ""
    return TypedSeat(row.line, column, text, points, code)


def _read_pairs(
    file: FileCells,
    sheet: SheetCells,
    pairs: Sequence[tuple[TypedSeat, TypedSeat]],
    interview: Interview,
) -> ListReading:
    first_line = min(one.line for one, _other in pairs)
    above = [row for row in sheet.rows if row.line < first_line]
    title = "\n".join(row.text for row in above)
    names = _list_full_names(pairs)
    results: list[MatchOfList] = []
    refusals: list[LineRefusal] = []
    passed = [PassedOver(row.line, row.text, "title", sheet=sheet.name) for row in above]
    for one, other in pairs:
        if is_bye(one.text) or is_bye(other.text):
            passed.append(PassedOver(one.line, f"{one.text} - {other.text}", BYE, sheet=sheet.name))
            continue
        match = _read_match((one, other), pairs, names, interview)
        if isinstance(match, str):
            refusals.append(LineRefusal(match, one.line, f"{one.text} - {other.text}", sheet.name))
        elif match is not None:
            day = _find_day(above, one.column, title)
            results.append(_complete(match, day, find_length(title), sheet.name))
    displayed = "; ".join(f"{match.one} - {match.other}" for match in results)
    answer = interview.ask(BRACKET, facts={"matches": displayed}, choices=(TAKE, LEAVE_OUT), guess=TAKE)
    return ListReading(
        kind=RESULTS,
        results=tuple(results) if answer == TAKE else (),
        questions=interview.questions,
        passed_over=tuple(passed),
        refusals=tuple(refusals),
        sheet=sheet.name,
        encoding=file.encoding,
        separator=file.separator,
    )


def _list_full_names(pairs: Sequence[tuple[TypedSeat, TypedSeat]]) -> tuple[str, ...]:
    """Return the names of the first column, and names of several tokens that are new in a later one."""
    names: dict[str, str] = {}
    first_column = min(one.column for one, _other in pairs)
    for pair in pairs:
        for seat in pair:
            if is_bye(seat.text):
                continue
            name = read_name(seat.text).name
            if seat.column == first_column or (not _resolve(name, tuple(names.values())) and " " in name):
                names.setdefault(fold_name(name), name)
    return tuple(names.values())


def _resolve(text: str, names: Sequence[str]) -> str:
    """Return the full name that a surname or a name with initials means; "" if it is not clear."""
    parts = fold_name(read_name(text).name).split()
    fits = [name for name in names if _is_short_for(parts, fold_name(name).split())]
    exact = [name for name in names if fold_name(name).split() == parts]
    outcome = exact or fits
    return outcome[0] if len(outcome) == 1 else ""


def _is_short_for(parts: Sequence[str], name: Sequence[str]) -> bool:
    remaining = list(name)
    for part in parts:
        match = next(
            (token for token in remaining if token == part or (len(part) == 1 and token[0] == part)), None
        )
        if match is None:
            return False
        remaining.remove(match)
    return any(len(part) > 1 for part in parts)


def _read_match(
    pair: tuple[TypedSeat, TypedSeat],
    pairs: Sequence[tuple[TypedSeat, TypedSeat]],
    names: Sequence[str],
    interview: Interview,
) -> MatchOfList | str | None:
    """Return the match of two seats, None if it is left out, or the code of a refusal."""
    one, other = (_resolve(seat.text, names) for seat in pair)
    if not one or not other:
        return "name_unclear"
    line, column = pair[0].line, pair[0].column
    points = pair[0].points, pair[1].points
    if points[0] is not None and points[1] is not None and points[0] != points[1]:
        winner = one if points[0] > points[1] else other
        return MatchOfList(
            line=line, one=one, other=other, winner=winner, score_one=points[0], score_other=points[1]
        )
    later = {
        _resolve(seat.text, names) for later_pair in pairs for seat in later_pair if seat.column > column
    }
    advanced = [name for name in (one, other) if name in later]
    is_walkover = not UNPLAYED.isdisjoint((pair[0].code, pair[1].code))
    if not is_walkover:
        return "score_missing"
    guess = advanced[0] if len(advanced) == 1 else LEAVE_OUT
    answer = interview.ask(
        "walkover_winner",
        place=str(line),
        lines=(pair[0].line, pair[1].line),
        facts={"one": one, "other": other, "remark": "w.o.", "score": "", "length": ""},
        choices=(one, other, LEAVE_OUT),
        guess=guess,
    )
    if answer == LEAVE_OUT:
        return None
    return MatchOfList(line=line, one=one, other=other, winner=answer, how="walkover")


def _find_day(above: Sequence[CellRow], column: int, title: str) -> date | None:
    """Return the day in the heading of a round, else that of the title; the year may stand in the title."""
    year = YEAR.search(title)
    for row in reversed(above):
        for place in range(column, -1, -1):
            text = show_cell(row.get(place))
            if text and len(row.filled) > 1:
                return find_date_in_text(text, int(year[1]) if year else None)
    return find_date_in_text(title)


def _complete(match: MatchOfList, day: date | None, length: int | None, sheet: str) -> MatchOfList:
    scores = [score for score in (match.score_one, match.score_other) if score is not None]
    return MatchOfList(
        line=match.line,
        one=match.one,
        other=match.other,
        winner=match.winner,
        day=day,
        score_one=match.score_one,
        score_other=match.score_other,
        length=max(scores) if scores else length,
        how=match.how,
        sheet=sheet,
    )
