"""Runs in the Python of GNU Backgammon: writes every legal play of each position and roll.

The environment variables CASES and ANSWERS name two files. A line of the first is a position ID and two dice;
a line of the second is the JSON list of the plays.
"""

import json
import os

import gnubg  # type: ignore[import-not-found]

MOST = 10_000

for command in (
    "set player 0 human",
    "set player 1 human",
    "set evaluation chequer evaluation plies 0",
    "new match 7",
):
    gnubg.command(command)

with open(os.environ["CASES"]) as cases, open(os.environ["ANSWERS"], "w") as answers:
    for case in cases:
        position, first, second = case.split()
        gnubg.command(f"set board {position}")
        gnubg.command(f"set dice {first} {second}")
        hint = gnubg.hint(MOST) or {}
        answers.write(json.dumps([play["move"] for play in hint.get("hint", [])]) + "\n")
