"""Tokens of other sites, stored encrypted with the secret key of this one."""

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


def encrypt_token(token: str) -> str:
    """Return a token encrypted for the database."""
    return _get_fernet().encrypt(token.encode()).decode()


def decrypt_token(encrypted_token: str) -> str:
    """Return the token, "" if it was encrypted with a secret key that this site no longer has."""
    try:
        return _get_fernet().decrypt(encrypted_token.encode()).decode()
    except InvalidToken:
        return ""


def _get_fernet() -> MultiFernet:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (hashlib.sha256(f"publication:{secret}".encode()).digest() for secret in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
