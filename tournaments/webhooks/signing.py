"""Signatures of webhook messages by Standard Webhooks: keys of a webhook, their text form, headers."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.webhooks.models import Webhook

PREFIX = "whsec_"
ROTATION_OVERLAP = timedelta(hours=24)


def secret_of(webhook: Webhook) -> str:
    """Return the secret in the form the receiver copies."""
    return secret_text(_signing_key(webhook.code, webhook.salt, settings.SECRET_KEY))


def signing_keys(webhook: Webhook) -> list[bytes]:
    """Return the current signing keys, newest first."""
    salts = [webhook.salt]
    if webhook.rotated_at is not None and timezone.now() < webhook.rotated_at + ROTATION_OVERLAP:
        salts.append(webhook.salt_before)
    # While the site rotates its own secret key, receivers continue with the one they know.
    secret_keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [_signing_key(webhook.code, salt, secret_key) for secret_key in secret_keys for salt in salts]


def _signing_key(code: str, salt: str, secret_key: str) -> bytes:
    return salted_hmac(f"crawford.webhook.{code}", salt, secret=secret_key, algorithm="sha256").digest()


def secret_text(key: bytes) -> str:
    """Return a signing key as its receiver copies it."""
    return PREFIX + base64.b64encode(key).decode()


def signature(*, key: bytes, message_id: str, at: int, body: str) -> str:
    """Return one signature by Standard Webhooks; `at` in seconds since 1970."""
    digest = hmac.new(key, f"{message_id}.{at}.{body}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def message_headers(*, keys: Sequence[bytes], message_id: str, at: int, body: str) -> dict[str, str]:
    """Return the headers of a body: its id, the time, and a signature by each valid key."""
    signatures = (signature(key=key, message_id=message_id, at=at, body=body) for key in keys)
    return {
        "Content-Type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(signatures),
    }
