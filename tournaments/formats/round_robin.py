"""Round robins: the draw of the numbers, the pairings by Berger tables, and the effect of withdrawals."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tournaments.formats.berger_tables import make_schedule
from tournaments.formats.bracket_draw import DrawnLines
from tournaments.formats.event_format import CROSSTABLE, MORE, EventFormat, FormatOptions
from tournaments.formats.format import StaticFormat
from tournaments.formats.format_options import (
    DRAW_OPTIONS,
    OptionTests,
    are_scores,
    are_strings,
    is_one_of,
    is_whole_number,
)
from tournaments.formats.graph import BYE, LEAGUE, GraphPairing, Source, SourceReachability, pairing_id
from tournaments.formats.plan import DrawEntry, Plan, Stage
from tournaments.formats.random_order import shuffle
from tournaments.formats.reasons import make_reason
from tournaments.formats.round_robin_numbers import number_mates_first
from tournaments.formats.seeding import LARGEST_DRAW, assign_draw_numbers, check_entries_and_seeds
from tournaments.formats.separation import Tags
from tournaments.formats.translatable import gettext_noop

ANNULLED, FORFEITED = WITHDRAWAL_EFFECTS = "annulled", "forfeited"


def make_round_robin(
    flight: str, sources: Sequence[Source], options: Mapping[str, Any]
) -> tuple[GraphPairing, ...]:
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
        for number, boards in enumerate(make_schedule(even, options), start=1)
        for at, (white, black) in enumerate(boards, start=1)
        for pair in [(seats[white - 1], seats[black - 1])]
        if BYE not in pair
    )


def withdrawal_effect(played: int, scheduled: int) -> str:
    """Return the effect of a withdrawal on the matches of an entry: "annulled" or "forfeited".

    If it has played less than half of them, none counts; else they count and the others are forfeited (FIDE
    Handbook C.05). An annulled match that was played still counts for ratings and in the players' records.
    """
    return ANNULLED if 2 * played < scheduled else FORFEITED


ROBIN_TIE_BREAKS = ("score", "head_to_head", "difference", "sonneborn_berger")
TABLE_OPTIONS: OptionTests = {
    **DRAW_OPTIONS,
    "cycles": is_whole_number(1, 8),
    "rounds": is_whole_number(0, 4 * LARGEST_DRAW),
    "matches": is_whole_number(0, LARGEST_DRAW - 1),
    "numbers": is_one_of("order", "lot", "mates_first"),
    "criteria": are_strings,
    "scoring": are_scores,
    "up": is_whole_number(0, 16),
    "down": is_whole_number(0, 16),
}


class RoundRobin(StaticFormat):
    """Round robin; a table ranks the entries."""

    name, title = "round_robin", gettext_noop("Round robin")
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
        return make_round_robin(stage.key, sources, stage.options)


def _table_numbers(tags: Tags, seeds: Sequence[int], seed: str, numbering: str) -> tuple[int, ...]:
    if numbering == "order":
        return assign_draw_numbers(list(tags), seeds, seed)
    by_lot = shuffle(sorted(tags), f"{seed}/numbers")
    return number_mates_first(by_lot, tags, seed) if numbering == "mates_first" else by_lot


def make_round_robin_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of a round robin alone."""
    options = {"cycles": format_options.cycles, **format_options.table_options()}
    return Plan((Stage(LEAGUE, "round_robin", options=options, lengths=format_options.main),))


ROUND_ROBIN_EVENT = EventFormat(
    "round_robin",
    gettext_noop("Round robin"),
    gettext_noop("All players meet each other."),
    make_round_robin_plan,
    ("length", "cycles", "ties"),
    MORE,
    layout=CROSSTABLE,
)
