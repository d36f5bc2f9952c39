"""What a random hand does to results: reports, absences, corrections at any depth, undo and redo."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rules.errors import Refusal
from tournaments.journal import acting
from tournaments.journal.facts import RULE_BLACK, RULE_WHITE, SET_ASIDE, UNMEASURED, Measure, Result, Row
from tournaments.journal.fold import UNDONE, fold, live_rows
from tournaments.journal.measuring import measured_payload
from tournaments.journal.payloads import result_payload
from tournaments.journal.placed import Placed
from tournaments.journal.state import EventState
from tournaments.journal.tables import counts_ratings
from tournaments.journal.undo import undoing
from tournaments.verification.simulator.surgery import SURGERY
from tournaments.verification.simulator.trial import LENGTH, Trial, same

OFTEN = 0.3
SHORT = ("walkover", "forfeit", "retired")
NONSENSE: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("I18", "wrong_players", {"white": 9999}),
    ("I3", "met_himself", {}),
    ("I14", "settled_twice", {}),
)
OPENING_KINDS = frozenset({"planned", "entered", "committed", "drawn", "published"})


def report(trial: Trial) -> bool:
    """A match is played to its end."""
    return _settle(trial, "played")


def forfeit(trial: Trial) -> bool:
    """Somebody did not come, gave up or was shown the door."""
    return _settle(trial, trial.rng.choice(SHORT))


def nobody_came(trial: Trial) -> bool:
    """Both players were absent."""
    return _settle(trial, "double_walkover")


def report_nonsense(trial: Trial) -> bool:
    """A result for strangers, against oneself, a second time or too early is refused and changes nothing."""
    if not trial.state.board:
        return False
    rng, board = trial.rng, list(trial.state.board.values())
    placed = rng.choice(board)
    payload = _payload(trial, placed, "played")
    promise, code, changes = rng.choice(NONSENSE)
    if code == "settled_twice":
        placed = rng.choice([one for one in board if one.result] or board)
        payload = _payload(trial, placed, "played")
        if not placed.result:
            changes = {"white": 9999}
    elif code == "met_himself":
        changes = {"black": payload["white"] or 1, "white": payload["white"] or 1}
    taken = trial.tell("settled", {**payload, **changes})
    trial.must(not taken, promise, code, pairing=placed.id)
    return True


def enter_twice(trial: Trial) -> bool:
    """Somebody who is in the event already is not entered again."""
    entrant = trial.rng.choice(list(trial.state.entries.values()))
    taken = trial.tell(*acting.enter(trial.state, [entrant.player]))
    trial.must(not taken, "I1", "entered_twice", entry=entrant.number)
    return True


def correct(trial: Trial) -> bool:
    """An older result is another one, whatever has been played since."""
    if not trial.state.results:
        return False
    return _correct(trial, trial.rng.choice(list(trial.state.results)), ())


def correct_again(trial: Trial) -> bool:
    """A correction rules or sets aside what it reaches; then the same result and those beside it are
    corrected once more."""
    results = trial.state.results
    reaching = [
        name for name in results if any(further in results for further in trial.state.wiring.reach(name))
    ]
    if not reaching:
        return False
    name = trial.rng.choice(reaching)
    if not _correct(trial, name, (RULE_WHITE, RULE_BLACK, SET_ASIDE)):
        return False
    ruled = [one for one, result in trial.state.results.items() if result.is_ruling]
    beside = {
        source.pairing for one in ruled for source in trial.state.graph.by_id[one].sources if source.pairing
    }
    for again in [name, *sorted(beside & set(trial.state.results) - {name})]:
        if again in trial.state.results:
            _correct(trial, again, ())
    return True


def _correct(trial: Trial, name: str, preferred: Collection[str]) -> bool:
    """One result is turned into another; what it reaches becomes what is `preferred`, or anything allowed."""
    payload = _payload(trial, trial.state.board[name], "played")
    choices: dict[str, str] = {}
    for _ in range(len(trial.state.results) + 1):
        row = Row(len(trial.rows) + 1, "corrected", {**payload, "choices": choices})
        try:
            seen = acting.foretell(trial.state, row, None)
        except Refusal as refusal:
            if refusal.code != "choices_needed":
                trial.must(False, "I14", "correction_refused", pairing=name, reason=refusal.code)
                return False
            asked: Any = refusal.facts
            allowed = [one for one in asked["allowed"] if one in preferred] or asked["allowed"]
            choices |= {pairing: trial.rng.choice(allowed) for pairing in asked["pairings"]}
        else:
            taken = trial.tell("corrected", row.payload)
            trial.must(taken and same(seen.after, trial.state), "I14", "preview_differs", pairing=name)
            return taken
    return False


def undo(trial: Trial) -> bool:
    """The last line that counts is undone: everything is as it was before it."""
    live = [row for row in live_rows(trial.rows) if row.kind not in OPENING_KINDS]
    if not live:
        return False
    row = live[-1]
    undone = undoing(trial.rows, row.seq)
    was_last = row.seq == trial.rows[-1].seq
    before = trial.stood.get(row.seq - 1)
    taken = trial.tell(undone.kind, undone.payload)
    trial.must(taken or not was_last, "I14", "undo_refused", line=row.seq)
    if taken and was_last and before is not None:
        trial.must(same(before, trial.state), "I15", "undo_not_exact", line=row.seq)
    return taken


def undo_any(trial: Trial) -> bool:
    """Some older line is undone: what is left is what the other lines give by themselves."""
    live = [row for row in live_rows(trial.rows) if row.kind not in OPENING_KINDS]
    if not live:
        return False
    row = trial.rng.choice(live)
    if not trial.tell(UNDONE, {"seq": row.seq}):
        return False
    trial.must(same(fold(live_rows(trial.rows)), trial.state), "I15", "undo_not_exact", line=row.seq)
    return True


def redo(trial: Trial) -> bool:
    """The last line, an undoing, is undone itself."""
    if not trial.rows or trial.rows[-1].kind != UNDONE:
        return False
    last = trial.rows[-1]
    before = trial.stood.get(last.seq - 1)
    taken = trial.tell(UNDONE, {"seq": last.seq})
    trial.must(taken, "I14", "undo_refused", line=last.seq)
    if taken and before is not None:
        trial.must(same(before, trial.state), "I15", "redo_not_exact", line=last.seq)
    return taken


def play_round(trial: Trial) -> int:
    """Every match that can be played is; returns how many."""
    ready = trial.playable
    for placed in ready:
        taken = trial.tell("settled", _payload(trial, placed, "played"))
        trial.must(taken, "I13", "result_refused", pairing=placed.id)
    return len(ready)


def _settle(trial: Trial, ending: str) -> bool:
    ready = trial.playable
    if not ready:
        return False
    placed = trial.rng.choice(ready)
    taken = trial.tell("settled", _payload(trial, placed, ending))
    trial.must(taken, "I13", "result_refused", pairing=placed.id)
    return taken


def _payload(trial: Trial, placed: Placed, ending: str) -> dict[str, Any]:
    rng, length = trial.rng, trial.state.length(placed.id) or LENGTH
    winner = "" if ending == "double_walkover" else rng.choice(("white", "black"))
    lost = rng.randrange(length) if ending in {"played", "retired"} else 0
    won = length if ending == "played" else 0
    scores = (won, lost) if winner == "white" else (lost, won)
    return result_payload(placed.id, Result(placed.white or 0, placed.black or 0, winner, *scores, ending))


def measure(trial: Trial) -> bool:
    """Where they count, performance ratings are known, are others, are ruled upon or taken back.

    No deed among others: where they do not count, no chance is asked, and a seed goes as it always went.
    """
    rng, state = trial.rng, trial.state
    counting = [key for key, drawing in state.stages.items() if counts_ratings(drawing.stage)]
    names = [name for key in counting for name in _of_stage(state, key) if name in state.results]
    if not names or rng.random() > OFTEN:
        return False
    figures = (f"{rng.randrange(9)}.{rng.randrange(4):03}", f"{rng.randrange(9)}.{rng.randrange(4):03}")
    ruling = rng.choice(("white", "black", "half", "nobody"))
    told = rng.choice(
        (Measure(*figures), Measure(*figures), Measure(*figures, "figures"), Measure("", "", ruling))
    )
    for name in rng.sample(names, min(len(names), rng.randint(1, 6))):
        trial.tell("measured", measured_payload(name, UNMEASURED if rng.random() < 0.05 else told))
    return True


def _of_stage(state: EventState, key: str) -> list[str]:
    return [name for name in state.board if state.stage_of(state.graph.by_id[name].flight) == key]


DEEDS: Mapping[str, tuple[int, Callable[[Trial], bool]]] = {
    "report": (40, report),
    "forfeit": (5, forfeit),
    "nobody_came": (2, nobody_came),
    "report_nonsense": (2, report_nonsense),
    "enter_twice": (1, enter_twice),
    "correct": (10, correct),
    "correct_again": (3, correct_again),
    "undo": (7, undo),
    "undo_any": (4, undo_any),
    "redo": (7, redo),
    **SURGERY,
}
