"""Round robins and groups: who meets whom in which round, by Berger's tables (FIDE Handbook C.05, Annex 1).

docs/formats.md, "Round robin and groups": "Berger's tables for any number; with an odd number each player
sits out once. A second cycle swaps the sides, and the last two rounds before it change places. A shortened
round robin plays the first rounds; a partial one gives every player exactly so many matches against
different opponents."
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.verification.checker.trees import EMPTY, CheckedPairing, Reachability, SeatFeed, name

# White and Black of a match, as numbers in the table from 1.
Board = tuple[int, int]


def make_berger_rounds(players: int) -> list[list[Board]]:
    """Return the rounds of the Berger table for a number of players; with an odd one the last is empty.

    In the printed tables the last number meets 1, then the number half the field further on, and so on, and
    alternates sides; all others meet in pairs at equal distances before and behind the number it meets.
    """
    last = players + players % 2
    circle = last - 1
    rounds = []
    for number in range(1, last):
        opposite = (number - 1) * (last // 2) % circle + 1
        first = (opposite, last) if number % 2 else (last, opposite)
        others = [
            ((opposite - 1 + step) % circle + 1, (opposite - 1 - step) % circle + 1)
            for step in range(1, last // 2)
        ]
        rounds.append([first, *others])
    return rounds


def make_schedule(players: int, options: Mapping[str, Any]) -> list[list[Board]]:
    """Return the rounds of a round robin: all `cycles`, the first `rounds`, or `matches` for each player."""
    matches = int(options.get("matches", 0))
    if matches:
        return make_fixed_matches(players, matches)
    cycles, rounds = int(options.get("cycles", 1)), make_berger_rounds(players)
    schedule: list[list[Board]] = []
    for cycle in range(1, cycles + 1):
        row = list(rounds) if cycle % 2 else [[(black, white) for white, black in one] for one in rounds]
        if cycle < cycles and len(row) > 1:
            row[-2:] = [row[-1], row[-2]]
        schedule += row
    return schedule[: int(options.get("rounds", 0)) or len(schedule)]


def make_fixed_matches(players: int, matches: int) -> list[list[Board]]:
    """Return rounds in which every player has `matches` matches against different opponents.

    docs/draw-methods.md, "Round robin and groups": the numbers sit in a circle; each meets the next one, then
    the next but one, and so on; an odd number of matches ends with the number opposite. Each match is in the
    first round in which both are free. More matches than opponents are as many as opponents.
    """
    matches = min(matches, players - 1)
    distances = [*range(1, matches // 2 + 1), *([players // 2] if matches % 2 else [])]
    rounds: list[list[Board]] = []
    for distance in distances:
        is_opposite = 2 * distance == players
        for white in range(1, (players // 2 if is_opposite else players) + 1):
            board = (white, (white - 1 + distance) % players + 1)
            row = next((row for row in rounds if not {seat for one in row for seat in one} & {*board}), None)
            if row is None:
                rounds.append([board])
            else:
                row.append(board)
    return rounds


def make_round_robin(
    flight: str, feeds: Sequence[SeatFeed], options: Mapping[str, Any]
) -> list[CheckedPairing]:
    """Return the pairings of a round robin of these feeds, without those against an empty line.

    A pairing keeps its number in the printed table, so that no name changes when a late entry takes a line.
    """
    reachability = Reachability()
    lines = [*feeds, EMPTY]
    # Any of its places can be reached by every match of a table.
    spans = ((1, max(1, sum(reachability.of(feed) for feed in feeds))),) * 2
    return [
        CheckedPairing(
            name(flight, number, at), flight, number, at, lines[white - 1], lines[black - 1], *spans
        )
        for number, row in enumerate(make_schedule(len(feeds), options), start=1)
        for at, (white, black) in enumerate(row, start=1)
        if reachability.of(lines[white - 1]) and reachability.of(lines[black - 1])
    ]


def make_groups(key: str, feeds: Sequence[SeatFeed], options: Mapping[str, Any]) -> list[CheckedPairing]:
    """Return the pairings of all groups; "all have the same number of lines", some of which may be empty.

    The lines of the draw are those of group 1, then those of group 2, and so on.
    """
    groups = int(options.get("groups", 0))
    # A single group grows with its late entries beyond the size; several groups have as many lines each.
    count = groups or max(1, len(feeds) // int(options["size"]))
    lines = len(feeds) // count
    return [
        node
        for number, first in enumerate(range(0, len(feeds), lines), start=1)
        for node in make_round_robin(f"{key}_{number}", feeds[first : first + lines], options)
    ]
