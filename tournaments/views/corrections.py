"""The correction of a result: preview of its consequences, choices where needed, then the change."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches import results
from matches.models import Match
from matches.refusals import get_status
from matches.results import Result
from matches.states import Ending
from matches.views.refusals import make_refusal_message
from rules.errors import Refusal
from tournaments.forms import desk as forms
from tournaments.models import Event
from tournaments.queries.previews import CorrectionPreview, preview_correction
from tournaments.services import result_corrections
from tournaments.views.actions import command_arguments, get_event_match
from tournaments.views.decorators import director_view, event_url
from tournaments.views.events import tabs
from tournaments.views.responses import see_other

CHOICE, CONFLICT = "choice-", 409


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def correct(request: HttpRequest, event: Event, match: str) -> HttpResponse:
    """Preview a corrected result (GET) or apply it (POST)."""
    match_row = get_event_match(event, match)
    query = request.POST if request.method == "POST" else request.GET
    form = forms.Correction(query or None)
    if not form.is_valid():
        return _page(request, event, match_row, form, status=400 if form.is_bound else 200)
    choices = _choices(query)
    change_preview = None
    try:
        wanted_result = _wanted_result(match_row, form)
        change_preview = preview_correction(match=match_row, result=wanted_result, choices=choices)
        if request.method != "POST" or "look" in query:
            return _page(request, event, match_row, form, change_preview=change_preview)
        if query.get("reach", change_preview.reach) != change_preview.reach:
            return _page(
                request,
                event,
                match_row,
                form,
                change_preview=change_preview,
                is_further=True,
                status=CONFLICT,
            )
        _correct(request, match_row, form, wanted_result, choices)
    except Refusal as refusal:
        return _page(
            request,
            event,
            match_row,
            form,
            change_preview=change_preview,
            refusal=refusal,
            status=get_status(refusal),
        )
    messages.success(request, gettext("Result corrected, along with everything that depends on it."))
    return see_other(event_url("desk", event))


def _choices(query: QueryDict) -> dict[str, str]:
    return {name.removeprefix(CHOICE): str(query[name]) for name in query if name.startswith(CHOICE)}


def _correct(
    request: HttpRequest, match: Match, form: forms.Correction, wanted_result: Result, choices: dict[str, str]
) -> None:
    result_corrections.correct(
        match=match,
        result=wanted_result,
        choices=choices,
        reason=form.cleaned_data["reason"] or gettext("Entered by mistake"),
        **command_arguments(request, form),
    )


def _wanted_result(match: Match, form: forms.Correction) -> Result:
    score = (form.cleaned_data["white_score"], form.cleaned_data["black_score"])
    return results.make_result(match.length, score, "", Ending.PLAYED.value)


def _page(
    request: HttpRequest,
    event: Event,
    match: Match,
    form: forms.Correction,
    *,
    change_preview: CorrectionPreview | None = None,
    is_further: bool = False,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "event": event,
        "match": match,
        "form": form,
        "shown": change_preview,
        "is_further": is_further,
        "reason": form.cleaned_data.get("reason", "") if form.is_valid() else "",
        "refusal": make_refusal_message(refusal) if refusal else None,
        "key": forms.new_key(),
        "tabs": tabs(event, "desk", is_director=True),
        "here": event_url("desk-correct", event, match.code),
    }
    return render(request, "tournaments/correct.html", context, status=status)
