"""Rate limits of the lists of weekly nights, for pages and API."""

from django.http import HttpRequest

from matches.actors import Identity
from matches.views import visitors
from tournaments.models import WeeklyNight

# How many changes are allowed in an hour at one night: of a device, badge or account, and of all devices of
# an address together.
CHANGES, CHANGES_OF_ADDRESS = 30, 240
AN_HOUR = 3600  # seconds


def throttle_coming(request: HttpRequest, identity: Identity, night: WeeklyNight) -> None:
    """Count a change of a list. Raises `too_many_requests`."""
    visitors.throttle_identity(
        "coming",
        request,
        identity,
        at=f"night {night.pk}",
        limit=CHANGES,
        seconds=AN_HOUR,
        address_limit=CHANGES_OF_ADDRESS,
    )
