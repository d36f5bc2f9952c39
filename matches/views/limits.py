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

ADDRESS_FACTOR = 20


def throttle_identity(
    action: str, request: HttpRequest, identity: Identity, *, at: str, limit: int, seconds: int
) -> None:
    """Count one action of an identity, at one desk or session. Raises `too_many_requests`.

    Counted are the account, else the badge, else the device at its address; for a device, everybody without
    account and badge at that address counts too, and may do `ADDRESS_FACTOR` times as much.
    """
    if identity.user is not None:
        throttle_action(action, f"{at} user {identity.user.pk}", limit=limit, seconds=seconds)
    elif identity.badge is not None:
        throttle_action(action, f"{at} badge {identity.badge.pk}", limit=limit, seconds=seconds)
    else:
        throttle_action(
            action, f"{at} all {get_address(request)}", limit=limit * ADDRESS_FACTOR, seconds=seconds
        )
        throttle_action(
            action, f"{at} {get_address(request)} {identity.device}", limit=limit, seconds=seconds
        )


def get_address(request: HttpRequest) -> str:
    """Where a request comes from; behind a proxy, what the server was told by it."""
    return str(request.META.get("REMOTE_ADDR", ""))


def throttle_action(action: str, key: str, *, limit: int, seconds: int) -> None:
    """Count one action of a key. Raises `too_many_requests` above `limit` in `seconds`."""
    if not rate_limits.consume(action, key, limit=limit, seconds=seconds):
        raise Refusal("too_many_requests", wait=seconds)


@contextmanager
def throttle_guesses(action: str, key: str, *, limit: int, seconds: int) -> Iterator[None]:
    """Count a guess at a secret before it is examined; it is released when the body raises nothing.

    Raises `too_many_requests` once `limit` wrong guesses are counted in `seconds`.
    """
    throttle_action(action, key, limit=limit, seconds=seconds)
    yield
    rate_limits.release(action, key)
