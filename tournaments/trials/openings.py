"""How a random event begins: a field of awkward size, seeds, lots, a draw, and its publication."""

import random
from collections.abc import Callable, Mapping

from tournaments.draws.lots import commitment
from tournaments.draws.seeding import lines
from tournaments.journal.facts import Drawn
from tournaments.journal.payloads import drawn_payload, entered_payload
from tournaments.trials.trial import Trial

SMALLEST, LARGEST = 2, 130
POWERS = (4, 8, 16, 32, 64, 128)


def size(rng: random.Random) -> int:
    """A number of entrants: mostly small, often odd, often one beside a power of two."""
    if rng.random() < 0.3:
        return max(SMALLEST, rng.choice(POWERS) + rng.choice((-1, 0, 1)))
    top = rng.choice((8, 16, 40, LARGEST))
    found = rng.randint(SMALLEST, top)
    return found - 1 if found % 2 == 0 and found > 3 and rng.random() < 0.5 else found


def lots_of(rng: random.Random) -> str:
    """A seed for lots."""
    return f"{rng.getrandbits(128):032x}"


def knockout(trial: Trial, form: str) -> None:
    """Entries, committed lots, a draw by them, published."""
    rng = trial.rng
    numbers = list(range(1, size(rng) + 1))
    seed = lots_of(rng)
    chosen = tuple(rng.sample(numbers, rng.randint(0, min(8, len(numbers)))))
    trial.tell("entered", entered_payload({number: f"p{number}" for number in numbers}))
    trial.tell("committed", {"commitment": commitment(seed)})
    trial.tell("drawn", drawn_payload(Drawn(form, seed, chosen, lines(numbers, chosen, seed))))
    trial.tell("published", {})


OPENINGS: Mapping[str, Callable[[Trial, str], None]] = {
    "knockout": knockout,
    "knockout_consolation": knockout,
}
