"""Exports of an event: its file, spreadsheets, and the FIDE report of a Swiss."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from matches.models import Desk, Player
from matches.queries.desks import count_tables
from matches.records.signing_keys import get_usable_key
from matches.states import AT_A_TABLE
from rules.errors import Refusal
from tournaments.exchange import spreadsheets, trf
from tournaments.exchange.event_file import (
    ATTACHMENT_BYTES,
    BREAKS,
    PAGE,
    PAGE_TEXTS,
    TIMES,
    EventFile,
    FilePlayer,
    SignedLine,
    encode,
    export_projection,
    format_time,
    list_added_players,
    to_canonical_bytes,
    write,
)
from tournaments.exchange.spreadsheets import Cell, Sheet
from tournaments.exchange.trf import TrfPlayer, TrfReport, TrfRound
from tournaments.formats import format_of
from tournaments.formats.graph import is_secondary
from tournaments.formats.plan import Stage
from tournaments.journal.event_end import is_finished
from tournaments.journal.facts import StoredRow
from tournaments.journal.final_places import list_fields
from tournaments.journal.flight_places import spans_of
from tournaments.journal.replay import fold
from tournaments.journal.standings import is_table, table_rows
from tournaments.journal.state import BY_RESULT, EventState, Placement
from tournaments.messages.details import DETAIL_TITLES
from tournaments.messages.tie_break_texts import describe_tie_break, get_known_amount
from tournaments.models import (
    Entry,
    Event,
    JournalEntry,
    Pairing,
    TournamentCover,
    TournamentPage,
)
from tournaments.name_lists.details import DETAILS
from tournaments.play.brackets.pairing_sheets import get_names_by_number, pairing_sheet, result_sheet
from tournaments.play.events import event_state, events
from tournaments.play.schedule.queries.breaks import get_breaks
from tournaments.play.tournaments.queries.weekly_nights import get_desk_times
from tournaments.registry import event_file_parts
from tournaments.standings.tables import TableRow, list_tie_breaks

AT_TABLES = [status.value for status in AT_A_TABLE]


def write_event_file(event: Event) -> bytes:
    """Return the bytes of the event file.

    It is signed where the site has a key. The seed of the next draw is not in it: a site that imports the
    event commits to a seed of its own.
    """
    key = get_usable_key()
    return write(build_event_file(event), signer=key.make_signer() if key else None)


def build_event_file(event: Event, *, line_count: int | None = None) -> EventFile:
    """Build the event file, with the first `line_count` lines of the journal, None for all.

    Its projection is empty if the journal cannot be replayed.
    """
    lines = tuple(_signed_entry(line) for line in _get_journal(event)[:line_count])
    return EventFile(
        event=_event_data(event),
        players=_guest_players({code for line in lines for code in list_added_players(line.row)}),
        lines=lines,
        projection=_projection([line.row for line in lines]),
    )


def write_checker_file(event: Event) -> bytes:
    """Return the event file for the checker: with the stored pairings instead of the replayed ones.

    It also has the tables of the matches in play, and no checksum.
    """
    file = build_event_file(event)
    numbers = dict(event.entries.values_list("pk", "number"))
    rows = list(Pairing.objects.filter(event=event).select_related("match__table"))
    stored = {
        **file.projection,
        "pairings": [_stored_pairing(row, numbers) for row in rows],
        "tables": {
            row.label: row.match.table.number
            for row in rows
            if row.match is not None and row.match.table is not None and row.match.status in AT_TABLES
        },
    }
    journal = [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in file.rows]
    event_data = {**file.event, "players": {guest.code: {"name": guest.name} for guest in file.players}}
    return to_canonical_bytes(
        {"crawford": "event/1", "event": event_data, "journal": journal, "projection": stored}
    )


def find_imported_event(key: str) -> Event | None:
    """Return the event of this site whose first journal line has this key, if any."""
    first_entry = (
        JournalEntry.objects.filter(seq=1, key=key).select_related("event__tournament__club").first()
    )
    return first_entry.event if first_entry else None


def _get_journal(event: Event) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(event=event).select_related("by").order_by("seq")


def _signed_entry(line: JournalEntry) -> SignedLine:
    by = line.by.get_username() if line.by else line.signed
    return SignedLine(
        StoredRow(line.seq, line.kind, line.payload, line.command), line.at, by, line.reason, line.key
    )


def _event_data(event: Event) -> dict[str, Any]:
    desk = event.tournament.desk
    return {
        **{name: value for part in event_file_parts(event) for name, value in part.items()},
        **_page_data(event),
        **_times_data(desk),
        **_breaks_data(event),
        "name": event.name,
        "tournament": event.tournament.name,
        "starts_at": format_time(event.tournament.starts_at),
        "format": event.format,
        "length": event.main_length,
        "consolation_length": event.consolation_length,
        "settings": event.settings,
        "tables": count_tables(desk),
        "policy": desk.confirm_policy,
        "laws": desk.laws,
    }


def _page_data(event: Event) -> dict[str, Any]:
    """Return the public page of the tournament with its cover and attachments; empty without one.

    Attachments are left out once their total size exceeds the limit of an event file.
    """
    tournament = event.tournament
    page = TournamentPage.objects.filter(tournament=tournament).first() or TournamentPage()
    cover = TournamentCover.objects.filter(tournament=tournament).first()
    attachments, size = [], 0
    for attachment in tournament.attachments.order_by("number"):
        size += attachment.size
        if size <= ATTACHMENT_BYTES:
            attachments.append({"name": attachment.name, "pdf": encode(bytes(attachment.data))})
    data: dict[str, Any] = {
        **{name: getattr(page, name) for name in PAGE_TEXTS},
        "entry_deadline": format_time(page.entry_deadline) if page.entry_deadline else "",
        "event_starts_at": format_time(event.starts_at) if event.starts_at else "",
        "ends_on": tournament.ends_on.isoformat() if tournament.ends_on else "",
        "cover": {"alt": cover.alt, "jpeg": encode(bytes(cover.data))} if cover is not None else None,
        "attachments": attachments,
    }
    return {PAGE: data} if any(data.values()) else {}


def _breaks_data(event: Event) -> dict[str, Any]:
    """Return the breaks of an event and of its whole tournament; empty if there are none."""
    rows = get_breaks(event.tournament).filter(Q(event=None) | Q(event=event)).order_by("begins_at", "pk")
    breaks = [
        {
            "begins_at": format_time(row.begins_at),
            "ends_at": format_time(row.ends_at),
            "reason": row.reason,
            "is_of_event": row.event_id is not None,
        }
        for row in rows
    ]
    return {BREAKS: breaks} if breaks else {}


def _times_data(desk: Desk) -> dict[str, Any]:
    """Return the times set at a desk; empty if there are none."""
    times = get_desk_times(desk)
    return {TIMES: times} if any(times.values()) else {}


def _guest_players(codes: set[str]) -> tuple[FilePlayer, ...]:
    players = list(Player.objects.filter(code__in=codes).select_related("first", "second"))
    players_by_code = {
        player.code: player
        for player_or_pair in players
        for player in (player_or_pair, *player_or_pair.members)
    }
    return tuple(
        FilePlayer(
            code,
            players_by_code[code].name,
            tuple(member.code for member in players_by_code[code].members),
            players_by_code[code].is_team,
        )
        for code in sorted(players_by_code)
    )


def _projection(rows: list[StoredRow]) -> dict[str, Any]:
    try:
        return export_projection(fold(rows))
    except Refusal:
        return {"pairings": [], "places": {}, "standings": {}}


def _stored_pairing(row: Pairing, numbers: dict[int, int]) -> dict[str, Any]:
    def seat(entry: int | None, is_vacant: bool) -> int | None:
        return 0 if is_vacant else numbers.get(entry or 0)

    white = seat(row.white_entry_id, row.white_is_vacant)
    black = seat(row.black_entry_id, row.black_is_vacant)
    winner = numbers.get(row.winner_entry_id or 0)
    if winner is None and row.decided:
        winner = 0
    return {"id": row.label, "white": white, "black": black, "winner": winner, "decided": row.decided}


TRF_BYE_SIGNS = {"pairing": "U", "full": "F", "half": "H", "zero": "Z"}


def entry_sheet(event: Event) -> Sheet:
    """Return the entries with their details in the columns of an upload, seed, status and places."""
    columns: list[tuple[str, Callable[[Entry], Cell]]] = [
        (_("Number"), lambda entry: entry.number),
        (_("Name"), lambda entry: entry.player.name),
        *((str(DETAIL_TITLES[name]), _make_detail_getter(name)) for name in DETAILS),
        (_("Seed"), lambda entry: entry.seed),
        (_("Status"), lambda entry: entry.get_status_display()),
        (_("Attendance"), lambda entry: entry.get_presence_display()),
        (_("Place"), lambda entry: entry.place_from),
        (_("Last tied place"), lambda entry: entry.place_to),
    ]
    entries = event.entries.select_related("player").order_by("number")
    rows = [[get_cell(entry) for _heading, get_cell in columns] for entry in entries]
    return Sheet(_("Entries"), [heading for heading, _get_cell in columns], rows)


def _make_detail_getter(name: str) -> Callable[[Entry], Cell]:
    """Return a function that returns this detail of an entry, None for a missing rating."""

    def get_detail(entry: Entry) -> Cell:
        value: str | int = getattr(entry, name)
        return None if value == 0 else value

    return get_detail


def standings_sheets(event: Event) -> list[Sheet]:
    """Return the places of the event, then the table of every ranked flight.

    Where a single table decides all places, or each table has a winner of its own, the tables say it all.
    """
    tables, state = list_table_sheets(event), event_state.get_event_state(event)
    if tables and (len(state.index.by_flight) == 1 or len(list_fields(state)) > 1):
        return tables
    places = _places_sheet(event)
    return [places, *tables] if places.rows or not tables else tables


def list_table_sheets(event: Event) -> list[Sheet]:
    """Return the table of every ranked flight."""
    state, names = event_state.get_event_state(event), get_names_by_number(event)
    overview = events.get_overview(event)
    is_of_teams = any(entry.player.is_team for entry in events.entries_of(event))
    return [
        _table_sheet(
            overview.get_flight_name(flight),
            table_rows(state, flight, state.board),
            names,
            is_of_teams=is_of_teams,
        )
        for flight in state.index.by_flight
        if is_table(state.stages[state.stage_of(flight)].stage)
    ]


def standings_sheet(event: Event) -> Sheet:
    """Return the standings as one table: places and ranked flights one below the other.

    The last column names the part of each line.
    """
    sheets = standings_sheets(event)
    if len(sheets) == 1:
        return sheets[0]
    heads = list(dict.fromkeys(head for sheet in sheets for head in sheet.heads))
    rows: list[list[Cell]] = []
    for sheet in sheets:
        for row in sheet.rows:
            cells = dict(zip(sheet.heads, row, strict=True))
            rows.append([*(cells.get(head) for head in heads), sheet.name])
    return Sheet(_("Standings"), [*heads, _("Flight")], rows)


def event_sheets(event: Event) -> list[Sheet]:
    """Return all tables of an event."""
    return [entry_sheet(event), pairing_sheet(event), result_sheet(event), *standings_sheets(event)]


def get_swiss_report(event: Event) -> TrfReport | None:
    """Return the report of the first Swiss stage of an event; None without one."""
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


def _build_report(event: Event, state: EventState, stage: Stage) -> TrfReport:
    drawing, names = state.stages[stage.key], get_names_by_number(event)
    numbers = {entry: number for number, entry in enumerate(drawing.members, start=1)}
    ranks = {row.entry: row.place for row in table_rows(state, stage.key, state.board)}
    entrants = []
    for entry, number in numbers.items():
        games = tuple(
            _trf_round(state, stage.key, entry, drawn_round.round, numbers) for drawn_round in drawing.rounds
        )
        points = sum((game.score for game in games), Fraction(0))
        rating = state.entries[entry].details.rating
        entrants.append(TrfPlayer(number, names.get(entry, ""), rating, points, ranks.get(entry, 0), games))
    date = localtime(event.tournament.starts_at).strftime("%Y/%m/%d")
    name = " · ".join(dict.fromkeys((event.tournament.name, event.name)))
    return TrfReport(name, tuple(entrants), len(drawing.rounds), date)


def _trf_round(state: EventState, flight: str, entry: int, number: int, numbers: dict[int, int]) -> TrfRound:
    for bye in state.stages[flight].rounds[number - 1].byes:
        if bye.entry == entry:
            return TrfRound(0, "-", TRF_BYE_SIGNS[bye.kind])
    for name in state.index.by_flight.get(flight, ()):
        placed = state.board[name]
        if state.graph.by_id[name].round == number and entry in placed.seats:
            seat = "w" if placed.white == entry else "b"
            other = (placed.black if seat == "w" else placed.white) or 0
            return TrfRound(numbers.get(other, 0), seat, _result_sign(placed, entry))
    return TrfRound(0, "-", "Z")


def _result_sign(placed: Placement, entry: int) -> str:
    if not placed.is_decided:
        return " "
    has_won = placed.winner == entry
    if placed.decided == BY_RESULT and placed.is_contested:
        return "1" if has_won else "0"
    return "+" if has_won else "-"


def _table_sheet(
    title: str, rows: tuple[TableRow, ...], names: dict[int, str], *, is_of_teams: bool
) -> Sheet:
    sheet_rows: list[list[Cell]] = [[row.place, names.get(row.entry, "")] for row in rows]
    headings: list[str] = []
    for name in list_tie_breaks(rows):
        values = [
            next((one for one in row.values if one.name == name and one.is_decisive), None) for row in rows
        ]
        title_of_column = describe_tie_break(name, is_of_teams=is_of_teams)[0]
        # One column more for each time that those still tied were compared again.
        for number in range(1 + max((len(one.again) for one in values if one), default=0)):
            headings.append(f"{title_of_column} ({number + 1})" if number else title_of_column)
            for cells, value in zip(sheet_rows, values, strict=True):
                amounts = (value.amount, *value.again) if value else ()
                cells.append(get_known_amount(name, amounts[number]) if number < len(amounts) else None)
    return Sheet(title, [_("Place"), _("Name"), *headings], sheet_rows)


def _places_sheet(event: Event) -> Sheet:
    """Return the places of the event, then those of the consolation, the last chance and the like."""
    placed = event.entries.exclude(place_from=None).select_related("player")
    state, names = event_state.get_event_state(event), get_names_by_number(event)
    overview = events.get_overview(event)
    primary = [flight for flight in state.index.by_flight if not is_secondary(flight)]
    # Where several flights decide the places of the event, each entry is of the last one that it reached.
    last_flights = {entry: flight for flight in primary for entry in _list_seated(state, flight)}
    rows: list[list[Cell]] = [
        [
            entry.place_from,
            entry.place_to,
            entry.player.name,
            overview.get_flight_name(last_flights.get(entry.number, primary[0])) if primary else "",
        ]
        for entry in placed.order_by("place_from", "number")
    ]
    for flight in state.index.by_flight:
        if is_secondary(flight):
            spans = spans_of(state, flight, state.board)
            order = sorted(spans, key=lambda entry: (spans[entry], entry))
            rows += [
                [*spans[entry], names.get(entry, ""), overview.get_flight_name(flight)] for entry in order
            ]
    title = _("Final standings") if is_finished(state, state.board) else _("Places decided so far")
    return Sheet(title, [_("Place"), _("Last tied place"), _("Name"), _("Bracket")], rows)


def _list_seated(state: EventState, flight: str) -> set[int]:
    """Return the entries that have a pairing in a flight."""
    seats = (seat for label in state.index.by_flight[flight] for seat in state.board[label].seats)
    return {seat for seat in seats if seat}


JSON_TYPE, TRF_TYPE = "application/json", "text/plain; charset=utf-8"
# Returns the bytes of a file; None if the event has no such file.
FileWriter = Callable[[Event], bytes | None]


def _write_swiss_report(event: Event) -> bytes | None:
    swiss_report = get_swiss_report(event)
    return trf.write(swiss_report) if swiss_report else None


EVENT_FILES: Mapping[str, tuple[str, FileWriter]] = {
    "event.json": (JSON_TYPE, write_event_file),
    "event.xlsx": (spreadsheets.XLSX_TYPE, lambda event: spreadsheets.as_xlsx(event_sheets(event))),
    "entries.csv": (spreadsheets.CSV_TYPE, lambda event: spreadsheets.as_csv(entry_sheet(event))),
    "pairings.csv": (spreadsheets.CSV_TYPE, lambda event: spreadsheets.as_csv(pairing_sheet(event))),
    "results.csv": (spreadsheets.CSV_TYPE, lambda event: spreadsheets.as_csv(result_sheet(event))),
    "standings.csv": (spreadsheets.CSV_TYPE, lambda event: spreadsheets.as_csv(standings_sheet(event))),
    "swiss.trf": (TRF_TYPE, _write_swiss_report),
}
"""The content type and the writer of each export of an event, by file name."""
