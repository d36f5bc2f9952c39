"""Matches written down by hand: drafts that grow line by line under the laws and end as transcripts."""

from collections.abc import Sequence

from django.db import transaction

from matches.identity import Identity
from matches.models import Draft, Match, Transcript
from matches.queries import drafts
from matches.services import live, transcripts
from matches.services.guards import must_report
from matches.states import Status
from rules import formats
from rules.errors import Refusal

MOST_LINES = 6000


@transaction.atomic
def write(
    *, match: Match, identity: Identity, start: int, lines: Sequence[str], version: int | None = None
) -> Draft:
    """Keep the first `start` lines of a draft and write `lines` after them; fewer lines are an undo.

    `version` is the draft as the writer saw it (None: as it stands). The same lines sent twice change nothing
    the second time. Raises `draft_changed`, `draft_full`, `not_your_match`, `match_void` and whatever
    `rules.recording.Recording.write` refuses; then nothing is kept.
    """
    _must_record(match, identity)
    draft = _locked(match, identity)
    known = [str(line) for line in draft.lines]
    if start > len(known):
        raise _changed(draft)
    is_stale = version is not None and version != draft.version
    recording = drafts.recording_of(match, draft, known[:start])
    try:
        for line in lines:
            recording.write(line)
    except Refusal as refusal:
        raise (_changed(draft) if is_stale else refusal) from refusal
    if recording.lines == known:
        return draft
    if is_stale:
        raise _changed(draft)
    if len(recording.lines) > MOST_LINES:
        raise Refusal("draft_full", "", most=MOST_LINES)
    first = recording.first
    draft.first_game, draft.is_crawford = first.number, bool(first.is_crawford)
    draft.white_before, draft.black_before = first.score_before or (0, 0)
    draft.lines, draft.version = recording.lines, draft.version + 1
    draft.save()
    live.publish(topic=f"board:{match.code}", kind="board", data={"version": draft.version})
    return draft


@transaction.atomic
def hand_in(*, match: Match, identity: Identity, version: int | None = None) -> Transcript:
    """Attach a draft to its match as a record, finished or not. Raises `draft_empty` and `draft_changed`."""
    _must_record(match, identity)
    draft = _locked(match, identity)
    if version is not None and version != draft.version:
        raise _changed(draft)
    if not draft.lines:
        raise Refusal("draft_empty")
    recording = drafts.recording_of(match, draft)
    text = formats.write(recording.record((match.white.name, match.black.name)), "json")
    name = f"{match.white.name} – {match.black.name}.json"
    kept = transcripts.attach(match=match, name=name, data=text.encode(), identity=identity)
    draft.transcript = kept
    draft.save(update_fields=["transcript", "changed_at"])
    return kept


def _must_record(match: Match, identity: Identity) -> None:
    must_report(identity, match)
    if match.status == Status.VOID.value:
        raise Refusal("match_void", match=match.code)


def _locked(match: Match, identity: Identity) -> Draft:
    """The keeper's draft under its lock, begun when there is none; a table card is kept under its device."""
    keeper = drafts.keeper_of(identity)
    if not keeper:
        raise Refusal("not_your_match", match=match.code)
    Draft.objects.get_or_create(match=match, **keeper)
    return Draft.objects.select_for_update(of=("self",)).get(match=match, **keeper)


def _changed(draft: Draft) -> Refusal:
    return Refusal("draft_changed", "", count=len(draft.lines), version=draft.version)
