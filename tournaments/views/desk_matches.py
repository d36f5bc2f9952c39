"""Matches at the desk: results, rulings and calls."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from matches.models import Match
from matches.queries import desks
from matches.refusal_statuses import get_status
from matches.services import lifecycle, reporting, rulings
from matches.views.errors import make_refusal_message
from matches.views.visitors import get_identity
from rules.errors import Refusal
from tournaments.desk_line_parser import DeskLine
from tournaments.forms import desk as forms
from tournaments.messages.journal import describe_result
from tournaments.models import Event
from tournaments.queries import desk_search
from tournaments.services.calling import start_called_matches
from tournaments.views.decorators import director_view, event_url, require_user
from tournaments.views.desk import make_page_context
from tournaments.views.desk_actions import accepts_json, desk_action, get_event_match
from tournaments.views.responses import see_other

# Key of the session: the last quick line, with the match and the side of its first score.
LAST_LINE = "last-line"
WHITE = "white"


@require_safe
@director_view
def show_match(request: HttpRequest, event: Event, match: str) -> HttpResponse:
    """Show the desk's actions on a match other than its score."""
    match_row = get_event_match(event, match)
    context = {
        **make_page_context(event),
        "match": match_row,
        "free": desks.get_free_tables(event.tournament.desk),
    }
    return render(request, "tournaments/desk_match.html", context)


@desk_action(forms.ScoreForm)
def report_result(request: HttpRequest, event: Event, form: forms.ScoreForm) -> str:
    """Enter a final score; at the desk it counts at once."""
    data = form.cleaned_data
    match = get_event_match(event, data["match"])
    return _report_score(
        request, match, (data["white_score"], data["black_score"]), data["key"], data["version"]
    )


@desk_action(forms.QuickResultForm)
def enter_quick_result(request: HttpRequest, event: Event, form: forms.QuickResultForm) -> str | HttpResponse:
    """Enter the quick line of the desk: a score counts at once, letters alone start a search."""
    if not form.cleaned_data["line"].scores:
        query = urlencode({"q": form.cleaned_data["line"].letters})
        return see_other(f"{event_url('desk-search', event)}?{query}")
    try:
        return _enter_quick_score(request, event, form)
    except Refusal as refusal:
        if not accepts_json(request):
            raise
        reason = make_refusal_message(refusal).sentence
        message = gettext("Not recorded. %(reason)s") % {"reason": reason}
        return JsonResponse({"message": message}, status=get_status(refusal))


def _enter_quick_score(request: HttpRequest, event: Event, form: forms.QuickResultForm) -> str:
    line, key, last = form.cleaned_data["line"], form.cleaned_data["key"], request.session.get(LAST_LINE, {})
    line_key = [line.table, line.letters]
    if key and [key, line_key] == [last.get("key"), last.get("line")]:
        # A repeated submission means the same match, not the one called to that table since.
        match, side = get_event_match(event, last["match"]), last["side"]
    else:
        match, side = _find_match(event, line)
    message = _report_score(request, match, line.scores if side == WHITE else line.scores[::-1], key, None)
    request.session[LAST_LINE] = {"key": key, "line": line_key, "match": match.code, "side": side}
    return message


def _find_match(event: Event, line: DeskLine) -> tuple[Match, str]:
    """Return the match that a quick line means, and the side of its first score."""
    if line.letters:
        return desk_search.find_match(event.tournament.desk, line.letters)
    match = desk_search.match_at_table(event, line.table)
    if match is None:
        raise Refusal("table_empty", table=line.table)
    return match, WHITE


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
    if data["ending"] in services:
        decided_match = services[data["ending"]](winner=data["winner"], **arguments)
    else:
        decided_match = rulings.walk_over(winner=data["winner"] or None, **arguments)
    score = (decided_match.white_score, decided_match.black_score)
    sentence = describe_result(
        str(match.white), str(match.black), score, decided_match.winner, decided_match.ending
    )
    return f"{sentence}."


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
        tournament=event.tournament, codes=form.cleaned_data["matches"], by=require_user(request)
    )
    return ngettext("%(count)s match started.", "%(count)s matches started.", len(started)) % {
        "count": len(started)
    }
