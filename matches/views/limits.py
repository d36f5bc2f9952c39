"""How often one door may be tried: counted in the cache, for minutes. While the cache fails, this process
counts by itself: nobody is kept out by it, and no door stands open.

A device is only a cookie, which anybody can throw away: so those without account and badge are also counted
together by their address, with as much room as a hall full of phones needs.
"""

import hashlib
import logging

from django.core.cache import BaseCache, cache
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest

from matches.identity import Identity
from rules.errors import Refusal

log = logging.getLogger(__name__)
ROOM = 20
HERE = LocMemCache("limits-while-the-cache-fails", {"OPTIONS": {"MAX_ENTRIES": 100_000}})


def is_spent(door: str, who: str, *, most: int) -> bool:
    """Whether `who` has used up his tries at a door."""
    key = _key(door, who)
    try:
        return int(cache.get(key, 0)) >= most
    except Exception:  # noqa: BLE001 - any fault of any cache means the same: count here
        log.warning("The cache does not answer; this process counts the tries at %s by itself.", door)
        return int(HERE.get(key, 0)) >= most


def knock_as(
    door: str, request: HttpRequest, identity: Identity, *, at: str, most: int, seconds: int
) -> None:
    """Count one act of whoever asks, at one desk or session; raises `too_many_requests` as `knock` does.

    Counted are the account, else the badge, else the device at its address; for a device, everybody without
    account and badge at that address counts too, and may do `ROOM` times as much.
    """
    if identity.user is not None:
        knock(door, f"{at} user {identity.user.pk}", most=most, seconds=seconds)
    elif identity.badge is not None:
        knock(door, f"{at} badge {identity.badge.pk}", most=most, seconds=seconds)
    else:
        knock(door, f"{at} all {address_of(request)}", most=most * ROOM, seconds=seconds)
        knock(door, f"{at} {address_of(request)} {identity.device}", most=most, seconds=seconds)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from; behind a proxy, what the server was told by it."""
    return str(request.META.get("REMOTE_ADDR", ""))


def knock(door: str, who: str, *, most: int, seconds: int) -> None:
    """Count one act at a door; raises `too_many_requests` once `most` are spent in `seconds`."""
    if is_spent(door, who, most=most):
        raise Refusal("too_many_requests", wait=seconds)
    count(door, who, seconds=seconds)


def count(door: str, who: str, *, seconds: int) -> None:
    """Count one try; the first of a series starts its clock."""
    key = _key(door, who)
    try:
        _count_in(cache, key, seconds)
    except Exception:  # noqa: BLE001 - as above
        log.warning("The cache does not answer; this process counts the tries at %s by itself.", door)
        _count_in(HERE, key, seconds)


def _count_in(store: BaseCache, key: str, seconds: int) -> None:
    store.add(key, 0, seconds)
    store.incr(key)


def _key(door: str, who: str) -> str:
    return f"tries:{door}:{hashlib.sha256(who.encode()).hexdigest()[:32]}"
