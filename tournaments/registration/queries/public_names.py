"""The names of sign-ups that the page of a tournament lists."""

from collections import defaultdict

from django.db.models import QuerySet

from matches.names import PAIR_SEPARATOR
from tournaments.models import Event
from tournaments.registration.models import EventSignUp, Registration, SignUpStatus
from tournaments.registration.queries.places_left import annotate_is_entered, was_left_out
from tournaments.registration.queries.unclear_names import remove_player_codes


def list_public_names(registration: Registration) -> dict[int, list[str]]:
    """Return the public names of confirmed sign-ups by event, for those who agreed to be listed."""
    names: dict[int, list[str]] = defaultdict(list)
    places = filter_listed(registration).select_related("sign_up__player", "player", "event__event")
    public_names = [
        (row.event.event_id, _get_public_name(row))
        for row in places.order_by("event", "order")
        if not was_left_out(row)
    ]
    # A code after a name says to the desk which player is meant, and nothing to others.
    plain_names = remove_player_codes(
        {part for _event, name in public_names for part in name.split(PAIR_SEPARATOR)}
    )
    for event, name in public_names:
        names[event].append(PAIR_SEPARATOR.join(plain_names[part] for part in name.split(PAIR_SEPARATOR)))
    return names


def filter_listed(registration: Registration) -> QuerySet[EventSignUp]:
    """Return the places whose names the page of the tournament lists, without those who have withdrawn."""
    if not registration.lists_names:
        return EventSignUp.objects.none()
    places = EventSignUp.objects.filter(
        event__registration=registration, status=SignUpStatus.CONFIRMED, sign_up__is_public=True
    )
    return annotate_is_entered(places.exclude(sign_up__name="")).filter(has_left=False)


def list_unlisted_players(event: Event) -> list[int]:
    """Return the keys of the players, pairs and teams entered in an event who did not agree to be listed."""
    places = EventSignUp.objects.filter(event__event=event, player__isnull=False, sign_up__is_public=False)
    return list(places.order_by("player").values_list("player", flat=True))


def _get_public_name(row: EventSignUp) -> str:
    if row.player is not None:
        return row.player.name
    name = row.sign_up.player.name if row.sign_up.player is not None else row.sign_up.name
    return row.team or PAIR_SEPARATOR.join([name, *([row.partner] if row.partner else [])])
