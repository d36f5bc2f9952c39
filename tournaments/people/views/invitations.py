"""Invitations of a club: create, show, withdraw; and the page behind a link."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.accounts.permissions import allow_sign_up
from matches.models import Player, User
from matches.refusal_statuses import get_status as status_of_refusal
from matches.views import links, visitors
from matches.views.errors import make_refusal_message
from matches.views.links import describe_link
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.models import Club, Invitation
from tournaments.people.forms.clubs import InvitationForm, JoinClubForm
from tournaments.people.queries import invitations as invitation_queries
from tournaments.people.queries.members import get_players_without_account, membership_of
from tournaments.people.services import invitations
from tournaments.people.services.invitations import InvitationEmail, InvitationOptions
from tournaments.people.views.memberships import require_player_name, welcome_message
from tournaments.permissions import is_director, may_invite, may_manage
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import get_club, require_user
from tournaments.web.responses import response_status, see_other

EMAILS_PER_HOUR, HOUR_SECONDS = 20, 3600
SIGN_UP = "account_signup"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, club: str) -> HttpResponse:
    """Show the invitations of a club, with a form for another one."""
    managed_club = _get_managed_club(request, club)
    players = [(player.code, player.desk_name) for player in get_players_without_account(managed_club)]
    form = InvitationForm(
        request.POST or None,
        players=players,
        can_offer_roles=is_director(require_user(request), managed_club),
        initial={"role": "member", "most": 1, "days": 14},
    )
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            new_invitation = _invite(request, managed_club, form)
        except Refusal as refused:
            refusal = refused
        else:
            return see_other(reverse("invitation", args=[managed_club.slug, new_invitation.pk]))
    context = {
        "form": form,
        "invitations": invitation_queries.invitations_of(managed_club, timezone.now()),
        "refusal": make_refusal_message(refusal) if refusal else None,
        "page_url": request.path,
        "has_mail": settings.HAS_MAIL,
    }
    page_context = {**club_page_context(request, managed_club, "members"), **context}
    return render(
        request, "tournaments/people/invitations.html", page_context, status=response_status(refusal, form)
    )


@login_required
@require_safe
@never_cache
def show(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    """Show the link of an invitation and its QR code, to be shared or printed."""
    managed_club = _get_managed_club(request, club)
    row = _get_invitation(managed_club, invitation)
    status, token = (
        invitation_queries.get_invitation_status(row, timezone.now()),
        invitation_queries.get_invitation_secret(row),
    )
    link = f"{_link_prefix(request)}{token}/" if status == invitation_queries.VALID and token else ""
    context = {
        "invitation": row,
        "link_state": status,
        **(describe_link(link) if link else {}),
        "has_mail": settings.HAS_MAIL,
    }
    club_context = club_page_context(request, managed_club, "members")
    return render(request, "tournaments/people/invitation_link.html", {**club_context, **context})


@login_required
@require_POST
def withdraw(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    """Withdraw an invitation."""
    managed_club = _get_managed_club(request, club)
    invitations.withdraw(invitation=_get_invitation(managed_club, invitation), by=require_user(request))
    messages.success(request, gettext("Invitation withdrawn."))
    return see_other(reverse("invitations", args=[managed_club.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def open_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation with its club, or accept it (POST). Visitors without an account sign up first.

    A link that is closed is reported as such; an unknown one is 404.
    """
    user, row = get_user(request), invitation_queries.invitation_by_token(token)
    if row is None or _link_state(row) != invitation_queries.VALID:
        return _closed_response(request, row, user)
    if request.method == "POST":
        return _accept(request, row, token, user) if user is not None else _sign_up(request, row)
    return _invitation_page(request, row, user)


def _accept(request: HttpRequest, row: Invitation, token: str, user: User) -> HttpResponse:
    form = JoinClubForm(request.POST)
    if not form.is_valid():
        return _invitation_page(request, row, user, form=form)
    own_player = Player.objects.filter(user=user).first()
    try:
        if not _grants_player_or_role(row):
            require_player_name(form, own_player)
        membership = invitations.accept(token=token, user=user, name=form.cleaned_data["name"])
    except Refusal as refusal:
        return _invitation_page(request, row, user, refusal=refusal, form=form)
    messages.success(request, welcome_message(membership))
    return see_other(reverse("club", args=[row.club.slug]))


def _sign_up(request: HttpRequest, row: Invitation) -> HttpResponse:
    allow_sign_up(request, until=row.expires_at)
    return see_other(f"{reverse(SIGN_UP)}?{urlencode({'next': request.path})}")


def _invitation_page(
    request: HttpRequest,
    row: Invitation,
    user: User | None,
    *,
    refusal: Refusal | None = None,
    form: JoinClubForm | None = None,
) -> HttpResponse:
    own_player = Player.objects.filter(user=user).first() if user else None
    context: dict[str, Any] = {
        "club": row.club,
        "invitation": row,
        "form": form or JoinClubForm(),
        "own": own_player,
        "is_in": user is not None and _is_redundant(row, user, own_player),
        "signs_up": settings.SIGN_UP != "closed",
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    status = status_of_refusal(refusal) if refusal else response_status(None, form) if form else 200
    return render(request, "tournaments/people/accept_invitation.html", context, status=status)


def _closed_response(request: HttpRequest, row: Invitation | None, user: User | None) -> HttpResponse:
    """Respond to an unusable link; a user who joined by it is redirected to the club."""
    if row is None:
        raise Http404
    if user is not None and row.uses.filter(membership__user=user, membership__left_at=None).exists():
        return see_other(reverse("club", args=[row.club.slug]))
    context = {"club": row.club, "link_state": _link_state(row)}
    return render(request, "tournaments/people/closed.html", context, status=410)


def _link_state(row: Invitation) -> str:
    """Return the status of a link; withdrawn if its author may no longer grant it or the club is archived."""
    may_give = may_invite(row.by, row.club, row.role) and row.club.archived_at is None
    return (
        invitation_queries.get_invitation_status(row, timezone.now())
        if may_give
        else invitation_queries.WITHDRAWN
    )


def _grants_player_or_role(row: Invitation) -> bool:
    """Return whether an invitation grants a player or a role, not just membership."""
    return row.player is not None or row.role != "member"


def _is_redundant(row: Invitation, user: User, own_player: Player | None) -> bool:
    """Return whether the user already has everything the invitation grants."""
    return (
        own_player is not None
        and not _grants_player_or_role(row)
        and membership_of(row.club, user) is not None
    )


def _invite(request: HttpRequest, club: Club, form: InvitationForm) -> Invitation:
    data = form.cleaned_data
    player = next((one for one in get_players_without_account(club) if one.code == data["player"]), None)
    options = InvitationOptions(
        role=data["role"], player=player, email=data["email"], most=data["most"], days=data["days"]
    )
    invitation_email = None
    if data["email"] and settings.HAS_MAIL:
        visitors.throttle_action(
            "letters", f"user {require_user(request).pk}", limit=EMAILS_PER_HOUR, seconds=HOUR_SECONDS
        )
        invitation_email = InvitationEmail(_link_prefix(request), get_language() or "en")
    return invitations.invite(
        club=club, options=options, by=require_user(request), invitation_email=invitation_email
    )


def _link_prefix(request: HttpRequest) -> str:
    """Return the public URL that precedes the token in a link."""
    page = reverse("open-invitation", args=["x"]).removesuffix("x/")
    return links.build_public_url(request, page)


def _get_managed_club(request: HttpRequest, club: str) -> Club:
    managed_club = get_club(club)
    if not may_manage(require_user(request), managed_club):
        raise Http404
    return managed_club


def _get_invitation(club: Club, key: int) -> Invitation:
    rows = Invitation.objects.select_related("club", "player", "by")
    return get_object_or_404(rows, club=club, pk=key)
