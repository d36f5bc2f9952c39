"""An event as tables for spreadsheets, and its Swiss rounds as a report for other programs."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.exchange.sheets import Cell, Sheet
from tournaments.exchange.trf import Entrant, Game, Report
from tournaments.formats import format_of
from tournaments.formats.plan import Stage
from tournaments.journal.placement import BY_RESULT, Placement
from tournaments.journal.state import EventState
from tournaments.journal.tables import is_table, table_rows
from tournaments.models import Event
from tournaments.phrases import flight_name
from tournaments.queries import event_state
from tournaments.standings.tables import Row

BYES = {"pairing": "U", "full": "F", "half": "H", "zero": "Z"}


def entry_sheet(event: Event) -> Sheet:
    """Who is entered, with seed, standing and places."""
    headings = [_("Number"), _("Name"), _("Club"), _("Country"), _("Rating"), _("Family")]
    headings += [_("Seed"), _("Status"), _("Attendance"), _("Place"), _("Tied to")]
    rows: list[list[Cell]] = [
        [
            entry.number,
            entry.player.name,
            entry.club,
            entry.country,
            entry.rating or None,
            entry.family,
            entry.seed,
            entry.get_status_display(),
            entry.get_presence_display(),
            entry.place_from,
            entry.place_to,
        ]
        for entry in event.entries.select_related("player").order_by("number")
    ]
    return Sheet(_("Entries"), headings, rows)


def pairing_sheet(event: Event) -> Sheet:
    """Every pairing as far as it is known."""
    headings = [_("Pairing"), _("Flight"), _("Round"), _("White"), _("Black"), _("Decided")]
    state, names = event_state.get_event_state(event), _names(event)
    rows = [[*_seat_cells(state, placed, names), placed.decided] for placed in _published_pairings(state)]
    return Sheet(_("Pairings"), headings, rows)


def result_sheet(event: Event) -> Sheet:
    """Every result."""
    headings = [_("Pairing"), _("Flight"), _("Round"), _("White"), _("Black")]
    headings += [_("White's points"), _("Black's points"), _("Winner"), _("Ending")]
    state, names = event_state.get_event_state(event), _names(event)
    rows: list[list[Cell]] = []
    for placed in _published_pairings(state):
        if placed.result is not None:
            result = placed.result
            cells: list[Cell] = [result.white_score, result.black_score, names.get(placed.winner or 0, "")]
            rows.append([*_seat_cells(state, placed, names), *cells, result.ending])
    return Sheet(_("Results"), headings, rows)


def standings_sheets(event: Event) -> list[Sheet]:
    """The table of every flight that has one, else the places of all entries."""
    state, names = event_state.get_event_state(event), _names(event)
    tables = [
        _table_sheet(flight, table_rows(state, flight, state.board), names)
        for flight in state.wiring.of_flight
        if is_table(state.stages[state.stage_of(flight)].stage)
    ]
    return tables or [_places_sheet(event)]


def event_sheets(event: Event) -> list[Sheet]:
    """All tables of an event."""
    return [entry_sheet(event), pairing_sheet(event), result_sheet(event), *standings_sheets(event)]


def swiss_report(event: Event) -> Report | None:
    """The first Swiss of an event as a report; None when it has none."""
    state = event_state.get_event_state(event)
    stage = next(
        (
            candidate
            for candidate in state.plan.stages
            if format_of(candidate).has_report and candidate.key in state.stages
        ),
        None,
    )
    return None if stage is None else _build_report(event, state, stage)


def _build_report(event: Event, state: EventState, stage: Stage) -> Report:
    drawing, names = state.stages[stage.key], _names(event)
    numbers = {entry: number for number, entry in enumerate(drawing.members, start=1)}
    ranks = {row.entry: row.place for row in table_rows(state, stage.key, state.board)}
    entrants = []
    for entry, number in numbers.items():
        games = tuple(
            _game(state, stage.key, entry, drawn_round.round, numbers) for drawn_round in drawing.rounds
        )
        points = sum((game.score for game in games), Fraction(0))
        rating = state.entries[entry].about.rating
        entrants.append(Entrant(number, names.get(entry, ""), rating, points, ranks.get(entry, 0), games))
    date = event.tournament.starts_at.strftime("%Y/%m/%d")
    return Report(event.name, tuple(entrants), len(drawing.rounds), date)


def _game(state: EventState, flight: str, entry: int, number: int, numbers: dict[int, int]) -> Game:
    for bye in state.stages[flight].rounds[number - 1].byes:
        if bye.entry == entry:
            return Game(0, "-", BYES[bye.kind])
    for name in state.wiring.of_flight.get(flight, ()):
        placed = state.board[name]
        if state.graph.by_id[name].round == number and entry in placed.seats:
            seat = "w" if placed.white == entry else "b"
            other = (placed.black if seat == "w" else placed.white) or 0
            return Game(numbers.get(other, 0), seat, _result_sign(placed, entry))
    return Game(0, "-", "Z")


def _result_sign(placed: Placement, entry: int) -> str:
    if not placed.is_decided:
        return " "
    has_won = placed.winner == entry
    if placed.decided == BY_RESULT and placed.is_contested:
        return "1" if has_won else "0"
    return "+" if has_won else "-"


def _published_pairings(state: EventState) -> Iterator[Placement]:
    for name in state.graph.by_id:
        if state.stages[state.stage_of(state.graph.by_id[name].flight)].is_published:
            yield state.board[name]


def _seat_cells(state: EventState, placed: Placement, names: dict[int, str]) -> list[Cell]:
    pairing = state.graph.by_id[placed.id]
    white, black = (names.get(seat or 0, "") for seat in placed.seats)
    return [placed.id, str(flight_name(pairing.flight)), pairing.round, white, black]


def _table_sheet(flight: str, rows: tuple[Row, ...], names: dict[int, str]) -> Sheet:
    criteria = list(dict.fromkeys(value.name for row in rows for value in row.values))
    table_rows: list[list[Cell]] = []
    for row in rows:
        values = {value.name: value.amount for value in row.values}
        table_rows.append([row.place, names.get(row.entry, ""), *(values.get(name) for name in criteria)])
    return Sheet(str(flight_name(flight)), [_("Place"), _("Name"), *criteria], table_rows)


def _places_sheet(event: Event) -> Sheet:
    placed = event.entries.exclude(place_from=None).select_related("player")
    rows: list[list[Cell]] = [
        [entry.place_from, entry.place_to, entry.player.name]
        for entry in placed.order_by("place_from", "number")
    ]
    return Sheet(_("Standings"), [_("Place"), _("Tied to"), _("Name")], rows)


def _names(event: Event) -> dict[int, str]:
    return dict(event.entries.values_list("number", "player__name"))
