"""Schedules of round robins: Berger tables, one or several cycles, or a part of a cycle."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.errors import Refusal

Board = tuple[int, int]


def make_berger_table(players: int) -> tuple[tuple[Board, ...], ...]:
    """Return the rounds of a cycle as boards of two numbers, White first (FIDE C.05, Annex 1).

    With an odd number of players each has one bye.
    """
    even = players + players % 2
    ring = even - 1
    rounds = []
    for number in range(ring):
        top = number * (even // 2) % ring
        first = (top + 1, even) if number % 2 == 0 else (even, top + 1)
        others = [((top + j) % ring + 1, (top - j) % ring + 1) for j in range(1, even // 2)]
        rounds.append(tuple(board for board in (first, *others) if max(board) <= players))
    return tuple(rounds)


def map_meeting_rounds(players: int) -> Mapping[frozenset[int], int]:
    """Return the round of a single cycle in which two numbers meet."""
    return {
        frozenset(board): number
        for number, boards in enumerate(make_berger_table(players), start=1)
        for board in boards
    }


def make_cycles(players: int, count: int) -> tuple[tuple[Board, ...], ...]:
    """Return several cycles, each with the colours of the previous one reversed.

    If another cycle follows, the last two rounds of a cycle are exchanged, so that no player has the same
    colour in three consecutive rounds.
    """
    table, rounds = make_berger_table(players), list[tuple[Board, ...]]()
    for cycle in range(count):
        cycle_rounds = [tuple((b, a) if cycle % 2 else (a, b) for a, b in boards) for boards in table]
        if cycle < count - 1 and len(cycle_rounds) > 1:
            cycle_rounds[-2:] = reversed(cycle_rounds[-2:])
        rounds += cycle_rounds
    return tuple(rounds)


def make_partial_schedule(players: int, matches: int) -> tuple[tuple[Board, ...], ...]:
    """Return a schedule in which each plays exactly `matches` matches, against different opponents.

    Players are on a circle and meet those at the nearest distances, with an odd number of matches also the
    one opposite. Refuses `schedule_impossible`.
    """
    if not 0 < matches < players or players * matches % 2:
        raise Refusal("schedule_impossible", players=players, matches=matches)
    distances = range(1, matches // 2 + 1)
    boards = [(player, (player + distance) % players) for distance in distances for player in range(players)]
    if matches % 2:
        boards += [(player, player + players // 2) for player in range(players // 2)]
    return _distribute_to_rounds([(white + 1, black + 1) for white, black in boards])


def _distribute_to_rounds(boards: Sequence[Board]) -> tuple[tuple[Board, ...], ...]:
    rounds: list[list[Board]] = []
    busy: list[set[int]] = []
    for board in boards:
        at = next((at for at, occupied in enumerate(busy) if not occupied & set(board)), len(busy))
        if at == len(busy):
            busy.append(set())
            rounds.append([])
        busy[at].update(board)
        rounds[at].append(board)
    return tuple(tuple(row) for row in rounds)


def make_schedule(players: int, options: Mapping[str, Any]) -> tuple[tuple[Board, ...], ...]:
    """Return the rounds by the options `cycles` (1), `rounds` (0: all) and `matches` (0: all)."""
    if options.get("matches"):
        return make_partial_schedule(players, min(options["matches"], players - 1))
    table = make_cycles(players, options.get("cycles", 1))
    return table[: options.get("rounds", 0) or len(table)]
