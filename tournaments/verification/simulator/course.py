"""One random tournament from its seed: opened, acted upon, played to its end, checked on the way."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time

from tournaments.journal.facts import Row
from tournaments.journal.fold import fold
from tournaments.verification.checker.findings import Finding
from tournaments.verification.simulator import leagues, teams
from tournaments.verification.simulator.deeds import DEEDS, measure, play_round
from tournaments.verification.simulator.going_on import go_on
from tournaments.verification.simulator.openings import OPENINGS, SEASON, TEAM_EVENTS, begin
from tournaments.verification.simulator.trial import Trial

FEWEST, MOST = 30, 80
CHECKS = 3
Deeds = Mapping[str, tuple[int, Callable[[Trial], bool]]]
# What asks for results of pairings, where teams have those of boards.
OF_PLAYERS = frozenset(
    {"report", "forfeit", "nobody_came", "report_nonsense", "correct", "correct_again", "measure"}
)


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
    actions = _act(trial, deeds_of(form))
    _finish(trial, form, actions)
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


def deeds_of(form: str) -> Deeds:
    """What can be done in an event of a format, with how often it is."""
    if form in TEAM_EVENTS:
        shared = {name: deed for name, deed in DEEDS.items() if name not in OF_PLAYERS}
        return {**shared, **teams.DEEDS}
    return {**DEEDS, **leagues.DEEDS} if form == SEASON else DEEDS


def _act(trial: Trial, deeds: Deeds) -> Counter[str]:
    """30 to 80 deeds, with the checker called in at random moments; stops at the first fault."""
    done: Counter[str] = Counter()
    count = trial.rng.randint(FEWEST, MOST)
    looks = set(trial.rng.sample(range(count), CHECKS))
    names, weights = list(deeds), [weight for weight, _ in deeds.values()]
    for number in range(count):
        name = trial.rng.choices(names, weights)[0]
        if deeds[name][1](trial):
            done[name] += 1
        if measure(trial):
            done["measure"] += 1
        if number in looks:
            trial.check()
        if trial.faults:
            break
    return done


def _finish(trial: Trial, form: str, done: Counter[str]) -> None:
    """Play what is left, in a random order, so that every event is seen to its end now and then."""
    if trial.rng.random() < 0.5:
        return
    play = teams.play_on if form in TEAM_EVENTS else play_round
    on = leagues.play_off if form == SEASON else go_on
    while not trial.faults:
        played = play(trial)
        done["report"] += played
        if not played:
            if not on(trial):
                break
            done[on.__name__] += 1
    later = leagues.follow(trial) if form == SEASON else None
    if later is not None:
        later.check()
        trial.faults.extend(later.faults)
