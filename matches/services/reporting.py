"""Players and officials report, confirm, dispute, accept and withdraw a final score."""

from django.db import transaction

from matches import permissions, results
from matches.identity import Identity
from matches.models import Match, Report
from matches.services import claims, objections, rows
from matches.services.guards import require_current_version, require_reporter, require_status
from matches.states import Policy, ReportState, Status
from rules.errors import Refusal


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
    """Claim a final score. What happens next is the house setting of the desk; an official settles at once.

    The same key, or the same score by the same reporter, answers with the stored claim. The same score by
    the other side confirms it. Another score is refused with the stored one in the facts
    (`already_reported`, `already_settled`), unless an official shows by `version` that he has seen it.
    """
    match = rows.lock_match(match)
    score = (white_score, black_score)
    repeated_report = claims.get_repeated_claim(match, key, score)
    if repeated_report is not None:
        return repeated_report
    require_reporter(identity, match)
    current_report = claims.get_current_claim(match)
    if current_report is not None and (current_report.white_score, current_report.black_score) == score:
        return _confirm_same_score(current_report, identity)
    require_current_version(match, version)
    _require_open_match(match, identity)
    if current_report is not None:
        _supersede_claim(current_report, identity, version)
    return claims.make_claim(match, score, identity=identity, key=key)


@transaction.atomic
def confirm(*, match: Match, report: Report, identity: Identity, version: int | None = None) -> Match:
    """Make a claim count by a second word: the other side, another device at the table, or an official.

    Confirming twice answers with the settled match. Raises `own_report`, `desk_confirms`, `report_not_open`
    and, while a record says otherwise, `record_contradicts`.
    """
    match = rows.lock_match(match)
    require_reporter(identity, match)
    claim = _get_claim(match, report)
    if claim.state == ReportState.CONFIRMED.value:
        objections.add_second_confirmation(claim, identity)
        return match
    require_current_version(match, version)
    _require_open_claim(claim)
    _require_confirmer(claim, identity)
    return claims.confirm_claim(claim, identity)


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
    """Answer a claim with another score. The match is frozen with both claims until the desk rules.

    So is a match that one word has settled, while its time to object runs. Raises `already_settled` after
    it, and what `must_stand` raises.
    """
    match = rows.lock_match(match)
    score = (white_score, black_score)
    repeated_report = claims.get_repeated_claim(match, key, score)
    if repeated_report is not None:
        return repeated_report
    require_reporter(identity, match)
    require_current_version(match, version)
    claim = _get_claim(match, report)
    if match.status != Status.SETTLED.value:
        _require_open_claim(claim)
    if (claim.white_score, claim.black_score) == score:
        raise Refusal("nothing_to_dispute", "", **claims.get_claim_context(claim))
    results.make_played_result(match.length, *score)
    claims.require_penalty_points(match, score)
    if match.status == Status.SETTLED.value:
        return objections.create_objection(claim, score, identity=identity, key=key)
    return _freeze_match(claim, score, identity, key)


@transaction.atomic
def accept(*, match: Match, report: Report, identity: Identity, version: int | None = None) -> Match:
    """Accept the other side's report of a dispute while the desk has not ruled: its score counts.

    So may who objected to a settled result too late to reopen it: the objection is withdrawn. Accepting
    twice answers with the settled match. Raises `own_report`, `desk_confirms`, `not_your_dispute`,
    `sheet_contradicts`, `report_not_open` and, while a record says otherwise, `record_contradicts`.
    """
    match = rows.lock_match(match)
    require_reporter(identity, match)
    claim = _get_claim(match, report)
    if claim.state == ReportState.CONFIRMED.value:
        objections.withdraw_objection(claim, identity)
        return match
    require_current_version(match, version)
    require_status(match, Status.DISPUTED)
    if claim.state != ReportState.DISPUTED.value:
        raise Refusal("report_not_open", "", **claims.get_claim_context(claim))
    _require_accepter(claim, identity)
    return claims.confirm_claim(claim, identity)


@transaction.atomic
def withdraw(*, match: Match, report: Report, identity: Identity, version: int | None = None) -> Match:
    """Withdraw one's own report (an official: anyone's); the match goes on at the score of its sheet.

    The report must wait for confirmation, or be disputed by nothing but the games on the sheet.
    """
    match = rows.lock_match(match)
    require_reporter(identity, match)
    require_current_version(match, version)
    claim = _get_claim(match, report)
    if match.status != Status.DISPUTED.value or not claims.is_disputed_by_sheet_alone(claim):
        _require_open_claim(claim)
    if not permissions.has_reported(identity, claim) and not permissions.may_rule(identity.user, match.desk):
        raise Refusal("not_your_report", "", **claims.get_claim_context(claim))
    _set_state(claim, ReportState.SUPERSEDED)
    rows.write_match(
        match, actor=identity.name_in(match), status=Status.RUNNING.value, **claims.get_sheet_columns(match)
    )
    return match


def _confirm_same_score(claim: Report, identity: Identity) -> Report:
    if claim.state == ReportState.OPEN.value and permissions.may_confirm(identity, claim):
        claims.confirm_claim(claim, identity)
    elif claim.state == ReportState.CONFIRMED.value and objections.add_second_confirmation(claim, identity):
        claim.refresh_from_db()
    return claim


def _freeze_match(claim: Report, score: claims.Score, identity: Identity, key: str) -> Report:
    match = claim.match
    _set_state(claim, ReportState.DISPUTED)
    counter_report = claims.add_claim(
        match, score, identity=identity, key=key, state=ReportState.DISPUTED, answers=claim
    )
    rows.write_match(match, actor=identity.name_in(match), **claims.get_disputed_columns(match))
    return counter_report


def _supersede_claim(claim: Report, identity: Identity, version: int | None) -> None:
    if version is None or not permissions.may_rule(identity.user, claim.match.desk):
        raise Refusal("already_reported", "", **claims.get_claim_context(claim))
    _set_state(claim, ReportState.SUPERSEDED)


def _require_open_match(match: Match, identity: Identity) -> None:
    allowed = [Status.CALLED, Status.RUNNING, Status.REPORTED]
    if permissions.may_rule(identity.user, match.desk):
        allowed.append(Status.SCHEDULED)
    require_status(match, *allowed)


def _require_open_claim(claim: Report) -> None:
    require_status(claim.match, Status.REPORTED)
    if claim.state != ReportState.OPEN.value:
        raise Refusal("report_not_open", "", **claims.get_claim_context(claim))


def _require_confirmer(claim: Report, identity: Identity) -> None:
    if permissions.may_confirm(identity, claim):
        return
    is_own = permissions.has_reported(identity, claim)
    raise Refusal("own_report" if is_own else "desk_confirms", "", **claims.get_claim_context(claim))


def _require_accepter(claim: Report, identity: Identity) -> None:
    match = claim.match
    if permissions.may_accept(identity, claim, match.reports.all()):
        return
    if permissions.has_reported(identity, claim):
        raise Refusal("own_report", "", **claims.get_claim_context(claim))
    if claim.contradicts_sheet:
        raise Refusal("sheet_contradicts", "", **claims.get_claim_context(claim))
    desk_confirms = match.desk.confirm_policy == Policy.DESK.value
    raise Refusal(
        "desk_confirms" if desk_confirms else "not_your_dispute", "", **claims.get_claim_context(claim)
    )


def _get_claim(match: Match, report: Report) -> Report:
    claim = match.reports.filter(pk=report.pk).first()
    if claim is None:
        raise Refusal("report_absent", match=match.code)
    claim.match = match
    return claim


def _set_state(claim: Report, state: ReportState) -> None:
    Report.objects.filter(pk=claim.pk).update(state=state.value)
    claim.state = state.value
