"""Views of leagues: seasons, opening a season, its desk, and the fixtures of a player."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.models import Match
from matches.permissions import find_matches_reported_by
from matches.queries.occasions import get_occasions
from matches.refusal_statuses import get_status as refusal_status
from matches.views.errors import make_refusal_message, render_refusal
from matches.views.visitors import get_identity, get_user
from rules.errors import Refusal
from tournaments.importing.queries import exports
from tournaments.leagues import commands, forms, queries
from tournaments.leagues.deadlines import EXTENSION
from tournaments.leagues.models import LeagueSeason
from tournaments.leagues.outdated_divisions import OutdatedDivisions, find_outdated_divisions
from tournaments.leagues.services import seasons
from tournaments.models import Club, Event, EventStatus
from tournaments.name_lists.entry_details import MatchedLine
from tournaments.people.queries.member_records import find_guests
from tournaments.people.queries.members import get_members
from tournaments.permissions import may_direct, may_read_records
from tournaments.play.desk.forms import text_digest
from tournaments.play.desk.views.actions import command_arguments
from tournaments.play.entrants.queries.entries import read_member_names
from tournaments.play.entrants.queries.namesakes import list_names_apart
from tournaments.registry import own_tasks
from tournaments.web.club_pages import club_page_context
from tournaments.web.command import Command
from tournaments.web.csv_files import make_csv_response
from tournaments.web.decorators import (
    director_view,
    event_url,
    get_club,
    public_club_view,
    public_event_view,
    require_user,
)
from tournaments.web.form_views import answer_form
from tournaments.web.forms import new_key
from tournaments.web.navigation import make_desk_tabs, make_public_tabs
from tournaments.web.responses import BAD_REQUEST, see_other

STATUSES_BEFORE_START = (EventStatus.DRAFT, EventStatus.DRAWN)


@require_safe
@public_club_view
def index(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the league seasons of a club."""
    context = {"leagues": list(queries.list_seasons(club, get_user(request)))}
    return render(request, "leagues/index.html", {**club_page_context(request, club, "leagues"), **context})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_league(request: HttpRequest, club: str) -> HttpResponse:
    """Create a season; the director sees the divisions before it begins."""
    league_club = get_club(club)
    if not may_direct(require_user(request), league_club):
        raise Http404
    rows = [row for row in get_members(league_club) if row.player and not row.player.is_pair]
    names = list_names_apart([row.player for row in rows if row.player])
    proposal = forms.LeagueForm.proposal(timezone.localdate(), names, len(find_guests(league_club, rows)))
    form = forms.LeagueForm(request.POST or None, initial=proposal)
    doubtful: Sequence[MatchedLine] = ()
    if form.is_valid():
        doubtful = _find_doubtful_names(request, league_club, form.cleaned_data["names"])

    def run() -> HttpResponse:
        if doubtful:
            return show()
        league = seasons.open_league(
            club=league_club,
            name=form.cleaned_data["name"],
            terms=form.terms(),
            span=form.span(),
            roster=form.roster(),
            by=require_user(request),
            policy=form.cleaned_data["policy"],
        )
        _warn_of_other_sizes(request, league, form.roster().sizes)
        return see_other(event_url("desk-league", league.event))

    def show(refusal: Refusal | None = None) -> HttpResponse:
        context = {
            "form": form,
            "page_url": request.path,
            "doubtful": doubtful,
            "checked": text_digest(form.cleaned_data["names"]) if doubtful else "",
        }
        page = {**club_page_context(request, league_club, "leagues"), **context}
        return render_refusal(request, "leagues/new.html", page, refusal)

    return answer_form(request, form, run, render_page=show, next_url=request.path)


def _find_doubtful_names(request: HttpRequest, club: Club, text: str) -> Sequence[MatchedLine]:
    """Return the lines of a list of names that resemble members, unless they have been shown."""
    if request.POST.get("checked") == text_digest(text):
        return ()
    lines = read_member_names(club=club.pk, text=text, with_records=may_read_records(request.user, club))
    return [line for line in lines if line.is_doubtful]


def _warn_of_other_sizes(request: HttpRequest, league: LeagueSeason, sizes: Sequence[int]) -> None:
    """Say that the divisions of a new season are not of the sizes entered (0: no size was given)."""
    count = league.event.entries.count()
    if all(sizes) and sum(sizes) != count:
        warning = gettext(
            "The divisions have %(places)s places, but there are %(players)s players: check the divisions "
            "before the season starts."
        )
        messages.warning(request, warning % {"places": sum(sizes), "players": count})


@require_safe
@public_event_view
def show_season(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the divisions: table, crosstable, open matches with their deadlines."""
    page = queries.get_season_page(season_or_404(event), timezone.localdate(), get_user(request))
    is_director = may_direct(get_user(request), event)
    context: dict[str, Any] = {
        "page": page,
        "event": event,
        "is_director": is_director,
        "tabs": make_public_tabs(event, "league", is_director=is_director),
        "topics": f"event:{event.pk}",
        "follow": request.GET.get("player", ""),
    }
    return render(request, "leagues/league.html", context)


@require_safe
@public_event_view
def download_table(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Download the table of a division."""
    season_or_404(event)
    tables = exports.list_table_sheets(event)
    if not 1 <= number <= len(tables):
        raise Http404
    return make_csv_response(tables[number - 1], f"{event.slug}-{number}")


@require_safe
@director_view
def desk(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the league desk of a season."""
    return _render_desk(request, event)


@require_POST
@director_view
def run_desk_action(request: HttpRequest, event: Event, action_name: str) -> HttpResponse:
    """Run the command of the league desk, or the action of one of its other forms, with this name."""
    league = season_or_404(event)
    form: Form
    run: Callable[[], str | HttpResponse]
    if action_name in COMMANDS:
        command = COMMANDS[action_name](
            request.POST, event=event, actor=require_user(request), initial=_get_stored_span(league)
        )
        form, run = command, partial(_run_command, request, command)
    elif action_name in OTHER_ACTIONS:
        form_class, action = OTHER_ACTIONS[action_name]
        form = form_class(request.POST)
        run = partial(action, request, event, form)
    else:
        raise Http404

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return _render_desk(request, event, refusal, status=200 if refusal else BAD_REQUEST)

    return answer_form(request, form, run, render_page=show, next_url=event_url("desk-league", event))


def _run_command(request: HttpRequest, command: Command) -> str:
    command.require_unchanged(request.POST)
    return command.describe(command.run())


@require_POST
@director_view
def start_next(request: HttpRequest, event: Event) -> HttpResponse:
    """Start the next season with the final divisions of this one, or the manual ones in the form."""
    league, form = season_or_404(event), forms.PlacementForm(request.POST)
    form.is_valid()

    def run() -> HttpResponse:
        next_season = seasons.start_next_season(
            league=league,
            by=require_user(request),
            divisions=form.divisions_by_entry(),
            version=form.cleaned_data.get("version"),
        )
        names = {"name": next_season.event.name, "former": event.name}
        text = gettext(
            "%(name)s is ready to start. Badges of %(former)s do not act there; a club badge acts in every "
            "season."
        )
        messages.success(request, text % names)
        return see_other(event_url("desk-league", next_season.event))

    show = partial(_render_desk, request, event)
    return answer_form(request, (), run, render_page=show, next_url=request.path)


@never_cache
@require_safe
@public_club_view
def own_fixtures(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the open league matches of this device's badge or account."""
    return _render_own_fixtures(request, club)


@require_POST
@public_club_view
def run_fixture_command(request: HttpRequest, club: Club, action_name: str) -> HttpResponse:
    """Run the command of a player with this name, about the match of the club in the field `match`."""
    if action_name not in FIXTURE_COMMANDS:
        raise Http404
    match_form = forms.MatchForm(request.POST)
    code = match_form.cleaned_data["match"] if match_form.is_valid() else ""
    match = get_object_or_404(queries.list_league_matches(club), code=code)
    command = FIXTURE_COMMANDS[action_name](request.POST, match=match, identity=get_identity(request))

    next_url = reverse("own-fixtures", args=[club.slug])

    def run() -> HttpResponse:
        result = command.run()
        messages.success(request, command.describe(result))
        _warn_of_missed_deadline(request, club, match, getattr(result, "play_at", None))
        return see_other(next_url)

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return _render_own_fixtures(request, club, refusal, status=200 if refusal else BAD_REQUEST)

    return answer_form(request, command, run, render_page=show, next_url=next_url)


def _warn_of_missed_deadline(
    request: HttpRequest, club: Club, match: Match, play_at: datetime | None
) -> None:
    """Say that a proposed time is after the deadline of its match."""
    if play_at is None:
        return
    own = queries.list_fixtures(get_identity(request), club, timezone.localdate())
    last_day = next((fixture.last_day for fixture in own if fixture.match.pk == match.pk), None)
    if last_day is not None and timezone.localdate(play_at) > last_day:
        warning = gettext(
            "The time is after the deadline of the match, %(day)s: ask the desk to extend it, or propose "
            "another."
        )
        messages.warning(request, warning % {"day": date_format(last_day, "j F")})


def season_or_404(event: Event) -> LeagueSeason:
    """Return the league season of an event, or 404."""
    season = LeagueSeason.objects.filter(event=event).select_related("previous").first()
    if season is None:
        raise Http404(gettext("This event is not a league."))
    season.event = event
    return season


def _render_desk(
    request: HttpRequest,
    event: Event,
    refusal: Refusal | None = None,
    status: int = 200,
    doubtful: Sequence[MatchedLine] = (),
) -> HttpResponse:
    event.refresh_from_db()
    league, today = season_or_404(event), timezone.localdate()
    context = {
        "page": queries.get_season_page(league, today, get_user(request)),
        "outdated": _list_outdated_divisions(league),
        "event": event,
        "is_director": True,
        "tabs": make_desk_tabs(event, "desk-league"),
        "topics": f"event:{event.pk}",
        "has_not_begun": event.status in STATUSES_BEFORE_START,
        "typed_name": request.POST.get("name", ""),
        "typed_division": request.POST.get("division", ""),
        "doubtful": doubtful,
        "checked": text_digest(request.POST.get("name", "").strip()) if doubtful else "",
        "is_over": event.status == EventStatus.FINISHED,
        "posted": request.POST,
        "span": commands.RescheduleSeason(
            request.POST if "starts_on" in request.POST else None,
            event=event,
            initial=_get_stored_span(league),
        ),
        "key": new_key(),
        "today": today,
        "suggested_deadline": _suggest_deadline(league, today),
        "refusal": make_refusal_message(refusal) if refusal else None,
        "asks_after_season": refusal is not None and refusal.code == "deadline_after_season",
        "has_invalid_input": status == BAD_REQUEST,
    }
    code = refusal_status(refusal) if refusal else status
    return render(request, "leagues/desk.html", context, status=code)


def _suggest_deadline(league: LeagueSeason, today: date) -> date:
    """Return a later day for a match: within a season that has not ended."""
    day = today + EXTENSION
    return min(day, league.ends_on) if today <= league.ends_on else day


def _get_stored_span(league: LeagueSeason) -> dict[str, Any]:
    return {"starts_on": league.starts_on, "ends_on": league.ends_on, "pace": league.pace}


def _list_outdated_divisions(league: LeagueSeason) -> list[OutdatedDivisions]:
    """Return what corrections have made out of date: this season, and the next one."""
    former = [find_outdated_divisions(league.previous)] if league.previous else []
    return [outdated for outdated in (*former, find_outdated_divisions(league)) if outdated is not None]


def _render_own_fixtures(
    request: HttpRequest, club: Club, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    identity = get_identity(request)
    players = queries.list_own_players(identity, club)
    today = timezone.localdate()
    open_fixtures = queries.list_fixtures(identity, club, today)
    context: dict[str, Any] = {
        "club": club,
        "today": today,
        "posted": request.POST,
        "players": players,
        "fixtures": open_fixtures,
        "tasks": [task for tasks in own_tasks(identity, club) for task in tasks],
        "occasions": get_occasions([fixture.match.pk for fixture in open_fixtures]),
        "own_reports": find_matches_reported_by(identity, [fixture.match for fixture in open_fixtures]),
        "badge_of_other_place": queries.get_badge_of_other_place(identity, club),
        "own_keys": {
            entry.player_id
            for fixture in open_fixtures
            for entry in fixture.entries
            if any(player.may_act_for(entry.player) for player in players)
        },
        "refusal": make_refusal_message(refusal) if refusal else None,
        "has_invalid_input": status == BAD_REQUEST,
    }
    code = refusal_status(refusal) if refusal else status
    return render(request, "leagues/own_fixtures.html", context, status=code)


def _place_entries(request: HttpRequest, event: Event, form: forms.PlacementForm) -> str:
    arguments = command_arguments(request, form)
    seasons.place_entries(
        event=event,
        divisions=form.divisions_by_entry(),
        by=arguments["by"],
        version=arguments["version"],
        former_version=form.cleaned_data["former_version"],
    )
    return gettext("Divisions saved.")


def _enter_player(request: HttpRequest, event: Event, form: forms.NewPlayerForm) -> str | HttpResponse:
    doubtful = _find_doubtful_names(request, event.tournament.club, form.cleaned_data["name"])
    if doubtful:
        return _render_desk(request, event, doubtful=doubtful)
    player = {"name": form.cleaned_data["name"], "division": form.cleaned_data["division"]}
    entry = seasons.enter_player(event=event, **player, **command_arguments(request, form))
    return gettext("%(name)s added.") % {"name": entry.player.name}


COMMANDS: Mapping[str, type[Command]] = {command.name: command for command in commands.SEASON_COMMANDS}
FIXTURE_COMMANDS: Mapping[str, type[commands.FixtureCommand]] = {
    command.name: command for command in commands.FIXTURE_COMMANDS
}
# Actions whose requests of the API have other bodies, with their forms.
OTHER_ACTIONS: Mapping[str, tuple[type[Form], Callable[..., str | HttpResponse]]] = {
    "place": (forms.PlacementForm, _place_entries),
    "enter": (forms.NewPlayerForm, _enter_player),
}
DESK_ACTIONS = (*COMMANDS, *OTHER_ACTIONS)
