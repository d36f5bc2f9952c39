"""Lists of matches without headings: two names and a score in most rows. Pure."""

from collections.abc import Sequence
from datetime import date

from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellValue, FileCells, SheetCells, show_cell
from tournaments.exchange.lists.match_tables import is_of_matches, make_reading
from tournaments.exchange.lists.reading import TAKE, Interview, ListReading
from tournaments.exchange.lists.tables import ListTable
from tournaments.exchange.lists.written_dates import is_date_text
from tournaments.exchange.lists.written_names import is_name, read_name
from tournaments.exchange.lists.written_numbers import read_whole_number
from tournaments.exchange.lists.written_scores import read_score

MIN_SHARE, PROBED_ROWS, MOST_POINTS = 0.6, 200, 99
DAY, PLAYER, SCORE, FIGURE = "day", "player", "score", "figure"


def read_headless_matches(file: FileCells, interview: Interview) -> ListReading | None:
    """Return the matches of the first sheet without headings that has some; None if there is none."""
    for sheet in file.sheets:
        if sheet.is_hidden or not sheet.rows:
            continue
        given_answer = interview.get_columns(sheet.name)
        roles = tuple(given_answer.split(",")) if given_answer else guess_roles(sheet)
        if not is_of_matches(roles):
            continue
        answer = given_answer or TAKE
        facts = {str(number): role for number, role in enumerate(roles, start=1) if role}
        interview.ask("columns", facts=facts, choices=(answer,), guess=answer)
        table = ListTable(sheet, None, roles, sheet.rows)
        return make_reading(file, {sheet.name: [table]}, interview)
    return None


def guess_roles(sheet: SheetCells) -> tuple[str, ...]:
    """Return the roles of the columns of a sheet, by what is in their cells; none of them if unclear."""
    rows = sheet.rows[:PROBED_ROWS]
    kinds = [_guess_kind([row.get(column) for row in rows]) for column in range(sheet.width)]
    roles = [headings.IGNORED] * len(kinds)
    players = [column for column, kind in enumerate(kinds) if kind == PLAYER]
    scores = [column for column, kind in enumerate(kinds) if kind == SCORE]
    figures = [column for column, kind in enumerate(kinds) if kind == FIGURE]
    if len(players) < 2:
        return tuple(roles)
    roles[players[0]], roles[players[1]] = headings.ONE, headings.OTHER
    if DAY in kinds:
        roles[kinds.index(DAY)] = headings.DATE
    if scores:
        roles[scores[0]] = headings.RESULT
    elif len(figures) >= 2:
        roles[figures[0]], roles[figures[1]] = headings.SCORE_ONE, headings.SCORE_OTHER
        figures = figures[2:]
    if figures:
        roles[figures[0]] = headings.LENGTH
    return tuple(roles)


def _guess_kind(cells: Sequence[CellValue]) -> str:
    filled = [cell for cell in cells if show_cell(cell)]
    if len(filled) < MIN_SHARE * len(cells):
        return ""
    tests = (
        (SCORE, _is_score),
        (DAY, _is_day),
        (FIGURE, _is_figure),
        (PLAYER, lambda cell: is_name(read_name(show_cell(cell)).name)),
    )
    return next((kind for kind, matches in tests if sum(map(matches, filled)) >= MIN_SHARE * len(filled)), "")


def _is_score(cell: CellValue) -> bool:
    as_written = read_score(cell)
    return as_written.score is not None and as_written.code != "date"


def _is_day(cell: CellValue) -> bool:
    return isinstance(cell, date) or is_date_text(show_cell(cell))


def _is_figure(cell: CellValue) -> bool:
    number = read_whole_number(cell)
    return number is not None and number <= MOST_POINTS
