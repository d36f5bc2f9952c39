"""The page of one's own account: name, addresses, sign-in methods, devices, player, roles, data, closing."""

from datetime import timedelta
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.forms import UserForm
from allauth.account.internal import flows
from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.accounts import permissions, queries, services
from matches.accounts.adapters import get_device_name
from matches.accounts.forms import AccountNameForm, ChangePasswordForm, CloseAccountForm, SetPasswordForm
from matches.accounts.own_data import get_own_data
from matches.accounts.views.links import SIGNED_IN_BY_LINK
from matches.accounts.views.sign_in import supports_passkeys
from matches.models import User
from matches.permissions import is_own_account, is_same_person
from matches.registry import Section, account_sections
from matches.services import players
from matches.views.refusals import render_refusal
from matches.views.visitors import get_badge
from matches.views.yours import own_player_or_404
from rules.errors import Refusal

PAGE = "account/account.html"
CLOSING = "account/close.html"
LINK_COUNTS = timedelta(minutes=15)


def _signed_in_by_link(request: HttpRequest) -> bool:
    """Whether this account was opened by a sign-in link a moment ago, in this browser."""
    match request.session.get(SIGNED_IN_BY_LINK):
        case [account, at] if account == request.user.pk:
            return timezone.now().timestamp() - float(at) < LINK_COUNTS.total_seconds()
    return False


def _has_no_password(request: HttpRequest) -> bool:
    return not (_user(request).has_usable_password() or _signed_in_by_link(request))


@never_cache
@login_required
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show everything about the account."""
    return render(request, PAGE, _get_context(request))


@login_required
@require_POST
def rename(request: HttpRequest) -> HttpResponse:
    """Change the username."""
    form = AccountNameForm(request.POST)
    if not form.is_valid():
        return render(request, PAGE, {**_get_context(request), "name_form": form}, status=400)
    try:
        services.rename_account(user=_user(request), username=form.cleaned_data["username"])
    except Refusal as refusal:
        return render_refusal(request, PAGE, {**_get_context(request), "name_form": form}, refusal)
    messages.success(request, gettext("From now on you sign in with this name."))
    return redirect("account")


@login_required
@require_POST
def leave_player(request: HttpRequest) -> HttpResponse:
    """Separate the account from a player who is somebody else."""
    players.unlink_account(user=_user(request))
    return redirect("account")


@login_required
@require_POST
def sign_out_device(request: HttpRequest, number: int) -> HttpResponse:
    """Sign one device out; after one's own, show the sign-in page."""
    device = get_object_or_404(UserSession, pk=number, user=_user(request))
    if device.session_key == request.session.session_key:
        flows.logout.logout(request)
        return redirect("sign-in")
    device.end()
    return redirect("account")


@login_required
@require_POST
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """Sign out every device but this one."""
    user = services.sign_out_everywhere(user=_user(request))
    update_session_auth_hash(request, user)
    UserSession.objects.create_from_request(request)
    messages.success(request, gettext("All other devices have been signed out."))
    return redirect("account")


@never_cache
@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(app="allauth.account", enabled=_has_no_password)
def password(request: HttpRequest) -> HttpResponse:
    """Change the password. It asks for the current one, or for a passkey where there is none, except after
    signing in by a link."""
    if ratelimit.consume_or_429(request, action="change_password") is not None:
        return render_refusal(request, PAGE, _get_context(request), Refusal("too_many_requests"))
    user = _user(request)
    is_first = not user.has_usable_password() or _signed_in_by_link(request)
    kind: type[UserForm] = SetPasswordForm if is_first else ChangePasswordForm
    form = kind(user=user, data=request.POST if request.method == "POST" else None)
    if not form.is_valid():
        status = 400 if form.is_bound else 200
        return render(
            request, "account/password_change.html", {"form": form, "is_first": is_first}, status=status
        )
    form.save()
    request.session.pop(SIGNED_IN_BY_LINK, None)
    flows.password_change.finalize_password_change(request, user)
    return redirect("account")


@never_cache
@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Download everything stored about this account and its player, as JSON."""
    user = _user(request)
    return _download(queries.export_account(user, _sections(user)), "account.json")


@never_cache
@require_safe
def player_data(request: HttpRequest, code: str) -> HttpResponse:
    """Download everything stored about a person, as JSON, for that person alone."""
    player, identity = own_player_or_404(request, code)
    if not is_same_person(identity, player):
        raise Http404
    data = get_own_data(player, by_account=is_own_account(identity, player))
    return _download(data, f"{player.code}.json")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(app="allauth.account")
def close(request: HttpRequest) -> HttpResponse:
    """GET: what closing means. POST: close the account, after the username was typed."""
    user = _user(request)
    form = CloseAccountForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, CLOSING, {"form": form}, status=400 if form.is_bound else 200)
    try:
        services.close_account(user=user, confirmation=form.cleaned_data["confirmation"])
    except Refusal as refusal:
        return render_refusal(request, CLOSING, {"form": form}, refusal)
    logout(request)
    messages.success(request, gettext("Your account is closed."))
    return redirect("home")


def _download(data: dict[str, Any], name: str) -> HttpResponse:
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _get_context(request: HttpRequest) -> dict[str, Any]:
    user, badge = _user(request), get_badge(request)
    player = getattr(user, "player", None)
    can_join = (
        badge is not None and player is None and badge.player.is_person and badge.player.user_id is None
    )
    return {
        "has_mail": settings.HAS_MAIL,
        "emails": queries.list_emails(user),
        "keys": queries.get_authenticators(user),
        "devices": [_device(row, request) for row in queries.list_devices(user)],
        "player": player,
        "badge": badge if can_join else None,
        "sections": _sections(user),
        "name_form": AccountNameForm(initial={"username": user.get_username()}),
        "may_hand_out": permissions.may_issue_links(user),
        "takes_passkeys": supports_passkeys(request),
    }


def _device(row: UserSession, request: HttpRequest) -> dict[str, Any]:
    is_this = row.session_key == request.session.session_key
    return {
        "number": row.pk,
        "name": get_device_name(row.user_agent),
        "ip": row.ip,
        "at": row.created_at,
        "is_this": is_this,
    }


def _sections(user: User) -> list[Section]:
    return [section for sections in account_sections(user) for section in sections]


def _user(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User):
        raise TypeError("Only pages that ask for an account ask for it here.")
    return user
