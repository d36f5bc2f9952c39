"""Set and remove the video of a match file, and the marks in it."""

from collections.abc import Sequence

from django.db import transaction

from matches.actors import Identity
from matches.models import Match, Player
from matches.records.models import Transcript
from matches.records.services.file_videos import check_marks, is_video_address
from matches.records.services.uploads import lock_with_match
from matches.records.video_models import TranscriptVideo, VideoChange
from matches.services import match_rows
from matches.services.guards import require_current_version, require_reporter
from rules.errors import Refusal
from rules.formats.ogxm_video import VideoMark


@transaction.atomic
def set_video(
    *,
    transcript: Transcript,
    address: str,
    marks: Sequence[VideoMark] | None = None,
    identity: Identity,
    version: int | None = None,
) -> TranscriptVideo:
    """Set the address of the video of a transcript; `marks` None leaves those that are there.

    `version` is that of the match on the page. Raises `record_absent`, `not_your_match`, `changed_meanwhile`,
    `video_address_invalid`, `video_mark_impossible` and `video_marks_out_of_order`.
    """
    match, transcript = _lock(transcript, identity, version)
    if not is_video_address(address):
        raise Refusal("video_address_invalid")
    row = TranscriptVideo.objects.filter(transcript=transcript).first() or TranscriptVideo(
        transcript=transcript
    )
    former_address, row.address = row.address, address
    former_marks = row.marks
    if marks is not None:
        row.marks = check_marks(transcript, marks)
    if former_address == address and former_marks == row.marks:
        return row
    return _write(row, match, identity, VideoChange(kind=VideoChange.SET))


@transaction.atomic
def set_mark(
    *, transcript: Transcript, mark: VideoMark, identity: Identity, version: int | None = None
) -> TranscriptVideo:
    """Set when an action is to be seen; an earlier mark of that action is replaced.

    Raises what `set_video` does, and `video_absent`.
    """
    match, transcript = _lock(transcript, identity, version)
    row = _get_row(transcript)
    others = [VideoMark(*each) for each in row.marks if (each[0], each[1]) != (mark.game, mark.action)]
    row.marks = check_marks(transcript, [*others, mark])
    change = VideoChange(kind=VideoChange.MARKED, **mark._asdict())
    return _write(row, match, identity, change)


@transaction.atomic
def remove_mark(
    *, transcript: Transcript, game: int, action: int, identity: Identity, version: int | None = None
) -> TranscriptVideo:
    """Remove the mark of an action, if there is one.

    Raises `record_absent`, `not_your_match`, `changed_meanwhile` and `video_absent`.
    """
    match, transcript = _lock(transcript, identity, version)
    row = _get_row(transcript)
    others = [each for each in row.marks if (each[0], each[1]) != (game, action)]
    if others == row.marks:
        return row
    row.marks = others
    change = VideoChange(kind=VideoChange.MARK_REMOVED, game=game, action=action)
    return _write(row, match, identity, change)


@transaction.atomic
def remove_video(*, transcript: Transcript, identity: Identity, version: int | None = None) -> None:
    """Remove the video with its marks, if there is one.

    Raises `record_absent`, `not_your_match` and `changed_meanwhile`.
    """
    match, transcript = _lock(transcript, identity, version)
    row = TranscriptVideo.objects.filter(transcript=transcript).first()
    if row is None:
        return
    row.delete()
    _record(VideoChange(kind=VideoChange.REMOVED, address=row.address), transcript, match, identity)


def remove_videos_of_players(*, players: Sequence[Player]) -> None:
    """Remove the videos of all matches of these players, and what was changed about them."""
    for side in ("white", "black"):
        of_players = {f"transcript__match__{side}__in": players}
        TranscriptVideo.objects.filter(**of_players).delete()
        VideoChange.objects.filter(**of_players).delete()


def _lock(transcript: Transcript, identity: Identity, version: int | None) -> tuple[Match, Transcript]:
    match, transcript = lock_with_match(transcript)
    require_reporter(identity, match)
    require_current_version(match, version)
    return match, transcript


def _get_row(transcript: Transcript) -> TranscriptVideo:
    row = TranscriptVideo.objects.filter(transcript=transcript).first()
    if row is None:
        raise Refusal("video_absent")
    return row


def _write(row: TranscriptVideo, match: Match, identity: Identity, change: VideoChange) -> TranscriptVideo:
    row.save()
    change.address = row.address
    _record(change, row.transcript, match, identity)
    return row


def _record(change: VideoChange, transcript: Transcript, match: Match, identity: Identity) -> None:
    """Record a change with who made it, and the new version of the match."""
    change.transcript, change.user = transcript, identity.user
    change.player = {"white": match.white, "black": match.black}.get(identity.side_in(match) or "")
    change.save()
    match_rows.write_match(match, actor=identity.name_in(match))
