"""Tables of a sheet: rows of headings, titles above them, sections; totals and footnotes. Pure."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from tournaments.exchange.lists.file_cells import CellRow, FileCells, SheetCells, show_cell
from tournaments.exchange.lists.heading_rows import Check, find_heading_places, find_sheet_roles
from tournaments.exchange.lists.headings import IGNORED, NAME_ROLES, fold_heading
from tournaments.exchange.lists.headless_columns import guess_columns, has_data
from tournaments.exchange.lists.reading import LEAVE_OUT, TABLE, TAKE, Interview, PassedOver
from tournaments.exchange.lists.token_sets import make_tokens
from tournaments.exchange.lists.written_names import is_name

# The roles of columns, guessed by their headings and by the rows below.
Guess = Callable[[tuple[str, ...], Sequence[CellRow]], tuple[str, ...]]
TITLE_ROW, HEADING_ROW, TOTALS, FOOTNOTE, HIDDEN = "title", "headings", "totals", "footnote", "hidden"
MORE_HEADINGS = "more_headings"
TOTAL_TERMS = make_tokens(
    "total totals totale totali totaux summe gesamt gesamtzahl insgesamt somme suma sum toplam ialt "
    "sammenlagt subtotal zwischensumme anzahl nombre numero count average schnitt media moyenne razem "
    "celkem totaal"
)
COUNT_TERMS = make_tokens(
    "players matches members entries spieler mitglieder giocatori soci partite joueurs membres "
    "jugadores socios spillere medlemmer oyuncu uye spiele partidas matchs participants teilnehmer "
    "present presenti anwesend"
)
# Behind a count; before one, "Persons" and others can be a surname.
COUNTED_TERMS = COUNT_TERMS | make_tokens(
    "entrants entrant entry iscritti iscritte iscrizioni partecipanti persone people persons registered "
    "registrations anmeldungen angemeldet personen inscrits inscriptions engages inscritos inscripciones "
    "participantes deltagere tilmeldte katilimci katilimcilar kisi"
)
CURRENCY_TERMS = make_tokens("eur euro euros gbp usd chf kr dkk tl")
FOOTNOTE_START = re.compile(
    r"^\s*[*†‡§]|^\s*\d\)\s|^(?:note|nb|n\.b|hinweis|nota|bemerkung|remarque|stand|updated|source)\b", re.I
)
LINK = re.compile(r"https?://|www\.|@")
LONGEST_NAME_TERMS, LONGEST_TITLE, MOST_TITLE_ROWS = 5, 300, 20


@dataclass(frozen=True, slots=True)
class ListTable:
    """A table of a sheet: its headings (None without any), the role of each column, its rows, its title."""

    sheet: SheetCells
    heading: CellRow | None
    roles: tuple[str, ...]
    rows: tuple[CellRow, ...]
    title: str = ""
    above: tuple[CellRow, ...] = ()
    # Of tables beside each other: which one, from the left.
    block: int = 0
    # The day of a title that states no year, with the year that was answered.
    day: date | None = None

    @property
    def heading_texts(self) -> tuple[str, ...]:
        """Return the headings."""
        return self.heading.texts if self.heading else ()

    def get_column(self, role: str) -> int | None:
        """Return the column of a role, None if there is none."""
        return self.roles.index(role) if role in self.roles else None

    @property
    def text_above(self) -> str:
        """Return the title rows above the table in one text."""
        return "\n".join(row.text[:LONGEST_TITLE] for row in self.above[-MOST_TITLE_ROWS:])


def find_tables(
    sheet: SheetCells, is_wanted: Check, interview: Interview, guess: Guess | None = None
) -> list[ListTable]:
    """Return the tables of a sheet that have the wanted columns, each with its title; none without headings.

    The answers `heading_row` and `columns` (roles, separated by commas) say where one table begins and what
    its columns are; the answer `table` says which one. `guess` corrects the roles of the
    headings by what is below them.
    """
    selected = interview.get_start(sheet.name)
    if selected:
        return [_make_chosen_table(sheet, selected, interview)]
    places = find_heading_places(sheet, is_wanted)
    # A row such as "Players 12 9 14" is below the headings.
    places = places[:1] + [place for place in places[1:] if not _is_totals(sheet.rows[place], ())]
    tables: list[ListTable] = []
    previous_end = 0
    for number, place in enumerate(places):
        end = places[number + 1] if number + 1 < len(places) else len(sheet.rows)
        is_last = number + 1 == len(places)
        body = list(sheet.rows[place + 1 : end])
        titles_of_next = [] if is_last else _take_titles(body)
        above = sheet.rows[previous_end:place]
        heading = sheet.rows[place]
        title = above[-1].text if above and len(above[-1].filled) == 1 else ""
        found = find_sheet_roles(sheet, heading)
        found = guess(found, body) if guess else found
        roles = override_roles(found, interview.get_columns(sheet.name, heading.texts))
        tables.append(ListTable(sheet, heading, roles, tuple(body), title, tuple(above)))
        previous_end = end - len(titles_of_next)
    return tables


def leave_out_hidden(
    tables: Sequence[ListTable], interview: Interview
) -> tuple[list[ListTable], list[PassedOver]]:
    """Return tables of results without the rows that the file hides, unless the answer takes them."""
    hidden = [(table.sheet.name, row) for table in tables for row in table.rows if row.is_hidden]
    if not hidden:
        return list(tables), []
    lines = tuple(row.line for _sheet, row in hidden)
    answer = interview.ask("hidden_results", lines=lines, choices=(LEAVE_OUT, TAKE), guess=LEAVE_OUT)
    if answer == TAKE:
        return list(tables), []
    remaining = [
        replace(table, rows=tuple(row for row in table.rows if not row.is_hidden)) for table in tables
    ]
    return remaining, [PassedOver(row.line, row.text, HIDDEN, sheet=sheet) for sheet, row in hidden]


def list_passed_rows(table: ListTable, first: ListTable | None = None) -> list[PassedOver]:
    """Return the rows above a table, and that of its headings; other ones than those of `first` are named."""
    sheet, heading = table.sheet.name, table.heading
    passed = [PassedOver(row.line, row.text, TITLE_ROW, sheet=sheet) for row in table.above]
    if heading:
        is_same = first is None or heading is first.heading or table.heading_texts == first.heading_texts
        reason = HEADING_ROW if is_same else MORE_HEADINGS
        passed.append(PassedOver(heading.line, heading.text, reason, sheet=sheet))
    return passed


def list_other_columns(tables: Sequence[ListTable], first: object | None) -> tuple[tuple[str, str, str], ...]:
    """Return sheet, heading and role of every column of the tables but the first one."""
    return tuple(
        (table.sheet.name, heading, role)
        for table in tables
        if table is not first
        for heading, role in zip(table.heading_texts, table.roles, strict=False)
    )


def find_reason_to_pass(row: CellRow, table: ListTable) -> str:
    """Return why a row below the headings is none of the list: totals or a footnote; "" if it may be one."""
    name_columns = [column for column, role in enumerate(table.roles) if role in NAME_ROLES]
    texts = row.texts
    if _is_totals(row, name_columns):
        return TOTALS
    filled = row.filled
    if len(filled) > 1 or len(table.roles) < 2:
        return FOOTNOTE if len(filled) == 1 and _is_sentence(texts[filled[0]]) else ""
    text = texts[filled[0]]
    if filled[0] not in name_columns or _is_sentence(text):
        return FOOTNOTE
    return FOOTNOTE if len(text.split()) > LONGEST_NAME_TERMS else ""


def _is_totals(row: CellRow, name_columns: Sequence[int]) -> bool:
    texts = row.texts
    leading = next((text for text in texts if text), "")
    named = [texts[column] for column in name_columns if column < len(texts) and texts[column]]
    # Beside somebody's name a cell such as "player" is no count of players.
    candidates = named if named and all(map(is_name, named)) else [leading, *named]
    if _is_person_named_like_totals(named):
        return False
    others = [text for text in texts if text]
    has_figures = any(_is_figure(text) for text in others)
    for text in candidates:
        tokens = fold_heading(text).split()
        if not tokens:
            continue
        is_total = tokens[0] in TOTAL_TERMS or tokens[-1] in TOTAL_TERMS or fold_heading(text) == "i alt"
        # "I presenti", but not the initial of "I. Lumb".
        counted_thing = tokens[1] if tokens[0] == "i" and len(tokens) > 1 else tokens[0]
        is_count = len(tokens) <= 3 and counted_thing in COUNT_TERMS
        if (
            counts_people(text)
            or (is_total and len(tokens) <= 4 and (has_figures or len(others) == 1 or ":" in text))
            or (is_count and has_figures)
        ):
            return True
    return False


def counts_people(text: str) -> bool:
    """Return whether a text is a count, perhaps with an amount behind it: "14 entries, 155"."""
    tokens = fold_heading(text).split()
    if len(tokens) < 2 or not tokens[0].isdecimal() or tokens[1] not in COUNTED_TERMS:
        return False
    return all(token.isdecimal() or token in CURRENCY_TERMS for token in tokens[2:])


def _is_person_named_like_totals(name_cells: Sequence[str]) -> bool:
    """Return whether the name cells are surname and first name: "Suma, Anna", or "Suma" and "Anna"."""
    parts = [part.strip() for part in (name_cells[0].split(",") if len(name_cells) == 1 else name_cells)]
    tokens = {token for part in parts[1:] for token in fold_heading(part).split()}
    is_of_first_name = bool(tokens) and not tokens & (TOTAL_TERMS | COUNT_TERMS)
    return len(parts) == 2 and is_of_first_name and all(map(is_name, parts))


def _is_figure(text: str) -> bool:
    """Return whether a text is a number or an amount, or a count such as "22 matches"."""
    number, _space, noun = text.partition(" ")
    is_count = number.isdecimal() and fold_heading(noun) in COUNT_TERMS
    return is_count or bool(re.fullmatch(r"[-+€$£ ]*\d[\d.,' ]*[€$£]?", text))


def _is_sentence(text: str) -> bool:
    has_end = text.endswith((".", "!", "?", ":")) and len(text.split()) > 2
    return bool(FOOTNOTE_START.search(text) or LINK.search(text) or has_end)


def find_chosen_headings(file: FileCells, interview: Interview) -> tuple[str, ...]:
    """Return the headings of the table for which columns were chosen; none without such a table."""
    line, _separator, name = interview.get_answer(TABLE).partition("!")
    rows = (row for sheet in file.sheets if sheet.name == name for row in sheet.rows)
    return next((row.texts for row in rows if str(row.line) == line), ())


def override_roles(roles: tuple[str, ...], given_answer: str) -> tuple[str, ...]:
    """Return the roles that an answer gives to the columns, else those found."""
    if not given_answer:
        return roles
    selected = given_answer.split(",")
    return tuple(selected[column] if column < len(selected) else IGNORED for column in range(len(roles)))


def _make_chosen_table(sheet: SheetCells, line: int, interview: Interview) -> ListTable:
    """Return the table that begins in a row, with its headings or without any."""
    above = tuple(row for row in sheet.rows if row.line < line)
    heading = next((row for row in sheet.rows if row.line == line), None)
    rows = tuple(row for row in sheet.rows if row.line > line)
    roles = find_sheet_roles(sheet, heading) if heading else ()
    if heading and not any(roles) and (has_data(heading) or not any(map(has_data, rows))):
        # The row is the first one of a list without headings.
        body = SheetCells(sheet.name, (heading, *rows), sheet.hidden_columns)
        roles = override_roles(guess_columns(body), interview.get_columns(sheet.name))
        return ListTable(sheet, None, roles, body.rows, "", above)
    roles = roles or (IGNORED,) * sheet.width
    given_answer = interview.get_columns(sheet.name, heading.texts if heading else ())
    return ListTable(sheet, heading, override_roles(roles, given_answer), rows, "", above)


def _take_titles(body: list[CellRow]) -> list[CellRow]:
    """Remove the title of the next table from the end of the rows of this one, and return it."""
    titles: list[CellRow] = []
    while body and len(body[-1].filled) == 1 and len(titles) < 2 and _is_title(body, titles):
        titles.insert(0, body.pop())
    return titles


def _is_title(body: Sequence[CellRow], titles: Sequence[CellRow]) -> bool:
    text = show_cell(body[-1].cells[body[-1].filled[0]])
    return not titles or not is_name(text)
