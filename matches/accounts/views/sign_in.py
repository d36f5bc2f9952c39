"""Views for signing in (password, mailed code, passkey), signing up and out, and resetting a password."""

import ipaddress
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as library
from allauth.account.internal.stagekit import clear_login, get_pending_stage
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.webauthn.internal import auth
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.conf import settings
from django.contrib import messages
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from matches.accounts import permissions, sign_in_limits

View = Callable[..., HttpResponseBase]


def mail_required(view: View) -> View:
    """Decorate a view: 404 if the site cannot send mail."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not settings.HAS_MAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return wrapper


TOO_MANY_ATTEMPTS = "too_many_login_attempts"


class SignInView(library.LoginView):
    """Sign in by username or address, and password; it lists the other methods and redirects to `next`."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in, or ask for the second factor; remember this device."""
        response: HttpResponse = super().form_valid(form)
        return sign_in_limits.remember_device(response, self.request, form.cleaned_data["login"], form.user)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """Show the error; status 429 after too many attempts."""
        response: HttpResponse = super().form_invalid(form)
        if form.has_error("__all__", TOO_MANY_ATTEMPTS):
            response.status_code = 429
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The sign-in methods of this site."""
        return {**super().get_context_data(**kwargs), **list_sign_in_methods(self.request)}

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: Any) -> None:
        """Restart the login, instead of continuing it, when the visitor returns to this page."""
        clear_login(request)


class SignUpView(library.SignupView):
    """A new account, where SIGN_UP allows one."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The sign-in methods of this site."""
        return {**super().get_context_data(**kwargs), **list_sign_in_methods(self.request)}

    def closed(self) -> HttpResponse:
        """Say that sign-up is by invitation, or closed."""
        context = {"by_invitation": settings.SIGN_UP == "invitation", **list_sign_in_methods(self.request)}
        return render(self.request, self.template_name_signup_closed, context, status=403)


class SignOutView(library.LogoutView):
    """Sign out; by POST alone, so that no link or image can do it."""


@method_decorator(never_cache, name="dispatch")
class RequestCodeView(library.RequestLoginCodeView):
    """Request a code by mail. The response does not tell whether the address has an account."""

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: Any) -> None:
        """Restart the login, instead of continuing it, when the visitor returns to this page."""
        clear_login(request)


def enter_code(request: HttpRequest) -> HttpResponseBase:
    """Sign in by the code from the mail, which the link in the mail has in its fragment.

    The code is valid once, in the browser that requested it.
    """
    if not request.user.is_authenticated and get_pending_stage(request) is None:
        messages.info(
            request,
            gettext(
                "A code is valid for a few minutes, in the browser that requested it. Request "
                "another one here."
            ),
        )
        return redirect("account_request_login_code")
    response: HttpResponseBase = library.confirm_login_code(request)
    return response


class PasskeySignInView(LoginWebAuthnView):
    """Sign in with a passkey."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Redirect to the sign-in page, which asks for the passkey."""
        return redirect("sign-in")


class SecondFactorView(AuthenticateView):
    """Ask for the second factor after a password, a code or a link."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The form, and whether a passkey can be used instead."""
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
    """Confirm an address by the link in a mail; only a POST confirms it."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Sign another user out by POST alone."""
        if self.request.method == "POST":
            super().logout_other_user(confirmation)


class NewPasswordView(library.PasswordResetFromKeyView):
    """Set a new password by the link in a mail; the link is valid until the password changes."""

    def logout(self) -> None:
        """Sign another user out by POST alone."""
        if self.request.method == "POST":
            super().logout()


def list_sign_in_methods(request: HttpRequest) -> dict[str, bool]:
    """Return the sign-in methods as template context."""
    may_sign_up = settings.SIGN_UP == "open" or (
        settings.SIGN_UP == "invitation" and permissions.may_sign_up(request)
    )
    return {
        "has_mail": settings.HAS_MAIL,
        "may_sign_up": may_sign_up,
        "takes_passkeys": supports_passkeys(request),
    }


def supports_passkeys(request: HttpRequest) -> bool:
    """Whether browsers support passkeys here: a host name with https, or localhost."""
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
