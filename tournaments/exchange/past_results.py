"""Results and places of past seasons from a table: roles of its columns, readings of its rows. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from tournaments.entries_text import folded
from tournaments.exchange.spreadsheets import Grid
from tournaments.formats.graph import CONSOLATION, LAST_CHANCE, MAIN

FLIGHTS = {
    MAIN: "main principale tabellone open haupt",
    CONSOLATION: "consolation consolazione cons trost",
    LAST_CHANCE: "last_chance lastchance ultima_chance ultima_possibilità last",
}
FLIGHT_NAMES = {name.replace("_", " "): flight for flight, names in FLIGHTS.items() for name in names.split()}
# 3, 3., 3rd, 3°, =3, 3=, 3-4, 3/4.
PLACE_RANGE = re.compile(
    r"^=?\s*(\d{1,3})\s*(?:(?:st|nd|rd|th|\.|°|º|ª|=)\s*)?(?:[-–/]\s*(\d{1,3})\s*[.°º]?)?$", re.ASCII
)
MOST_PLAYERS = 512


@dataclass(frozen=True, slots=True)
class RowFault:
    """Why a row is rejected: code, line, and the offending text."""

    code: str
    line: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A place read from a row of a table.

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


def span_of(text: str) -> tuple[int, int] | None:
    """Parse the first and the last place from a text (0: not given); None if it is not a place."""
    place_match = PLACE_RANGE.match(text.strip())
    if place_match is None:
        return None
    first, last = int(place_match[1]), int(place_match[2] or 0)
    return (
        (first, last) if 1 <= first <= MOST_PLAYERS and (not last or first <= last <= MOST_PLAYERS) else None
    )


def flight_of(text: str) -> str:
    """Parse the name of a flight: the main one for an empty text, "" if unknown."""
    plain = " ".join(text.casefold().replace("_", " ").split())
    return FLIGHT_NAMES.get(plain, "") if plain else MAIN


def settled(place_rows: Sequence[PlaceRow]) -> tuple[tuple[PlaceRow, ...], tuple[RowFault, ...]]:
    """Complete places with sharing and field size; return them and the faults.

    Rows with the same first place share it and the next ones. Without a given field size, all placed players
    are the field.
    """
    groups: defaultdict[tuple[date, str, str], list[PlaceRow]] = defaultdict(list)
    for row in place_rows:
        groups[row.day, row.evening, row.flight].append(row)
    completed_groups = [_shared(rows) for rows in groups.values()]
    faults = [fault for rows in completed_groups for fault in _faults(rows)]
    return tuple(row for rows in completed_groups for row in rows), tuple(
        sorted(faults, key=lambda one: one.line)
    )


def _shared(rows: Sequence[PlaceRow]) -> list[PlaceRow]:
    equals: defaultdict[int, list[PlaceRow]] = defaultdict(list)
    for row in rows:
        equals[row.first].append(row)
    ends = {
        first: max([first + len(alike) - 1, *(row.last for row in alike)]) for first, alike in equals.items()
    }
    field = max([len(rows), *ends.values(), *(row.field for row in rows)])
    return [replace(row, last=row.last or ends[row.first], field=field) for row in rows]


def _faults(rows: Sequence[PlaceRow]) -> Iterator[RowFault]:
    """Yield repeated names, places already taken, and ranges with too many players."""
    names: set[str] = set()
    first_by_place: dict[int, int] = {}
    spans: defaultdict[tuple[int, int], int] = defaultdict(int)
    for row in rows:
        if folded(row.name) in names:
            yield RowFault("past_place_twice", row.line, row.name)
        names.add(folded(row.name))
        spans[row.first, row.last] += 1
        is_taken = any(
            first_by_place.setdefault(place, row.first) != row.first
            for place in range(row.first, row.last + 1)
        )
        if is_taken or spans[row.first, row.last] > row.last - row.first + 1:
            yield RowFault("past_place_taken", row.line, f"{row.first}")
        elif row.field > MOST_PLAYERS:
            yield RowFault("past_field_wrong", row.line, f"{row.field}")


DATE, EVENING, ONE, OTHER = "date", "evening", "one", "other"
SCORE_ONE, SCORE_OTHER, RESULT = "score_one", "score_other", "result"
LENGTH, WINNER, ENDING, IGNORED = "length", "winner", "ending", ""
PLACE, FLIGHT, FIELD = "place", "flight", "field"
MATCH = (ONE, OTHER, SCORE_ONE, SCORE_OTHER, RESULT, LENGTH, WINNER, ENDING)
ROLES = (IGNORED, DATE, EVENING, *MATCH, PLACE, FLIGHT, FIELD)
DAY_FIRST, MONTH_FIRST = "day", "month"
ORDERS = (DAY_FIRST, MONTH_FIRST)
FIRST_YEAR, LONGEST, LONGEST_NAME, LONGEST_EVENING = 1960, 99, 120, 120
PLAYED, WALKOVER, FORFEIT, RETIRED = "played", "walkover", "forfeit", "retired"
HEADS = {
    DATE: "date day data giorno datum jour when played_on",
    EVENING: "evening event tournament round night serata torneo evento turno abend tournoi competition gara",
    ONE: "player_1 player1 player_one player white winner_name giocatore_1 giocatore1 giocatore bianco "
    "spieler_1 joueur_1 name_1 a home",
    OTHER: "player_2 player2 player_two opponent black loser giocatore_2 giocatore2 avversario nero perdente "
    "spieler_2 joueur_2 name_2 b away",
    SCORE_ONE: "score_1 score1 points_1 points1 white_score winner_score punti_1 punti1 punteggio_1 pt_1 "
    "score_white",
    SCORE_OTHER: "score_2 score2 points_2 points2 black_score loser_score punti_2 punti2 punteggio_2 pt_2 "
    "punti_avversario opponent_score score_black",
    RESULT: "result score risultato punteggio ergebnis resultat",
    LENGTH: "length match_length points_to lunghezza punti partita_a to länge longueur",
    WINNER: "won won_by vincitore vincente winner sieger vainqueur",
    ENDING: "ending end fine esito remark note how",
    PLACE: "place rank position standing pos posto posizione piazzamento piazza classifica platz rang",
    FLIGHT: "flight bracket draw tabellone girone",
    FIELD: "field entrants players partecipanti iscritti giocatori teilnehmer",
}
COLUMN_NAMES = {name.replace("_", " "): role for role, names in HEADS.items() for name in names.split()}
ENDINGS = {
    PLAYED: "played giocata giocato ok normal",
    WALKOVER: "walkover walk-over wo w.o. w/o forfait absent assente assenza bye",
    FORFEIT: "forfeit forfeited a_tavolino tavolino squalifica squalificato",
    RETIRED: "retired ritiro ritirato abandoned abbandono",
}
ENDS = {name.replace("_", " "): end for end, names in ENDINGS.items() for name in names.split()}
ISO = re.compile(r"^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$")
NUMERIC = re.compile(r"^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$")
PAIR = re.compile(r"^(\d{1,2})\s*[-–:/ ]\s*(\d{1,2})$")
FIRST_NAMES, SECOND_NAMES = frozenset({"1", "one", "white", "a"}), frozenset({"2", "two", "black", "b"})
CENTURY = 70


@dataclass(frozen=True, slots=True)
class PastRow:
    """One match of a row; lines count from 1, headings included."""

    line: int
    day: date
    evening: str
    one: str
    other: str
    length: int
    score: tuple[int, int]
    is_won_by_one: bool
    ending: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Content of a table: matches, places, faulty rows, and number of rows without the loser's score."""

    rows: tuple[PastRow, ...]
    faults: tuple[RowFault, ...]
    without_score: int = 0
    places: tuple[PlaceRow, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the distinct names in order."""
        sat = (name for row in self.rows for name in (row.one, row.other))
        return tuple(dict.fromkeys((*sat, *(row.name for row in self.places))))

    @property
    def row_count(self) -> int:
        """The number of rows with a match or a place."""
        return len(self.rows) + len(self.places)

    @property
    def nights(self) -> frozenset[tuple[date, str]]:
        """Return the days and tournaments."""
        all_rows: tuple[PastRow | PlaceRow, ...] = (*self.rows, *self.places)
        return frozenset((row.day, row.evening) for row in all_rows)


class _Wrong(Exception):  # noqa: N818 - control flow for rejected rows
    """A row without a valid match."""


def has_heads(grid: Grid) -> bool:
    """Return whether the first row has headings."""
    return sum(role_of(cell) != IGNORED for cell in grid.rows[0]) >= 2


def guessed(grid: Grid) -> tuple[str, ...]:
    """Guess the role of every column from its heading; each role once."""
    column_roles: list[str] = []
    for cell in grid.rows[0]:
        role = role_of(cell)
        column_roles.append(IGNORED if role in column_roles else role)
    if WINNER in column_roles and ONE not in column_roles:
        column_roles[column_roles.index(WINNER)] = ONE
    return tuple(column_roles)


def role_of(head: str) -> str:
    """Return the role of a heading, or `IGNORED`."""
    return COLUMN_NAMES.get(" ".join(head.casefold().replace("_", " ").replace(".", "").split()), IGNORED)


def missing(roles: Sequence[str]) -> tuple[str, ...]:
    """Return missing required roles: a place, or an opponent and some form of score."""
    is_of_places = PLACE in roles and OTHER not in roles
    needed = (DATE, ONE) if is_of_places else (DATE, ONE, OTHER)
    has_score = {SCORE_ONE, SCORE_OTHER} <= set(roles) or not {RESULT, LENGTH}.isdisjoint(roles)
    more = () if is_of_places or has_score else (RESULT,)
    return (*(role for role in needed if role not in roles), *more)


def repeated(roles: Sequence[str]) -> tuple[str, ...]:
    """Return the roles given to several columns."""
    return tuple(role for role in ROLES if role and roles.count(role) > 1)


def order_of(grid: Grid, roles: Sequence[str]) -> str:
    """Return whether days or months come first in numeric dates; days by default."""
    if DATE not in roles:
        return DAY_FIRST
    column = roles.index(DATE)
    date_matches = [match for row in grid.rows if (match := NUMERIC.match(row[column]))]
    second_is_day = any(int(match[2]) > 12 for match in date_matches)
    return (
        MONTH_FIRST if second_is_day and not any(int(match[1]) > 12 for match in date_matches) else DAY_FIRST
    )


def read(grid: Grid, roles: Sequence[str], *, heads: bool, order: str, today: date) -> Reading:
    """Parse every row as a match, or as a place if it has no opponent.

    Row numbers are those of the file without blank lines.
    """
    columns = {role: number for number, role in enumerate(roles) if role}
    rows: list[PastRow] = []
    place_rows: list[PlaceRow] = []
    faults: list[RowFault] = []
    for line, cells in enumerate(grid.rows, start=1):
        if heads and line == 1:
            continue
        row_cells = {role: cells[number] for role, number in columns.items()}
        try:
            if row_cells.get(PLACE) and not row_cells.get(OTHER):
                place_rows.append(_place(line, row_cells, order, today))
            else:
                rows.append(_row(line, row_cells, order, today))
        except _Wrong as wrong:
            faults.append(RowFault(wrong.args[0], line, wrong.args[1]))
    silent = 0 if RESULT in columns or SCORE_OTHER in columns else len(rows)
    places, wrong_places = settled(place_rows)
    every = sorted((*faults, *wrong_places), key=lambda fault: fault.line)
    return Reading(tuple(rows), tuple(every), silent, places)


def _row(line: int, row_cells: Mapping[str, str], order: str, today: date) -> PastRow:
    one, other = row_cells.get(ONE, ""), row_cells.get(OTHER, "")
    if not one or not other:
        raise _Wrong("past_name_missing", one or other)
    if len(one) > LONGEST_NAME or len(other) > LONGEST_NAME:
        raise _Wrong("past_name_long", max(one, other, key=len)[:40])
    if folded(one) == folded(other):
        raise _Wrong("past_against_himself", one)
    ending = _ending(row_cells.get(ENDING, ""))
    score, length = _score(row_cells), _whole(row_cells.get(LENGTH, ""), "past_length_wrong")
    if score is None and length is None:
        raise _Wrong("past_score_missing", "")
    length = length or max(score or (0,))
    won = _winner(row_cells, one, other, score)
    if score is None:
        score = (length, 0) if won else (0, length)
    _must_fit(length, score, won is not False, ending)
    if won is None:
        raise _Wrong("past_winner_open", f"{score[0]}-{score[1]}")
    return PastRow(
        line,
        _day(row_cells.get(DATE, ""), order, today),
        row_cells.get(EVENING, "")[:LONGEST_EVENING],
        one,
        other,
        length,
        (0, 0) if ending in (WALKOVER, FORFEIT) else score,
        won,
        ending,
    )


def _place(line: int, row_cells: Mapping[str, str], order: str, today: date) -> PlaceRow:
    name = row_cells.get(ONE, "")
    if not name:
        raise _Wrong("past_name_missing", row_cells[PLACE])
    if len(name) > LONGEST_NAME:
        raise _Wrong("past_name_long", name[:40])
    span, flight = span_of(row_cells[PLACE]), flight_of(row_cells.get(FLIGHT, ""))
    if span is None:
        raise _Wrong("past_place_wrong", row_cells[PLACE][:40])
    if not flight:
        raise _Wrong("past_flight_unknown", row_cells[FLIGHT][:40])
    field = _whole(row_cells.get(FIELD, ""), "past_field_wrong") or 0
    evening = row_cells.get(EVENING, "")[:LONGEST_EVENING]
    return PlaceRow(line, _day(row_cells.get(DATE, ""), order, today), evening, flight, name, *span, field)


def _score(row_cells: Mapping[str, str]) -> tuple[int, int] | None:
    if row_cells.get(RESULT):
        match = PAIR.match(row_cells[RESULT])
        if match is None:
            raise _Wrong("past_score_wrong", row_cells[RESULT])
        return int(match[1]), int(match[2])
    first, second = row_cells.get(SCORE_ONE, ""), row_cells.get(SCORE_OTHER, "")
    if not first and not second:
        return None
    return _whole(first, "past_score_wrong") or 0, _whole(second, "past_score_wrong") or 0


def _winner(row_cells: Mapping[str, str], one: str, other: str, score: tuple[int, int] | None) -> bool | None:
    """Return whether the first player won, None if undecided.

    By the winner column, else by the score; without a score the first player is the winner.
    """
    winner_text = row_cells.get(WINNER, "").casefold()
    if winner_text:
        if winner_text == one.casefold() or winner_text in FIRST_NAMES:
            return True
        if winner_text == other.casefold() or winner_text in SECOND_NAMES:
            return False
        raise _Wrong("past_winner_unknown", row_cells[WINNER])
    if score is not None and score[0] == score[1]:
        return None
    return score is None or score[0] > score[1]


def _must_fit(length: int, score: tuple[int, int], won: bool, ending: str) -> None:
    if not 1 <= length <= LONGEST:
        raise _Wrong("past_length_wrong", str(length))
    winner, loser = score if won else score[::-1]
    if ending == PLAYED and not (winner == length and loser < length):
        raise _Wrong("past_score_wrong", f"{score[0]}-{score[1]} ({length})")
    if ending == RETIRED and (winner >= length or loser >= length):
        raise _Wrong("past_score_wrong", f"{score[0]}-{score[1]} ({length})")


def _ending(text: str) -> str:
    if not text:
        return PLAYED
    ending = ENDS.get(" ".join(text.casefold().replace("_", " ").split()))
    if ending is None:
        raise _Wrong("past_ending_unknown", text)
    return ending


def _whole(text: str, code: str) -> int | None:
    if not text:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        raise _Wrong(code, text)
    return int(text)


def _day(text: str, order: str, today: date) -> date:
    date_parts = _figures(text, order)
    if date_parts is None:
        raise _Wrong("past_date_unreadable", text)
    try:
        day = date(*date_parts)
    except ValueError as error:
        raise _Wrong("past_date_unreadable", text) from error
    if day.year < FIRST_YEAR or day > today:
        raise _Wrong("past_date_impossible", text)
    return day


def _figures(text: str, order: str) -> tuple[int, int, int] | None:
    if match := ISO.match(text):
        return int(match[1]), int(match[2]), int(match[3])
    if match := NUMERIC.match(text):
        first, second, year = (int(each) for each in match.groups())
        if year < 100:
            year += 1900 if year >= CENTURY else 2000
        return (year, second, first) if order == DAY_FIRST else (year, first, second)
    return None


def days(reading: Reading) -> tuple[date, date] | None:
    """Return the first and the last day of a table."""
    result_days = [day for day, _ in reading.nights]
    return (min(result_days), max(result_days)) if result_days else None
