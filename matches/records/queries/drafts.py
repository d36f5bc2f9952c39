"""Drafts of the recorder: the one a visitor writes, its replay, the one that is live beside the board."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone

from matches.identity import Identity
from matches.models import Desk, Match
from matches.queries import sheets
from matches.records.models import TranscriptDraft
from rules.record import RecordedGame
from rules.recording import Recording

# A draft without a change for so long is not live any more.
LIVE_FOR = timedelta(hours=2)


def author_of(identity: Identity) -> dict[str, Any]:
    """The columns of the author: the account, else the badge's player, else the device; {} for none."""
    if identity.user is not None:
        return {"user": identity.user}
    if identity.badge_player is not None:
        return {"player": identity.badge_player}
    return {"device": identity.device} if identity.device else {}


def draft_of(match: Match, identity: Identity) -> TranscriptDraft | None:
    """The draft of this match that the visitor has begun."""
    author = author_of(identity)
    return match.drafts.select_related("transcript").filter(**author).first() if author else None


def first_game_of(match: Match, draft: TranscriptDraft | None) -> RecordedGame:
    """The game a draft begins with: that of its first line, else the next one on the score sheet.

    For a match that is over, and may be recorded from a video, it is the first.
    """
    if draft is not None and draft.lines:
        score_before = (draft.white_before, draft.black_before)
        return RecordedGame(draft.first_game, score_before, is_crawford=draft.is_crawford)
    score = sheets.get_live_score(match)
    if match.status not in sheets.PLAYABLE_STATUSES or score.winner is not None:
        return RecordedGame(1, (match.white_start, match.black_start))
    number = match.games.filter(struck_at=None).count() + 1
    return RecordedGame(number, (score.white, score.black), is_crawford=score.is_crawford)


def replay_draft(
    match: Match, draft: TranscriptDraft | None, lines: Sequence[str] | None = None
) -> Recording:
    """A draft replayed; `lines` are its first lines, all of them when left out."""
    all_lines = draft.lines if draft is not None else ()
    first = first_game_of(match, draft)
    return Recording(match.length, sheets.get_laws(match), all_lines if lines is None else lines, first=first)


def live_draft(match: Match) -> TranscriptDraft | None:
    """The draft written right now: that of an official of the desk, else the one changed last."""
    officials = Desk.officials.through.objects.filter(desk=match.desk_id, user=OuterRef("user"))
    rows = match.drafts.filter(changed_at__gte=timezone.now() - LIVE_FOR).exclude(lines=[])
    return rows.annotate(by_official=Exists(officials)).order_by("-by_official", "-changed_at").first()
