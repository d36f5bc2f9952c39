"""Players and officials report, confirm, dispute, accept and withdraw a final score."""

from django.db import transaction

from matches import permissions, results
from matches.identity import Identity
from matches.models import Match, Report
from matches.services import claims, objections, rows
from matches.services.guards import must_be_seen, must_report, must_stand
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
    match = rows.locked(match)
    score = (white_score, black_score)
    repeated_report = claims.repeated(match, key, score)
    if repeated_report is not None:
        return repeated_report
    must_report(identity, match)
    current_report = claims.current(match)
    if current_report is not None and (current_report.white_score, current_report.black_score) == score:
        return _agree(current_report, identity)
    must_be_seen(match, version)
    _must_be_open_for_claims(match, identity)
    if current_report is not None:
        _supersede(current_report, identity, version)
    return claims.make(match, score, identity=identity, key=key)


@transaction.atomic
def confirm(*, match: Match, report: Report, identity: Identity, version: int | None = None) -> Match:
    """Make a claim count by a second word: the other side, another device at the table, or an official.

    Confirming twice answers with the settled match. Raises `own_report`, `desk_confirms`, `report_not_open`
    and, while a record says otherwise, `record_contradicts`.
    """
    match = rows.locked(match)
    must_report(identity, match)
    claim = _claim(match, report)
    if claim.state == ReportState.CONFIRMED.value:
        objections.second(claim, identity)
        return match
    must_be_seen(match, version)
    _must_be_open(claim)
    _must_be_able_to_confirm(claim, identity)
    return claims.confirm(claim, identity)


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
    match = rows.locked(match)
    score = (white_score, black_score)
    repeated_report = claims.repeated(match, key, score)
    if repeated_report is not None:
        return repeated_report
    must_report(identity, match)
    must_be_seen(match, version)
    claim = _claim(match, report)
    if match.status != Status.SETTLED.value:
        _must_be_open(claim)
    if (claim.white_score, claim.black_score) == score:
        raise Refusal("nothing_to_dispute", "", **claims.stored(claim))
    results.played(match.length, *score)
    claims.must_hold_penalties(match, score)
    if match.status == Status.SETTLED.value:
        return objections.object_to(claim, score, identity=identity, key=key)
    return _freeze(claim, score, identity, key)


@transaction.atomic
def accept(*, match: Match, report: Report, identity: Identity, version: int | None = None) -> Match:
    """Accept the other side's report of a dispute while the desk has not ruled: its score counts.

    So may who objected to a settled result too late to reopen it: the objection is withdrawn. Accepting
    twice answers with the settled match. Raises `own_report`, `desk_confirms`, `not_your_dispute`,
    `sheet_contradicts`, `report_not_open` and, while a record says otherwise, `record_contradicts`.
    """
    match = rows.locked(match)
    must_report(identity, match)
    claim = _claim(match, report)
    if claim.state == ReportState.CONFIRMED.value:
        objections.withdraw(claim, identity)
        return match
    must_be_seen(match, version)
    must_stand(match, Status.DISPUTED)
    if claim.state != ReportState.DISPUTED.value:
        raise Refusal("report_not_open", "", **claims.stored(claim))
    _must_be_able_to_accept(claim, identity)
    return claims.confirm(claim, identity)


@transaction.atomic
def withdraw(*, match: Match, report: Report, identity: Identity, version: int | None = None) -> Match:
    """Withdraw one's own report (an official: anyone's); the match goes on at the score of its sheet.

    The report must wait for confirmation, or be disputed by nothing but the games on the sheet.
    """
    match = rows.locked(match)
    must_report(identity, match)
    must_be_seen(match, version)
    claim = _claim(match, report)
    if match.status != Status.DISPUTED.value or not claims.is_disputed_by_sheet_alone(claim):
        _must_be_open(claim)
    if not permissions.has_reported(identity, claim) and not permissions.may_rule(identity.user, match.desk):
        raise Refusal("not_your_report", "", **claims.stored(claim))
    _mark(claim, ReportState.SUPERSEDED)
    rows.write(match, actor=identity.name_in(match), status=Status.RUNNING.value, **claims.on_sheet(match))
    return match


def _agree(claim: Report, identity: Identity) -> Report:
    if claim.state == ReportState.OPEN.value and permissions.may_confirm(identity, claim):
        claims.confirm(claim, identity)
    elif claim.state == ReportState.CONFIRMED.value and objections.second(claim, identity):
        claim.refresh_from_db()
    return claim


def _freeze(claim: Report, score: claims.Score, identity: Identity, key: str) -> Report:
    match = claim.match
    _mark(claim, ReportState.DISPUTED)
    counter_report = claims.add(
        match, score, identity=identity, key=key, state=ReportState.DISPUTED, answers=claim
    )
    rows.write(match, actor=identity.name_in(match), **claims.disputed(match))
    return counter_report


def _supersede(claim: Report, identity: Identity, version: int | None) -> None:
    if version is None or not permissions.may_rule(identity.user, claim.match.desk):
        raise Refusal("already_reported", "", **claims.stored(claim))
    _mark(claim, ReportState.SUPERSEDED)


def _must_be_open_for_claims(match: Match, identity: Identity) -> None:
    allowed = [Status.CALLED, Status.RUNNING, Status.REPORTED]
    if permissions.may_rule(identity.user, match.desk):
        allowed.append(Status.SCHEDULED)
    must_stand(match, *allowed)


def _must_be_open(claim: Report) -> None:
    must_stand(claim.match, Status.REPORTED)
    if claim.state != ReportState.OPEN.value:
        raise Refusal("report_not_open", "", **claims.stored(claim))


def _must_be_able_to_confirm(claim: Report, identity: Identity) -> None:
    if permissions.may_confirm(identity, claim):
        return
    is_own = permissions.has_reported(identity, claim)
    raise Refusal("own_report" if is_own else "desk_confirms", "", **claims.stored(claim))


def _must_be_able_to_accept(claim: Report, identity: Identity) -> None:
    match = claim.match
    if permissions.may_accept(identity, claim, match.reports.all()):
        return
    if permissions.has_reported(identity, claim):
        raise Refusal("own_report", "", **claims.stored(claim))
    if claim.contradicts_sheet:
        raise Refusal("sheet_contradicts", "", **claims.stored(claim))
    desk_confirms = match.desk.confirm_policy == Policy.DESK.value
    raise Refusal("desk_confirms" if desk_confirms else "not_your_dispute", "", **claims.stored(claim))


def _claim(match: Match, report: Report) -> Report:
    claim = match.reports.filter(pk=report.pk).first()
    if claim is None:
        raise Refusal("report_absent", match=match.code)
    claim.match = match
    return claim


def _mark(claim: Report, state: ReportState) -> None:
    Report.objects.filter(pk=claim.pk).update(state=state.value)
    claim.state = state.value
