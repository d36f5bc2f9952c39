"""Lines of arrivals that a series of mini brackets does not enter, each with the reason."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.name_lists.entry_box import LineStatus
from tournaments.name_lists.entry_details import MatchedLine
from tournaments.play.entrants.queries.entries import is_reinstated_by_entering
from tournaments.play.events.stages import RollingQueue


@dataclass(frozen=True, slots=True)
class SkippedLine:
    """A line that was not entered: its text for the box, and a sentence with the reason."""

    text: str
    sentence: str


def find_skipped_lines(event: Event, lines: Sequence[MatchedLine]) -> list[MatchedLine]:
    """Return the lines that entering leaves out; those who return before the draw are not among them."""
    left_out = {LineStatus.ENTERED, LineStatus.REPEATED}
    if not is_reinstated_by_entering(event):
        left_out.add(LineStatus.WITHDRAWN)
    return [line for line in lines if line.standing in left_out]


def describe_skipped_lines(
    event: Event, lines: Sequence[MatchedLine], queue: RollingQueue
) -> list[SkippedLine]:
    """Return why each of these lines was not entered: the person still plays, waits, or has left."""
    names_by_player = {entry.player_id: entry.player.name for entry in event.entries.select_related("player")}
    bracket_by_player = {
        entry.player_id: running.name for running in queue.going for entry in running.remaining
    }
    waiting = {guest.entry.player_id for guest in queue.guests if guest.is_waiting}
    idle = {guest.entry.player_id for guest in queue.guests if not guest.is_waiting}
    skipped = []
    for line in lines:
        name = names_by_player.get(line.player or 0, line.name)
        texts = {"name": name, "bracket": bracket_by_player.get(line.player or 0, "")}
        if line.standing is LineStatus.REPEATED:
            sentence = gettext("%(name)s is twice in the list.")
        elif line.standing is LineStatus.WITHDRAWN:
            sentence = gettext("%(name)s has withdrawn: reinstate them on the page of the entries.")
        elif texts["bracket"]:
            sentence = gettext("%(name)s still plays in %(bracket)s.")
        elif line.player in waiting:
            sentence = gettext("%(name)s is already in the queue.")
        elif line.player in idle:
            sentence = gettext("%(name)s has already played: select them in the list to play again.")
        else:
            sentence = gettext("%(name)s is already entered.")
        skipped.append(SkippedLine(line.text, sentence % texts))
    return skipped
