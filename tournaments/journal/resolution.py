"""Who sits where: follows the graph from results to seats; a bye never wins and nobody advances twice."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.draws.field import Graph, Origin, Source
from tournaments.journal.facts import Result

VACANT = 0
Seat = int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A decided pairing: who goes on (`VACANT` for nobody), who is out, and whether it was contested.

    A contested pairing was won against somebody who was there; byes, walkovers and withdrawals are not.
    """

    winner: int
    out: tuple[int, ...] = ()
    is_contested: bool = False


class Resolver:
    """Answers who sits in a pairing and how it was decided; certain answers are remembered for good.

    `withdrawn` gives the turn in which each entry withdrew. `results` may gain results while the resolver
    is used; after any other change start a new one.
    """

    def __init__(self, graph: Graph, results: Mapping[str, Result], withdrawn: Mapping[int, int]) -> None:
        self._graph = graph
        self._results = results
        self._withdrawn = withdrawn
        self._known: dict[str, Outcome] = {}
        self._open: set[str] = set()
        self._results_seen = len(results)
        self._first_losses: dict[str, int] = {}

    def seats(self, pairing: str) -> tuple[Seat, Seat]:
        """The entries on both seats: a number, `VACANT` when nobody can come, None while it is open."""
        white, black = self._graph.by_id[pairing].sources
        return self._player(white), self._player(black)

    def outcome(self, pairing: str) -> Outcome | None:
        """How a pairing was decided, or None while it is not."""
        if pairing in self._known:
            return self._known[pairing]
        if self._is_open(pairing):
            return None
        white, black = self.seats(pairing)
        outcome = None if white is None or black is None else self._decide(pairing, white, black)
        if outcome is None:
            self._open.add(pairing)
        else:
            self._known[pairing] = outcome
        return outcome

    def _is_open(self, pairing: str) -> bool:
        """Whether the pairing was undecided with the results that stand now."""
        if len(self._results) != self._results_seen:
            self._open.clear()
            self._results_seen = len(self._results)
        return pairing in self._open

    def _decide(self, pairing: str, white: int, black: int) -> Outcome | None:
        if VACANT in (white, black):
            return Outcome(winner=white or black)
        result = self._results.get(pairing)
        if result is not None:
            out = tuple(seat for seat in (white, black) if seat != result.winner_entry)
            return Outcome(result.winner_entry, out, not result.is_absence)
        return self._decide_by_withdrawal(white, black)

    def _decide_by_withdrawal(self, white: int, black: int) -> Outcome | None:
        gone = [seat for seat in (white, black) if seat in self._withdrawn]
        if not gone:
            return None
        # Whoever left first gave the match to the other, also when that one leaves later: so a withdrawal
        # never changes what an earlier one has decided.
        first = min(gone, key=self._withdrawn.__getitem__)
        return Outcome(white if first == black else black, (first,))

    def _player(self, source: Source) -> Seat:
        if source.origin is Origin.ENTRY:
            return source.entry
        if source.origin is Origin.BYE:
            return VACANT
        if source.origin is Origin.FIRST_LOSS:
            return self._first_loss(source.pairing)
        outcome = self.outcome(source.pairing)
        return None if outcome is None else outcome.winner

    def _first_loss(self, pairing: str) -> Seat:
        if pairing in self._first_losses:
            return self._first_losses[pairing]
        player = self._follow_unplayed(pairing)
        if player is not None:
            self._first_losses[pairing] = player
        return player

    def _follow_unplayed(self, pairing: str) -> Seat:
        outcome = self.outcome(pairing)
        if outcome is None or outcome.is_contested:
            return None if outcome is None else outcome.out[0]
        player, step = outcome.winner, self._graph.next_of.get(pairing)
        while player and step:
            outcome = self.outcome(step)
            if outcome is None:
                return None
            if outcome.is_contested or outcome.winner != player:
                return player if outcome.is_contested and outcome.winner != player else VACANT
            step = self._graph.next_of.get(step)
        return VACANT
