"""The pairings and the results of an event as sheets."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.messages import get_label
from matches.states import UNPLAYED_ENDINGS
from tournaments.exchange.spreadsheets import Cell, Sheet
from tournaments.formats.pairing import FULL_BYE, HALF_BYE, PAIRING_BYE, ZERO_BYE
from tournaments.formats.round_robin import ANNULLED
from tournaments.journal.facts import WALKOVER
from tournaments.journal.standings import find_annulled_pairings
from tournaments.journal.state import BY_ABSENCE, BY_BYE, BY_RESULT, BY_RULING, EventState, Placement
from tournaments.models import Event
from tournaments.play.events import event_state, events
from tournaments.play.events.events import EventOverview


def pairing_sheet(event: Event) -> Sheet:
    """Return the pairings of published stages, and after those of each round who sits out."""
    headings = [_("Pairing"), _("Flight"), _("Round"), _("White"), _("Black"), _("Decided")]
    state, names = event_state.get_event_state(event), get_names_by_number(event)
    overview = events.get_overview(event)
    annulled = find_annulled_pairings(state, state.board)
    bye_rows = _build_bye_rows(state, overview, names)
    rows: list[list[Cell]] = []
    for flight_round, placements in groupby(
        _published_pairings(state), lambda placed: _get_flight_and_round(state, placed)
    ):
        rows += [
            [
                *_seat_cells(state, overview, placed, names),
                _describe_decision(ANNULLED if placed.id in annulled else placed.decided),
            ]
            for placed in placements
        ]
        rows += bye_rows.pop(flight_round, ())
    return Sheet(_("Pairings"), headings, [*rows, *(row for rows in bye_rows.values() for row in rows)])


def _get_flight_and_round(state: EventState, placed: Placement) -> tuple[str, int]:
    pairing = state.graph.by_id[placed.id]
    return pairing.flight, pairing.round


# How a pairing without an opponent is decided, by the kind of the bye.
BYES: Mapping[str, str | Promise] = {
    PAIRING_BYE: gettext_lazy("bye"),
    FULL_BYE: gettext_lazy("bye"),
    HALF_BYE: gettext_lazy("requested bye"),
    ZERO_BYE: gettext_lazy("absent"),
}
# How a pairing of two seats is decided; that of an annulled match is an ending.
DECISIONS: Mapping[str, str | Promise] = {
    BY_BYE: gettext_lazy("bye"),
    BY_RESULT: gettext_lazy("by its result"),
    BY_RULING: gettext_lazy("by ruling"),
}


def _describe_decision(decided: str) -> str:
    """Return how a pairing is decided, "" while it is not; by absence it is a walk-over."""
    if decided == BY_ABSENCE:
        return get_label(WALKOVER)
    return str(DECISIONS[decided]) if decided in DECISIONS else get_label(decided) if decided else ""


def _build_bye_rows(
    state: EventState, overview: EventOverview, names: Mapping[int, str]
) -> dict[tuple[str, int], list[list[Cell]]]:
    """Return a row for each bye of the published stages that are paired round by round."""
    return {
        (key, paired.round): [
            ["", overview.get_flight_name(key), paired.round, names.get(bye.entry, ""), "", decision]
            for bye in paired.byes
            for decision in [str(BYES[bye.kind])]
        ]
        for key, drawing in state.stages.items()
        if drawing.is_published
        for paired in drawing.rounds
    }


def result_sheet(event: Event) -> Sheet:
    """Return every result; those of walk-overs and rulings, which nobody played, have no score.

    A match that was played and annulled when a player left is named so, with its score and without a winner.
    """
    headings = [_("Pairing"), _("Flight"), _("Round"), _("White"), _("Black")]
    headings += [_("White's points"), _("Black's points"), _("Winner"), _("Ending")]
    state, names = event_state.get_event_state(event), get_names_by_number(event)
    overview = events.get_overview(event)
    annulled = find_annulled_pairings(state, state.board)
    rows: list[list[Cell]] = []
    for placed in _published_pairings(state):
        if placed.result is None and (placed.decided != BY_ABSENCE or placed.id in annulled):
            continue
        winner, ending = names.get(placed.winner or 0, ""), WALKOVER
        score: list[Cell] = [None, None]
        if placed.result is not None:
            ending = placed.result.ending
            # A ruling keeps the score of other players, who had played by mistake.
            if not placed.result.is_ruling and ending not in UNPLAYED_ENDINGS:
                score = [placed.result.white_score, placed.result.black_score]
        if placed.id in annulled:
            winner, ending = "", ANNULLED
        rows.append([*_seat_cells(state, overview, placed, names), *score, winner, get_label(ending)])
    return Sheet(_("Results"), headings, rows)


def _published_pairings(state: EventState) -> Iterator[Placement]:
    for name in state.graph.by_id:
        if state.stages[state.stage_of(state.graph.by_id[name].flight)].is_published:
            yield state.board[name]


def _seat_cells(
    state: EventState, overview: EventOverview, placed: Placement, names: dict[int, str]
) -> list[Cell]:
    pairing = state.graph.by_id[placed.id]
    white, black = (names.get(seat or 0, "") for seat in placed.seats)
    return [placed.id, overview.get_flight_name(pairing.flight), pairing.round, white, black]


def get_names_by_number(event: Event) -> dict[int, str]:
    """Return the names of the entries of an event by their numbers. One query."""
    return dict(event.entries.values_list("number", "player__name"))
