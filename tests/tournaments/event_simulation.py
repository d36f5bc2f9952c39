"""Events played in memory from a seed, for the tests of packages without a database."""

import random
from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.formats.random_order import compute_commitment
from tournaments.formats.seed_lines import draw_lines
from tournaments.journal.commands import JournalCommand
from tournaments.journal.draws import Drawn
from tournaments.journal.entries import Entered, NewEntry
from tournaments.journal.event_end import is_finished
from tournaments.journal.facts import PairingResult, StoredRow
from tournaments.journal.results import Settled
from tournaments.journal.state import EventState, Placement, board
from tournaments.journal.undo import History
from tournaments.payloads import make_payload

LENGTH = 7
FORMAT = "knockout_consolation"


class Event:
    """An event journal in memory, which refuses invalid rows as the stored one does."""

    def __init__(self, rows: Iterable[StoredRow] = ()) -> None:
        self.history = History(rows)

    @property
    def rows(self) -> list[StoredRow]:
        return self.history.rows

    @property
    def state(self) -> EventState:
        return self.history.state

    @property
    def board(self) -> dict[str, Placement]:
        return board(self.state)

    def append(self, kind: str, payload: Mapping[str, Any]) -> StoredRow:
        row = StoredRow(len(self.rows) + 1, kind, payload)
        self.history.append(row)
        return row

    def do(self, act: JournalCommand) -> StoredRow:
        """Append the row of a command of a director."""
        return self.append(act.kind, act.payload)

    def append_all(self, facts: Iterable[tuple[str, Mapping[str, Any]]]) -> list[StoredRow]:
        """Append several rows, given as kind and payload."""
        return [self.append(*fact) for fact in facts]

    @property
    def is_finished(self) -> bool:
        return is_finished(self.state, self.state.board)

    @property
    def playable(self) -> list[Placement]:
        return [placed for placed in self.board.values() if placed.is_seated and not placed.is_decided]

    def settle(
        self, pairing: str, winner: str = "white", ending: str = "played", loser_score: int = 0
    ) -> StoredRow:
        return self.append("settled", payload_of(self.board[pairing], winner, ending, loser_score))


def payload_of(
    placed: Placement, winner: str, ending: str = "played", loser_score: int = 0, length: int = LENGTH
) -> dict[str, Any]:
    """The payload of a `settled` row for the players of a pairing."""
    result = PairingResult(
        white=placed.white or 0,
        black=placed.black or 0,
        winner=winner,
        white_score=_score(winner, "white", ending, loser_score, length),
        black_score=_score(winner, "black", ending, loser_score, length),
        ending=ending,
    )
    return make_payload(Settled(placed.id, result))


def _score(winner: str, side: str, ending: str, loser_score: int, length: int) -> int:
    if ending != "played":
        return 0
    return length if winner == side else loser_score


def seed_of(rng: random.Random) -> str:
    """A random draw seed of 32 hexadecimal digits."""
    return f"{rng.getrandbits(128):032x}"


def drawn(size: int, rng: random.Random, seeds: int = 0, form: str = FORMAT) -> Event:
    """An event with its draw published, which takes rows 1 to 4."""
    numbers = list(range(1, size + 1))
    seed = seed_of(rng)
    seeded = tuple(rng.sample(numbers, seeds))
    entered = Entered(tuple(NewEntry(number, f"p{number}") for number in numbers))
    draw = Drawn(format=form, seed=seed, seeds=seeded, lines=draw_lines(numbers, seeded, seed))
    return Event(
        [
            StoredRow(1, "entered", make_payload(entered)),
            StoredRow(2, "committed", {"commitment": compute_commitment(seed)}),
            StoredRow(3, "drawn", make_payload(draw)),
            StoredRow(4, "published", {}),
        ]
    )


def random_payload(
    placed: Placement, rng: random.Random, absences: float = 0.0, length: int = LENGTH
) -> dict[str, Any]:
    """A random result, with the given share of walkovers, forfeits and retirements."""
    winner, ending = rng.choice(["white", "black"]), "played"
    if rng.random() < absences:
        ending = rng.choice(["walkover", "double_walkover", "forfeit", "retired"])
        winner = "" if ending == "double_walkover" else winner
    return payload_of(placed, winner, ending, rng.randrange(length), length)


def play_some(event: Event, rng: random.Random, absences: float = 0.0) -> int:
    """Settle a random part of the playable pairings; return how many."""
    ready = event.playable
    chosen = rng.sample(ready, rng.randint(1, len(ready)))
    event.append_all(
        ("settled", random_payload(placed, rng, absences, event.state.length(placed.id) or LENGTH))
        for placed in chosen
    )
    return len(chosen)


def play_out(event: Event, rng: random.Random, absences: float = 0.0) -> int:
    """Play until the event is finished; return the number of results."""
    count = 0
    while not event.is_finished:
        count += play_some(event, rng, absences)
    return count


def state_data(state: EventState) -> dict[str, Any]:
    """The fields of a state but `seq`, the number of its last row."""
    return {name: getattr(state, name) for name in EventState.__slots__ if name != "seq"}
