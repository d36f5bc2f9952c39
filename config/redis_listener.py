"""Learns through Redis that another process has committed a notice."""

import asyncio
import logging
from collections.abc import Callable

from redis import RedisError
from redis.asyncio import Redis

from matches.services import live

log = logging.getLogger(__name__)

RETRY_SECONDS = 3.0


async def listen_for_notices(redis_url: str, on_notice: Callable[[], None]) -> None:
    """Call `on_notice` at each message, for ever; while Redis is away the caller has to poll."""
    while True:
        try:
            await _listen_until_lost(redis_url, on_notice)
        except (RedisError, OSError) as error:
            log.warning("No messages from Redis (%s); the streams look once a second.", error)
            await asyncio.sleep(RETRY_SECONDS)


async def _listen_until_lost(redis_url: str, on_notice: Callable[[], None]) -> None:
    async with Redis.from_url(redis_url) as client, client.pubsub() as channel:
        await channel.subscribe(live.CHANNEL)
        async for _ in channel.listen():
            on_notice()
