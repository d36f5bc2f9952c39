"""The page that lists what can be printed of an event, and the files themselves."""

from collections.abc import Callable, Mapping, Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import SimpleLazyObject
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.models import Event, Takes
from tournaments.phrases.names import lengths
from tournaments.printing import queries as held_papers
from tournaments.printing.pdf import lists, slips
from tournaments.printing.pdf.pages import PAPERS, Head, Page, Paper
from tournaments.printing.pdf.typography import is_printable
from tournaments.printing.views import blank, draw_sheets, event_lists, meetings, play_sheets
from tournaments.printing.views.responses import page_head, pdf_response, requested_paper
from tournaments.queries import brackets, call_board, entries, events, teams
from tournaments.queries.brackets import Bracket
from tournaments.registry import Printout, printouts
from tournaments.views.decorators import director_view, event_url
from tournaments.views.events import tabs

ROUNDS = frozenset(str(number) for number in range(1, 100))
Maker = Callable[[HttpRequest, Event, Paper], Sequence[Page]]


@require_safe
@director_view
def index(request: HttpRequest, event: Event) -> HttpResponse:
    """Everything there is to print."""
    paper = requested_paper(request)
    context = {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "brackets": SimpleLazyObject(lambda: brackets.get_brackets(event)),
        "printouts": SimpleLazyObject(lambda: _available(event)),
        "papers": [(one, one.name.upper() if one.name != "letter" else "Letter") for one in PAPERS.values()],
        "paper": paper.name,
        "framed": SimpleLazyObject(
            lambda: [name for name in entries.public_names(event) if not is_printable(name)]
        ),
        "sizes": blank.BRACKETS,
        "group_sizes": blank.GROUPS,
    }
    return render(request, "printing/printouts.html", context)


@require_safe
@director_view
def file(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """One of the papers as a file; 404 where there is nothing of the kind."""
    pages = _pages(request, event, name, requested_paper(request))
    if not pages and name == "slips":
        # Which matches wait changes by the minute: the link to their slips is there all the time.
        messages.info(
            request, gettext("No match is called or waiting here, so there are no match slips to print.")
        )
        return redirect(event_url("papers", event))
    if not pages:
        raise Http404
    title = " · ".join((event.name, gettext("On paper")))
    file_name = "-".join(part for part in (event.slug, slugify(request.GET.get("flight", "")), name) if part)
    return pdf_response(pages, title, file_name)


def _available(event: Event) -> list[tuple[str, Printout]]:
    """The lists of feature apps that this event has, with the names of their files."""
    return [(name, printout) for name, printout in printouts.items() if printout.is_available(event)]


def _pages(request: HttpRequest, event: Event, name: str, paper: Paper) -> Sequence[Page]:
    if name in FILES:
        return FILES[name](request, event, paper)
    if name not in printouts:
        raise Http404
    blocks = [event_lists.feature_table_block(table) for table in printouts[name].tables(event)]
    return lists.list_pages(blocks, paper, _head(event, str(printouts[name].title))) if blocks else ()


def _draw(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    bracket = _requested_bracket(request, event)
    fill = request.GET.get("fill", draw_sheets.RESULTS)
    if fill not in draw_sheets.FILLS:
        raise Http404
    above = _head(event, bracket.name, lengths(bracket.lengths))
    return draw_sheets.draw_sheet_pages(bracket, paper, above, fill, request.GET.get("as", ""))


def _round(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    bracket = _requested_bracket(request, event)
    blocks = [
        draw_sheets.round_block(part)
        for part in bracket.rounds
        if str(part.number) == request.GET.get("round")
    ]
    above = _head(event, bracket.name, lengths(bracket.lengths))
    return lists.list_pages(blocks, paper, above) if blocks else ()


def _slips(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    flight, number = request.GET.get("flight", ""), request.GET.get("round", "")
    if flight:
        # Asked for first: only what everybody may see has slips.
        _requested_bracket(request, event)
    open_matches = held_papers.open_matches(event, flight, int(number) if number in ROUNDS else 0)
    count = slips.FOUR if request.GET.get("per") == str(slips.FOUR) else slips.SIX
    return slips.slip_pages(play_sheets.slips(request, event, open_matches), paper, count)


def _now(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    blocks = play_sheets.status_blocks(
        call_board.get_call_board(event.tournament),
        list(events.entries_of(event)),
        brackets.get_brackets(event),
    )
    return lists.list_pages(blocks, paper, _head(event, gettext("Status sheet")))


def _standings(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    blocks = event_lists.standings_blocks(list(events.entries_of(event)), brackets.get_brackets(event))
    return lists.list_pages(blocks, paper, _head(event, gettext("Standings")))


def _results(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    return lists.list_pages(
        event_lists.results_blocks(brackets.get_brackets(event)), paper, _head(event, gettext("Results"))
    )


def _check_in(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    entry_rows = list(events.entries_of(event))
    return (
        lists.list_pages(
            event_lists.check_in_blocks(entry_rows), paper, _head(event, gettext("Check-in list"))
        )
        if entry_rows
        else ()
    )


def _blank_bracket(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    size = _requested_size(request, blank.BRACKETS)
    return blank.bracket(size, paper, _blank_head(event, gettext("Bracket")))


def _blank_group(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    size = _requested_size(request, blank.GROUPS)
    return blank.group(size, paper, _blank_head(event, gettext("Group")))


def _blank_score(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    return blank.score_sheet(f"{event.name} · {event.tournament.club.name}", paper)


def _meeting(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    is_of_teams = event.takes == Takes.TEAMS.value
    team_meeting = teams.meeting(event, request.GET.get("meeting", "")) if is_of_teams else None
    if team_meeting is None:
        raise Http404
    title = " – ".join(filter(None, meetings.team_names(team_meeting)))
    return meetings.meeting_sheet(team_meeting, event, paper, _head(event, title))


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
}


def _requested_size(request: HttpRequest, sizes: Sequence[int]) -> int:
    """The size that was asked for; 404 for one no sheet has."""
    size_choice = next((size for size in sizes if str(size) == request.GET.get("size")), 0)
    if not size_choice:
        raise Http404
    return size_choice


def _blank_head(event: Event, title: str) -> Head:
    """A head that holds for any day."""
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
