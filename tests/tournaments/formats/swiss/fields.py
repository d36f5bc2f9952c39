"""Random fields in the middle of a Swiss event, for tests and proofs of the pairing."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from rules.errors import Refusal
from tournaments.formats.pairing import PairedRound, PairingCard, PairingRequest
from tournaments.formats.pairing_cards import PastBoard, PastRound, RoundContext, make_pairing_cards
from tournaments.formats.swiss.round_pairing import pair_round


def after(
    chance: random.Random, entrants: int, rounds: int, options: Mapping[str, Any]
) -> tuple[PairingCard, ...]:
    """The cards after this many rounds paired by the engine (fewer if no pairing is left)."""
    past: list[PastRound] = []
    for number in range(1, rounds + 1):
        field = make_pairing_cards(range(1, entrants + 1), past)
        try:
            paired = pair_round(PairingRequest("swiss", number, field, options, "played"))
        except Refusal:
            break
        past.append(played(chance, paired))
    return make_pairing_cards(range(1, entrants + 1), past)


def played(chance: random.Random, found: PairedRound, absent: float = 0.03) -> PastRound:
    """The round with random results, some of them by absence."""
    boards = tuple(
        PastBoard(
            board.white,
            board.black,
            chance.choice((board.white, board.black)),
            chance.random() >= absent,
        )
        for board in found.boards
    )
    return PastRound(boards, tuple((bye.entry, bye.kind) for bye in found.byes))


def messy(chance: random.Random, entrants: int) -> tuple[PairingCard, ...]:
    """Cards of a field with arbitrary history: random pairings, byes, absences, late entries."""
    order = list(range(1, entrants + 1))
    past: list[PastRound] = []
    met_pairs: set[frozenset[int]] = set()
    for _ in range(chance.randint(0, entrants + 1)):
        past.append(_by_lot(chance, order, met_pairs))
    tags = {entry: frozenset({f"club:{chance.randint(1, 4)}"}) for entry in order if chance.random() < 0.5}
    apart = ("club",) if chance.random() < 0.4 else ()
    return make_pairing_cards(order, past, RoundContext(tags=tags, apart=apart))


def _by_lot(chance: random.Random, order: Sequence[int], met_pairs: set[frozenset[int]]) -> PastRound:
    """A round of boards between players who have not met, mostly neighbours of a shuffled list."""
    waiting = [entry for entry in order if chance.random() < 0.92]
    chance.shuffle(waiting)
    boards, byes = [], []
    while waiting:
        one = waiting.pop()
        other = next((candidate for candidate in waiting if frozenset((one, candidate)) not in met_pairs), 0)
        if not other:
            byes.append((one, chance.choice(("pairing", "half", "zero", "zero"))))
            continue
        waiting.remove(other)
        met_pairs.add(frozenset((one, other)))
        boards.append(PastBoard(one, other, chance.choice((one, one, other, 0)), chance.random() < 0.95))
    return PastRound(tuple(boards), tuple(byes))


def shuffled(chance: random.Random, ordered: Sequence[PairingCard]) -> tuple[PairingCard, ...]:
    """The same cards in another order."""
    mixed = list(ordered)
    chance.shuffle(mixed)
    return tuple(mixed)
