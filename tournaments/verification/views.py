"""Pages of the report for an arbiter, and the comparison of an event with a file of it."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from matches.names import fold_name
from matches.views import visitors
from matches.views.errors import make_refusal_message
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.importing.forms.imports import EventFileForm
from tournaments.messages.tournaments import name_days_of
from tournaments.models import Entry, Event, Tournament
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.permissions import may_direct
from tournaments.play.event_pages.etags import version_for_reader
from tournaments.play.event_pages.page_versions import of_authors
from tournaments.printing.messages import make_sheet_title
from tournaments.printing.pdf import lists
from tournaments.printing.pdf.lists import Block
from tournaments.printing.views.event_sheets import feature_table_block
from tournaments.printing.views.printouts import page_head, pdf_response, requested_paper
from tournaments.registry import PrintTable
from tournaments.verification.queries import arbiter_tables
from tournaments.verification.queries.arbiter_report import ArbiterReport, get_arbiter_report
from tournaments.verification.queries.compared_files import ComparedFile, compare_event_file
from tournaments.verification.queries.report_lines import Group
from tournaments.web import etags
from tournaments.web.decorators import View, director_view, get_tournament, public_event_view
from tournaments.web.etags import with_etag
from tournaments.web.navigation import make_public_tabs
from tournaments.web.responses import response_status

# Rows of each table on a page.
ROWS_PER_PAGE = 40
# So many players are listed for letters that many names have.
MAX_NAMES = 30
LONGEST_SEARCH = 60
# The checker replays a file for up to some seconds.
CHECKS_PER_HOUR = 30


def with_report_etag(view: View) -> View:
    """Add an ETag from event, reader and the names of those who wrote lines of its activity log."""

    def version(request: HttpRequest, event: Event) -> etags.Version:
        return (*version_for_reader(request, event), *of_authors(event))

    return with_etag(version, view)


@require_safe
@public_event_view
@with_report_etag
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """Show a part of the report of an event, or all that concerns one player."""
    report = _get_report(request, event)
    part = request.GET.get("part", "overview")
    build_tables = arbiter_tables.PARTS.get(part)
    if build_tables is None:
        raise Http404
    letters = request.GET.get("find", "").strip()[:LONGEST_SEARCH]
    found_entries = _find_entries(report, letters)
    entry = _get_entry(report, request.GET.get("player", ""), found_entries)
    if entry is not None:
        tables, part = arbiter_tables.tabulate_player(report, entry.number, entry.player.name), ""
    else:
        tables = build_tables(report)
    context = {
        **_make_frame(request, event),
        "part": part,
        "parts": _name_parts(),
        "tables": tables,
        "entry": entry,
        "letters": letters,
        "found_entries": [] if entry is not None else found_entries[:MAX_NAMES],
        "is_nobody_found": bool(letters) and not found_entries,
        "rows_per_page": ROWS_PER_PAGE,
    }
    return render(request, "verification/arbiter_report.html", context)


@require_safe
@public_event_view
def event_pdf(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the whole report of an event as PDF."""
    report = _get_report(request, event)
    title = make_sheet_title(event, gettext("Report for the arbiter"))
    subtitle = f"{event.tournament.club.name} · {name_days_of(event.tournament)}"
    blocks = _make_blocks(arbiter_tables.tabulate_report(report))
    pages = lists.list_pages(blocks, requested_paper(request), page_head(title, subtitle))
    return pdf_response(pages, title, f"{event.slug}-arbiter")


@require_safe
def show_tournament(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the events of a tournament with the manual decisions in each."""
    shown_tournament = get_tournament(request, club, tournament)
    reports = _list_reports(request, shown_tournament)
    rows = [
        (
            report.event,
            [len(report.get_lines(group)) for group in (Group.EXCHANGE, Group.CORRECTION, Group.DECISION)],
            len(report.check.findings),
        )
        for report in reports
    ]
    context = {"tournament": shown_tournament, "club": shown_tournament.club, "rows": rows}
    return render(request, "verification/tournament_arbiter_report.html", context)


@require_safe
def tournament_pdf(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Return the reports of all events of a tournament as one PDF."""
    shown_tournament = get_tournament(request, club, tournament)
    blocks = [
        block
        for report in _list_reports(request, shown_tournament)
        for block in _make_blocks(arbiter_tables.tabulate_report(report), report.event.name)
    ]
    heading = gettext("Report for the arbiter")
    title = f"{shown_tournament.name}: {heading}"
    subtitle = f"{shown_tournament.club.name} · {name_days_of(shown_tournament)}"
    pages = lists.list_pages(blocks, requested_paper(request), page_head(title, subtitle))
    return pdf_response(pages, title, f"{shown_tournament.slug}-arbiter")


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
@never_cache
def check_event_file(request: HttpRequest, event: Event) -> HttpResponse:
    """Compare an event with a file of it: who signed the file, what the checker says, where they differ."""
    report = _get_report(request, event)
    form = EventFileForm(request.POST or None, request.FILES or None)
    compared_file: ComparedFile | None = None
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            visitors.throttle_action("event-file", str(request.user.pk), limit=CHECKS_PER_HOUR, seconds=3600)
            compared_file = compare_event_file(report.event, form.read_file())
        except Refusal as refused:
            refusal = refused
    context = {
        **_make_frame(request, event),
        "form": form,
        "compared": compared_file,
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    status = response_status(refusal, form)
    return render(request, "verification/event_file.html", context, status=status)


def _get_report(request: HttpRequest, event: Event) -> ArbiterReport:
    """Return the report of a published event, or raise 404."""
    if not event.has_published_draw:
        raise Http404
    return get_arbiter_report(event, names_accounts=may_direct(get_user(request), event))


def _list_reports(request: HttpRequest, tournament: Tournament) -> list[ArbiterReport]:
    """Return the reports of the published events of a tournament, or raise 404 if it has none."""
    events = tournament.events.filter(status__in=PUBLISHED_STATUSES).order_by("pk")
    names_accounts = may_direct(get_user(request), tournament)
    related = ("tournament__club", "tournament__desk")
    reports = [
        get_arbiter_report(event, names_accounts=names_accounts) for event in events.select_related(*related)
    ]
    if not reports:
        raise Http404
    return reports


def _make_frame(request: HttpRequest, event: Event) -> dict[str, object]:
    user = get_user(request)
    is_director = may_direct(user, event)
    tabs = make_public_tabs(event, "journal", is_director=is_director, user=user)
    return {"event": event, "tabs": tabs, "is_director": is_director}


def _name_parts() -> list[tuple[str, str]]:
    return [
        ("overview", gettext("Rules and decisions")),
        ("players", gettext("Players")),
        ("draws", gettext("Draws")),
        ("rounds", gettext("Rounds")),
    ]


def _find_entries(report: ArbiterReport, letters: str) -> list[Entry]:
    """Return the entries whose name has these letters, or whose number they are; none without letters."""
    if not letters:
        return []
    folded = fold_name(letters)
    return [
        entry
        for entry in report.entries
        if str(entry.number) == letters or folded in fold_name(entry.player.name)
    ]


def _get_entry(report: ArbiterReport, number: str, found_entries: Sequence[Entry]) -> Entry | None:
    """Return the entry of this number, or the only one that was found; 404 for an unknown number."""
    if not number:
        return found_entries[0] if len(found_entries) == 1 else None
    entry = next((entry for entry in report.entries if str(entry.number) == number), None)
    if entry is None:
        raise Http404
    return entry


def _make_blocks(tables: Sequence[PrintTable], event_name: str = "") -> list[Block]:
    """Return tables as blocks, the first one with the name of its event if it is given."""
    blocks = [feature_table_block(table) for table in tables]
    return [Block(event_name), *blocks] if event_name else blocks
