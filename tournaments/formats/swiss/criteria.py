"""The criteria by which a pairing of a score bracket is better than another: those of the FIDE Dutch system.

They are those of FIDE C.04.3 (2026) without the ones on colours. A player who is not paired in their bracket
floats down. C6: number of floaters. C7: their points, highest first. C8: the same two in the next bracket.
C9: unplayed rounds of the player with the bye. C14, C16: residents who float down and did so one or two
rounds ago. C15, C17: players who meet a higher one and did so one or two rounds ago. C18 to C21: the score
differences, largest first, for downfloaters among those, and for opponents of C15 and C17. Then the pairing
method of the event decides (`pairing_methods`): by the published order (`published_order`), or by distances
from the ideal and in the end a number made of the two ranks.

Each criterion is a cost, and costs are compared in this order: `score_bracket_choice` finds the pairing of a
bracket with the least.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.pairing import DOWN, UP, WIN
from tournaments.formats.swiss.allowed_pairs import PairingField
from tournaments.formats.swiss.minimum_cost_matching import (
    Costs,
)
from tournaments.formats.swiss.pairing_methods import BracketOrder

# Size of the number that breaks ties, and the constants of its hash.
TIE_BITS = 32
TIE_SPAN = 1 << TIE_BITS
HASH_FACTORS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xFF51AFD7ED558CCD)
HASH_MASK = (1 << 64) - 1


def rank_hash(one: int, other: int) -> int:
    """Return a pseudo-random number of two ranks, the same on every platform, to break ties."""
    mixed = (one * HASH_FACTORS[0] + other * HASH_FACTORS[1]) & HASH_MASK
    mixed = ((mixed ^ (mixed >> 29)) * HASH_FACTORS[2]) & HASH_MASK
    return mixed >> (64 - TIE_BITS)


@dataclass(frozen=True, slots=True)
class ScoreBracket:
    """The players paired together: downfloaters from above, and the residents."""

    downfloaters: tuple[int, ...]
    residents: tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        """All who can be paired in this bracket."""
        return (*self.downfloaters, *self.residents)


class Criteria:
    """The costs of the choices in a bracket, as tuples with a slot for each criterion and score level."""

    def __init__(self, field: PairingField, bracket: ScoreBracket, order: BracketOrder) -> None:
        self.field, self.bracket, self.order = field, bracket, order
        self.points = field.points[bracket.residents[0]]
        self.place = {index: place for place, index in enumerate(order.places)}
        self.resident = frozenset(bracket.residents)
        self._levels = sorted({field.points[index] for index in bracket.members}, reverse=True)
        self._gaps = self._all_gaps()
        self._slots = self._assign_slots()
        self.width = sum(self._slot_counts())
        self.zero_costs: Costs = (0,) * self.width

    def _all_gaps(self) -> list[int]:
        higher = [points - self.points for points in self._levels if points > self.points]
        between = [one - other for one in self._levels for other in self._levels if one > other]
        return sorted({*higher, *(gap + WIN for gap in higher), *between}, reverse=True)

    def _slot_counts(self) -> tuple[int, ...]:
        levels, gaps = len(self._levels), len(self._gaps)
        return (1, levels - 1, 1, levels, 1, 4, gaps, gaps, gaps, gaps)

    def _assign_slots(self) -> dict[str, int]:
        names = ("C6", "C7", "C8", "C8 points", "C9", "C14", "C18", "C19", "C20", "C21")
        slots: dict[str, int] = {}
        place = 0
        for name, count in zip(names, self._slot_counts(), strict=True):
            slots[name] = place
            place += count
        return slots | {"C15": slots["C14"] + 1, "C16": slots["C14"] + 2, "C17": slots["C14"] + 3}

    @property
    def bye_slot(self) -> int:
        """The slot of C9: unplayed rounds of the player with the bye."""
        return self._slots["C9"]

    def _costs_of(self, cells: Iterable[tuple[int, int]]) -> Costs:
        row = list(self.zero_costs)
        for cell, amount in cells:
            row[cell] += amount
        return tuple(row)

    def _gap_slot(self, criterion: str, gap: int) -> int:
        return self._slots[criterion] + self._gaps.index(gap)

    def floating_costs(self, index: int) -> Costs:
        """Return the costs if a member is not paired in this bracket."""
        card, points = self.field.cards[index], self.field.points[index]
        cells = [(self._slots["C6"], 1)]
        if points > self._levels[-1]:
            cells.append((self._slots["C7"] + self._levels.index(points), 1))
        for ago, resident, downfloater in ((1, "C14", "C18"), (2, "C16", "C20")):
            if card.floated(ago) == DOWN:
                if index in self.resident:
                    cells.append((self._slots[resident], 1))
                else:
                    cells.append((self._gap_slot(downfloater, points - self.points + WIN), 1))
        return self._costs_of(cells)

    def passing_costs(self, index: int) -> Costs:
        """Return the costs if a player is not paired in the next bracket either."""
        cells = [(self._slots["C8"], 1)]
        if self.field.points[index] in self._levels:
            cells.append((self._slots["C8 points"] + self._levels.index(self.field.points[index]), 1))
        return self._costs_of(cells)

    def bye_costs(self, index: int) -> Costs:
        """Return the costs if a member gets the bye, in addition to floating."""
        return self._costs_of([(self._slots["C9"], self.field.cards[index].unplayed)])

    def meeting_costs(self, one: int, other: int) -> Costs:
        """Return the costs if two members meet, without their distance from the ideal."""
        if self.field.points[one] == self.field.points[other]:
            return self.zero_costs
        high, low = sorted((one, other), key=lambda index: -self.field.points[index])
        gap = self.field.points[high] - self.field.points[low]
        cells: list[tuple[int, int]] = []
        for ago, met_criterion, down, up in ((1, "C15", "C18", "C19"), (2, "C17", "C20", "C21")):
            if self.field.cards[high].floated(ago) == DOWN:
                cells.append((self._gap_slot(down, gap), 1))
            if self.field.cards[low].floated(ago) == UP:
                cells += [(self._slots[met_criterion], 1), (self._gap_slot(up, gap), 1)]
        return self._costs_of(cells)

    def tail_of_pair(self, one: int, other: int) -> int:
        """Return the last cost of a pair: the distance from the ideal, then the number that breaks ties."""
        first, second = sorted((self.place[one], self.place[other]))
        ranks = sorted((self.field.cards[one].rank, self.field.cards[other].rank))
        return self.order.distance(first, second) ** 2 * self.tie_span + self._break_tie(*ranks)

    def _break_tie(self, one: int, other: int) -> int:
        return 0 if self.order.has_published_order else rank_hash(one, other)

    def tail_of_floating(self, index: int) -> int:
        """Return the last cost of a member who is not paired here."""
        return self.order.distance_unpaired(self.place[index]) ** 2 * self.tie_span + self._break_tie(
            self.field.cards[index].rank, 0
        )

    @property
    def tie_span(self) -> int:
        """An upper bound of the sum of all numbers that break ties in a bracket."""
        return 1 if self.order.has_published_order else TIE_SPAN << len(self.place).bit_length()

    def lower_bound(self) -> Costs:
        """Return lower bounds of the costs, which follow from the numbers of residents and downfloaters."""
        row = list(self.zero_costs)
        spare = len(self.bracket.residents) - len(self.bracket.downfloaters)
        row[0] = spare % 2 if spare >= 0 else -spare
        for index in self.bracket.downfloaters if spare >= 0 else ():
            for ago, criterion in ((1, "C18"), (2, "C20")):
                if self.field.cards[index].floated(ago) == DOWN:
                    row[self._gap_slot(criterion, self.field.points[index] - self.points)] += 1
        return tuple(row)
