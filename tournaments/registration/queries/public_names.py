"""The names of sign-ups that the page of a tournament lists."""

from collections import defaultdict

from matches.names import PAIR_SEPARATOR
from tournaments.registration.models import EventSignUp, Registration, SignUpStatus


def list_public_names(registration: Registration) -> dict[int, list[str]]:
    """Return the public names of confirmed sign-ups by event, for those who agreed to be listed."""
    names: dict[int, list[str]] = defaultdict(list)
    if not registration.lists_names:
        return names
    places = EventSignUp.objects.filter(
        event__registration=registration, status=SignUpStatus.CONFIRMED, sign_up__is_public=True
    )
    rows = places.exclude(sign_up__name="").select_related("sign_up__player", "player", "event")
    for row in rows.order_by("event", "order"):
        names[row.event.event_id].append(_get_public_name(row))
    return names


def _get_public_name(row: EventSignUp) -> str:
    if row.player is not None:
        return row.player.name
    name = row.sign_up.player.name if row.sign_up.player is not None else row.sign_up.name
    return row.team or PAIR_SEPARATOR.join([name, *([row.partner] if row.partner else [])])
