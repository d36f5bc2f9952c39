"""Sample records, positions and short score sheets for the tests of the rules."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.crawford import must_be_crawford_game
from rules.errors import Refusal
from rules.formats import read
from rules.formats.match_position import MatchPosition
from rules.match import MatchScore
from rules.position import Position
from rules.record import Record
from rules.sides import Side

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
SHARED = Path(os.environ.get("CRAWFORD_SHARED", ROOT.parent / "shared")) / "data" / "records"


def has_code(code: str) -> Callable[[Refusal], bool]:
    """Whether a refusal has this code, as the check of `pytest.raises`."""
    return lambda refusal: refusal.code == code


def manifest() -> list[dict[str, Any]]:
    """What is known of the records of GNU Backgammon's matches with itself."""
    files: list[dict[str, Any]] = json.loads((DATA / "records" / "manifest.json").read_text())["files"]
    return files


def sample(name: str) -> str:
    """The text of one of those records."""
    return (DATA / "records" / name).read_text(encoding="utf-8")


def edge(name: str) -> list[dict[str, Any]]:
    """Positions with known lawful plays."""
    cases: list[dict[str, Any]] = json.loads((DATA / "edge" / f"{name}.json").read_text())
    return cases


def shared(folder: str) -> Path:
    """A folder of real records outside the repository; skips the test when it is absent."""
    path = SHARED / folder
    if not path.is_dir():
        pytest.skip("needs the shared records (CRAWFORD_SHARED)")
    return path


def sheet(rows: str, *, length: int = 7, score: tuple[int, int] = (0, 0), result: str = "") -> Record:
    """A record of one game from rows such as `31: 8/5 6/5 | 42: 8/4 6/4`; the left column moves first."""
    lines = [f" {length} point match", "", " Game 1", f" Anna : {score[0]}".ljust(34) + f"Bea : {score[1]}"]
    for number, row in enumerate(rows.strip().splitlines(), 1):
        value, _, right = row.partition("|")
        lines.append(f"{number:3}) {value.strip()}".ljust(34) + right.strip())
    lines.append(result)
    return read("\n".join(lines).encode())


def random_position(random: Random, checkers: int = 15) -> Position:
    """Any position that can stand on a board, clustered as boards are, some checkers on the bar or off."""
    while True:
        white, black = _places(random, checkers), _places(random, checkers)
        clean = {place: count for place, count in black.items() if place == 25 or not white.get(25 - place)}
        position = Position.build(white, clean, random.choice(list(Side)))
        if not position.faults() and position.winner is None:
            return position


def _places(random: Random, checkers: int) -> dict[int, int]:
    reach = random.choice([6, 8, 14, 24, 25])
    places = [random.randint(1, reach) for _ in range(random.randint(2, 9))]
    counts: dict[int, int] = {}
    for _ in range(random.randint(1, checkers)):
        place = random.choice(places)
        counts[place] = counts.get(place, 0) + 1
    return counts


def random_standing(random: Random) -> MatchPosition:
    """Any moment of a match or of play for points that can be written down."""
    position = random_position(random)
    length = random.choice([0, 0, 1, 3, 7, 25])
    white, black = (random.randrange(length or 40) for _ in range(2))
    is_crawford = (bool(length) and random.random() < 0.3) or must_be_crawford_game(length, white, black)
    dice = random.choice([None, (random.randint(1, 6), random.randint(1, 6))])
    is_doubled = not is_crawford and dice is None and random.random() < 0.3
    raises = random.randrange(3) if is_doubled and not length else 0
    owner = None if is_crawford else random.choice([None, position.turn])
    return MatchPosition(
        position,
        turn=position.turn,
        dice=dice,
        cube=1 if is_crawford else 1 << random.randrange(7),
        cube_owner=position.turn.other if raises or (owner and not is_doubled and dice) else owner,
        is_doubled=is_doubled,
        is_crawford=is_crawford,
        length=length,
        white=white,
        black=black,
        jacoby=not length and random.random() < 0.5,
        beavers=not length and random.random() < 0.5,
        raises=raises,
        cube_limit=1 << random.randint(6, 12),
    )


def crawford_score() -> MatchScore:
    """6-3 in a match to 7, the Crawford game to come."""
    return MatchScore.at(7, 6, 3)
