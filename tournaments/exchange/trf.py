"""TRF, the report format of Swiss tournaments (FIDE TRF16): write, read, and convert to a journal."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from rules.errors import Refusal
from tournaments.exchange import text_files
from tournaments.formats.graph import SWISS, pairing_id
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.journal.commands import make_command
from tournaments.journal.draws import Committed, Drawn, Planned, Published
from tournaments.journal.entries import Entered, NewEntry
from tournaments.journal.facts import PairingResult, StoredRow
from tournaments.journal.pairing_requests import round_seed
from tournaments.journal.results import Settled
from tournaments.name_lists.details import EntryDetails

LINE_END = "\r\n"
MAX_BYTES = 1024 * 1024
MAX_ENTRANTS, MAX_ROUNDS = 2_000, 99
WON, LOST = frozenset("1+W"), frozenset("0-L")
UNPLAYED_SCORES = {
    "U": Fraction(1),
    "F": Fraction(1),
    "H": Fraction(1, 2),
    "Z": Fraction(0),
    " ": Fraction(0),
}
NAME_COLUMNS, RATING_COLUMNS = slice(14, 47), slice(48, 52)
POINTS_COLUMNS, RANK_COLUMNS = slice(80, 84), slice(85, 89)
DAY = re.compile(r"^(\d{4}|\d{2})[/.-](\d{1,2})[/.-](\d{1,2})\b", re.ASCII)
FIRST_ROUND_COLUMN, ROUND_WIDTH = 91, 10


@dataclass(frozen=True, slots=True)
class TrfRound:
    """One round of a player: opponent (0 for a bye), seat "w", "b" or "-", and the result sign."""

    opponent: int
    seat: str
    sign: str

    @property
    def score(self) -> Fraction:
        """Return the score of the round."""
        if self.sign in WON:
            return Fraction(1)
        return Fraction(1, 2) if self.sign in "=D" else UNPLAYED_SCORES.get(self.sign, Fraction(0))


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A player: one line 001."""

    number: int
    name: str
    rating: int = 0
    points: Fraction = Fraction(0)
    rank: int = 0
    games: tuple[TrfRound, ...] = ()


@dataclass(frozen=True, slots=True)
class TrfReport:
    """A report of a Swiss tournament; `notes` are its remarks."""

    name: str
    entrants: tuple[TrfPlayer, ...]
    rounds: int = 0
    date: str = ""
    notes: tuple[str, ...] = field(default=())


def write(report: TrfReport) -> bytes:
    """Return the bytes of a report: header, one line per player, remarks."""
    head = [
        f"012 {_to_printable(report.name)}",
        f"042 {report.date}",
        f"062 {len(report.entrants)}",
        "092 Individual: Swiss-System",
        f"142 {report.rounds}",
    ]
    lines = [
        *head,
        *(_write_player(player) for player in report.entrants),
        *(f"### {note}" for note in report.notes),
    ]
    return "".join(f"{line.rstrip()}{LINE_END}" for line in lines).encode()


def read(data: bytes) -> TrfReport:
    """Parse a report of any program.

    Raises `trf_unreadable` with the line (0: the file) for syntax errors, contradictory opponents, and wrong
    totals of points; `text_letters_unknown` where letters of a name would be a guess.
    """
    if len(data) > MAX_BYTES:
        raise Refusal("trf_unreadable", line=0)
    lines = text_files.decode(data).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    headers = {line[:3]: line[4:].strip() for line in lines if line[:3] in {"012", "042"}}
    entrants: dict[int, TrfPlayer] = {}
    for number, line in enumerate(lines, start=1):
        if line.startswith("001 "):
            entrant = _read_player(line, number)
            if (
                entrant.number in entrants
                or len(entrants) == MAX_ENTRANTS
                or len(entrant.games) > MAX_ROUNDS
                or sum((game.score for game in entrant.games), Fraction(0)) != entrant.points
            ):
                raise Refusal("trf_unreadable", line=number)
            entrants[entrant.number] = entrant
    _check_boards(entrants)
    if not entrants:
        raise Refusal("trf_unreadable", line=0)
    played = max(len(player.games) for player in entrants.values())
    rounds = _read_round_count(lines) or played
    order = tuple(entrants[number] for number in sorted(entrants))
    notes = tuple(line[4:] for line in lines if line.startswith("### "))
    return TrfReport(headers.get("012", ""), order, rounds, headers.get("042", ""), notes)


def _read_round_count(lines: Sequence[str]) -> int:
    """Return the number of planned rounds, 0 if not given."""
    for number, line in enumerate(lines, start=1):
        text = line[4:].strip()
        if not line.startswith(("142", "XXR")) or not text.isdecimal():
            continue
        if len(text) > len(str(MAX_ROUNDS)):
            raise Refusal("trf_unreadable", line=number)
        return int(text)
    return 0


def _write_player(player: TrfPlayer) -> str:
    rating = f"{player.rating:4d}" if player.rating else "    "
    head = f"001 {player.number:4d} {' ':5}{_to_printable(player.name)[:33]:33} {rating}"
    points = f"{float(player.points):.1f}"
    line = f"{head:80}{points:>4} {player.rank:4d}"
    return line + "".join(f"  {game.opponent:04d} {game.seat} {game.sign}" for game in player.games)


def _read_player(line: str, number: int) -> TrfPlayer:
    try:
        games = tuple(
            _read_round(line[start : start + ROUND_WIDTH])
            for start in range(FIRST_ROUND_COLUMN, len(line.rstrip()), ROUND_WIDTH)
        )
        return TrfPlayer(
            number=int(line[4:8]),
            name=line[NAME_COLUMNS].strip(),
            rating=int(line[RATING_COLUMNS].strip() or 0),
            points=Fraction(line[POINTS_COLUMNS].strip() or "0"),
            rank=int(line[RANK_COLUMNS].strip() or 0),
            games=games,
        )
    except (ValueError, ZeroDivisionError) as fault:
        raise Refusal("trf_unreadable", line=number) from fault


def _read_round(text: str) -> TrfRound:
    padded = text.ljust(ROUND_WIDTH)
    opponent, seat, sign = int(padded[:4].strip() or 0), padded[5], padded[7]
    known_signs = {*WON, *LOST, *UNPLAYED_SCORES, "=", "D"}
    if sign not in known_signs or seat not in "wb- ":
        raise ValueError(text)
    return TrfRound(opponent, seat, sign)


def _check_boards(entrants: dict[int, TrfPlayer]) -> None:
    """Raise `trf_unreadable` unless both players of each board name each other in the same round."""
    for player in entrants.values():
        for index, game in enumerate(player.games):
            other = entrants.get(game.opponent)
            if not game.opponent:
                continue
            rival_opponent = other.games[index].opponent if other and index < len(other.games) else 0
            if rival_opponent != player.number or game.opponent == player.number:
                raise Refusal("trf_unreadable", line=player.number)


def _to_printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


WON_SIGNS, LOST_SIGNS, WALKOVER_SIGNS = frozenset("1W"), frozenset("0L"), frozenset("+-")
DRAWN, OPEN = frozenset("=D"), " "
BYE_KINDS = {"U": "pairing", "F": "full", "+": "full", "H": "half"}
MANUAL_PAIRING_REASON = {"code": "paired_by_hand", "facts": {}}
ONE_POINT = 1


@dataclass(frozen=True, slots=True)
class ReportImportOptions:
    """Options of an import: match length of later rounds, draw seed, player codes by entrant."""

    length: int
    seed: str
    codes: Sequence[str]


def get_day(report: TrfReport) -> date | None:
    """Return the first day of the tournament, None if the report gives none: 2026/07/04, 26/07/04."""
    day_match = DAY.match(report.date)
    if day_match is None:
        return None
    year, month, day = (int(part) for part in day_match.groups())
    try:
        return date(year + 2000 if year < 100 else year, month, day)
    except ValueError:
        return None


def get_name(entrant: TrfPlayer) -> str:
    """Return a name in natural order: "Rossi, Anna" is Anna Rossi."""
    last, comma, first = entrant.name.partition(",")
    return " ".join(f"{first} {last}".split()) if comma else " ".join(entrant.name.split())


def count_rounds(report: TrfReport) -> int:
    """Return the number of paired rounds."""
    return max((len(entrant.games) for entrant in report.entrants), default=0)


def check_report(report: TrfReport) -> None:
    """Raise `trf_draw` for a drawn match, and `trf_unreadable` for contradictory results.

    The context `line` is the number of the entrant.
    """
    by_number = {entrant.number: entrant for entrant in report.entrants}
    for entrant in report.entrants:
        for index, game in enumerate(entrant.games):
            if game.sign in DRAWN:
                raise Refusal("trf_draw", line=entrant.number)
            if game.opponent and not _are_consistent(game, by_number[game.opponent].games[index]):
                raise Refusal("trf_unreadable", line=entrant.number)
            if not game.opponent and game.sign in WON_SIGNS | LOST_SIGNS:
                raise Refusal("trf_unreadable", line=entrant.number)


def _are_consistent(own_game: TrfRound, opponent_game: TrfRound) -> bool:
    signs = {own_game.sign, opponent_game.sign}
    if signs & WON_SIGNS:
        return bool(signs & LOST_SIGNS) and len(signs) == 2
    return signs in ({"+", "-"}, {"-"}, {OPEN})


def build_journal_rows(report: TrfReport, options: ReportImportOptions) -> list[StoredRow]:
    """Return the rows of the journal of an event with the pairings and results of a report."""
    journal_rows = list(_journal_payloads(report, options))
    return [StoredRow(seq, kind, payload) for seq, (kind, payload) in enumerate(journal_rows, start=1)]


def _journal_payloads(
    report: TrfReport, import_options: ReportImportOptions
) -> Iterator[tuple[str, dict[str, Any]]]:
    numbers = {entrant.number: place for place, entrant in enumerate(report.entrants, start=1)}
    played = count_rounds(report)
    lengths = (*[ONE_POINT] * played, import_options.length)
    options = {"rounds": max(report.rounds, played), "numbers": "order"}
    yield make_command(Committed(compute_commitment(import_options.seed)))
    stage = Stage(SWISS, "swiss", options=options, lengths=lengths)
    yield make_command(Planned(Plan((stage,))))
    new_entries = (_make_entry(entrant, numbers, import_options) for entrant in report.entrants)
    yield make_command(Entered(tuple(new_entries)))
    lines = tuple(numbers.values())
    yield make_command(
        Drawn(flight=SWISS, format=stage.format, seed=import_options.seed, seeds=(), lines=lines)
    )
    yield make_command(Published(SWISS))
    for number in range(1, played + 1):
        boards = list(_get_boards(report, number))
        yield "paired", _paired_payload(report, number, boards, numbers, import_options)
        for position, board in enumerate(boards, start=1):
            yield from _result_row(board, number, position, numbers)


def _make_entry(entrant: TrfPlayer, numbers: Mapping[int, int], options: ReportImportOptions) -> NewEntry:
    number = numbers[entrant.number]
    return NewEntry(number, options.codes[number - 1], EntryDetails(rating=entrant.rating))


def _get_boards(report: TrfReport, number: int) -> Iterator[tuple[TrfPlayer, TrfPlayer]]:
    """Yield the boards of a round, first seat first; without seats the lower number comes first."""
    by_number = {entrant.number: entrant for entrant in report.entrants}
    for entrant in report.entrants:
        game = _get_round(entrant, number)
        other = by_number.get(game.opponent)
        if other is None or entrant.number > other.number:
            continue
        yield (other, entrant) if game.seat == "b" else (entrant, other)


def _get_round(entrant: TrfPlayer, number: int) -> TrfRound:
    return entrant.games[number - 1] if number <= len(entrant.games) else TrfRound(0, "-", "Z")


def _paired_payload(
    report: TrfReport,
    number: int,
    boards: Sequence[tuple[TrfPlayer, TrfPlayer]],
    numbers: Mapping[int, int],
    options: ReportImportOptions,
) -> dict[str, Any]:
    byes = [(entrant, _get_round(entrant, number)) for entrant in report.entrants]
    return {
        "flight": SWISS,
        "round": number,
        "seed": round_seed(options.seed, SWISS, number),
        "boards": [
            {
                "white": numbers[white.number],
                "black": numbers[black.number],
                "reasons": [MANUAL_PAIRING_REASON],
            }
            for white, black in boards
        ],
        "byes": [
            {"entry": numbers[entrant.number], "kind": BYE_KINDS.get(game.sign, "zero"), "reasons": []}
            for entrant, game in byes
            if not game.opponent
        ],
        "reasons": [],
    }


def _result_row(
    board: tuple[TrfPlayer, TrfPlayer], number: int, position: int, numbers: Mapping[int, int]
) -> Iterator[tuple[str, dict[str, Any]]]:
    white, black = (_get_round(entrant, number).sign for entrant in board)
    if OPEN in (white, black):
        return
    winner = "white" if white in WON_SIGNS | {"+"} else "black" if black in WON_SIGNS | {"+"} else ""
    ending = "played" if white not in WALKOVER_SIGNS else "walkover" if winner else "double_walkover"
    points = ONE_POINT if ending == "played" else 0
    result = PairingResult(
        white=numbers[board[0].number],
        black=numbers[board[1].number],
        winner=winner,
        white_score=points if winner == "white" else 0,
        black_score=points if winner == "black" else 0,
        ending=ending,
    )
    yield make_command(Settled(pairing_id(SWISS, number, position), result))
