"""Which sheet of a file has the list of persons, and the tables on it. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.exchange.lists import headings, headless_columns
from tournaments.exchange.lists.file_cells import FileCells, SheetCells, show_cell
from tournaments.exchange.lists.heading_rows import (
    PROBED_ROWS,
    count_names,
    find_name_columns,
    find_sheet_roles,
    is_whole_name,
)
from tournaments.exchange.lists.person_columns import find_year_of_leaving, make_guess
from tournaments.exchange.lists.person_rows import FORMER, YEAR_IN_TEXT, fold_text
from tournaments.exchange.lists.reading import CHOSEN_SHEET, ENTRIES, TABLE, TAKE, Interview
from tournaments.exchange.lists.tables import ListTable, find_tables, override_roles
from tournaments.exchange.lists.token_sets import make_tokens
from tournaments.exchange.lists.written_names import is_name, read_name

# What only lists of persons have beside the names.
PERSONAL_ROLES = frozenset(
    (
        headings.EMAIL,
        headings.PHONE,
        headings.MOBILE,
        headings.BORN,
        headings.BIRTH_YEAR,
        headings.JOINED,
        headings.CLUB,
        headings.COUNTRY,
        headings.RATING,
        headings.NUMBER,
        headings.STATUS,
    )
)
OLD_TERMS = make_tokens("old vecchi alte alter vieux viejos gamle eski archive archiv archivio archives")
FEWEST_KNOWN, FEWEST_NAMES, MOST_TITLE_ROWS = 2, 3, 20


def is_of_persons(roles: Sequence[str]) -> bool:
    """Return whether one of the columns has names."""
    return not {headings.NAME, headings.FIRST, headings.LAST, headings.TAG}.isdisjoint(roles)


def choose_person_sheet(file: FileCells, kind: str, interview: Interview) -> tuple[str, list[ListTable]]:
    """Return the name of the sheet to read and its tables; asks if several sheets have people.

    No tables if nobody is found.
    """
    sheets = {sheet.name: sheet for sheet in file.sheets if sheet.rows and not sheet.is_hidden}
    headed = {name: _find_headed(sheet, interview) for name, sheet in sheets.items()}
    counts = {name: _count_names(tables) for name, tables in headed.items()}
    if not interview.get_answer("heading_row"):
        guessed = {name: guess_table(sheets[name], kind) for name, count in counts.items() if not count}
        counts |= _count_guessed(guessed, best=max(counts.values(), default=0))
    plausible = [name for name, count in counts.items() if count]
    started = [name for name in plausible if interview.get_start(name) and interview.get_answer(TABLE)]
    best = next(iter(started), "") or _guess_sheet(counts, plausible, interview.year)
    answer = interview.get_answer(CHOSEN_SHEET)
    if len(plausible) > 1 or (plausible and _has_more_names(sheets, headed, best)):
        answer = interview.ask(CHOSEN_SHEET, choices=tuple(sheets), guess=best)
    sheet = answer if answer in sheets else best
    if headed.get(sheet) or sheet not in sheets:
        return sheet, headed.get(sheet, [])
    table = None if interview.get_answer("heading_row") else _take_guessed(sheets[sheet], kind, interview)
    return sheet, [table] if table else []


def _find_headed(sheet: SheetCells, interview: Interview) -> list[ListTable]:
    """Return the tables of a sheet that have headings and somebody below them."""
    tables = find_tables(sheet, is_of_persons, interview, make_guess(sheet))
    person_tables = [find_year_of_leaving(table, interview) for table in tables if is_of_persons(table.roles)]
    return person_tables if _count_names(person_tables) else []


def _count_names(tables: Sequence[ListTable]) -> int:
    """Return how many cells of the tables are names, weighted by how much else is known of each."""
    count = 0
    for table in tables:
        places = [
            table.roles.index(role) for role in (*headings.NAME_ROLES, headings.TAG) if role in table.roles
        ]
        known_values = sum(map(bool, table.roles))
        count += known_values * sum(
            any(is_name(show_cell(row.get(place))) for place in places) for row in table.rows
        )
    return count


def _count_guessed(guessed: Mapping[str, ListTable | None], *, best: int) -> dict[str, int]:
    """Return the names of sheets whose headings do not name them; beside a better one only many count."""
    counts: dict[str, int] = {}
    for name, table in guessed.items():
        if table is None or (best == 0 and counts):
            continue
        column = table.get_column(headings.NAME)
        names = [show_cell(row.get(column)) for row in table.rows] if column is not None else []
        whole = sum(map(is_whole_name, names))
        if best == 0 or (whole >= FEWEST_NAMES and _count_names([table]) * 2 >= best):
            counts[name] = max(_count_names([table]), 1)
    return counts


def _has_more_names(
    sheets: Mapping[str, SheetCells], headed: Mapping[str, Sequence[ListTable]], best: str
) -> bool:
    """Return whether another sheet has more whole names in a column than the best one has people."""
    people = sum(len(table.rows) for table in headed[best]) or len(sheets[best].rows)
    return any(
        sum(is_whole_name(show_cell(row.get(column))) for row in sheet.rows) > people
        for name, sheet in sheets.items()
        if name != best
        for column in find_name_columns(sheet)
    )


def _guess_sheet(counts: Mapping[str, int], plausible: Sequence[str], year: int) -> str:
    """Return the sheet with most people: rather the one of this year, and not that of former members."""
    highest_count = max((counts[name] for name in plausible), default=0)

    def rate(name: str) -> tuple[bool, int, int]:
        folded = fold_text(name)
        is_old = bool(FORMER.search(folded)) or not OLD_TERMS.isdisjoint(folded.split())
        years = [int(text) for text in YEAR_IN_TEXT.findall(folded)]
        return not is_old, max(years, default=year) if counts[name] * 2 >= highest_count else 0, counts[name]

    return max(plausible, key=rate, default="")


def guess_table(sheet: SheetCells, kind: str) -> ListTable | None:
    """Return the table of a sheet whose headings name no people, or that has none; None without names."""
    table = find_unnamed_table(sheet, kind)
    if table is None and _is_without_headings(sheet):
        roles = headless_columns.guess_columns(sheet)
        table = ListTable(sheet, None, roles, sheet.rows) if is_of_persons(roles) else None
    return table


def find_unnamed_table(sheet: SheetCells, kind: str) -> ListTable | None:
    """Return the table below the first row of known headings, the one of the names being unknown.

    The column of the names is the one with most different whole names below an unknown heading.
    """
    counts = count_names(sheet)
    name_columns = frozenset(counts)
    for place, row in enumerate(sheet.rows[:PROBED_ROWS] if name_columns else ()):
        roles = find_sheet_roles(sheet, row)
        known_count = sum(map(bool, roles))
        if known_count < FEWEST_KNOWN or known_count * 3 < len(row.filled) or headless_columns.has_data(row):
            continue
        is_personal = kind == ENTRIES or not PERSONAL_ROLES.isdisjoint(roles)
        free = [column for column in sorted(name_columns) if not roles[column] and show_cell(row.get(column))]
        if free and is_personal and not is_of_persons(roles):
            best = max(free, key=lambda column: (counts[column], -column))
            settled_roles = tuple(
                headings.NAME if column == best else role for column, role in enumerate(roles)
            )
            above = sheet.rows[:place]
            title = above[-1].text if above and len(above[-1].filled) == 1 else ""
            rows = sheet.rows[place + 1 :]
            return ListTable(sheet, row, make_guess(sheet)(settled_roles, rows), rows, title, above)
    return _find_unknown_headings(sheet, name_columns)


def _find_unknown_headings(sheet: SheetCells, name_columns: frozenset[int]) -> ListTable | None:
    """Return the table below a first row of single terms above whole names, below titles of one cell."""
    place = next((place for place, row in enumerate(sheet.rows) if len(row.filled) > 1), None)
    if place is None or sheet.width < 2 or _has_other_headings(sheet, name_columns):
        return None
    row = sheet.rows[place]
    filled_columns = [column for column in sorted(name_columns) if show_cell(row.get(column))]
    if not filled_columns or headless_columns.has_data(row):
        return None
    if any(is_whole_name(read_name(show_cell(row.get(column))).name) for column in filled_columns):
        return None
    body = SheetCells(sheet.name, sheet.rows[place + 1 :], sheet.hidden_columns)
    roles = headless_columns.guess_columns(body)
    if len(roles) < sheet.width or not is_of_persons(roles) or headings.NAME not in roles:
        return None
    return ListTable(sheet, row, make_guess(sheet)(roles, body.rows), body.rows, "", sheet.rows[:place])


def _has_other_headings(sheet: SheetCells, name_columns: frozenset[int]) -> bool:
    """Return whether a row has headings of something else, such as those of a cash book."""
    for row in sheet.rows[:MOST_TITLE_ROWS]:
        roles = find_sheet_roles(sheet, row)
        is_of_list = any(is_whole_name(show_cell(row.get(column))) for column in name_columns)
        known_count = sum(map(bool, roles))
        if is_of_list or is_of_persons(roles):
            continue
        # "Player 1" and "Player 2" are headings, although they have figures.
        is_known = known_count >= FEWEST_KNOWN and known_count * 2 >= len(row.filled)
        is_dated = headings.DATE in roles and len(row.filled) > 1
        if is_known or (not headless_columns.has_data(row) and (known_count >= FEWEST_KNOWN or is_dated)):
            return True
    return False


def _is_without_headings(sheet: SheetCells) -> bool:
    """Return whether the rows of a sheet are a list from the first one on, below titles of one cell."""
    return headless_columns.is_headless(sheet) and not _has_other_headings(sheet, find_name_columns(sheet))


def _take_guessed(sheet: SheetCells, kind: str, interview: Interview) -> ListTable | None:
    """Return the table that a sheet seems to have, with the columns chosen for it; asks whether it is so."""
    unnamed = find_unnamed_table(sheet, kind)
    if unnamed is not None:
        selected_roles = interview.get_columns(sheet.name, unnamed.heading_texts)
        if selected_roles:
            settled_table = replace(unnamed, roles=override_roles(unnamed.roles, selected_roles))
            return settled_table if is_of_persons(settled_table.roles) else None
        column = unnamed.get_column(headings.NAME) or 0
        facts = {"heading": unnamed.heading_texts[column]}
        interview.ask("name_column", facts=facts, choices=(TAKE,), guess=TAKE)
        return unnamed
    if not _is_without_headings(sheet):
        return None
    given_answer = interview.get_columns(sheet.name)
    roles = tuple(given_answer.split(",")) if given_answer else headless_columns.guess_columns(sheet)
    if not is_of_persons(roles):
        return None
    if sheet.width > 1:
        interview.ask(
            "columns",
            facts={str(number): role for number, role in enumerate(roles, start=1) if role},
            choices=(given_answer or TAKE,),
            guess=given_answer or TAKE,
        )
    displayed = tuple(headings.IGNORED if role == headings.POSITION else role for role in roles)
    return ListTable(sheet, None, displayed, sheet.rows)
