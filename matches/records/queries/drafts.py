"""Drafts of the recorder: found by their author, replayed, and shown live."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone

from matches.actors import Identity
from matches.models import Desk, Match
from matches.queries import matches as match_queries
from matches.records.models import TranscriptDraft
from rules.record import RecordedGame
from rules.recording import Recording

# A draft that has not changed for this long is not live any more.
LIVE_FOR = timedelta(hours=2)


def get_author_columns(identity: Identity) -> dict[str, Any]:
    """Return the columns of a draft's author: the account, else the badge's player, else the device."""
    if identity.user is not None:
        return {"user": identity.user}
    if identity.badge_player is not None:
        return {"player": identity.badge_player}
    return {"device": identity.device} if identity.device else {}


def get_draft(match: Match, identity: Identity) -> TranscriptDraft | None:
    """Return the draft of a match by this identity, or None."""
    author = get_author_columns(identity)
    return match.drafts.select_related("transcript").filter(**author).first() if author else None


def get_first_game(match: Match, draft: TranscriptDraft | None) -> RecordedGame:
    """Return the game with which a draft begins.

    For an empty draft that is the next game on the score sheet; of a match that is over, which may be
    recorded from a video, the first game.
    """
    if draft is not None and draft.lines:
        score_before = (draft.white_before, draft.black_before)
        return RecordedGame(draft.first_game, score_before, is_crawford=draft.is_crawford)
    score = match_queries.get_live_score(match)
    if match.status not in match_queries.PLAYABLE_STATUSES or score.winner is not None:
        return RecordedGame(1, (match.white_start, match.black_start))
    number = match.games.filter(struck_at=None).count() + 1
    return RecordedGame(number, (score.white, score.black), is_crawford=score.is_crawford)


def replay_draft(
    match: Match, draft: TranscriptDraft | None, lines: Sequence[str] | None = None
) -> Recording:
    """Replay a draft; `lines` replaces its lines, for instance to replay only the first ones."""
    all_lines = draft.lines if draft is not None else ()
    first = get_first_game(match, draft)
    return Recording(
        match.length, match_queries.get_laws(match), all_lines if lines is None else lines, first=first
    )


def get_live_draft(match: Match) -> TranscriptDraft | None:
    """Return the live draft of a match: that of an official of the desk, else the one changed last."""
    officials = Desk.officials.through.objects.filter(desk=match.desk_id, user=OuterRef("user"))
    rows = match.drafts.filter(changed_at__gte=timezone.now() - LIVE_FOR).exclude(lines=[])
    return rows.annotate(by_official=Exists(officials)).order_by("-by_official", "-changed_at").first()
