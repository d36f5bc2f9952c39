"""Members of a club: the list and its actions, badges, offers of offices, officials."""

from collections.abc import Callable, Mapping, Sequence
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
from matches.views.errors import make_refusal_message
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.models import Club, Membership, OfficeOffer, Role, Tournament
from tournaments.name_lists.entry_details import NEW_PERSON, mark_person
from tournaments.people.forms import clubs as club_forms
from tournaments.people.forms.clubs import TournamentOfficialForm
from tournaments.people.queries import members as member_queries
from tournaments.people.queries import office_offers as offer_queries
from tournaments.people.queries.office_offers import offers_of_club, offers_of_tournament
from tournaments.people.services import members as member_services
from tournaments.people.services import office_offers, officials
from tournaments.people.views.role_offers import describe_accepted_role, get_role_page, list_offers_with_links
from tournaments.permissions import is_director, may_direct, may_manage
from tournaments.play.tournaments.queries.officials import get_official, officials_of
from tournaments.registry import official_sections
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import get_club, get_tournament, public_club_view, require_user
from tournaments.web.navigation import make_tournament_tabs
from tournaments.web.responses import BAD_REQUEST, response_status, see_other


def badge_page(request: HttpRequest, club: Club, player: Player, back: tuple[str, str]) -> HttpResponse:
    """Issue a badge for a player of the club and show it once; `back` is the link (URL, text) of the page."""
    issued = badges.issue_badge(desk=club.desk, player=player, by=require_user(request))
    link = links.build_public_url(request, f"{reverse('badge')}#{issued.token}")
    context = {"player": player, "back": back, **links.describe_link(link)}
    response = render(request, "tournaments/people/badge.html", context)
    response["Cache-Control"] = "no-store"
    return response


MemberAction = Callable[[HttpRequest, Membership], str]
# How many usernames an officer may try, in so many seconds: an offer tells nothing about the account.
USERNAMES_PER_PERIOD, USERNAME_SECONDS = 30, 600


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
    refused = {"refused_member": row.pk, "posted": request.POST}
    return _run_action(request, managed_club, lambda: MEMBER_ACTIONS[action_name](request, row), refused)


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
    form = club_forms.OfficialForm(request.POST)
    if not form.is_valid():
        return members_page(request, managed_club, status=BAD_REQUEST, refused={"appointing": form})

    def appoint_officer() -> str:
        return _offer_office(request, managed_club, form.cleaned_data["username"], form.cleaned_data["role"])

    return _run_action(request, managed_club, appoint_officer, {"appointing": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, club: str) -> HttpResponse:
    """Join a club that is open to all, under a player name."""
    joined_club, user = get_club(club), require_user(request)
    form = club_forms.JoinClubForm(request.POST or None)
    own_player = Player.objects.filter(user=user).first()
    refusal: Refusal | None = None
    if request.method == "POST" and form.is_valid():
        try:
            require_player_name(form, own_player)
            row = member_services.join(club=joined_club, user=user, name=form.cleaned_data["name"])
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, welcome_message(row))
            return see_other(reverse("club", args=[joined_club.slug]))
    context = {
        "club": joined_club,
        "form": form,
        "own": own_player,
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    context["membership"] = member_queries.membership_of(joined_club, user)
    return render(
        request,
        "tournaments/people/join.html",
        context,
        status=status_of_refusal(refusal) if refusal else 200,
    )


@login_required
@require_POST
def leave(request: HttpRequest, club: str) -> HttpResponse:
    """Leave a club; results stay."""
    left_club, user = get_club(club), require_user(request)
    row = member_queries.membership_of(left_club, user)
    if row is None:
        raise Http404

    def leave_club() -> str:
        member_services.leave(membership=row, by=user)
        return gettext("You have left %(club)s.") % {"club": left_club.name}

    return _run_action(request, left_club, leave_club)


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
    context: dict[str, Any] = {
        "memberships": shown_memberships,
        "all": len(rows),
        "find": letters,
        "own": member_queries.membership_of(club, user) if user else None,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "unread": status == BAD_REQUEST,
    }
    if user is not None and (is_manager or may_direct(user, club)):
        context["near"] = member_queries.suggest_merges(club, user)
    if is_manager:
        context |= _make_manager_context(request, club, rows) | dict(refused or {})
    code = status_of_refusal(refusal) if refusal else status
    page_context = {**club_page_context(request, club, "members"), **context}
    return render(request, "tournaments/people/members.html", page_context, status=code)


def _make_manager_context(request: HttpRequest, club: Club, rows: Sequence[Membership]) -> dict[str, Any]:
    """Return what only the managers of a club see on the page of its members.

    After a refusal also: `namesake`, the form of a new member whose name a member has already, and `posted`,
    what was entered for the member `refused_member`.
    """
    gives_offices = is_director(get_user(request), club)
    offers = list(offers_of_club(club)) if gives_offices else []
    return {
        "name_claims": [row for row in rows if row.says_player is not None],
        "former_members": member_queries.get_former_members(club),
        "gives_offices": gives_offices,
        "offers": list_offers_with_links(request, offers),
        "enrolling": club_forms.NewMemberNameForm(),
        "appointing": club_forms.OfficialForm(),
        "roles": Role.choices[::-1],
    }


def _offer_office(request: HttpRequest, club: Club, username: str, role: str) -> str:
    by = require_user(request)
    visitors.throttle_action(
        "user-name", f"user {by.pk}", limit=USERNAMES_PER_PERIOD, seconds=USERNAME_SECONDS
    )
    offer = office_offers.offer_office(club=club, username=username, role=role, by=by)
    return offer_message(offer) if offer is not None else _appointment_message(username.strip(), role)


def offer_message(offer: OfficeOffer) -> str:
    """Return the message to a director who has offered an office."""
    text = gettext(
        "Offered to %(name)s: %(role)s. It starts when they accept it on their account page. If they have no "
        "account yet, send them the link."
    )
    return text % {"name": offer.username, "role": offer.office}


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


def _run_action(
    request: HttpRequest,
    club: Club,
    perform: Callable[[], str],
    refused: Mapping[str, object] | None = None,
) -> HttpResponse:
    try:
        message = perform()
    except Refusal as refusal:
        return members_page(request, club, refusal, refused=refused)
    messages.success(request, message)
    return see_other(reverse("members", args=[club.slug]))


def _get_managed_club(request: HttpRequest, club: str) -> Club:
    managed_club = get_club(club)
    if not may_manage(require_user(request), managed_club):
        raise Http404
    return managed_club


def _club_memberships(club: Club) -> Any:
    return Membership.objects.filter(club=club).select_related("club__desk", "user", "player", "says_player")


def _appoint(request: HttpRequest, row: Membership) -> str:
    form = club_forms.OfficialForm({"username": str(row.user or ""), "role": request.POST.get("role", "")})
    if row.user is None or not form.is_valid():
        raise Refusal("role_unknown", role=request.POST.get("role", "")[:20])
    return _offer_office(request, row.club, row.user.get_username(), form.cleaned_data["role"])


def _appointment_message(name: str, role: str) -> str:
    if role == Role.MEMBER.value:
        return gettext("%(name)s no longer has a role.") % {"name": name}
    return gettext("%(name)s is now %(role)s.") % {"name": name, "role": Role(role).label}


def _leave(request: HttpRequest, row: Membership) -> str:
    member_services.leave(membership=row, by=require_user(request))
    return gettext("%(name)s has left the club.") % {"name": str(row.player or row.user)}


def _reactivate(request: HttpRequest, row: Membership) -> str:
    member_services.reactivate_member(membership=row, by=require_user(request))
    return gettext("%(name)s is now a member.") % {"name": str(row.player or row.user)}


def _confirm_claim(request: HttpRequest, row: Membership) -> str:
    membership = member_services.confirm_claim(membership=row, by=require_user(request))
    return gettext("%(name)s is now linked to the account.") % {"name": str(membership.player)}


def _reject_claim(request: HttpRequest, row: Membership) -> str:
    membership = member_services.reject_claim(membership=row, by=require_user(request))
    return gettext("The account already has its own player: %(name)s.") % {"name": str(membership.player)}


def _distinguish(request: HttpRequest, row: Membership) -> str:
    form = club_forms.DistinctionForm(request.POST)
    text = form.cleaned_data["distinction"] if form.is_valid() else request.POST.get("distinction", "")
    membership = member_services.distinguish_member(
        membership=row, distinction=text, by=require_user(request)
    )
    return gettext("Saved: %(name)s.") % {"name": str(membership.player)}


MEMBER_ACTIONS: Mapping[str, MemberAction] = {
    "appoint": _appoint,
    "distinguish": _distinguish,
    "leave": _leave,
    "bring-back": _reactivate,
    "vouch": _confirm_claim,
    "decline": _reject_claim,
}


OFFER_ANSWERS = {"accept": office_offers.accept_offer, "decline": office_offers.decline_offer}


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
    try:
        OFFER_ANSWERS[answer](offer=row, by=user)
    except Refusal as refusal:
        return _offers_page(request, refusal)
    if answer == "accept":
        messages.success(request, describe_accepted_role(row))
        return see_other(get_role_page(row))
    messages.success(request, gettext("Offer declined."))
    return see_other(reverse("account"))


@login_required
@require_POST
def withdraw_offer(request: HttpRequest, club: str, offer: int) -> HttpResponse:
    """Withdraw an offer."""
    current_club = get_club(club)
    if not is_director(require_user(request), current_club):
        raise Http404
    row = get_object_or_404(offer_queries.offers_of_club(current_club), pk=offer)
    office_offers.withdraw_offer(offer=row, by=require_user(request))
    messages.success(request, gettext("Offer withdrawn."))
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
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            message = _change_official(request, tournament_row, form.cleaned_data["username"])
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, message)
            return see_other(reverse("officials", args=[club, tournament]))
    context = {
        "tournament": tournament_row,
        "tabs": make_tournament_tabs(tournament_row, "tournament-settings"),
        "club": tournament_row.club,
        "officials": officials_of(tournament_row),
        "offers": list_offers_with_links(request, list(offers_of_tournament(tournament_row))),
        "sections": [section for sections in official_sections(tournament_row) for section in sections],
        "form": form if form.errors or refusal else TournamentOfficialForm(),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(
        request, "tournaments/people/officials.html", context, status=response_status(refusal, form)
    )


def _change_official(request: HttpRequest, tournament: Tournament, username: str) -> str:
    by, name = require_user(request), username.strip()
    if request.POST.get("action") == DISMISS:
        officials.dismiss_official(tournament=tournament, user=get_official(tournament, name), by=by)
        return gettext("%(name)s no longer runs %(event)s.") % {"name": name, "event": tournament.name}
    visitors.throttle_action(
        "user-name", f"user {by.pk}", limit=USERNAMES_PER_PERIOD, seconds=USERNAME_SECONDS
    )
    return offer_message(office_offers.offer_desk(tournament=tournament, username=name, by=by))
