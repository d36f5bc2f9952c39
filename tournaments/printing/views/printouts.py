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
from tournaments.printing.pdf.letters import is_whole
from tournaments.printing.pdf.pages import PAPERS, Head, Page, Paper
from tournaments.printing.views import blank, draw_sheets, listing, meetings, play
from tournaments.printing.views.answers import file_of, head, paper_of
from tournaments.queries import boards, brackets, entries, events, team_meetings
from tournaments.queries.brackets import Bracket
from tournaments.registry import Printout, printouts
from tournaments.views.doors import address, for_directors
from tournaments.views.events import tabs

ROUNDS = frozenset(str(number) for number in range(1, 100))
Maker = Callable[[HttpRequest, Event, Paper], Sequence[Page]]


@require_safe
@for_directors
def index(request: HttpRequest, event: Event) -> HttpResponse:
    """Everything there is to print."""
    paper = paper_of(request)
    context = {
        "event": event,
        "tabs": tabs(event, "desk", is_director=True),
        "brackets": SimpleLazyObject(lambda: brackets.brackets(event)),
        "printouts": SimpleLazyObject(lambda: _available(event)),
        "papers": [(one, one.name.upper() if one.name != "letter" else "Letter") for one in PAPERS.values()],
        "paper": paper.name,
        "framed": SimpleLazyObject(lambda: [name for name in entries.names(event) if not is_whole(name)]),
        "sizes": blank.BRACKETS,
        "group_sizes": blank.GROUPS,
    }
    return render(request, "printing/printouts.html", context)


@require_safe
@for_directors
def file(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """One of the papers as a file; 404 where there is nothing of the kind."""
    pages = _pages(request, event, name, paper_of(request))
    if not pages and name == "slips":
        # Which matches wait changes by the minute: the link to their slips is there all the time.
        messages.info(
            request, gettext("No match is called or waiting here, so there are no match slips to print.")
        )
        return redirect(address("papers", event))
    if not pages:
        raise Http404
    title = " · ".join((event.name, gettext("On paper")))
    file_name = "-".join(part for part in (event.slug, slugify(request.GET.get("flight", "")), name) if part)
    return file_of(pages, title, file_name)


def _available(event: Event) -> list[tuple[str, Printout]]:
    """The lists of feature apps that this event has, with the names of their files."""
    return [(name, printout) for name, printout in printouts.items() if printout.is_available(event)]


def _pages(request: HttpRequest, event: Event, name: str, paper: Paper) -> Sequence[Page]:
    if name in FILES:
        return FILES[name](request, event, paper)
    if name not in printouts:
        raise Http404
    blocks = [listing.of_table(table) for table in printouts[name].tables(event)]
    return lists.listed(blocks, paper, _head(event, str(printouts[name].title))) if blocks else ()


def _draw(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    bracket = _bracket(request, event)
    fill = request.GET.get("fill", draw_sheets.RESULTS)
    if fill not in draw_sheets.FILLS:
        raise Http404
    above = _head(event, bracket.name, lengths(bracket.lengths))
    return draw_sheets.sheets(bracket, paper, above, fill, request.GET.get("as", ""))


def _round(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    bracket = _bracket(request, event)
    blocks = [
        draw_sheets.round_block(part)
        for part in bracket.rounds
        if str(part.number) == request.GET.get("round")
    ]
    above = _head(event, bracket.name, lengths(bracket.lengths))
    return lists.listed(blocks, paper, above) if blocks else ()


def _slips(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    flight, number = request.GET.get("flight", ""), request.GET.get("round", "")
    if flight:
        # Asked for first: only what everybody may see has slips.
        _bracket(request, event)
    open_matches = held_papers.open_matches(event, flight, int(number) if number in ROUNDS else 0)
    count = slips.FOUR if request.GET.get("per") == str(slips.FOUR) else slips.SIX
    return slips.slipped(play.slips(request, event, open_matches), paper, count)


def _now(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    blocks = play.state_now(
        boards.calls(event.tournament), list(events.entries_of(event)), brackets.brackets(event)
    )
    return lists.listed(blocks, paper, _head(event, gettext("Status sheet")))


def _standings(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    blocks = listing.standings(list(events.entries_of(event)), brackets.brackets(event))
    return lists.listed(blocks, paper, _head(event, gettext("Standings")))


def _results(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    return lists.listed(listing.results(brackets.brackets(event)), paper, _head(event, gettext("Results")))


def _check_in(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    entry_rows = list(events.entries_of(event))
    return (
        lists.listed(listing.entries(entry_rows), paper, _head(event, gettext("Check-in list")))
        if entry_rows
        else ()
    )


def _blank_bracket(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    size = _size(request, blank.BRACKETS)
    return blank.bracket(size, paper, _blank_head(event, gettext("Bracket")))


def _blank_group(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    size = _size(request, blank.GROUPS)
    return blank.group(size, paper, _blank_head(event, gettext("Group")))


def _blank_score(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    return blank.score_sheet(f"{event.name} · {event.tournament.club.name}", paper)


def _meeting(request: HttpRequest, event: Event, paper: Paper) -> Sequence[Page]:
    is_of_teams = event.takes == Takes.TEAMS.value
    team_meeting = team_meetings.meeting(event, request.GET.get("meeting", "")) if is_of_teams else None
    if team_meeting is None:
        raise Http404
    title = " – ".join(filter(None, meetings.teams(team_meeting)))
    return meetings.sheet(team_meeting, event, paper, _head(event, title))


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


def _size(request: HttpRequest, sizes: Sequence[int]) -> int:
    """The size that was asked for; 404 for one no sheet has."""
    size_choice = next((size for size in sizes if str(size) == request.GET.get("size")), 0)
    if not size_choice:
        raise Http404
    return size_choice


def _blank_head(event: Event, title: str) -> Head:
    """A head that holds for any day."""
    return Head(f"{event.name} · {title}", event.tournament.club.name, "")


def _bracket(request: HttpRequest, event: Event) -> Bracket:
    flight = request.GET.get("flight", "")
    flight_bracket = next((one for one in brackets.brackets(event) if one.flight == flight), None)
    if flight_bracket is None:
        raise Http404
    return flight_bracket


def _head(event: Event, title: str, extra_text: str = "") -> Head:
    begins = timezone.localtime(event.tournament.starts_at)
    day = date_format(begins, "j F Y")
    under = " · ".join(part for part in (extra_text, event.tournament.club.name, day) if part)
    return head(f"{event.name} · {title}", under)
