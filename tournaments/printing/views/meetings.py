"""The sheet of a meeting of teams: who sits where, as far as the line-ups are open, and the points."""

from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.printing.pdf import score_sheets
from tournaments.printing.pdf.pages import Head, Page, Paper
from tournaments.queries.teams import Board, Meeting, Seat

Row = tuple[str, str, str, str, str]


def meeting_sheet(meeting: Meeting, event: Event, paper: Paper, head: Head) -> list[Page]:
    """One page to be filled in and signed by both captains."""
    white, black = team_names(meeting)
    rows = tuple(_row(board) for board in meeting.boards)
    rows = rows or tuple((str(number), "", "", "", "") for number in range(1, event.boards + 1))
    won = (meeting.pairing.white_won, meeting.pairing.black_won) if meeting.pairing.decided else (None, None)
    meeting_form = score_sheets.MeetingSheet(
        columns=(gettext("Board"), white, gettext("Points"), gettext("Points"), black),
        rows=rows,
        total=(gettext("Boards won"), _number_text(won[0]), _number_text(won[1])),
        sign=gettext("Captain's signature"),
    )
    return score_sheets.meeting_pages(meeting_form, paper, head)


def team_names(meeting: Meeting) -> tuple[str, str]:
    """The names of both teams, empty where one is not known yet."""
    pair = (meeting.pairing.white_entry, meeting.pairing.black_entry)
    white, black = (entry.player.name if entry else "" for entry in pair)
    return white, black


def _row(board: Board) -> Row:
    white, black = board.seats
    scores = [_number_text(seat.score) if board.is_over else "" for seat in board.seats]
    number = gettext("play-off") if board.is_extra else str(board.number)
    return (number, _player_name(white), scores[0], scores[1], _player_name(black))


def _player_name(seat: Seat) -> str:
    return seat.player.name if seat.player else gettext("no player")


def _number_text(number: int | None) -> str:
    return "" if number is None else str(number)
