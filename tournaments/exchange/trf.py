"""TRF, the report format of Swiss tournaments (FIDE TRF16): written for checkers, read from other programs.

Colours stand for seats: "w" is the first seat of a board. A match has no draw, so results are 1 and 0, `+`
and `-` without a game, and the byes U (from the pairing), F, H and Z (asked for, or absent).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.errors import Refusal

END = "\r\n"
LARGEST = 1024 * 1024
MAX_ENTRANTS, MAX_ROUNDS = 2_000, 99
WON, LOST = frozenset("1+W"), frozenset("0-L")
FREE = {"U": Fraction(1), "F": Fraction(1), "H": Fraction(1, 2), "Z": Fraction(0), " ": Fraction(0)}
NAME, RATING, POINTS, RANK = slice(14, 47), slice(48, 52), slice(80, 84), slice(85, 89)
ROUNDS_FROM, ROUND_WIDTH = 91, 10


@dataclass(frozen=True, slots=True)
class Game:
    """One round of one player: opponent (0 for a bye), seat "w", "b" or "-", and the sign of the result."""

    opponent: int
    seat: str
    sign: str

    @property
    def score(self) -> Fraction:
        """What the round was worth."""
        if self.sign in WON:
            return Fraction(1)
        return Fraction(1, 2) if self.sign in "=D" else FREE.get(self.sign, Fraction(0))


@dataclass(frozen=True, slots=True)
class Entrant:
    """One line 001."""

    number: int
    name: str
    rating: int = 0
    points: Fraction = Fraction(0)
    rank: int = 0
    games: tuple[Game, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A whole file."""

    name: str
    entrants: tuple[Entrant, ...]
    rounds: int = 0
    date: str = ""
    notes: tuple[str, ...] = field(default=())


def write(report: Report) -> bytes:
    """The file: header, one line a player, remarks."""
    head = [
        f"012 {_plain(report.name)}",
        f"042 {report.date}",
        f"062 {len(report.entrants)}",
        "092 Individual: Swiss-System",
        f"142 {report.rounds}",
    ]
    lines = [*head, *(_player(each) for each in report.entrants), *(f"### {note}" for note in report.notes)]
    return "".join(f"{line.rstrip()}{END}" for line in lines).encode()


def read(data: bytes) -> Report:
    """A file of another program.

    Refuses ("trf_unreadable", with the line) what cannot be read, opponents who do not say the same, and
    points that do not add up.
    """
    if len(data) > LARGEST:
        raise Refusal("trf_unreadable", line=0)
    lines = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    headers = {line[:3]: line[4:].strip() for line in lines if line[:3] in {"012", "042"}}
    entrants: dict[int, Entrant] = {}
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
    return Report(headers.get("012", ""), order, rounds, headers.get("042", ""), notes)


def _rounds(lines: Sequence[str]) -> int:
    """How many rounds are planned, 0 where no line tells it."""
    for number, line in enumerate(lines, start=1):
        text = line[4:].strip()
        if not line.startswith("142") or not text.isdecimal():
            continue
        if len(text) > len(str(MAX_ROUNDS)):
            raise Refusal("trf_unreadable", line=number)
        return int(text)
    return 0


def _player(each: Entrant) -> str:
    rating = f"{each.rating:4d}" if each.rating else "    "
    head = f"001 {each.number:4d} {' ':5}{_plain(each.name)[:33]:33} {rating}"
    points = f"{float(each.points):.1f}"
    line = f"{head:80}{points:>4} {each.rank:4d}"
    return line + "".join(f"  {game.opponent:04d} {game.seat} {game.sign}" for game in each.games)


def _entrant(line: str, number: int) -> Entrant:
    try:
        games = tuple(
            _game(line[at : at + ROUND_WIDTH]) for at in range(ROUNDS_FROM, len(line.rstrip()), ROUND_WIDTH)
        )
        return Entrant(
            number=int(line[4:8]),
            name=line[NAME].strip(),
            rating=int(line[RATING].strip() or 0),
            points=Fraction(line[POINTS].strip() or "0"),
            rank=int(line[RANK].strip() or 0),
            games=games,
        )
    except (ValueError, ZeroDivisionError) as fault:
        raise Refusal("trf_unreadable", line=number) from fault


def _game(text: str) -> Game:
    padded = text.ljust(ROUND_WIDTH)
    opponent, seat, sign = int(padded[:4].strip() or 0), padded[5], padded[7]
    known_signs = {*WON, *LOST, *FREE, "=", "D"}
    if sign not in known_signs or seat not in "wb- ":
        raise ValueError(text)
    return Game(opponent, seat, sign)


def _check_boards(entrants: dict[int, Entrant]) -> None:
    """Both players of a board name each other, in the same round."""
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
