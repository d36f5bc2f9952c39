"""Videos of matches: links to a time in one, and times between marks."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from rules.formats.ogxm_video import VideoMark

Place = tuple[int, int]
_IN_QUERY = ("youtube.com", "youtu.be", "twitch.tv")


def make_video_link(address: str, milliseconds: int) -> str:
    """Return the address of a video at a time, as its site understands it; else by a media fragment."""
    parts = urlsplit(address)
    host = (parts.hostname or "").removeprefix("www.").removeprefix("m.")
    seconds = milliseconds // 1000
    if host not in _IN_QUERY:
        return urlunsplit(parts._replace(fragment=f"t={seconds}s" if host == "vimeo.com" else f"t={seconds}"))
    hours, rest = divmod(seconds, 3600)
    time = f"{hours}h{rest // 60}m{rest % 60}s" if host == "twitch.tv" else f"{seconds}s"
    query = [pair for pair in parse_qsl(parts.query) if pair[0] not in ("t", "start")]
    return urlunsplit(parts._replace(query=urlencode([*query, ("t", time)])))


def estimate_times(marks: Sequence[VideoMark], frames: Mapping[int, int]) -> dict[Place, tuple[int, bool]]:
    """Return when each action is to be seen, in milliseconds, and whether a mark says so exactly.

    `frames` is the number of actions by game. Between two marks the time is in proportion; before the first
    mark and after the last one it is unknown.
    """
    places = [(game, action) for game in sorted(frames) for action in range(1, frames[game] + 1)]
    position = {place: at for at, place in enumerate(places)}
    known_marks = sorted(
        (position[mark.game, mark.action], mark.milliseconds)
        for mark in marks
        if (mark.game, mark.action) in position
    )
    numbers = [at for at, _ in known_marks]
    times: dict[Place, tuple[int, bool]] = {}
    for at, place in enumerate(places):
        index = bisect_left(numbers, at)
        if index < len(numbers) and numbers[index] == at:
            times[place] = (known_marks[index][1], True)
        elif 0 < index < len(numbers):
            (before, start), (after, end) = known_marks[index - 1 : index + 1]
            times[place] = (start + (end - start) * (at - before) // (after - before), False)
    return times


def format_video_time(milliseconds: int) -> str:
    """Return a time such as "1:02:03" or "2:03"."""
    hours, rest = divmod(milliseconds // 1000, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def parse_video_time(text: str) -> int | None:
    """Return the milliseconds of a time such as "1:02:03", "2:03" or "95"; None for other texts."""
    parts = text.strip().split(":")
    if not 1 <= len(parts) <= 3 or not all(
        part.isascii() and part.isdigit() and len(part) < 6 for part in parts
    ):
        return None
    numbers = [int(part) for part in parts]
    if any(number > 59 for number in numbers[1:]):
        return None
    seconds = 0
    for number in numbers:
        seconds = seconds * 60 + number
    return seconds * 1000
