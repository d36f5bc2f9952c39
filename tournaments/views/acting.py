"""The decorator of desk actions (validated form, one service call, redirect) and their lookups."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms as django_forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from matches.models import Match
from matches.refusals import status_of
from matches.views.refusals import told
from rules.errors import Refusal
from tournaments.models import Entry, Event
from tournaments.views import desk
from tournaments.views.answers import UNREADABLE, see
from tournaments.views.doors import address, director, for_directors

AnyForm = TypeVar("AnyForm", bound=django_forms.Form)
Deed = Callable[[HttpRequest, Event, AnyForm], str | HttpResponse]


def deed(form_class: type[AnyForm]) -> Callable[[Deed[AnyForm]], Callable[..., HttpResponse]]:
    """Turn an action into a POST view of the desk. The action returns a message, or a response of its own.

    A refusal or an invalid form shows the desk again with the data that was typed. A client that accepts
    JSON gets the message alone.
    """

    def decorate(action: Deed[AnyForm]) -> Callable[..., HttpResponse]:
        @require_POST
        @for_directors
        def view(request: HttpRequest, event: Event) -> HttpResponse:
            form = form_class(request.POST)
            if not form.is_valid():
                return _unreadable(request, event, form)
            try:
                outcome = action(request, event, form)
            except Refusal as refusal:
                return _refused(request, event, refusal)
            if isinstance(outcome, HttpResponse):
                return outcome
            if _accepts_json(request):
                return JsonResponse({"message": outcome})
            messages.success(request, outcome)
            return see(address("desk", event))

        return view

    return decorate


def match_of(event: Event, code: str) -> Match:
    """A match at the desk of this event, or 404."""
    rows = Match.objects.select_related("white", "black", "table")
    match = get_object_or_404(rows, code=code, desk=event.tournament.desk_id)
    match.desk = event.tournament.desk
    return match


def signature(request: HttpRequest, form: django_forms.Form) -> dict[str, Any]:
    """Return the arguments every event service takes: the user, the idempotency key and the seen version."""
    return {
        "by": director(request),
        "key": form.cleaned_data.get("key") or "",
        "version": form.cleaned_data.get("version"),
    }


def entry_of(event: Event, number: int) -> Entry:
    """An entry of this event by its number, or 404."""
    entry = get_object_or_404(Entry.objects.select_related("player"), event=event, number=number)
    entry.event = event
    return entry


def _accepts_json(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def _refused(request: HttpRequest, event: Event, refusal: Refusal) -> HttpResponse:
    if _accepts_json(request):
        return JsonResponse({"message": told(refusal).sentence}, status=status_of(refusal))
    return desk.page(request, event, refusal=refusal)


def _unreadable(request: HttpRequest, event: Event, form: django_forms.Form) -> HttpResponse:
    if _accepts_json(request):
        return JsonResponse({"message": _faults(form)}, status=UNREADABLE)
    answer = desk.page(request, event, extra_context={"faulty": _faults(form)})
    answer.status_code = UNREADABLE
    return answer


def _faults(form: django_forms.Form) -> str:
    """Return one sentence with every invalid field and its errors."""
    faults = [
        f"{form.fields[name].label or name} ({' '.join(map(str, errors)).rstrip('.')})"
        for name, errors in form.errors.items()
        if name in form.fields
    ]
    return gettext("Invalid input: %(fields)s.") % {"fields": ", ".join(faults)}
