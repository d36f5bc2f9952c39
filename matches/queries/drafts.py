"""Whose draft is whose: what a request has proved decides which draft of a match it opens."""

from typing import Any

from matches.identity import Identity
from matches.models import Draft, Match


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
