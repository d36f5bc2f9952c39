"""Views of printouts: the page that lists what can be printed, and the files of events and clubs."""

from collections.abc import Callable, Mapping, Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.functional import SimpleLazyObject
from django.utils.text import slugify
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.views import links as public_links
from matches.views.links import make_qr_svg
from tournaments.messages.names import lengths
from tournaments.models import Club, Event, RatingList, Season, Takes
from tournaments.printing import queries
from tournaments.printing.pdf import lists, score_sheets
from tournaments.printing.pdf.lists import Block, Column
from tournaments.printing.pdf.pages import A4, PAPERS, Head, Page, Paper, write_pdf
from tournaments.printing.pdf.typography import is_printable
from tournaments.printing.views import badges, bracket_sheets, event_sheets
from tournaments.queries import brackets, call_board, clubs, entries, events, exports, report_tables, teams
from tournaments.queries.brackets import Bracket
from tournaments.queries.club_results import TournamentColumn
from tournaments.queries.clubs import RatingRow, StandingsRow
from tournaments.registry import Printout, printouts
from tournaments.views.decorators import director_view, event_url, public_club_view, public_event_view
from tournaments.views.navigation import make_desk_tabs
from tournaments.views.reports import get_report
from tournaments.views.seasons import get_rating_list, get_season

PDF_TYPE = "application/pdf"


def requested_paper(request: HttpRequest) -> Paper:
    """Return the requested paper size, A4 by default."""
    return PAPERS.get(request.GET.get("paper", A4.name), A4)


def page_head(title: str, under: str) -> Head:
    """Return a page head with the time in the foot, and a note on empty frames if there are any."""
    now = date_format(timezone.localtime(), "j F Y, H:i")
    foot = gettext("As of %(now)s") % {"now": now}
    lacking = gettext("▯: a letter missing from this font; the web pages show it")
    return Head(title, under, foot, lacking=lacking)


def pdf_response(pages: Sequence[Page], title: str, name: str) -> HttpResponse:
    """Return the pages as a PDF response, shown in the browser; `name` is without its extension."""
    response = HttpResponse(write_pdf(pages, title, get_language() or "en"), content_type=PDF_TYPE)
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Cache-Control"] = "no-store"
    return response


ROUNDS = frozenset(str(number) for number in range(1, 100))
Maker = Callable[[HttpRequest, Event, Paper], Sequence[Page]]


@require_safe
@director_view
def index(request: HttpRequest, event: Event) -> HttpResponse:
    """List the printouts of an event."""
    paper = requested_paper(request)
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "printouts"),
        "brackets": SimpleLazyObject(lambda: brackets.get_brackets(event)),
        "printouts": SimpleLazyObject(lambda: _available(event)),
        "papers": [(one, one.name.upper() if one.name != "letter" else "Letter") for one in PAPERS.values()],
        "paper": paper.name,
        "framed": SimpleLazyObject(
            lambda: [name for name in entries.public_names(event) if not is_printable(name)]
        ),
        "sizes": bracket_sheets.BRACKETS,
        "group_sizes": bracket_sheets.GROUPS,
    }
    return render(request, "printing/printouts.html", context)


@require_safe
@director_view
def file(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """Download a printout; 404 if the event has none of that name."""
    pages = _pages(request, event, name, requested_paper(request))
    if not pages and name == "slips":
        # Waiting matches change by the minute, so the link to their slips is always shown.
        messages.info(
            request, gettext("No match is called or waiting here, so there are no match slips to print.")
        )
        return redirect(event_url("printouts", event))
    if not pages:
        raise Http404
    title = " · ".join((event.name, gettext("On paper")))
    file_name = "-".join(part for part in (event.slug, slugify(request.GET.get("flight", "")), name) if part)
    return pdf_response(pages, title, file_name)


def _available(event: Event) -> list[tuple[str, Printout]]:
    """Return the lists of feature apps for this event, with their file names."""
    return [(name, printout) for name, printout in printouts.items() if printout.is_available(event)]


def _pages(request: HttpRequest, event: Event, name: str, paper: Paper) -> Sequence[Page]:
    if name in FILES:
        return FILES[name](request, event, paper)
    if name not in printouts:
        raise Http404
    blocks = [event_sheets.feature_table_block(table) for table in printouts[name].tables(event)]
    return lists.list_pages(blocks, paper, _head(event, str(printouts[name].title))) if blocks else ()


def _draw(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    bracket = _requested_bracket(request, event)
    fill = request.GET.get("fill", bracket_sheets.RESULTS)
    if fill not in bracket_sheets.FILLS:
        raise Http404
    above = _head(event, bracket.name, lengths(bracket.lengths))
    return bracket_sheets.draw_sheet_pages(bracket, paper, above, fill, request.GET.get("as", ""))


def _round(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    bracket = _requested_bracket(request, event)
    part = next((one for one in bracket.rounds if str(one.number) == request.GET.get("round")), None)
    if part is None:
        return ()
    above = _head(event, bracket.name, lengths((part.length,)))
    return lists.list_pages([bracket_sheets.round_block(bracket, part)], paper, above)


def _slips(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    flight, number = request.GET.get("flight", ""), request.GET.get("round", "")
    if flight:
        # Checked first: only a public bracket has slips.
        _requested_bracket(request, event)
    open_matches = queries.open_matches(event, flight, int(number) if number in ROUNDS else 0)
    count = score_sheets.FOUR if request.GET.get("per") == str(score_sheets.FOUR) else score_sheets.SIX
    return score_sheets.slip_pages(event_sheets.slips(request, event, open_matches), paper, count)


def _now(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    blocks = event_sheets.status_blocks(
        call_board.get_call_board(event.tournament),
        list(events.entries_of(event)),
        brackets.get_brackets(event),
    )
    return lists.list_pages(blocks, paper, _head(event, gettext("Status sheet")))


def _standings(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    blocks = event_sheets.standings_blocks(list(events.entries_of(event)), brackets.get_brackets(event))
    return lists.list_pages(blocks, paper, _head(event, gettext("Standings")))


def _results(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    return lists.list_pages(
        event_sheets.results_blocks(brackets.get_brackets(event)), paper, _head(event, gettext("Results"))
    )


def _check_in(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    entry_rows = list(events.entries_of(event))
    return (
        lists.list_pages(
            event_sheets.check_in_blocks(entry_rows), paper, _head(event, gettext("Check-in list"))
        )
        if entry_rows
        else ()
    )


def _blank_bracket(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    size = _requested_size(request, bracket_sheets.BRACKETS)
    return bracket_sheets.blank_bracket(size, paper, _blank_head(event, gettext("Bracket")))


def _blank_group(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    size = _requested_size(request, bracket_sheets.GROUPS)
    return bracket_sheets.blank_group(size, paper, _blank_head(event, gettext("Group")))


def _blank_score(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    return bracket_sheets.blank_score_sheet(f"{event.name} · {event.tournament.club.name}", paper)


def _meeting(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    is_of_teams = event.takes == Takes.TEAMS.value
    team_meeting = teams.meeting(event, request.GET.get("meeting", "")) if is_of_teams else None
    if team_meeting is None:
        raise Http404
    title = " – ".join(filter(None, event_sheets.team_names(team_meeting)))
    return event_sheets.meeting_sheet(team_meeting, event, paper, _head(event, title))


FILES: Mapping[str, Maker] = {
    "blank-bracket": _blank_bracket,
    "blank-group": _blank_group,
    "blank-score": _blank_score,
    "meeting": _meeting,
    "draw": _draw,
    "round": _round,
    "slips": _slips,
    "now": _now,
    "standings": _standings,
    "results": _results,
    "entries": _check_in,
    "name-cards": badges.name_card_pages,
}


def _requested_size(request: HttpRequest, sizes: Sequence[int]) -> int:
    """Return the requested size; 404 for one that no sheet has."""
    size_choice = next((size for size in sizes if str(size) == request.GET.get("size")), 0)
    if not size_choice:
        raise Http404
    return size_choice


def _blank_head(event: Event, title: str) -> Head:
    """Return a page head without a date."""
    return Head(f"{event.name} · {title}", event.tournament.club.name, "")


def _requested_bracket(request: HttpRequest, event: Event) -> Bracket:
    flight = request.GET.get("flight", "")
    flight_bracket = next((one for one in brackets.get_brackets(event) if one.flight == flight), None)
    if flight_bracket is None:
        raise Http404
    return flight_bracket


def _head(event: Event, title: str, extra_text: str = "") -> Head:
    begins = timezone.localtime(event.tournament.starts_at)
    day = date_format(begins, "j F Y")
    under = " · ".join(part for part in (extra_text, event.tournament.club.name, day) if part)
    return page_head(f"{event.name} · {title}", under)


@require_safe
@director_view
def cards(request: HttpRequest, event: Event) -> HttpResponse:
    """Return table cards, four on a page."""
    tables = event.tournament.desk.tables.order_by("number")
    links = [
        (table, public_links.build_public_url(request, reverse("table", args=[table.code])))
        for table in tables
    ]
    card_rows = [{"table": table, "link": link, "code": make_qr_svg(link)} for table, link in links]
    reach = public_links.describe_reach(link for _, link in links)
    return render(request, "printing/table_cards.html", {"event": event, "cards": card_rows, **reach})


@require_safe
@public_event_view
def report_pdf(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the report of an event as PDF."""
    report = get_report(event)
    heading = lists.Block("", (Column(""), Column("")), tuple(report_tables.get_heading(report)))
    tables = map(event_sheets.feature_table_block, report_tables.get_tables(report))
    title = " · ".join((event.name, gettext("Event report")))
    pages = lists.list_pages(
        [heading, *tables], requested_paper(request), _head(event, gettext("Event report"))
    )
    return pdf_response(pages, title, f"{event.slug}-report")


# The number of latest tournaments shown as columns beside a printed table.
ON_PAPER = 8


@require_safe
@public_club_view
def season_pdf(request: HttpRequest, club: Club, season: str) -> HttpResponse:
    """Return a season's table as PDF, with as many evenings as fit the paper."""
    club_season = get_season(club, season)
    paper = requested_paper(request)
    blocks = season_blocks(club_season)
    pages = lists.list_pages(blocks, paper, page_head(f"{club.name} · {club_season.name}", ""))
    return pdf_response(pages, f"{club.name} · {club_season.name}", f"{club.slug}-{club_season.slug}")


@require_safe
@public_club_view
def rating_pdf(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """Return a rating list as PDF."""
    rating_list = get_rating_list(club, number)
    blocks: Sequence[Block] = [rating_block(rating_list)]
    pages = lists.list_pages(
        blocks, requested_paper(request), page_head(f"{club.name} · {rating_list.name}", "")
    )
    return pdf_response(pages, f"{club.name} · {rating_list.name}", f"{club.slug}-ratings-{rating_list.pk}")


def season_blocks(season: Season) -> list[Block]:
    """Return the table of a season as blocks, division by division."""
    table = clubs.get_standings(season)
    first = max(0, len(table.evenings) - ON_PAPER)
    columns = (
        Column(_("Place"), is_right=True),
        Column(_("Player")),
        Column(_("Points"), is_right=True),
        Column(_("Won–lost"), is_right=True),
        *(Column(_day(night), is_right=True) for night in table.evenings[first:]),
    )
    return [
        Block(name, columns, tuple(_paper_row(row, first) for row in rows)) for name, rows in table.divisions
    ]


def rating_block(rating_list: RatingList) -> Block:
    """Return a rating list as a block."""
    columns = (
        Column(_("Place"), is_right=True),
        Column(_("Player")),
        Column(_("Rating"), is_right=True),
        Column(_("Matches"), is_right=True),
        Column(_("Experience"), is_right=True),
    )
    rows = tuple(_rating_row(row) for row in clubs.rating_table(rating_list))
    return Block("", columns, rows, _("* provisional: too few matches to be reliable."))


def _paper_row(row: StandingsRow, first: int) -> tuple[str, ...]:
    place = f"{row.place}{'=' if row.is_shared else ''}" if row.place else "–"
    cells = (_short_number(cell.total) if cell else "" for cell in row.cells[first:])
    return (place, row.player.name, _short_number(row.total), f"{row.won}–{row.lost}", *cells)


def _rating_row(row: RatingRow) -> tuple[str, ...]:
    place = f"{row.place}{'=' if row.is_shared else ''}"
    name = f"{row.player.name}{' *' if row.is_provisional else ''}"
    rating = number_format(round(row.rating, 1), decimal_pos=1)
    return (place, name, rating, str(row.matches), str(row.experience))


def _day(night: TournamentColumn) -> str:
    return f"{date_format(localtime(night.starts_at), 'j M')} {exports.title_of(night)}"


def _short_number(amount: float) -> str:
    return number_format(round(amount, 1), decimal_pos=0 if float(amount).is_integer() else 1)
