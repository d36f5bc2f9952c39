"""Everybody against everybody: Berger's tables for any number, in cycles, cut short, or a part of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.errors import Refusal
from tournaments.formats.field import BYE, Pairing, Source, pairing_id
from tournaments.formats.liveness import Liveness

Board = tuple[int, int]
ANNULLED, FORFEITED = "annulled", "forfeited"


def berger(players: int) -> tuple[tuple[Board, ...], ...]:
    """The rounds of a single cycle as boards of two numbers, white first (FIDE Handbook C.05, Annex 1).

    Among an odd number of players each sits out one round: whoever would meet the missing number.
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


def cycles(players: int, count: int) -> tuple[tuple[Board, ...], ...]:
    """Several cycles: each turns the boards of the one before.

    Before another cycle follows, the last two rounds of a cycle change places, so that nobody plays three
    rounds running with the same side.
    """
    table, rounds = berger(players), list[tuple[Board, ...]]()
    for cycle in range(count):
        turned = [tuple((b, a) if cycle % 2 else (a, b) for a, b in boards) for boards in table]
        if cycle < count - 1 and len(turned) > 1:
            turned[-2:] = reversed(turned[-2:])
        rounds += turned
    return tuple(rounds)


def partial(players: int, matches: int) -> tuple[tuple[Board, ...], ...]:
    """A schedule in which everybody plays exactly `matches` matches, against different people.

    In a ring of players each meets those at the same distances, with an odd number of matches also the one
    opposite. Refuses ("schedule_impossible") more opponents than there are, and odd times odd.
    """
    if not 0 < matches < players or players * matches % 2:
        raise Refusal("schedule_impossible", players=players, matches=matches)
    distances = range(1, matches // 2 + 1)
    boards = [(here, (here + away) % players) for away in distances for here in range(players)]
    if matches % 2:
        boards += [(here, here + players // 2) for here in range(players // 2)]
    return _in_rounds([(white + 1, black + 1) for white, black in boards])


def _in_rounds(boards: Sequence[Board]) -> tuple[tuple[Board, ...], ...]:
    rounds: list[list[Board]] = []
    busy: list[set[int]] = []
    for board in boards:
        at = next((at for at, held in enumerate(busy) if not held & set(board)), len(busy))
        if at == len(busy):
            busy.append(set())
            rounds.append([])
        busy[at].update(board)
        rounds[at].append(board)
    return tuple(tuple(row) for row in rounds)


def schedule(players: int, options: Mapping[str, Any]) -> tuple[tuple[Board, ...], ...]:
    """The rounds by the options `cycles` (1), `rounds` (0: all) and `matches` (0: everybody)."""
    if options.get("matches"):
        return partial(players, min(options["matches"], players - 1))
    table = cycles(players, options.get("cycles", 1))
    return table[: options.get("rounds", 0) or len(table)]


def table(flight: str, sources: Sequence[Source], options: Mapping[str, Any]) -> tuple[Pairing, ...]:
    """The pairings of a round robin: source number i has number i, a bye is a free line.

    A board with a free line, or with the number an odd table lacks, is left out and its position stays
    empty: whoever comes late takes a free line and no other pairing changes its name.
    """
    seats = [seat for seat in sources if seat != BYE] if options.get("matches") else [*sources]
    even = len(seats) if options.get("matches") else len(seats) + len(seats) % 2
    seats += [BYE] * (even - len(seats))
    live = Liveness()
    places = (1, max(1, sum(live.is_live(seat) for seat in seats)))
    return tuple(
        Pairing(pairing_id(flight, number, at), flight, number, at, *pair, places, places)
        for number, boards in enumerate(schedule(even, options), start=1)
        for at, (white, black) in enumerate(boards, start=1)
        for pair in [(seats[white - 1], seats[black - 1])]
        if BYE not in pair
    )


def met_in(players: int) -> Mapping[frozenset[int], int]:
    """The round of a single cycle in which two numbers meet."""
    return {
        frozenset(board): number for number, boards in enumerate(berger(players), start=1) for board in boards
    }


def withdrawal(played: int, scheduled: int) -> str:
    """What becomes of the matches of somebody who leaves: "annulled" or "forfeited".

    Under half of his matches played, none of them counts; otherwise they count, and he forfeits the rest
    (FIDE Handbook C.05). Annulled matches stay played for ratings.
    """
    return ANNULLED if 2 * played < scheduled else FORFEITED
