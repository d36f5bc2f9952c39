"""Answers of the API about the video of a match file."""

from collections.abc import Mapping
from typing import Any

from rest_framework.response import Response

from matches.actors import Identity
from matches.records.models import Transcript
from matches.records.queries.transcripts import get_transcript
from matches.records.queries.videos import get_video
from matches.records.serializers import VideoSerializer
from matches.records.services import videos
from rules.formats.ogxm_video import VideoMark


def respond_with_video(transcript: Transcript) -> Response:
    """Return the video of a transcript, with an empty address if it has none."""
    video = get_video(transcript)
    address, marks = ("", []) if video is None else (video.address, video.marks)
    return Response(VideoSerializer({"address": address, "marks": marks}).data)


def write_video(transcript: Transcript, data: Mapping[str, Any], identity: Identity) -> Response:
    """Set a video as validated data have it, and return it; `version` in them is that of the match."""
    marks = [VideoMark(**mark) for mark in data["marks"]] if "marks" in data else None
    videos.set_video(
        transcript=transcript,
        address=data["address"],
        marks=marks,
        identity=identity,
        version=data.get("version"),
    )
    match = transcript.match
    stored = get_transcript(match, transcript.pk) if match else None
    return respond_with_video(stored or transcript)
