"""Two players of a league arrange their match: one proposes a time, the other agrees."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.identity import Identity
from matches.models import Match
from matches.services import live
from matches.states import Status
from rules.errors import Refusal
from tournaments.models import Arrangement

OVER = (Status.SETTLED.value, Status.VOID.value)


@transaction.atomic
def propose(
    *, match: Match, identity: Identity, play_at: datetime | None = None, note: str = ""
) -> Arrangement:
    """Write to the other player of an open match: a time, a word, or both. The desk sees who tried.

    Raises `not_your_match`, `already_settled`, `nothing_proposed`.
    """
    match, side = _own(match, identity)
    told = note.strip()
    if play_at is None and not told:
        raise Refusal("nothing_proposed")
    by = match.white if side == "white" else match.black
    made = Arrangement.objects.create(match=match, by=by, play_at=play_at, note=told[:200])
    live.publish(topic=f"match:{match.code}", kind="arrangement")
    return made


@transaction.atomic
def agree(*, arrangement: Arrangement, identity: Identity) -> Arrangement:
    """Agree to the time the other player proposed; agreeing twice is harmless.

    Raises `not_your_match`, `own_proposal`, `already_settled`, `nothing_proposed` where no time was named.
    """
    match, side = _own(arrangement.match, identity)
    held = Arrangement.objects.select_for_update().get(pk=arrangement.pk)
    mine = match.white_id if side == "white" else match.black_id
    if held.by_id == mine:
        raise Refusal("own_proposal")
    if held.play_at is None:
        raise Refusal("nothing_proposed")
    if held.agreed_at is None:
        held.agreed_at = timezone.now()
        held.save(update_fields=["agreed_at"])
        live.publish(topic=f"match:{match.code}", kind="arrangement")
    return held


def _own(match: Match, identity: Identity) -> tuple[Match, str]:
    found = Match.objects.select_related("white", "black").get(pk=match.pk)
    side = identity.side_in(found)
    if not side:
        raise Refusal("not_your_match", match=found.code)
    if found.status in OVER:
        raise Refusal("already_settled", status=found.status)
    return found, side
