"""Whether what somebody saw of an entry still holds, although others have reported results since."""

from tournaments.journal.registry import KINDS
from tournaments.journal.replay import fold
from tournaments.journal.row_kinds import Subject
from tournaments.journal.state import EventState
from tournaments.models import Event
from tournaments.play.events import event_state


def is_unchanged_for(event: Event, entry: int, version: int) -> bool:
    """Return whether only results of others have been written since a version of the event."""
    rows = event_state.get_journal_rows(event)
    newer_count = event.version - version
    if not 0 <= newer_count < len(rows):
        return False
    older, newer = rows[: len(rows) - newer_count], rows[len(rows) - newer_count :]
    if any(KINDS[row.kind].subject is not Subject.RESULT for row in newer):
        return False
    return _list_own_placements(fold(older), entry) == _list_own_placements(fold(rows), entry)


def _list_own_placements(state: EventState, entry: int) -> dict[str, tuple[object, ...]]:
    """Return the matches of an entry by pairing, each with its players and result."""
    own_pairings = (placed for placed in state.board.values() if entry in placed.seats)
    return {placed.id: (placed.seats, placed.result) for placed in own_pairings}
