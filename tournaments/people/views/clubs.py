"""Pages of clubs: overview, a new tournament, calendars; the home page; clubs of the site."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.accounts.queries import has_accounts
from matches.seen_values import require_unchanged
from matches.services import live
from matches.views.errors import render_refusal
from matches.views.links import build_public_url, describe_link
from matches.views.visitors import get_identity, get_user
from tournaments import registry
from tournaments.exchange import ics
from tournaments.models import Club, Event, EventStatus, Tournament
from tournaments.people.forms import clubs as forms_clubs
from tournaments.people.forms.clubs import ClubPageForm, HostReasonForm
from tournaments.people.queries import clubs, home, members
from tournaments.people.queries import clubs as club_queries
from tournaments.people.queries.first_steps import get_first_steps
from tournaments.people.services import clubs as club_services
from tournaments.permissions import may_create_club, may_direct, may_host, may_manage
from tournaments.play.draws.plan_forms import FormatForm
from tournaments.play.teams.forms import EntryTypeForm
from tournaments.play.tournaments import forms as tournaments_forms
from tournaments.play.tournaments.queries import expected_players, weekly_nights
from tournaments.play.tournaments.queries import tournaments as tournament_queries
from tournaments.play.tournaments.queries.tonight import find_list_to_close
from tournaments.play.tournaments.queries.tournaments import TournamentSummary
from tournaments.play.tournaments.services import tournaments
from tournaments.ratings.queries import rating_tables
from tournaments.registry import club_notices
from tournaments.seasons.queries import season_tables
from tournaments.web import club_pages, etags
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import (
    View,
    event_url,
    get_club,
    get_managed_club,
    get_tournament,
    public_club_view,
    require_user,
)
from tournaments.web.etags import with_etag
from tournaments.web.form_views import answer_form
from tournaments.web.responses import see_other


def with_front_page_etag(view: View) -> View:
    """Add an ETag to a club's front page, also from day, matches in play and membership."""

    def version(request: HttpRequest, club: Club) -> etags.Version:
        user = get_user(request)
        is_director, is_manager = may_direct(user, club), may_manage(user, club)
        notices = club_notices(club, user)
        rights = (is_director, notices, is_manager, user.pk if user else None)
        # Only managers see them.
        lacks_results = is_manager and get_first_steps(club, is_director=is_director).earlier_results
        own_players = sorted(get_identity(request).player_ids)
        page = (*club_pages.of_club(club), *clubs.front_page_version(club, timezone.now()))
        return (*page, *rights, lacks_results, *own_players)

    return with_etag(version, view)


TOP_ROWS, UPCOMING_TOURNAMENTS = 5, 5
# A stream has a limited number of topics; two are those of the club and of its own desk.
MAX_DESK_TOPICS = live.TOPICS_MAX - 2


@require_safe
@public_club_view
@with_front_page_etag
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the overview of a club: upcoming and running tournaments, season and ratings."""
    season = season_tables.seasons_of(club).first()
    rating_list = rating_tables.rating_lists_of(club).first()
    table = season_tables.get_standings(season) if season else None
    user = get_user(request)
    is_director, is_manager = may_direct(user, club), may_manage(user, club)
    identity, now = get_identity(request), timezone.now()
    upcoming = weekly_nights.get_upcoming(club, now)
    open_lists = expected_players.get_open_lists(club, upcoming, now)
    summaries = tournament_queries.list_tournaments(club, user=user)
    archived = tournament_queries.archived_tournaments(club)
    context = {
        "summaries": summaries,
        "archived": archived,
        "first_steps": get_first_steps(club, is_director=is_director) if is_manager else None,
        "upcoming_tournaments": expected_players.select_shown(upcoming, open_lists, UPCOMING_TOURNAMENTS),
        "open_lists": open_lists,
        "own_player": expected_players.get_own_player(identity),
        "own_places": {
            key: expected_players.find_own_places(one.people, identity) for key, one in open_lists.items()
        },
        "live": club_queries.get_live_matches(club),
        "last": tournament_queries.get_last_winners(summaries, archived),
        "own": members.membership_of(club, user) if user else None,
        "nights": weekly_nights.get_nights(club),
        "topics": " ".join(_topics(club, summaries)),
        "links": [link for links in registry.club_links(club, user) for link in links],
        "notices": [notice for notices in registry.club_notices(club, user) for notice in notices],
        "season": season,
        "top": table.rows[:TOP_ROWS] if table else (),
        "rated": rating_tables.rating_table(rating_list)[:TOP_ROWS] if rating_list else (),
    }
    return _overview_page(request, club, "club", context)


def _topics(club: Club, summaries: Iterable[TournamentSummary]) -> list[str]:
    """Return the live topics of the page: the club, and the desks in use."""
    running = (one for one in summaries if any(event.status == EventStatus.PUBLISHED for event in one.events))
    desks = [club.desk, *(one.tournament.desk for one in islice(running, MAX_DESK_TOPICS))]
    return [f"club:{club.pk}", *(f"desk:{desk.code}" for desk in desks)]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_page(request: HttpRequest, club: str) -> HttpResponse:
    """Show the form of a club's public page, membership policy and casual matches, or save it (POST)."""
    managed_club = get_club(club)
    if not may_manage(require_user(request), managed_club):
        raise Http404
    form = ClubPageForm(request.POST or None, initial=ClubPageForm.get_initial(managed_club))

    def run() -> str:
        require_unchanged(request.POST, form)
        club_services.update_page(
            club=managed_club, page=club_services.ClubPage(**form.cleaned_data), by=require_user(request)
        )
        return gettext("Page saved.")

    context = {**club_page_context(request, managed_club, "club"), "form": form, "page_url": request.path}
    show = partial(render_refusal, request, "tournaments/people/edit_page.html", context)
    next_url = reverse("club", args=[managed_club.slug])
    return answer_form(request, form, run, render_page=show, next_url=next_url)


@login_required
@require_safe
def show_members_view(request: HttpRequest, club: str) -> HttpResponse:
    """Show managers the public address of the club, who can open it, and what is seen there."""
    managed_club = get_managed_club(request, club)
    link = build_public_url(request, reverse("club", args=[managed_club.slug]))
    context = {**club_page_context(request, managed_club, "club"), **describe_link(link)}
    return render(request, "tournaments/people/members_view.html", context)


@login_required
@require_POST
def dismiss_first_steps(request: HttpRequest, club: str) -> HttpResponse:
    """Hide the first steps from the page of a club."""
    managed_club = get_managed_club(request, club)
    club_services.dismiss_first_steps(club=managed_club, by=require_user(request))
    messages.success(request, gettext("The first steps are hidden. “Edit this page” shows them again."))
    return see_other(reverse("club", args=[managed_club.slug]))


def _describe_created_tournament(event: Event) -> str:
    """Return the message after the first event of a tournament, with the way to the next one."""
    address = reverse("add-event", args=[event.tournament.club.slug, event.tournament.slug])
    return format_html(
        '{} <a href="{}">{}</a>', gettext("Tournament created."), address, gettext("Add another event")
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create_tournament(request: HttpRequest, club: str) -> HttpResponse:
    """Show the form of a new tournament, or create it and go to its desk (POST)."""
    directed_club = get_club(club)
    if not may_direct(require_user(request), directed_club):
        raise Http404
    form = tournaments_forms.NewTournamentForm(
        request.POST or None, initial=tournaments_forms.NewTournamentForm.get_initial(timezone.now())
    )
    format_form = FormatForm(request.POST or None, initial=FormatForm.get_initial())
    entry_form = EntryTypeForm(request.POST or None, initial=EntryTypeForm.get_initial())

    def run() -> HttpResponse:
        values, lengths = form.cleaned_data, format_form.cleaned_data
        event = tournaments.create_tournament_with_event(
            club=directed_club,
            by=require_user(request),
            lengths=(lengths["length"][0], lengths["consolation_length"][0]),
            plan=format_form.plan(),
            entry_type=entry_form.entry_type(),
            name=values["name"],
            starts_at=values["starts_at"],
            setup=tournaments.TournamentSetup(values["tables"], values["policy"], values["is_draft"]),
        )
        messages.success(request, _describe_created_tournament(event))
        return see_other(event_url("desk", event))

    parts = {"form": form, "format": format_form, "entry_form": entry_form}
    context = {**club_page_context(request, directed_club, "create_tournament"), **parts}
    context["page_url"] = request.path
    show = partial(render_refusal, request, "tournaments/people/create_tournament.html", context)
    sent_forms = (form, format_form, entry_form)
    return answer_form(request, sent_forms, run, render_page=show, next_url=request.path)


def _overview_page(
    request: HttpRequest, club: Club, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    page_context = {**club_page_context(request, club, name), **context}
    return render(request, f"tournaments/people/{name}.html", page_context, status=status)


@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    """Show the home page: events in play and upcoming, clubs, and those of the user."""
    user = get_user(request)
    overview, letters = home.get_home_events(), request.GET.get("find", "")[:80]
    clubs = club_queries.get_club_page(letters, request.GET.get("page", ""))
    own_clubs = club_queries.clubs_directed_by(user.pk) if user else ()
    context = {
        "overview": overview,
        "clubs": clubs,
        "has_accounts": bool(clubs) or user is not None or has_accounts(),
        "command": settings.COMMAND,
        "find": letters,
        "own": own_clubs,
        "list_to_close": find_list_to_close(own_clubs[0], timezone.now()) if len(own_clubs) == 1 else None,
        "belonging": club_queries.memberships_of_user(user) if user else (),
        "run_tournaments": club_queries.list_run_tournaments(user) if user else (),
        "may_create_club": may_create_club(user),
        "topics": " ".join(f"event:{event.pk}" for event in overview.running),
    }
    return render(request, "tournaments/people/home.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create_club(request: HttpRequest) -> HttpResponse:
    """Create a club; its creator becomes its director."""
    if not may_create_club(require_user(request)):
        raise Http404
    form = forms_clubs.NewClubForm(request.POST or None)

    def run() -> HttpResponse:
        club = club_services.create_club(name=form.cleaned_data["name"], by=require_user(request))
        text = gettext("%(club)s has been created. You are its director.")
        messages.success(request, text % {"club": club.name})
        return see_other(reverse("club", args=[club.slug]))

    context = {"form": form, "page_url": request.path}
    show = partial(render_refusal, request, "tournaments/people/create_club.html", context)
    return answer_form(request, form, run, render_page=show, next_url=request.path)


@login_required
@require_safe
def site_clubs(request: HttpRequest) -> HttpResponse:
    """Show the host all clubs with members, tournaments and latest tournament, filtered by name."""
    _require_host(request)
    letters = request.GET.get("find", "")[:80]
    context: dict[str, Any] = {
        "page": club_queries.get_all_clubs_page(letters, request.GET.get("page", "")),
        "find": letters,
        "founding_policy": settings.FOUNDING,
    }
    return render(request, "tournaments/people/all_clubs.html", context)


@login_required
@require_POST
def change_site_club(request: HttpRequest, club: str, action_name: str) -> HttpResponse:
    """Archive or reopen a club, as the host."""
    _require_host(request)
    hosted_club = get_object_or_404(Club, slug=club)
    form = HostReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    if action_name == "archive":
        club_services.archive(club=hosted_club, by=require_user(request), reason=reason)
        messages.success(request, gettext("%(club)s is archived.") % {"club": hosted_club.name})
    elif action_name == "reopen":
        club_services.reopen(club=hosted_club, by=require_user(request), reason=reason)
        messages.success(request, gettext("%(club)s is active again.") % {"club": hosted_club.name})
    else:
        raise Http404
    return see_other(reverse("site-clubs"))


def _require_host(request: HttpRequest) -> None:
    if not may_host(require_user(request)):
        raise Http404


@require_safe
@public_club_view
def club_calendar(request: HttpRequest, club: Club) -> HttpResponse:
    """Return the calendar feed of a club's tournaments and upcoming weekly tournaments."""
    page = request.build_absolute_uri(reverse("club", args=[club.slug]))
    dates = [
        *weekly_nights.get_tournament_dates(club, _tournament_link(request)),
        *weekly_nights.get_night_dates(club, timezone.now(), page),
    ]
    return _calendar_response(club.name, dates, f"{club.slug}.ics")


@require_safe
def tournament_calendar(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Return the calendar feed of one tournament."""
    tournament_row = get_tournament(request, club, tournament)
    return _calendar_response(
        tournament_row.name,
        weekly_nights.get_dates_of_tournament(tournament_row, _tournament_link(request)),
        f"{tournament_row.slug}.ics",
    )


def _tournament_link(request: HttpRequest) -> Callable[[Tournament], str]:
    return lambda tournament: request.build_absolute_uri(
        reverse("tournament", args=[tournament.club.slug, tournament.slug])
    )


def _calendar_response(name: str, dates: Iterable[ics.CalendarEvent], file: str) -> HttpResponse:
    response = HttpResponse(ics.write_calendar(name, dates), content_type=ics.ICS_TYPE)
    response["Content-Disposition"] = f'inline; filename="{file}"'
    response["Cache-Control"] = "public, max-age=300"
    return response
