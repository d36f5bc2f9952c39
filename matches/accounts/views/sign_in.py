"""The way in and out: sign in by password, by a code in a mail, by passkey; sign up; a forgotten password."""

import ipaddress
from typing import Any

from allauth.account import views as library
from allauth.account.internal.stagekit import clear_login, get_pending_stage
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.webauthn.internal import auth
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.conf import settings
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from matches.accounts import invitations, password_limits

TOO_MANY_ATTEMPTS = "too_many_login_attempts"


class SignInView(library.LoginView):
    """Name or address, and password; below, the other ways in. Leads on to where the visitor wanted to go."""

    def form_valid(self, form: Any) -> HttpResponse:
        """The door opens, or asks for the second factor; this device is known from now on."""
        response: HttpResponse = super().form_valid(form)
        return password_limits.remember_device(response, self.request, form.cleaned_data["login"], form.user)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """Wrong, or tried too often."""
        response: HttpResponse = super().form_invalid(form)
        if form.has_error("__all__", TOO_MANY_ATTEMPTS):
            response.status_code = 429
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Which ways in there are in this house."""
        return {**super().get_context_data(**kwargs), **list_sign_in_methods(self.request)}

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: Any) -> None:
        """Whoever comes back to this page begins again."""
        clear_login(request)


class SignUpView(library.SignupView):
    """A new account, where the house setting lets one be made."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Which ways in there are in this house."""
        return {**super().get_context_data(**kwargs), **list_sign_in_methods(self.request)}

    def closed(self) -> HttpResponse:
        """Only by invitation, or not at all: what the page says, with its status."""
        context = {"by_invitation": settings.SIGN_UP == "invitation", **list_sign_in_methods(self.request)}
        return render(self.request, self.template_name_signup_closed, context, status=403)


class SignOutView(library.LogoutView):
    """Signs out; by a form alone, so that no link or picture can do it."""


@method_decorator(never_cache, name="dispatch")
class RequestCodeView(library.RequestLoginCodeView):
    """Asks for a code by mail. The answer is the same whether the address has an account here or not."""

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: Any) -> None:
        """Whoever comes back to this page asks for another code."""
        clear_login(request)


def enter_code(request: HttpRequest) -> HttpResponseBase:
    """Takes the code from the mail. Its link brings it along after the #, which no server sees; it counts
    when it is sent with the button, in the browser that asked for it, and once."""
    if not request.user.is_authenticated and get_pending_stage(request) is None:
        messages.info(
            request,
            gettext(
                "A code counts for a few minutes, in the browser that asked for it. Ask for another one here."
            ),
        )
        return redirect("account_request_login_code")
    response: HttpResponseBase = library.confirm_login_code(request)
    return response


class PasskeySignInView(LoginWebAuthnView):
    """Sign in with a passkey; the library redirects to a safe `next`, or to where its adapter says."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Nothing to look at: the page of the door asks for the passkey."""
        return redirect("sign-in")


class SecondFactorView(AuthenticateView):
    """Asks for the second factor after a password, a code or a link."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """A passkey does as well, where this account has one and this line can carry it."""
        context: dict[str, Any] = super(AuthenticateView, self).get_context_data(**kwargs)
        user = self.stage.login.user
        has_passkey = supports_passkeys(self.request) and bool(auth.get_credentials(user))
        return {
            **context,
            "form": self.auth_form,
            "webauthn_form": self.webauthn_form,
            "has_passkey": has_passkey,
        }


class ConfirmEmailView(library.ConfirmEmailView):
    """Confirms an address by the link in a mail: the button counts, looking at the page does nothing."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Only the button signs somebody else out."""
        if self.request.method == "POST":
            super().logout_other_user(confirmation)


class NewPasswordView(library.PasswordResetFromKeyView):
    """A new password by the link in a mail; the link counts until the password is another one."""

    def logout(self) -> None:
        """Only the button signs somebody else out."""
        if self.request.method == "POST":
            super().logout()


def list_sign_in_methods(request: HttpRequest) -> dict[str, bool]:
    """What a visitor can do at this door, as names of a template."""
    may_sign_up = settings.SIGN_UP == "open" or (
        settings.SIGN_UP == "invitation" and invitations.may_sign_up(request)
    )
    return {
        "has_mail": settings.HAS_MAIL,
        "may_sign_up": may_sign_up,
        "takes_passkeys": supports_passkeys(request),
    }


def supports_passkeys(request: HttpRequest) -> bool:
    """Whether browsers make and show passkeys here: a host with a name, by https or on this computer."""
    host, _port = split_domain_port(request.get_host())
    if host == "localhost" or host.endswith(".localhost"):
        return True
    return request.is_secure() and not _is_ip_address(host)


def _is_ip_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
