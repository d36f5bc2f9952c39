"""Settle, correct and reopen matches; restore earlier states.

`Match.earlier_states` maps an outcome key, "WINNER WHITE-BLACK ENDING" or "" without a result, to the last
state the match had with that outcome: `STATE_COLUMNS`, the state of its reports, and the number of the
deciding ruling.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from matches import registry, states
from matches.actors import SYSTEM, Actor, require_actor, username_of
from matches.models import Match, Penalty, Report, Ruling, Table
from matches.queries import desks, matches
from matches.queries.matches import DECIDING_KINDS
from matches.services import match_rows
from matches.services.guards import (
    require_current_version,
    require_official,
    require_reason,
    require_start_score,
    require_status,
)
from matches.signals import match_reopened, match_settled, score_changed
from matches.states import (
    AT_A_TABLE,
    INVALID_REPORT_STATES,
    Decision,
    Ending,
    MatchResult,
    ReportState,
    Status,
)
from rules.errors import Refusal

RESULT_COLUMNS = ("white_score", "black_score", "is_loser_score_known", "winner", "ending")
STATE_COLUMNS = ("status", "table_id", "settled_at", *RESULT_COLUMNS)
REPORTED_STATUSES = frozenset({Status.REPORTED.value, Status.DISPUTED.value, Status.SETTLED.value})
REPORT_COLUMNS = (
    "state",
    "confirmed_at",
    "confirmed_channel",
    "confirmed_side",
    "confirmed_device",
    "confirmed_by_id",
)

# The key of `earlier_states` under which undo stores the version of a match it left without a result.
RESTORED = "restored"
NO_RESULT = ""
OTHER_SIDE = {"white": "black", "black": "white"}


def add_current_state(match: Match, decision: Ruling | None = None) -> dict[str, Any]:
    """Return `earlier_states` of a locked match with its current state added.

    `decision` is the ruling that is about to change the result, if any.
    """
    state = {name: getattr(match, name) for name in STATE_COLUMNS}
    # A report that counts at once changes the status only together with the result.
    state["status"] = match.locked_status or match.status
    state["settled_at"] = match.settled_at.isoformat() if match.settled_at else None
    state["reports"] = _get_report_states(match) if state["status"] in REPORTED_STATUSES else {}
    state["decision"] = _get_decision_number(match, decision)
    # A penalty that decides the match is recorded just before its result, and is not part of this state.
    penalties = match.penalties.filter(struck_at=None).exclude(ruling=decision)
    state["penalties"] = list(penalties.order_by("id").values_list("pk", flat=True))
    return {**match.earlier_states, get_outcome_key(match): state}


def get_outcome_key(match: Match) -> str:
    """Return the key of `earlier_states` under which the current state of a match belongs."""
    if match.status != Status.SETTLED.value:
        return NO_RESULT
    return _format_outcome_key(match.winner, match.white_score, match.black_score, match.ending)


def restore_match(*, match: Match, result: MatchResult | None, reason: str, by: Actor) -> bool:
    """Restore the state a match had with this result, or without any; return whether there was one.

    The caller opens the transaction and checks permission. The match does not get a table back that another
    one occupies or that is out of use, nor one while a player is at another: a called match then waits to be
    called again.
    """
    require_actor(by)
    match = match_rows.lock_match(match)
    key = NO_RESULT
    if result is not None:
        key = _format_outcome_key(result.winner, result.white_score, result.black_score, result.ending.value)
    state = match.earlier_states.get(key)
    if state is None or (match.status != Status.VOID.value and get_outcome_key(match) == key):
        return False
    was = {name: getattr(match, name) for name in ("status", "settled_at", *RESULT_COLUMNS)}
    had_result = match.status == Status.SETTLED.value
    earlier = match.earlier_states if match.status == Status.VOID.value else add_current_state(match)
    _restore_reports(match, state["reports"])
    _restore_penalties(match, state, by, reason)
    if had_result or state["decision"] != _get_decision_number(match):
        result_before = match_rows.get_result(match)
        match_rows.record_decision(match, Decision.REOPENING, result=result_before, by=by, reason=reason)
    changes = _get_restored_columns(match, state)
    if result is None:
        earlier = {**earlier, RESTORED: match.version + 1}
    match_rows.write_match_unchecked(match, actor=username_of(by), earlier_states=earlier, **changes)
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
    """Whether undo returned a match to a state without a result and nothing has happened since."""
    return bool(match.earlier_states.get(RESTORED) == match.version)


def exchange_stored_sides(match: Match) -> dict[str, Any]:
    """Return the earlier states of a match with White and Black exchanged."""
    states: dict[str, Any] = {}
    for key, state in match.earlier_states.items():
        if key == RESTORED:
            # Exchanging the sides increments the version, but is no event after the undo.
            states[RESTORED] = state + (state == match.version)
            continue
        exchanged = {
            **state,
            "white_score": state["black_score"],
            "black_score": state["white_score"],
            "winner": OTHER_SIDE.get(state["winner"], ""),
            "reports": {report: _exchange_report_side(values) for report, values in state["reports"].items()},
        }
        result = (
            exchanged["winner"],
            exchanged["white_score"],
            exchanged["black_score"],
            exchanged["ending"],
        )
        states[NO_RESULT if key == NO_RESULT else _format_outcome_key(*result)] = exchanged
    return states


def _exchange_report_side(values: list[Any]) -> list[Any]:
    report = dict(zip(REPORT_COLUMNS, values, strict=True))
    side = report["confirmed_side"]
    return list({**report, "confirmed_side": OTHER_SIDE.get(side, side)}.values())


def _get_restored_columns(match: Match, state: dict[str, Any]) -> dict[str, Any]:
    # States stored before there were results without the loser's points do not name that.
    changes = {name: state[name] for name in STATE_COLUMNS if name in state}
    changes.setdefault("is_loser_score_known", True)
    changes["settled_at"] = parse_datetime(state["settled_at"]) if state["settled_at"] else None
    at_tables = [status.value for status in AT_A_TABLE]
    if state["table_id"] is None or state["status"] not in at_tables:
        return changes
    others = Match.objects.filter(table=state["table_id"], status__in=at_tables).exclude(pk=match.pk)
    is_lost = Table.objects.filter(pk=state["table_id"], is_out_of_use=True).exists()
    if is_lost or others.exists() or _is_player_at_table(match):
        changes["table_id"] = None
        if state["status"] == Status.CALLED.value:
            changes["status"] = Status.SCHEDULED.value
    return changes


def _format_outcome_key(winner: str, white: int, black: int, ending: str) -> str:
    return f"{winner} {white}-{black} {ending}"


def _get_decision_number(match: Match, latest: Ruling | None = None) -> int:
    """Return the number of the ruling behind the result of a match, 0 for none.

    `latest` is a ruling that is about to change the result and is not counted.
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
    """Record ruling `number` again, so that it is the latest one and decides the result."""
    ruling = match.rulings.filter(number=number).first()
    if ruling is not None:
        match_rows.record_decision(
            match,
            Decision(ruling.kind),
            result=match_rows.get_result(match),
            by=ruling.by or SYSTEM,
            reason=ruling.reason,
            law=ruling.law,
        )


def _get_report_states(match: Match) -> dict[str, list[Any]]:
    open_reports = match.reports.exclude(state__in=INVALID_REPORT_STATES).order_by("number")
    return {
        str(pk): [value.isoformat() if hasattr(value, "isoformat") else value for value in values]
        for pk, *values in open_reports.values_list("pk", *REPORT_COLUMNS)
    }


def _restore_reports(match: Match, reports: dict[str, list[Any]]) -> None:
    match.reports.exclude(state__in=INVALID_REPORT_STATES).update(state=ReportState.SUPERSEDED.value)
    for pk, values in reports.items():
        changes = dict(zip(REPORT_COLUMNS, values, strict=True))
        changes["confirmed_at"] = parse_datetime(changes["confirmed_at"]) if changes["confirmed_at"] else None
        if changes["state"] == ReportState.OPEN.value:
            # It was confirmed only when the match was settled later.
            changes |= {name: None if name.endswith(("_at", "_id")) else "" for name in REPORT_COLUMNS[1:]}
        Report.objects.filter(pk=pk, match=match).update(**changes)


def _restore_penalties(match: Match, state: Mapping[str, Any], by: Actor, reason: str) -> None:
    """Bring the penalties in force back to those of a stored state, with a decision for each change.

    States stored before penalties were part of them leave the penalties as they are.
    """
    if "penalties" not in state:
        return
    standing = match.penalties.filter(struck_at=None).exclude(pk__in=state["penalties"])
    _strike_penalties(match, list(standing), by, reason)
    score = MatchResult(state["white_score"], state["black_score"], "", Ending.PLAYED)
    for penalty in match.penalties.filter(pk__in=state["penalties"]).exclude(struck_at=None).order_by("id"):
        law = penalty.ruling.law
        ruling = match_rows.record_decision(
            match, Decision.PENALTY, result=score, by=by, reason=reason, law=law
        )
        match.penalties.filter(pk=penalty.pk).update(struck_at=None, ruling=ruling)


def _strike_penalties(match: Match, penalties: Sequence[Penalty], by: Actor, reason: str) -> None:
    """Strike penalties, with a decision that says so for each."""
    for penalty in penalties:
        match.penalties.filter(pk=penalty.pk).update(struck_at=timezone.now())
        live = matches.get_live_score(match)
        result = MatchResult(live.white, live.black, "", Ending.PLAYED)
        match_rows.record_decision(match, Decision.PARDON, result=result, by=by, reason=reason)


def _strike_winning_penalties(match: Match, by: Actor, reason: str) -> None:
    """Strike the last penalties of the sheet as long as they decide the match: nobody could play it on."""
    lines = list(reversed(matches.get_sheet(match).lines))
    deciding = takewhile(lambda line: line.penalty is not None and line.score.winner, lines)
    _strike_penalties(match, [line.penalty for line in deciding if line.penalty], by, reason)


def settle_match(*, match: Match, result: MatchResult, actor: str, by: Actor, reason: str = "") -> Match:
    """Settle a match with `result` and send `match_settled`; the caller locks and checks permission.

    `actor` is the name for `changed_by`. Raises the refusals of `registry.contradictions`, such as
    `record_contradicts`.
    """
    require_actor(by)
    _require_uncontradicted(match, result)
    return _write_result(match, result, actor=actor, by=by, reason=reason)


def settle_by_decision(*, match: Match, result: MatchResult, decision: Ruling, actor: str) -> Match:
    """Settle a match by decision of the desk, even if match files contradict it; the caller locks."""
    by = decision.by or SYSTEM
    return _write_result(match, result, actor=actor, by=by, reason=decision.reason, decision=decision)


@transaction.atomic
def correct_result(
    *,
    match: Match,
    white_score: int,
    black_score: int,
    winner: str = "",
    ending: str = Ending.PLAYED.value,
    by: Actor,
    reason: str,
    version: int | None = None,
) -> Match:
    """Replace the result of a settled match by another and send `match_settled` again.

    For officials, with a reason. `winner` may be "" for a played match; otherwise it must fit the score.
    Correcting to the same result changes nothing, unless it is objected to: then the desk confirms it.
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    require_current_version(match, version)
    require_status(match, Status.SETTLED)
    require_reason(reason)
    result = states.make_result(match.length, (white_score, black_score), winner, ending)
    is_objected = match.reports.filter(state=ReportState.DISPUTED.value).exists()
    is_same = result == match_rows.get_result(match) and match.is_loser_score_known
    if is_same and not is_objected:
        return match
    decision = match_rows.record_decision(match, Decision.CORRECTION, result=result, by=by, reason=reason)
    return settle_by_decision(match=match, result=result, decision=decision, actor=username_of(by))


@transaction.atomic
def reopen_match(*, match: Match, by: Actor, reason: str, key: str = "", version: int | None = None) -> Match:
    """Reopen a settled match, which becomes running, or a voided one, which becomes scheduled.

    The score becomes that of the games and penalties on the sheet; a penalty that ended the match is lifted,
    as nobody could play on with it. Sends `match_reopened` for a settled match.
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    if match_rows.is_repeated_decision(match, key, Decision.REOPENING, reason=reason.strip()):
        return match
    require_current_version(match, version)
    require_status(match, Status.SETTLED, Status.VOID)
    require_reason(reason)
    was = get_result_columns(match)
    _supersede_reports(match)
    result = match_rows.get_result(match)
    _strike_winning_penalties(match, by, reason)
    match_rows.record_decision(match, Decision.REOPENING, result=result, by=by, reason=reason, key=key)
    match_rows.write_match(match, actor=username_of(by), **_get_reopened_columns(match))
    if was is not None:
        match_reopened.send(sender=Match, match=match, by=by, reason=reason, was=was)
    return match


def contest_result(*, match: Match, report: Report, actor: str, by: Actor) -> None:
    """Make a settled match disputed, because the other side objected to its report.

    The caller locks, checks permission and opens a transaction. Sends `match_reopened`; a receiver that
    refuses rolls the change back.
    """
    require_actor(by)
    match.reports.filter(pk=report.pk).update(state=ReportState.DISPUTED.value)
    score_changed.send(sender=Match, match=match, score=None)
    was = get_result_columns(match)
    match_rows.write_match(
        match, actor=actor, **(_get_reopened_columns(match) | {"status": Status.DISPUTED.value})
    )
    match_reopened.send(sender=Match, match=match, by=by, reason="", was=was)


@transaction.atomic
def set_settled_at(*, match: Match, at: datetime) -> None:
    """Set the time of a result that was not recorded when it was played; ratings are computed in this order.

    Raises `result_not_there`.
    """
    if not Match.objects.filter(pk=match.pk, status=Status.SETTLED.value).update(settled_at=at):
        raise Refusal("result_not_there", match=match.code)
    match.settled_at = at


def get_result_columns(match: Match) -> dict[str, Any] | None:
    """Return the result columns of a match, for the `was` argument of signals; None without a result."""
    if match.status != Status.SETTLED.value:
        return None
    return {name: getattr(match, name) for name in ("status", *RESULT_COLUMNS, "settled_at")}


def _write_result(
    match: Match, result: MatchResult, *, actor: str, by: Actor, reason: str, decision: Ruling | None = None
) -> Match:
    if result.ending == Ending.PLAYED:
        require_start_score(match, (result.white_score, result.black_score))
    was = get_result_columns(match)
    earlier = add_current_state(match, decision)
    _close_reports(match, result)
    score_changed.send(sender=Match, match=match, score=_get_played_score(result))
    match_rows.write_match(
        match,
        actor=actor,
        status=Status.SETTLED.value,
        white_score=result.white_score,
        black_score=result.black_score,
        is_loser_score_known=True,
        winner=result.winner,
        ending=result.ending.value,
        earlier_states=earlier,
        # Kept when a result is corrected: ratings are computed in the order of this time.
        settled_at=match.settled_at or timezone.now(),
    )
    match_settled.send(sender=Match, match=match, by=by, reason=reason, was=was)
    return match


def _require_uncontradicted(match: Match, result: MatchResult) -> None:
    score = _get_played_score(result)
    refusals = registry.contradictions(match, score) if score is not None else []
    for refusal in refusals:
        if refusal is not None:
            raise refusal


def _get_played_score(result: MatchResult) -> tuple[int, int] | None:
    return (result.white_score, result.black_score) if result.ending == Ending.PLAYED else None


def _close_reports(match: Match, result: MatchResult) -> None:
    reports = match.reports.exclude(state__in=INVALID_REPORT_STATES)
    upheld = _get_matching_report(reports, result)
    reports.update(state=ReportState.SUPERSEDED.value)
    if upheld is not None:
        match.reports.filter(pk=upheld.pk).update(state=ReportState.CONFIRMED.value)


def _get_matching_report(reports: QuerySet[Report], result: MatchResult) -> Report | None:
    if result.ending != Ending.PLAYED:
        return None
    return reports.filter(white_score=result.white_score, black_score=result.black_score).last()


def _supersede_reports(match: Match) -> None:
    match.reports.exclude(state__in=INVALID_REPORT_STATES).update(state=ReportState.SUPERSEDED.value)
    score_changed.send(sender=Match, match=match, score=None)


def _get_reopened_columns(match: Match) -> dict[str, Any]:
    live = matches.get_live_score(match)
    settled = match.status == Status.SETTLED.value
    changes: dict[str, Any] = {
        "status": Status.RUNNING.value if settled else Status.SCHEDULED.value,
        "white_score": live.white,
        "black_score": live.black,
        "is_loser_score_known": True,
        "winner": "",
        "ending": "",
        "settled_at": None,
    }
    if match.table is None:
        return changes
    is_taken = match.table.is_out_of_use or desks.get_match_at(match.table) not in (None, match)
    if is_taken or _is_player_at_table(match):
        changes["table"] = None
    return changes


def _is_player_at_table(match: Match) -> bool:
    """Whether a player of a match is at a table, or plays, in another match."""
    return desks.get_matches_elsewhere([match], desks.PLAYING_STATUSES).exists()
