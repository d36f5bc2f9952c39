"""What pages and API of registration share: rate limits, and the address of personal links."""

from django.http import HttpRequest
from django.urls import reverse

from matches.actors import Identity
from matches.views import visitors
from matches.views.links import build_public_url
from tournaments.registration.models import Registration

SIGN_UPS, CHANGES, LETTERS, AN_HOUR = 12, 60, 6, 3600


def throttle_sign_up(
    request: HttpRequest, identity: Identity, registration: Registration, email: str
) -> None:
    """Count a sign-up of a device or account, and of an e-mail address. Raises `too_many_requests`."""
    place = f"registration {registration.pk}"
    visitors.throttle_identity("sign-up", request, identity, at=place, limit=SIGN_UPS, seconds=AN_HOUR)
    if email:
        visitors.throttle_action("sign-up-mail", email.casefold(), limit=LETTERS, seconds=AN_HOUR)


def throttle_change(token: str) -> None:
    """Count a change by a personal link. Raises `too_many_requests`."""
    visitors.throttle_action("sign-up-change", token, limit=CHANGES, seconds=AN_HOUR)


def get_page_prefix(request: HttpRequest) -> str:
    """Return the public URL that precedes the token in a personal link."""
    page = reverse("own-sign-up", args=["x"]).removesuffix("x/")
    return build_public_url(request, page)
