"""Deeds upon one match: result, confirmation, ruling, walk-over."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from matches.models import Match
from matches.services import awards, lifecycle, reporting, rulings
from matches.views.visitors import identity_of
from rules.errors import Refusal
from tournaments.desk_lines import Spoken
from tournaments.forms import desk as forms
from tournaments.models import Event
from tournaments.phrases.journal import ended
from tournaments.queries import finding
from tournaments.views.acting import deed, match_of
from tournaments.views.answers import see
from tournaments.views.doors import address, director

LAST_LINE, WHITE = "last-line", "white"


@deed(forms.Score)
def result(request: HttpRequest, event: Event, form: forms.Score) -> str:
    """Enter a final score; at the desk it counts at once."""
    asked = form.cleaned_data
    match = match_of(event, asked["match"])
    return _settle(
        request, match, (asked["white_score"], asked["black_score"]), asked["key"], asked["version"]
    )


@deed(forms.Quick)
def quick(request: HttpRequest, event: Event, form: forms.Quick) -> str | HttpResponse:
    """The one box of the desk: a score counts at once, letters without one are looked for."""
    if not form.cleaned_data["line"].scores:
        found = urlencode({"q": form.cleaned_data["line"].letters})
        return see(f"{address('desk-find', event)}?{found}")
    return _score(request, event, form)


def _score(request: HttpRequest, event: Event, form: forms.Quick) -> str:
    line, key, last = form.cleaned_data["line"], form.cleaned_data["key"], request.session.get(LAST_LINE, {})
    who = [line.table, line.letters]
    if key and [key, who] == [last.get("key"), last.get("who")]:
        # Sent twice, the line means the match it was written for, not the one called to that table since.
        match, side = match_of(event, last["match"]), last["side"]
    else:
        match, side = _meant(event, line)
    said = _settle(request, match, line.scores if side == WHITE else line.scores[::-1], key, None)
    request.session[LAST_LINE] = {"key": key, "who": who, "match": match.code, "side": side}
    return said


def _meant(event: Event, line: Spoken) -> tuple[Match, str]:
    """The match, and the side whose points come first."""
    if line.letters:
        return finding.match_meant(event.tournament.desk, line.letters)
    match = finding.table_of(event, line.table)
    if match is None:
        raise Refusal("table_empty", table=line.table)
    return match, WHITE


@deed(forms.OneMatch)
def confirm(request: HttpRequest, event: Event, form: forms.OneMatch) -> str:
    """Give the second word for a reported result."""
    match = match_of(event, form.cleaned_data["match"])
    claim = match.reports.filter(state="open").first()
    if claim is None:
        raise Refusal("report_absent", match=match.code)
    reporting.confirm(
        match=match, report=claim, identity=identity_of(request), version=form.cleaned_data["version"]
    )
    return _stands(match, claim.white_score, claim.black_score)


@deed(forms.Ruling)
def rule(request: HttpRequest, event: Event, form: forms.Ruling) -> str:
    """Decide a disputed match."""
    asked = form.cleaned_data
    match = match_of(event, asked["match"])
    rulings.rule(
        match=match,
        white_score=asked["white_score"],
        black_score=asked["black_score"],
        law=asked["law"],
        reason=asked["reason"],
        by=director(request),
        version=asked["version"],
    )
    return _stands(match, asked["white_score"], asked["black_score"])


@deed(forms.Award)
def award(request: HttpRequest, event: Event, form: forms.Award) -> str:
    """Close a match that is not played to its end."""
    asked = form.cleaned_data
    match = match_of(event, asked["match"])
    services = {"forfeit": awards.forfeit, "retired": awards.retire}
    given = {"match": match, "by": director(request), "version": asked["version"]}
    if asked["ending"] in services:
        closed = services[asked["ending"]](winner=asked["winner"], **given)
    else:
        closed = awards.walk_over(winner=asked["winner"] or None, **given)
    score = (closed.white_score, closed.black_score)
    return f"{ended(str(match.white), str(match.black), score, closed.winner, closed.ending)}."


@deed(forms.Call)
def call(request: HttpRequest, event: Event, form: forms.Call) -> str:
    """Call a match to another table."""
    asked = form.cleaned_data
    match = match_of(event, asked["match"])
    table = get_object_or_404(event.tournament.desk.tables, number=asked["table"])
    lifecycle.call(match=match, table=table, by=director(request), version=asked["version"])
    names = {"table": table, "white": match.white, "black": match.black}
    return gettext("%(white)s – %(black)s: table %(table)s.") % names


def _settle(request: HttpRequest, match: Match, score: tuple[int, ...], key: str, version: int | None) -> str:
    reporting.report(
        match=match,
        white_score=score[0],
        black_score=score[1],
        identity=identity_of(request),
        key=key,
        version=version,
    )
    return _stands(match, *score)


def _stands(match: Match, white_score: int, black_score: int) -> str:
    return gettext("Recorded: %(white)s %(white_score)s–%(black_score)s %(black)s.") % {
        "white": match.white,
        "black": match.black,
        "white_score": white_score,
        "black_score": black_score,
    }
