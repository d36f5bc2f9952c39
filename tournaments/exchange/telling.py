"""What an event shows, told for its file: every pairing, the places reached and the tables of its flights."""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.field import MAIN
from tournaments.journal.board import places
from tournaments.journal.lineups import all_placements
from tournaments.journal.placement import Placement
from tournaments.journal.state import EventState
from tournaments.journal.tables import is_table, table_rows
from tournaments.standings.tables import Row

FORM = "event/1"


def told(state: EventState, placements: Mapping[str, Placement] | None = None) -> dict[str, Any]:
    """`pairings` in order of the graph, `places` of the main flight by entry, `standings` by flight."""
    placed = all_placements(state) if placements is None else placements
    return {
        "pairings": [_pairing(item) for item in placed.values()],
        "places": {str(entry): list(span) for entry, span in sorted(places(state, MAIN).items())},
        "standings": _standings(state),
    }


def document(
    event: Mapping[str, Any], journal: list[dict[str, Any]], summary: Mapping[str, Any]
) -> dict[str, Any]:
    """The event file as values, ready for `event_file.canonical`."""
    return {"crawford": FORM, "event": dict(event), "journal": journal, "told": dict(summary)}


def _standings(state: EventState) -> dict[str, Any]:
    """The tables of groups, round robins and rounds, by flight."""
    standings = {}
    for flight in state.wiring.of_flight:
        stage = state.stages[state.stage_of(flight)].stage
        if is_table(stage):
            standings[flight] = [_row(row) for row in table_rows(state, flight, state.board)]
    return standings


def _row(row: Row) -> dict[str, Any]:
    values = {value.name: str(value.amount) for value in row.values}
    return {"entry": row.entry, "place": row.place, "last": row.last, "values": values}


def _pairing(placed: Placement) -> dict[str, Any]:
    return {
        "id": placed.id,
        "white": placed.white,
        "black": placed.black,
        "winner": placed.winner,
        "decided": placed.decided,
    }
