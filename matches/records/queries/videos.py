"""The video of a match file."""

from matches.records.models import Transcript
from matches.records.video_models import VideoChange
from rules.formats.ogxm_layout import split_stream
from rules.formats.ogxm_video import MatchVideo, VideoMark, read_video, write_video
from rules.verdict import Verdict

MAX_SHOWN_CHANGES = 20


def get_video(transcript: Transcript) -> MatchVideo | None:
    """The video of a transcript with its marks. One query."""
    row = getattr(transcript, "video", None)
    return MatchVideo(row.address, tuple(VideoMark(*mark) for mark in row.marks)) if row else None


def list_last_changes(transcript: Transcript) -> list[VideoChange]:
    """Return the latest changes of the video of a transcript, the newest first."""
    changes = VideoChange.objects.filter(transcript=transcript).select_related("user", "player")
    return list(changes.order_by("-id")[:MAX_SHOWN_CHANGES])


def count_actions(transcript: Transcript) -> dict[int, int]:
    """Return the number of actions of each game, by its number."""
    verdict = Verdict.from_json(transcript.verdict)
    return {game.number: len(game.frames) - 1 for game in verdict.games}


def add_video(data: bytes, video: MatchVideo | None) -> bytes:
    """Return an OGXM file with the video that is stored here, unchanged if that is the one it has.

    Of a stream the first match has it.
    """
    first, *others = split_stream(data)
    if read_video(first) == video:
        return data
    return write_video(first, video) + b"".join(others)
