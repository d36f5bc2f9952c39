"""Runs inside GNU Backgammon's own Python: answers each position and roll with every play it knows.

CASES and ANSWERS name two files: lines of a position ID and two dice, and one JSON list of plays a line.
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
        answers.write(json.dumps([item["move"] for item in hint.get("hint", [])]) + "\n")
