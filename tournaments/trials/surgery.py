"""What a random hand does to people and draws: leaving, coming back, coming late, swaps, rounds, lengths."""

from collections.abc import Callable, Mapping

from rules.errors import Refusal
from tournaments.draws import FORMATS
from tournaments.draws.plan import ENTRIES
from tournaments.journal import acting
from tournaments.journal.facts import LATE, REENTRY, SWAP
from tournaments.journal.state import Drawing
from tournaments.trials.openings import show
from tournaments.trials.trial import Trial


def withdraw(trial: Trial) -> bool:
    """Somebody goes home, or leaves one flight."""
    staying = [entry.number for entry in trial.state.entries.values() if not entry.is_withdrawn]
    if len(staying) < 2:
        return False
    before = dict(trial.state.results)
    flight = trial.rng.choice(["", "", *(stage.key for stage in trial.state.plan.stages)])
    taken = trial.tell(*acting.withdraw(trial.rng.choice(staying), flight))
    trial.must(dict(trial.state.results) == before, "I8", "withdrawal_changed_the_past")
    return taken


def reinstate(trial: Trial) -> bool:
    """Somebody who left comes back."""
    gone = [
        (entry.number, flight)
        for entry in trial.state.entries.values()
        for flight in ([""] if entry.is_withdrawn else list(entry.left))
    ]
    return bool(gone) and trial.tell(*acting.reinstate(*trial.rng.choice(gone)))


def substitute(trial: Trial) -> bool:
    """Somebody else plays for an entry."""
    entry = trial.rng.choice(list(trial.state.entries))
    return trial.tell(*acting.substitute(entry, f"q{len(trial.rows)}"))


def come_late(trial: Trial) -> bool:
    """Somebody is entered after the draw: into a bye, or into the rounds that are going on."""
    drawing = _shown(trial)
    if (
        drawing is None
        or drawing.stage.feed.origin != ENTRIES
        or not trial.tell(*acting.enter(trial.state, [f"r{len(trial.rows)}"]))
    ):
        return False
    entry, key = max(trial.state.entries), drawing.stage.key
    if not FORMATS[drawing.stage.format].is_static:
        return trial.tell("joined", {"flight": key, "entry": entry})
    free = [line for line, number in enumerate(drawing.lines, start=1) if not number]
    if not free:
        return True
    lines = {str(trial.rng.choice(free)): entry}
    return trial.tell("relined", {"flight": key, "lines": lines, "cause": LATE})


def swap(trial: Trial) -> bool:
    """Two on a draw change places."""
    drawing = _shown(trial)
    if drawing is None or not FORMATS[drawing.stage.format].is_static or len(drawing.lines) < 2:
        return False
    one, other = trial.rng.sample(range(len(drawing.lines)), 2)
    lines = {str(one + 1): drawing.lines[other], str(other + 1): drawing.lines[one]}
    return trial.tell("relined", {"flight": drawing.stage.key, "lines": lines, "cause": SWAP})


def re_enter(trial: Trial) -> bool:
    """Somebody who is out buys into a bye."""
    drawing = _shown(trial)
    if drawing is None or not FORMATS[drawing.stage.format].is_static or 0 not in drawing.lines:
        return False
    out = [entry for placed in trial.state.board.values() for entry in placed.out]
    if not out:
        return False
    line = drawing.lines.index(0) + 1
    lines = {str(line): trial.rng.choice(out)}
    return trial.tell("relined", {"flight": drawing.stage.key, "lines": lines, "cause": REENTRY})


def lengthen(trial: Trial) -> bool:
    """A round goes to another number of points."""
    names = list(trial.state.graph.by_id)
    if not names:
        return False
    drawn = trial.state.graph.by_id[trial.rng.choice(names)]
    return trial.tell(*acting.lengthen(drawn.flight, drawn.round, trial.rng.choice((1, 3, 7, 11))))


def go_on(trial: Trial) -> bool:
    """The next round is paired, or the next stage is drawn; what cannot be is refused with a reason."""
    return any(_next_round(trial, key) for key in trial.state.stages) or any(
        _next_stage(trial, stage.key)
        for stage in trial.state.plan.stages
        if stage.key not in trial.state.stages
    )


def pair_again(trial: Trial) -> bool:
    """The last round gets other boards."""
    for key, drawing in trial.state.stages.items():
        if drawing.rounds:
            try:
                act = acting.pair_again(trial.state, key, away=_some(trial, drawing))
            except Refusal:
                trial.refused += 1
                continue
            return trial.tell_own(act)
    return False


def _next_round(trial: Trial, key: str) -> bool:
    drawing = trial.state.stages[key]
    if FORMATS[drawing.stage.format].is_static:
        return False
    try:
        act = acting.pair(trial.state, key, away=_some(trial, drawing))
    except Refusal:
        trial.refused += 1
        return False
    return bool(act.payload["boards"]) and trial.tell_own(act)


def _next_stage(trial: Trial, key: str) -> bool:
    try:
        return show(trial, key)
    except Refusal:
        trial.refused += 1
        return False


def _some(trial: Trial, drawing: Drawing) -> list[int]:
    """Now and then somebody asks to miss a round."""
    here = [entry for entry in drawing.members if not trial.state.entries[entry].gone(drawing.stage.key, "")]
    return trial.rng.sample(here, 1) if len(here) > 3 and trial.rng.random() < 0.2 else []


def _shown(trial: Trial) -> Drawing | None:
    shown = [drawing for drawing in trial.state.stages.values() if drawing.is_published]
    return trial.rng.choice(shown) if shown else None


SURGERY: Mapping[str, tuple[int, Callable[[Trial], bool]]] = {
    "withdraw": (3, withdraw),
    "reinstate": (2, reinstate),
    "substitute": (1, substitute),
    "come_late": (2, come_late),
    "swap": (2, swap),
    "re_enter": (1, re_enter),
    "lengthen": (1, lengthen),
    "pair_again": (1, pair_again),
    "go_on": (8, go_on),
}
