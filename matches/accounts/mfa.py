"""The second factor and passkeys in this house: when they are asked for, and how their secrets are kept."""

import base64
import hashlib
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.views.scanning import picture_of


class SecondFactorStage(AuthenticateStage):
    """After a password: asks for the second factor of an account that has one.

    A passkey is another way in and no second factor: to have one makes no password worth less.
    """

    def handle(self) -> Any:
        """The page that asks, or nothing."""
        if not is_mfa_enabled(self.login.user, [Authenticator.Type.TOTP]):
            return None, True
        return super().handle()


class SecondFactors(DefaultMFAAdapter):
    """How secrets are kept, and what passkeys are called."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": _("Without a second factor there is nothing to recover."),
        "incorrect_code": _("This code is wrong or no longer counts."),
    }

    def encrypt(self, text: str) -> str:
        """Nobody who reads the database alone can make codes."""
        return _keys().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """What `encrypt` made, under this key of the house or one before."""
        return _keys().decrypt(encrypted_text.encode()).decode()

    def build_totp_svg(self, url: str) -> str:
        """The code an authenticator app scans."""
        return str(picture_of(url))

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        """A name to begin with: the device that makes it."""
        agent = get_adapter().request.headers.get("User-Agent", "")
        return device_in(agent) or gettext("Passkey")


DEVICES = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"))
MORE_DEVICES = (("Mac OS", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"))


def device_in(agent: str) -> str:
    """The kind of device a browser says it runs on; "" when it does not say."""
    return next((name for mark, name in (*DEVICES, *MORE_DEVICES) if mark in agent), "")


def _keys() -> MultiFernet:
    return MultiFernet([_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> Fernet:
    digest = hashlib.sha256(f"second factor:{secret}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
