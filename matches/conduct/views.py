"""Pages of the ruling assistant, the rulings of a desk, and the rules of a desk."""

from __future__ import annotations

import uuid
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from matches import permissions
from matches.conduct import messages, presenting, queries, services
from matches.conduct.cases import CASES, Case, judge_case
from matches.conduct.forms import CaseForm, DeskLawsForm, RecordForm
from matches.models import Desk, Match
from matches.queries import desks
from matches.queries.desks import get_conduct_laws
from matches.refusal_statuses import get_status
from matches.seen_values import require_unchanged
from matches.services.desks import set_laws
from matches.views import reporting
from matches.views.errors import make_refusal_message, render_refusal
from matches.views.form_views import process_form
from matches.views.visitors import get_user
from rules.errors import Refusal
from rules.options import MatchLaws

ASSISTANT_TEMPLATE = "conduct/assistant.html"
LAWS_TEMPLATE = "conduct/laws.html"
RULINGS_PER_PAGE = 30
# An unknown case is quoted up to this length.
LONGEST_CASE = 40


@require_safe
def show_assistant(request: HttpRequest) -> HttpResponse:
    """The ruling assistant without a match, by the rule texts."""
    return _render_assistant(request, None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_match_assistant(request: HttpRequest, code: str) -> HttpResponse:
    """GET: the assistant by the rules of a match and its desk. POST: store a ruling, as an official."""
    match = reporting.match_or_404(code)
    return _store_ruling(request, match) if request.method == "POST" else _render_assistant(request, match)


def _render_assistant(request: HttpRequest, match: Match | None, status: int = 200) -> HttpResponse:
    context, status = _get_assistant_context(request, match)
    return render(request, ASSISTANT_TEMPLATE, context, status=status)


def _get_assistant_context(request: HttpRequest, match: Match | None) -> tuple[dict[str, Any], int]:
    """Return the context for the case and fields in the query string, and the HTTP status."""
    name = request.GET.get("case", "")
    case = CASES.get(name)
    context: dict[str, Any] = {"match": match, "cases": list(messages.CASES.items()), "case": case}
    if case is None and name:
        unknown_case = make_refusal_message(Refusal("case_unknown", case=name[:LONGEST_CASE]))
        return context | {"refusal": replace(unknown_case, note="")}, HTTPStatus.BAD_REQUEST
    if case is None:
        return context, 200
    is_judged = bool(request.GET.get("judge")) or not case.fields
    form = CaseForm(
        request.GET if is_judged else None,
        case=case,
        players=_get_player_names(match),
        initial=_get_initial(match),
    )
    is_official = match is not None and permissions.may_rule(request.user, match.desk)
    context |= {
        "form": form,
        "case_name": messages.CASES[case.name],
        "is_official": is_official,
        "precedents": _describe_rulings(queries.get_precedents(get_user(request), case.name)),
    }
    if not is_judged:
        return context, 200
    if not form.is_valid():
        return context, 400
    return _add_ruling(context, case, form, match, is_official)


def _add_ruling(
    context: dict[str, Any], case: Case, form: CaseForm, match: Match | None, is_official: bool
) -> tuple[dict[str, Any], int]:
    """Add the ruling, or the refusal of the entered values; return the context and the HTTP status."""
    in_force = queries.get_rules_in_force(match)
    try:
        ruling = judge_case(case, form.entered_values(), in_force.match, in_force.conduct)
    except Refusal as refusal:
        message = make_refusal_message(_label_field(refusal))
        return context | {"refusal": replace(message, note="")}, get_status(refusal)
    context["texts"] = presenting.describe_in_both_languages(case, ruling, _get_player_names(match))
    if is_official:
        context["record_form"] = RecordForm(initial={"key": uuid.uuid4().hex})
        context["entered"] = list(form.entered_values().items())
    return context, 200


def _label_field(refusal: Refusal) -> Refusal:
    """Return the refusal with the label of its field instead of the field's name."""
    if refusal.code != "case_field_wrong":
        return refusal
    return Refusal(refusal.code, refusal.law, field=messages.FIELDS[str(refusal.facts["field"])])


def _get_player_names(match: Match | None) -> dict[str, str]:
    """Return the names of the players of a match by side; none without a match."""
    return {} if match is None else {"white": match.white.name, "black": match.black.name}


def _get_initial(match: Match | None) -> dict[str, Any]:
    initial: dict[str, Any] = {"lifted": True}
    if match is not None:
        initial |= {"length": match.length, "white": match.white_score, "black": match.black_score}
    return initial


def _store_ruling(request: HttpRequest, match: Match) -> HttpResponse:
    case = CASES.get(request.POST.get("case", ""))
    user = get_user(request)
    if case is None:
        raise Http404
    case_form, form = (
        CaseForm(request.POST, case=case, players=_get_player_names(match)),
        RecordForm(request.POST),
    )
    context: dict[str, Any] = {
        "match": match,
        "cases": list(messages.CASES.items()),
        "case": case,
        "case_name": messages.CASES[case.name],
        "form": case_form,
        "record_form": form,
    }
    if not case_form.is_valid() or not form.is_valid():
        return render(request, ASSISTANT_TEMPLATE, context, status=400)
    try:
        if user is None:
            raise Refusal("desk_only", desk=match.desk.name)
        services.record_ruling(
            match=match,
            ruling=services.NewRuling(case=case.name, data=case_form.entered_values(), **form.ruling_texts()),
            by=user,
            key=form.cleaned_data["key"],
        )
    except Refusal as refusal:
        return render_refusal(request, ASSISTANT_TEMPLATE, context, _label_field(refusal))
    return HttpResponseRedirect(f"{reverse('match', args=[match.code])}#conduct")


def _describe_rulings(rulings: list[Any]) -> list[dict[str, Any]]:
    return [describe_stored_ruling(ruling) for ruling in rulings]


def describe_stored_ruling(ruling: Any) -> dict[str, Any]:
    """Return a stored ruling with its sentences in the active language."""
    return {
        "ruling": ruling,
        "case": presenting.describe_case(ruling.case),
        "sentence": presenting.describe_code(ruling.code, ruling.facts),
        "continuation": presenting.describe_code(ruling.continuation, {}),
    }


@never_cache
@require_safe
def list_rulings(request: HttpRequest, code: str) -> HttpResponse:
    """The rulings of a desk, for its officials; with `?case=` those of one case."""
    desk = _get_own_desk(request, code)
    case = request.GET.get("case", "")
    if case and case not in CASES:
        raise Http404
    rows = queries.get_rulings_of_desk(desk, case)
    page = Paginator(rows, RULINGS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "desk": desk,
        "page": page,
        "rulings": _describe_rulings(list(page)),
        "cases": list(messages.CASES.items()),
        "case": case,
        "query_string": f"case={case}" if case else "",
    }
    return render(request, "conduct/rulings.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_laws(request: HttpRequest, code: str) -> HttpResponse:
    """GET: the form with the rules of a desk. POST: change them."""
    desk = _get_own_desk(request, code)
    initial = DeskLawsForm.initial_of(MatchLaws.from_json(desk.laws), get_conduct_laws(desk))
    form = DeskLawsForm(request.POST or None, initial=initial)
    context = {"desk": desk, "form": form, "differences": messages.DIFFERENCES}

    def run() -> HttpResponse:
        user = get_user(request)
        if user is None:
            raise Refusal("desk_only", desk=desk.name)
        require_unchanged(request.POST, form)
        set_laws(desk=desk, laws=form.laws(), conduct=form.conduct(), by=user)
        return HttpResponseRedirect(f"{reverse('desk-laws', args=[desk.code])}?saved")

    if request.method != "POST":
        context["is_saved"] = "saved" in request.GET
    show = partial(render_refusal, request, LAWS_TEMPLATE, context)
    return process_form(request, form, run, render_page=show)


def _get_own_desk(request: HttpRequest, code: str) -> Desk:
    """Return the desk, for its officials; 404 for others."""
    desk = desks.get_desk(code)
    if desk is None or not permissions.may_rule(request.user, desk):
        raise Http404
    return desk
