"""Round robins by Berger tables: one or several cycles, or part of one; numbers by which mates meet early.

How anybody can repeat the numbering (method "mates-1"). A pair that shares a tag costs the round in which it
meets. From the numbers of the random order, the exchange of two that lowers the sum most is made (of equal
ones that with the lowest first, then second number), until none lowers it. This is repeated from
`shuffle(entries, "<seed>/numbers/<n>")` for n = 0, 1, ..., 24 times in all (3 times with more than 16
players); the first of the lowest sums is taken.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

from rules.errors import Refusal
from tournaments.formats.bracket_draw import DrawnLines
from tournaments.formats.format import (
    DRAW_OPTIONS,
    MOST_ENTRIES,
    OptionTests,
    StaticFormat,
    are_scores,
    are_strings,
    is_one_of,
    is_whole_number,
)
from tournaments.formats.graph import BYE, GraphPairing, Source, SourceReachability, pairing_id
from tournaments.formats.plan import DrawEntry, Stage
from tournaments.formats.random_order import shuffle
from tournaments.formats.reasons import make_reason
from tournaments.formats.seeding import assign_draw_numbers, check_entries_and_seeds
from tournaments.formats.separation import Tags, kind_of

Board = tuple[int, int]


def berger(players: int) -> tuple[tuple[Board, ...], ...]:
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


def rounds_of_meetings(players: int) -> Mapping[frozenset[int], int]:
    """Return the round of a single cycle in which two numbers meet."""
    return {
        frozenset(board): number for number, boards in enumerate(berger(players), start=1) for board in boards
    }


METHOD = "mates-1"
# Up to how many entries a field is small; number of starts of the search for small and large fields.
SMALL_FIELD, SMALL_FIELD_STARTS, LARGE_FIELD_STARTS = 16, 24, 3
# Kinds of tags that make two entries mates.
MATE_TAGS = frozenset({"club", "family", "partner"})


def mates_first(entries: Sequence[int], tags: Tags, seed: str) -> tuple[int, ...]:
    """Return the entries in the order of their numbers, such that mates meet early."""
    orders = [_Order(entries, tags)]
    if not orders[0].has_mates:
        return tuple(entries)
    tries = LARGE_FIELD_STARTS if len(entries) > SMALL_FIELD else SMALL_FIELD_STARTS
    starts = (shuffle(sorted(entries), f"{seed}/numbers/{number}") for number in range(tries - 1))
    orders += [_Order(start, tags) for start in starts]
    for order in orders:
        order.settle()
    return tuple(min(orders, key=_Order.total).entries)


class _Order:
    """A numbering of the entries (from 0), improved by exchanges so that mates meet early."""

    def __init__(self, entries: Sequence[int], tags: Tags) -> None:
        self.entries = list(entries)
        self._at = {entry: at for at, entry in enumerate(entries)}
        self._rounds = _rounds(len(entries))
        mate_tags = {
            entry: {tag for tag in tags.get(entry, ()) if kind_of(tag) in MATE_TAGS} for entry in entries
        }
        self._mates: Mapping[int, tuple[int, ...]] = {
            entry: tuple(other for other in entries if other != entry and mate_tags[entry] & mate_tags[other])
            for entry in entries
        }
        self.has_mates = any(self._mates.values())

    def settle(self) -> None:
        """Exchange numbers until no exchange lowers the sum."""
        exchanges = list(combinations(range(len(self.entries)), 2))
        while exchanges:
            best = min(exchanges, key=lambda pair: self.gain(*pair))
            if self.gain(*best) >= 0:
                break
            self.exchange(*best)

    def total(self) -> int:
        """The sum of the rounds in which mates meet, each pair counted from both sides."""
        mate_places = (
            (at, self._at[mate]) for at, entry in enumerate(self.entries) for mate in self._mates[entry]
        )
        return sum(self._rounds[one][other] for one, other in mate_places)

    def gain(self, one: int, other: int) -> int:
        """Return the change of the sum when two numbers are exchanged: negative is better."""
        first, second = self.entries[one], self.entries[other]
        return self._change_of_moving(first, one, other, but=second) + self._change_of_moving(
            second, other, one, but=first
        )

    def exchange(self, one: int, other: int) -> None:
        """Exchange the numbers of two entries."""
        entries = self.entries
        entries[one], entries[other] = entries[other], entries[one]
        self._at[entries[one]], self._at[entries[other]] = one, other

    def _change_of_moving(self, entry: int, before: int, after: int, *, but: int) -> int:
        places = [self._at[mate] for mate in self._mates[entry] if mate != but]
        return sum(self._rounds[after][place] - self._rounds[before][place] for place in places)


def _rounds(players: int) -> list[list[int]]:
    """Return the round in which two numbers (from 0) meet, 0 for a number and itself."""
    meeting_rounds = rounds_of_meetings(players)
    numbers = range(1, players + 1)
    return [[meeting_rounds.get(frozenset((one, other)), 0) for other in numbers] for one in numbers]


ANNULLED, FORFEITED = "annulled", "forfeited"


def cycles(players: int, count: int) -> tuple[tuple[Board, ...], ...]:
    """Return several cycles, each with the colours of the previous one reversed.

    If another cycle follows, the last two rounds of a cycle are exchanged, so that no player has the same
    colour in three consecutive rounds.
    """
    table, rounds = berger(players), list[tuple[Board, ...]]()
    for cycle in range(count):
        cycle_rounds = [tuple((b, a) if cycle % 2 else (a, b) for a, b in boards) for boards in table]
        if cycle < count - 1 and len(cycle_rounds) > 1:
            cycle_rounds[-2:] = reversed(cycle_rounds[-2:])
        rounds += cycle_rounds
    return tuple(rounds)


def partial(players: int, matches: int) -> tuple[tuple[Board, ...], ...]:
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


def schedule(players: int, options: Mapping[str, Any]) -> tuple[tuple[Board, ...], ...]:
    """Return the rounds by the options `cycles` (1), `rounds` (0: all) and `matches` (0: all)."""
    if options.get("matches"):
        return partial(players, min(options["matches"], players - 1))
    table = cycles(players, options.get("cycles", 1))
    return table[: options.get("rounds", 0) or len(table)]


def table(flight: str, sources: Sequence[Source], options: Mapping[str, Any]) -> tuple[GraphPairing, ...]:
    """Return the pairings of a round robin: source i has number i, a bye is an empty line.

    A board with an empty line is left out but keeps its position: if a late entry takes the line, no other
    pairing changes its name.
    """
    seats = [seat for seat in sources if seat != BYE] if options.get("matches") else [*sources]
    even = len(seats) if options.get("matches") else len(seats) + len(seats) % 2
    seats += [BYE] * (even - len(seats))
    reachability = SourceReachability()
    places = (1, max(1, sum(reachability.is_reachable(seat) for seat in seats)))
    return tuple(
        GraphPairing(pairing_id(flight, number, at), flight, number, at, *pair, places, places)
        for number, boards in enumerate(schedule(even, options), start=1)
        for at, (white, black) in enumerate(boards, start=1)
        for pair in [(seats[white - 1], seats[black - 1])]
        if BYE not in pair
    )


def withdrawal_effect(played: int, scheduled: int) -> str:
    """Return the effect of a withdrawal on the matches of an entry: "annulled" or "forfeited".

    If it has played less than half of them, none counts; else they count and the others are forfeited (FIDE
    Handbook C.05). Annulled matches still count for ratings.
    """
    return ANNULLED if 2 * played < scheduled else FORFEITED


ROBIN_TIE_BREAKS = ("score", "head_to_head", "difference", "sonneborn_berger")
TABLE_OPTIONS: OptionTests = {
    **DRAW_OPTIONS,
    "cycles": is_whole_number(1, 8),
    "rounds": is_whole_number(0, 4 * MOST_ENTRIES),
    "matches": is_whole_number(0, MOST_ENTRIES - 1),
    "numbers": is_one_of("order", "lot", "mates_first"),
    "criteria": are_strings,
    "scoring": are_scores,
    "up": is_whole_number(0, 16),
    "down": is_whole_number(0, 16),
}


class RoundRobin(StaticFormat):
    """Round robin; a table ranks the entries."""

    name = "round_robin"
    options: ClassVar[OptionTests] = TABLE_OPTIONS
    has_table = True
    is_round_robin = True
    tie_breaks = ROBIN_TIE_BREAKS
    can_be_drawn = True
    can_be_division = True

    def draw(self, stage: Stage, people: Sequence[DrawEntry], seeds: Sequence[int], seed: str) -> DrawnLines:
        """Draw the numbers of a round robin.

        Option `numbers`: "order": seeds first, the others at random; "lot": all at random; "mates_first": at
        random, then such that entries with a shared tag meet early.
        """
        tags = {person.entry: person.tags for person in people}
        check_entries_and_seeds(list(tags), seeds)
        by_number = _table_numbers(tags, seeds, seed, stage.options.get("numbers", "order"))
        facts = {"players": len(by_number)}
        lines = range(1, len(by_number) + 1)
        return DrawnLines(
            by_number, {at: (make_reason("number_in_table", number=at, **facts),) for at in lines}
        )

    def pairings(self, stage: Stage, sources: Sequence[Source]) -> tuple[GraphPairing, ...]:
        """Return the boards of Berger tables."""
        return table(stage.key, sources, stage.options)


def _table_numbers(tags: Tags, seeds: Sequence[int], seed: str, numbering: str) -> tuple[int, ...]:
    if numbering == "order":
        return assign_draw_numbers(list(tags), seeds, seed)
    by_lot = shuffle(sorted(tags), f"{seed}/numbers")
    return mates_first(by_lot, tags, seed) if numbering == "mates_first" else by_lot
