"""Results and places of past seasons in an uploaded table: roles of columns, matches, faults. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256

from matches.names import fold_name, is_bye, put_first_name_first
from rules.match import LONGEST_MATCH
from tournaments.exchange.spreadsheets import Grid
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
    """Why a row is rejected: code, line, and the offending text."""

    code: str
    line: int
    text: str = ""


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
            yield RowFault("past_place_twice", row.line, row.name)
        names.add(fold_name(row.name))
        spans[row.first, row.last] += 1
        is_taken = any(
            first_by_place.setdefault(place, row.first) != row.first
            for place in range(row.first, row.last + 1)
        )
        if is_taken or spans[row.first, row.last] > row.last - row.first + 1:
            yield RowFault("past_place_taken", row.line, f"{row.first}")
        elif row.field > LARGEST_DRAW:
            yield RowFault("past_field_wrong", row.line, f"{row.field}")


DATE, TOURNAMENT, ONE, OTHER = "date", "evening", "one", "other"
SCORE_ONE, SCORE_OTHER, RESULT = "score_one", "score_other", "result"
LENGTH, WINNER, ENDING, IGNORED = "length", "winner", "ending", ""
PLACE, FLIGHT, FIELD = "place", "flight", "field"
MATCH = (ONE, OTHER, SCORE_ONE, SCORE_OTHER, RESULT, LENGTH, WINNER, ENDING)
ROLES = (IGNORED, DATE, TOURNAMENT, *MATCH, PLACE, FLIGHT, FIELD)
DAY_FIRST, MONTH_FIRST = "day", "month"
ORDERS = (DAY_FIRST, MONTH_FIRST)
FIRST_YEAR, MAX_NAME, MAX_TOURNAMENT_NAME = 1960, 120, 120
PLAYED, WALKOVER, FORFEIT, RETIRED = "played", "walkover", "forfeit", "retired"
HEADINGS = {
    DATE: "date day data giorno datum jour when played_on",
    TOURNAMENT: "evening event tournament round night serata torneo evento turno abend tournoi competition "
    "gara",
    ONE: "player_1 player1 player_one player white giocatore_1 giocatore1 giocatore bianco "
    "spieler_1 joueur_1 name_1 a home",
    OTHER: "player_2 player2 player_two opponent black loser giocatore_2 giocatore2 avversario nero perdente "
    "loser_name spieler_2 joueur_2 name_2 b away",
    SCORE_ONE: "score_1 score1 points_1 points1 white_score winner_score punti_1 punti1 punteggio_1 pt_1 "
    "score_white",
    SCORE_OTHER: "score_2 score2 points_2 points2 black_score loser_score punti_2 punti2 punteggio_2 pt_2 "
    "punti_avversario opponent_score score_black",
    RESULT: "result score risultato punteggio ergebnis resultat",
    LENGTH: "length match_length points_to lunghezza punti partita_a to länge longueur",
    WINNER: "won won_by winner_name vincitore vincente winner sieger vainqueur",
    ENDING: "ending end fine esito remark note how",
    PLACE: "place rank position standing pos posto posizione piazzamento piazza classifica platz rang",
    FLIGHT: "flight bracket draw tabellone girone",
    FIELD: "field entrants players partecipanti iscritti giocatori teilnehmer",
}
ROLE_BY_HEADING = {name.replace("_", " "): role for role, names in HEADINGS.items() for name in names.split()}
ENDING_LABELS = {
    PLAYED: "played giocata giocato ok normal",
    WALKOVER: "walkover walk-over wo w.o. w/o forfait absent assente assenza kampflos",
    FORFEIT: "forfeit forfeited a_tavolino tavolino squalifica squalificato",
    RETIRED: "retired ritiro ritirato abandoned abbandono",
}
ENDING_BY_LABEL = {
    name.replace("_", " "): end for end, names in ENDING_LABELS.items() for name in names.split()
}
ISO_DATE = re.compile(r"^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$")
NUMERIC_DATE = re.compile(r"^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$")
SCORE = re.compile(r"^(\d{1,2})\s*[-–:/ ]\s*(\d{1,2})$")
# What a spreadsheet makes of a score such as 7-5 or 7:5: a date or a time.
CONVERTED_SCORE = re.compile(r"^\d{4}-\d{2}-\d{2}|^\d{2}:\d{2}:\d{2}|^\d{1,2}[-. ][A-Za-z]{3}$")
FIRST_PLAYER_LABELS = frozenset({"1", "one", "white", "a"})
SECOND_PLAYER_LABELS = frozenset({"2", "two", "black", "b"})
# Years of two digits from 70 on are in the 20th century.
FIRST_YEAR_OF_1900S = 70


@dataclass(frozen=True, slots=True)
class WholeTable:
    """What holds for all rows of a table that has no column of it: the day and the name of the tournament."""

    day: date | None = None
    tournament: str = ""

    def get_cells(self, roles: Sequence[str]) -> dict[str, str]:
        """Return the cells that these columns lack, by role."""
        cells = {DATE: self.day.isoformat() if self.day else "", TOURNAMENT: self.tournament}
        return {role: cell for role, cell in cells.items() if cell and role not in roles}


NOTHING_IN_COMMON = WholeTable()


@dataclass(frozen=True, slots=True)
class PastRow:
    """A match read from a row of a table; `evening` is the name of the tournament.

    `one` and `other` are the names of the players, `score` is in that order. `line` counts from 1, headings
    included.
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


@dataclass(frozen=True, slots=True)
class ParsedResults:
    """Content of a table: matches (`rows`), places, faults, and number of matches without full scores.

    `bye_lines` are the lines that name a bye instead of an opponent; they are left out.
    """

    rows: tuple[PastRow, ...]
    faults: tuple[RowFault, ...]
    without_score: int = 0
    places: tuple[PlaceRow, ...] = ()
    bye_lines: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the distinct names in order."""
        match_names = (name for row in self.rows for name in (row.one, row.other))
        return tuple(dict.fromkeys((*match_names, *(row.name for row in self.places))))

    @property
    def row_count(self) -> int:
        """Return the number of rows with a match or a place."""
        return len(self.rows) + len(self.places)

    @property
    def tournaments(self) -> frozenset[tuple[date, str]]:
        """Return day and name of each tournament."""
        all_rows: tuple[PastRow | PlaceRow, ...] = (*self.rows, *self.places)
        return frozenset((row.day, row.evening) for row in all_rows)


class _ByeRow(Exception):  # noqa: N818 - control flow for rows without a match
    """A row names a bye instead of an opponent."""


class _RejectedRow(Exception):  # noqa: N818 - control flow for rejected rows
    """A row is rejected; the arguments are the code of a `RowFault` and the offending text."""


def find_start(grid: Grid) -> int:
    """Return the number of the row in which the table begins, below its title."""
    return grid.find_start(_is_heading)


def has_headings(grid: Grid) -> bool:
    """Return whether the first row has headings."""
    return _is_heading(grid.rows[0])


def _is_heading(row: Sequence[str]) -> bool:
    return sum(get_role(cell) != IGNORED for cell in row) >= 2


def guess_roles(grid: Grid) -> tuple[str, ...]:
    """Guess the role of every column from its heading; each role once.

    Columns of winners and losers need no first player: the winner is one.
    """
    column_roles: list[str] = []
    for cell in grid.rows[0]:
        role = get_role(cell)
        column_roles.append(IGNORED if role in column_roles else role)
    return tuple(column_roles)


def get_role(heading: str) -> str:
    """Return the role of a heading, or `IGNORED`."""
    return ROLE_BY_HEADING.get(
        " ".join(heading.casefold().replace("_", " ").replace(".", "").split()), IGNORED
    )


def get_missing_roles(roles: Sequence[str], common: WholeTable = NOTHING_IN_COMMON) -> tuple[str, ...]:
    """Return the required roles that are missing: date and players, and a place or some form of score.

    A length alone needs a winner. A day that all rows have in common needs no column.
    """
    roles = (*roles, *common.get_cells(roles))
    is_of_places = PLACE in roles and OTHER not in roles
    first_player = WINNER if WINNER in roles and ONE not in roles and not is_of_places else ONE
    needed = (DATE, first_player) if is_of_places else (DATE, first_player, OTHER)
    has_score = {SCORE_ONE, SCORE_OTHER} <= set(roles) or RESULT in roles or {LENGTH, WINNER} <= set(roles)
    more = () if is_of_places or has_score else ((WINNER,) if LENGTH in roles else (RESULT,))
    return (*(role for role in needed if role not in roles), *more)


def get_repeated_roles(roles: Sequence[str]) -> tuple[str, ...]:
    """Return the roles of more than one column."""
    return tuple(role for role in ROLES if role and roles.count(role) > 1)


def guess_date_order(grid: Grid, roles: Sequence[str]) -> str:
    """Return whether days or months come first in numeric dates: months if a second number exceeds 12."""
    if DATE not in roles:
        return DAY_FIRST
    column = roles.index(DATE)
    date_matches = [match for row in grid.rows if (match := NUMERIC_DATE.match(row[column]))]
    second_is_day = any(int(match[2]) > 12 for match in date_matches)
    return (
        MONTH_FIRST if second_is_day and not any(int(match[1]) > 12 for match in date_matches) else DAY_FIRST
    )


def read(
    grid: Grid,
    roles: Sequence[str],
    *,
    heads: bool,
    order: str,
    today: date,
    common: WholeTable = NOTHING_IN_COMMON,
) -> ParsedResults:
    """Parse every row as a match, or as a place if it has no opponent.

    `heads`: the first row has headings. `order` is DAY_FIRST or MONTH_FIRST. `common` holds for all rows.
    """
    columns = {role: number for number, role in enumerate(roles) if role}
    common_cells = common.get_cells(roles)
    rows: list[PastRow] = []
    place_rows: list[PlaceRow] = []
    faults: list[RowFault] = []
    bye_lines: list[int] = []
    for line, cells in grid.numbered_rows:
        if heads and line == grid.first_line:
            continue
        row_cells = {**common_cells, **{role: cells[number] for role, number in columns.items()}}
        try:
            if row_cells.get(PLACE) and not row_cells.get(OTHER):
                place_rows.append(_read_place(line, row_cells, order, today))
            else:
                rows.append(_read_match(line, row_cells, order, today))
        except _ByeRow:
            bye_lines.append(line)
        except _RejectedRow as rejection:
            faults.append(RowFault(rejection.args[0], line, rejection.args[1]))
    without_score = 0 if has_score_columns(roles) else len(rows)
    places, place_faults = complete_places(place_rows)
    all_faults = sorted((*faults, *place_faults), key=lambda fault: fault.line)
    return ParsedResults(tuple(rows), tuple(all_faults), without_score, places, tuple(bye_lines))


def has_score_columns(roles: Iterable[str]) -> bool:
    """Return whether the table has a column of scores; without one a match has a length and a winner."""
    return not {RESULT, SCORE_ONE, SCORE_OTHER}.isdisjoint(roles)


def _read_match(line: int, row_cells: Mapping[str, str], order: str, today: date) -> PastRow:
    one, other = _read_players(row_cells)
    ending = _read_ending(row_cells.get(ENDING, ""))
    score, length = _read_score(row_cells), _parse_number(row_cells.get(LENGTH, ""), "past_length_wrong")
    is_unplayed = ending in (WALKOVER, FORFEIT)
    if score is None and (length is None or (has_score_columns(row_cells) and not is_unplayed)):
        raise _RejectedRow("past_score_missing", "")
    length = length or max(score or (0,))
    won = _read_winner(row_cells, one, other)
    if won is None and score is not None and score[0] != score[1] and ending != RETIRED:
        won = score[0] > score[1]
    if score is not None:
        _check_score(length, score, won is not False, ending)
    elif not 1 <= length <= LONGEST_MATCH:
        raise _RejectedRow("past_length_wrong", str(length))
    if won is None:
        code = "past_winner_open" if score and score[0] == score[1] else "past_winner_missing"
        raise _RejectedRow(code, f"{score[0]}-{score[1]}" if score else "")
    return PastRow(
        line,
        _read_day(row_cells.get(DATE, ""), order, today),
        row_cells.get(TOURNAMENT, "")[:MAX_TOURNAMENT_NAME],
        one,
        other,
        length,
        (0, 0) if is_unplayed else score or ((length, 0) if won else (0, length)),
        won,
        ending,
    )


def _read_players(row_cells: Mapping[str, str]) -> tuple[str, str]:
    """Return the names of both players; the winner is the first if no other column names a first player."""
    one = row_cells[ONE] if ONE in row_cells else row_cells.get(WINNER, "")
    other = row_cells.get(OTHER, "")
    if is_bye(one) or is_bye(other):
        raise _ByeRow
    if not one or not other:
        raise _RejectedRow("past_name_missing", one or other)
    if len(one) > MAX_NAME or len(other) > MAX_NAME:
        raise _RejectedRow("past_name_long", max(one, other, key=len)[:40])
    one, other = put_first_name_first(one), put_first_name_first(other)
    if fold_name(one) == fold_name(other):
        raise _RejectedRow("past_against_himself", one)
    return one, other


def _read_place(line: int, row_cells: Mapping[str, str], order: str, today: date) -> PlaceRow:
    name = put_first_name_first(row_cells.get(ONE, ""))
    if not name:
        raise _RejectedRow("past_name_missing", row_cells[PLACE])
    if len(name) > MAX_NAME:
        raise _RejectedRow("past_name_long", name[:40])
    span, flight = parse_places(row_cells[PLACE]), parse_flight(row_cells.get(FLIGHT, ""))
    if span is None:
        raise _RejectedRow("past_place_wrong", row_cells[PLACE][:40])
    if not flight:
        raise _RejectedRow("past_flight_unknown", row_cells[FLIGHT][:40])
    field = _parse_number(row_cells.get(FIELD, ""), "past_field_wrong") or 0
    tournament = row_cells.get(TOURNAMENT, "")[:MAX_TOURNAMENT_NAME]
    return PlaceRow(
        line, _read_day(row_cells.get(DATE, ""), order, today), tournament, flight, name, *span, field
    )


def _read_score(row_cells: Mapping[str, str]) -> tuple[int, int] | None:
    """Return the score in the order of the columns, None if all its cells are empty."""
    if result := row_cells.get(RESULT):
        match = SCORE.match(result)
        if match is None:
            code = "past_score_converted" if CONVERTED_SCORE.match(result) else "past_score_wrong"
            raise _RejectedRow(code, result)
        return int(match[1]), int(match[2])
    first = _parse_number(row_cells.get(SCORE_ONE, ""), "past_score_wrong")
    second = _parse_number(row_cells.get(SCORE_OTHER, ""), "past_score_wrong")
    if first is None and second is None:
        return None
    if first is None or second is None:
        raise _RejectedRow("past_score_missing", "")
    return first, second


def _read_winner(row_cells: Mapping[str, str], one: str, other: str) -> bool | None:
    """Return whether the winner column names the first player, None if it is empty."""
    winner_text = row_cells.get(WINNER, "").casefold()
    if not winner_text:
        return None
    if ONE not in row_cells or winner_text in FIRST_PLAYER_LABELS:
        return True
    if winner_text in SECOND_PLAYER_LABELS:
        return False
    winner = fold_name(put_first_name_first(row_cells[WINNER]))
    if winner not in (fold_name(one), fold_name(other)):
        raise _RejectedRow("past_winner_unknown", row_cells[WINNER])
    return winner == fold_name(one)


def _check_score(length: int, score: tuple[int, int], won: bool, ending: str) -> None:
    if not 1 <= length <= LONGEST_MATCH:
        raise _RejectedRow("past_length_wrong", str(length))
    winner, loser = score if won else score[::-1]
    if winner < loser and ending in (PLAYED, WALKOVER, FORFEIT) and loser == length:
        raise _RejectedRow("past_score_contradicts", f"{score[0]}-{score[1]}")
    if ending == PLAYED and not (winner == length and loser < length):
        raise _RejectedRow("past_score_wrong", f"{score[0]}-{score[1]} ({length})")
    if ending == RETIRED and (winner >= length or loser >= length):
        raise _RejectedRow("past_score_wrong", f"{score[0]}-{score[1]} ({length})")


def _read_ending(text: str) -> str:
    if not text:
        return PLAYED
    ending = ENDING_BY_LABEL.get(" ".join(text.casefold().replace("_", " ").split()))
    if ending is None:
        raise _RejectedRow("past_ending_unknown", text)
    return ending


def _parse_number(text: str, code: str) -> int | None:
    if not text:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        raise _RejectedRow(code, text)
    return int(text)


def _read_day(text: str, order: str, today: date) -> date:
    date_parts = parse_date(text, order)
    if date_parts is None:
        raise _RejectedRow("past_date_unreadable", text)
    try:
        day = date(*date_parts)
    except ValueError as error:
        raise _RejectedRow("past_date_unreadable", text) from error
    if day.year < FIRST_YEAR or day > today:
        raise _RejectedRow("past_date_impossible", text)
    return day


def parse_date(text: str, order: str) -> tuple[int, int, int] | None:
    """Return year, month and day of a written date, as they are written; None if it is none."""
    if match := ISO_DATE.match(text):
        return int(match[1]), int(match[2]), int(match[3])
    if match := NUMERIC_DATE.match(text):
        first, second, year = (int(each) for each in match.groups())
        if year < 100:
            year += 1900 if year >= FIRST_YEAR_OF_1900S else 2000
        return (year, second, first) if order == DAY_FIRST else (year, first, second)
    return None


def get_day_range(parsed_results: ParsedResults) -> tuple[date, date] | None:
    """Return the first and the last day of a table."""
    result_days = [day for day, _ in parsed_results.tournaments]
    return (min(result_days), max(result_days)) if result_days else None


def compute_digest(rows: Sequence[PastRow], places: Sequence[PlaceRow]) -> str:
    """Return a digest of the rows, independent of other content and of the column order."""
    match_data = [
        (row.day.isoformat(), row.evening, row.one, row.other, row.length, row.score) for row in rows
    ]
    place_data = [
        (row.day.isoformat(), row.evening, row.flight, row.name, row.first, row.last, row.field)
        for row in places
    ]
    return sha256(repr([*match_data, *(row.ending for row in rows), *place_data]).encode()).hexdigest()
