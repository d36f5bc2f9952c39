"""`fold(lines) -> LadderState`: the only reading of a ladder. Any line that cannot stand is refused.

A line is checked for what it is about, not for whether the rules allowed it when it was written: that was
asked of the act. So a result can be corrected at any depth: everybody's later matches stand, and the order
is folded anew. The result of a challenge counts at its first line; the last one told there says what it was.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from rules.errors import Refusal
from tournaments.ladders.journal import entries as facts
from tournaments.ladders.journal import state
from tournaments.ladders.journal.entries import Line, checked
from tournaments.ladders.journal.rules import DOWN, LOST, NOTHING, SWAP, LadderRules
from tournaments.ladders.journal.state import Challenge, LadderState, Member, Step

TELLING = frozenset({facts.PLAYED, facts.REOPENED})


@dataclass(slots=True)
class Rungs:
    """A ladder open for changes."""

    final: Mapping[int, Line]
    rules: LadderRules = field(default_factory=LadderRules)
    members: dict[int, Member] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    challenges: dict[int, Challenge] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    told: set[int] = field(default_factory=set)


def fold(lines: Sequence[Line]) -> LadderState:
    """The ladder as it stands. Refuses with facts `seq` and `kind` of the first line that cannot stand."""
    live = live_lines(lines)
    final = {line.number("challenge"): line for line in live if line.kind in TELLING}
    rungs = Rungs(final)
    for line in live:
        try:
            STEPS[line.kind](rungs, line)
        except Refusal as refusal:
            refusal.facts.setdefault("seq", line.seq)
            refusal.facts.setdefault("kind", line.kind)
            raise
    last = lines[-1].seq if lines else 0
    order, steps = tuple(rungs.order), tuple(rungs.steps)
    return LadderState(last, rungs.rules, rungs.members, order, rungs.challenges, steps)


def live_lines(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines that count: neither undone nor undoings. Refuses ("undo_nothing") what is not there."""
    void: set[int] = set()
    known = {line.seq for line in lines}
    for line in reversed(lines):
        checked(line)
        if line.kind != facts.UNDONE or line.seq in void:
            continue
        target = line.number("seq")
        if target not in known or target >= line.seq or target in void:
            raise Refusal("undo_nothing", seq=target)
        void.add(target)
    return tuple(line for line in lines if line.seq not in void and line.kind != facts.UNDONE)


def _rule(rungs: Rungs, line: Line) -> None:
    rungs.rules = LadderRules.from_data(line.payload["rules"])


def _join(rungs: Rungs, line: Line) -> None:
    number, player = line.number("member"), str(line.payload["player"])
    held = rungs.members.get(number)
    same = next((one for one in rungs.members.values() if one.player == player), None)
    _must(not (held and held.is_on) and same in (None, held), "already_on_ladder", member=number)
    _must(held is None or held.player == player, "already_on_ladder", member=number)
    place = min(line.number("place") or len(rungs.order) + 1, len(rungs.order) + 1)
    rungs.members[number] = Member(number, player, True, line.day)
    order = [*rungs.order[: place - 1], number, *rungs.order[place - 1 :]]
    _reorder(rungs, line, order, {number: state.CAME}, state.SLIPPED, number)


def _leave(rungs: Rungs, line: Line) -> None:
    member = _on(rungs, line.number("member"))
    for held in list(rungs.challenges.values()):
        if held.is_open and member.number in (held.challenger, held.holder):
            rungs.challenges[held.number] = replace(held, stands=state.OFF, due=None)
    rungs.members[member.number] = replace(member, is_on=False, safe_until=None)
    order = [one for one in rungs.order if one != member.number]
    _reorder(rungs, line, order, {member.number: facts.LEFT}, state.ROSE, member.number)


def _move(rungs: Rungs, line: Line) -> None:
    member, place = _on(rungs, line.number("member")), line.number("place")
    _must(1 <= place <= len(rungs.order), "rung_unknown", place=place, rungs=len(rungs.order))
    rest = [one for one in rungs.order if one != member.number]
    order = [*rest[: place - 1], member.number, *rest[place - 1 :]]
    was = rungs.order.index(member.number) + 1
    others = state.ROSE if place > was else state.SLIPPED
    _reorder(rungs, line, order, {member.number: state.BY_DESK}, others, member.number)


def _idle(rungs: Rungs, line: Line) -> None:
    """All who sink on one day, the lowest first: none of them goes below another one of them."""
    sinking = [_on(rungs, number).number for number in line.payload["members"]]
    for number in sinking:
        rungs.members[number] = replace(rungs.members[number], played_on=line.day)
    for number in [one for one in reversed(rungs.order) if one in sinking]:
        below = rungs.order[_place(rungs, number) :][:1]
        if below and below[0] not in sinking:
            _sink(rungs, line, number, state.IDLE, 0)


def _challenge(rungs: Rungs, line: Line) -> None:
    number = line.number("challenge")
    challenger, holder = _on(rungs, line.number("challenger")), _on(rungs, line.number("holder"))
    _must(number not in rungs.challenges and challenger != holder, "challenge_unknown", challenge=number)
    due = line.day + timedelta(days=rungs.rules.answer_days)
    places = (_place(rungs, challenger.number), _place(rungs, holder.number))
    rungs.challenges[number] = Challenge(
        number, challenger.number, holder.number, line.day, due=due, places=places
    )


def _accept(rungs: Rungs, line: Line) -> None:
    held = _standing(rungs, line, state.WAITING)
    due = line.day + timedelta(days=rungs.rules.play_days)
    rungs.challenges[held.number] = replace(held, stands=state.AGREED, due=due)


def _refuse(rungs: Rungs, line: Line) -> None:
    held = _standing(rungs, line, state.WAITING)
    _close(rungs, line, held, state.TURNED_DOWN, rungs.rules.unanswered)


def _call_off(rungs: Rungs, line: Line) -> None:
    held = _standing(rungs, line, state.WAITING, state.AGREED)
    _close(rungs, line, held, state.OFF, NOTHING)


def _lapse(rungs: Rungs, line: Line) -> None:
    held = _standing(rungs, line, state.WAITING, state.AGREED)
    costs = rungs.rules.unanswered if held.stands == state.WAITING else rungs.rules.unplayed
    _close(rungs, line, held, state.OUT_OF_TIME, costs)


def _tell(rungs: Rungs, line: Line) -> None:
    """A result, or that it was taken back: what counts is the last one, where the first one stands."""
    number = line.number("challenge")
    if number in rungs.told:
        return
    held = _standing(rungs, line, state.AGREED)
    _must(line.kind == facts.PLAYED, "not_settled", pairing=str(number))
    rungs.told.add(number)
    final = rungs.final[number]
    if final.kind == facts.REOPENED:
        due = final.day + timedelta(days=rungs.rules.play_days)
        rungs.challenges[number] = replace(held, due=due)
        return
    winner = final.number("winner")
    _must(winner in (0, held.challenger, held.holder), "wrong_players", pairing=str(number))
    rungs.challenges[number] = replace(
        held,
        stands=state.DONE,
        due=None,
        winner=winner,
        loser_score=final.number("loser_score"),
        ending=str(final.payload["ending"]),
    )
    _rest(rungs, line, held)
    if winner == held.challenger:
        _overtake(rungs, line, held, state.BEAT)


def _close(rungs: Rungs, line: Line, held: Challenge, stands: str, costs: str) -> None:
    rungs.challenges[held.number] = replace(held, stands=stands, due=None)
    if stands in (state.TURNED_DOWN, state.OUT_OF_TIME):
        _protect(rungs, line, held.holder)
    if costs == LOST:
        _overtake(rungs, line, held, state.GIVEN)
    elif costs == DOWN:
        _sink(rungs, line, held.holder, state.SANK, held.number)


def _rest(rungs: Rungs, line: Line, held: Challenge) -> None:
    """Both have played; whoever was challenged is safe for a while."""
    for number in (held.challenger, held.holder):
        if rungs.members[number].is_on:
            rungs.members[number] = replace(rungs.members[number], played_on=line.day)
    _protect(rungs, line, held.holder)


def _protect(rungs: Rungs, line: Line, number: int) -> None:
    if rungs.rules.protected_days:
        until = line.day + timedelta(days=rungs.rules.protected_days)
        rungs.members[number] = replace(rungs.members[number], safe_until=until)


def _overtake(rungs: Rungs, line: Line, held: Challenge, cause: str) -> None:
    """The challenger takes the place of who held it; those between slip, or the two change places."""
    above, below = _place(rungs, held.holder) - 1, _place(rungs, held.challenger) - 1
    if below <= above:
        return
    order = list(rungs.order)
    if rungs.rules.win == SWAP:
        order[above], order[below] = order[below], order[above]
        causes = {held.challenger: cause, held.holder: state.CHANGED_PLACES}
        _reorder(rungs, line, order, causes, state.SLIPPED, held.challenger, held)
        return
    order.insert(above, order.pop(below))
    _reorder(rungs, line, order, {held.challenger: cause}, state.SLIPPED, held.challenger, held)


def _sink(rungs: Rungs, line: Line, number: int, cause: str, challenge: int) -> None:
    at = rungs.order.index(number)
    if at + 1 == len(rungs.order):
        return
    order = list(rungs.order)
    order[at], order[at + 1] = order[at + 1], order[at]
    _reorder(rungs, line, order, {number: cause}, state.ROSE, number, rungs.challenges.get(challenge))


def _reorder(
    rungs: Rungs,
    line: Line,
    order: list[int],
    causes: Mapping[int, str],
    others: str,
    mover: int,
    held: Challenge | None = None,
) -> None:
    """Take a new order; whoever changes place gets a step with its cause, all others are moved past."""
    before = {number: place for place, number in enumerate(rungs.order, start=1)}
    after = {number: place for place, number in enumerate(order, start=1)}
    for number in sorted({*before, *after}, key=lambda one: after.get(one, 0)):
        was, now = before.get(number, 0), after.get(number, 0)
        if was == now:
            continue
        cause = causes.get(number, others)
        other = held.opponent(number) if held and number in (held.challenger, held.holder) else mover
        other = 0 if other == number else other
        challenge = held.number if held else 0
        rungs.steps.append(Step(line.seq, line.day, number, was, now, cause, other, challenge))
    rungs.order = order


def _standing(rungs: Rungs, line: Line, *allowed: str) -> Challenge:
    number = line.number("challenge")
    held = rungs.challenges.get(number)
    if held is None:
        raise Refusal("challenge_unknown", challenge=number)
    _must(held.stands in allowed, "challenge_stands", challenge=number, stands=held.stands)
    return held


def _on(rungs: Rungs, number: int) -> Member:
    member = rungs.members.get(number)
    if member is None or not member.is_on:
        raise Refusal("not_on_ladder", member=number)
    return member


def _place(rungs: Rungs, number: int) -> int:
    return rungs.order.index(number) + 1


def _must(holds: bool, code: str, **details: object) -> None:
    if not holds:
        raise Refusal(code, "", **details)


STEPS: Mapping[str, Callable[[Rungs, Line], None]] = {
    facts.OPENED: _rule,
    facts.RULED: _rule,
    facts.JOINED: _join,
    facts.LEFT: _leave,
    facts.MOVED: _move,
    facts.IDLED: _idle,
    facts.CHALLENGED: _challenge,
    facts.ACCEPTED: _accept,
    facts.REFUSED: _refuse,
    facts.CALLED_OFF: _call_off,
    facts.LAPSED: _lapse,
    facts.PLAYED: _tell,
    facts.REOPENED: _tell,
}
