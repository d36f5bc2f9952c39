"""Views of printouts: the page that lists what can be printed, and the files of events and clubs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.functional import SimpleLazyObject
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.templatetags.dates import format_date
from matches.views import links as public_links
from matches.views.links import make_qr_svg
from tournaments.messages.names import describe_lengths
from tournaments.messages.tournaments import name_days_of
from tournaments.models import Club, Event, RatingList, Season, Takes
from tournaments.play.brackets import brackets
from tournaments.play.brackets.brackets import Bracket
from tournaments.play.brackets.final_standings import get_final_standings
from tournaments.play.entrants.queries import entries
from tournaments.play.events import events
from tournaments.play.schedule.queries import call_board
from tournaments.play.teams import queries as teams
from tournaments.play.tournaments.queries import sponsors
from tournaments.printing import queries
from tournaments.printing.messages import make_sheet_title
from tournaments.printing.pdf import lists, match_slips
from tournaments.printing.pdf.lists import Block, Column
from tournaments.printing.pdf.pages import A4, PAPERS, Head, Page, Paper, write_pdf
from tournaments.printing.pdf.typography import is_printable
from tournaments.printing.views import badges, bracket_sheets, event_sheets
from tournaments.ratings.queries import rating_tables
from tournaments.ratings.queries.rating_tables import RatingRow
from tournaments.ratings.views import get_rating_list
from tournaments.registry import Printout, paid_entries, printouts
from tournaments.reports.queries import report_tables
from tournaments.reports.views import get_report
from tournaments.seasons.messages import format_points
from tournaments.seasons.queries import season_sheets, season_tables
from tournaments.seasons.queries.season_results import TournamentColumn
from tournaments.seasons.queries.season_tables import StandingsRow
from tournaments.seasons.views.seasons import get_season
from tournaments.slugs import slugify_name
from tournaments.web.decorators import director_view, event_url, public_club_view, public_event_view
from tournaments.web.navigation import make_desk_tabs

PDF_TYPE = "application/pdf"


def requested_paper(request: HttpRequest) -> Paper:
    """Return the requested paper size, A4 by default; 404 for one that no printout has."""
    paper = PAPERS.get(request.GET.get("paper", A4.name))
    if paper is None:
        raise Http404
    return paper


def page_head(title: str, subtitle: str) -> Head:
    """Return a page head with the time in the foot, and a note for pages with letters that no font has."""
    now = date_format(timezone.localtime(), "j F Y, H:i")
    foot = gettext("As of %(now)s") % {"now": now}
    lacking = gettext("▯: a letter missing from this font; the web pages show it")
    return Head(title, subtitle, foot, missing_letter_note=lacking)


def pdf_response(pages: Sequence[Page], title: str, name: str) -> HttpResponse:
    """Return the pages as a PDF response, shown in the browser; `name` is without its extension."""
    response = HttpResponse(write_pdf(pages, title, get_language() or "en"), content_type=PDF_TYPE)
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Cache-Control"] = "no-store"
    return response


ROUND_NUMBERS = frozenset(str(number) for number in range(1, 100))
PageBuilder = Callable[[HttpRequest, Event, Paper], Sequence[Page]]


@require_safe
@director_view
def index(request: HttpRequest, event: Event) -> HttpResponse:
    """List the printouts of an event."""
    paper = requested_paper(request)
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "printouts"),
        "brackets": SimpleLazyObject(lambda: brackets.get_brackets(event)),
        "printouts": SimpleLazyObject(lambda: _list_feature_printouts(event)),
        "papers": [(one, one.name.upper() if one.name != "letter" else "Letter") for one in PAPERS.values()],
        "paper": paper.name,
        "names_with_missing_letters": SimpleLazyObject(
            lambda: [name for name in entries.public_names(event) if not is_printable(name)]
        ),
        "sizes": bracket_sheets.BRACKET_SIZES,
        "group_sizes": bracket_sheets.GROUP_SIZES,
    }
    return render(request, "printing/printouts.html", context)


@require_safe
@director_view
def file(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """Download a printout; 404 if the event has none of that name."""
    pages = _build_pages(request, event, name, requested_paper(request))
    if not pages and name == "slips":
        # The link to the slips is always shown, as matches can be called at any moment.
        messages.info(
            request, gettext("No match is called or waiting here, so there are no match slips to print.")
        )
        return redirect(event_url("printouts", event))
    if not pages:
        raise Http404
    title = make_sheet_title(event, gettext("On paper"))
    file_name = "-".join(
        part for part in (event.slug, slugify_name(request.GET.get("flight", "")), name) if part
    )
    return pdf_response(pages, title, file_name)


def _list_feature_printouts(event: Event) -> list[tuple[str, Printout]]:
    """Return the lists of feature apps for this event, with their file names."""
    return [(name, printout) for name, printout in printouts.items() if printout.is_available(event)]


def _build_pages(request: HttpRequest, event: Event, name: str, paper: Paper) -> Sequence[Page]:
    if name in PAGE_BUILDERS:
        return PAGE_BUILDERS[name](request, event, paper)
    if name not in printouts:
        raise Http404
    blocks = [event_sheets.feature_table_block(table) for table in printouts[name].tables(event)]
    return lists.list_pages(blocks, paper, _head(event, str(printouts[name].title))) if blocks else ()


def _build_draw(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    bracket = _requested_bracket(request, event)
    fill = request.GET.get("fill", bracket_sheets.RESULTS)
    if fill not in bracket_sheets.FILLS:
        raise Http404
    head = _head(event, bracket.name, describe_lengths(bracket.lengths))
    kind = request.GET.get("as", "")
    if kind not in {"", bracket_sheets.POSTER}:
        raise Http404
    return bracket_sheets.draw_sheet_pages(bracket, paper, head, fill, kind)


def _build_round(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    bracket = _requested_bracket(request, event)
    part = next((one for one in bracket.rounds if str(one.number) == request.GET.get("round")), None)
    if part is None:
        return ()
    head = _head(event, bracket.name, describe_lengths((part.length,)))
    return lists.list_pages([bracket_sheets.round_block(bracket, part)], paper, head)


def _build_slips(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    flight, number = request.GET.get("flight", ""), request.GET.get("round", "")
    if flight:
        # Raises Http404 for a flight that is not public.
        _requested_bracket(request, event)
    list_open_matches = queries.list_open_matches(
        event, flight, int(number) if number in ROUND_NUMBERS else 0
    )
    count = (
        match_slips.FOUR_PER_PAGE
        if request.GET.get("per") == str(match_slips.FOUR_PER_PAGE)
        else match_slips.SIX_PER_PAGE
    )
    return match_slips.slip_pages(event_sheets.make_slips(request, event, list_open_matches), paper, count)


def _build_status_sheet(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    blocks = event_sheets.status_blocks(
        call_board.get_call_board(event.tournament),
        list(events.entries_of(event)),
        brackets.get_brackets(event),
        events.get_event_names_by_match(event.tournament.desk_id),
    )
    return lists.list_pages(blocks, paper, _head(event, gettext("Status sheet")))


def _build_standings(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    blocks = event_sheets.standings_blocks(get_final_standings(event), brackets.get_brackets(event))
    return lists.list_pages(blocks, paper, _head(event, gettext("Standings")))


def _build_results(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    return lists.list_pages(
        event_sheets.results_blocks(brackets.get_brackets(event)), paper, _head(event, gettext("Results"))
    )


def _build_check_in_list(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    entry_rows = list(events.entries_of(event))
    paid = {number for numbers in paid_entries(event) for number in numbers}
    return (
        lists.list_pages(
            event_sheets.check_in_blocks(entry_rows, paid), paper, _head(event, gettext("Check-in list"))
        )
        if entry_rows
        else ()
    )


def _build_blank_bracket(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    size = _requested_size(request, bracket_sheets.BRACKET_SIZES)
    return bracket_sheets.blank_bracket(size, paper, _blank_head(event, gettext("Bracket")))


def _build_blank_group(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    size = _requested_size(request, bracket_sheets.GROUP_SIZES)
    return bracket_sheets.blank_group(size, paper, _blank_head(event, gettext("Group")))


def _build_blank_score_sheet(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    return bracket_sheets.blank_score_sheet(make_sheet_title(event, event.tournament.club.name), paper)


def _build_meeting_sheet(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    is_of_teams = event.takes == Takes.TEAMS.value
    team_meeting = teams.get_meeting(event, request.GET.get("meeting", "")) if is_of_teams else None
    if team_meeting is None:
        raise Http404
    title = " – ".join(filter(None, event_sheets.team_names(team_meeting)))
    return event_sheets.meeting_sheet(team_meeting, event, paper, _head(event, title))


PAGE_BUILDERS: Mapping[str, PageBuilder] = {
    "blank-bracket": _build_blank_bracket,
    "blank-group": _build_blank_group,
    "blank-score": _build_blank_score_sheet,
    "meeting": _build_meeting_sheet,
    "draw": _build_draw,
    "round": _build_round,
    "slips": _build_slips,
    "now": _build_status_sheet,
    "standings": _build_standings,
    "results": _build_results,
    "entries": _build_check_in_list,
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
    return Head(make_sheet_title(event, title), event.tournament.club.name, "")


def _requested_bracket(request: HttpRequest, event: Event) -> Bracket:
    flight = request.GET.get("flight", "")
    flight_bracket = next((one for one in brackets.get_brackets(event) if one.flight == flight), None)
    if flight_bracket is None:
        raise Http404
    return flight_bracket


def _head(event: Event, title: str, extra_text: str = "") -> Head:
    days = name_days_of(event.tournament)
    subtitle = " · ".join(part for part in (extra_text, event.tournament.club.name, days) if part)
    logos = tuple(sponsors.read_files(event.tournament))
    return replace(page_head(make_sheet_title(event, title), subtitle), logos=logos)


@require_safe
@director_view
def cards(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the cards of the tables in use, four on a page."""
    tables = event.tournament.desk.tables.filter(is_out_of_use=False).order_by("number")
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
    title = make_sheet_title(event, gettext("Event report"))
    pages = lists.list_pages(
        [heading, *tables], requested_paper(request), _head(event, gettext("Event report"))
    )
    return pdf_response(pages, title, f"{event.slug}-report")


# The number of latest tournaments that have a column in the printed table of a season.
SEASON_COLUMNS = 8


@require_safe
@public_club_view
def season_pdf(request: HttpRequest, club: Club, season: str) -> HttpResponse:
    """Return the table of a season as PDF, with columns for its latest tournaments."""
    club_season = get_season(club, season)
    paper = requested_paper(request)
    blocks = build_season_blocks(club_season)
    pages = lists.list_pages(blocks, paper, page_head(f"{club.name} · {club_season.name}", ""))
    return pdf_response(pages, f"{club.name} · {club_season.name}", f"{club.slug}-{club_season.slug}")


@require_safe
@public_club_view
def rating_pdf(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """Return a rating list as PDF."""
    rating_list = get_rating_list(club, number)
    blocks: Sequence[Block] = [build_rating_block(rating_list)]
    pages = lists.list_pages(
        blocks, requested_paper(request), page_head(f"{club.name} · {rating_list.name}", "")
    )
    return pdf_response(pages, f"{club.name} · {rating_list.name}", f"{club.slug}-ratings-{rating_list.pk}")


def build_season_blocks(season: Season) -> list[Block]:
    """Return the table of a season, a block for each division."""
    table = season_tables.get_standings(season)
    first = max(0, len(table.tournaments) - SEASON_COLUMNS)
    columns = (
        Column(_("Place"), is_right=True),
        Column(_("Player")),
        Column(_("Points"), is_right=True),
        Column(_("Won–lost"), is_right=True),
        *(Column(_format_column(column), is_right=True) for column in table.tournaments[first:]),
    )
    return [
        Block(name, columns, tuple(_build_season_row(row, first) for row in rows))
        for name, rows in table.divisions
    ]


def build_rating_block(rating_list: RatingList) -> Block:
    """Return a rating list as a block."""
    columns = (
        Column(_("Place"), is_right=True),
        Column(_("Player")),
        Column(_("Rating"), is_right=True),
        Column(_("Matches"), is_right=True),
        Column(_("Experience"), is_right=True),
    )
    rows = tuple(_build_rating_row(row) for row in rating_tables.rating_table(rating_list))
    return Block("", columns, rows, _("* provisional: too few matches to be reliable."))


def _build_season_row(row: StandingsRow, first: int) -> tuple[str, ...]:
    place = f"{row.place}{'=' if row.is_shared else ''}" if row.place else "–"
    cells = (format_points(cell.total) if cell else "" for cell in row.cells[first:])
    return (place, row.player.name, format_points(row.total), f"{row.won}–{row.lost}", *cells)


def _build_rating_row(row: RatingRow) -> tuple[str, ...]:
    name = f"{row.player.name}{' *' if row.is_provisional else ''}"
    rating = number_format(round(row.rating, 1), decimal_pos=1)
    return (row.shown_place or "–", name, rating, str(row.matches), str(row.experience))


def _format_column(column: TournamentColumn) -> str:
    return (
        f"{format_date(localtime(column.starts_at), 'j M')} {season_sheets.get_column_title(column)}".rstrip()
    )
