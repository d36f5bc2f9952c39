"""Members of a club: the list and its actions, badges, offers of offices, officials."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.models import Player
from matches.refusal_statuses import get_status as status_of_refusal
from matches.services import badges, players
from matches.views import links, visitors
from matches.views.errors import make_refusal_message, render_refusal
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.models import Club, Membership, Role, Tournament
from tournaments.name_lists.entry_details import mark_person
from tournaments.name_lists.line_labels import NEW_PERSON
from tournaments.people import commands
from tournaments.people.commands import (
    MEMBER_COMMANDS_BY_NAME,
    MEMBER_PAGE,
    OFFER_ANSWERS,
    USERNAME_SECONDS,
    USERNAMES_PER_PERIOD,
    MemberCommand,
    offer_message,
)
from tournaments.people.forms import clubs as club_forms
from tournaments.people.forms.clubs import TournamentOfficialForm
from tournaments.people.queries import member_records
from tournaments.people.queries import members as member_queries
from tournaments.people.queries import office_offers as offer_queries
from tournaments.people.queries.office_offers import offers_of_club, offers_of_tournament
from tournaments.people.record_commands import RECORD_COMMANDS_BY_NAME
from tournaments.people.services import members as member_services
from tournaments.people.services import office_offers, officials
from tournaments.people.views import member_pages
from tournaments.people.views.role_offers import get_role_page, list_offers_with_links
from tournaments.permissions import is_director, may_direct, may_manage
from tournaments.play.tournaments.queries.officials import get_official, officials_of
from tournaments.registry import official_sections
from tournaments.web.club_pages import club_page_context
from tournaments.web.command import Command
from tournaments.web.decorators import get_club, get_tournament, public_club_view, require_user
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_tournament_tabs
from tournaments.web.responses import BAD_REQUEST, see_other


def badge_page(request: HttpRequest, club: Club, player: Player, back: tuple[str, str]) -> HttpResponse:
    """Issue a badge for a player of the club and show it once; `back` is the link (URL, text) of the page."""
    issued = badges.issue_badge(desk=club.desk, player=player, by=require_user(request))
    link = links.build_public_url(request, f"{reverse('badge')}#{issued.token}")
    context = {"player": player, "back": back, **links.describe_link(link)}
    response = render(request, "tournaments/people/badge.html", context)
    response["Cache-Control"] = "no-store"
    return response


MEMBER_ACTIONS: Mapping[str, type[MemberCommand]] = {**MEMBER_COMMANDS_BY_NAME, **RECORD_COMMANDS_BY_NAME}


@require_safe
@public_club_view
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the members; officers also see former members and possible duplicates."""
    return members_page(request, club)


@login_required
@require_POST
def act_on_member(request: HttpRequest, club: str, membership: int, action_name: str) -> HttpResponse:
    """Run an officer's action on a member."""
    managed_club = _get_managed_club(request, club)
    row = get_object_or_404(_club_memberships(managed_club), pk=membership)
    if action_name not in MEMBER_ACTIONS:
        raise Http404
    command_class = MEMBER_ACTIONS[action_name]
    options = command_class.get_page_options(row)
    command = command_class(request.POST, membership=row, actor=require_user(request), **options)
    if command.page == MEMBER_PAGE:
        return member_pages.run_on_member_page(request, row, command)
    refused = {"refused_member": row.pk, "posted": request.POST}
    return _run_command(request, managed_club, command, refused)


@login_required
@require_POST
def badge(request: HttpRequest, club: str, membership: int) -> HttpResponse:
    """Issue a badge of the club's desk to a member and show it once."""
    current_club = get_club(club)
    if not may_direct(require_user(request), current_club):
        raise Http404
    row = get_object_or_404(_club_memberships(current_club).exclude(player=None), pk=membership)
    player = row.player
    if player is None or row.left_at is not None:
        raise Http404
    back = (reverse("members", args=[current_club.slug]), gettext("Back to the members"))
    return badge_page(request, current_club, player, back)


@login_required
@require_POST
def enrol(request: HttpRequest, club: str) -> HttpResponse:
    """Add a member by name, without an account."""
    managed_club = _get_managed_club(request, club)
    form = club_forms.NewMemberNameForm(request.POST)
    if not form.is_valid():
        return members_page(request, managed_club, status=BAD_REQUEST, refused={"enrolling": form})

    name, distinction = form.cleaned_data["name"], form.cleaned_data["distinction"]
    line = mark_person(name, NEW_PERSON) if request.POST.get("another") else name
    try:
        row = member_services.enrol_by_name(
            club=managed_club, name=line, distinction=distinction, by=require_user(request)
        )
    except Refusal as refusal:
        # The manager has then to say whether another person of the name is meant.
        is_namesake = refusal.code == "already_member"
        namesake = club_forms.NewMemberNameForm(request.POST, auto_id="namesake-%s") if is_namesake else None
        return members_page(request, managed_club, refusal, refused={"enrolling": form, "namesake": namesake})
    messages.success(request, gettext("%(name)s is now a member.") % {"name": str(row.player)})
    return see_other(reverse("members", args=[managed_club.slug]))


@login_required
@require_POST
def appoint(request: HttpRequest, club: str) -> HttpResponse:
    """Offer a role in the club to a user, by username."""
    managed_club = _get_managed_club(request, club)
    command = commands.OfferRole(request.POST, club=managed_club, actor=require_user(request))
    return _run_command(request, managed_club, command, {"appointing": command})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, club: str) -> HttpResponse:
    """Join a club that is open to all, under a player name."""
    joined_club, user = get_club(club), require_user(request)
    form = club_forms.JoinClubForm(request.POST or None)
    own_player = Player.objects.filter(user=user).first()

    def run() -> str:
        require_player_name(form, own_player)
        row = member_services.join(club=joined_club, user=user, name=form.cleaned_data["name"])
        return welcome_message(row)

    def show(refusal: Refusal | None = None) -> HttpResponse:
        context = {"club": joined_club, "form": form, "own": own_player}
        context["membership"] = member_queries.membership_of(joined_club, user)
        return render_refusal(request, "tournaments/people/join.html", context, refusal)

    next_url = reverse("club", args=[joined_club.slug])
    return answer_form(request, form, run, render_page=show, next_url=next_url)


@login_required
@require_POST
def leave(request: HttpRequest, club: str) -> HttpResponse:
    """Leave a club; results stay."""
    left_club, user = get_club(club), require_user(request)
    row = member_queries.membership_of(left_club, user)
    if row is None:
        raise Http404
    return _run_command(request, left_club, commands.LeaveClub(request.POST, membership=row, actor=user))


@login_required
@require_safe
def audit_log(request: HttpRequest, club: str) -> HttpResponse:
    """Show the audit log of the club, newest first."""
    managed_club = _get_managed_club(request, club)
    context = {"page": member_queries.get_log_page(managed_club, request.GET.get("page", ""))}
    return render(
        request,
        "tournaments/people/audit_log.html",
        {**club_page_context(request, managed_club, "members"), **context},
    )


def members_page(
    request: HttpRequest,
    club: Club,
    refusal: Refusal | None = None,
    status: int = 200,
    refused: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Render the members of the club, with an optional refusal.

    `refused` are forms that were refused, and what was entered for a member: see `_make_manager_context`.
    """
    user, letters = get_user(request), request.GET.get("find", "")[:80]
    is_manager = may_manage(user, club)
    # Account names are for officers; others see player names.
    rows = [row for row in member_queries.get_members(club) if is_manager or row.player is not None]
    shown_memberships = (
        member_queries.find_members_at_desk(rows, letters)
        if is_manager
        else member_queries.find_members(rows, letters)
    )
    guests = member_records.find_guests(club, rows)
    context: dict[str, Any] = {
        "memberships": shown_memberships,
        "all": len(rows),
        "member_count": len(rows) - len(guests),
        "guests": guests,
        "find": letters,
        "own": member_queries.membership_of(club, user) if user else None,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "unread": status == BAD_REQUEST,
    }
    if user is not None and (is_manager or may_direct(user, club)):
        context["near"] = member_queries.suggest_merges(club, user)
    if is_manager:
        context |= _make_manager_context(request, club, rows, letters) | dict(refused or {})
    code = status_of_refusal(refusal) if refusal else status
    page_context = {**club_page_context(request, club, "members"), **context}
    return render(request, "tournaments/people/members.html", page_context, status=code)


def _make_manager_context(
    request: HttpRequest, club: Club, rows: Sequence[Membership], letters: str
) -> dict[str, Any]:
    """Return what only the managers of a club see on the page of its members; `letters` are searched for.

    After a refusal also: `namesake`, the form of a new member whose name a member has already, and `posted`,
    what was entered for the member `refused_member`.
    """
    gives_offices = is_director(get_user(request), club)
    former_members = member_records.list_former_members(club)
    keys = {
        row.pk for row in member_queries.find_members_at_desk((row for row, _day in former_members), letters)
    }
    offers = list(offers_of_club(club)) if gives_offices else []
    return {
        "name_claims": [row for row in rows if row.says_player is not None],
        "former_members": [(row, day) for row, day in former_members if row.pk in keys],
        "gives_offices": gives_offices,
        "offers": list_offers_with_links(request, offers),
        "enrolling": club_forms.NewMemberNameForm(),
        "appointing": commands.OfferRole(club=club),
        "roles": Role.choices[::-1],
    }


def require_player_name(form: club_forms.JoinClubForm, own_player: Player | None) -> None:
    """Validate the name given by a user without a player. Raises `name_missing`."""
    if own_player is None:
        players.normalise_name(form.cleaned_data["name"])


def welcome_message(row: Membership) -> str:
    """Return the message to a new member."""
    if row.says_player is not None:
        return gettext(
            "Welcome to %(club)s. The club already has a member with your name: a club manager "
            "will confirm whether it is you."
        ) % {"club": row.club.name}
    return gettext("Welcome to %(club)s.") % {"club": row.club.name}


def _run_command(
    request: HttpRequest,
    club: Club,
    command: Command,
    refused: Mapping[str, object] | None = None,
) -> HttpResponse:
    def show(refusal: Refusal | None = None) -> HttpResponse:
        return members_page(request, club, refusal, refused=refused)

    next_url = reverse("members", args=[club.slug])
    return answer_form(
        request, command, lambda: command.describe(command.run()), render_page=show, next_url=next_url
    )


def _get_managed_club(request: HttpRequest, club: str) -> Club:
    managed_club = get_club(club)
    if not may_manage(require_user(request), managed_club):
        raise Http404
    return managed_club


def _club_memberships(club: Club) -> Any:
    return Membership.objects.filter(club=club).select_related("club__desk", "user", "player", "says_player")


@login_required
@never_cache
@require_safe
def own_offers(request: HttpRequest) -> HttpResponse:
    """Show the roles offered to the user."""
    return _offers_page(request)


@login_required
@require_POST
def answer_offer(request: HttpRequest, offer: int, answer: str) -> HttpResponse:
    """Accept or decline an offered role."""
    user = require_user(request)
    row = get_object_or_404(offer_queries.open_offers().filter(user=user.pk), pk=offer)
    if answer not in OFFER_ANSWERS:
        raise Http404
    command = OFFER_ANSWERS[answer](request.POST, offer=row, actor=user)
    try:
        message = command.run_without_form()
    except Refusal as refusal:
        return _offers_page(request, refusal)
    messages.success(request, message)
    return see_other(get_role_page(row) if answer == commands.AcceptOffer.name else reverse("account"))


@login_required
@require_POST
def withdraw_offer(request: HttpRequest, club: str, offer: int) -> HttpResponse:
    """Withdraw an offer."""
    current_club = get_club(club)
    if not is_director(require_user(request), current_club):
        raise Http404
    row = get_object_or_404(offer_queries.offers_of_club(current_club), pk=offer)
    command = commands.WithdrawOffer(request.POST, offer=row, actor=require_user(request))
    messages.success(request, command.run_without_form())
    if row.tournament is not None:
        return see_other(reverse("officials", args=[current_club.slug, row.tournament.slug]))
    return see_other(reverse("members", args=[current_club.slug]))


def _offers_page(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        "offers": offer_queries.offers_of_user(require_user(request)),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    status = status_of_refusal(refusal) if refusal else 200
    return render(request, "tournaments/people/office_offers.html", context, status=status)


DISMISS = "dismiss"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_officials(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show, appoint and remove the officials of a tournament."""
    tournament_row = get_tournament(request, club, tournament)
    if not is_director(require_user(request), tournament_row.club):
        raise Http404
    form = TournamentOfficialForm(request.POST or None)

    def run() -> str:
        return _change_official(request, tournament_row, form.cleaned_data["username"])

    def show(refusal: Refusal | None = None) -> HttpResponse:
        context = {
            "tournament": tournament_row,
            "tabs": make_tournament_tabs(tournament_row, "tournament-settings"),
            "club": tournament_row.club,
            "officials": officials_of(tournament_row),
            "offers": list_offers_with_links(request, list(offers_of_tournament(tournament_row))),
            "sections": [section for sections in official_sections(tournament_row) for section in sections],
            "form": form if form.errors or refusal else TournamentOfficialForm(),
        }
        return render_refusal(request, "tournaments/people/officials.html", context, refusal)

    next_url = reverse("officials", args=[club, tournament])
    return answer_form(request, form, run, render_page=show, next_url=next_url)


def _change_official(request: HttpRequest, tournament: Tournament, username: str) -> str:
    by, name = require_user(request), username.strip()
    if request.POST.get("action") == DISMISS:
        officials.dismiss_official(tournament=tournament, user=get_official(tournament, name), by=by)
        return gettext("%(name)s no longer runs %(event)s.") % {"name": name, "event": tournament.name}
    visitors.throttle_action(
        "user-name", f"user {by.pk}", limit=USERNAMES_PER_PERIOD, seconds=USERNAME_SECONDS
    )
    return offer_message(office_offers.offer_desk(tournament=tournament, username=name, by=by))
