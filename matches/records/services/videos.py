"""Set and remove the video of a match file, and the marks in it."""

from collections.abc import Sequence

from django.db import transaction

from matches.actors import Identity
from matches.models import Match, Player
from matches.records.models import Transcript, TranscriptVideo
from matches.records.services.file_videos import check_marks, is_video_address
from matches.records.services.uploads import lock_with_match
from matches.services import match_rows
from matches.services.guards import require_reporter
from rules.errors import Refusal
from rules.formats.ogxm_video import VideoMark


@transaction.atomic
def set_video(
    *, transcript: Transcript, address: str, marks: Sequence[VideoMark] | None = None, identity: Identity
) -> TranscriptVideo:
    """Set the address of the video of a transcript; `marks` None leaves those that are there.

    Raises `record_absent`, `not_your_match`, `video_address_invalid`, `video_mark_impossible` and
    `video_marks_out_of_order`.
    """
    match, transcript = _lock(transcript, identity)
    if not is_video_address(address):
        raise Refusal("video_address_invalid")
    row = TranscriptVideo.objects.filter(transcript=transcript).first() or TranscriptVideo(
        transcript=transcript
    )
    row.address = address
    if marks is not None:
        row.marks = check_marks(transcript, marks)
    return _write(row, match, identity)


@transaction.atomic
def set_mark(*, transcript: Transcript, mark: VideoMark, identity: Identity) -> TranscriptVideo:
    """Set when an action is to be seen; an earlier mark of that action is replaced.

    Raises what `set_video` does, and `video_absent`.
    """
    match, transcript = _lock(transcript, identity)
    row = _get_row(transcript)
    others = [VideoMark(*each) for each in row.marks if (each[0], each[1]) != (mark.game, mark.action)]
    row.marks = check_marks(transcript, [*others, mark])
    return _write(row, match, identity)


@transaction.atomic
def remove_mark(*, transcript: Transcript, game: int, action: int, identity: Identity) -> TranscriptVideo:
    """Remove the mark of an action, if there is one.

    Raises `record_absent`, `not_your_match` and `video_absent`.
    """
    match, transcript = _lock(transcript, identity)
    row = _get_row(transcript)
    row.marks = [each for each in row.marks if (each[0], each[1]) != (game, action)]
    return _write(row, match, identity)


@transaction.atomic
def remove_video(*, transcript: Transcript, identity: Identity) -> None:
    """Remove the video with its marks, if there is one. Raises `record_absent` and `not_your_match`."""
    match, transcript = _lock(transcript, identity)
    TranscriptVideo.objects.filter(transcript=transcript).delete()
    match_rows.write_match(match, actor=identity.name_in(match))


def remove_videos_of_players(*, players: Sequence[Player]) -> None:
    """Remove the videos of all matches of these players."""
    for side in ("white", "black"):
        TranscriptVideo.objects.filter(**{f"transcript__match__{side}__in": players}).delete()


def _lock(transcript: Transcript, identity: Identity) -> tuple[Match, Transcript]:
    match, transcript = lock_with_match(transcript)
    require_reporter(identity, match)
    return match, transcript


def _get_row(transcript: Transcript) -> TranscriptVideo:
    row = TranscriptVideo.objects.filter(transcript=transcript).first()
    if row is None:
        raise Refusal("video_absent")
    return row


def _write(row: TranscriptVideo, match: Match, identity: Identity) -> TranscriptVideo:
    row.save()
    match_rows.write_match(match, actor=identity.name_in(match))
    return row
