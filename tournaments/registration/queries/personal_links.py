"""Personal links of sign-ups: their tokens. A link does not expire."""

import hashlib
from base64 import urlsafe_b64encode

from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.registration.models import SignUp

TOKEN_BYTES = 16


def get_token(sign_up: SignUp) -> str:
    """Return the token of a personal link; "" if the site's secret key has changed since."""
    token = derive_token(sign_up.nonce)
    return token if constant_time_compare(hash_token(token), sign_up.token_hash) else ""


def derive_token(nonce: str) -> str:
    """Return the token of a link, derived from its nonce and the site's secret key."""
    digest = salted_hmac("crawford.sign-up", nonce, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def hash_token(token: str) -> str:
    """Return the stored hash of a token."""
    return hashlib.sha256(f"sign-up:{token}".encode()).hexdigest()


def get_by_token(token: str) -> SignUp | None:
    """Return the sign-up of a personal link, or None; a link does not expire."""
    rows = SignUp.objects.select_related(
        "registration__tournament__club", "registration__tournament__desk", "player"
    )
    return rows.filter(token_hash=hash_token(token)).first()
