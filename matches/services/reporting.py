"""Report a final score; confirm, dispute, accept or withdraw a report; object to a result.

The public commands are at the end of the module.
"""

import uuid
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches import permissions, registry, states
from matches.actors import Identity
from matches.models import Match, Report
from matches.queries import matches, objection_deadlines
from matches.services import match_rows, settling
from matches.services.guards import (
    get_match_context,
    require_current_version,
    require_reporter,
    require_start_score,
    require_status,
)
from matches.signals import score_changed
from matches.states import Channel, Ending, Policy, ReportState, Status
from rules.errors import Refusal

Score = tuple[int, int]


def make_report(match: Match, score: Score, *, identity: Identity, key: str) -> Report:
    """Add a report to a locked match, and settle the match if the report counts at once (`takes_effect`).

    Otherwise the match waits for confirmation, and its row has the reported score. A player's report that
    contradicts the games on the sheet is disputed at once, for the desk to rule on.
    """
    states.make_played_result(match.length, *score)
    require_penalty_points(match, score)
    if contradicts_sheet(match, score) and not permissions.may_rule(identity.user, match.desk):
        report = add_report(match, score, identity=identity, key=key, state=ReportState.DISPUTED)
        match_rows.write_match(
            match, actor=identity.name_in(match), **get_disputed_columns(match), **_get_start_columns(match)
        )
        return report
    report = add_report(match, score, identity=identity, key=key)
    if takes_effect(report, identity):
        confirm_report(report, identity)
    else:
        score_changed.send(sender=Match, match=match, score=score)
        changes = {"status": Status.REPORTED.value, "white_score": score[0], "black_score": score[1]}
        match_rows.write_match(match, actor=identity.name_in(match), **changes, **_get_start_columns(match))
    return report


def get_disputed_columns(match: Match) -> dict[str, Any]:
    """The columns of a match whose reports are disputed: its score is that of the sheet."""
    return {"status": Status.DISPUTED.value, **get_sheet_columns(match)}


def get_sheet_columns(match: Match) -> dict[str, int]:
    """The score columns of a match by the games and penalties on its sheet."""
    live = matches.get_live_score(match)
    return {"white_score": live.white, "black_score": live.black}


def add_report(
    match: Match,
    score: Score,
    *,
    identity: Identity,
    key: str,
    state: ReportState = ReportState.OPEN,
    answers: Report | None = None,
) -> Report:
    """Create a report on a locked match."""
    return Report.objects.create(
        match=match,
        number=match.reports.count() + 1,
        side=identity.side_in(match),
        channel=get_channel(identity, match).value,
        device=identity.device,
        by=identity.user,
        white_score=score[0],
        black_score=score[1],
        state=state.value,
        contradicts_sheet=contradicts_sheet(match, score),
        answers=answers,
        key=key or uuid.uuid4().hex,
    )


def confirm_report(report: Report, identity: Identity) -> Match:
    """Confirm a report and settle its match with it."""
    match = report.match
    mark_confirmed(report, identity)
    result = states.make_played_result(match.length, report.white_score, report.black_score)
    settling.settle_match(match=match, result=result, actor=identity.name_in(match), by=identity)
    report.refresh_from_db()
    report.match = match
    return match


def mark_confirmed(report: Report, identity: Identity) -> None:
    """Record who confirmed a report."""
    Report.objects.filter(pk=report.pk).update(**_get_confirmation_columns(report.match, identity))


def takes_effect(report: Report, identity: Identity) -> bool:
    """Whether a new report settles its match at once.

    An official's report always does. At a desk with the policy "trust" any report does, unless something such
    as a match file contradicts it (`registry.contradictions`).
    """
    match = report.match
    if permissions.may_rule(identity.user, match.desk):
        return True
    if match.desk.confirm_policy != Policy.TRUST.value:
        return False
    return not any(registry.contradictions(match, (report.white_score, report.black_score)))


def get_repeated_report(match: Match, key: str, score: Score) -> Report | None:
    """Return the report made under this key, if any. Raises `key_used_twice` for another score."""
    existing_report = match.reports.filter(key=key).first() if key else None
    if existing_report is not None and (existing_report.white_score, existing_report.black_score) != score:
        raise Refusal("key_used_twice", "", **get_report_context(existing_report))
    return existing_report


def get_current_report(match: Match) -> Report | None:
    """The current report of this match: open or confirmed."""
    states = [ReportState.OPEN.value, ReportState.CONFIRMED.value]
    return match.reports.filter(state__in=states).order_by("-number").first()


def get_current_score(match: Match) -> Score | None:
    """Return the final or reported score of a match; None without one, or if it was not played out."""
    if match.status == Status.SETTLED.value:
        return (match.white_score, match.black_score) if match.ending == Ending.PLAYED.value else None
    report = get_current_report(match)
    return (report.white_score, report.black_score) if report is not None else None


def get_report_context(report: Report) -> dict[str, object]:
    """Return the state of a match and its report, as the context of a refusal."""
    score = {"white_score": report.white_score, "black_score": report.black_score}
    return get_match_context(report.match) | score | {"report": report.number}


def get_channel(identity: Identity, match: Match) -> Channel:
    """Return the proof a report rests on: desk, badge, account, or only the table card."""
    if permissions.may_rule(identity.user, match.desk):
        return Channel.DESK
    return identity.channel_in(match)


def contradicts_sheet(match: Match, score: Score) -> bool:
    """Whether the match cannot end at this score after the games on its sheet."""
    return not matches.get_live_score(match).can_end_at(*score)


def is_disputed_by_sheet_alone(report: Report) -> bool:
    """Whether the report is disputed only by the games on the sheet, not by another report."""
    reports = report.match.reports.filter(state=ReportState.DISPUTED.value)
    return report.contradicts_sheet and [row.pk for row in reports] == [report.pk]


def require_penalty_points(match: Match, score: Score) -> None:
    """Refuse a final score in which a side has fewer points than at the start, or than it got by penalties.

    Raises `score_below_penalties` and `score_below_start`.
    """
    require_start_score(match, score)
    penalty_points = matches.count_penalty_points(match)
    for side, points in zip(("white", "black"), score, strict=True):
        if points < penalty_points[side]:
            raise Refusal("score_below_penalties", "match.late-start", side=side, points=penalty_points[side])


def _get_confirmation_columns(match: Match, identity: Identity) -> dict[str, Any]:
    return {
        "confirmed_at": timezone.now(),
        "confirmed_channel": get_channel(identity, match).value,
        "confirmed_side": identity.side_in(match),
        "confirmed_device": identity.device,
        "confirmed_by": identity.user,
    }


def _get_start_columns(match: Match) -> dict[str, Any]:
    return {} if match.started_at else {"started_at": timezone.now()}


def create_objection(report: Report, score: Score, *, identity: Identity, key: str) -> Report:
    """Record another score for a settled match and reopen it as disputed; the caller holds the lock.

    If a receiver of `match_reopened` refuses, for instance because the winner has begun the next match, the
    result stays and the objection is stored for the desk. Raises `already_settled`, `own_report`.
    """
    match = report.match
    current_report = objection_deadlines.get_one_sided_report(match)
    if (
        current_report is None
        or current_report.pk != report.pk
        or not permissions.may_object(identity, match, current_report, now=timezone.now())
    ):
        is_own = current_report is not None and permissions.has_reported(identity, current_report)
        raise Refusal("own_report" if is_own else "already_settled", "", **get_match_context(match))
    counter_report = add_report(
        match, score, identity=identity, key=key, state=ReportState.DISPUTED, answers=report
    )
    try:
        with transaction.atomic():
            settling.contest_result(match=match, report=report, actor=identity.name_in(match), by=identity)
    except Refusal:
        match = match_rows.lock_match(match)
        match_rows.write_match(match, actor=identity.name_in(match))
    counter_report.match = match
    return counter_report


def withdraw_objection(report: Report, identity: Identity) -> bool:
    """Withdraw the identity's objection to a settled result; return whether there was one.

    The withdrawal confirms the result for the objecting side.
    """
    objection = report.answered_by.filter(state=ReportState.DISPUTED.value).select_related("match").first()
    if objection is None or not permissions.is_author(identity, objection):
        return False
    report.answered_by.filter(pk=objection.pk).update(state=ReportState.WITHDRAWN.value)
    mark_confirmed(report, identity)
    match_rows.write_match(report.match, actor=identity.name_in(report.match))
    return True


def add_second_confirmation(report: Report, identity: Identity) -> bool:
    """Record the other side's confirmation of a one-sided result; return False if it is none."""
    current_report = objection_deadlines.get_one_sided_report(report.match)
    if current_report is None or current_report.pk != report.pk or permissions.has_reported(identity, report):
        return False
    mark_confirmed(report, identity)
    match_rows.write_match(report.match, actor=identity.name_in(report.match))
    return True


@transaction.atomic
def report(
    *,
    match: Match,
    white_score: int,
    black_score: int,
    identity: Identity,
    key: str = "",
    version: int | None = None,
) -> Report:
    """Report a final score; the policy of the desk decides what follows, see `make_report`.

    The same key, or the same score by the same reporter, returns the stored report. The same score by the
    other side confirms it. Another score raises `already_reported` or `already_settled` with the stored one
    as context, unless an official sends the current `version`, which supersedes the earlier report. While a
    result rests on one report, another score is recorded, see `_record_contrary_report`.
    """
    match = match_rows.lock_match(match)
    score = (white_score, black_score)
    repeated_report = get_repeated_report(match, key, score)
    if repeated_report is not None:
        return repeated_report
    require_reporter(identity, match)
    current_report = get_current_report(match)
    if current_report is not None and (current_report.white_score, current_report.black_score) == score:
        return _confirm_same_score(current_report, identity)
    require_current_version(match, version)
    contradicted_report = _find_contradicted_report(match, identity)
    if contradicted_report is not None:
        return _record_contrary_report(contradicted_report, score, identity=identity, key=key)
    _require_open_match(match, identity)
    if current_report is not None:
        _supersede_report(current_report, identity, version)
    return make_report(match, score, identity=identity, key=key)


@transaction.atomic
def confirm(*, match: Match, report: Report, identity: Identity, version: int | None = None) -> Match:
    """Confirm a report: the other side, another device at the table, or an official may.

    Confirming twice returns the settled match. Raises `own_report`, `desk_confirms`, `report_not_open` and,
    if a match file contradicts the score, `record_contradicts`.
    """
    match = match_rows.lock_match(match)
    require_reporter(identity, match)
    report = _get_report(match, report)
    if report.state == ReportState.CONFIRMED.value:
        add_second_confirmation(report, identity)
        return match
    require_current_version(match, version)
    _require_open_report(report)
    _require_confirmer(report, identity)
    return confirm_report(report, identity)


@transaction.atomic
def dispute(
    *,
    match: Match,
    report: Report,
    white_score: int,
    black_score: int,
    identity: Identity,
    key: str = "",
    version: int | None = None,
) -> Report:
    """Answer a report with another score: the match is disputed until one is accepted or the desk rules.

    A one-sided result can be disputed until its objection deadline; after that `already_settled` is raised.
    Also raises the refusals of `require_penalty_points`.
    """
    match = match_rows.lock_match(match)
    score = (white_score, black_score)
    repeated_report = get_repeated_report(match, key, score)
    if repeated_report is not None:
        return repeated_report
    require_reporter(identity, match)
    require_current_version(match, version)
    report = _get_report(match, report)
    if match.status != Status.SETTLED.value:
        _require_open_report(report)
    if (report.white_score, report.black_score) == score:
        raise Refusal("nothing_to_dispute", "", **get_report_context(report))
    states.make_played_result(match.length, *score)
    require_penalty_points(match, score)
    if match.status == Status.SETTLED.value:
        return create_objection(report, score, identity=identity, key=key)
    return _dispute_report(report, score, identity, key)


@transaction.atomic
def accept(*, match: Match, report: Report, identity: Identity, version: int | None = None) -> Match:
    """Accept the other side's report of a dispute before the desk rules: its score counts.

    If the report is already the confirmed result, the identity's objection to it is withdrawn. Accepting
    twice returns the settled match. Raises `own_report`, `desk_confirms`, `not_your_dispute`,
    `sheet_contradicts`, `report_not_open` and, if a match file contradicts the score, `record_contradicts`.
    """
    match = match_rows.lock_match(match)
    require_reporter(identity, match)
    report = _get_report(match, report)
    if report.state == ReportState.CONFIRMED.value:
        withdraw_objection(report, identity)
        return match
    require_current_version(match, version)
    require_status(match, Status.DISPUTED)
    if report.state != ReportState.DISPUTED.value:
        raise Refusal("report_not_open", "", **get_report_context(report))
    _require_accepter(report, identity)
    return confirm_report(report, identity)


@transaction.atomic
def withdraw(*, match: Match, report: Report, identity: Identity, version: int | None = None) -> Match:
    """Withdraw a report, one's own or as an official any; the match continues at the score of its sheet.

    The report must wait for confirmation, or be disputed only by the games on the sheet.
    """
    match = match_rows.lock_match(match)
    require_reporter(identity, match)
    require_current_version(match, version)
    report = _get_report(match, report)
    if match.status != Status.DISPUTED.value or not is_disputed_by_sheet_alone(report):
        _require_open_report(report)
    if not permissions.has_reported(identity, report) and not permissions.may_rule(identity.user, match.desk):
        raise Refusal("not_your_report", "", **get_report_context(report))
    _set_state(report, ReportState.WITHDRAWN)
    match_rows.write_match(
        match, actor=identity.name_in(match), status=Status.RUNNING.value, **get_sheet_columns(match)
    )
    return match


def _confirm_same_score(report: Report, identity: Identity) -> Report:
    if report.state == ReportState.OPEN.value and permissions.may_confirm(identity, report):
        confirm_report(report, identity)
    elif report.state == ReportState.CONFIRMED.value and add_second_confirmation(report, identity):
        report.refresh_from_db()
    return report


def _find_contradicted_report(match: Match, identity: Identity) -> Report | None:
    """Return the report that alone settled the match, if another score of this reader counts."""
    report = objection_deadlines.get_one_sided_report(match)
    if report is None or permissions.may_rule(identity.user, match.desk):
        return None
    now = timezone.now()
    deadline = objection_deadlines.get_objection_deadline(match, report)
    is_own = permissions.is_author(identity, report) and deadline is not None and now < deadline
    return report if is_own or permissions.may_object(identity, match, report, now=now) else None


def _record_contrary_report(report: Report, score: Score, *, identity: Identity, key: str) -> Report:
    """Record another score for a result that rests on this report alone.

    Of the other side or another phone it is an objection. Of the reporter it does not reopen the result: it
    is stored for the desk.
    """
    match = report.match
    states.make_played_result(match.length, *score)
    require_penalty_points(match, score)
    if not permissions.is_author(identity, report):
        return create_objection(report, score, identity=identity, key=key)
    recorded_report = report.answered_by.filter(
        state=ReportState.DISPUTED.value, white_score=score[0], black_score=score[1]
    ).first()
    if recorded_report is not None:
        return recorded_report
    contrary_report = add_report(
        match, score, identity=identity, key=key, state=ReportState.DISPUTED, answers=report
    )
    match_rows.write_match(match, actor=identity.name_in(match))
    return contrary_report


def _dispute_report(report: Report, score: Score, identity: Identity, key: str) -> Report:
    match = report.match
    _set_state(report, ReportState.DISPUTED)
    counter_report = add_report(
        match, score, identity=identity, key=key, state=ReportState.DISPUTED, answers=report
    )
    match_rows.write_match(match, actor=identity.name_in(match), **get_disputed_columns(match))
    return counter_report


def _supersede_report(report: Report, identity: Identity, version: int | None) -> None:
    if version is None or not permissions.may_rule(identity.user, report.match.desk):
        raise Refusal("already_reported", "", **get_report_context(report))
    _set_state(report, ReportState.SUPERSEDED)


def _require_open_match(match: Match, identity: Identity) -> None:
    allowed = [Status.CALLED, Status.RUNNING, Status.REPORTED]
    if permissions.may_rule(identity.user, match.desk):
        allowed.append(Status.SCHEDULED)
    require_status(match, *allowed)


def _require_open_report(report: Report) -> None:
    require_status(report.match, Status.REPORTED)
    if report.state != ReportState.OPEN.value:
        raise Refusal("report_not_open", "", **get_report_context(report))


def _require_confirmer(report: Report, identity: Identity) -> None:
    if permissions.may_confirm(identity, report):
        return
    is_own = permissions.has_reported(identity, report)
    raise Refusal("own_report" if is_own else "desk_confirms", "", **get_report_context(report))


def _require_accepter(report: Report, identity: Identity) -> None:
    match = report.match
    if permissions.may_accept(identity, report, match.reports.all()):
        return
    if permissions.has_reported(identity, report):
        raise Refusal("own_report", "", **get_report_context(report))
    if report.contradicts_sheet:
        raise Refusal("sheet_contradicts", "", **get_report_context(report))
    desk_confirms = match.desk.confirm_policy == Policy.DESK.value
    raise Refusal("desk_confirms" if desk_confirms else "not_your_dispute", "", **get_report_context(report))


def _get_report(match: Match, report: Report) -> Report:
    current_report = match.reports.filter(pk=report.pk).first()
    if current_report is None:
        raise Refusal("report_absent", match=match.code)
    current_report.match = match
    return current_report


def _set_state(report: Report, state: ReportState) -> None:
    Report.objects.filter(pk=report.pk).update(state=state.value)
    report.state = state.value
