"""How a random event goes on: the next round, other boards, late boards, the next stage or knockout."""

from collections.abc import Callable, Mapping

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import ENTRIES, ROLLING
from tournaments.journal import acting, rolling
from tournaments.journal.acting import Act
from tournaments.journal.entrants import AWAY
from tournaments.journal.gathering import gathered
from tournaments.journal.state import Drawing
from tournaments.verification.simulator.openings import show
from tournaments.verification.simulator.trial import Trial

MOST_KNOCKOUTS = 6
SELDOM = 0.2


def go_on(trial: Trial) -> bool:
    """The next round is paired, or the next stage is drawn; what cannot be is refused with a reason."""
    return (
        any(_next_round(trial, key) for key in trial.state.stages)
        or any(
            _next_stage(trial, stage.key)
            for stage in trial.state.plan.stages
            if stage.key not in trial.state.stages
        )
        or _next_knockout(trial)
    )


def end_stage(trial: Trial) -> bool:
    """The desk goes no further with a stage of rounds; that is rare, or few would see their last round."""
    if trial.rng.random() > SELDOM:
        return False
    for key, drawing in trial.state.stages.items():
        if not format_of(drawing.stage).is_static and drawing.is_published:
            return trial.tell("ended", {"flight": key})
    return False


def pair_again(trial: Trial) -> bool:
    """The last round gets other boards."""
    return _of_rounds(trial, lambda key, away: acting.pair_again(trial.state, key, away=away))


def pair_late(trial: Trial) -> bool:
    """Somebody comes after the round was paired, and gets a board in it."""
    for key, drawing in trial.state.stages.items():
        if drawing.rounds and drawing.stage.feed.origin == ENTRIES and not drawing.is_ended:
            if not trial.tell(*acting.enter(trial.state, [f"l{len(trial.rows)}"])):
                return False
            entry = max(trial.state.entries)
            if not trial.tell("joined", {"flight": key, "entry": entry}):
                return False
            arrivals = _unnamed(trial, trial.state.stages[key])
            return _proposed(trial, lambda: acting.pair_late(trial.state, key, arrivals))  # noqa: B023
    return False


def _unnamed(trial: Trial, drawing: Drawing) -> list[int]:
    """Members who play and are not in the last round; for lives, not in any."""
    rounds = drawing.rounds if format_of(drawing.stage).ends_by_itself else drawing.rounds[-1:]
    named = {entry for paired in rounds for entry in paired.named}
    return [entry for entry in _here(trial, drawing) if entry not in named]


def _of_rounds(trial: Trial, act: Callable[[str, list[int]], Act]) -> bool:
    for key, drawing in trial.state.stages.items():
        if drawing.is_ended or not drawing.rounds:
            continue
        if _proposed(trial, lambda: act(key, _some(trial, drawing))):  # noqa: B023
            return True
    return False


def _proposed(trial: Trial, act: Callable[[], Act]) -> bool:
    try:
        found = act()
    except Refusal:
        trial.refused += 1
        return False
    return trial.tell_own(found)


def _next_round(trial: Trial, key: str) -> bool:
    drawing = trial.state.stages[key]
    if format_of(drawing.stage).is_static:
        return False
    away = _some(trial, drawing)
    asking = [entry for entry in _some(trial, drawing) if entry not in away]
    fixed = _by_hand(trial, drawing, {*away, *asking})
    try:
        act = acting.pair(trial.state, key, away=away, asking=asking, fixed=fixed)
    except Refusal:
        trial.refused += 1
        return False
    return bool(act.payload["boards"]) and trial.tell_own(act)


def _next_stage(trial: Trial, key: str) -> bool:
    """A later stage is drawn, now and then while some of those who come to it are away."""
    stage = trial.state.plan[key]
    try:
        coming = gathered(trial.state, stage)
        away = trial.rng.sample(coming, min(len(coming), trial.rng.choice((0, 0, 1, 2))))
        if away:
            trial.tell(*acting.note(away, AWAY))
        if not show(trial, key):
            return False
    except Refusal:
        trial.refused += 1
        return False
    members = trial.state.stages[key].members
    trial.must(set(members).isdisjoint(away), "I1", "absentee_drawn", flight=key, entries=away)
    trial.must(bool(stage.options.get(ROLLING)) or {*members, *away} == {*coming}, "I1", "left_out_of_a_draw")
    return True


def _next_knockout(trial: Trial) -> bool:
    """A further small knockout opens, and begins when two wait for it."""
    state = trial.state
    if not rolling.is_rolling(state.plan) or len(state.plan.stages) >= MOST_KNOCKOUTS:
        return False
    if rolling.open_stage(state) is not None or len(rolling.pool(state).waiting) < 2:
        return False
    trial.tell_own(acting.lay_out(rolling.with_another(state)))
    return _next_stage(trial, trial.state.plan.stages[-1].key)


def _some(trial: Trial, drawing: Drawing) -> list[int]:
    """Now and then somebody asks to miss a round."""
    here = _here(trial, drawing)
    return trial.rng.sample(here, 1) if len(here) > 3 and trial.rng.random() < 0.2 else []


def _by_hand(trial: Trial, drawing: Drawing, busy: set[int]) -> tuple[tuple[int, int], ...]:
    """Now and then the director makes a board himself."""
    free = [entry for entry in _here(trial, drawing) if entry not in busy]
    if len(free) < 4 or trial.rng.random() > 0.1:
        return ()
    white, black = trial.rng.sample(free, 2)
    return ((white, black),)


def _here(trial: Trial, drawing: Drawing) -> list[int]:
    return [entry for entry in drawing.members if not trial.state.entries[entry].gone(drawing.stage.key, "")]


ROUNDS: Mapping[str, tuple[int, Callable[[Trial], bool]]] = {
    "go_on": (8, go_on),
    "pair_again": (1, pair_again),
    "pair_late": (1, pair_late),
    "end_stage": (1, end_stage),
}
