"""What actions of the desk share: the decorator that makes them views, their arguments, entry and match."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any, TypeVar

from django import forms as django_forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST

from matches.models import Match
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Entry, Event
from tournaments.play.desk.event_commands import EventCommand, UnknownCommand
from tournaments.play.desk.views.desk import make_page_context, render_desk
from tournaments.play.entrants.queries.sign_ups_to_enter import join_keys, list_sign_ups_to_enter
from tournaments.web.decorators import director_view, event_url, require_user
from tournaments.web.form_views import answer_form, describe_form_errors
from tournaments.web.payout_previews import list_sent_fields, run_unless_payouts_change

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

    The action gets the valid form and returns a message, or a response of its own. A refusal or an invalid
    form shows the desk, or the page of `render_page`, again with the submitted data.
    """

    def decorate(action: DeskAction[AnyForm]) -> Callable[..., HttpResponse]:
        @require_POST
        @director_view
        def view(request: HttpRequest, event: Event) -> HttpResponse:
            form = form_class(request.POST)
            return answer_desk_form(
                request, event, form, lambda: action(request, event, form), render_page, next_page
            )

        return view

    return decorate


def answer_desk_form(
    request: HttpRequest,
    event: Event,
    form: django_forms.Form,
    run: Callable[[], str | HttpResponse],
    render_page: RenderPage = render_desk,
    next_page: str = "desk",
) -> HttpResponse:
    """Run the action of a form of the desk; a mistake shows its page again with what was sent."""

    def show(refusal: Refusal | None = None) -> HttpResponse:
        errors = {} if form.is_valid() else {"faulty": describe_form_errors(form)}
        return render_page(request, event, refusal=refusal, extra_context=errors)

    return answer_form(request, form, run, render_page=show, next_url=event_url(next_page, event))


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

    See `run_unless_payouts_change`.
    """
    message, question = run_unless_payouts_change(request, [event], run, shown_effects)
    if question is None:
        return message
    event.refresh_from_db(fields=["status", "version", "draw_commitment"])
    context = {**make_page_context(event), "question": {**question, "cancel_url": event_url("desk", event)}}
    return render(request, "tournaments/play/desk/payout_question.html", context)


def asks_about_sign_ups(action: Callable[[HttpRequest, Event, AnyForm], str]) -> DeskAction[AnyForm]:
    """Let a draw ask first if confirmed sign-ups are not entered; to be put below `desk_action`."""

    @wraps(action)
    def ask_or_run(request: HttpRequest, event: Event, form: AnyForm) -> str | HttpResponse:
        return run_or_ask_about_sign_ups(request, event, lambda: action(request, event, form))

    return ask_or_run


def run_or_ask_about_sign_ups(
    request: HttpRequest, event: Event, run: Callable[[], str | HttpResponse]
) -> str | HttpResponse:
    """Run a draw and return its message, or the question whether to draw without confirmed sign-ups.

    The form of the question sends the same request again, with `sign_ups`.
    """
    try:
        return run()
    except Refusal as refusal:
        if refusal.code != "sign_ups_not_entered":
            raise
        message = make_refusal_message(refusal)
    event.refresh_from_db(fields=["status", "version", "draw_commitment"])
    sign_ups = list_sign_ups_to_enter(event)
    context = {
        **make_page_context(event),
        "sentence": message.sentence,
        "fields": list_sent_fields(request, without={"sign_ups"}),
        "action": request.get_full_path(),
        "sign_ups": sign_ups,
        "sign_up_keys": join_keys(sign_ups),
        "cancel_url": event_url("desk", event),
    }
    return render(request, "tournaments/play/desk/sign_ups_question.html", context)


def read_command(
    commands: Mapping[str, type[EventCommand]], request: HttpRequest, event: Event
) -> EventCommand:
    """Return the command that the field `action` of a page names, with what was sent."""
    command_class = commands.get(request.POST.get("action", ""), UnknownCommand)
    return command_class(request.POST, event=event, actor=require_user(request))


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
