"""What keeps the next round of a stage from being paired."""

from collections.abc import Iterable

from django.core.cache import cache

from rules.errors import Refusal
from tournaments.journal import pairing_commands
from tournaments.models import Entry, Event
from tournaments.play.events import event_state

CACHE_SECONDS = 3600
# A refusal to pair names the groups that cannot be paired; so many of them are listed.
MAX_GROUPS_NAMED = 12
CachedRefusal = tuple[str, dict[str, object]]


def find_pairing_obstacle(event: Event, flight: str) -> Refusal | None:
    """Return why the next round cannot be paired with all entries, as a refusal; None if it can.

    Its `parts` prove it: groups of entries, by number, that can only meet among themselves.

    One query for a version that is not cached.
    """
    key = f"obstacle:{event.draw_commitment}:{event.version}:{flight}"
    cached_refusal: CachedRefusal | None = cache.get(key)
    if cached_refusal is None:
        cached_refusal = _try_pairing(event, flight)
        cache.set(key, cached_refusal, CACHE_SECONDS)
    code, context = cached_refusal
    return Refusal(code, "", **context) if code else None


def add_names_to_proof(refusal: Refusal, entries: Iterable[Entry]) -> Refusal:
    """Return a refusal with the names of players instead of entry numbers in its `parts`."""
    parts = refusal.facts.get("parts")
    if not isinstance(parts, list):
        return refusal
    names = {entry.number: entry.player.name for entry in entries}
    group_names = [
        ", ".join(names.get(number, str(number)) for number in part) for part in parts[:MAX_GROUPS_NAMED]
    ]
    rest = ["…"] if len(parts) > MAX_GROUPS_NAMED else []
    return Refusal(refusal.code, refusal.law, **{**refusal.facts, "parts": "; ".join([*group_names, *rest])})


def _try_pairing(event: Event, flight: str) -> CachedRefusal:
    try:
        pairing_commands.pair(event_state.get_event_state(event), flight)
    except Refusal as refusal:
        return refusal.code, dict(refusal.facts)
    return "", {}
