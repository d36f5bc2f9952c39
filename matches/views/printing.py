"""Score sheets on paper: what two players fill in by hand, with the clock they set and the code to scan."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches import permissions
from matches.models import Desk, Match
from matches.queries import desks, sheets
from matches.queries.sheets import SheetLine
from matches.views import phone, public_links
from matches.views.qr_codes import make_qr_svg

TEMPLATE = "print/score_sheets.html"
MAX_LINES = 15


@dataclass(frozen=True, slots=True)
class ScoreSheetPage:
    """One sheet: the lines written already, how many are left to fill in, and the way to the match."""

    match: Match
    lines: tuple[SheetLine, ...]
    empty: range
    link: str
    code: SafeString


@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheet of one match."""
    match = phone.match_or_404(code)
    paper = _make_page(request, match, sheets.get_sheet(match).lines)
    return render(request, TEMPLATE, _get_context([paper], match.desk) | {"match": match})


@never_cache
@require_safe
def desk(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheets of all matches at a desk that are still to be played, for its officials."""
    current_desk = desks.get_desk(code)
    if current_desk is None or not permissions.may_rule(request.user, current_desk):
        raise Http404
    return render(request, TEMPLATE, _get_context(list(_make_pages(request, current_desk)), current_desk))


def _get_context(papers: Sequence[ScoreSheetPage], desk: Desk) -> dict[str, Any]:
    only_here = any(public_links.is_local_link(paper.link) for paper in papers)
    return {"papers": papers, "desk": desk, "only_here": only_here}


def _make_pages(request: HttpRequest, current_desk: Desk) -> Iterable[ScoreSheetPage]:
    for match, lines in sheets.iterate_matches_to_play(current_desk):
        yield _make_page(request, match, lines)


def _make_page(request: HttpRequest, match: Match, lines: tuple[SheetLine, ...]) -> ScoreSheetPage:
    path = reverse("table", args=[match.table.code]) if match.table else reverse("report", args=[match.code])
    link = public_links.build_public_url(request, path)
    empty_lines = max(1, min(2 * match.length - 1, MAX_LINES) - len(lines))
    return ScoreSheetPage(
        match, lines, range(len(lines) + 1, len(lines) + empty_lines + 1), link, make_qr_svg(link)
    )
