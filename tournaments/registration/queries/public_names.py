"""The names of sign-ups that the page of a tournament lists."""

from collections import defaultdict

from django.db.models import QuerySet

from matches.names import PAIR_SEPARATOR
from tournaments.registration.models import EventSignUp, Registration, SignUpStatus


def list_public_names(registration: Registration) -> dict[int, list[str]]:
    """Return the public names of confirmed sign-ups by event, for those who agreed to be listed."""
    names: dict[int, list[str]] = defaultdict(list)
    rows = filter_listed(registration).select_related("sign_up__player", "player", "event")
    for row in rows.order_by("event", "order"):
        names[row.event.event_id].append(_get_public_name(row))
    return names


def filter_listed(registration: Registration) -> QuerySet[EventSignUp]:
    """Return the places whose names the page of the tournament lists."""
    if not registration.lists_names:
        return EventSignUp.objects.none()
    places = EventSignUp.objects.filter(
        event__registration=registration, status=SignUpStatus.CONFIRMED, sign_up__is_public=True
    )
    return places.exclude(sign_up__name="")


def _get_public_name(row: EventSignUp) -> str:
    if row.player is not None:
        return row.player.name
    name = row.sign_up.player.name if row.sign_up.player is not None else row.sign_up.name
    return row.team or PAIR_SEPARATOR.join([name, *([row.partner] if row.partner else [])])
