"""Play drawn pairings to the end with random results: who sits where, and everybody's place."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from tournaments.formats.graph import GraphPairing, Origin, Source

Span = tuple[int, int]


@dataclass
class Played:
    """Pairings as they were played: seats (0 for nobody) and winner (0 for nobody) by id."""

    pairings: Sequence[GraphPairing]
    seats: dict[str, tuple[int, int]] = field(default_factory=dict)
    winner: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.by_id = {pairing.id: pairing for pairing in self.pairings}
        self.next = {
            source.pairing: pairing.id
            for pairing in self.pairings
            for source in pairing.sources
            if source.origin is Origin.WINNER
        }

    def loser(self, name: str) -> int:
        white, black = self.seats[name]
        return (black if self.winner[name] == white else white) if white and black else 0

    def matches(self) -> list[str]:
        """The pairings that two players played."""
        return [name for name, seats in self.seats.items() if all(seats)]

    def places(self, flight: str) -> dict[int, Span]:
        """The places of each player of a flight: those of their last pairing."""
        last = {
            entry: pairing
            for pairing in self.pairings
            if pairing.flight == flight
            for entry in self.seats[pairing.id]
            if entry
        }
        return {
            entry: pairing.winner_range if self.winner[pairing.id] == entry else pairing.loser_range
            for entry, pairing in last.items()
        }

    def standing(self, flight: str) -> list[int]:
        """The players of a flight by wins, of equal ones the lower number first."""
        names = [pairing.id for pairing in self.pairings if pairing.flight == flight]
        players = {entry for name in names for entry in self.seats[name] if entry}
        wins = {entry: sum(self.winner[name] == entry for name in names) for entry in players}
        return sorted(players, key=lambda entry: (-wins[entry], entry))


def play(pairings: Sequence[GraphPairing], seed: int, absent: Callable[[], bool] = lambda: False) -> Played:
    """Play every pairing with a random winner.

    `absent` says for each match whether it is a double no-show, without winner or loser.
    Raises AssertionError when the seats of a pairing never become known.
    """
    rng, played = Random(seed), Played(pairings)
    waiting = list(pairings)
    while waiting:
        still_waiting = [pairing for pairing in waiting if not _try(played, pairing, rng, absent)]
        if len(still_waiting) == len(waiting):
            raise AssertionError(f"stuck: {[pairing.id for pairing in still_waiting]}")
        waiting = still_waiting
    return played


def _try(played: Played, pairing: GraphPairing, rng: Random, absent: Callable[[], bool]) -> bool:
    seats = tuple(_sitting(played, source, at) for at, source in enumerate(pairing.sources))
    if None in seats:
        return False
    white, black = seats
    played.seats[pairing.id] = (white or 0, black or 0)
    both = bool(white and black)
    played.winner[pairing.id] = (
        (0 if absent() else rng.choice((white, black))) if both else (white or black or 0)
    )
    return True


def _sitting(played: Played, source: Source, at: int) -> int | None:
    """The entry on a seat: 0 for nobody, None while it is open."""
    if source.origin in {Origin.ENTRY, Origin.BYE}:
        return source.entry
    if source.origin is Origin.PLACE:
        return _placed(played, source)
    if source.pairing not in played.winner:
        return None
    return {
        Origin.WINNER: lambda: played.winner[source.pairing],
        Origin.LOSER: lambda: _lost(played, source.pairing),
        Origin.RESET: lambda: _again(played, source.pairing, at),
        Origin.FIRST_LOSS: lambda: _first_loss(played, source.pairing),
    }[source.origin]()


def _lost(played: Played, name: str) -> int:
    return played.loser(name) if played.winner[name] else 0


def _again(played: Played, name: str, at: int) -> int:
    white, black = played.seats[name]
    return (white, black)[at] if white and played.winner[name] == black else 0


def _placed(played: Played, source: Source) -> int | None:
    flight = [pairing for pairing in played.pairings if pairing.flight == source.flight]
    if any(pairing.id not in played.winner for pairing in flight):
        return None
    people = played.standing(source.flight)
    return people[source.place - 1] if source.place <= len(people) else 0


def _first_loss(played: Played, name: str) -> int | None:
    if all(played.seats[name]):
        return _lost(played, name)
    player = played.winner[name]
    if not player or _has_played(played, name, player):
        return 0
    while name := played.next.get(name, ""):
        if name not in played.winner:
            return None
        if all(played.seats[name]):
            return player if played.winner[name] not in {player, 0} else 0
    return 0


def _has_played(played: Played, name: str, player: int) -> bool:
    pairing = played.by_id[name]
    return any(
        player in seats and all(seats) and played.by_id[other].round < pairing.round
        for other, seats in played.seats.items()
        if played.by_id[other].flight == pairing.flight
    )


def targets(pairings: Sequence[GraphPairing]) -> Counter[tuple[str, str]]:
    """How many seats the winner ("winner") and the loser ("loser", also as a first loss) of each get."""
    kinds = {Origin.WINNER: "winner", Origin.LOSER: "loser", Origin.FIRST_LOSS: "loser"}
    return Counter(
        (kinds[source.origin], source.pairing)
        for pairing in pairings
        for source in pairing.sources
        if source.origin in kinds
    )


def faults(played: Played, entrants: int) -> list[str]:
    """Describe the faults of an event that was played to the end."""
    everybody = {entry for seats in played.seats.values() for entry in seats if entry}
    messages = [f"absent {entry}" for entry in set(range(1, entrants + 1)) ^ everybody]
    messages += [f"himself in {name}" for name, seats in played.seats.items() if seats[0] == seats[1] != 0]
    messages += [f"{count} seats for {seat}" for seat, count in targets(played.pairings).items() if count > 1]
    messages += [
        f"nobody won {name}" for name, seats in played.seats.items() if any(seats) and not played.winner[name]
    ]
    return messages


def gaps(played: Played) -> dict[str, list[int]]:
    """By flight, the places reached, where they are not consecutive without repetition."""
    flights = dict.fromkeys(pairing.flight for pairing in played.pairings)
    places = {flight: spans(played.places(flight)) for flight in flights}
    return {
        flight: reached
        for flight, reached in places.items()
        if reached and reached != list(range(reached[0], reached[0] + len(reached)))
    }


def spans(places: Mapping[int, Span]) -> list[int]:
    """Every place reached; shared places once for each player sharing them."""
    reached: list[int] = []
    for span in sorted(set(places.values())):
        sharing = sum(1 for row in places.values() if row == span)
        if sharing != span[1] - span[0] + 1:
            raise AssertionError(f"{sharing} people at {span}")
        reached += range(span[0], span[1] + 1)
    return reached
