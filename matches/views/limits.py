"""How often one door may be tried: counted in the cache, for minutes. A cache that fails keeps nobody out."""

import hashlib
import logging

from django.core.cache import cache

from rules.errors import Refusal

log = logging.getLogger(__name__)


def is_spent(door: str, who: str, *, most: int) -> bool:
    """Whether `who` has used up his tries at a door."""
    try:
        return int(cache.get(_key(door, who), 0)) >= most
    except Exception:  # noqa: BLE001 - any fault of any cache means the same: count nothing
        log.warning("The cache does not answer; tries at %s are not counted.", door)
        return False


def knock(door: str, who: str, *, most: int, seconds: int) -> None:
    """Count one act at a door; raises `too_many_requests` once `most` are spent in `seconds`."""
    if is_spent(door, who, most=most):
        raise Refusal("too_many_requests", wait=seconds)
    count(door, who, seconds=seconds)


def count(door: str, who: str, *, seconds: int) -> None:
    """Count one try; the first of a series starts its clock."""
    try:
        cache.add(_key(door, who), 0, seconds)
        cache.incr(_key(door, who))
    except Exception:  # noqa: BLE001 - as above
        log.warning("The cache does not answer; tries at %s are not counted.", door)


def _key(door: str, who: str) -> str:
    return f"tries:{door}:{hashlib.sha256(who.encode()).hexdigest()[:32]}"
