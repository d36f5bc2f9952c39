"""Lists and sheets of an event: check-in, standings, results, match slips, status and team meetings."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from matches.messages import get_label
from matches.models import Match
from matches.names import get_sort_key
from matches.states import AT_A_TABLE, Status
from matches.templatetags.match_tags import titled
from matches.views import links
from tournaments.messages import round_heading
from tournaments.messages.details import DETAIL_TITLES
from tournaments.messages.names import describe_places
from tournaments.models import Entry, Event
from tournaments.name_lists.details import DETAILS, PUBLIC_DETAILS, DetailKind
from tournaments.play.brackets.brackets import Bracket, Cell
from tournaments.play.brackets.event_standings import StandingsLine
from tournaments.play.brackets.final_standings import FinalStandings, StandingsSection
from tournaments.play.schedule.queries.call_board import CallBoard
from tournaments.play.teams.queries import BoardSide, TeamBoard, TeamMeeting
from tournaments.printing.messages import make_sheet_title
from tournaments.printing.pdf import meeting_sheets
from tournaments.printing.pdf.lists import Block, Column
from tournaments.printing.pdf.match_slips import Slip
from tournaments.printing.pdf.pages import Head, Page, Paper
from tournaments.printing.views.bracket_sheets import SIDE_MARKS, add_length, format_entry_name, table_block
from tournaments.registry import PrintTable
from tournaments.templatetags.events import match_title

EMPTY_BOX, TICKED_BOX = "☐", "☑"


def check_in_blocks(entry_rows: Sequence[Entry], paid: Collection[int] = ()) -> list[Block]:
    """Return the entries by name, with boxes to tick at check-in; those of the numbers `paid` have paid."""
    columns = [Column(gettext("No."), is_right=True), Column(gettext("Name"))]
    details = [name for name in PUBLIC_DETAILS if any(getattr(entry, name) for entry in entry_rows)]
    columns += [
        Column(str(DETAIL_TITLES[name]), is_right=DETAILS[name].kind == DetailKind.NUMBER) for name in details
    ]
    columns += [Column(gettext("Check in")), Column(gettext("Paid")), Column(gettext("Notes"), is_wide=True)]
    rows = tuple(
        (
            str(entry.number),
            entry.player.name,
            *(str(getattr(entry, name) or "") for name in details),
            EMPTY_BOX,
            TICKED_BOX if entry.number in paid else EMPTY_BOX,
            entry.get_status_display() if entry.status != "entered" else "",
        )
        for entry in sorted(entry_rows, key=lambda entry: get_sort_key(entry.player.name))
    )
    return [Block("", tuple(columns), rows)]


def standings_blocks(standings: FinalStandings, brackets: Sequence[Bracket]) -> list[Block]:
    """Return the places of the event, and the table or the places of every flight."""
    tables = {bracket.flight: list(table_block(bracket)) for bracket in brackets}
    blocks = []
    for section in standings.sections:
        if section.table is not None:
            blocks += tables.get(section.flight, [])
        elif section.lines:
            blocks.append(_build_places_block(section))
    return blocks or [Block(gettext("No places yet."))]


def _build_places_block(section: StandingsSection) -> Block:
    columns = (Column(gettext("Place"), is_right=True), Column(gettext("Name")))
    rows = tuple((format_places(line), format_entry_name(line.entry)) for line in section.lines)
    title, note = section.name or gettext("Places"), " ".join(section.notes)
    return Block(title, columns, rows, note, is_folded=True)


def format_places(line: StandingsLine) -> str:
    """Return the places an entry has reached: "3" or "5–8"."""
    first, last = line.place_from, line.place_to
    return f"{first}" if first == last else f"{first}–{last}"


def results_blocks(brackets: Sequence[Bracket]) -> list[Block]:
    """Return every result, flight by flight and round by round, the winner first."""
    blocks = []
    columns = (
        Column(gettext("Winner")),
        Column(gettext("Result"), is_right=True),
        Column(gettext("Loser")),
        Column(""),
    )
    for bracket in brackets:
        for part in bracket.rounds:
            name = round_heading(part.number, part.winners, part.losers, part.best)
            title = f"{bracket.name} · {add_length(name, bracket, part)}"
            rows = tuple(_build_result_row(cell) for cell in part.settled)
            if rows:
                blocks.append(Block(title, columns, rows))
    return blocks or [Block(gettext("No results yet."))]


def _build_result_row(cell: Cell) -> tuple[str, ...]:
    first, second = sorted(cell.seats, key=lambda seat: not seat.has_won)
    names = [seat.entry.player.name if seat.entry else "" for seat in (first, second)]
    if not cell.has_winner:
        names = [gettext("no winner"), " – ".join(names)]
    if cell.ending not in {"", "played"}:
        return (names[0], "", names[1], get_label(cell.ending))
    score = f"{first.score}–{second.score}" if first.score is not None else ""
    return (names[0], score, names[1], "")


def feature_table_block(table: PrintTable) -> Block:
    """Return a table of a feature app (see `tournaments.registry`) as a block."""
    columns = tuple(
        Column(heading, is_right=how == "right", is_wide=how == "wide") for heading, how in table.columns
    )
    return Block(table.title, columns, table.rows, table.note)


OPEN_STATUSES = (*(status.value for status in AT_A_TABLE), Status.SCHEDULED.value)


def make_slips(request: HttpRequest, event: Event, matches: Iterable[Match]) -> list[Slip]:
    """Return a slip for each match; its QR code leads to the page of the match."""
    where = make_sheet_title(event, event.tournament.club.name)
    return [
        Slip(
            event=where,
            title=titled(match.title),
            length=ngettext("%(length)s-point match", "%(length)s-point match", match.length)
            % {"length": match.length},
            table=gettext("Table %(card)s") % {"card": match.table} if match.table else "",
            names=(match.white.name, match.black.name),
            link=links.build_public_url(request, reverse("match", args=[match.code])),
            sign=gettext("Signatures of both players"),
        )
        for match in matches
    ]


def status_blocks(
    calls: CallBoard,
    entry_rows: Sequence[Entry],
    brackets: Sequence[Bracket],
    event_names: Mapping[int, str],
) -> list[Block]:
    """Return the matches at tables, the waiting ones, and the status of all other entries of this event.

    `event_names` are the events of the matches, by key of the match, in a tournament with several.
    """
    open_cells = _find_open_cells(brackets)
    called = {match.code for match in (*calls.playing, *calls.waiting)}
    listed_entries = {
        pk for pk, cell in open_cells.items() if cell.match is not None and cell.match.code in called
    }
    columns = (Column(gettext("No."), is_right=True), Column(gettext("Name")), Column(gettext("Now")))
    rows = tuple(
        (str(entry.number), entry.player.name, _describe_entry_status(entry, open_cells.get(entry.pk)))
        for entry in entry_rows
        if entry.pk not in listed_entries
    )
    others = Block(gettext("All others"), columns, rows, is_folded=True)
    return [
        _build_playing_block(calls, event_names),
        _build_waiting_block(calls, event_names),
        *([others] if rows else []),
    ]


def _build_playing_block(calls: CallBoard, event_names: Mapping[int, str]) -> Block:
    columns = (
        Column(gettext("Table"), is_right=True),
        *map(Column, SIDE_MARKS),
        Column(gettext("Match")),
        Column(gettext("Status")),
    )
    rows = tuple(
        (str(match.table or ""), *_format_match(match, event_names), _format_status(match))
        for match in calls.playing
    )
    note = "" if rows else gettext("No matches in progress.")
    return Block(gettext("Now playing"), columns, rows, note, is_folded=True)


def _build_waiting_block(calls: CallBoard, event_names: Mapping[int, str]) -> Block:
    columns = (*map(Column, SIDE_MARKS), Column(gettext("Match")))
    rows = tuple(_format_match(match, event_names) for match in calls.waiting)
    note = "" if rows else gettext("No match is to be called.")
    return Block(gettext("To be called"), columns, rows, note, is_folded=True)


def _format_match(match: Match, event_names: Mapping[int, str]) -> tuple[str, str, str]:
    return match.white.name, match.black.name, f"{match_title(match, event_names)} · {match.length}"


def _format_status(match: Match) -> str:
    score = f"{match.white_score}–{match.black_score}" if match.white_score or match.black_score else ""
    return " ".join(part for part in (get_label(match.status), score) if part)


def _find_open_cells(brackets: Sequence[Bracket]) -> dict[int, Cell]:
    """Return the pairing each entry still has to play, by the key of the entry."""
    return {
        seat.entry.pk: cell
        for bracket in brackets
        for part in bracket.rounds
        for cell in part.every
        for seat in cell.seats
        if seat.entry is not None and not cell.pairing.decided
    }


def _describe_entry_status(entry: Entry, cell: Cell | None) -> str:
    if cell is not None and cell.match is not None:
        table = cell.match.table
        if cell.match.status in OPEN_STATUSES and table:
            return gettext("in play at table %(table)s") % {"table": table}
        return get_label(cell.match.status)
    if cell is not None:
        return gettext("waiting for an opponent")
    if entry.status != "entered":
        return entry.get_status_display()
    if not entry.place_from:
        return gettext("no longer playing")
    return describe_places((entry.place_from, entry.place_to or entry.place_from))


BoardRow = tuple[str, str, str, str, str]


def meeting_sheet(meeting: TeamMeeting, event: Event, paper: Paper, heading: Head) -> list[Page]:
    """Return the page of a team meeting, to be filled in and signed by both captains."""
    white, black = team_names(meeting)
    rows = tuple(_build_board_row(board) for board in meeting.boards)
    rows = rows or tuple((str(number), "", "", "", "") for number in range(1, event.boards + 1))
    won = (meeting.pairing.white_won, meeting.pairing.black_won) if meeting.pairing.decided else (None, None)
    meeting_form = meeting_sheets.MeetingSheet(
        columns=(gettext("Board"), white, gettext("Points"), gettext("Points"), black),
        rows=rows,
        total=(gettext("Boards won"), _number_text(won[0]), _number_text(won[1])),
        sign=gettext("Captain's signature"),
    )
    return meeting_sheets.meeting_pages(meeting_form, paper, heading)


def team_names(meeting: TeamMeeting) -> tuple[str, str]:
    """Return the names of both teams, empty where unknown."""
    pair = (meeting.pairing.white_entry, meeting.pairing.black_entry)
    white, black = (entry.player.name if entry else "" for entry in pair)
    return white, black


def _build_board_row(board: TeamBoard) -> BoardRow:
    white, black = board.seats
    scores = [_number_text(seat.score) if board.is_over else "" for seat in board.seats]
    number = gettext("play-off") if board.is_extra else str(board.number)
    return (number, _player_name(white), scores[0], scores[1], _player_name(black))


def _player_name(seat: BoardSide) -> str:
    return seat.player.name if seat.player else gettext("no player")


def _number_text(number: int | None) -> str:
    return "" if number is None else str(number)
