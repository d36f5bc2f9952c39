"""Whose draft is whose: what a request has proved decides which draft of a match it opens."""

from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone

from matches.identity import Identity
from matches.models import Desk, Draft, Match

# A draft nobody has written on for so long is no longer kept beside the match.
LIVE_FOR = timedelta(hours=2)


def keeper_of(identity: Identity) -> dict[str, Any]:
    """Whom a draft is kept for: the account, else the badge's player, else the device; {} for nobody."""
    if identity.user is not None:
        return {"user": identity.user}
    if identity.badge_player is not None:
        return {"player": identity.badge_player}
    return {"device": identity.device} if identity.device else {}


def draft_of(match: Match, identity: Identity) -> Draft | None:
    """The draft of this match that the reader keeps, if he has begun one."""
    keeper = keeper_of(identity)
    return match.drafts.select_related("transcript").filter(**keeper).first() if keeper else None


def live_draft(match: Match) -> Draft | None:
    """What is written down beside the board right now: by an official of the desk, else by who wrote last."""
    officials = Desk.officials.through.objects.filter(desk=match.desk_id, user=OuterRef("user"))
    found = match.drafts.filter(changed_at__gte=timezone.now() - LIVE_FOR).exclude(lines=[])
    return found.annotate(by_desk=Exists(officials)).order_by("-by_desk", "-changed_at").first()
