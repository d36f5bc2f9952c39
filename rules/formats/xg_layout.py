"""Where the fields of eXtreme Gammon's records are, and how its boards and moves are written.

A record has 2,560 bytes; byte 8 tells what it is. Numbers are little-endian and aligned to their size. The
names are those of the published layout, https://www.extremegammon.com/xgformat.aspx.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

RECORD_BYTES = 2560
KIND_AT = 8
MATCH, GAME, CUBE, MOVE, GAME_END, MATCH_END, COMMENT, MISSING = range(8)

UNLIMITED_LENGTH = 99_999
FIRST_VERSION_WITH_UNICODE, FIRST_VERSION_WITH_TRANSCRIBER, LAST_VERSION = 24, 30, 40
MATCH_MAGIC = b"DMLI"
# TSaveRec, tsHeaderMatch.
PLAYERS_AT, LENGTH_AT, VARIATION_AT, FLAGS_AT, EXPERIENCE_AT = (9, 50), 92, 96, 100, 120
RATINGS_AT, DATE_AT, EVENT_AT, PLACE_AT, ROUND_AT = 104, 128, 136, 283, 417
VERSION_AT, MAGIC_AT, MATCH_COMMENTS_AT, CUBE_LIMIT_AT = 552, 556, 576, 612
EVENT_UNICODE_AT, PLAYERS_UNICODE_AT, PLACE_UNICODE_AT, ROUND_UNICODE_AT = 622, (880, 1138), 1396, 1654
TRANSCRIBER_AT = 1960
UNICODE_BYTES = 258
# tsHeaderGame: Score1, Score2, CrawfordApply; the board; number; comments; automatic doubles.
GAME_HEAD, SCORES_AT, GAME_BOARD_AT = struct.Struct("<12xii?"), 12, 21
GAME_NUMBER_AT, GAME_COMMENTS_AT, AUTOMATIC_AT = 48, 56, 64
# tsCube: Actif, double, Take, BeaverR, RaccoonR, CubeB; the board; comment.
CUBE_HEAD, CUBE_ACTOR_AT, DOUBLE_AT = struct.Struct("<12x6i"), 12, 16
CUBE_BOARD_AT, CUBE_COMMENT_AT = 36, 292
# tsMove: both boards; ActifP, Moves, Dice, CubeA; Played; comment.
MOVE_HEAD, BOARD_AT, BOARD_AFTER_AT = struct.Struct("<64xi8i2ii"), 9, 35
MOVE_ACTOR_AT, DICE_AT, PLAYED_AT, MOVE_COMMENT_AT = 64, 100, 2308, 2524
# tsFooterGame: both scores, winner, points, Termination; tsFooterMatch: both scores.
GAME_FOOT, MATCH_FOOT = struct.Struct("<12xii4xiii"), struct.Struct("<12xii")
BOARD = struct.Struct("26b")

INTEGER, DOUBLE = struct.Struct("<i"), struct.Struct("<d")
INTEGER_BYTES, DOUBLE_BYTES = INTEGER.size, DOUBLE.size

# Termination is the kind of the win; from 100 on plus 100 if the loser resigned, from 1000 on if the players
# settled the game.
RESIGNED, SETTLED = 100, 1000


def board_of(data: bytes, at: int) -> list[int]:
    """A board: places 0 to 25 in the numbering of the first player or of the mover, 0 the opponent's bar.

    The checkers of the player whose numbering it is count above 0, those of the opponent below.
    """
    return list(BOARD.unpack_from(data, at))


def turned(board: Sequence[int]) -> list[int]:
    """The same board as the other player sees it."""
    return [-count for count in board[::-1]]


def checkers_of(board: Sequence[int]) -> tuple[int, ...]:
    """How many checkers the player whose numbering it is has on each place; 0 are those borne off."""
    places = [max(count, 0) for count in board[1:]]
    return (max(15 - sum(places), 0), *places)


def steps_of(moves: Sequence[int]) -> list[tuple[int, int]]:
    """The steps of a play by the mover's places, from pairs of a start and an end counted from 0."""
    steps = []
    for place in range(0, len(moves), 2):
        start, end = moves[place] + 1, moves[place + 1] + 1
        if start <= 0:
            break
        if start > 25 or end > 25:
            return []
        steps.append((start, max(end, 0)))
    return steps


def after_steps(board: Sequence[int], steps: Sequence[tuple[int, int]]) -> list[int]:
    """The mover's board after these steps, whether or not they are legal."""
    after = list(board)
    for start, end in steps:
        after[start] -= 1
        if end == 0:
            continue
        if after[end] == -1:
            after[end] = 0
            after[0] -= 1
        after[end] += 1
    return after


def steps_between(before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int]]:
    """Steps, of whatever length and direction, that lead the mover from one board to another."""
    changes = [max(new, 0) - max(old, 0) for old, new in zip(before[1:], after[1:], strict=True)]
    starts = [place for place in range(25, 0, -1) for _ in range(-changes[place - 1])]
    ends = [place for place in range(25, 0, -1) for _ in range(changes[place - 1])]
    return list(zip(starts, ends + [0] * (len(starts) - len(ends)), strict=False))


def format_steps(steps: Sequence[tuple[int, int]]) -> str:
    """Steps in notation, one by one: "24/18 6/off"."""
    return " ".join(f"{'bar' if start == 25 else start}/{'off' if end == 0 else end}" for start, end in steps)
