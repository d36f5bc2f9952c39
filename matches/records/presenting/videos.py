"""Links from the actions of a replay into the video of the match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from matches.messages import get_label
from matches.records.video_links import estimate_times, format_video_time, make_video_link
from matches.records.video_models import VideoChange
from matches.states import Channel
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


@dataclass(frozen=True, slots=True)
class VideoChangeRow:
    """A change in the list of those of a video: what was done, by whom and when."""

    text: str
    by: str
    at: datetime


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


def make_change_rows(changes: Sequence[VideoChange], *, names_accounts: bool) -> list[VideoChangeRow]:
    """Return changes as a page lists them; `names_accounts`: the reader is an official."""
    return [
        VideoChangeRow(_describe_change(change), _name_author(change, names_accounts), change.at)
        for change in changes
    ]


def _describe_change(change: VideoChange) -> str:
    context = {"game": change.game, "action": change.action, "address": change.address}
    if change.kind == VideoChange.MARKED:
        time = format_video_time(change.milliseconds or 0)
        return _("Game %(game)s, action %(action)s: %(time)s") % {**context, "time": time}
    if change.kind == VideoChange.MARK_REMOVED:
        return _("Game %(game)s, action %(action)s: time removed") % context
    if change.kind == VideoChange.REMOVED:
        return _("Video removed: %(address)s") % context
    return _("Video set: %(address)s") % context


def _name_author(change: VideoChange, names_accounts: bool) -> str:
    """Return the player, or the desk; officials read the name of its account."""
    if change.player is not None:
        return str(change.player.name)
    if change.user is None:
        return get_label(Channel.TABLE.value)
    return str(change.user.display_name) if names_accounts else _("Desk")


def video_links_to_data(links: Mapping[tuple[int, int], VideoLink], game: int) -> dict[int, list[str]]:
    """Return the links of a game for the script: by action its label and address."""
    return {action: [link.label, link.address] for (number, action), link in links.items() if number == game}


def _format_label(milliseconds: int, *, is_exact: bool) -> str:
    text = _("Watch this move (%(time)s)") if is_exact else _("Watch this move (about %(time)s)")
    return text % {"time": format_video_time(milliseconds)}
