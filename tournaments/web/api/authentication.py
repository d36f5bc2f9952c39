"""`Authorization: Bearer <token>`: a token of an account, limited to a club or an event."""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from matches.messages import get_sentence
from matches.models import User
from rules.errors import Refusal
from tournaments.models import Token
from tournaments.web.tokens import services as tokens

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """Authentication by an API token, on behalf of its account."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """Return the account and the token, or None without one.

        Raises AuthenticationFailed for an invalid one.
        """
        header_parts = get_authorization_header(request).decode("latin-1").split()
        if not header_parts or header_parts[0].lower() != SCHEME.lower():
            return None
        try:
            token = tokens.authenticate(secret=header_parts[1] if len(header_parts) == 2 else "")
        except Refusal as refusal:
            raise AuthenticationFailed(get_sentence(refusal.code), refusal.code) from refusal
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the authentication scheme."""
        return SCHEME
