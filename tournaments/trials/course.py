"""One random tournament from its seed: opened, acted upon, played to its end, checked on the way."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import process_time

from tournaments.checking.findings import Finding
from tournaments.journal.facts import Row
from tournaments.journal.fold import fold
from tournaments.trials.deeds import DEEDS, play_round
from tournaments.trials.going_on import go_on
from tournaments.trials.openings import OPENINGS, begin
from tournaments.trials.trial import Trial

FEWEST, MOST = 30, 80
CHECKS = 3


@dataclass(frozen=True, slots=True)
class Course:
    """What became of one seed: its format, its journal, what was done how often, and what was found."""

    seed: str
    form: str
    rows: tuple[Row, ...]
    actions: Counter[str]
    refused: int
    faults: tuple[Finding, ...]
    entrants: int = 0
    seconds: float = field(default=0.0, compare=False)


def run(seed: str, forms: Sequence[str] = tuple(OPENINGS)) -> Course:
    """Play the tournament of a seed. The same seed gives the same journal, byte for byte."""
    start = process_time()
    rng = random.Random(seed)
    form = rng.choice(list(forms))
    trial = Trial(rng)
    begin(trial, form)
    actions = _act(trial)
    _finish(trial, actions)
    trial.check()
    trial.must(fold(list(trial.rows)) == trial.state, "I15", "fold_not_repeatable")
    return Course(
        seed=seed,
        form=form,
        rows=tuple(trial.rows),
        actions=actions,
        refused=trial.refused,
        faults=tuple(trial.faults),
        entrants=len(trial.state.entries),
        seconds=process_time() - start,
    )


def _act(trial: Trial) -> Counter[str]:
    """30 to 80 deeds, with the checker called in at random moments; stops at the first fault."""
    done: Counter[str] = Counter()
    count = trial.rng.randint(FEWEST, MOST)
    looks = set(trial.rng.sample(range(count), CHECKS))
    names, weights = list(DEEDS), [weight for weight, _ in DEEDS.values()]
    for number in range(count):
        name = trial.rng.choices(names, weights)[0]
        if DEEDS[name][1](trial):
            done[name] += 1
        if number in looks:
            trial.check()
        if trial.faults:
            break
    return done


def _finish(trial: Trial, done: Counter[str]) -> None:
    """Play what is left, in a random order, so that every event is seen to its end now and then."""
    if trial.rng.random() < 0.5:
        return
    while not trial.faults:
        played = play_round(trial)
        done["report"] += played
        if not played and not go_on(trial):
            break
