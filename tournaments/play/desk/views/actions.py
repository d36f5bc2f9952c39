"""What actions of the desk share: the decorator that makes them views, their arguments, entry and match."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, TypeVar

from django import forms as django_forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from matches.models import Match
from matches.refusal_statuses import get_status
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Entry, Event
from tournaments.play.desk.views.desk import make_page_context, render_desk
from tournaments.registry import correction_follow_ups
from tournaments.web.decorators import director_view, event_url, require_user
from tournaments.web.payout_previews import run_unless_payouts_change
from tournaments.web.responses import BAD_REQUEST, CONFLICT, see_other

AnyForm = TypeVar("AnyForm", bound=django_forms.Form)
RenderPage = Callable[..., HttpResponse]
DeskAction = Callable[[HttpRequest, Event, AnyForm], str | HttpResponse]


def desk_action(
    form_class: type[AnyForm],
    *,
    next_page: str = "desk",
    render_page: RenderPage = render_desk,
) -> Callable[[DeskAction[AnyForm]], Callable[..., HttpResponse]]:
    """Turn an action of the desk into a POST view.

    The action gets the valid form and returns a message, or a response of its own.

    A refusal or an invalid form shows the desk, or the page of `render_page`, again with the submitted data.
    A client that accepts JSON gets only the message.
    """

    def decorate(action: DeskAction[AnyForm]) -> Callable[..., HttpResponse]:
        @require_POST
        @director_view
        def view(request: HttpRequest, event: Event) -> HttpResponse:
            form = form_class(request.POST)
            if not form.is_valid():
                return make_invalid_form_response(request, event, form, render_page)
            try:
                outcome = action(request, event, form)
            except Refusal as refusal:
                return make_refusal_response(request, event, refusal, render_page)
            return make_outcome_response(request, event, outcome, next_page)

        return view

    return decorate


def asks_about_payouts(action: Callable[[HttpRequest, Event, AnyForm], str]) -> DeskAction[AnyForm]:
    """Let an action ask first if it changes prizes that are already paid; to be put below `desk_action`."""

    @wraps(action)
    def ask_or_run(request: HttpRequest, event: Event, form: AnyForm) -> str | HttpResponse:
        return run_or_ask(request, event, lambda: action(request, event, form))

    return ask_or_run


def run_or_ask(
    request: HttpRequest, event: Event, run: Callable[[], str], shown_effects: Collection[str] = ()
) -> str | HttpResponse:
    """Run a command of the desk and return its message, or the question about prizes that are already paid.

    See `run_unless_payouts_change`. A client that accepts JSON gets the sentences, with 409.
    """
    message, question = run_unless_payouts_change(request, [event], run, shown_effects)
    if question is None:
        return message
    event.refresh_from_db(fields=["status", "version", "draw_commitment"])
    if accepts_json(request):
        return JsonResponse({"message": " ".join(question["sentences"])}, status=CONFLICT)
    context = {**make_page_context(event), "question": {**question, "cancel_url": event_url("desk", event)}}
    return render(request, "tournaments/play/desk/payout_question.html", context)


def accepts_json(request: HttpRequest) -> bool:
    """Return whether the client wants only the message of an action, not a page."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def make_outcome_response(
    request: HttpRequest, event: Event, outcome: str | HttpResponse, next_page: str
) -> HttpResponse:
    """Redirect to the next page with the message of an action, return it as JSON, or the answer it gave."""
    if isinstance(outcome, HttpResponse):
        return outcome
    if accepts_json(request):
        return JsonResponse({"message": outcome})
    messages.success(request, outcome)
    return see_other(event_url(next_page, event))


def make_refusal_response(
    request: HttpRequest, event: Event, refusal: Refusal, render_page: RenderPage
) -> HttpResponse:
    """Return the page of an action with a refusal, or its sentence as JSON."""
    if accepts_json(request):
        message = make_refusal_message(refusal).sentence
        return JsonResponse({"message": message}, status=get_status(refusal))
    return render_page(request, event, refusal=refusal)


def make_invalid_form_response(
    request: HttpRequest, event: Event, form: django_forms.Form, render_page: RenderPage
) -> HttpResponse:
    """Return the page of an action with the errors of its form, or one sentence with them as JSON."""
    if accepts_json(request):
        return JsonResponse({"message": _form_errors(form)}, status=BAD_REQUEST)
    response = render_page(request, event, extra_context={"faulty": _form_errors(form)})
    response.status_code = BAD_REQUEST
    return response


def _form_errors(form: django_forms.Form) -> str:
    """Return one sentence with every invalid field and its errors."""
    errors_by_field = [
        f"{form.fields[name].label or name} ({' '.join(map(str, errors)).rstrip('.')})"
        for name, errors in form.errors.items()
        if name in form.fields
    ]
    return gettext("Invalid input: %(fields)s.") % {"fields": ", ".join(errors_by_field)}


def link_follow_ups(event: Event) -> SafeString:
    """Return what is to be done outside an event after a change of its results, as links; "" for nothing."""
    links = (
        (link.address, link.text) for links_of_app in correction_follow_ups(event) for link in links_of_app
    )
    return format_html_join("", ' <a href="{}">{}</a>', links)


def command_arguments(request: HttpRequest, form: django_forms.Form) -> dict[str, Any]:
    """Return the arguments every event service takes: the user, the idempotency key and the seen version."""
    return {
        "by": require_user(request),
        "key": form.cleaned_data.get("key") or "",
        "version": form.cleaned_data.get("version"),
    }


def get_event_match(event: Event, code: str) -> Match:
    """Return a match at the desk of this event, or raise 404."""
    rows = Match.objects.select_related("white", "black", "table")
    match = get_object_or_404(rows, code=code, desk=event.tournament.desk_id)
    match.desk = event.tournament.desk
    return match


def get_event_entry(event: Event, number: int) -> Entry:
    """Return an entry of this event by number, or raise 404."""
    entry = get_object_or_404(Entry.objects.select_related("player"), event=event, number=number)
    entry.event = event
    return entry
