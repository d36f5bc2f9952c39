"""What an API request proves: a session, a badge in its Authorization header, a device, a table card."""

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from matches.identity import Identity, device_hash
from matches.models import Badge, Table, User
from matches.queries import desks
from matches.services import badges, sessions
from rules.errors import Refusal

SCHEME = "Badge"
LONGEST = 64
PROOFS = [
    OpenApiParameter(
        "X-Device", str, OpenApiParameter.HEADER, description="A secret of this device, kept by the client."
    ),
    OpenApiParameter(
        "X-Table", str, OpenApiParameter.HEADER, description="The code on the card of the table one sits at."
    ),
]
KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="At most 64 characters. The same key and content again answer with what was stored.",
)


class BadgeAuthentication(BaseAuthentication):
    """`Authorization: Badge <token>`: a player's own word; the request stays without an account."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Badge] | None:
        """The badge of the token, or nothing when none is sent. Raises `badge_unknown`."""
        words = get_authorization_header(request).decode("latin-1").split()
        if len(words) != 2 or words[0] != SCHEME:
            return None
        return AnonymousUser(), badges.redeem(token=words[1])

    def authenticate_header(self, request: Request) -> str:
        """The scheme a client may try."""
        return SCHEME


class BadgeScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema describes a badge."""

    target_class = BadgeAuthentication
    name = "badge"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A key in the Authorization header."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "Badge <token>: the token printed on a player's badge.",
        }


def identity_of(request: Request) -> Identity:
    """Everything the request proves. Raises `table_absent` and `session_code_unknown` for what is none."""
    return Identity(
        user=request.user if isinstance(request.user, User) else None,
        badge=request.auth if isinstance(request.auth, Badge) else None,
        device=device_hash(request.headers.get("X-Device", "")),
        table=_table(request.headers.get("X-Table", "")),
        invited=_invited(request.headers.get("X-Session", "")),
    )


def key_of(request: Request) -> str:
    """The idempotency key, "" when none is sent. Raises `request_invalid` for one that cannot be stored."""
    key = request.headers.get("Idempotency-Key", "")
    if len(key) > LONGEST or not key.isascii() or not (key.isprintable() or not key):
        raise Refusal("request_invalid", "", problem="Idempotency-Key")
    return key


def _invited(token: str) -> frozenset[int]:
    return frozenset({sessions.redeem(token=token).pk} if token else ())


def _table(code: str) -> Table | None:
    if not code:
        return None
    table = desks.table_by_code(code)
    if table is None:
        raise Refusal("table_absent")
    return table
