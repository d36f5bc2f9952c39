"""Authentication of API requests: session, badge in the Authorization header, device, table card."""

from hashlib import blake2b

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from drf_spectacular.utils import OpenApiParameter
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from matches.actors import Identity, device_hash
from matches.models import Badge, Table, User
from matches.queries import desks
from matches.services import badges
from rules.errors import Refusal

SCHEME = "Badge"
MAX_KEY_LENGTH = 64
# Headers that prove who is at the table, for clients without an account.
PROOFS = [
    OpenApiParameter(
        "X-Device",
        str,
        OpenApiParameter.HEADER,
        description="A secret that identifies this device; generated and stored by the client.",
    ),
    OpenApiParameter(
        "X-Table", str, OpenApiParameter.HEADER, description="The code on the card of your table."
    ),
]
IDEMPOTENCY_KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="At most 64 characters, stored for a day. Repeating the request returns the stored response "
    "and has no further effect; using the key for another request is refused (422).",
)
IF_MATCH_HEADER = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of what the request is based on, or its version in quotes; 412 if it is outdated. "
    "It may be that of this address or of one above it, such as a list, an event or a club.",
)


class BadgeAuthentication(BaseAuthentication):
    """`Authorization: Badge <token>`: proves a player; `request.user` stays anonymous."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Badge] | None:
        """Return the badge of the token, or None without a token. Raises `badge_unknown`."""
        header_parts = get_authorization_header(request).decode("latin-1").split()
        if len(header_parts) != 2 or header_parts[0] != SCHEME:
            return None
        return AnonymousUser(), badges.redeem_badge(token=header_parts[1])

    def authenticate_header(self, request: Request) -> str:
        """Return the authentication scheme."""
        return SCHEME


def identity_of(request: Request) -> Identity:
    """Return the identity this request proves. Raises `table_absent` for an unknown table code."""
    return Identity(
        user=request.user if isinstance(request.user, User) else None,
        badge=request.auth if isinstance(request.auth, Badge) else None,
        device=device_hash(request.headers.get("X-Device", "")),
        table=_get_table(request.headers.get("X-Table", "")),
    )


def key_of(request: Request) -> str:
    """Return the idempotency key as services store it, "" if none was sent.

    It is hashed with the caller's credential, so that callers cannot collide.
    """
    idempotency_key = get_sent_idempotency_key(request)
    return (
        blake2b(f"{get_credential(request)} {idempotency_key}".encode(), digest_size=16).hexdigest()
        if idempotency_key
        else ""
    )


def get_sent_idempotency_key(request: Request) -> str:
    """Return the header Idempotency-Key, "" if absent. Raises `request_invalid` if it cannot be stored."""
    key = request.headers.get("Idempotency-Key", "")
    if len(key) > MAX_KEY_LENGTH or not key.isascii() or not (key.isprintable() or not key):
        raise Refusal("request_invalid", "", problem="Idempotency-Key")
    return key


def get_credential(request: Request) -> str:
    """Return a text of at most 64 characters that identifies the caller.

    By token, badge, account or device; a client that sends no device secret is identified by its address.
    """
    if isinstance(request.auth, Model):
        return f"{request.auth._meta.model_name}-{request.auth.pk}"
    if isinstance(request.user, User):
        return f"user-{request.user.pk}"
    secret = request.headers.get("X-Device", "") or f"at {request.META.get('REMOTE_ADDR', '')}"
    return device_hash(secret)


def _get_table(code: str) -> Table | None:
    if not code:
        return None
    table = desks.get_table(code)
    if table is None:
        raise Refusal("table_absent")
    return table
