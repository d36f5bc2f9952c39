"""Actions of the desk: on a match, on the tables and times of the room, and on the draw."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, ngettext

from matches.models import Match
from matches.queries.desks import count_tables
from matches.services import awards, desks, lifecycle, reporting, rulings
from matches.views.visitors import get_identity
from rules.errors import Refusal
from tournaments.desk_lines import Spoken
from tournaments.forms import desk as forms
from tournaments.forms import draws as draw_forms
from tournaments.forms.draws import Ending, Stage
from tournaments.models import Event
from tournaments.phrases.journal import ended
from tournaments.queries import draws, entries, journal
from tournaments.services import command_undo, draw_services, presence, rounds
from tournaments.services.tables import add_missing_tables
from tournaments.views.actions import command_arguments, desk_action, get_event_match
from tournaments.views.decorators import event_url, require_user
from tournaments.views.responses import see_other

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
        return entries.find_match(event.tournament.desk, line.letters)
    match = entries.match_at_table(event, line.table)
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


@desk_action(forms.Room)
def set_table_count(request: HttpRequest, event: Event, form: forms.Room) -> str:
    """Put up what is missing; waiting matches are called to the new tables."""
    add_missing_tables(
        tournament=event.tournament, tables=form.cleaned_data["count"], by=require_user(request)
    )
    count = count_tables(event.tournament.desk)
    return ngettext("%(count)s table in the room.", "%(count)s tables in the room.", count) % {"count": count}


@desk_action(forms.TableName)
def name_table(request: HttpRequest, event: Event, form: forms.TableName) -> str:
    """Call a table by a name ("Stream"), or by its number again."""
    number = form.cleaned_data["table"]
    table = get_object_or_404(event.tournament.desk.tables, number=number)
    desks.label_table(table=table, label=form.cleaned_data["label"], by=require_user(request))
    message = gettext("Table %(number)s was named %(name)s.")
    return message % {"number": number, "name": table}


@desk_action(forms.House)
def set_report_policy(request: HttpRequest, event: Event, form: forms.House) -> str:
    """Change when a reported result counts, from now on."""
    desks.set_policy(desk=event.tournament.desk, policy=form.cleaned_data["policy"], by=require_user(request))
    return gettext("Result confirmation changed.")


@desk_action(forms.Times)
def set_times(request: HttpRequest, event: Event, form: forms.Times) -> str:
    """Change what coming late costs, when a report becomes final by itself, and the clock."""
    data = form.cleaned_data
    desks.set_times(
        desk=event.tournament.desk,
        scale=data["scale"],
        final_after=data["final_after"],
        clock=data["clock"],
        by=require_user(request),
    )
    return gettext("Times changed.")


@desk_action(draw_forms.Draw)
def draw(request: HttpRequest, event: Event, form: draw_forms.Draw) -> str:
    """Make the draw, or make it again with fresh lots before it is published."""
    make_draw = presence.draw_present_entries if form.cleaned_data["absent"] else draw_services.draw
    make_draw(
        event=event,
        flight=form.cleaned_data["flight"],
        seeds=_seeds(event, form.cleaned_data),
        options=_options(event, form.cleaned_data),
        **command_arguments(request, form),
    )
    return gettext("The draw is made. Only the desk can see it until you publish it.")


def _seeds(event: Event, data: dict[str, Any]) -> tuple[int, ...]:
    """Who is seeded, strongest first."""
    if data["seeding"] == draw_forms.RATING:
        return draws.rated_seeds(event, data["count"])
    if data["seeding"] == draw_forms.SAME:
        return draws.standing_seeds(event, data["flight"])
    return data["order"] if data["seeding"] == draw_forms.MANUAL else ()


def _options(event: Event, data: dict[str, Any]) -> dict[str, Any] | None:
    if not data["wished"]:
        return None
    blocks = "blocks" if data["blocks"] else "fixed"
    return dict(draws.get_draw_options(event, blocks=blocks, apart=tuple(data["apart"])))


@desk_action(Stage)
def publish(request: HttpRequest, event: Event, form: Stage) -> str:
    """Show the draw of a stage, or of all that are drawn, to everybody."""
    draw_services.publish(event=event, flight=form.cleaned_data["flight"], **command_arguments(request, form))
    return gettext("Draw published; first matches called.")


@desk_action(Ending)
def end(request: HttpRequest, event: Event, form: Ending) -> str:
    """No further round of a stage: its table stands."""
    rounds.end_stage(event=event, flight=form.cleaned_data["flight"], **command_arguments(request, form))
    return gettext("Stage ended; its standings are final.")


@desk_action(forms.Undoing)
def undo(request: HttpRequest, event: Event, form: forms.Undoing) -> str:
    """Take back the last command, or the one that is named."""
    line = command_undo.undo(
        event=event, command=form.cleaned_data["command"], **command_arguments(request, form)
    )
    return f"{journal.describe_command(event, line.command)}."


@desk_action(forms.Undoing)
def redo(request: HttpRequest, event: Event, form: forms.Undoing) -> str:
    """Do again what was undone last."""
    line = command_undo.redo(
        event=event, command=form.cleaned_data["command"], **command_arguments(request, form)
    )
    return f"{journal.describe_command(event, line.command)}."
