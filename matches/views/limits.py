"""How often an action of a visitor may be done, and by whom it is counted.

A device is only a cookie, which anybody can throw away: so those without account and badge are also counted
together by their address, with as much room as a hall full of phones needs.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpRequest

from matches import rate_limits
from matches.identity import Identity
from rules.errors import Refusal

ROOM = 20


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
    if not rate_limits.consume(door, who, limit=most, seconds=seconds):
        raise Refusal("too_many_requests", wait=seconds)


@contextmanager
def guess(action: str, key: str, *, limit: int, seconds: int) -> Iterator[None]:
    """Count a guess at a secret before it is examined; it is released when the body raises nothing.

    Raises `too_many_requests` once `limit` wrong guesses are counted in `seconds`.
    """
    knock(action, key, most=limit, seconds=seconds)
    yield
    rate_limits.release(action, key)
