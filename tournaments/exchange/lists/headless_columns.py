"""What the columns of a table without headings are, by what is in their cells. Pure."""

import re
from collections.abc import Sequence

from tournaments import countries
from tournaments.exchange.lists.file_cells import CellRow, CellValue, SheetCells, show_cell
from tournaments.exchange.lists.heading_rows import find_name_columns, is_whole_name
from tournaments.exchange.lists.headings import (
    BORN,
    CLUB,
    COUNTRY,
    EMAIL,
    FIRST,
    IGNORED,
    LAST,
    NAME,
    PHONE,
    POSITION,
    RATING,
    fold_heading,
)
from tournaments.exchange.lists.token_sets import make_tokens
from tournaments.exchange.lists.written_dates import is_date_text
from tournaments.exchange.lists.written_names import is_name
from tournaments.exchange.lists.written_numbers import read_rating, read_yes_no

PHONE_PATTERN = re.compile(r"^\+?[\d /().\-]{6,22}$")
PROBED_ROWS, MIN_SHARE = 200, 0.6
# What stands in a column of kinds of members, or of who has paid.
STATUS_TERMS = make_tokens(
    "member junior senior guest student honorary full associate player director visitor family lapsed "
    "mitglied gast jugend jugendlich senior aktiv passiv ehrenmitglied schuler spieler "
    "socio ospite giovane studente ordinario onorario sostenitore giocatore "
    "membre invite jeune etudiant honoraire joueur adherent actif "
    "invitado estudiante honorario jugador "
    "medlem gaest studerende aeresmedlem spiller uye misafir genc ogrenci onursal oyuncu cash bank card"
)


def has_data(row: CellRow) -> bool:
    """Return whether a row has figures or addresses, as rows of persons have and headings have not."""
    return any(any(map(str.isdigit, text)) or "@" in text for text in row.texts)


def is_headless(sheet: SheetCells) -> bool:
    """Return whether the first row is one of the list: it has figures or a name, or no row has figures."""
    rows = sheet.rows[:PROBED_ROWS]
    if not rows or has_data(rows[0]) or not any(map(has_data, rows)):
        return bool(rows)
    return any(is_whole_name(show_cell(rows[0].get(column))) for column in find_name_columns(sheet))


def guess_columns(sheet: SheetCells) -> tuple[str, ...]:
    """Return the roles of the columns of a sheet without headings; no name column if none can be one."""
    rows = sheet.rows[:PROBED_ROWS]
    columns = [
        [row.get(column) for row in rows if show_cell(row.get(column))] for column in range(sheet.width)
    ]
    roles = [_guess_role(cells) for cells in columns]
    names = [column for column, role in enumerate(roles) if role == NAME]
    if (
        len(names) >= 2
        and names[1] == names[0] + 1
        and _are_single_terms(columns[names[0]], columns[names[1]])
    ):
        roles[names[0]], roles[names[1]] = LAST, FIRST
    elif names:
        # Most different names: what stands in several rows is rather a table or a club.
        best = max(names, key=lambda column: (len(_list_whole(columns[column])), -column))
        # A second column of tokens is rather the club.
        roles = [CLUB if role == NAME and column != best else role for column, role in enumerate(roles)]
    used_roles: set[str] = set()
    unique = []
    for role in roles:
        unique.append(IGNORED if role in used_roles else role)
        used_roles.add(role)
    return tuple(unique)


def _guess_role(cells: Sequence[CellValue]) -> str:
    if not cells:
        return IGNORED
    texts = [show_cell(cell) for cell in cells]
    tests = (
        (IGNORED, _is_status),
        (EMAIL, lambda text: "@" in text),
        (BORN, is_date_text),
        (COUNTRY, lambda text: bool(countries.by_code(text))),
        (POSITION, lambda text: text.isdecimal() and int(text) < 100),
        (RATING, lambda text: read_rating(text) is not None),
        (PHONE, lambda text: PHONE_PATTERN.match(text) is not None),
        (NAME, is_name),
    )
    for role, matches in tests:
        if sum(map(bool, map(matches, texts))) >= MIN_SHARE * len(texts):
            return role
    return IGNORED


def _list_whole(cells: Sequence[CellValue]) -> set[str]:
    return {text.casefold() for cell in cells if " " in (text := show_cell(cell))}


def _is_status(text: str) -> bool:
    is_mark = not any(map(str.isdigit, text)) and read_yes_no(text) is not None
    return is_mark or fold_heading(text) in STATUS_TERMS


def _are_single_terms(one: Sequence[CellValue], other: Sequence[CellValue]) -> bool:
    both = [show_cell(cell) for cell in (*one, *other)]
    return sum(" " in text for text in both) * 3 <= len(both)
