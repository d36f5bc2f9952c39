"""The time zone of the hall in which a tournament is played."""

from zoneinfo import ZoneInfo

from django.utils import timezone

from matches.models import Desk


def activate_time_zone(desk: Desk) -> None:
    """Show the times of a page as the clocks in the hall of this desk do, until the request ends."""
    if desk.time_zone:
        timezone.activate(ZoneInfo(desk.time_zone))
