"""Passkeys and the second factor of an account; changes ask for reauthentication."""

from functools import wraps
from typing import Any

from allauth.account.internal.stagekit import get_pending_stage
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import views as totp
from allauth.mfa.utils import is_mfa_enabled
from allauth.mfa.webauthn import views as library
from allauth.mfa.webauthn.internal import auth
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from matches.accounts.adapters import SecondFactorStage
from matches.accounts.views.sign_in import supports_passkeys

MOST_PASSKEYS = 12


@require_POST
def get_passkey_options(request: HttpRequest) -> HttpResponseBase:
    """The options for a browser's passkey API, with a challenge that is valid once: to make a passkey
    (`create`), to use one of this account (`get`, signed in or at the second factor), or one of any account
    (`login`)."""
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
        """Answer 404 where browsers make no passkeys; limit their number."""
        if not supports_passkeys(request):
            raise Http404
        passkeys = Authenticator.objects.filter(user_id=request.user.pk, type=Authenticator.Type.WEBAUTHN)
        if passkeys.count() >= MOST_PASSKEYS:
            messages.error(
                request,
                gettext("You have %(most)s passkeys, the maximum. Remove one first.")
                % {"most": MOST_PASSKEYS},
            )
            return redirect("account")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The form alone: the browser fetches its options from `get_passkey_options`."""
        context: dict[str, Any] = super(library.AddWebAuthnView, self).get_context_data(**kwargs)
        return context

    def get_success_url(self) -> str:
        """The page of the account."""
        return reverse("account")


class ReauthenticateByPasskeyView(library.ReauthenticateWebAuthnView):
    """Reauthenticate with a passkey."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The form alone: the browser fetches its options from `get_passkey_options`."""
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
    """Answer 404 to accounts without a second factor."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if user.is_authenticated and not is_mfa_enabled(user, [Authenticator.Type.TOTP]):
            raise Http404
        response: HttpResponseBase = view(request, *args, **kwargs)
        return response

    return wrapper
