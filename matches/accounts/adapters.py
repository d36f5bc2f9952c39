"""Adapters of django-allauth: rate limits of passwords, mail, second factors."""

import base64
import hashlib
import logging
from smtplib import SMTPException
from time import time
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.accounts import sign_in_limits
from matches.accounts.permissions import may_sign_up
from matches.queries.site_settings import get_site_settings
from matches.views import visitors
from matches.views.links import make_qr_svg

log = logging.getLogger(__name__)
UNKNOWN_ADDRESS = "0.0.0.0"  # noqa: S104 - means "unknown"; nothing is bound to it


class AccountAdapter(DefaultAccountAdapter):
    """The account adapter of the site."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "cannot_remove_primary_email": _(
            "This is your primary address. Make another one primary, then remove it."
        ),
        "duplicate_email": _("This address is already on your list."),
        "email_password_mismatch": _("The username or password is wrong."),
        "username_password_mismatch": _("The username or password is wrong."),
        "enter_current_password": _("The password is wrong."),
        "incorrect_code": _("This code is wrong or has expired."),
        "incorrect_password": _("The password is wrong."),
        "invalid_password_reset": _("This link is no longer valid."),
        "max_email_addresses": _("You can have up to %d e-mail addresses."),
        "rate_limited": _("Too many attempts. Wait a moment and try again."),
        "too_many_login_attempts": _("Too many attempts. Wait a moment and try again."),
        "username_taken": _("This name is already in use. Choose another one."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether the visitor may sign up: SIGN_UP is "open", or "invitation" and the visitor is invited."""
        return settings.SIGN_UP == "open" or (settings.SIGN_UP == "invitation" and may_sign_up(request))

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address the request comes from; of IPv6 that of its network, by which attempts are counted."""
        return visitors.get_address(request) or UNKNOWN_ADDRESS

    def get_login_stages(self) -> list[str]:
        """Return the login stages; like those of allauth, but with our own second factor."""
        return [
            "allauth.account.stages.LoginByCodeStage",
            "allauth.account.stages.EmailVerificationStage",
            "matches.accounts.adapters.SecondFactorStage",
        ]

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the password before it is checked; refuse it when no attempts are left."""
        self._consumed = sign_in_limits.consume_password(request, _get_login(credentials))
        if self._consumed is None:
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Return the user of these credentials, or None; a right password is not counted."""
        user = super().authenticate(request, **credentials)
        if user is not None:
            sign_in_limits.release_password(self._consumed or [])
        return user

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Whether the user must authenticate again.

        False shortly after signing in, and for a user without a method for it.
        """
        if not self.get_reauthentication_methods(self.request.user):
            return False
        records = get_authentication_records(self.request, self.request.user)
        is_fresh = bool(records) and time() - records[-1]["at"] < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
        return not is_fresh

    def is_safe_url(self, url: str) -> bool:
        """Whether a URL stays on this host, by https where the request came by https."""
        return url_has_allowed_host_and_scheme(
            url, allowed_hosts={self.request.get_host()}, require_https=self.request.is_secure()
        )

    def format_email_subject(self, subject: str) -> str:
        """Return the subject of a mail after the name of the site: "Crawford: confirm your address"."""
        return f"{get_site_settings().name}: {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail with links to SITE_ADDRESS, if set, rather than to the host of the request.

        An error of the mail server is shown to the user as a message.
        """
        site_url = settings.SITE_ADDRESS or f"{self.request.scheme}://{self.request.get_host()}"
        mail_context = {**context, "email": email, "site_url": site_url, "request": self.request}
        try:
            self.render_mail(template_prefix, email, mail_context).send()
        except (SMTPException, OSError) as error:
            log.warning("The mail server did not accept a message: %s", error)
            messages.error(self.request, gettext("E-mail cannot be sent right now. Try again shortly."))

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Notify the user of a change of the account."""
        super().send_notification_mail(template_prefix, user, {**(context or {}), "user": user}, email)


def _get_login(credentials: dict[str, Any]) -> str:
    return str(credentials.get("username") or credentials.get("email") or "")


class SecondFactorStage(AuthenticateStage):
    """The login stage that asks for the second factor, if the account has an authenticator app.

    Passkeys do not count: here they are a sign-in method, not a second factor.
    """

    def handle(self) -> Any:
        """Return the response that asks for the second factor, or None, and whether to continue."""
        if not is_mfa_enabled(self.login.user, [Authenticator.Type.TOTP]):
            return None, True
        return super().handle()


class MFAAdapter(DefaultMFAAdapter):
    """Encryption of secrets, and names of passkeys."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": _("Without a second factor there is nothing to recover."),
        "incorrect_code": _("This code is wrong or has expired."),
    }

    def encrypt(self, text: str) -> str:
        """Encrypt a secret with the secret key of the site."""
        return _get_fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret with the current secret key or one of the fallbacks."""
        return _get_fernet().decrypt(encrypted_text.encode()).decode()

    def build_totp_svg(self, url: str) -> str:
        """The QR code an authenticator app scans."""
        return str(make_qr_svg(url))

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        """The default name of a passkey: the device that makes it."""
        agent = get_adapter().request.headers.get("User-Agent", "")
        return get_device_name(agent) or gettext("Passkey")


# A part of the user agent, and the name of the device; the first match counts.
DEVICES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


def get_device_name(agent: str) -> str:
    """Return the kind of device of a user agent, or ""."""
    return next((name for part, name in DEVICES if part in agent), "")


def _get_fernet() -> MultiFernet:
    return MultiFernet(
        [_derive_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    )


def _derive_key(secret: str) -> Fernet:
    digest = hashlib.sha256(f"second factor:{secret}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
