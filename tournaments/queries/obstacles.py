"""Whether the next round of a stage can be paired at all, and why not; worked out once for each version."""

from collections.abc import Iterable

from django.core.cache import cache

from rules.errors import Refusal
from tournaments.journal import commands
from tournaments.models import Entry, Event
from tournaments.queries import event_state

KEPT_SECONDS = 3600
# So many groups of a proof are told by name.
MOST = 12
Kept = tuple[str, dict[str, object]]


def obstacle(event: Event, flight: str) -> Refusal | None:
    """What the pairing of the next round refuses when everybody is there, with its proof; None when it can be
    made. One query for a version nobody has asked about."""
    key = f"obstacle:{event.lots_commitment}:{event.version}:{flight}"
    cached_refusal: Kept | None = cache.get(key)
    if cached_refusal is None:
        cached_refusal = _asked(event, flight)
        cache.set(key, cached_refusal, KEPT_SECONDS)
    code, context = cached_refusal
    return Refusal(code, "", **context) if code else None


def named(refusal: Refusal, entries: Iterable[Entry]) -> Refusal:
    """A refusal with the names of the people its proof is about instead of their numbers; of very many the
    first."""
    parts = refusal.facts.get("parts")
    if not isinstance(parts, list):
        return refusal
    names = {entry.number: entry.player.name for entry in entries}
    group_names = [", ".join(names.get(number, str(number)) for number in part) for part in parts[:MOST]]
    rest = ["…"] if len(parts) > MOST else []
    return Refusal(refusal.code, refusal.law, **{**refusal.facts, "parts": "; ".join([*group_names, *rest])})


def _asked(event: Event, flight: str) -> Kept:
    try:
        commands.pair(event_state.get_event_state(event), flight)
    except Refusal as refusal:
        return refusal.code, dict(refusal.facts)
    return "", {}
