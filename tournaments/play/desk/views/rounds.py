"""Rounds of a stage, and mini brackets."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from matches.refusal_statuses import get_status
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.messages import flight_name
from tournaments.models import Event
from tournaments.name_lists.entry_details import MatchedLine
from tournaments.permissions import may_read_records
from tournaments.play.desk import arrivals, forms
from tournaments.play.desk.draw_commands import KNOCKOUT_COMMANDS, EnterPlayers, StartKnockout
from tournaments.play.desk.event_commands import EventCommand
from tournaments.play.desk.views.actions import (
    command_arguments,
    read_command,
    run_or_ask,
    run_or_ask_about_sign_ups,
)
from tournaments.play.desk.views.desk import MAX_LISTED_PLAYERS
from tournaments.play.draws import forms as draw_forms
from tournaments.play.draws import services as draws
from tournaments.play.draws.forms import PairRoundForm
from tournaments.play.draws.services import pair_again, pair_late, pair_round
from tournaments.play.entrants.queries import entries as entry_queries
from tournaments.play.events import events, pairing_obstacles
from tournaments.play.events import stages as stage_queries
from tournaments.play.events.stages import AGAIN, LATE, PairingOptions
from tournaments.play.schedule.queries import call_board
from tournaments.web import forms as web_forms
from tournaments.web.decorators import director_view, event_url
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_desk_tabs
from tournaments.web.responses import BAD_REQUEST

EMPTY_ROWS = 2
SMALLEST_BRACKET = 2
RoundAction = Callable[[HttpRequest, Event, str, PairRoundForm], str]


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def pair(request: HttpRequest, event: Event, flight: str) -> HttpResponse:
    """Preview a round (GET); pair and seat it, or change later ones (POST)."""
    numbers = [entry.number for entry in events.entries_of(event)]
    form = PairRoundForm(request.POST if request.method == "POST" else request.GET, members=numbers)
    form.is_valid()
    options, action = _pairing_options(form.cleaned_data), form.cleaned_data["action"]

    def run() -> str | HttpResponse:
        return run_or_ask_about_sign_ups(
            request, event, lambda: ROUND_ACTIONS[action](request, event, flight, form)
        )

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return _round_page(request, event, flight, options, form, refusal)

    is_paired = action == draw_forms.PUBLISH
    next_url = event_url("desk", event) if is_paired else event_url("desk-round", event, flight)
    return answer_form(request, form, run, render_page=show, next_url=next_url)


def _pairing_options(data: Mapping[str, Any]) -> PairingOptions:
    """Return what was chosen for the next round; players to be kept apart are no board of it."""
    return PairingOptions(
        mode=data["mode"],
        away=frozenset(data.get("away", ())),
        asking=frozenset(data.get("asking", ())),
        fixed=data["fixed"] if data["action"] == draw_forms.PUBLISH else (),
        arrivals=tuple(data.get("arrivals", ())),
    )


def _publish(request: HttpRequest, event: Event, flight: str, form: PairRoundForm) -> str:
    options, arguments = _pairing_options(form.cleaned_data), command_arguments(request, form)
    if options.mode == LATE:
        line = pair_late(event=event, flight=flight, arrivals=options.arrivals, **arguments)
        message = gettext("Pairings for late arrivals added to round %(round)s.")
        return message % {"round": line.payload["round"]}
    arguments["reason"] = form.cleaned_data["reason"].strip()
    if options.mode != AGAIN:
        arguments["leaves_out_sign_ups"] = form.cleaned_data["sign_ups"]
    pair_entries = pair_again if options.mode == AGAIN else pair_round
    line = pair_entries(
        event=event, flight=flight, away=options.away, asking=options.asking, fixed=options.fixed, **arguments
    )
    message = (
        gettext("Round %(round)s paired; first matches called.")
        if call_board.has_matches_at_tables(event)
        else gettext("Round %(round)s paired. Its matches are called when a table is free.")
    )
    return message % {"round": line.payload["round"]}


def _forbid(request: HttpRequest, event: Event, flight: str, form: PairRoundForm) -> str:
    one, other = _fixed_pair(form)
    arguments = {**command_arguments(request, form), "reason": form.cleaned_data["reason"].strip()}
    draws.forbid_pair(event=event, flight=flight, one=one, other=other, **arguments)
    return gettext("These players will not be paired.")


def _allow(request: HttpRequest, event: Event, flight: str, form: PairRoundForm) -> str:
    one, other = _fixed_pair(form)
    draws.allow_pair(event=event, flight=flight, one=one, other=other, **command_arguments(request, form))
    return gettext("These players can meet again.")


def _fixed_pair(form: PairRoundForm) -> tuple[int, int]:
    fixed: tuple[tuple[int, int], ...] = form.cleaned_data["fixed"]
    if len(fixed) != 1:
        raise Refusal("fixed_wrong", boards=[list(board) for board in fixed])
    return fixed[0]


def _change_round_count(request: HttpRequest, event: Event, flight: str, form: PairRoundForm) -> str:
    round_count = form.cleaned_data["rounds"]
    if round_count is None:
        raise Refusal("round_out_of_turn", round="–")
    draws.change_round_count(
        event=event, flight=flight, rounds=round_count, **command_arguments(request, form)
    )
    return gettext("Number of rounds changed.")


ROUND_ACTIONS: Mapping[str, RoundAction] = {
    draw_forms.PUBLISH: _publish,
    draw_forms.FORBID: _forbid,
    draw_forms.ALLOW: _allow,
    draw_forms.ROUNDS: _change_round_count,
}


def _round_page(
    request: HttpRequest,
    event: Event,
    flight: str,
    options: PairingOptions,
    form: PairRoundForm,
    refusal: Refusal | None,
) -> HttpResponse:
    """Show the round that is paired next; after a refusal, with what was entered."""
    event.refresh_from_db(fields=["status", "version", "draw_commitment"])
    round_preview = stage_queries.get_round_view(event, flight, options)
    refusal, action = refusal or round_preview.refusal, form.cleaned_data["action"]
    flight_info = events.get_overview(event).flight_infos.get(flight)
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "desk-plan"),
        "flight": flight,
        "name": flight_info.name if flight_info else _flight_name(flight),
        "options": options,
        "pairing_state": round_preview.progress,
        "proposal": round_preview.proposal,
        "by_hand": [*(form.rows if action == draw_forms.PUBLISH else ()), *[("", "")] * EMPTY_ROWS],
        **_get_entered_pair(form, action),
        "entered_rounds": form.data.get("rounds", "") if action == draw_forms.ROUNDS else "",
        "is_long": len(round_preview.progress.members) > MAX_LISTED_PLAYERS,
        "is_long_arrivals": len(round_preview.progress.unseated) > MAX_LISTED_PLAYERS,
        "form": form if form.errors else None,
        "refusal": make_refusal_message(
            pairing_obstacles.add_names_to_proof(refusal, round_preview.progress.members)
        )
        if refusal
        else None,
        "reason": form.cleaned_data.get("reason", ""),
        "key": web_forms.new_key(),
        "page_url": request.get_full_path(),
    }
    # To read why no round can be paired is no error; a flight that has no rounds is one.
    is_read = request.method != "POST" and not request.GET and bool(round_preview.progress.members)
    status = BAD_REQUEST if form.errors else get_status(refusal) if refusal and not is_read else 200
    return render(request, "tournaments/play/desk/round.html", context, status=status)


def _get_entered_pair(form: PairRoundForm, action: str) -> dict[str, Any]:
    """Return the two players to keep apart as they were entered, and the reason."""
    is_entered = action == draw_forms.FORBID
    pair = form.rows[0] if is_entered and form.rows else ("", "")
    return {"entered_apart": pair, "apart_reason": form.data.get("reason", "") if is_entered else ""}


def _flight_name(flight: str) -> str:
    try:
        return flight_name(flight)
    except (KeyError, Refusal):
        return flight


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def mini_brackets(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the queue (GET); enter players, start a knockout, or close the series (POST)."""
    if not stage_queries.is_rolling(event):
        raise Http404
    if request.method != "POST":
        return _mini_brackets_page(request, event)
    command = read_command(KNOCKOUT_COMMANDS, request, event)

    def run() -> str | HttpResponse:
        question = _ask_about_bracket(request, event, command)
        if question is not None:
            return question
        lines = _read_arrivals(command)
        outcome = run_or_ask_about_sign_ups(
            request, event, lambda: run_or_ask(request, event, lambda: command.describe(command.run()))
        )
        if isinstance(outcome, str) and lines:
            # The lines that were not entered stay in the box, each with its reason.
            messages.success(request, outcome)
            return _mini_brackets_page(request, event, skipped=lines)
        return outcome

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return _mini_brackets_page(
            request, event, command, refusal=refusal, skipped=_read_arrivals(command) if refusal else ()
        )

    return answer_form(request, command, run, render_page=show, next_url=event_url(command.page, event))


def _ask_about_bracket(request: HttpRequest, event: Event, command: EventCommand) -> HttpResponse | None:
    """Return the page with the question about doubtful names or a bracket of another size, if there is one.

    `confirmed_size` is the number of players that was confirmed.
    """
    doubtful = _find_doubtful_names(command) if isinstance(command, EnterPlayers) else []
    if doubtful:
        return _mini_brackets_page(request, event, command, doubtful=doubtful)
    if not isinstance(command, StartKnockout):
        return None
    count = len(command.cleaned_data["entries"])
    size = stage_queries.get_rolling_queue(event, timezone.now()).size
    is_confirmed = count == size or request.POST.get("confirmed_size") == str(count)
    # One player is no bracket, which the draw refuses.
    if is_confirmed or count < SMALLEST_BRACKET:
        return None
    return _mini_brackets_page(request, event, command, unusual_size=count)


def _read_arrivals(command: EventCommand) -> list[MatchedLine]:
    """Return the lines of arrivals that are not entered, because they are entered or have left."""
    if not isinstance(command, EnterPlayers) or "names" not in command.cleaned_data:
        return []
    lines = _read_names(command, command.cleaned_data["names"])
    return arrivals.find_skipped_lines(command.event, lines)


def _read_names(command: EventCommand, names: str) -> Sequence[MatchedLine]:
    """Return the lines of these names as they are read for whoever gives the command."""
    with_records = may_read_records(command.actor, command.event.tournament.club)
    return entry_queries.read_names(event=command.event, text=names, with_records=with_records)


def _find_doubtful_names(command: EnterPlayers) -> list[MatchedLine]:
    """Return the lines of arrivals that resemble others, unless they have been shown."""
    names, checked = command.cleaned_data["names"], command.cleaned_data["checked"]
    if checked == forms.text_digest(names):
        return []
    return [line for line in _read_names(command, names) if line.is_doubtful]


def _mini_brackets_page(
    request: HttpRequest,
    event: Event,
    command: EventCommand | None = None,
    *,
    refusal: Refusal | None = None,
    doubtful: Sequence[MatchedLine] = (),
    skipped: Sequence[MatchedLine] = (),
    unusual_size: int = 0,
) -> HttpResponse:
    """Show the queue; after a refusal or with a question, with what was entered.

    `skipped` are lines that were not entered, `unusual_size` is the number of players to be confirmed.
    """
    event.refresh_from_db(fields=["status", "version", "draw_commitment"])
    queue = stage_queries.get_rolling_queue(event, timezone.now())
    chosen_entries = {guest.entry.number for guest in queue.guests if guest.is_next}
    if isinstance(command, StartKnockout):
        chosen_entries = set(command.cleaned_data.get("entries", ()))
    skipped_lines = arrivals.describe_skipped_lines(event, skipped, queue)
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "desk-plan"),
        "topics": f"event:{event.pk}",
        "skipped": skipped_lines,
        "names": command.data.get("names", "") if command else "\n".join(line.text for line in skipped_lines),
        "unusual_size": unusual_size,
        "rolling_queue": queue,
        "chosen": chosen_entries,
        "form": command,
        "doubtful": doubtful,
        "checked": forms.text_digest(command.cleaned_data["names"]) if doubtful and command else "",
        "refusal": make_refusal_message(refusal) if refusal else None,
        "key": web_forms.new_key(),
        "page_url": request.path,
    }
    return render(request, "tournaments/play/desk/mini_brackets.html", context)
