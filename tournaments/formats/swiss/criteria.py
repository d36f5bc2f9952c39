"""What every choice in a bracket costs, criterion by criterion, most important first.

The criteria are those of the FIDE Dutch system (C.04.3, 2026) without the ones on colours. Whoever is not
paired in his bracket floats down. C6 how many float; C7 their points, highest first; C8 the same two of the
next bracket; C9 rounds not played by who gets the bye; C14 and C16 residents who float down and did so one
and two rounds ago; C15 and C17 players met by a higher one who were so one and two rounds ago; C18 to C21
by how many points the players of C14 to C17 who came down from above, and their opponents, differ, largest
first. What is left is decided by the method of the event, then by a number made of the two ranks.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.pairing import DOWN, UP, WIN
from tournaments.formats.swiss.lexicographic import Costs
from tournaments.formats.swiss.methods import BracketOrder
from tournaments.formats.swiss.pairing_field import PairingField

TIE_BITS = 32
TIE_SPAN = 1 << TIE_BITS
SCALE = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xFF51AFD7ED558CCD)
MASK = (1 << 64) - 1


def rank_hash(one: int, other: int) -> int:
    """A number that looks like chance and is the same everywhere: it only decides between equals."""
    mixed = (one * SCALE[0] + other * SCALE[1]) & MASK
    mixed = ((mixed ^ (mixed >> 29)) * SCALE[2]) & MASK
    return mixed >> (64 - TIE_BITS)


@dataclass(frozen=True, slots=True)
class Bracket:
    """Those who are paired together: the ones who came down from above, and the residents."""

    downfloaters: tuple[int, ...]
    residents: tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        """All who can be paired in this bracket."""
        return (*self.downfloaters, *self.residents)


class Criteria:
    """The costs of one bracket as rows of numbers, one place for each criterion and level."""

    def __init__(self, field: PairingField, bracket: Bracket, order: BracketOrder) -> None:
        self.field, self.bracket, self.order = field, bracket, order
        self.points = field.points[bracket.residents[0]]
        self.place = {index: place for place, index in enumerate(order.places)}
        self.resident = frozenset(bracket.residents)
        self._levels = sorted({field.points[index] for index in bracket.members}, reverse=True)
        self._gaps = self._all_gaps()
        self._slots = self._lay_out()
        self.width = sum(self._counts())
        self.nothing: Costs = (0,) * self.width

    def _all_gaps(self) -> list[int]:
        higher = [points - self.points for points in self._levels if points > self.points]
        between = [one - other for one in self._levels for other in self._levels if one > other]
        return sorted({*higher, *(gap + WIN for gap in higher), *between}, reverse=True)

    def _counts(self) -> tuple[int, ...]:
        levels, gaps = len(self._levels), len(self._gaps)
        return (1, levels - 1, 1, levels, 1, 4, gaps, gaps, gaps, gaps)

    def _lay_out(self) -> dict[str, int]:
        names = ("C6", "C7", "C8", "C8 points", "C9", "C14", "C18", "C19", "C20", "C21")
        slots: dict[str, int] = {}
        place = 0
        for name, count in zip(names, self._counts(), strict=True):
            slots[name] = place
            place += count
        return slots | {"C15": slots["C14"] + 1, "C16": slots["C14"] + 2, "C17": slots["C14"] + 3}

    @property
    def sitting_slot(self) -> int:
        """Where the rounds not played by who gets the bye stand in a row."""
        return self._slots["C9"]

    def _row(self, cells: Iterable[tuple[int, int]]) -> Costs:
        row = list(self.nothing)
        for cell, amount in cells:
            row[cell] += amount
        return tuple(row)

    def _gap(self, criterion: str, gap: int) -> int:
        return self._slots[criterion] + self._gaps.index(gap)

    def floating(self, index: int) -> Costs:
        """What it costs that a member is not paired in this bracket."""
        card, points = self.field.cards[index], self.field.points[index]
        cells = [(self._slots["C6"], 1)]
        if points > self._levels[-1]:
            cells.append((self._slots["C7"] + self._levels.index(points), 1))
        for ago, resident, downfloater in ((1, "C14", "C18"), (2, "C16", "C20")):
            if card.floated(ago) == DOWN:
                if index in self.resident:
                    cells.append((self._slots[resident], 1))
                else:
                    cells.append((self._gap(downfloater, points - self.points + WIN), 1))
        return self._row(cells)

    def passing(self, index: int) -> Costs:
        """What it costs that somebody is not paired in the next bracket either."""
        cells = [(self._slots["C8"], 1)]
        if self.field.points[index] in self._levels:
            cells.append((self._slots["C8 points"] + self._levels.index(self.field.points[index]), 1))
        return self._row(cells)

    def sitting(self, index: int) -> Costs:
        """What it costs that a member gets the bye, beside floating."""
        return self._row([(self._slots["C9"], self.field.cards[index].unplayed)])

    def meeting(self, one: int, other: int) -> Costs:
        """What it costs that two members meet, apart from their places."""
        if self.field.points[one] == self.field.points[other]:
            return self.nothing
        high, low = sorted((one, other), key=lambda index: -self.field.points[index])
        gap = self.field.points[high] - self.field.points[low]
        cells: list[tuple[int, int]] = []
        for ago, met_criterion, down, up in ((1, "C15", "C18", "C19"), (2, "C17", "C20", "C21")):
            if self.field.cards[high].floated(ago) == DOWN:
                cells.append((self._gap(down, gap), 1))
            if self.field.cards[low].floated(ago) == UP:
                cells += [(self._slots[met_criterion], 1), (self._gap(up, gap), 1)]
        return self._row(cells)

    def tail_of_pair(self, one: int, other: int) -> int:
        """How far from the ideal two members are, and their number among equals."""
        first, second = sorted((self.place[one], self.place[other]))
        ranks = sorted((self.field.cards[one].rank, self.field.cards[other].rank))
        return self.order.off(first, second) ** 2 * self.span + rank_hash(*ranks)

    def tail_of_floating(self, index: int) -> int:
        """The same for a member who is not paired here."""
        return self.order.off_alone(self.place[index]) ** 2 * self.span + rank_hash(
            self.field.cards[index].rank, 0
        )

    @property
    def span(self) -> int:
        """More than all numbers among equals of one bracket can sum up to."""
        return TIE_SPAN << len(self.place).bit_length()

    def lower_bound(self) -> Costs:
        """Costs no pairing of this bracket alone can undercut: what parity and those from above must pay."""
        row = list(self.nothing)
        spare = len(self.bracket.residents) - len(self.bracket.downfloaters)
        row[0] = spare % 2 if spare >= 0 else -spare
        for index in self.bracket.downfloaters if spare >= 0 else ():
            for ago, criterion in ((1, "C18"), (2, "C20")):
                if self.field.cards[index].floated(ago) == DOWN:
                    row[self._gap(criterion, self.field.points[index] - self.points)] += 1
        return tuple(row)
