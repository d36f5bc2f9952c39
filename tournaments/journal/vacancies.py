"""Lines of a stage that hangs on others to which nobody will come from there: a late entry can have them."""

from tournaments.formats import format_of
from tournaments.formats.feeds import with_entries
from tournaments.journal.placement import VACANT
from tournaments.journal.ranking import ranking
from tournaments.journal.resolution import View, seat_from_source
from tournaments.journal.state import Drawing, EventState


def vacant_lines(state: EventState, drawing: Drawing) -> tuple[int, ...]:
    """The lines, counted from 1, that are empty for certain as the results stand; no line somebody may still
    come to, and none that is taken."""
    key = drawing.stage.key
    before = [pairing for pairing in state.graph.pairings if state.wiring.stage_of[pairing.flight] != key]
    sources = with_entries(format_of(drawing.stage).sources(drawing.stage, before), drawing.lines)
    view = View(state.graph, state.board, _gone, lambda flight: ranking(state, flight, state.board))
    return tuple(
        line for line, source in enumerate(sources, start=1) if seat_from_source(view, source) == VACANT
    )


def _gone(entry: int, flight: str) -> int:
    """Who left has left his matches too: where people come from does not ask again."""
    return 0
