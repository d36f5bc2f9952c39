"""What stands beside a name in a pasted list: club, country, rating and family, in any order. Pure.

A line is cut at tabs, else at semicolons, else at commas. A first line of headings says which column is what.
Without one, figures are a rating, a code, flag or name of a country is the country, a cell with its word in
front ("club: Roma", "family: Rossi") is that; of the other cells one is the name and the next one the club.
What stands beside the names of other lines is no name: so a club may stand first in some lines.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from tournaments import countries

SEPARATORS = ("\t", ";", ",")
NAME, FIRST, SURNAME, NUMBER = "name", "first", "surname", "number"
CLUB, COUNTRY, RATING, FAMILY = "club", "country", "rating", "family"
HEADS = {
    NAME: "name player players nome giocatore giocatori giocatrice nominativo iscritto entry partecipante "
    "full_name nome_e_cognome cognome_e_nome name_and_surname",
    FIRST: "first_name given_name forename nome_di_battesimo",
    SURNAME: "surname last_name family_name cognome",
    CLUB: "club circolo società societa squadra associazione asd",
    COUNTRY: "country nation nationality nazione nazionalità paese naz nat fed federation federazione",
    RATING: "rating elo fibs punteggio punti_elo",
    FAMILY: "family famiglia household fam nucleo",
    NUMBER: "no nr n num number numero pos posizione #",
}
WORDS = {word.replace("_", " "): kind for kind, words in HEADS.items() for word in words.split()}
FIGURES = re.compile(r"^\d{3,4}([.,]\d{1,3})?$")
LISTED = re.compile(r"^(\d{1,3})\s*[.):\-]?$")
MOST_LISTED = 99
LOWEST, HIGHEST, LONGEST_CLUB, LONGEST_FAMILY = 100, 9999, 80, 40


@dataclass(frozen=True, slots=True)
class Particulars:
    """What a line says beside the name: `country` as a code of three letters, `rating` 0 where there is none.

    `unread` are cells nobody could make anything of.
    """

    club: str = ""
    country: str = ""
    family: str = ""
    rating: int = 0
    unread: tuple[str, ...] = ()


NOTHING = Particulars()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list: its number from 1, the name as it is written, and what stands beside it."""

    number: int
    name: str
    about: Particulars = NOTHING


def rows(lines: Iterable[tuple[int, str]], is_known: Callable[[str], bool]) -> list[Row]:
    """The lines of a list with their numbers; blank ones and headings are left out.

    `is_known` tells whether the club knows somebody of that name.
    """
    cut = [(number, _cells(text)) for number, text in lines]
    cut = [(number, cells) for number, cells in cut if any(cells)]
    heads = _heads(cut[0][1]) if cut else ()
    if heads:
        return [_by_heads(number, cells, heads) for number, cells in cut[1:]]
    bare = [(number, _without_number(cells, len(cut))) for number, cells in cut]
    places = _places_of_names([cells for _, cells in bare], is_known)
    return [_by_sight(number, cells, at) for (number, cells), at in zip(bare, places, strict=True)]


def written(name: str, about: Particulars) -> str:
    """A line that is read as this name and these particulars."""
    details = {kind: str(getattr(about, kind) or "") for kind in (CLUB, COUNTRY, FAMILY, RATING)}
    return line(name, details, about.unread)


def line(name: str, details: Mapping[str, str], unread: Sequence[str] = ()) -> str:
    """A line of this name, with its word in front of each thing that is told beside it."""
    cells = [name, *(f"{kind}: {value}" for kind, value in details.items() if value), *unread]
    if len(cells) == 1 and any(sign in name for sign in SEPARATORS):
        cells.append("")
    return "; ".join(_quoted(cell) for cell in cells)


def beside_surnames(kinds: Sequence[str]) -> list[str]:
    """The kinds of columns, where what is called the name is the first one when there is a surname beside."""
    return [FIRST if kind == NAME and SURNAME in kinds else kind for kind in kinds]


def _quoted(cell: str) -> str:
    line = StringIO()
    csv.writer(line, delimiter=";", lineterminator="").writerow([cell, ""])
    return line.getvalue().removesuffix(";")


def rating_of(text: str) -> int:
    """The rating a cell says, rounded; 0 when it says none."""
    figure = text.strip()
    if not FIGURES.match(figure):
        return 0
    rating = round(float(figure.replace(",", ".")))
    return rating if LOWEST <= rating <= HIGHEST else 0


def _cells(text: str) -> list[str]:
    plain = "".join(letter if letter.isprintable() or letter == "\t" else " " for letter in text)
    separator = next((sign for sign in SEPARATORS if sign in plain.strip()), "")
    if not separator:
        return [plain.strip()]
    (cells,) = csv.reader([plain.strip("\n ")], delimiter=separator, skipinitialspace=True)
    return [" ".join(cell.split()) for cell in cells]


def _without_number(cells: list[str], lines: int) -> list[str]:
    """A line without the number it has in its list."""
    number_match = LISTED.match(cells[0])
    is_number = number_match is not None and int(number_match[1]) <= max(lines, MOST_LISTED)
    return cells[1:] if is_number and any(cells[1:]) else cells


def _heads(cells: Sequence[str]) -> tuple[str, ...]:
    """What each column is, where this is a line of headings; an unknown column is ""."""
    kinds = [WORDS.get(cell.strip(" .:").casefold(), "") for cell in cells]
    if not {NAME, SURNAME} & set(kinds) or (len(cells) > 1 and sum(map(bool, kinds)) < 2):
        return ()
    kinds = beside_surnames(kinds)
    return tuple(kinds)


def _by_heads(number: int, cells: Sequence[str], heads: Sequence[str]) -> Row:
    details: dict[str, str] = {}
    for kind, cell in zip(heads, cells, strict=False):
        if kind and cell and kind not in details:
            details[kind] = cell
    name = details.get(NAME) or " ".join(filter(None, (details.get(FIRST), details.get(SURNAME))))
    return Row(number, name, _about(details, [cell for cell in cells[len(heads) :] if cell]))


def _column_of_names(lines: Sequence[Sequence[str]], is_known: Callable[[str], bool]) -> int:
    """The column most names stand in: of known people first, then of those that repeat least."""
    columns: dict[int, list[str]] = {}
    for cells in lines:
        for place, cell in enumerate(cells):
            columns.setdefault(place, []).append(cell)

    def names(place: int) -> list[str]:
        name_cells = [cell for cell in columns[place] if _is_name(cell)]
        # A country may be a first name too, but not in a column of countries alone.
        return name_cells if any(not countries.by_name(cell) for cell in name_cells) else []

    def weight(place: int) -> tuple[int, int]:
        name_cells = names(place)
        return sum(map(is_known, name_cells)), len({cell.casefold() for cell in name_cells})

    return max(columns, key=lambda place: (*weight(place), -place), default=0)


def _places_of_names(lines: Sequence[Sequence[str]], is_known: Callable[[str], bool]) -> list[int]:
    """Where the name of each line stands: in the column of names, unless there stands what other lines have
    beside theirs, such as a club."""
    column = _column_of_names(lines, is_known)
    places = [
        column if column < len(cells) and _is_name(cells[column]) else _first_name(cells) for cells in lines
    ]
    beside = [
        Counter(cell.casefold() for place, cell in enumerate(cells) if place != at and _is_name(cell))
        for cells, at in zip(lines, places, strict=True)
    ]
    everywhere: Counter[str] = Counter()
    for line_counts in beside:
        everywhere.update(line_counts)
    return [
        _rather(cells, at, everywhere, line_counts)
        for cells, at, line_counts in zip(lines, places, beside, strict=True)
    ]


def _rather(cells: Sequence[str], at: int, everywhere: Counter[str], line_counts: Counter[str]) -> int:
    """The place of a name: `at`, or where the cell at it stands beside others, the first that does not."""

    def is_beside_others(cell: str) -> bool:
        return everywhere[cell.casefold()] > line_counts[cell.casefold()]

    if at >= len(cells) or not is_beside_others(cells[at]):
        return at
    able = (place for place, cell in enumerate(cells) if _is_name(cell) and not countries.by_name(cell))
    return next((place for place in able if not is_beside_others(cells[place])), at)


def _is_name(cell: str) -> bool:
    """Whether a cell could be a name: letters, and no code, figure or word in front."""
    has_letters = any(letter.isalpha() for letter in cell)
    return has_letters and not _labelled(cell) and not countries.by_code(cell)


def _by_sight(number: int, cells: Sequence[str], at: int) -> Row:
    details: dict[str, str] = {}
    plain: list[str] = []
    for place, cell in enumerate(cells):
        if place == at or not cell:
            continue
        kind, value = _labelled(cell) or _kind(cell)
        if kind and kind not in details:
            details[kind] = value
        else:
            plain.append(cell)
    if CLUB not in details and plain and any(letter.isalpha() for letter in plain[0]):
        details[CLUB] = plain.pop(0)
    name = details.pop(NAME, "") or (cells[at] if at < len(cells) else "")
    return Row(number, name, _about(details, plain))


def _first_name(cells: Sequence[str]) -> int:
    """The first cell that can be a name; rather a country than nothing."""
    able = [place for place, cell in enumerate(cells) if _is_name(cell)]
    sure = [place for place in able if not countries.by_name(cells[place])]
    is_labelled_name = any((_labelled(cell) or ("",))[0] == NAME for cell in cells)
    return len(cells) if is_labelled_name else next(iter((*sure, *able)), 0)


def _kind(cell: str) -> tuple[str, str]:
    if rating_of(cell):
        return RATING, cell
    if countries.by_code(cell) or countries.by_name(cell):
        return COUNTRY, cell
    return "", cell


def _labelled(cell: str) -> tuple[str, str] | None:
    # No regular expression: between two runs of blanks it would try every way to part a long one.
    heading, _, value = (part.strip() for part in cell.partition(":"))
    kind = WORDS.get(heading.casefold(), "") if heading.isalpha() else ""
    return (kind, value) if value and kind not in {"", NUMBER, FIRST, SURNAME} else None


def _about(details: Mapping[str, str], rest: Sequence[str]) -> Particulars:
    country, rating = countries.code_of(details.get(COUNTRY, "")), rating_of(details.get(RATING, ""))
    unread = [*rest]
    unread += [details[COUNTRY]] if details.get(COUNTRY) and not country else []
    unread += [details[RATING]] if details.get(RATING) and not rating else []
    club, family = details.get(CLUB, ""), details.get(FAMILY, "")
    unread += [club] if len(club) > LONGEST_CLUB else []
    unread += [family] if len(family) > LONGEST_FAMILY else []
    return Particulars(
        club if len(club) <= LONGEST_CLUB else "",
        country,
        family if len(family) <= LONGEST_FAMILY else "",
        rating,
        tuple(unread),
    )
