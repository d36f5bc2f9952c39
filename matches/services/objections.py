"""Objections to results that rest on the report of one side."""

from django.db import transaction
from django.utils import timezone

from matches import permissions
from matches.identity import Identity
from matches.models import Report
from matches.queries import one_sided_results
from matches.services import claims, rows, settling
from matches.services.guards import get_match_context
from matches.states import ReportState
from rules.errors import Refusal


def create_objection(claim: Report, score: claims.Score, *, identity: Identity, key: str) -> Report:
    """Write the other score down and take the result back; the caller holds the lock.

    Where the floor above cannot take it back (who came on has begun his next match) the result stands, and
    the objection is kept with it for the desk. Raises `already_settled`, `own_report`.
    """
    match = claim.match
    current_report = one_sided_results.get_one_sided_report(match)
    if (
        current_report is None
        or current_report.pk != claim.pk
        or not permissions.may_object(identity, match, current_report, now=timezone.now())
    ):
        is_own = current_report is not None and permissions.has_reported(identity, current_report)
        raise Refusal("own_report" if is_own else "already_settled", "", **get_match_context(match))
    counter_report = claims.add_claim(
        match, score, identity=identity, key=key, state=ReportState.DISPUTED, answers=claim
    )
    try:
        with transaction.atomic():
            settling.contest_result(match=match, claim=claim, actor=identity.name_in(match), by=identity)
    except Refusal:
        match = rows.lock_match(match)
        rows.write_match(match, actor=identity.name_in(match))
    counter_report.match = match
    return counter_report


def withdraw_objection(claim: Report, identity: Identity) -> bool:
    """Withdraw the identity's objection to a settled result, which stands by both sides then; whether there
    was one."""
    objection = claim.answered_by.filter(state=ReportState.DISPUTED.value).select_related("match").first()
    if objection is None or not permissions.is_author(identity, objection):
        return False
    claim.answered_by.filter(pk=objection.pk).update(state=ReportState.SUPERSEDED.value)
    claims.mark_confirmed(claim, identity)
    rows.write_match(claim.match, actor=identity.name_in(claim.match))
    return True


def add_second_confirmation(claim: Report, identity: Identity) -> bool:
    """Let the other side's yes stand behind a result that rested on one word; whether it did."""
    current_report = one_sided_results.get_one_sided_report(claim.match)
    if current_report is None or current_report.pk != claim.pk or permissions.has_reported(identity, claim):
        return False
    claims.mark_confirmed(claim, identity)
    rows.write_match(claim.match, actor=identity.name_in(claim.match))
    return True
