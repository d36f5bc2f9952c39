"""Round robins: who meets whom in which round, by the Berger tables or with a fixed number of matches."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.verification.checker.trees import EMPTY, CheckedPairing, Reachability, SeatFeed, name

Board = tuple[int, int]


def make_berger_rounds(players: int) -> list[list[Board]]:
    """Return the rounds of the Berger tables for a number of players, by rotation.

    Round 1 pairs 1 with the last, 2 with the last but one and so on. For each further round all numbers but
    the last, which only changes sides, move on by half their number.
    """
    size = players + players % 2
    ring = list(range(1, size))
    rounds = []
    for number in range(size - 1):
        white = [ring[0], *ring[1 : size // 2]]
        black = [size, *ring[: size // 2 - 1 : -1]]
        boards = list(zip(white, black, strict=True))
        if number % 2:
            boards[0] = boards[0][::-1]
        rounds.append([board for board in boards if max(board) <= players])
        ring = ring[size // 2 :] + ring[: size // 2]
    return rounds


def make_schedule(players: int, options: Mapping[str, Any]) -> list[list[Board]]:
    """Return the rounds of a round robin: all `cycles`, the first `rounds`, or `matches` for each player."""
    if options.get("matches"):
        return _fixed_matches(players, min(options["matches"], players - 1))
    rounds: list[list[Board]] = []
    count = options.get("cycles", 1)
    for cycle in range(count):
        table = [
            [board[::-1] if cycle % 2 else board for board in row] for row in make_berger_rounds(players)
        ]
        if cycle < count - 1 and len(table) > 1:
            table[-1], table[-2] = table[-2], table[-1]
        rounds += table
    return rounds[: options.get("rounds", 0) or len(rounds)]


def make_round_robin(
    flight: str, feeds: Sequence[SeatFeed], options: Mapping[str, Any]
) -> list[CheckedPairing]:
    """Return the pairings of a round robin of these feeds, without those against an empty line."""
    seats = [feed for feed in feeds if feed != EMPTY] if options.get("matches") else list(feeds)
    if len(seats) % 2 and not options.get("matches"):
        seats.append(EMPTY)
    span = (1, max(1, sum(Reachability().of(feed) for feed in seats)))
    nodes = []
    for number, row in enumerate(make_schedule(len(seats), options), start=1):
        for at, (a, b) in enumerate(row, start=1):
            white, black = seats[a - 1], seats[b - 1]
            if EMPTY not in {white, black}:
                nodes.append(
                    CheckedPairing(name(flight, number, at), flight, number, at, white, black, span, span)
                )
    return nodes


def make_groups(key: str, feeds: Sequence[SeatFeed], options: Mapping[str, Any]) -> list[CheckedPairing]:
    """Return the pairings of all groups; each has the same number of lines, some may be empty."""
    count = options.get("groups") or max(1, len(feeds) // options.get("size", 4))
    lines = max(1, len(feeds) // count)
    parts = [feeds[start : start + lines] for start in range(0, len(feeds), lines)]
    return [
        node
        for number, part in enumerate(parts, start=1)
        for node in make_round_robin(f"{key}_{number}", part, options)
    ]


def _fixed_matches(players: int, matches: int) -> list[list[Board]]:
    """Return a schedule with the same number of matches for each player, of nearest numbers on a circle."""
    boards = [(at, (at + away) % players) for away in range(1, matches // 2 + 1) for at in range(players)]
    if matches % 2:
        boards += [(at, at + players // 2) for at in range(players // 2)]
    rounds: list[list[Board]] = []
    for a, b in boards:
        two = {a + 1, b + 1}
        row = next((row for row in rounds if not any(two & set(board) for board in row)), None)
        if row is None:
            row = []
            rounds.append(row)
        row.append((a + 1, b + 1))
    return rounds
