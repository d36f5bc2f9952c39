"""How many players the pairings of a bracket will have if all that can still come to them do."""

from tournaments.formats.graph import Origin, Source
from tournaments.journal.state import VACANT, EventState


class ExpectedPlayers:
    """Counts the players of pairings, of which earlier ones may not be decided.

    After a double no-show nobody goes on from a pairing, so that the next one is a bye and has no loser: that
    is known before its player is.
    """

    def __init__(self, state: EventState) -> None:
        self._state = state
        self._counts: dict[str, int] = {}

    def count(self, name: str) -> int:
        """Return how many players a pairing will have: 0, 1 or 2."""
        if name not in self._counts:
            sources, seats = self._state.graph.by_id[name].sources, self._state.board[name].seats
            self._counts[name] = sum(
                self._is_expected(source) if seat is None else seat != VACANT
                for source, seat in zip(sources, seats, strict=True)
            )
        return self._counts[name]

    def _is_expected(self, source: Source) -> bool:
        """Return whether an entry can come from a source that is not decided."""
        if source.origin is Origin.WINNER:
            return self.count(source.pairing) > 0
        if source.origin is Origin.LOSER:
            return self.count(source.pairing) > 1
        return source.origin is not Origin.FIRST_LOSS or self._has_first_loss(source.pairing)

    def _has_first_loss(self, name: str) -> bool:
        """Return whether the first match that a player of a pairing loses can be this one or a later one.

        A bye of a player who has not played yet is followed by the first match.
        """
        is_decided = self._state.board[name].is_decided
        if not is_decided and self.count(name) > 1:
            return True
        if not self.count(name) or self._has_played_before(name):
            return False
        step = self._state.graph.next_of.get(name)
        while step is not None and self.count(step) < 2:
            step = self._state.graph.next_of.get(step)
        return step is not None

    def _has_played_before(self, name: str) -> bool:
        """Return whether a player of a pairing will come to it from a match."""
        seats = self._state.board[name].seats
        for source, seat in zip(self._state.graph.by_id[name].sources, seats, strict=True):
            if seat == VACANT or source.origin is not Origin.WINNER:
                continue
            before = self._state.board[source.pairing]
            is_played = before.is_contested if before.is_decided else self.count(source.pairing) > 1
            if is_played or self._has_played_before(source.pairing):
                return True
        return False
