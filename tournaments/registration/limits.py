"""Rate limits of registration, and the URL of personal links, for pages and API."""

from django.http import HttpRequest
from django.urls import reverse

from matches.actors import Identity
from matches.views import visitors
from matches.views.links import build_public_url
from tournaments.registration.models import Registration

# How many are allowed in an hour at one registration: sign-ups of a device or account, such as the tablet at
# the network of a venue, and of all devices of an IP address together.
SIGN_UPS, SIGN_UPS_OF_ADDRESS = 60, 240
# Changes by a link, and sign-ups with an e-mail address.
CHANGES, MAILS = 60, 6
AN_HOUR = 3600  # seconds


def throttle_sign_up(
    request: HttpRequest, identity: Identity, registration: Registration, email: str
) -> None:
    """Count a sign-up of a device or account, and of an e-mail address. Raises `too_many_requests`."""
    visitors.throttle_identity(
        "sign-up",
        request,
        identity,
        at=f"registration {registration.pk}",
        limit=SIGN_UPS,
        seconds=AN_HOUR,
        address_limit=SIGN_UPS_OF_ADDRESS,
    )
    if email:
        visitors.throttle_action("sign-up-mail", email.casefold(), limit=MAILS, seconds=AN_HOUR)


def throttle_change(token: str) -> None:
    """Count a change by a personal link. Raises `too_many_requests`."""
    visitors.throttle_action("sign-up-change", token, limit=CHANGES, seconds=AN_HOUR)


def get_page_prefix(request: HttpRequest) -> str:
    """Return the public URL that precedes the token in a personal link."""
    page = reverse("own-sign-up", args=["x"]).removesuffix("x/")
    return build_public_url(request, page)
