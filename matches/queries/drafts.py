"""Whose draft is whose: what a request has proved decides which draft of a match it opens."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone

from matches.identity import Identity
from matches.models import Desk, Draft, Match
from matches.queries import sheets
from rules.record import RecordedGame
from rules.recording import Recording

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


def first_game_of(match: Match, draft: Draft | None) -> RecordedGame:
    """The game a draft begins with: the one its lines began with, else the next one on the score sheet.

    Of a match that is over, and may be recorded from a video, it is the first.
    """
    if draft is not None and draft.lines:
        before = (draft.white_before, draft.black_before)
        return RecordedGame(draft.first_game, before, is_crawford=draft.is_crawford)
    score = sheets.live_score(match)
    if match.status not in sheets.TO_BE_PLAYED or score.winner is not None:
        return RecordedGame(1, (match.white_start, match.black_start))
    number = match.games.filter(struck_at=None).count() + 1
    return RecordedGame(number, (score.white, score.black), is_crawford=score.is_crawford)


def recording_of(match: Match, draft: Draft | None, lines: Sequence[str] | None = None) -> Recording:
    """A draft replayed; `lines` are its first lines, all of them when left out."""
    known = draft.lines if draft is not None else ()
    first = first_game_of(match, draft)
    return Recording(match.length, sheets.laws_of(match), known if lines is None else lines, first=first)


def live_draft(match: Match) -> Draft | None:
    """What is written down beside the board right now: by an official of the desk, else by who wrote last."""
    officials = Desk.officials.through.objects.filter(desk=match.desk_id, user=OuterRef("user"))
    found = match.drafts.filter(changed_at__gte=timezone.now() - LIVE_FOR).exclude(lines=[])
    return found.annotate(by_desk=Exists(officials)).order_by("-by_desk", "-changed_at").first()
