"""Lawful plays equal those of GNU Backgammon, board by board, on reachable positions, where it is installed.

PROOF_HINTS says on how many (5,000).
"""

import json
import os
import re
import shutil
import subprocess
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from rules.formats.gnuid import position_id
from rules.plays import legal_plays
from rules.position import Position
from tests.proofs.parallel_seeds import size, spread
from tests.proofs.playouts import Turn, turns
from tests.rules.slow_plays import Board

PROGRAM = shutil.which("gnubg", path="/usr/games:/usr/bin")
QUESTIONS = Path(__file__).with_name("ask_gnubg.py")
HINTS = size("PROOF_HINTS", 5_000)
EACH = 250
STEP = 7


def differences(seed: int) -> tuple[int, list[Turn]]:
    """Compare 250 turns, every seventh of one play-out after another, dances left out."""
    reached = (turn for turn in islice(turns(Random(1_000 + seed)), 0, None, STEP) if turn.used)
    items = list(islice(reached, EACH))
    plays = 0
    wrong = []
    for turn, answers in zip(items, ask(items), strict=True):
        result = [board_after(turn.board, play) for play in answers]
        ours = [
            (play.after.white, play.after.black) for play in legal_plays(Position(*turn.board), turn.dice)
        ]
        plays += len(ours)
        if sorted(result) != sorted(ours):
            wrong.append(turn)
    return plays, wrong


def ask(items: list[Turn]) -> list[list[str]]:
    """The plays GNU Backgammon knows for each turn, in its notation."""
    with TemporaryDirectory() as folder:
        cases, answers = Path(folder, "cases"), Path(folder, "answers")
        cases.write_text(
            "".join(f"{position_id(Position(*turn.board))} {turn.dice[0]} {turn.dice[1]}\n" for turn in items)
        )
        subprocess.run(
            [str(PROGRAM), "-t", "-q", "-r", "-p", QUESTIONS],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"HOME": folder, "LC_ALL": "C", "CASES": str(cases), "ANSWERS": str(answers)},
            check=True,
        )
        return [json.loads(line) for line in answers.read_text().splitlines()]


def board_after(board: Board, play: str) -> Board:
    """Make a play such as `bar/20*/14 6/2*(2)` on a board; a blot is hit by the first that comes."""
    value, result = list(board[0]), list(board[1])
    for outcome, count in re.findall(r"([^\s(]+)(?:\((\d)\))?", play):
        stops = [
            25 if stop == "bar" else 0 if stop == "off" else int(stop)
            for stop in outcome.replace("*", "").split("/")
        ]
        hits = ["*" in stop for stop in outcome.split("/")]
        times = int(count or 1)
        value[stops[0]] -= times
        value[stops[-1]] += times
        for stop, hit in zip(stops, hits, strict=True):
            if hit and result[25 - stop]:
                result[25 - stop] -= 1
                result[25] += 1
    return tuple(value), tuple(result)


@pytest.mark.skipif(PROGRAM is None, reason="needs GNU Backgammon")
def test_plays_equal_those_of_gnu_backgammon_on_reachable_positions():
    pieces = range(-(-HINTS // EACH))
    items = list(spread(differences, pieces))
    print(f"\n{len(pieces) * EACH} positions, {sum(plays for plays, _ in items)} plays")
    assert [turn for _, wrong in items for turn in wrong] == []
