"""Drafts of the recorder: written line by line, checked by the rules, and submitted as transcripts."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from matches.actors import Identity
from matches.models import Match, Player, User
from matches.records.models import Transcript, TranscriptDraft
from matches.records.queries.drafts import get_author_columns, replay_draft
from matches.records.services import uploads
from matches.services import live
from matches.services.guards import make_outsider_refusal, require_open_desk, require_reporter
from matches.services.settling import OTHER_SIDE
from matches.states import Status
from rules import formats
from rules.errors import Refusal

MAX_LINES = 6000


@transaction.atomic
def write_lines(
    *, match: Match, identity: Identity, start: int, lines: Sequence[str], version: int | None = None
) -> TranscriptDraft:
    """Truncate a draft to its first `start` lines and append `lines`; without lines this is an undo.

    `version` is that of the draft on the page (None: not checked). Sending the same lines again changes
    nothing. Raises `draft_changed`, `draft_full`, `not_your_match`, `match_void` and what
    `rules.recording.Recording.write` raises; then nothing is stored.
    """
    _require_recorder(match, identity)
    draft = _lock_draft(match, identity)
    current_lines = [str(line) for line in draft.lines]
    if start > len(current_lines):
        raise _make_conflict(draft)
    is_stale = version is not None and version != draft.version
    recording = replay_draft(match, draft, current_lines[:start])
    try:
        for line in lines:
            recording.write(line)
    except Refusal as refusal:
        raise (_make_conflict(draft) if is_stale else refusal) from refusal
    if recording.lines == current_lines:
        return draft
    if is_stale:
        raise _make_conflict(draft)
    if len(recording.lines) > MAX_LINES:
        raise Refusal("draft_full", "", most=MAX_LINES)
    first = recording.first
    draft.first_game, draft.is_crawford = first.number, bool(first.is_crawford)
    draft.white_before, draft.black_before = first.score_before or (0, 0)
    draft.lines, draft.version = recording.lines, draft.version + 1
    draft.save()
    live.publish(topic=f"board:{match.code}", kind="board", data={"version": draft.version})
    return draft


@transaction.atomic
def submit_draft(*, match: Match, identity: Identity, version: int | None = None) -> Transcript:
    """Attach a draft to its match as a transcript, finished or not. Raises `draft_empty`, `draft_changed`."""
    _require_recorder(match, identity)
    draft = _lock_draft(match, identity)
    if version is not None and version != draft.version:
        raise _make_conflict(draft)
    if not draft.lines:
        raise Refusal("draft_empty")
    record = replay_draft(match, draft).record((match.white.name, match.black.name))
    transcript = uploads.attach_file(
        match=match,
        name=f"{match.white.name} – {match.black.name}.json",
        data=formats.write(record, "json").encode(),
        identity=identity,
    )
    draft.transcript = transcript
    draft.save(update_fields=["transcript", "changed_at"])
    return transcript


@transaction.atomic
def exchange_sides(*, match: Match) -> None:
    """Exchange White and Black in every line, after the players of the match exchanged sides."""
    for draft in match.drafts.all():
        draft.lines = [_exchange_side(str(line)) for line in draft.lines]
        draft.version += 1
        draft.save(update_fields=["lines", "version"])


def delete_drafts_of_players(*, players: Iterable[Player]) -> None:
    """Delete the drafts written with the badges of these players."""
    TranscriptDraft.objects.filter(player__in=players).delete()


def delete_drafts_of_user(*, user: User) -> None:
    """Delete the drafts of an account that is closed."""
    TranscriptDraft.objects.filter(user=user).delete()


def _require_recorder(match: Match, identity: Identity) -> None:
    require_reporter(identity, match)
    if match.status == Status.VOID.value:
        raise Refusal("match_void", match=match.code)
    require_open_desk(match.desk)


def _lock_draft(match: Match, identity: Identity) -> TranscriptDraft:
    """Return the identity's draft, locked; it is created if there is none."""
    author = get_author_columns(identity)
    if not author:
        raise make_outsider_refusal(identity, match)
    TranscriptDraft.objects.get_or_create(match=match, **author)
    return TranscriptDraft.objects.select_for_update(of=("self",)).get(match=match, **author)


def _make_conflict(draft: TranscriptDraft) -> Refusal:
    return Refusal("draft_changed", "", count=len(draft.lines), version=draft.version)


def _exchange_side(line: str) -> str:
    side, space, rest = line.partition(" ")
    return f"{OTHER_SIDE.get(side, side)}{space}{rest}"
