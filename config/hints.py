"""Hears through Redis that another process has committed a notice."""

import asyncio
import logging
from collections.abc import Callable

from redis import RedisError
from redis.asyncio import Redis

from matches.services import live

log = logging.getLogger(__name__)

RETRY_SECONDS = 3.0


async def hear(address: str, wake: Callable[[], None]) -> None:
    """Call `wake` at each hint, for ever; while Redis is away the caller's own polling must do."""
    while True:
        try:
            await _hear_until_lost(address, wake)
        except (RedisError, OSError) as error:
            log.warning("No hints from Redis (%s); the streams look once a second.", error)
            await asyncio.sleep(RETRY_SECONDS)


async def _hear_until_lost(address: str, wake: Callable[[], None]) -> None:
    async with Redis.from_url(address) as client, client.pubsub() as channel:
        await channel.subscribe(live.CHANNEL)
        async for _ in channel.listen():
            wake()
