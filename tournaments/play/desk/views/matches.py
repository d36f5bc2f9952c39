"""Matches at the desk: results, rulings and calls."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from matches.models import Match
from matches.queries import desks
from matches.refusal_statuses import get_status
from matches.services import lifecycle, reporting, rulings
from matches.states import Status
from matches.views.errors import make_refusal_message
from matches.views.visitors import get_identity
from rules.errors import Refusal
from tournaments.messages.journal import describe_result
from tournaments.models import Event
from tournaments.play.changes.queries.missed_stages import get_loser_stage
from tournaments.play.desk import forms
from tournaments.play.desk.queries import quick_lines
from tournaments.play.desk.views.actions import answer_desk_form, desk_action, get_event_match
from tournaments.play.desk.views.desk import make_page_context, render_desk
from tournaments.play.events.desk_line_parser import DeskLine
from tournaments.play.events.unopposed_entries import list_unopposed_without_winner
from tournaments.play.schedule.services.calling import start_called_matches
from tournaments.web.decorators import director_view, event_url, require_user
from tournaments.web.form_views import describe_form_errors
from tournaments.web.responses import BAD_REQUEST, see_other

# Key of the session: the last quick line, with its key and time, the match and the side of its first score.
LAST_LINE = "last-line"


@require_safe
@director_view
def show_match(request: HttpRequest, event: Event, match: str) -> HttpResponse:
    """Show the desk's actions on a match other than its score."""
    match_row = get_event_match(event, match)
    is_final = match_row.status == Status.SETTLED.value
    context = {
        **make_page_context(event),
        "match": match_row,
        "free": desks.get_free_tables(event.tournament.desk),
        "unopposed": [] if is_final else list_unopposed_without_winner(match_row),
        "loser_stage": get_loser_stage(match_row),
    }
    return render(request, "tournaments/play/desk/desk_match.html", context)


@desk_action(forms.ScoreForm)
def report_result(request: HttpRequest, event: Event, form: forms.ScoreForm) -> str:
    """Enter a final score; at the desk it counts at once."""
    data = form.cleaned_data
    match = get_event_match(event, data["match"])
    return _report_score(
        request, match, (data["white_score"], data["black_score"]), data["key"], data["version"]
    )


@require_POST
@director_view
def enter_quick_result(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter the quick line of the desk: a score counts at once, letters alone start a search.

    If another match can be meant than the line would be recorded for, the answer is a question. The script
    of the desk, which sends lines while others are typed, gets the message or the question as JSON.
    """
    form = forms.QuickResultForm(request.POST)
    if form.is_valid() and not form.cleaned_data["line"].scores:
        query = urlencode({"q": form.cleaned_data["line"].letters})
        return see_other(f"{event_url('desk-search', event)}?{query}")
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        return _answer_script(request, event, form)
    return answer_desk_form(request, event, form, lambda: _enter_or_ask(request, event, form))


def _enter_or_ask(request: HttpRequest, event: Event, form: forms.QuickResultForm) -> str | HttpResponse:
    """Record a score and return the message, or return the desk with the question."""
    try:
        return _enter_quick_score(request, event, form)[1]
    except Refusal as refusal:
        question = _make_question(refusal, event, form)
        if not question:
            raise
        return render_desk(request, event, extra_context=question, status=get_status(refusal))


def _answer_script(request: HttpRequest, event: Event, form: forms.QuickResultForm) -> JsonResponse:
    """Record a score and return what `static/desk.js` shows beside the line."""
    if not form.is_valid():
        return JsonResponse({"message": describe_form_errors(form)}, status=BAD_REQUEST)
    try:
        match, message = _enter_quick_score(request, event, form)
    except Refusal as refusal:
        reason = make_refusal_message(refusal).sentence
        message = gettext("Not recorded. %(reason)s") % {"reason": reason}
        other = {"is_of_another_match": True} if refusal.code == "line_of_another_match" else {}
        answer = {"message": message, **_make_question(refusal, event, form), **other}
        return JsonResponse(answer, status=get_status(refusal))
    correction = event_url("desk-correct", event, match.code)
    return JsonResponse({"message": message, "match": match.code, "correction": correction})


def _make_question(refusal: Refusal, event: Event, form: forms.QuickResultForm) -> dict[str, Any]:
    """Return what the page asks about a line, empty without a question: the matches buttons record it for."""
    if refusal.code in quick_lines.UNCLEAR_LETTERS:
        choices = [
            _describe_choice(target)
            for target in quick_lines.list_possible_targets(event, form.cleaned_data["line"])
        ]
        return {"question": {"reason": make_refusal_message(refusal).sentence, "choices": choices}}
    if refusal.code not in quick_lines.QUESTIONS:
        return {}
    button = gettext("Record %(white)s %(white_score)s–%(black_score)s %(black)s") % refusal.facts
    facts = {name: refusal.facts[name] for name in ("match", "version")}
    return {"question": {"reason": make_refusal_message(refusal).sentence, "button": button, **facts}}


def _describe_choice(target: quick_lines.LineTarget) -> dict[str, Any]:
    """Return the button that records a line for one of the matches that it can mean."""
    match, (first, second) = target.match, target.line.scores
    is_white = target.side == quick_lines.WHITE
    player, opponent = (match.white, match.black) if is_white else (match.black, match.white)
    names = {"white": player.desk_name, "black": opponent.desk_name}
    button = gettext("Record %(white)s %(white_score)s–%(black_score)s %(black)s") % {
        **names,
        "white_score": first,
        "black_score": second,
    }
    return {"button": button, "match": match.code, "version": match.version, "side": target.side}


def _enter_quick_score(request: HttpRequest, event: Event, form: forms.QuickResultForm) -> tuple[Match, str]:
    """Record the score of a quick line; return the match and what was recorded."""
    line, key, last = form.cleaned_data["line"], form.cleaned_data["key"], _get_last_line(request)
    version = None
    if key and last and [key, line.table, line.letters] == [last["key"], last["table"], last["letters"]]:
        # A repeated submission means the same match, not the one called to that table since.
        match, side = get_event_match(event, last["match"]), last["side"]
    else:
        target, version = _find_target(request, event, form)
        match, side = target.match, target.side
    score = line.scores if side == quick_lines.WHITE else line.scores[::-1]
    message = _report_score(request, match, score, key, version)
    request.session[LAST_LINE] = {
        **asdict(line),
        **{"key": key, "match": match.code, "side": side, "at": timezone.now().timestamp()},
    }
    return match, message


def _find_target(
    request: HttpRequest, event: Event, form: forms.QuickResultForm
) -> tuple[quick_lines.LineTarget, int | None]:
    """Return the match a line means, and its version if the line names it. Raises the `QUESTIONS`."""
    data, last = form.cleaned_data, _get_last_line(request)
    if data["match"]:
        match = get_event_match(event, data["match"])
        return quick_lines.find_seen_target(event, data["line"], match, data["side"]), data["version"]
    target = quick_lines.find_target(event, data["line"], seen_matches=data["seen"])
    last_line = None
    if last:
        line = DeskLine(last["table"], last["letters"], tuple(last["scores"]))
        last_line = quick_lines.LastLine(line, last["match"], datetime.fromtimestamp(last["at"], tz=UTC))
    quick_lines.require_no_doubt(target, seen_matches=data["seen"], last=last_line, now=timezone.now())
    return target, None


def _get_last_line(request: HttpRequest) -> dict[str, Any]:
    """Return the last quick line of this session, empty without one."""
    last: dict[str, Any] = request.session.get(LAST_LINE, {})
    return last if "at" in last else {}


@desk_action(forms.MatchCommandForm)
def confirm(request: HttpRequest, event: Event, form: forms.MatchCommandForm) -> str:
    """Confirm a reported result."""
    match = get_event_match(event, form.cleaned_data["match"])
    open_report = match.reports.filter(state="open").first()
    if open_report is None:
        raise Refusal("report_absent", match=match.code)
    reporting.confirm(
        match=match, report=open_report, identity=get_identity(request), version=form.cleaned_data["version"]
    )
    return _recorded_message(match, open_report.white_score, open_report.black_score)


@desk_action(forms.DeskRulingForm)
def rule(request: HttpRequest, event: Event, form: forms.DeskRulingForm) -> str:
    """Decide a disputed match."""
    data = form.cleaned_data
    match = get_event_match(event, data["match"])
    rulings.rule_on_match(
        match=match,
        white_score=data["white_score"],
        black_score=data["black_score"],
        law=data["law"],
        reason=data["reason"],
        by=require_user(request),
        version=data["version"],
    )
    return _recorded_message(match, data["white_score"], data["black_score"])


@desk_action(forms.DeskAwardForm)
def award(request: HttpRequest, event: Event, form: forms.DeskAwardForm) -> str:
    """Decide a match that is not played to its end: forfeited, retired or a walkover."""
    data = form.cleaned_data
    match = get_event_match(event, data["match"])
    services = {"forfeit": rulings.forfeit, "retired": rulings.retire}
    arguments = {"match": match, "by": require_user(request), "version": data["version"]}
    unopposed = [] if data["winner"] else list_unopposed_without_winner(match)
    if data["ending"] in services:
        decided_match = services[data["ending"]](winner=data["winner"], **arguments)
    else:
        decided_match = rulings.walk_over(winner=data["winner"] or None, **arguments)
    score = (decided_match.white_score, decided_match.black_score)
    sentence = describe_result(
        str(match.white), str(match.black), score, decided_match.winner, decided_match.ending
    )
    recorded = " ".join(f"{each}." for each in (sentence, *unopposed))
    missing = _describe_missing(match)
    if not missing:
        return recorded
    link_text = gettext("If they come, put them in from the page of this match.")
    address = event_url("desk-match", event, match.code)
    return format_html('{} {} <a href="{}">{}</a>', recorded, " ".join(missing), address, link_text)


def _describe_missing(match: Match) -> list[str]:
    """Return a sentence about each no-show of a match who is not in the stage of its losers."""
    loser_stage = get_loser_stage(match)
    if loser_stage is None:
        return []
    sentence = gettext("%(name)s is not in %(stage)s.")
    return [
        sentence % {"name": entry.player.desk_name, "stage": loser_stage.name}
        for entry in loser_stage.missing
    ]


@desk_action(forms.CallMatchForm)
def call(request: HttpRequest, event: Event, form: forms.CallMatchForm) -> str:
    """Call a match to another table."""
    data = form.cleaned_data
    match = get_event_match(event, data["match"])
    table = get_object_or_404(event.tournament.desk.tables, number=data["table"])
    lifecycle.call_match(match=match, table=table, by=require_user(request), version=data["version"])
    names = {"table": table, "white": match.white, "black": match.black}
    return gettext("%(white)s – %(black)s: table %(table)s.") % names


def _report_score(
    request: HttpRequest, match: Match, score: tuple[int, ...], key: str, version: int | None
) -> str:
    reporting.report(
        match=match,
        white_score=score[0],
        black_score=score[1],
        identity=get_identity(request),
        key=key,
        version=version,
    )
    return _recorded_message(match, *score)


def _recorded_message(match: Match, white_score: int, black_score: int) -> str:
    return gettext("Recorded: %(white)s %(white_score)s–%(black_score)s %(black)s.") % {
        "white": match.white,
        "black": match.black,
        "white_score": white_score,
        "black_score": black_score,
    }


@desk_action(forms.StartedMatchesForm)
def begin_all(request: HttpRequest, event: Event, form: forms.StartedMatchesForm) -> str:
    """Start the late matches that the page showed: their players are at the board."""
    started = start_called_matches(
        tournament=event.tournament, codes=form.cleaned_data["codes"], by=require_user(request)
    )
    return ngettext("%(count)s match started.", "%(count)s matches started.", len(started)) % {
        "count": len(started)
    }
