"""The legal plays of reachable positions equal those of GNU Backgammon (where it is installed).

PROOF_HINTS is the number of positions (5,000).
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
    """Compare 250 turns with one seed: every seventh turn of random games, dances left out."""
    reached = (turn for turn in islice(turns(Random(1_000 + seed)), 0, None, STEP) if turn.used)
    compared_turns = list(islice(reached, EACH))
    plays = 0
    differing_turns = []
    for turn, answers in zip(compared_turns, ask(compared_turns), strict=True):
        gnubg_boards = [board_after(turn.board, play) for play in answers]
        library_boards = [
            (play.after.white, play.after.black) for play in legal_plays(Position(*turn.board), turn.dice)
        ]
        plays += len(library_boards)
        if sorted(gnubg_boards) != sorted(library_boards):
            differing_turns.append(turn)
    return plays, differing_turns


def ask(compared_turns: list[Turn]) -> list[list[str]]:
    """The plays of GNU Backgammon for each turn, in its notation."""
    with TemporaryDirectory() as folder:
        cases, answers = Path(folder, "cases"), Path(folder, "answers")
        cases.write_text(
            "".join(
                f"{position_id(Position(*turn.board))} {turn.dice[0]} {turn.dice[1]}\n"
                for turn in compared_turns
            )
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
    """The board after a play such as `bar/20*/14 6/2*(2)`; the first checker that arrives hits a blot."""
    mover, opponent = list(board[0]), list(board[1])
    for move, count in re.findall(r"([^\s(]+)(?:\((\d)\))?", play):
        stops = [
            25 if stop == "bar" else 0 if stop == "off" else int(stop)
            for stop in move.replace("*", "").split("/")
        ]
        hits = ["*" in stop for stop in move.split("/")]
        times = int(count or 1)
        mover[stops[0]] -= times
        mover[stops[-1]] += times
        for stop, hit in zip(stops, hits, strict=True):
            if hit and opponent[25 - stop]:
                opponent[25 - stop] -= 1
                opponent[25] += 1
    return tuple(mover), tuple(opponent)


@pytest.mark.skipif(PROGRAM is None, reason="needs GNU Backgammon")
def test_plays_equal_those_of_gnu_backgammon_on_reachable_positions():
    pieces = range(-(-HINTS // EACH))
    outcomes = list(spread(differences, pieces))
    print(f"\n{len(pieces) * EACH} positions, {sum(plays for plays, _ in outcomes)} plays")
    assert [turn for _, differing_turns in outcomes for turn in differing_turns] == []
