"""What a random hand does to people and draws: leaving, coming back, coming late, swaps, lengths."""

from collections.abc import Callable, Mapping

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import ENTRIES
from tournaments.journal import acting, surgery
from tournaments.journal.acting import Act
from tournaments.journal.facts import SWAP
from tournaments.journal.state import Drawing
from tournaments.verification.simulator.going_on import ROUNDS
from tournaments.verification.simulator.particulars import PARTICULARS
from tournaments.verification.simulator.trial import Trial


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
    """Somebody is entered after the draw: into a bye or on a new line, or into rounds that are going on."""
    drawing = _shown(trial)
    if (
        drawing is None
        or drawing.stage.feed.origin != ENTRIES
        or not trial.tell(*acting.enter(trial.state, [f"r{len(trial.rows)}"]))
    ):
        return False
    entry = max(trial.state.entries)
    return _own(trial, lambda: surgery.come_late(trial.state, entry, drawing.stage.key))


def step_in(trial: Trial) -> bool:
    """An alternate takes the line of somebody who did not come."""
    drawing = _of_lines(trial)
    if drawing is None or not drawing.members:
        return False
    absent = trial.rng.choice(drawing.members)
    if not trial.tell(*acting.enter(trial.state, [f"a{len(trial.rows)}"])):
        return False
    entry = max(trial.state.entries)
    return _tried(trial, lambda: surgery.step_in(trial.state, drawing.stage.key, absent, entry))


def move_seed(trial: Trial) -> bool:
    """Somebody gets the line of another seed number."""
    drawing = _of_lines(trial)
    if drawing is None or not drawing.members:
        return False
    entry, number = trial.rng.choice(drawing.members), trial.rng.randint(1, min(8, len(drawing.lines)))
    return _tried(trial, lambda: surgery.move_seed(trial.state, drawing.stage.key, entry, number))


def swap(trial: Trial) -> bool:
    """Two lines of a draw are exchanged, byes among them."""
    drawing = _of_lines(trial)
    if drawing is None or len(drawing.lines) < 2:
        return False
    one, other = trial.rng.sample(range(len(drawing.lines)), 2)
    lines = {str(one + 1): drawing.lines[other], str(other + 1): drawing.lines[one]}
    return trial.tell("relined", {"flight": drawing.stage.key, "lines": lines, "cause": SWAP})


def re_enter(trial: Trial) -> bool:
    """Somebody who is out buys in again, on a bye or on a new line."""
    drawing = _of_lines(trial)
    out = [entry for placed in trial.state.board.values() for entry in placed.out]
    if drawing is None or not out:
        return False
    entry = trial.rng.choice(out)
    taken = _own(trial, lambda: surgery.come_again(trial.state, entry, drawing.stage.key))
    waiting = [
        placed for placed in trial.state.board.values() if entry in placed.seats and not placed.is_decided
    ]
    trial.must(not taken or bool(waiting), "I6", "reentry_without_match", entry=entry)
    return taken


def lengthen(trial: Trial) -> bool:
    """A round goes to another number of points."""
    names = list(trial.state.graph.by_id)
    if not names:
        return False
    drawn = trial.state.graph.by_id[trial.rng.choice(names)]
    return trial.tell(*acting.lengthen(drawn.flight, drawn.round, trial.rng.choice((1, 3, 7, 11))))


def _shown(trial: Trial) -> Drawing | None:
    shown = [drawing for drawing in trial.state.stages.values() if drawing.is_published]
    return trial.rng.choice(shown) if shown else None


def _of_lines(trial: Trial) -> Drawing | None:
    drawing = _shown(trial)
    return drawing if drawing is not None and format_of(drawing.stage).is_static else None


def _own(trial: Trial, act: Callable[[], Act]) -> bool:
    """An act the engine finds a place for: what it proposes must stand."""
    try:
        found = act()
    except Refusal:
        trial.refused += 1
        return False
    return trial.tell_own(found)


def _tried(trial: Trial, act: Callable[[], Act]) -> bool:
    """An act that a later line may forbid."""
    try:
        return trial.tell(*act())
    except Refusal:
        trial.refused += 1
        return False


SURGERY: Mapping[str, tuple[int, Callable[[Trial], bool]]] = {
    "withdraw": (3, withdraw),
    "reinstate": (2, reinstate),
    "substitute": (1, substitute),
    "come_late": (2, come_late),
    "step_in": (1, step_in),
    "move_seed": (1, move_seed),
    "swap": (2, swap),
    "re_enter": (3, re_enter),
    "lengthen": (1, lengthen),
    **PARTICULARS,
    **ROUNDS,
}
