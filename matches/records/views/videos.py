"""The video of a match file: set its address and marks, remove them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from matches.actors import Identity
from matches.models import Match, Table
from matches.records.forms import MatchVersionForm, VideoForm, VideoMarkForm, VideoPlaceForm
from matches.records.models import Transcript
from matches.records.services import videos
from matches.records.views.transcripts import change_transcript
from matches.views import reporting
from matches.views.visitors import get_identity
from rules.errors import Refusal


@require_POST
def set_video(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Set the address of the video of the match."""
    form = VideoForm(request.POST)

    def run(transcript: Transcript, identity: Identity) -> None:
        if not form.is_valid():
            raise Refusal("video_address_invalid")
        videos.set_video(transcript=transcript, **form.cleaned_data, identity=identity)

    return _change(request, code, number, run, video_form=form)


@require_POST
def remove_video(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Remove the video and its marks."""
    form = MatchVersionForm(request.POST)

    def run(transcript: Transcript, identity: Identity) -> None:
        if not form.is_valid():
            raise Refusal("request_invalid", problem="version")
        videos.remove_video(transcript=transcript, **form.cleaned_data, identity=identity)

    return _change(request, code, number, run)


@require_POST
def set_mark(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Set when an action is to be seen."""
    form = VideoMarkForm(request.POST)

    def run(transcript: Transcript, identity: Identity) -> None:
        if not form.is_valid():
            raise Refusal("request_invalid", problem=", ".join(form.errors))
        version = form.cleaned_data["version"]
        videos.set_mark(transcript=transcript, mark=form.to_mark(), identity=identity, version=version)

    return _change(request, code, number, run, mark_form=form)


@require_POST
def remove_mark(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Remove the mark of an action."""
    form = VideoPlaceForm(request.POST)

    def run(transcript: Transcript, identity: Identity) -> None:
        if not form.is_valid():
            raise Refusal("request_invalid", problem=", ".join(form.errors))
        videos.remove_mark(transcript=transcript, **form.cleaned_data, identity=identity)

    return _change(request, code, number, run)


def _change(
    request: HttpRequest,
    code: str,
    number: int,
    run: Callable[[Transcript, Identity], None],
    **forms: VideoForm | VideoMarkForm,
) -> HttpResponse:
    """Run a change and lead back to the video on the page; a refused form is shown as it was sent."""

    def change(match: Match, transcript: Transcript, card: Table | None) -> str:
        run(transcript, get_identity(request, card))
        return reporting.get_page_address(match, card, "transcript", transcript.pk) + "#video"

    return change_transcript(request, code, number, change, **forms)
