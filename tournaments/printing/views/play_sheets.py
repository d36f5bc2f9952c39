"""Papers of the play that goes on: a slip for each match, and how everything stands now on two pages."""

from collections.abc import Iterable, Sequence

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from matches.models import Match
from matches.phrases import get_label
from matches.states import AT_A_TABLE, Status
from matches.templatetags.match_tags import titled
from matches.views import public_links
from tournaments.models import Entry, Event
from tournaments.phrases.names import places
from tournaments.printing.pdf.lists import Block, Column
from tournaments.printing.pdf.slips import Slip
from tournaments.queries.brackets import Bracket, Cell
from tournaments.queries.call_board import CallBoard

OPEN_STATUSES = (*(status.value for status in AT_A_TABLE), Status.SCHEDULED.value)


def slips(request: HttpRequest, event: Event, matches: Iterable[Match]) -> list[Slip]:
    """A slip for each of some matches; its code leads to the page of the match."""
    where = f"{event.name} · {event.tournament.club.name}"
    return [
        Slip(
            event=where,
            title=titled(match.title),
            length=ngettext("%(length)s-point match", "%(length)s-point match", match.length)
            % {"length": match.length},
            table=gettext("Table %(card)s") % {"card": match.table} if match.table else "",
            names=(match.white.name, match.black.name),
            link=public_links.build_public_url(request, reverse("match", args=[match.code])),
            sign=gettext("Signatures of both players"),
        )
        for match in matches
    ]


def status_blocks(calls: CallBoard, entry_rows: Sequence[Entry], brackets: Sequence[Bracket]) -> list[Block]:
    """Who plays where, who waits for a table, and how everybody else of this event stands."""
    open_cells = _open_cells(brackets)
    called = {match.code for match in (*calls.playing, *calls.waiting)}
    above = {pk for pk, cell in open_cells.items() if cell.match is not None and cell.match.code in called}
    columns = (Column(gettext("No."), is_right=True), Column(gettext("Name")), Column(gettext("Now")))
    rows = tuple(
        (str(entry.number), entry.player.name, _now(entry, open_cells.get(entry.pk)))
        for entry in entry_rows
        if entry.pk not in above
    )
    others = Block(gettext("All others"), columns, rows, is_folded=True)
    return [_playing(calls), _waiting(calls), *([others] if rows else [])]


def _playing(calls: CallBoard) -> Block:
    columns = (
        Column(gettext("Table"), is_right=True),
        Column(gettext("White")),
        Column(gettext("Black")),
        Column(gettext("Match")),
        Column(gettext("Status")),
    )
    rows = tuple((str(match.table or ""), *_who(match), _state(match)) for match in calls.playing)
    note = "" if rows else gettext("No matches in progress.")
    return Block(gettext("Now playing"), columns, rows, note, is_folded=True)


def _waiting(calls: CallBoard) -> Block:
    columns = (Column(gettext("White")), Column(gettext("Black")), Column(gettext("Match")))
    rows = tuple(_who(match) for match in calls.waiting)
    note = "" if rows else gettext("No match is waiting for a table.")
    return Block(gettext("Waiting for a table"), columns, rows, note, is_folded=True)


def _who(match: Match) -> tuple[str, str, str]:
    return match.white.name, match.black.name, f"{titled(match.title)} · {match.length}"


def _state(match: Match) -> str:
    score = f"{match.white_score}–{match.black_score}" if match.white_score or match.black_score else ""
    return " ".join(part for part in (get_label(match.status), score) if part)


def _open_cells(brackets: Sequence[Bracket]) -> dict[int, Cell]:
    """The pairing each entry still has to play, by the key of the entry."""
    return {
        seat.entry.pk: cell
        for bracket in brackets
        for part in bracket.rounds
        for cell in part.every
        for seat in cell.seats
        if seat.entry is not None and not cell.pairing.decided
    }


def _now(entry: Entry, cell: Cell | None) -> str:
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
    return places((entry.place_from, entry.place_to or entry.place_from))
