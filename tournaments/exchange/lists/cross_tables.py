"""Cross-tables of a round robin: each match in two cells, which have to agree. Pure."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations

from matches.names import fold_name
from matches.short_names import is_short_form, split_short_name
from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, CellValue, SheetCells, show_cell
from tournaments.exchange.lists.heading_roles import find_roles
from tournaments.exchange.lists.reading import (
    LEAVE_OUT,
    TWO_PEOPLE,
    Interview,
    MatchOfList,
    PassedOver,
)
from tournaments.exchange.lists.title_days import YEAR, ask_for_year, find_title_day, read_title_date
from tournaments.exchange.lists.written_dates import find_date_in_text
from tournaments.exchange.lists.written_names import is_name, read_name, read_player
from tournaments.exchange.lists.written_numbers import read_whole_number
from tournaments.exchange.lists.written_scores import UNPLAYED, Score, WrittenScore, find_length, read_score

FEWEST_PLAYERS, MOST_TITLE_ROWS = 3, 100
NOT_PLAYED, HALVES_DIFFER = "not_played", "halves_differ"


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A cross-table: its players with their rows, the column of each, the column of matches won (or None)."""

    sheet: SheetCells
    heading: CellRow
    names: tuple[str, ...]
    rows: tuple[CellRow, ...]
    columns: tuple[int, ...]
    won_column: int | None
    title: str
    day: date | None = None

    def get_cell(self, player: int, opponent: int) -> CellValue:
        """Return the cell of a player against another, by their places."""
        return self.rows[player].get(self.columns[opponent])

    def name_place(self, lines: Sequence[int]) -> str:
        """Return what tells the questions about these rows from those about other ones."""
        place = "-".join(map(str, lines))
        return f"{self.sheet.name}!{place}" if self.sheet.name else place


def read_matches(table: CrossTable, interview: Interview) -> tuple[list[MatchOfList], list[PassedOver]]:
    """Return the matches of a cross-table, and its rows and cells that make none."""
    sheet = table.sheet.name
    results: list[MatchOfList] = []
    passed = [
        PassedOver(row.line, row.text, "title", sheet=sheet)
        for row in table.sheet.rows
        if row.line < table.heading.line
    ]
    passed.append(PassedOver(table.heading.line, table.heading.text, "headings", sheet=sheet))
    table, absent = _tell_labels_apart(replace(table, day=_find_day(table, interview)), interview)
    passed += [
        PassedOver(table.rows[place].line, table.names[place], "left_out", sheet=sheet) for place in absent
    ]
    open_matches: list[tuple[int, int]] = []
    present = [place for place in range(len(table.names)) if place not in absent]
    for one, other in combinations(present, 2):
        match = _read_match(table, one, other, interview)
        if match is not None:
            results.append(match)
        elif _is_walkover(table, one, other):
            open_matches.append((one, other))
        else:
            names = f"{table.names[one]} - {table.names[other]}"
            reason = _find_reason(table, one, other)
            passed.append(PassedOver(table.rows[one].line, names, reason, sheet=sheet))
    results += _settle_walkovers(table, open_matches, results, interview)
    lines = {row.line for row in table.rows}
    passed += [
        PassedOver(row.line, row.text, "totals", sheet=sheet)
        for row in table.sheet.rows
        if row.line > table.heading.line and row.line not in lines
    ]
    return sorted(results, key=lambda match: match.line), passed


def _find_day(table: CrossTable, interview: Interview) -> date | None:
    """Return the day of the title or the sheet, with the year that is answered if it states none."""
    day = read_title_date(table.title, table.sheet.name, interview)
    lacking = None if day else find_title_day(table.title, table.sheet.name)
    if lacking is None:
        return day
    found = YEAR.search(f"{table.title} {table.sheet.name}")
    rows = [(table.heading.line, table.sheet.name)]
    answer = ask_for_year([lacking], interview, rows=rows, title_year=found[1] if found else "")
    return find_date_in_text(f"{lacking.day} {lacking:%B}", int(answer)) if answer else None


def _tell_labels_apart(table: CrossTable, interview: Interview) -> tuple[CrossTable, list[int]]:
    """Return a table in which rows of one label have the number of the row behind it, and those left out.

    Two rows are two people: who they are is decided with the other names.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(table.names):
        places[fold_name(name)].append(place)
    names, absent = list(table.names), []
    for repeated in (one for one in places.values() if len(one) > 1):
        lines = tuple(table.rows[place].line for place in repeated)
        answer = interview.ask(
            "label_twice",
            place=table.name_place(lines),
            lines=lines,
            facts={
                "name": names[repeated[0]],
                "names": ", ".join(
                    f"{names[one]} ({line})" for one, line in zip(repeated, lines, strict=True)
                ),
            },
            choices=(TWO_PEOPLE, LEAVE_OUT),
            guess=TWO_PEOPLE,
        )
        if answer == LEAVE_OUT:
            absent += repeated
            continue
        for place, line in zip(repeated, lines, strict=True):
            names[place] = f"{names[place]} ({line})"
    return replace(table, names=tuple(names)), absent


def find_cross_table(sheet: SheetCells) -> CrossTable | None:
    """Return the cross-table of a sheet: headings 1, 2, 3 or names, beside a column of the names."""
    for place, heading in enumerate(sheet.rows[:MOST_TITLE_ROWS]):
        below = sheet.rows[place + 1 :]
        columns = _find_numbered_columns(heading) or _find_named_columns(heading, below)
        if len(columns) < FEWEST_PLAYERS or len(below) < len(columns):
            continue
        rows = below[: len(columns)]
        name_column = next(
            (
                column
                for column in range(columns[0])
                if all(is_name(read_name(show_cell(row.get(column))).name) for row in rows)
            ),
            None,
        )
        if name_column is None or not _is_diagonal(rows, columns):
            continue
        names = tuple(read_player(show_cell(row.get(name_column))) for row in rows)
        roles = find_roles(heading.texts)
        won = roles.index(headings.WON) if headings.WON in roles else None
        title = "\n".join(row.text for row in sheet.rows[:place])
        return CrossTable(sheet, heading, names, tuple(rows), tuple(columns), won, title)
    return None


def _find_numbered_columns(heading: CellRow) -> list[int]:
    columns: list[int] = []
    for column in range(len(heading.cells)):
        if read_whole_number(heading.get(column)) == len(columns) + 1:
            columns.append(column)
        elif columns:
            break
    return columns


def _find_named_columns(heading: CellRow, below: Sequence[CellRow]) -> list[int]:
    """Return the columns whose headings are the names of the rows below, in their order."""
    columns = [column for column, text in enumerate(heading.texts) if text and is_name(read_name(text).name)]
    for start in range(len(columns)):
        run = columns[start:]
        for name_column in range(run[0] if run else 0):
            names = [read_name(show_cell(row.get(name_column))).name for row in below]
            matched = 0
            while (
                matched < min(len(run), len(names))
                and names[matched]
                and _is_short_for(read_name(heading.texts[run[matched]]).name, names[matched])
            ):
                matched += 1
            if matched >= FEWEST_PLAYERS:
                return run[:matched]
    return []


def _is_short_for(short: str, name: str) -> bool:
    """Return whether a heading is the name, some of its parts, or a short form of it: "G. Thwaite"."""
    tokens = fold_name(name).split()
    if set(fold_name(short).split()) <= set(tokens):
        return bool(short)
    parts = split_short_name(short)
    return bool(parts.whole) and is_short_form(parts, tokens)


def _is_diagonal(rows: Sequence[CellRow], columns: Sequence[int]) -> bool:
    """Return whether no cell of a player against themselves has a score, and some others have."""
    diagonal = [read_score(row.get(columns[place])).score for place, row in enumerate(rows)]
    others = [
        show_cell(row.get(column))
        for place, row in enumerate(rows)
        for number, column in enumerate(columns)
        if number != place
    ]
    return not any(diagonal) and any(any(map(str.isdigit, text)) for text in others)


def _read_pair(table: CrossTable, one: int, other: int) -> tuple[WrittenScore, WrittenScore]:
    """Return what both cells of a match say; two single numbers are the points of both players."""
    cells = table.get_cell(one, other), table.get_cell(other, one)
    points = tuple(map(read_whole_number, cells))
    if points[0] is not None and points[1] is not None:
        return WrittenScore((points[0], points[1])), WrittenScore((points[1], points[0]))
    return read_score(cells[0]), read_score(cells[1])


def _read_match(table: CrossTable, one: int, other: int, interview: Interview) -> MatchOfList | None:
    """Return a match with a score; None if it has none, or the two cells contradict each other."""
    score_of_one, mirror = _read_pair(table, one, other)
    if score_of_one.code == "date" and mirror.score and mirror.code != "date":
        # The other cell says which number of the date is whose.
        score_of_one = WrittenScore(mirror.score[::-1])
    elif mirror.code == "date" and score_of_one.score and score_of_one.code != "date":
        mirror = WrittenScore(score_of_one.score[::-1])
    score = score_of_one.score or (mirror.score[::-1] if mirror.score else None)
    if score is None or score_of_one.code in UNPLAYED:
        return None
    if score_of_one.score and mirror.score and score_of_one.score != mirror.score[::-1]:
        return _ask_about_halves(table, (one, other), (score_of_one.score, mirror.score[::-1]), interview)
    if score[0] == score[1]:
        return None
    return _make_match(table, one, other, score)


def _ask_about_halves(
    table: CrossTable, places: tuple[int, int], scores: tuple[Score, Score], interview: Interview
) -> MatchOfList | None:
    one, other = places
    displayed = tuple(f"{score[0]}-{score[1]}" for score in scores)
    lines = (table.rows[one].line, table.rows[other].line)
    answer = interview.ask(
        HALVES_DIFFER,
        place=table.name_place(lines),
        lines=lines,
        facts={
            "one": table.names[one],
            "other": table.names[other],
            "score": displayed[0],
            "mirror": displayed[1],
        },
        choices=(LEAVE_OUT, *dict.fromkeys(displayed)),
        guess=LEAVE_OUT,
    )
    return _make_match(table, one, other, scores[displayed.index(answer)]) if answer in displayed else None


def _make_match(table: CrossTable, one: int, other: int, score: Score) -> MatchOfList:
    is_won_by_one = score[0] > score[1]
    length = find_length(table.title)
    is_points = max(score) > 1
    return MatchOfList(
        line=table.rows[one].line,
        one=table.names[one],
        other=table.names[other],
        winner=table.names[one if is_won_by_one else other],
        day=table.day,
        score_one=score[0] if is_points else None,
        score_other=score[1] if is_points else None,
        length=length or (max(score) if is_points else None),
        sheet=table.sheet.name,
    )


def _is_walkover(table: CrossTable, one: int, other: int) -> bool:
    cells = (table.get_cell(one, other), table.get_cell(other, one))
    return any(read_score(cell).code in UNPLAYED or show_cell(cell) == "+" for cell in cells)


def _find_reason(table: CrossTable, one: int, other: int) -> str:
    score_of_one, mirror = _read_pair(table, one, other)
    return (
        HALVES_DIFFER
        if score_of_one.score and mirror.score and score_of_one.score != mirror.score[::-1]
        else NOT_PLAYED
    )


def _settle_walkovers(
    table: CrossTable, places: Sequence[tuple[int, int]], results: Sequence[MatchOfList], interview: Interview
) -> list[MatchOfList]:
    """Return the walk-overs with the answered winner; the column of matches won helps to guess it."""
    wins = Counter(match.winner for match in results)
    settled = []
    for one, other in places:
        names = table.names[one], table.names[other]
        missing = [
            name for place, name in ((one, names[0]), (other, names[1])) if _lacks_a_win(table, place, wins)
        ]
        signs = [show_cell(table.get_cell(one, other)), show_cell(table.get_cell(other, one))]
        guess = missing[0] if len(missing) == 1 else names[signs.index("+")] if "+" in signs else LEAVE_OUT
        lines = (table.rows[one].line, table.rows[other].line)
        answer = interview.ask(
            "walkover_winner",
            place=table.name_place(lines),
            lines=lines,
            facts={
                "one": names[0],
                "other": names[1],
                "remark": " / ".join(signs),
                "score": "",
                "length": "",
            },
            choices=(*names, LEAVE_OUT),
            guess=guess,
        )
        if answer != LEAVE_OUT:
            match = _make_match(table, one, other, (1, 0) if answer == names[0] else (0, 1))
            settled.append(replace(match, how="walkover"))
    return settled


def _lacks_a_win(table: CrossTable, place: int, wins: Counter[str]) -> bool:
    if table.won_column is None:
        return False
    won = read_whole_number(table.rows[place].get(table.won_column))
    return won is not None and won > wins[table.names[place]]
