"""Actions of the desk: on matches, tables and times, the draw, entries."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from matches.models import Match, Player
from matches.names import PAIR_SEPARATOR
from matches.queries.desks import count_tables
from matches.refusal_statuses import get_status
from matches.services import badges, desks, lifecycle, reporting, rulings
from matches.views import links
from matches.views.errors import make_refusal_message
from matches.views.links import make_qr_svg
from matches.views.visitors import get_identity
from rules.errors import Refusal
from tournaments.desk_line_parser import DeskLine
from tournaments.entries_text import NOTHING, MatchedLine
from tournaments.forms import desk as forms
from tournaments.forms import draws as draw_forms
from tournaments.forms.draws import EndStageForm, PublishForm
from tournaments.journal.facts import PARTICULARS
from tournaments.messages.journal import describe_result
from tournaments.models import Entry, Event
from tournaments.queries import call_board, desk_search, draws, journal
from tournaments.queries.entries import read_names
from tournaments.services import draws as draw_services
from tournaments.services import entries as entry_services
from tournaments.services import journal as journal_services
from tournaments.services.calling import add_missing_tables
from tournaments.services.entries import draw_present_entries, mark_all_present, replace_absent, set_presence
from tournaments.views import desk
from tournaments.views.decorators import director_view, event_url, require_user
from tournaments.views.desk import command_arguments, desk_action, get_event_entry, get_event_match
from tournaments.views.navigation import make_desk_tabs
from tournaments.views.responses import BAD_REQUEST, see_other

# Key of the session: the last quick line, with the match and the side of its first score.
LAST_LINE = "last-line"
WHITE = "white"


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
    return _enter_quick_score(request, event, form)


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


@desk_action(forms.TableCountForm, next_page="desk-table-settings")
def set_table_count(request: HttpRequest, event: Event, form: forms.TableCountForm) -> str:
    """Add missing tables; waiting matches are called to them."""
    add_missing_tables(
        tournament=event.tournament, tables=form.cleaned_data["count"], by=require_user(request)
    )
    count = count_tables(event.tournament.desk)
    return ngettext("%(count)s table in the room.", "%(count)s tables in the room.", count) % {"count": count}


@desk_action(forms.TableNameForm, next_page="desk-table-settings")
def name_table(request: HttpRequest, event: Event, form: forms.TableNameForm) -> str:
    """Set or clear the name of a table."""
    number = form.cleaned_data["table"]
    table = get_object_or_404(event.tournament.desk.tables, number=number)
    desks.label_table(table=table, label=form.cleaned_data["label"], by=require_user(request))
    message = gettext("Table %(number)s is now named %(name)s.")
    return message % {"number": number, "name": table}


@desk_action(forms.ReportPolicyForm, next_page="desk-table-settings")
def set_report_policy(request: HttpRequest, event: Event, form: forms.ReportPolicyForm) -> str:
    """Change when a reported result counts, from now on."""
    desks.set_policy(desk=event.tournament.desk, policy=form.cleaned_data["policy"], by=require_user(request))
    return gettext("Result confirmation changed.")


@desk_action(forms.DeskTimesForm, next_page="desk-table-settings")
def set_times(request: HttpRequest, event: Event, form: forms.DeskTimesForm) -> str:
    """Change lateness penalties, when a report becomes final by itself, and the clock."""
    data = form.cleaned_data
    desks.set_times(
        desk=event.tournament.desk,
        scale=data["scale"],
        final_after=data["final_after"],
        clock=data["clock"],
        by=require_user(request),
    )
    return gettext("Times changed.")


@desk_action(draw_forms.DrawForm)
def draw_flight(request: HttpRequest, event: Event, form: draw_forms.DrawForm) -> str:
    """Make the draw, or repeat it with a new seed before it is published."""
    make_draw = draw_present_entries if form.cleaned_data["absent"] else draw_services.draw
    make_draw(
        event=event,
        flight=form.cleaned_data["flight"],
        seeds=_get_seeds(event, form.cleaned_data),
        options=_get_draw_options(event, form.cleaned_data),
        **command_arguments(request, form),
    )
    return gettext("The draw is made. Only the desk can see it until you publish it.")


def _get_seeds(event: Event, data: dict[str, Any]) -> tuple[int, ...]:
    """Return the seeded entries, strongest first."""
    if data["seeding"] == draw_forms.RATING:
        return draws.get_rated_seeds(event, data["count"])
    if data["seeding"] == draw_forms.SAME:
        return draws.get_current_seeds(event, data["flight"])
    return data["order"] if data["seeding"] == draw_forms.MANUAL else ()


def _get_draw_options(event: Event, data: dict[str, Any]) -> dict[str, Any] | None:
    """Return the options of the draw, None if they were not on the form."""
    if not data["has_options"]:
        return None
    blocks = "blocks" if data["blocks"] else "fixed"
    return dict(draws.get_draw_options(event, blocks=blocks, apart=tuple(data["apart"])))


@desk_action(PublishForm)
def publish(request: HttpRequest, event: Event, form: PublishForm) -> str:
    """Publish the draw of a stage, or all draws; with `pair`, the first round is paired too."""
    pairs_round = form.cleaned_data["pair"]
    publish_draw = draw_services.publish_and_pair if pairs_round else draw_services.publish
    publish_draw(event=event, flight=form.cleaned_data["flight"], **command_arguments(request, form))
    are_called = call_board.has_matches_at_tables(event)
    if pairs_round:
        return (
            gettext("Draw published, round 1 paired; first matches called.")
            if are_called
            else gettext("Draw published, round 1 paired. Its matches are called when a table is free.")
        )
    return gettext("Draw published; first matches called.") if are_called else gettext("Draw published.")


@desk_action(EndStageForm)
def end_stage(request: HttpRequest, event: Event, form: EndStageForm) -> str:
    """End a stage: its table is final."""
    draw_services.end_stage(
        event=event, flight=form.cleaned_data["flight"], **command_arguments(request, form)
    )
    return gettext("Stage ended; its standings are final.")


@desk_action(forms.UndoCommandForm)
def undo(request: HttpRequest, event: Event, form: forms.UndoCommandForm) -> str:
    """Undo the last command, or the given one."""
    line = journal_services.undo(
        event=event, command=form.cleaned_data["command"], **command_arguments(request, form)
    )
    return f"{journal.describe_command(event, line.command)}."


@desk_action(forms.UndoCommandForm)
def redo(request: HttpRequest, event: Event, form: forms.UndoCommandForm) -> str:
    """Redo the last undone command."""
    line = journal_services.redo(
        event=event, command=form.cleaned_data["command"], **command_arguments(request, form)
    )
    return f"{journal.describe_command(event, line.command)}."


@require_POST
@director_view
def enter_names(request: HttpRequest, event: Event) -> HttpResponse:
    """Preview or enter the lines of the entry box.

    Two names combined as a pair become a line, and the box is previewed again.
    """
    pair = _pair_line(request)
    # The two other buttons of the box are actions of their own, which load the event and the form again.
    for name, view in (("enter", _enter), ("wait", _enter_waiting)):
        if request.POST.get(name) and not pair:
            tournament = event.tournament
            return view(request, club=tournament.club.slug, tournament=tournament.slug, event=event.slug)
    text = "\n".join(filter(None, (forms.get_pasted_text(request.POST), pair)))
    lines = read_names(event=event, text=text)
    extra_context = {
        "checked": lines,
        "doubtful": [line for line in lines if line.is_doubtful],
        "entry_count": _count_entries(lines),
        "pairs": any(line.members for line in lines),
        "details": any(line.about != NOTHING for line in lines),
        "was": forms.text_digest(text),
        "posted": {"names": text},
    }
    return desk.render_desk(request, event, extra_context=extra_context)


def _pair_line(request: HttpRequest) -> str:
    """Return the line of two players combined as a pair, or ""."""
    names = [request.POST.get(name, "").strip() for name in ("first", "second")]
    return PAIR_SEPARATOR.join(names) if any(names) else ""


def _count_entries(lines: Sequence[MatchedLine]) -> int:
    """Return the number of entries to create; 0 while a line is invalid."""
    return 0 if any(line.is_wrong for line in lines) else sum(line.is_taken for line in lines)


@desk_action(forms.EntryNamesForm)
def _enter(request: HttpRequest, event: Event, form: forms.EntryNamesForm) -> str:
    before = event.entries.count()
    entry_services.enter_names(
        event=event, names=form.cleaned_data["names"], **command_arguments(request, form)
    )
    return gettext("%(count)s players entered.") % {"count": event.entries.count() - before}


@desk_action(forms.EntryNamesForm)
def _enter_waiting(request: HttpRequest, event: Event, form: forms.EntryNamesForm) -> str:
    before = event.entries.count()
    entry_services.enter_waiting(
        event=event, names=form.cleaned_data["names"], **_keyed_arguments(request, form)
    )
    return gettext("On the waiting list: %(count)s more.") % {"count": event.entries.count() - before}


def _keyed_arguments(request: HttpRequest, form: forms.EntryNamesForm) -> dict[str, Any]:
    """Return the command arguments with a key, which a command of several lines needs."""
    arguments = command_arguments(request, form)
    return {**arguments, "key": arguments["key"] or forms.new_key()}


@desk_action(forms.EntryForm)
def withdraw_entry(request: HttpRequest, event: Event, form: forms.EntryForm) -> str:
    """Withdraw an entry from its remaining matches."""
    entry = get_event_entry(event, form.cleaned_data["entry"])
    entry_services.withdraw(entry=entry, **command_arguments(request, form))
    return gettext("%(name)s has been withdrawn.") % {"name": entry.player}


def _badge_holder(entry: Entry, member: str) -> Player:
    """Return the badge holder: the player, or a member of a team (default: its captain)."""
    if not entry.player.is_team:
        return entry.player
    people = entry.members.select_related("player")
    candidates = people.filter(player__code=member) if member else people.filter(is_captain=True)
    return get_object_or_404(candidates).player


@require_POST
@director_view
def entry_badge(request: HttpRequest, event: Event) -> HttpResponse:
    """Issue a new badge for an entry and show its link once, with a QR code."""
    form = forms.EntryForm(request.POST)
    if not form.is_valid():
        return desk.render_desk(request, event)
    entry = get_event_entry(event, form.cleaned_data["entry"])
    try:
        holder = _badge_holder(entry, request.POST.get("member", ""))
        badge = badges.issue_badge(desk=event.tournament.desk, player=holder, by=require_user(request))
    except Refusal as refusal:
        return desk.render_desk(request, event, refusal=refusal)
    link = links.build_public_url(request, f"{reverse('badge')}#{badge.token}")
    context = {"event": event, "entry": entry, "holder": holder, "link": link, "code": make_qr_svg(link)}
    response = render(request, "tournaments/badge.html", context)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@director_view
def mark_presence(request: HttpRequest, event: Event) -> HttpResponse:
    """Mark an entry as checked in, absent, waiting or not marked; all as checked in if none is named.

    The desk reopens at the marked entry.
    """
    form = draw_forms.CheckInForm(request.POST)
    if not form.is_valid():
        response = desk.render_desk(request, event)
        response.status_code = BAD_REQUEST
        return response
    number, arguments = form.cleaned_data["entry"], command_arguments(request, form)
    try:
        if number is None:
            mark_all_present(event=event, **arguments)
        else:
            get_event_entry(event, number)
            presence_value = form.cleaned_data["presence"]
            set_presence(event=event, entries=[number], presence=presence_value, **arguments)
    except Refusal as refusal:
        return desk.render_desk(request, event, refusal=refusal)
    return see_other(f"{event_url('desk', event)}#entry-{number or 'list'}")


@desk_action(draw_forms.StepInForm)
def step_in(request: HttpRequest, event: Event, form: draw_forms.StepInForm) -> str:
    """Replace an absent player with an alternate from the waiting list."""
    data = form.cleaned_data
    absent, alternate = get_event_entry(event, data["absent"]), get_event_entry(event, data["alternate"])
    replace_absent(
        event=event,
        absent=absent.number,
        alternate=alternate.number,
        flight=data["flight"],
        **command_arguments(request, form),
    )
    return gettext("%(alternate)s plays for %(absent)s.") % {
        "alternate": alternate.player,
        "absent": absent.player,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def entry(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Edit the details of an entry."""
    entry_row = get_event_entry(event, number)
    current_details = {name: getattr(entry_row, name) or "" for name in PARTICULARS}
    if request.method != "POST":
        form = draw_forms.EntryDetailsForm(initial=current_details)
        return _entry_page(request, event, entry_row, form)
    form = draw_forms.EntryDetailsForm(request.POST)
    if not form.is_valid():
        return _entry_page(request, event, entry_row, form, status=BAD_REQUEST)
    try:
        entry_services.describe(
            event=event, particulars={number: form.particulars}, **command_arguments(request, form)
        )
    except Refusal as refusal:
        # The service has changed the status and the version of this object before it refused.
        event.refresh_from_db(fields=["status", "version"])
        return _entry_page(request, event, entry_row, form, status=get_status(refusal), refusal=refusal)
    messages.success(request, gettext("Details of %(name)s corrected.") % {"name": entry_row.player})
    return see_other(f"{event_url('desk', event)}#entry-{number}")


def _entry_page(
    request: HttpRequest,
    event: Event,
    entry_row: Entry,
    form: draw_forms.EntryDetailsForm,
    *,
    status: int = 200,
    refusal: Refusal | None = None,
) -> HttpResponse:
    context = {
        "event": event,
        "tabs": make_desk_tabs(event, "desk-entries"),
        "entry": entry_row,
        "form": form,
        "key": forms.new_key(),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "tournaments/entry.html", context, status=status)
