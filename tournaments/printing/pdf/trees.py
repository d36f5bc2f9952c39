"""Brackets for printing: seats, matches and the tree of them; without byes, shortened, in parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class PrintedSeat:
    """One line of a bout: `name` with `mark` (a seed), or `hint` while nobody sits here.

    `short` may stand for the name where it stands whole further left.

    `source` is the bout whose winner sits here. `is_vacant` where nobody ever will; `points` as text.
    """

    name: str = ""
    short: str = ""
    mark: str = ""
    hint: str = ""
    points: str = ""
    has_won: bool = False
    is_vacant: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class PrintedMatch:
    """Two seats that meet in round `round`, counted from 0; `tag` is the number of its table."""

    round: int
    seats: tuple[PrintedSeat, PrintedSeat]
    tag: str = ""


@dataclass(frozen=True, slots=True)
class PrintedBracket:
    """A bracket: the names of its rounds, its bouts by label, the last of them, and who has won it.

    `sheet` stands on a line whose player comes from another sheet and holds its %(number)s.
    """

    rounds: tuple[str, ...]
    bouts: Mapping[str, PrintedMatch]
    last: str
    winner: str = ""
    crown: str = ""
    sheet: str = "%(number)s"

    def parts(self, depth: int) -> tuple["PrintedBracket", ...]:
        """The same in parts: those whose last bouts are `depth` rounds before its own, then the rounds after
        them; empty where some way to the end is shorter."""
        before = [self.last]
        upper: list[str] = []
        for _ in range(depth):
            upper += before
            seats = [seat for label in before for seat in self.bouts[label].seats]
            if any(seat.source not in self.bouts for seat in seats):
                return ()
            before = [seat.source for seat in seats]
        following = {seat.source: seat.name for label in upper for seat in self.bouts[label].seats}
        return (*(self._under(label, following[label]) for label in before), self._over(upper, before))

    def _under(self, label: str, winner: str) -> "PrintedBracket":
        """A bout and everything before it, with who has won it at the end."""
        inside, pending_labels = {}, [label]
        while pending_labels:
            each = pending_labels.pop()
            inside[each] = self.bouts[each]
            pending_labels += [seat.source for seat in self.bouts[each].seats if seat.source in self.bouts]
        first, last = min(bout.round for bout in inside.values()), self.bouts[label].round
        return PrintedBracket(
            self.rounds[first : last + 1],
            {name: replace(bout, round=bout.round - first) for name, bout in inside.items()},
            label,
            winner,
            self.rounds[last + 1],
            self.sheet,
        )

    def _over(self, labels: Sequence[str], sheets: Sequence[str]) -> "PrintedBracket":
        """These bouts alone; whoever comes from the others comes from their sheets."""
        number = {label: self.sheet % {"number": at} for at, label in enumerate(sheets, start=1)}
        first = min(self.bouts[label].round for label in labels)
        kept_bouts = {}
        for label in labels:
            bout = self.bouts[label]
            seats = tuple(
                replace(seat, source="", hint=number[seat.source]) if seat.source in number else seat
                for seat in bout.seats
            )
            kept_bouts[label] = replace(bout, round=bout.round - first, seats=(seats[0], seats[1]))
        return replace(self, rounds=self.rounds[first:], bouts=kept_bouts)

    def without_byes(self) -> "PrintedBracket":
        """The same with whoever had a bye standing on a line of the round he comes in."""
        kept_bouts: dict[str, PrintedMatch] = {}
        pending_labels = [self.last]
        while pending_labels:
            label = pending_labels.pop()
            seats = tuple(self._through(seat) for seat in self.bouts[label].seats)
            kept_bouts[label] = replace(self.bouts[label], seats=(seats[0], seats[1]))
            pending_labels += [seat.source for seat in seats if seat.source in self.bouts]
        return replace(self, bouts=kept_bouts)

    def shortened(self) -> "PrintedBracket":
        """The same with short names wherever the whole name stands on a line further left."""
        short_bouts = {
            label: replace(bout, seats=(self._shorter(bout.seats[0]), self._shorter(bout.seats[1])))
            for label, bout in self.bouts.items()
        }
        return replace(self, bouts=short_bouts)

    def _shorter(self, seat: PrintedSeat) -> PrintedSeat:
        return replace(seat, name=seat.short or seat.name) if seat.source in self.bouts else seat

    def _through(self, seat: PrintedSeat) -> PrintedSeat:
        before = self.bouts.get(seat.source)
        if before is None or not any(one.is_vacant for one in before.seats):
            return seat
        occupied_seats = [one for one in before.seats if not one.is_vacant]
        if not occupied_seats:
            return replace(seat, source="", is_vacant=not seat.name)
        through = self._through(occupied_seats[0])
        return replace(
            seat,
            source=through.source,
            mark=seat.mark or through.mark,
            hint=seat.hint or through.hint,
            name=seat.name or through.name,
        )
