"""Arrangements of the players of a league match: a time is proposed and accepted."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.actors import Identity
from matches.models import Match
from matches.services import live
from matches.services.guards import make_outsider_refusal
from matches.states import Status
from rules.errors import Refusal
from tournaments.leagues.models import Arrangement

ENDED_STATUSES = (Status.SETTLED.value, Status.VOID.value)


@transaction.atomic
def propose_time(
    *, match: Match, identity: Identity, play_at: datetime | None = None, note: str = ""
) -> Arrangement:
    """Propose a time, a message, or both to the opponent in an open match.

    Raises `not_your_match`, `already_settled`, `nothing_proposed`, `proposal_past`.
    """
    match, side = _get_own_match(match, identity)
    text = note.strip()
    if play_at is None and not text:
        raise Refusal("nothing_proposed")
    if play_at is not None and play_at < timezone.now():
        raise Refusal("proposal_past", day=timezone.localdate(play_at).isoformat(), at=play_at.isoformat())
    by = match.white if side == "white" else match.black
    arrangement = Arrangement.objects.create(match=match, by=by, play_at=play_at, note=text[:200])
    live.publish(topic=f"match:{match.code}", kind="arrangement")
    return arrangement


@transaction.atomic
def accept_proposal(*, arrangement: Arrangement, identity: Identity) -> Arrangement:
    """Accept the time the opponent proposed; idempotent.

    Raises `not_your_match`, `own_proposal`, `already_settled`, `nothing_proposed` where no time was named.
    """
    match, side = _get_own_match(arrangement.match, identity)
    proposal = Arrangement.objects.select_for_update().get(pk=arrangement.pk)
    own_player_id = match.white_id if side == "white" else match.black_id
    if proposal.by_id == own_player_id:
        raise Refusal("own_proposal")
    if proposal.play_at is None:
        raise Refusal("nothing_proposed")
    if proposal.agreed_at is None:
        proposal.agreed_at = timezone.now()
        proposal.save(update_fields=["agreed_at"])
        live.publish(topic=f"match:{match.code}", kind="arrangement")
    return proposal


def _get_own_match(match: Match, identity: Identity) -> tuple[Match, str]:
    match_row = Match.objects.select_related("white", "black").get(pk=match.pk)
    side = identity.side_in(match_row)
    if not side:
        raise make_outsider_refusal(identity, match_row)
    if match_row.status in ENDED_STATUSES:
        raise Refusal("already_settled", status=match_row.status)
    return match_row, side
