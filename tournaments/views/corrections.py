"""The correction wizard: the wanted result, what it changes in words, a choice where one is needed, done."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches import results
from matches.models import Match
from matches.refusals import status_of
from matches.results import Result
from matches.states import Ending
from matches.views.refusals import told
from rules.errors import Refusal
from tournaments.forms import desk as forms
from tournaments.models import Event
from tournaments.queries.corrections import Preview, preview
from tournaments.services import correcting
from tournaments.views.acting import match_of, signature
from tournaments.views.answers import see
from tournaments.views.doors import address, for_directors
from tournaments.views.events import tabs

CHOICE, CONFLICT = "choice-", 409


@require_http_methods(["GET", "HEAD", "POST"])
@for_directors
def correct(request: HttpRequest, event: Event, match: str) -> HttpResponse:
    """GET asks and shows what a result would change; POST makes it so."""
    found = match_of(event, match)
    asked = request.POST if request.method == "POST" else request.GET
    form = forms.Correction(asked or None)
    if not form.is_valid():
        return _page(request, event, found, form, status=400 if form.is_bound else 200)
    choices = _choices(asked)
    shown = None
    try:
        wanted = _wanted(found, form)
        shown = preview(match=found, result=wanted, choices=choices)
        if request.method != "POST" or "look" in asked:
            return _page(request, event, found, form, shown=shown)
        if asked.get("reach", shown.reach) != shown.reach:
            return _page(request, event, found, form, shown=shown, is_further=True, status=CONFLICT)
        _correct(request, found, form, wanted, choices)
    except Refusal as refusal:
        return _page(request, event, found, form, shown=shown, refusal=refusal, status=status_of(refusal))
    messages.success(request, gettext("Result corrected, along with everything that depends on it."))
    return see(address("desk", event))


def _choices(asked: QueryDict) -> dict[str, str]:
    return {name.removeprefix(CHOICE): str(asked[name]) for name in asked if name.startswith(CHOICE)}


def _correct(
    request: HttpRequest, match: Match, form: forms.Correction, wanted: Result, choices: dict[str, str]
) -> None:
    correcting.correct(
        match=match,
        result=wanted,
        choices=choices,
        reason=form.cleaned_data["reason"] or gettext("Entered by mistake"),
        **signature(request, form),
    )


def _wanted(match: Match, form: forms.Correction) -> Result:
    score = (form.cleaned_data["white_score"], form.cleaned_data["black_score"])
    return results.make(match.length, score, "", Ending.PLAYED.value)


def _page(
    request: HttpRequest,
    event: Event,
    match: Match,
    form: forms.Correction,
    *,
    shown: Preview | None = None,
    is_further: bool = False,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "event": event,
        "match": match,
        "form": form,
        "shown": shown,
        "is_further": is_further,
        "reason": form.cleaned_data.get("reason", "") if form.is_valid() else "",
        "refusal": told(refusal) if refusal else None,
        "key": forms.new_key(),
        "tabs": tabs(event, "desk", is_director=True),
        "here": address("desk-correct", event, match.code),
    }
    return render(request, "tournaments/correct.html", context, status=status)
