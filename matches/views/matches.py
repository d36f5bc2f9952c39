"""Pages of a match: the public page and the printed score sheet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches import permissions
from matches.forms import AwardForm, DecisionForm, PenaltyForm, PostponeForm, ReasonForm, RulingForm
from matches.messages import law_title
from matches.models import Desk, Match
from matches.queries import desks, matches, objection_deadlines, occasions, player_history
from matches.queries.matches import SheetLine
from matches.registry import event_names, make_panel_context, match_panels, void_effects
from matches.states import OPEN_STATUSES, Status
from matches.time_zones import activate_time_zone
from matches.views import links, reporting
from matches.views.links import make_qr_svg
from matches.views.visitors import get_identity
from rules.laws import LAWS

MATCH_TEMPLATE = "matches/match.html"
PLAYING_STATUSES = (Status.CALLED.value, Status.RUNNING.value)
REPORTED_STATUSES = (Status.REPORTED.value, Status.DISPUTED.value)
REPORTABLE_STATUSES = (Status.CALLED.value, Status.RUNNING.value, Status.REPORTED.value)


@require_safe
def show_match(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a match."""
    return render(request, MATCH_TEMPLATE, get_match_context(request, reporting.match_or_404(code)))


def get_match_context(request: HttpRequest, match: Match) -> dict[str, Any]:
    """Return the context of the page of a match, with the forms of the visitor if an official."""
    activate_time_zone(match.desk)
    sheet = matches.get_sheet(match)
    card = reporting.get_card(request.POST or request.GET)
    identity = get_identity(request, card)
    report = objection_deadlines.find_one_sided_report(match, sheet.reports, sheet.rulings)
    return {
        "match": match,
        "card": card,
        "sheet": sheet,
        "occasions": occasions.get_occasions([match.pk]),
        "is_crawford": sheet.score.is_crawford and match.status in OPEN_STATUSES,
        "meetings": player_history.count_other_meetings(match),
        "may_report": match.status in REPORTABLE_STATUSES and permissions.may_report(identity, match),
        "may_undo": sheet.is_ended_by_game and permissions.may_report(identity, match),
        "is_other_player": identity.is_player_of_other_match(match),
        "has_reported": bool(permissions.find_matches_reported_by(identity, [match])),
        "one_sided_report": report,
        "may_object": permissions.may_object(identity, match, report, now=timezone.now()),
        "page_url": reporting.get_page_address(match, card, "match"),
        **make_panel_context(match_panels(request, match)),
        **(_get_official_forms(match) if permissions.may_rule(request.user, match.desk) else {}),
    }


def get_law_titles() -> dict[str, str]:
    """Return the titles of all rules by id, as choices of a ruling."""
    return {id: law_title(id) for id in LAWS}


def _get_official_forms(match: Match) -> dict[str, Any]:
    # What is typed is kept while the same forms apply: those of a called match stay when it begins.
    forms_state = "playing" if match.status in PLAYING_STATUSES else match.status
    if match.status == Status.VOID.value:
        return {"is_official": True, "forms_state": forms_state}
    forms: dict[str, Any] = {
        "is_official": True,
        "forms_state": forms_state,
        "void_form": _make_reason_form(match, "void"),
        "void_effects": [effect for effects in void_effects(match) for effect in effects],
    }
    if match.status in OPEN_STATUSES:
        forms |= {
            "ruling_form": RulingForm(match=match, law_titles=get_law_titles()),
            **_get_forms_of_open_match(match),
        }
    else:
        forms["correct_form"] = DecisionForm(match=match)
        forms["reopen_form"] = _make_reason_form(match, "reopen")
    return forms


def _get_forms_of_open_match(match: Match) -> dict[str, Any]:
    forms: dict[str, Any] = {"award_form": AwardForm(match=match, auto_id="award-%s")}
    if match.status in PLAYING_STATUSES:
        forms["penalty_form"] = PenaltyForm(match=match, auto_id="penalty-%s")
    if match.status in {Status.SCHEDULED.value, *PLAYING_STATUSES}:
        forms["postpone_form"] = PostponeForm(match=match, auto_id="postpone-%s")
    if match.status not in REPORTED_STATUSES:
        forms["lift_form"] = _make_reason_form(match, "lift")
    return forms


def _make_reason_form(match: Match, prefix: str) -> ReasonForm:
    # Several forms are on one page, so each needs its own element ids.
    return ReasonForm(initial={"version": match.version}, auto_id=f"{prefix}-%s")


SCORE_SHEETS_TEMPLATE = "print/score_sheets.html"
MAX_LINES = 15


@dataclass(frozen=True, slots=True)
class ScoreSheetPage:
    """A printed score sheet: its filled lines, the numbers of empty ones, and the link to the match.

    `event` is named where its desk has several; `code` is the QR code of the link.
    """

    match: Match
    event: str
    lines: tuple[SheetLine, ...]
    empty: range
    link: str
    code: SafeString


@require_safe
def print_score_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheet of one match."""
    match = reporting.match_or_404(code)
    sheet = _make_page(request, match, matches.get_sheet(match).lines, _get_event_names(match.desk))
    return render(request, SCORE_SHEETS_TEMPLATE, _get_context([sheet], match.desk) | {"match": match})


@never_cache
@require_safe
def print_desk_sheets(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheets of all matches of a desk still to be played, for its officials."""
    current_desk = desks.get_desk(code)
    if current_desk is None or not permissions.may_rule(request.user, current_desk):
        raise Http404
    return render(
        request, SCORE_SHEETS_TEMPLATE, _get_context(list(_make_pages(request, current_desk)), current_desk)
    )


def _get_context(sheets: Sequence[ScoreSheetPage], desk: Desk) -> dict[str, Any]:
    return {"sheets": sheets, "desk": desk, **links.describe_reach(sheet.link for sheet in sheets)}


def _make_pages(request: HttpRequest, current_desk: Desk) -> Iterable[ScoreSheetPage]:
    names = _get_event_names(current_desk)
    for match, lines in matches.iterate_matches_to_play(current_desk):
        yield _make_page(request, match, lines, names)


def _get_event_names(desk: Desk) -> dict[int, str]:
    """Return the event of each match of a desk with several, by key of the match."""
    names: dict[int, str] = {}
    for names_of_app in event_names(desk):
        names |= names_of_app
    return names


def _make_page(
    request: HttpRequest, match: Match, lines: tuple[SheetLine, ...], names: Mapping[int, str]
) -> ScoreSheetPage:
    path = reverse("table", args=[match.table.code]) if match.table else reverse("report", args=[match.code])
    link = links.build_public_url(request, path)
    empty_lines = max(1, min(2 * match.length - 1, MAX_LINES) - len(lines))
    empty = range(len(lines) + 1, len(lines) + empty_lines + 1)
    return ScoreSheetPage(match, names.get(match.pk, ""), lines, empty, link, make_qr_svg(link))
