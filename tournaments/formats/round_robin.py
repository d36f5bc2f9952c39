"""Everybody against everybody: Berger's tables for any number, in cycles, cut short, or a part of them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rules.errors import Refusal
from tournaments.formats.berger import Board, berger
from tournaments.formats.draw_seed import shuffled
from tournaments.formats.drawing import Drawing
from tournaments.formats.field import BYE, Pairing, Source, pairing_id
from tournaments.formats.format import StaticFormat
from tournaments.formats.liveness import Liveness
from tournaments.formats.numbering import mates_first
from tournaments.formats.options import (
    DRAW_OPTIONS,
    MOST_ENTRIES,
    OptionTests,
    are_scores,
    are_strings,
    one_of,
    whole_number,
)
from tournaments.formats.plan import Person, Stage
from tournaments.formats.reasons import because
from tournaments.formats.seeding import check_field, numbered
from tournaments.formats.separation import Tags

ANNULLED, FORFEITED = "annulled", "forfeited"


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
    boards = [(player, (player + distance) % players) for distance in distances for player in range(players)]
    if matches % 2:
        boards += [(player, player + players // 2) for player in range(players // 2)]
    return _in_rounds([(white + 1, black + 1) for white, black in boards])


def _in_rounds(boards: Sequence[Board]) -> tuple[tuple[Board, ...], ...]:
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


def withdrawal(played: int, scheduled: int) -> str:
    """What becomes of the matches of somebody who leaves: "annulled" or "forfeited".

    Under half of his matches played, none of them counts; otherwise they count, and he forfeits the rest
    (FIDE Handbook C.05). Annulled matches stay played for ratings.
    """
    return ANNULLED if 2 * played < scheduled else FORFEITED


CRITERIA = ("score", "head_to_head", "difference", "sonneborn_berger")
TABLE_OPTIONS: OptionTests = {
    **DRAW_OPTIONS,
    "cycles": whole_number(1, 8),
    "rounds": whole_number(0, 4 * MOST_ENTRIES),
    "matches": whole_number(0, MOST_ENTRIES - 1),
    "numbers": one_of("order", "lot", "mates_first"),
    "criteria": are_strings,
    "scoring": are_scores,
    "up": whole_number(0, 16),
    "down": whole_number(0, 16),
}


class RoundRobin(StaticFormat):
    """Everybody meets everybody; a table ranks them."""

    name = "round_robin"
    options: ClassVar[OptionTests] = TABLE_OPTIONS
    has_table = True
    is_round_robin = True
    criteria = CRITERIA
    can_be_drawn = True
    can_be_division = True

    def draw(self, stage: Stage, people: Sequence[Person], seeds: Sequence[int], seed: str) -> Drawing:
        """The numbers of a round robin.

        Option `numbers`: "order", seeds first and the rest by lot; "lot", all by lot; "mates_first", by lot
        and then so that people of one club, family or pair meet early.
        """
        tags = {person.entry: person.tags for person in people}
        check_field(list(tags), seeds)
        by_number = _table_numbers(tags, seeds, seed, stage.options.get("numbers", "order"))
        facts = {"players": len(by_number)}
        lines = range(1, len(by_number) + 1)
        return Drawing(by_number, {at: (because("number_in_table", number=at, **facts),) for at in lines})

    def pairings(self, stage: Stage, sources: Sequence[Source]) -> tuple[Pairing, ...]:
        """The boards of Berger's tables."""
        return table(stage.key, sources, stage.options)


def _table_numbers(tags: Tags, seeds: Sequence[int], seed: str, numbering: str) -> tuple[int, ...]:
    if numbering == "order":
        return numbered(list(tags), seeds, seed)
    by_lot = shuffled(sorted(tags), f"{seed}/numbers")
    return mates_first(by_lot, tags, seed) if numbering == "mates_first" else by_lot
