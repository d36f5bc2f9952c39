"""Restoring an earlier state of a match, for undo and redo.

Whenever a match gets a result, another one, or becomes void, the state it leaves is kept with it, one for
each outcome: no result, or the result it had.
"""

from typing import Any

from django.utils.dateparse import parse_datetime

from matches.actors import SYSTEM, Actor, require_actor, username_of
from matches.models import Match, Report, Ruling
from matches.queries.sheets import DECIDING_KINDS
from matches.results import Result
from matches.services import decisions, rows
from matches.signals import match_reopened, match_settled, score_changed
from matches.states import AT_A_TABLE, Decision, Ending, ReportState, Status

RESULT = ("white_score", "black_score", "winner", "ending")
COLUMNS = ("status", "table_id", "settled_at", *RESULT)
CLAIMED = frozenset({Status.REPORTED.value, Status.DISPUTED.value, Status.SETTLED.value})
CLAIM = (
    "state",
    "confirmed_at",
    "confirmed_channel",
    "confirmed_side",
    "confirmed_device",
    "confirmed_by_id",
)

# The version of the match right after it went back to a state without a result; nothing happened since.
RESTORED = "restored"
NO_RESULT = ""
OTHER_SIDE = {"white": "black", "black": "white"}


def add_current_state(match: Match, decision: Ruling | None = None) -> dict[str, Any]:
    """What is to be stored as `earlier_states` when a locked match leaves its state, by a decision if any."""
    state = {name: getattr(match, name) for name in COLUMNS}
    # A claim that is made and counts in one act moves the status only with its result.
    state["status"] = match.locked_status or match.status
    state["settled_at"] = match.settled_at.isoformat() if match.settled_at else None
    state["claims"] = _claims(match) if state["status"] in CLAIMED else {}
    state["decision"] = _decision(match, decision)
    return {**match.earlier_states, get_outcome_key(match): state}


def get_outcome_key(match: Match) -> str:
    """The outcome under which the state of a match is kept."""
    if match.status != Status.SETTLED.value:
        return NO_RESULT
    return _format_outcome_key(match.winner, match.white_score, match.black_score, match.ending)


def restore_match(*, match: Match, result: Result | None, reason: str, by: Actor) -> bool:
    """Put a match back into the state it had with this result, or without any; whether there was one.

    Inside a transaction of whoever owns the match, who has asked who may. A table that is taken meanwhile is
    not given back.
    """
    require_actor(by)
    match = rows.lock_match(match)
    key = NO_RESULT
    if result is not None:
        key = _format_outcome_key(result.winner, result.white_score, result.black_score, result.ending.value)
    state = match.earlier_states.get(key)
    if state is None or (match.status != Status.VOID.value and get_outcome_key(match) == key):
        return False
    was = {name: getattr(match, name) for name in ("status", "settled_at", *RESULT)}
    had_result = match.status == Status.SETTLED.value
    earlier = match.earlier_states if match.status == Status.VOID.value else add_current_state(match)
    _restore_claims(match, state["claims"])
    if had_result or state["decision"] != _decision(match):
        result_before = decisions.get_result(match)
        decisions.record_decision(match, Decision.REOPENING, result=result_before, by=by, reason=reason)
    changes = _columns(match, state)
    if result is None:
        earlier = {**earlier, RESTORED: match.version + 1}
    rows.write_match_unchecked(match, actor=username_of(by), earlier_states=earlier, **changes)
    score = (match.white_score, match.black_score) if result is not None else None
    played = score if match.ending == Ending.PLAYED.value else None
    score_changed.send(sender=Match, match=match, score=played)
    if result is not None:
        _repeat_decision(match, state["decision"])
        match_settled.send(sender=Match, match=match, by=by, reason=reason, was=was if had_result else None)
    elif had_result:
        match_reopened.send(sender=Match, match=match, by=by, reason=reason, was=was)
    return True


def is_restored(match: Match) -> bool:
    """Whether a match went back to a state without a result and nothing happened there since."""
    return bool(match.earlier_states.get(RESTORED) == match.version)


def exchange_stored_sides(match: Match) -> dict[str, Any]:
    """The earlier states of a match whose players change colours."""
    states: dict[str, Any] = {}
    for key, state in match.earlier_states.items():
        if key == RESTORED:
            states[RESTORED] = state + (state == match.version)
            continue
        turned = {
            **state,
            "white_score": state["black_score"],
            "black_score": state["white_score"],
            "winner": OTHER_SIDE.get(state["winner"], ""),
            "claims": {claim: _exchange_claim_side(values) for claim, values in state["claims"].items()},
        }
        result = (turned["winner"], turned["white_score"], turned["black_score"], turned["ending"])
        states[NO_RESULT if key == NO_RESULT else _format_outcome_key(*result)] = turned
    return states


def _exchange_claim_side(values: list[Any]) -> list[Any]:
    claim = dict(zip(CLAIM, values, strict=True))
    side = claim["confirmed_side"]
    return list({**claim, "confirmed_side": OTHER_SIDE.get(side, side)}.values())


def _columns(match: Match, state: dict[str, Any]) -> dict[str, Any]:
    changes = {name: state[name] for name in COLUMNS}
    changes["settled_at"] = parse_datetime(state["settled_at"]) if state["settled_at"] else None
    at_tables = [status.value for status in AT_A_TABLE]
    others = Match.objects.filter(table=state["table_id"], status__in=at_tables).exclude(pk=match.pk)
    if state["table_id"] is not None and state["status"] in at_tables and others.exists():
        changes["table_id"] = None
        if state["status"] == Status.CALLED.value:
            changes["status"] = Status.SCHEDULED.value
    return changes


def _format_outcome_key(winner: str, white: int, black: int, ending: str) -> str:
    return f"{winner} {white}-{black} {ending}"


def _decision(match: Match, latest: Ruling | None = None) -> int:
    """The number of the decision of the desk behind the result of a match, 0 for none.

    `latest` is a decision that is about to change the result.
    """
    if match.status != Status.SETTLED.value:
        return 0
    decisions_before = match.rulings.filter(number__lt=latest.number) if latest else match.rulings.all()
    for number, kind in decisions_before.order_by("-number").values_list("number", "kind"):
        if kind == Decision.REOPENING.value:
            return 0
        if kind in DECIDING_KINDS:
            return number
    return 0


def _repeat_decision(match: Match, number: int) -> None:
    """Write a decision of the desk down once more: it stands behind the result again."""
    ruling = match.rulings.filter(number=number).first()
    if ruling is not None:
        decisions.record_decision(
            match,
            Decision(ruling.kind),
            result=decisions.get_result(match),
            by=ruling.by or SYSTEM,
            reason=ruling.reason,
            law=ruling.law,
        )


def _claims(match: Match) -> dict[str, list[Any]]:
    open_reports = match.reports.exclude(state=ReportState.SUPERSEDED.value).order_by("number")
    return {
        str(pk): [value.isoformat() if hasattr(value, "isoformat") else value for value in values]
        for pk, *values in open_reports.values_list("pk", *CLAIM)
    }


def _restore_claims(match: Match, claims: dict[str, list[Any]]) -> None:
    match.reports.update(state=ReportState.SUPERSEDED.value)
    for pk, values in claims.items():
        changes = dict(zip(CLAIM, values, strict=True))
        changes["confirmed_at"] = parse_datetime(changes["confirmed_at"]) if changes["confirmed_at"] else None
        if changes["state"] == ReportState.OPEN.value:
            # It was confirmed by the word that settled the match.
            changes |= {name: None if name.endswith(("_at", "_id")) else "" for name in CLAIM[1:]}
        Report.objects.filter(pk=pk, match=match).update(**changes)
