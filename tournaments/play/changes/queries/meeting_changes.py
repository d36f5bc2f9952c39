"""What a change of a round robin means for its matches: which are added, moved to another round, or lost."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

from tournaments.formats import format_of
from tournaments.models import Event
from tournaments.play.changes.queries.moved_pairings import Names, PairingChange
from tournaments.play.events import event_state

# The players of a meeting, whoever has White.
Pair = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchInRound:
    """Two players with the round they meet in; `former_title` is their round before ("" for a new match).

    `last_day` is until when a match that is added is to be played, None where no day is set.
    """

    names: Names
    title: str
    former_title: str = ""
    last_day: date | None = None


@dataclass(frozen=True, slots=True)
class MeetingChanges:
    """The matches of a round robin that a change adds, moves to another round, and removes."""

    added: tuple[MatchInRound, ...]
    moved: tuple[MatchInRound, ...]
    removed: tuple[MatchInRound, ...]


def is_round_robin(event: Event, flight: str) -> bool:
    """Whether all players of a flight meet, so that a change of its lines moves matches between rounds."""
    state = event_state.get_event_state(event)
    drawing = state.stages.get(state.index.stage_of.get(flight, flight))
    return drawing is not None and format_of(drawing.stage).is_round_robin


def sort_meetings(changes: Collection[PairingChange]) -> MeetingChanges:
    """Sort the changed pairings of a round robin by what becomes of each match.

    Two players who meet more than once have one match for each meeting; those that stay in their round are
    left out.
    """
    before, after = _group_titles(changes, is_after=False), _group_titles(changes, is_after=True)
    added, moved, removed = [], [], []
    for pair in dict.fromkeys((*before, *after)):
        old_meetings, new_meetings = before.get(pair, []), after.get(pair, [])
        old, new = _without_common(old_meetings, new_meetings), _without_common(new_meetings, old_meetings)
        for former, meeting in zip(old, new, strict=False):
            moved.append(MatchInRound(meeting.names, meeting.title, former.title))
        added += new[len(old) :]
        removed += old[len(new) :]
    return MeetingChanges(tuple(added), tuple(moved), tuple(removed))


def _group_titles(changes: Collection[PairingChange], *, is_after: bool) -> dict[Pair, list[MatchInRound]]:
    meetings: dict[Pair, list[MatchInRound]] = {}
    for meeting in _list_meetings(changes, is_after):
        meetings.setdefault(tuple(sorted(meeting.names)), []).append(meeting)
    return meetings


def _list_meetings(changes: Collection[PairingChange], is_after: bool) -> Iterator[MatchInRound]:
    for change in changes:
        names = change.after if is_after else change.before
        if names is not None:
            yield MatchInRound(names, change.title, last_day=change.last_day if is_after else None)


def _without_common(meetings: list[MatchInRound], others: list[MatchInRound]) -> list[MatchInRound]:
    """Return the meetings whose round is not among those of the others."""
    titles = [other.title for other in others]
    unmatched = []
    for meeting in meetings:
        if meeting.title in titles:
            titles.remove(meeting.title)
        else:
            unmatched.append(meeting)
    return unmatched
