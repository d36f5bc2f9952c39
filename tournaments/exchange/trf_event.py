"""A report of a Swiss as the journal of an event: entries, rounds as they were paired, results.

A report knows who won and not by how many points, so its matches go to one point. Rounds to come go to the
points that are asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import Refusal
from tournaments.exchange.trf import Entrant, Game, Report
from tournaments.formats import plan
from tournaments.formats.draw_seed import commitment
from tournaments.formats.field import SWISS, pairing_id
from tournaments.formats.plan import Plan, Stage
from tournaments.journal.facts import Row
from tournaments.journal.requests import round_seed

WON, LOST, UNPLAYED = frozenset("1W"), frozenset("0L"), frozenset("+-")
DRAWN, OPEN = frozenset("=D"), " "
BYES = {"U": "pairing", "F": "full", "+": "full", "H": "half"}
BY_HAND = {"code": "paired_by_hand", "facts": {}}
ONE_POINT = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked beside the report: the points of rounds to come, the lots, a player's code by entrant."""

    length: int
    seed: str
    codes: Sequence[str]


def name_of(entrant: Entrant) -> str:
    """A name as people say it: "Rossi, Anna" is Anna Rossi."""
    last, comma, first = entrant.name.partition(",")
    return " ".join(f"{first} {last}".split()) if comma else " ".join(entrant.name.split())


def rounds_of(report: Report) -> int:
    """How many rounds have been paired."""
    return max((len(entrant.games) for entrant in report.entrants), default=0)


def check(report: Report) -> None:
    """Refuse ("trf_draw") a drawn match, which backgammon has not, and ("trf_unreadable") two tales of one.

    The fact `line` is the number of the entrant.
    """
    by_number = {entrant.number: entrant for entrant in report.entrants}
    for entrant in report.entrants:
        for at, game in enumerate(entrant.games):
            if game.sign in DRAWN:
                raise Refusal("trf_draw", line=entrant.number)
            if game.opponent and not _agree(game, by_number[game.opponent].games[at]):
                raise Refusal("trf_unreadable", line=entrant.number)
            if not game.opponent and game.sign in WON | LOST:
                raise Refusal("trf_unreadable", line=entrant.number)


def _agree(own_game: Game, opponent_game: Game) -> bool:
    signs = {own_game.sign, opponent_game.sign}
    if signs & WON:
        return bool(signs & LOST) and len(signs) == 2
    return signs in ({"+", "-"}, {"-"}, {OPEN})


def rows(report: Report, options: Wanted) -> list[Row]:
    """The journal of the report, ready to be folded."""
    journal_rows = list(_told(report, options))
    return [Row(seq, kind, payload) for seq, (kind, payload) in enumerate(journal_rows, start=1)]


def _told(report: Report, import_options: Wanted) -> Iterator[tuple[str, dict[str, Any]]]:
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


def _entry(entrant: Entrant, numbers: Mapping[int, int], options: Wanted) -> dict[str, Any]:
    number = numbers[entrant.number]
    entry_data = {"entry": number, "player": options.codes[number - 1]}
    return {**entry_data, "rating": entrant.rating} if entrant.rating else entry_data


def _boards(report: Report, number: int) -> Iterator[tuple[Entrant, Entrant]]:
    """The boards of a round, the first seat first; where no seat is told the lower number has it."""
    by_number = {entrant.number: entrant for entrant in report.entrants}
    for entrant in report.entrants:
        game = _game(entrant, number)
        other = by_number.get(game.opponent)
        if other is None or entrant.number > other.number:
            continue
        yield (other, entrant) if game.seat == "b" else (entrant, other)


def _game(entrant: Entrant, number: int) -> Game:
    return entrant.games[number - 1] if number <= len(entrant.games) else Game(0, "-", "Z")


def _paired(
    report: Report,
    number: int,
    boards: Sequence[tuple[Entrant, Entrant]],
    numbers: Mapping[int, int],
    options: Wanted,
) -> dict[str, Any]:
    byes = [(entrant, _game(entrant, number)) for entrant in report.entrants]
    return {
        "flight": SWISS,
        "round": number,
        "seed": round_seed(options.seed, SWISS, number),
        "boards": [
            {"white": numbers[white.number], "black": numbers[black.number], "reasons": [BY_HAND]}
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
    board: tuple[Entrant, Entrant], number: int, position: int, numbers: Mapping[int, int]
) -> Iterator[tuple[str, dict[str, Any]]]:
    white, black = (_game(entrant, number).sign for entrant in board)
    if OPEN in (white, black):
        return
    winner = "white" if white in WON | {"+"} else "black" if black in WON | {"+"} else ""
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
