"""TRF, the report format of Swiss tournaments (FIDE TRF16): written, read, and turned into a journal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules.errors import Refusal
from tournaments.formats import plan
from tournaments.formats.graph import SWISS, pairing_id
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.seeding import commitment
from tournaments.journal.facts import StoredRow
from tournaments.journal.pairing_requests import round_seed

END = "\r\n"
LARGEST = 1024 * 1024
MAX_ENTRANTS, MAX_ROUNDS = 2_000, 99
WON, LOST = frozenset("1+W"), frozenset("0-L")
FREE = {"U": Fraction(1), "F": Fraction(1), "H": Fraction(1, 2), "Z": Fraction(0), " ": Fraction(0)}
NAME, RATING, POINTS, RANK = slice(14, 47), slice(48, 52), slice(80, 84), slice(85, 89)
ROUNDS_FROM, ROUND_WIDTH = 91, 10


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
        return Fraction(1, 2) if self.sign in "=D" else FREE.get(self.sign, Fraction(0))


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
    """A whole report."""

    name: str
    entrants: tuple[TrfPlayer, ...]
    rounds: int = 0
    date: str = ""
    notes: tuple[str, ...] = field(default=())


def write(report: TrfReport) -> bytes:
    """Return the bytes of a report: header, one line per player, remarks."""
    head = [
        f"012 {_plain(report.name)}",
        f"042 {report.date}",
        f"062 {len(report.entrants)}",
        "092 Individual: Swiss-System",
        f"142 {report.rounds}",
    ]
    lines = [*head, *(_player(each) for each in report.entrants), *(f"### {note}" for note in report.notes)]
    return "".join(f"{line.rstrip()}{END}" for line in lines).encode()


def read(data: bytes) -> TrfReport:
    """Parse a report of another program.

    Raises `trf_unreadable`, with the line, for syntax errors, contradictory opponents, and wrong point
    totals.
    """
    if len(data) > LARGEST:
        raise Refusal("trf_unreadable", line=0)
    lines = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    headers = {line[:3]: line[4:].strip() for line in lines if line[:3] in {"012", "042"}}
    entrants: dict[int, TrfPlayer] = {}
    for number, line in enumerate(lines, start=1):
        if line.startswith("001 "):
            entrant = _entrant(line, number)
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
    played = max(len(each.games) for each in entrants.values())
    rounds = _rounds(lines) or played
    order = tuple(entrants[number] for number in sorted(entrants))
    notes = tuple(line[4:] for line in lines if line.startswith("### "))
    return TrfReport(headers.get("012", ""), order, rounds, headers.get("042", ""), notes)


def _rounds(lines: Sequence[str]) -> int:
    """Return the number of planned rounds, 0 if not given."""
    for number, line in enumerate(lines, start=1):
        text = line[4:].strip()
        if not line.startswith("142") or not text.isdecimal():
            continue
        if len(text) > len(str(MAX_ROUNDS)):
            raise Refusal("trf_unreadable", line=number)
        return int(text)
    return 0


def _player(each: TrfPlayer) -> str:
    rating = f"{each.rating:4d}" if each.rating else "    "
    head = f"001 {each.number:4d} {' ':5}{_plain(each.name)[:33]:33} {rating}"
    points = f"{float(each.points):.1f}"
    line = f"{head:80}{points:>4} {each.rank:4d}"
    return line + "".join(f"  {game.opponent:04d} {game.seat} {game.sign}" for game in each.games)


def _entrant(line: str, number: int) -> TrfPlayer:
    try:
        games = tuple(
            _game(line[at : at + ROUND_WIDTH]) for at in range(ROUNDS_FROM, len(line.rstrip()), ROUND_WIDTH)
        )
        return TrfPlayer(
            number=int(line[4:8]),
            name=line[NAME].strip(),
            rating=int(line[RATING].strip() or 0),
            points=Fraction(line[POINTS].strip() or "0"),
            rank=int(line[RANK].strip() or 0),
            games=games,
        )
    except (ValueError, ZeroDivisionError) as fault:
        raise Refusal("trf_unreadable", line=number) from fault


def _game(text: str) -> TrfRound:
    padded = text.ljust(ROUND_WIDTH)
    opponent, seat, sign = int(padded[:4].strip() or 0), padded[5], padded[7]
    known_signs = {*WON, *LOST, *FREE, "=", "D"}
    if sign not in known_signs or seat not in "wb- ":
        raise ValueError(text)
    return TrfRound(opponent, seat, sign)


def _check_boards(entrants: dict[int, TrfPlayer]) -> None:
    """Check that both players of a board name each other in the same round."""
    for each in entrants.values():
        for at, game in enumerate(each.games):
            other = entrants.get(game.opponent)
            if not game.opponent:
                continue
            back = other.games[at].opponent if other and at < len(other.games) else 0
            if back != each.number or game.opponent == each.number:
                raise Refusal("trf_unreadable", line=each.number)


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


WON_SIGNS, LOST_SIGNS, UNPLAYED = frozenset("1W"), frozenset("0L"), frozenset("+-")
DRAWN, OPEN = frozenset("=D"), " "
BYES = {"U": "pairing", "F": "full", "+": "full", "H": "half"}
MANUAL_FORMATS = {"code": "paired_by_hand", "facts": {}}
ONE_POINT = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """Options of a report import: match length of later rounds, draw seed, player codes by entrant."""

    length: int
    seed: str
    codes: Sequence[str]


def name_of(entrant: TrfPlayer) -> str:
    """Return a name in natural order: "Rossi, Anna" is Anna Rossi."""
    last, comma, first = entrant.name.partition(",")
    return " ".join(f"{first} {last}".split()) if comma else " ".join(entrant.name.split())


def rounds_of(report: TrfReport) -> int:
    """Return the number of paired rounds."""
    return max((len(entrant.games) for entrant in report.entrants), default=0)


def check_report(report: TrfReport) -> None:
    """Raise `trf_draw` for a drawn match, and `trf_unreadable` for contradictory results.

    The context `line` is the number of the entrant.
    """
    by_number = {entrant.number: entrant for entrant in report.entrants}
    for entrant in report.entrants:
        for at, game in enumerate(entrant.games):
            if game.sign in DRAWN:
                raise Refusal("trf_draw", line=entrant.number)
            if game.opponent and not _agree(game, by_number[game.opponent].games[at]):
                raise Refusal("trf_unreadable", line=entrant.number)
            if not game.opponent and game.sign in WON_SIGNS | LOST_SIGNS:
                raise Refusal("trf_unreadable", line=entrant.number)


def _agree(own_game: TrfRound, opponent_game: TrfRound) -> bool:
    signs = {own_game.sign, opponent_game.sign}
    if signs & WON_SIGNS:
        return bool(signs & LOST_SIGNS) and len(signs) == 2
    return signs in ({"+", "-"}, {"-"}, {OPEN})


def build_journal_rows(report: TrfReport, options: Wanted) -> list[StoredRow]:
    """Return the journal rows of the report."""
    journal_rows = list(_journal_payloads(report, options))
    return [StoredRow(seq, kind, payload) for seq, (kind, payload) in enumerate(journal_rows, start=1)]


def _journal_payloads(report: TrfReport, import_options: Wanted) -> Iterator[tuple[str, dict[str, Any]]]:
    numbers = {entrant.number: place for place, entrant in enumerate(report.entrants, start=1)}
    played = rounds_of(report)
    lengths = (*[ONE_POINT] * played, import_options.length)
    options = {"rounds": max(report.rounds, played), "numbers": "order"}
    yield "committed", {"commitment": commitment(import_options.seed)}
    yield "planned", plan.payload(Plan((Stage(SWISS, "swiss", options=options, lengths=lengths),)))
    yield "entered", {"entries": [_entry(one, numbers, import_options) for one in report.entrants]}
    head = {"flight": SWISS, "format": "swiss", "seed": import_options.seed, "seeds": []}
    yield "drawn", {**head, "lines": list(numbers.values())}
    yield "published", {"flight": SWISS}
    for number in range(1, played + 1):
        boards = list(_boards(report, number))
        yield "paired", _paired(report, number, boards, numbers, import_options)
        for position, board in enumerate(boards, start=1):
            yield from _result(board, number, position, numbers)


def _entry(entrant: TrfPlayer, numbers: Mapping[int, int], options: Wanted) -> dict[str, Any]:
    number = numbers[entrant.number]
    entry_data = {"entry": number, "player": options.codes[number - 1]}
    return {**entry_data, "rating": entrant.rating} if entrant.rating else entry_data


def _boards(report: TrfReport, number: int) -> Iterator[tuple[TrfPlayer, TrfPlayer]]:
    """Yield the boards of a round, first seat first; without seats the lower number comes first."""
    by_number = {entrant.number: entrant for entrant in report.entrants}
    for entrant in report.entrants:
        game = _paired_game(entrant, number)
        other = by_number.get(game.opponent)
        if other is None or entrant.number > other.number:
            continue
        yield (other, entrant) if game.seat == "b" else (entrant, other)


def _paired_game(entrant: TrfPlayer, number: int) -> TrfRound:
    return entrant.games[number - 1] if number <= len(entrant.games) else TrfRound(0, "-", "Z")


def _paired(
    report: TrfReport,
    number: int,
    boards: Sequence[tuple[TrfPlayer, TrfPlayer]],
    numbers: Mapping[int, int],
    options: Wanted,
) -> dict[str, Any]:
    byes = [(entrant, _paired_game(entrant, number)) for entrant in report.entrants]
    return {
        "flight": SWISS,
        "round": number,
        "seed": round_seed(options.seed, SWISS, number),
        "boards": [
            {"white": numbers[white.number], "black": numbers[black.number], "reasons": [MANUAL_FORMATS]}
            for white, black in boards
        ],
        "byes": [
            {"entry": numbers[entrant.number], "kind": BYES.get(game.sign, "zero"), "reasons": []}
            for entrant, game in byes
            if not game.opponent
        ],
        "reasons": [],
    }


def _result(
    board: tuple[TrfPlayer, TrfPlayer], number: int, position: int, numbers: Mapping[int, int]
) -> Iterator[tuple[str, dict[str, Any]]]:
    white, black = (_paired_game(entrant, number).sign for entrant in board)
    if OPEN in (white, black):
        return
    winner = "white" if white in WON_SIGNS | {"+"} else "black" if black in WON_SIGNS | {"+"} else ""
    ending = "played" if white not in UNPLAYED else "walkover" if winner else "double_walkover"
    points = ONE_POINT if ending == "played" else 0
    yield (
        "settled",
        {
            "pairing": pairing_id(SWISS, number, position),
            "white": numbers[board[0].number],
            "black": numbers[board[1].number],
            "winner": winner,
            "white_score": points if winner == "white" else 0,
            "black_score": points if winner == "black" else 0,
            "ending": ending,
        },
    )
