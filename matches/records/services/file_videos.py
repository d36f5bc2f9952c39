"""The video that an uploaded file names, and what an address and marks may be."""

from collections.abc import Sequence
from itertools import pairwise

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from matches.records.models import Transcript
from matches.records.queries.videos import count_actions
from matches.records.video_models import TranscriptVideo
from rules import formats
from rules.errors import Refusal
from rules.formats.ogxm_layout import is_ogxm, split_stream
from rules.formats.ogxm_video import LATEST_MILLISECONDS, LONGEST_ADDRESS, MAX_MARKS, VideoMark, read_video

_is_https_address = URLValidator(schemes=["https"])


def store_video_of_file(*, transcript: Transcript) -> None:
    """Store the video that an uploaded OGXM file names, where the transcript has none.

    Call it inside the transaction that stores the transcript.
    """
    data, _ending = formats.file_of(transcript.text)
    if not is_ogxm(data) or TranscriptVideo.objects.filter(transcript=transcript).exists():
        return
    video = read_video(split_stream(data)[0])
    if video is None or not is_video_address(video.address):
        return
    try:
        marks = check_marks(transcript, video.marks)
    except Refusal:
        # The address alone is of use, and the file keeps what it says.
        marks = []
    TranscriptVideo.objects.create(transcript=transcript, address=video.address, marks=marks)


def is_video_address(address: str) -> bool:
    """Whether an address can be shown as that of a video: https, without a password, not too long."""
    try:
        _is_https_address(address)
    except ValidationError:
        return False
    return "@" not in address.split("/")[2] and len(address.encode()) <= LONGEST_ADDRESS


def check_marks(transcript: Transcript, marks: Sequence[VideoMark]) -> list[list[int]]:
    """Return marks in the order of play. Raises `video_mark_impossible` and `video_marks_out_of_order`."""
    actions = count_actions(transcript)
    ordered = sorted(marks)
    for mark in ordered:
        is_action = 1 <= mark.action <= actions.get(mark.game, 0)
        if not is_action or not 0 <= mark.milliseconds <= LATEST_MILLISECONDS:
            raise Refusal("video_mark_impossible", game=mark.game, action=mark.action)
    if len({(mark.game, mark.action) for mark in ordered}) < len(ordered) or len(ordered) > MAX_MARKS:
        raise Refusal("video_mark_impossible", game=ordered[0].game, action=ordered[0].action)
    for earlier, later in pairwise(ordered):
        if later.milliseconds < earlier.milliseconds:
            raise Refusal("video_marks_out_of_order", game=later.game, action=later.action)
    return [list(mark) for mark in ordered]
