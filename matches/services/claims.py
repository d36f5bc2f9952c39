"""Claims about a final score: how one is written, confirmed, and when it takes effect."""

import uuid
from typing import Any

from django.utils import timezone

from matches import permissions, registry, results
from matches.identity import Identity
from matches.models import Match, Report
from matches.queries import sheets
from matches.services import rows, settling
from matches.services.guards import get_match_context, require_start_score
from matches.signals import score_changed
from matches.states import Channel, Ending, Policy, ReportState, Status
from rules.errors import Refusal

Score = tuple[int, int]


def make_claim(match: Match, score: Score, *, identity: Identity, key: str) -> Report:
    """Add a report to a locked match and let it take effect under the settings of the desk.

    While it waits for confirmation, the row of the match has the reported score. A player's report that
    contradicts the games on the sheet is disputed at once: the desk rules.
    """
    results.make_played_result(match.length, *score)
    require_penalty_points(match, score)
    if contradicts_sheet(match, score) and not permissions.may_rule(identity.user, match.desk):
        claim = add_claim(match, score, identity=identity, key=key, state=ReportState.DISPUTED)
        rows.write_match(
            match, actor=identity.name_in(match), **get_disputed_columns(match), **_get_start_columns(match)
        )
        return claim
    claim = add_claim(match, score, identity=identity, key=key)
    if takes_effect(claim, identity):
        confirm_claim(claim, identity)
    else:
        score_changed.send(sender=Match, match=match, score=score)
        changes = {"status": Status.REPORTED.value, "white_score": score[0], "black_score": score[1]}
        rows.write_match(match, actor=identity.name_in(match), **changes, **_get_start_columns(match))
    return claim


def get_disputed_columns(match: Match) -> dict[str, Any]:
    """The columns of a match whose reports are disputed: its score is that of the sheet."""
    return {"status": Status.DISPUTED.value, **get_sheet_columns(match)}


def get_sheet_columns(match: Match) -> dict[str, int]:
    """The score columns of a match by the games and penalties on its sheet."""
    live = sheets.get_live_score(match)
    return {"white_score": live.white, "black_score": live.black}


def add_claim(
    match: Match,
    score: Score,
    *,
    identity: Identity,
    key: str,
    state: ReportState = ReportState.OPEN,
    answers: Report | None = None,
) -> Report:
    """Write one claim row on a locked match."""
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


def confirm_claim(claim: Report, identity: Identity) -> Match:
    """Make a claim count: mark who confirmed it and settle its match with it."""
    match = claim.match
    mark_confirmed(claim, identity)
    result = results.make_played_result(match.length, claim.white_score, claim.black_score)
    settling.settle_match(match=match, result=result, actor=identity.name_in(match), by=identity)
    claim.refresh_from_db()
    claim.match = match
    return match


def mark_confirmed(claim: Report, identity: Identity) -> None:
    """Note whose word stands behind a claim."""
    Report.objects.filter(pk=claim.pk).update(**_get_confirmation_columns(claim.match, identity))


def takes_effect(claim: Report, identity: Identity) -> bool:
    """Whether a fresh claim settles at once: an official's always, anyone's at a desk that trusts.

    At a desk that trusts, a contradiction leaves the claim open for the desk to rule on.
    """
    match = claim.match
    if permissions.may_rule(identity.user, match.desk):
        return True
    if match.desk.confirm_policy != Policy.TRUST.value:
        return False
    return not any(registry.contradictions(match, (claim.white_score, claim.black_score)))


def get_repeated_claim(match: Match, key: str, score: Score) -> Report | None:
    """The claim already made under this key; refuse a key that comes back with another score."""
    existing_claim = match.reports.filter(key=key).first() if key else None
    if existing_claim is not None and (existing_claim.white_score, existing_claim.black_score) != score:
        raise Refusal("key_used_twice", "", **get_claim_context(existing_claim))
    return existing_claim


def get_current_claim(match: Match) -> Report | None:
    """The claim that stands on this match: open or confirmed."""
    states = [ReportState.OPEN.value, ReportState.CONFIRMED.value]
    return match.reports.filter(state__in=states).order_by("-number").first()


def get_current_score(match: Match) -> Score | None:
    """The score a match stands at: the result played, or the claim that waits."""
    if match.status == Status.SETTLED.value:
        return (match.white_score, match.black_score) if match.ending == Ending.PLAYED.value else None
    claim = get_current_claim(match)
    return (claim.white_score, claim.black_score) if claim is not None else None


def get_claim_context(claim: Report) -> dict[str, object]:
    """How the match and a stored claim stand, as the facts of a refusal."""
    score = {"white_score": claim.white_score, "black_score": claim.black_score}
    return get_match_context(claim.match) | score | {"report": claim.number}


def get_channel(identity: Identity, match: Match) -> Channel:
    """The proof a claim rests on: the desk's word, a badge, an account, or only the table's card."""
    if permissions.may_rule(identity.user, match.desk):
        return Channel.DESK
    return identity.channel_in(match)


def contradicts_sheet(match: Match, score: Score) -> bool:
    """Whether the match cannot end at this score after the games on its sheet."""
    return not sheets.get_live_score(match).can_end_at(*score)


def is_disputed_by_sheet_alone(claim: Report) -> bool:
    """Whether this report is disputed, and by no other report: it contradicts the games on the sheet."""
    reports = claim.match.reports.filter(state=ReportState.DISPUTED.value)
    return claim.contradicts_sheet and [row.pk for row in reports] == [claim.pk]


def require_penalty_points(match: Match, score: Score) -> None:
    """Refuse a final score in which a side has fewer points than it began with, or than penalties of the
    other side gave it."""
    require_start_score(match, score)
    penalty_points = sheets.count_penalty_points(match)
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
