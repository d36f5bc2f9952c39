"""Teams of an event: public pages of teams and meetings, line-ups by captains, desk actions."""

from collections.abc import Callable
from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.models import Player
from matches.names import add_distinction
from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from matches.views.visitors import get_identity, get_user
from rules.errors import Refusal
from tournaments.journal import team_commands
from tournaments.messages import describe_entered
from tournaments.models import Entry, Event, Takes
from tournaments.permissions import may_captain, may_direct
from tournaments.play.desk.views import desk
from tournaments.play.desk.views.actions import (
    asks_about_payouts,
    command_arguments,
    desk_action,
    get_event_entry,
)
from tournaments.play.event_pages.etags import with_event_etag
from tournaments.play.events import event_state
from tournaments.play.teams import queries as team_queries
from tournaments.play.teams import services
from tournaments.play.teams.forms import (
    LineUpForm,
    OpenLineUpsForm,
    PlayOffForm,
    RosterForm,
    StoredLineUpForm,
    TeamNamesForm,
)
from tournaments.play.teams.queries import TeamMeeting, read_teams
from tournaments.web import forms as web_forms
from tournaments.web.decorators import director_view, event_url, public_event_view, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_desk_tabs, make_public_tabs


@require_safe
@public_event_view
@with_event_etag
def teams(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the teams of an event: table, rosters, individual results."""
    if event.takes != Takes.TEAMS.value:
        raise Http404
    return _page(request, event, "teams", {"team_lists": team_queries.get_teams(event)})


@require_safe
@public_event_view
def meeting(request: HttpRequest, event: Event, label: str) -> HttpResponse:
    """Show a meeting with its boards, and line-up forms for captains and the desk."""
    return _meeting_page(request, event, _get_meeting(event, label))


@require_POST
@public_event_view
def line_up(request: HttpRequest, event: Event, label: str) -> HttpResponse:
    """Submit a line-up, as a captain or at the desk."""
    team_meeting, form = _get_meeting(event, label), LineUpForm(request.POST)
    entry = _submitted_team(team_meeting, form)
    identity = get_identity(request)
    if not may_direct(identity.user, event) and not may_captain(identity, entry):
        raise Http404
    codes = form.codes(event.boards)

    def run() -> str:
        require_unchanged(request.POST, _make_stored_form(event, team_meeting, entry))
        if services.submit_line_up(pairing=team_meeting.pairing, entry=entry, codes=codes, identity=identity):
            return gettext("Both line-ups are in: play can start.")
        return gettext("Line-up submitted. It stays hidden until the other team submits theirs.")

    return _answer_meeting_form(request, event, team_meeting, form, run, {entry.number: codes})


@require_POST
@director_view
def open_line_ups(request: HttpRequest, event: Event, label: str) -> HttpResponse:
    """Reveal the line-ups of a meeting; a team without one plays in board order."""
    team_meeting, form = _get_meeting(event, label), OpenLineUpsForm(request.POST)
    form.is_valid()

    def run() -> str:
        key = form.cleaned_data.get("key") or ""
        services.open_line_ups(pairing=team_meeting.pairing, by=require_user(request), key=key)
        return gettext("Line-ups revealed: the boards can be played.")

    return _answer_meeting_form(request, event, team_meeting, form, run)


@require_POST
@director_view
def change_line_up(request: HttpRequest, event: Event, label: str) -> HttpResponse:
    """Change a line-up: a reserve, or the player of a play-off board."""
    team_meeting, form = _get_meeting(event, label), LineUpForm(request.POST)
    entry = _submitted_team(team_meeting, form)
    codes = form.codes(sum(not board.is_extra for board in team_meeting.boards) or event.boards)

    def run() -> str:
        require_unchanged(request.POST, _make_stored_form(event, team_meeting, entry))
        sides, arguments = {entry.number: codes}, command_arguments(request, form)
        services.change_line_ups(pairing=team_meeting.pairing, sides=sides, **arguments)
        return gettext("Line-up changed.")

    return _answer_meeting_form(request, event, team_meeting, form, run, {entry.number: codes})


@require_POST
@director_view
def play_off(request: HttpRequest, event: Event, label: str) -> HttpResponse:
    """Seat a play-off board of a tied meeting."""
    team_meeting, form = _get_meeting(event, label), PlayOffForm(request.POST)
    if not form.is_valid():
        raise Http404
    sides = {side: form.cleaned_data[side] for side in ("white", "black")}

    def run() -> str:
        services.seat_play_off(pairing=team_meeting.pairing, **sides, **command_arguments(request, form))
        return gettext("One more board will be played.")

    return _answer_meeting_form(request, event, team_meeting, form, run)


@require_POST
@director_view
def enter(request: HttpRequest, event: Event) -> HttpResponse:
    """Preview or enter the lines of the team box."""
    if request.POST.get("enter"):
        return _enter(
            request, club=event.tournament.club.slug, tournament=event.tournament.slug, event=event.slug
        )
    text = request.POST.get("names", "")
    lines = read_teams(event=event, text=text)
    is_right = bool(lines) and all(line.fault is None for line in lines)
    extra_context = {"team_lines": lines, "taken": len(lines) if is_right else 0, "posted": {"names": text}}
    return desk.render_desk(request, event, extra_context=extra_context)


@desk_action(TeamNamesForm)
@asks_about_payouts
def _enter(request: HttpRequest, event: Event, form: TeamNamesForm) -> str:
    before = event.entries.count()
    services.enter_teams(event=event, text=form.cleaned_data["names"], **command_arguments(request, form))
    count = event.entries.count() - before
    return describe_entered(event.takes, count)


@require_http_methods(["GET", "HEAD", "POST"])
@director_view
def edit_team(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Edit the roster of a team: one name per line, the captain marked."""
    if event.takes != Takes.TEAMS.value:
        raise Http404
    entry = get_event_entry(event, number)
    form = RosterForm(request.POST or None, initial={"names": _members_text(entry)})

    def run() -> str:
        services.set_roster(entry=entry, names=form.cleaned_data["names"], **command_arguments(request, form))
        return gettext("%(team)s has been updated.") % {"team": entry.player}

    def show(refusal: Refusal | None = None) -> HttpResponse:
        context = {
            "entry": entry,
            "form": form,
            "members": entry.members.select_related("player").order_by("position"),
            "refusal": make_refusal_message(refusal) if refusal else None,
            "key": web_forms.new_key(),
        }
        return _page(request, event, "team", context)

    return answer_form(request, form, run, render_page=show, next_url=event_url("desk", event))


def _members_text(entry: Entry) -> str:
    rows = entry.members.select_related("player").exclude(position=None).order_by("position")
    return "\n".join(f"{_get_clear_name(row.player)}{' (c)' if row.is_captain else ''}" for row in rows)


def _get_clear_name(player: Player) -> str:
    """Return the name by which a roster means this player: that of a namesake with the code."""
    return add_distinction(player.known_name, player.code if player.distinction else "")


def _get_meeting(event: Event, label: str) -> TeamMeeting:
    team_meeting = team_queries.get_meeting(event, label) if event.takes == Takes.TEAMS.value else None
    if team_meeting is None:
        raise Http404
    return team_meeting


def _submitted_team(team_meeting: TeamMeeting, form: LineUpForm) -> Entry:
    if not form.is_valid():
        raise Http404
    teams_of_meeting = (team_meeting.pairing.white_entry, team_meeting.pairing.black_entry)
    entry = next((one for one in teams_of_meeting if one and one.number == form.cleaned_data["entry"]), None)
    if entry is None:
        raise Http404
    return get_object_or_404(
        Entry.objects.select_related("player", "event__tournament__club", "event__tournament__desk"),
        pk=entry.pk,
    )


def _answer_meeting_form(
    request: HttpRequest,
    event: Event,
    team_meeting: TeamMeeting,
    form: Form,
    run: Callable[[], str],
    submitted_codes: dict[int, list[str]] | None = None,
) -> HttpResponse:
    """Run the action of a form of a meeting; a refusal shows it again with the line-up that was sent."""

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return _meeting_page(request, event, team_meeting, refusal=refusal, submitted_codes=submitted_codes)

    next_url = event_url("meeting", event, team_meeting.pairing.label)
    return answer_form(request, form, run, render_page=show, next_url=next_url)


def _meeting_page(
    request: HttpRequest,
    event: Event,
    team_meeting: TeamMeeting,
    *,
    refusal: Refusal | None = None,
    submitted_codes: dict[int, list[str]] | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "meeting": team_meeting,
        "sides": _line_up_forms(request, event, team_meeting, submitted_codes or {}),
        "refusal": make_refusal_message(refusal) if refusal else None,
        "key": web_forms.new_key(),
        "play_off": _play_off_choices(event, team_meeting) if may_direct(get_user(request), event) else None,
    }
    return _page(request, event, "team_match", context)


def _play_off_choices(
    event: Event, team_meeting: TeamMeeting
) -> list[tuple[str, Entry, list[tuple[str, str]]]] | None:
    """Return the players of each team for a play-off board, if one is due."""
    state, label = event_state.get_event_state(event), team_meeting.pairing.label
    white, black = team_meeting.pairing.white_entry, team_meeting.pairing.black_entry
    is_due = label in state.teams.lineups and team_commands.boards_due(state, label) > event.boards
    if not is_due or team_meeting.pairing.decided or white is None or black is None:
        return None
    return [("white", white, _member_choices(white)), ("black", black, _member_choices(black))]


def _member_choices(entry: Entry) -> list[tuple[str, str]]:
    rows = entry.members.select_related("player").exclude(position=None).order_by("position")
    return [(row.player.code, row.player.name) for row in rows]


def _line_up_forms(
    request: HttpRequest, event: Event, team_meeting: TeamMeeting, submitted_codes: dict[int, list[str]]
) -> list[dict[str, Any]]:
    """Return the line-up forms this visitor may submit: all for the desk, the own team's for a captain."""
    identity = get_identity(request)
    is_director = may_direct(identity.user, event)
    sides = []
    for entry in (team_meeting.pairing.white_entry, team_meeting.pairing.black_entry):
        if entry is None or team_meeting.pairing.decided:
            continue
        team_entry = Entry.objects.select_related("event__tournament").get(pk=entry.pk)
        if not is_director and (team_meeting.is_lined_up or not may_captain(identity, team_entry)):
            continue
        sides.append(_line_up_form(event, team_meeting, team_entry, submitted_codes))
    return sides


def _line_up_form(
    event: Event, team_meeting: TeamMeeting, entry: Entry, submitted_codes: dict[int, list[str]]
) -> dict[str, Any]:
    stored = _make_stored_form(event, team_meeting, entry)
    player_codes = submitted_codes.get(entry.number) or [str(field.initial) for field in stored]
    played_boards = {
        board.number for board in team_meeting.boards if board.is_over and board.match is not None
    }
    boards = [
        (number, player_codes[number - 1] if number <= len(player_codes) else "", number in played_boards)
        for number in range(1, event.boards + 1)
    ]
    return {
        "entry": entry,
        "people": _member_choices(entry),
        "boards": boards,
        "stored": stored,
        "is_in": team_meeting.pairing.pending_line_ups.filter(entry=entry).exists(),
    }


def _make_stored_form(event: Event, team_meeting: TeamMeeting, entry: Entry) -> StoredLineUpForm:
    """Return the form of the line-up of a team: that of the meeting, before it that submitted so far."""
    state, pairing = event_state.get_event_state(event), team_meeting.pairing
    pending_line_up = pairing.pending_line_ups.filter(entry=entry).first()
    codes = list(team_commands.players_of(state, pairing.label, entry.number))
    if pending_line_up and not team_meeting.is_lined_up:
        codes = pending_line_up.players
    return StoredLineUpForm(codes, _member_choices(entry))


def _page(request: HttpRequest, event: Event, name: str, context: dict[str, Any]) -> HttpResponse:
    is_director = may_direct(get_user(request), event)
    frame = {
        "event": event,
        "tabs": make_desk_tabs(event, "desk-entries")
        if name == "team"
        else make_public_tabs(event, "teams", is_director=is_director, user=get_user(request)),
        "is_director": is_director,
        "topics": f"event:{event.pk} desk:{event.tournament.desk.code}",
    }
    return render(request, f"tournaments/play/teams/{name}.html", {**frame, **context})
