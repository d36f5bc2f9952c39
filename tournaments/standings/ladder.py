"""A ladder: who may challenge whom, and the order after every challenge."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.errors import Refusal


@dataclass(frozen=True, slots=True)
class Ladder:
    """Entries from the top down. `reach` is how many places up a challenge may go, 0 for any number."""

    order: tuple[int, ...]
    reach: int = 3

    def place(self, entry: int) -> int:
        """The rung of an entry, 1 at the top. Refuses ("entry_unknown") who is not on the ladder."""
        if entry not in self.order:
            raise Refusal("entry_unknown", entry=entry)
        return self.order.index(entry) + 1

    def may_challenge(self, entry: int) -> tuple[int, ...]:
        """Whom an entry may challenge, the nearest first."""
        own = self.place(entry) - 1
        highest = max(0, own - self.reach) if self.reach else 0
        return self.order[highest:own][::-1]

    def must_challenge(self, challenger: int, holder: int) -> None:
        """Refuse ("challenge_too_far") a challenge that the ladder does not allow."""
        if holder not in self.may_challenge(challenger):
            raise Refusal(
                "challenge_too_far", challenger=challenger, holder=self.place(holder), reach=self.reach
            )

    def joined(self, entry: int) -> "Ladder":
        """The ladder with a new entry on the lowest rung."""
        if entry in self.order:
            raise Refusal("already_entered", entry=entry)
        return Ladder((*self.order, entry), self.reach)

    def left(self, entry: int) -> "Ladder":
        """The ladder without an entry: everybody below moves up."""
        self.place(entry)
        return Ladder(tuple(held for held in self.order if held != entry), self.reach)

    def won(self, winner: int, loser: int) -> "Ladder":
        """After a match: who was below and won takes the place, and everybody between moves down one."""
        above, below = self.place(loser) - 1, self.place(winner) - 1
        if below < above:
            return self
        rest = [entry for entry in self.order if entry != winner]
        return Ladder((*rest[:above], winner, *rest[above:]), self.reach)

    def timed_out(self, entry: int) -> "Ladder":
        """After a challenge that was not taken up in time: the entry loses one place."""
        own = self.place(entry)
        if own == len(self.order):
            return self
        order = list(self.order)
        order[own - 1], order[own] = order[own], order[own - 1]
        return Ladder(tuple(order), self.reach)


def after(ladder: Ladder, results: Iterable[tuple[int, int]]) -> Ladder:
    """The ladder after results (winner, loser) in the order settled; winner 0 means a time-out."""
    for winner, loser in results:
        ladder = ladder.won(winner, loser) if winner else ladder.timed_out(loser)
    return ladder


def from_results(results: Iterable[tuple[int, int]]) -> Ladder:
    """The ladder that results (winner, loser) make by themselves, in the order settled: whoever is new comes
    on at the bottom, the winner before the loser, and a winner takes the place of whom he has beaten."""
    ladder = Ladder((), reach=0)
    for winner, loser in results:
        for entry in (winner, loser):
            if entry not in ladder.order:
                ladder = ladder.joined(entry)
        ladder = ladder.won(winner, loser)
    return ladder
