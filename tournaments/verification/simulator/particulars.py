"""What a random hand tells about people: clubs and ratings put right, pairs elsewhere, who is in the room."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from tournaments.journal import acting
from tournaments.journal.entrants import AWAY, HERE, UNSAID, WAITING, Newcomer
from tournaments.verification.simulator.trial import Trial

CLUBS, COUNTRIES, FAMILIES = ("", "A", "B", "C"), ("", "IT", "CH"), ("", "", "", "Rossi", "Bianchi")
MOST = 5


def somebody(rng: random.Random, player: str) -> Newcomer:
    """A person of some club, country and family, with a rating or without."""
    club, country, family = rng.choice(CLUBS), rng.choice(COUNTRIES), rng.choice(FAMILIES)
    return Newcomer(player, club, country, family, rng.choice((0, 1500)))


def describe(trial: Trial) -> bool:
    """What is known of some entries is put right; nobody sits elsewhere for that."""
    chosen = _some(trial)
    told = {entry: replace(somebody(trial.rng, ""), partners=_partners(trial, entry)) for entry in chosen}
    return _moves_nobody(trial, acting.describe(told))


def partner(trial: Trial) -> bool:
    """Two become a pair elsewhere in the tournament: draws to come keep them apart where that is wished."""
    entries = sorted(trial.state.entries)
    if len(entries) < 2:
        return False
    pair = f"d{len(trial.rows)}"
    both = trial.rng.sample(entries, 2)
    told = {
        entry: replace(trial.state.entries[entry].about, partners=(*_partners(trial, entry), pair))
        for entry in both
    }
    return _moves_nobody(trial, acting.describe(told))


def note(trial: Trial) -> bool:
    """Some are in the room, away, or wait for a place; who is in a draw waits for none."""
    chosen, presence = _some(trial), trial.rng.choice((UNSAID, HERE, AWAY, WAITING))
    drawn = {entry for drawing in trial.state.stages.values() for entry in drawing.members}
    taken = _moves_nobody(trial, acting.note(chosen, presence))
    trial.must(taken != (presence == WAITING and bool(drawn & set(chosen))), "I1", "waiting_misjudged")
    return taken


def _some(trial: Trial) -> list[int]:
    entries = sorted(trial.state.entries)
    return trial.rng.sample(entries, trial.rng.randint(1, min(MOST, len(entries))))


def _partners(trial: Trial, entry: int) -> tuple[str, ...]:
    return trial.state.entries[entry].about.partners


def _moves_nobody(trial: Trial, act: acting.Act) -> bool:
    before = trial.state
    taken = trial.tell(*act)
    now = trial.state
    stands = before.board == now.board and before.results == now.results and before.stages == now.stages
    trial.must(stands, "I8", "particulars_moved_somebody")
    return taken


PARTICULARS: Mapping[str, tuple[int, Callable[[Trial], bool]]] = {
    "describe": (2, describe),
    "partner": (2, partner),
    "note": (2, note),
}
