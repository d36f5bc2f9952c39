"""Desk actions on a match: result, confirmation, ruling, walk-over."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from matches.models import Match
from matches.services import awards, lifecycle, reporting, rulings
from matches.views.visitors import get_identity
from rules.errors import Refusal
from tournaments.desk_lines import Spoken
from tournaments.forms import desk as forms
from tournaments.models import Event
from tournaments.phrases.journal import ended
from tournaments.queries import finding
from tournaments.views.acting import desk_action, get_event_match
from tournaments.views.answers import see_other
from tournaments.views.doors import event_url, require_user

LAST_LINE, WHITE = "last-line", "white"


@desk_action(forms.Score)
def result(request: HttpRequest, event: Event, form: forms.Score) -> str:
    """Enter a final score; at the desk it counts at once."""
    data = form.cleaned_data
    match = get_event_match(event, data["match"])
    return _report_score(
        request, match, (data["white_score"], data["black_score"]), data["key"], data["version"]
    )


@desk_action(forms.Quick)
def quick(request: HttpRequest, event: Event, form: forms.Quick) -> str | HttpResponse:
    """Enter the quick line of the desk: a score counts at once, letters alone start a search."""
    if not form.cleaned_data["line"].scores:
        query = urlencode({"q": form.cleaned_data["line"].letters})
        return see_other(f"{event_url('desk-find', event)}?{query}")
    return _enter_quick_score(request, event, form)


def _enter_quick_score(request: HttpRequest, event: Event, form: forms.Quick) -> str:
    line, key, last = form.cleaned_data["line"], form.cleaned_data["key"], request.session.get(LAST_LINE, {})
    line_key = [line.table, line.letters]
    if key and [key, line_key] == [last.get("key"), last.get("who")]:
        # Sent twice, the line means the match it was written for, not the one called to that table since.
        match, side = get_event_match(event, last["match"]), last["side"]
    else:
        match, side = _find_match(event, line)
    message = _report_score(request, match, line.scores if side == WHITE else line.scores[::-1], key, None)
    request.session[LAST_LINE] = {"key": key, "who": line_key, "match": match.code, "side": side}
    return message


def _find_match(event: Event, line: Spoken) -> tuple[Match, str]:
    """The match, and the side whose points come first."""
    if line.letters:
        return finding.find_match(event.tournament.desk, line.letters)
    match = finding.match_at_table(event, line.table)
    if match is None:
        raise Refusal("table_empty", table=line.table)
    return match, WHITE


@desk_action(forms.OneMatch)
def confirm(request: HttpRequest, event: Event, form: forms.OneMatch) -> str:
    """Confirm a reported result."""
    match = get_event_match(event, form.cleaned_data["match"])
    claim = match.reports.filter(state="open").first()
    if claim is None:
        raise Refusal("report_absent", match=match.code)
    reporting.confirm(
        match=match, report=claim, identity=get_identity(request), version=form.cleaned_data["version"]
    )
    return _recorded_message(match, claim.white_score, claim.black_score)


@desk_action(forms.Ruling)
def rule(request: HttpRequest, event: Event, form: forms.Ruling) -> str:
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


@desk_action(forms.Award)
def award(request: HttpRequest, event: Event, form: forms.Award) -> str:
    """Close a match that is not played to its end."""
    data = form.cleaned_data
    match = get_event_match(event, data["match"])
    services = {"forfeit": awards.forfeit, "retired": awards.retire}
    arguments = {"match": match, "by": require_user(request), "version": data["version"]}
    if data["ending"] in services:
        closed = services[data["ending"]](winner=data["winner"], **arguments)
    else:
        closed = awards.walk_over(winner=data["winner"] or None, **arguments)
    score = (closed.white_score, closed.black_score)
    return f"{ended(str(match.white), str(match.black), score, closed.winner, closed.ending)}."


@desk_action(forms.Call)
def call(request: HttpRequest, event: Event, form: forms.Call) -> str:
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
