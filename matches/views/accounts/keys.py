"""Passkeys and the second factor of an account: made, named, removed; each asks who it is before it acts."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as library
from allauth.mfa.webauthn.internal import auth
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext

from matches.views.accounts.entrance import takes_passkeys

MOST_PASSKEYS = 12


class AddPasskey(library.AddWebAuthnView):
    """Takes a passkey the browser makes on this page."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Not where no browser can make one, nor without end."""
        if not takes_passkeys(request):
            raise Http404
        held = Authenticator.objects.filter(user_id=request.user.pk, type=Authenticator.Type.WEBAUTHN)
        if held.count() >= MOST_PASSKEYS:
            messages.error(
                request, gettext("You have %(most)s passkeys. Remove one first.") % {"most": MOST_PASSKEYS}
            )
            return redirect("account")
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What the browser is asked: a key that knows its account and asks for finger, face or code."""
        told: dict[str, Any] = super(library.AddWebAuthnView, self).get_context_data(**kwargs)
        return {**told, "js_data": {"creation_options": auth.begin_registration(self.request.user, True)}}

    def get_success_url(self) -> str:
        """Back to the account."""
        return reverse("account")


class NamePasskey(library.EditWebAuthnView):
    """Calls a passkey something else."""

    success_url = reverse_lazy("account")


class RemovePasskey(library.RemoveWebAuthnView):
    """Takes a passkey back."""

    success_url = reverse_lazy("account")


class AddApp(totp.ActivateTOTPView):
    """A second factor by an authenticator app; then the recovery codes are shown."""

    def get_success_url(self) -> str:
        """The codes for the day the phone is lost."""
        return reverse("mfa_view_recovery_codes")


class RemoveApp(totp.DeactivateTOTPView):
    """No second factor any more."""
