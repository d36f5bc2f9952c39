"""Which seats somebody can ever sit on: a bye has no loser, and two byes have no winner."""

from collections.abc import Iterable

from tournaments.formats.field import Origin, Pairing, Source

NEEDED = {Origin.BYE: 3, Origin.WINNER: 1, Origin.FIRST_LOSS: 1, Origin.LOSER: 2}


class Liveness:
    """Tells of any source whether a player can come from it, given every pairing drawn before it.

    It looks at the draw alone, not at results: somebody may still be absent. A loser can only come from a
    pairing that can have two players; a first loss from any that can have one.
    """

    def __init__(self, pairings: Iterable[Pairing] = ()) -> None:
        self._players: dict[str, int] = {}
        for pairing in pairings:
            self.add(pairing)

    def add(self, pairing: Pairing) -> None:
        """Counts the seats of one more pairing; those it is fed from come first."""
        self._players[pairing.id] = sum(self.is_live(source) for source in pairing.sources)

    def players(self, pairing: str) -> int:
        """How many seats of a pairing can ever be filled: 0, 1 or 2."""
        return self._players[pairing]

    def is_live(self, source: Source) -> bool:
        """Whether somebody can come from there. A pairing this does not know can have both players."""
        return self._players.get(source.pairing, 2) >= NEEDED.get(source.origin, 0)
