"""Which entries of an event public pages name."""

from django.db.models import QuerySet

from tournaments.models import Entry, Event
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.registry import unlisted_players


def find_unlisted_players(event: Event) -> list[int]:
    """Return the players (by key) whose names public pages leave out: nobody once the draw is published."""
    if event.status in PUBLISHED_STATUSES:
        return []
    return sorted({player for players in unlisted_players(event) for player in players})


def list_public_entries(event: Event, *, is_director: bool = False) -> QuerySet[Entry]:
    """Return the entries that a reader may see, by number, pairs with their members."""
    entries = event.entries.select_related("player__first", "player__second").order_by("number")
    return entries if is_director else entries.exclude(player__in=find_unlisted_players(event))
