"""Pages of the user's own account: name, devices, password, data, passkeys, second factor, links."""

from datetime import timedelta
from functools import partial, wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.forms import UserForm
from allauth.account.internal import flows
from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.internal.stagekit import get_pending_stage
from allauth.account.models import Login
from allauth.core import ratelimit
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import views as totp
from allauth.mfa.utils import is_mfa_enabled
from allauth.mfa.webauthn import views as library
from allauth.mfa.webauthn.internal import auth
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.accounts import data_export, permissions, queries, services
from matches.accounts.adapters import SecondFactorStage, get_device_name
from matches.accounts.data_export import get_own_data
from matches.accounts.forms import (
    AccountNameForm,
    ChangePasswordForm,
    CloseAccountForm,
    IssueLinkForm,
    SetPasswordForm,
    SignInLinkForm,
)
from matches.accounts.views.sign_in import supports_passkeys
from matches.models import User
from matches.permissions import is_own_account, is_same_person
from matches.registry import TemplateSection, account_sections
from matches.seen_values import require_unchanged
from matches.services import players
from matches.views import links, visitors
from matches.views.errors import render_refusal
from matches.views.form_views import process_form
from matches.views.players import own_player_or_404
from matches.views.visitors import get_badge
from rules.errors import Refusal

SIGNED_IN_BY_LINK = "signed_in_by_link_at"
ISSUE_TEMPLATE = "account/create_sign_in_link.html"
OPEN_TEMPLATE = "account/sign_in_link.html"
MAX_GUESSES, GUESS_SECONDS = 30, 600


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_link(request: HttpRequest) -> HttpResponse:
    """GET: a form that a script fills in with the token in the fragment. POST: sign in by the link, once.

    After that a new password can be set without the old one.
    """
    form = SignInLinkForm(request.POST if request.method == "POST" else None)

    def run() -> HttpResponse:
        user = _redeem_link(request, form.cleaned_data["token"])
        if request.user != user:
            # End the session of another account that was signed in here.
            logout(request)
        record_authentication(request, user, method="link")
        request.session[SIGNED_IN_BY_LINK] = [user.pk, timezone.now().timestamp()]
        login = Login(user=user, redirect_url=reverse("account_change_password"))
        response: HttpResponse = perform_login(request, login)
        return response

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return render_refusal(
            request, OPEN_TEMPLATE, {"form": SignInLinkForm() if refusal else form}, refusal
        )

    return process_form(request, form, run, render_page=show)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def issue_link(request: HttpRequest) -> HttpResponse:
    """Issue a sign-in link for another person; it is shown once, with a QR code."""
    issuer = request.user
    if not isinstance(issuer, User) or not permissions.may_issue_links(issuer):
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = IssueLinkForm(data, initial={"username": request.GET.get("to", "")[:150]})

    def run() -> HttpResponse:
        context = {"form": IssueLinkForm(), **_issue_link(request, issuer, form)}
        return render(request, ISSUE_TEMPLATE, context)

    show = partial(render_refusal, request, ISSUE_TEMPLATE, {"form": form})
    return process_form(request, form, run, render_page=show)


def _issue_link(request: HttpRequest, issuer: User, form: IssueLinkForm) -> dict[str, Any]:
    name = form.cleaned_data["username"].strip()
    user = User.objects.filter(username__iexact=name, is_active=True).first()
    if user is None:
        # The same error as for an account without permission, so that it does not reveal which names exist.
        raise Refusal("link_not_yours", name=name)
    issued = services.issue_sign_in_link(user=user, by=issuer)
    context = links.describe_link(
        links.build_public_url(request, f"{reverse('sign-in-link')}#{issued.token}")
    )
    return {"user_name": issued.link.user.get_username(), "expires_at": issued.link.expires_at, **context}


def _redeem_link(request: HttpRequest, token: str) -> User:
    with visitors.throttle_guesses(
        "sign-in-link", visitors.get_address(request), limit=MAX_GUESSES, seconds=GUESS_SECONDS
    ):
        return services.redeem_sign_in_link(token=token)


MAX_PASSKEYS = 12


@require_POST
def get_passkey_options(request: HttpRequest) -> HttpResponseBase:
    """Return the options for the passkey API of the browser, with a challenge that is valid once.

    The field `for` is "create" for a new passkey, "get" to use one of this account (signed in, or at the
    second factor), and "login" to use one of any account.
    """
    purpose, user = request.POST.get("for", ""), _get_user(request)
    if not supports_passkeys(request) or (user is None and purpose != "login"):
        raise Http404
    if purpose == "create" and request.user.is_authenticated:
        # A discoverable key that verifies the user.
        return JsonResponse(auth.begin_registration(user, True))
    return JsonResponse(auth.begin_authentication(None if purpose == "login" else user))


def _get_user(request: HttpRequest) -> Any:
    if request.user.is_authenticated:
        return request.user
    stage = get_pending_stage(request)
    return stage.login.user if stage is not None and stage.key == SecondFactorStage.key else None


class AddPasskeyView(library.AddWebAuthnView):
    """Add a passkey made by the browser on this page."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Respond 404 where browsers do not support passkeys; limit their number."""
        if not supports_passkeys(request):
            raise Http404
        passkeys = Authenticator.objects.filter(user_id=request.user.pk, type=Authenticator.Type.WEBAUTHN)
        if passkeys.count() >= MAX_PASSKEYS:
            messages.error(
                request,
                gettext("You have %(most)s passkeys, the maximum. Remove one first.")
                % {"most": MAX_PASSKEYS},
            )
            return redirect("account")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the form without options, which the browser requests from `get_passkey_options`."""
        context: dict[str, Any] = super(library.AddWebAuthnView, self).get_context_data(**kwargs)
        return context

    def get_success_url(self) -> str:
        """The page of the account."""
        return reverse("account")


class ReauthenticateByPasskeyView(library.ReauthenticateWebAuthnView):
    """Reauthenticate with a passkey."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the form without options, which the browser requests from `get_passkey_options`."""
        context: dict[str, Any] = super(library.ReauthenticateWebAuthnView, self).get_context_data(**kwargs)
        return context


class RenamePasskeyView(library.EditWebAuthnView):
    """Rename a passkey."""

    success_url = reverse_lazy("account")


class RemovePasskeyView(library.RemoveWebAuthnView):
    """Remove a passkey."""

    success_url = reverse_lazy("account")


class AddAuthenticatorAppView(totp.ActivateTOTPView):
    """Add a second factor by an authenticator app; then show the recovery codes."""

    def get_success_url(self) -> str:
        """The page of the recovery codes."""
        return reverse("mfa_view_recovery_codes")


class RemoveAuthenticatorAppView(totp.DeactivateTOTPView):
    """Remove the second factor."""


def second_factor_required(view: Any) -> Any:
    """Decorate a view: 404 for accounts without a second factor."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if user.is_authenticated and not is_mfa_enabled(user, [Authenticator.Type.TOTP]):
            raise Http404
        response: HttpResponseBase = view(request, *args, **kwargs)
        return response

    return wrapper


ACCOUNT_TEMPLATE = "account/account.html"
CLOSE_TEMPLATE = "account/close_account.html"
# How long after signing in by a link a password can be set without the old one.
LINK_VALIDITY = timedelta(minutes=15)


def _signed_in_by_link(request: HttpRequest) -> bool:
    """Whether this account signed in by a sign-in link within `LINK_VALIDITY`, in this browser."""
    match request.session.get(SIGNED_IN_BY_LINK):
        case [account, at] if account == request.user.pk:
            return timezone.now().timestamp() - float(at) < LINK_VALIDITY.total_seconds()
    return False


def _needs_reauthentication(request: HttpRequest) -> bool:
    return not (_get_account(request).has_usable_password() or _signed_in_by_link(request))


@never_cache
@login_required
@require_safe
def show_account(request: HttpRequest) -> HttpResponse:
    """Show everything about the account."""
    return render(request, ACCOUNT_TEMPLATE, _get_context(request))


@login_required
@require_POST
def rename_account(request: HttpRequest) -> HttpResponse:
    """Change the username."""
    user = _get_account(request)
    form = AccountNameForm(request.POST, initial={"username": user.get_username()})

    def run() -> HttpResponse:
        require_unchanged(request.POST, form)
        services.rename_account(user=user, username=form.cleaned_data["username"])
        messages.success(request, gettext("From now on you sign in with this name."))
        return redirect("account")

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return render_refusal(
            request, ACCOUNT_TEMPLATE, {**_get_context(request), "name_form": form}, refusal
        )

    return process_form(request, form, run, render_page=show)


@login_required
@require_POST
def leave_player(request: HttpRequest) -> HttpResponse:
    """Unlink the account from a player who is another person."""
    players.unlink_account(user=_get_account(request))
    return redirect("account")


@login_required
@require_POST
def sign_out_device(request: HttpRequest, number: int) -> HttpResponse:
    """Sign one device out; after one's own, show the sign-in page."""
    device = get_object_or_404(UserSession, pk=number, user=_get_account(request))
    if device.session_key == request.session.session_key:
        flows.logout.logout(request)
        return redirect("sign-in")
    device.end()
    return redirect("account")


@login_required
@require_POST
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """Sign out every device but this one."""
    user = services.sign_out_everywhere(user=_get_account(request))
    update_session_auth_hash(request, user)
    UserSession.objects.create_from_request(request)
    messages.success(request, gettext("All other devices have been signed out."))
    return redirect("account")


@never_cache
@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(app="allauth.account", enabled=_needs_reauthentication)
def change_password(request: HttpRequest) -> HttpResponse:
    """Change the password.

    Requires the current password; without one, a passkey or the like; neither after signing in by a link.
    """
    if ratelimit.consume_or_429(request, action="change_password") is not None:
        return render_refusal(request, ACCOUNT_TEMPLATE, _get_context(request), Refusal("too_many_requests"))
    user = _get_account(request)
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
def export_data(request: HttpRequest) -> HttpResponse:
    """Download everything stored about this account and its player, as JSON."""
    user = _get_account(request)
    return _download(data_export.export_account(user, _get_sections(user)), "account.json")


@never_cache
@require_safe
def export_player_data(request: HttpRequest, code: str) -> HttpResponse:
    """Download everything stored about a person, as JSON; only for that person."""
    player, identity = own_player_or_404(request, code)
    if not is_same_person(identity, player):
        raise Http404
    data = get_own_data(player, by_account=is_own_account(identity, player))
    return _download(data, f"{player.code}.json")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(app="allauth.account")
def close_account(request: HttpRequest) -> HttpResponse:
    """GET: the consequences. POST: close the account, confirmed by typing the username."""
    user = _get_account(request)
    form = CloseAccountForm(request.POST if request.method == "POST" else None)

    def run() -> HttpResponse:
        services.close_account(user=user, confirmation=form.cleaned_data["confirmation"])
        logout(request)
        messages.success(request, gettext("Your account is closed."))
        return redirect("home")

    show = partial(render_refusal, request, CLOSE_TEMPLATE, {"form": form})
    return process_form(request, form, run, render_page=show)


def _download(data: dict[str, Any], name: str) -> HttpResponse:
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _get_context(request: HttpRequest) -> dict[str, Any]:
    user, badge = _get_account(request), get_badge(request)
    player = getattr(user, "player", None)
    can_claim_badge = (
        badge is not None and player is None and badge.player.is_person and badge.player.user_id is None
    )
    return {
        "has_mail": settings.HAS_MAIL,
        "emails": queries.list_emails(user),
        "keys": queries.get_authenticators(user),
        "devices": [_describe_device(row, request) for row in queries.list_devices(user)],
        "player": player,
        "badge": badge if can_claim_badge else None,
        "sections": _get_sections(user),
        "name_form": AccountNameForm(initial={"username": user.get_username()}),
        "may_issue_links": permissions.may_issue_links(user),
        "takes_passkeys": supports_passkeys(request),
    }


def _describe_device(row: UserSession, request: HttpRequest) -> dict[str, Any]:
    is_this = row.session_key == request.session.session_key
    return {
        "number": row.pk,
        "name": get_device_name(row.user_agent),
        "ip": row.ip,
        "at": row.created_at,
        "is_this": is_this,
    }


def _get_sections(user: User) -> list[TemplateSection]:
    return [section for sections in account_sections(user) for section in sections]


def _get_account(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User):
        raise TypeError("This view requires a signed-in user.")
    return user
