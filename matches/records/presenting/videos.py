"""Links from the actions of a replay into the video of the match."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.records.video_links import estimate_times, format_video_time, make_video_link
from rules.formats.ogxm_video import MatchVideo
from rules.verdict import Verdict


@dataclass(frozen=True, slots=True)
class VideoLink:
    """A link to a time in a video."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class VideoMarkRow:
    """A mark in the list of those of a video."""

    game: int
    action: int
    time: str


def make_video_links(video: MatchVideo | None, verdict: Verdict) -> dict[tuple[int, int], VideoLink]:
    """Return, by game and action, the link to the time at which it is to be seen, where that is known."""
    if video is None:
        return {}
    counts = {game.number: len(game.frames) - 1 for game in verdict.games}
    return {
        place: VideoLink(
            _format_label(milliseconds, is_exact=is_exact), make_video_link(video.address, milliseconds)
        )
        for place, (milliseconds, is_exact) in estimate_times(video.marks, counts).items()
    }


def list_marks(video: MatchVideo | None) -> list[VideoMarkRow]:
    """Return the marks of a video as a page lists them."""
    marks = video.marks if video else ()
    return [VideoMarkRow(mark.game, mark.action, format_video_time(mark.milliseconds)) for mark in marks]


def video_links_to_data(links: Mapping[tuple[int, int], VideoLink], game: int) -> dict[int, list[str]]:
    """Return the links of a game for the script: by action its label and address."""
    return {action: [link.label, link.address] for (number, action), link in links.items() if number == game}


def _format_label(milliseconds: int, *, is_exact: bool) -> str:
    text = _("Watch this move (%(time)s)") if is_exact else _("Watch this move (about %(time)s)")
    return text % {"time": format_video_time(milliseconds)}
