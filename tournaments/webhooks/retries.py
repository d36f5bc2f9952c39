"""When a failed webhook delivery is tried again."""

from datetime import timedelta

# Waiting time after each failed try; after the last one there is no automatic retry.
RETRY_WAITS = tuple(
    timedelta(seconds=seconds) for seconds in (30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600)
)


def retry_wait(tries: int) -> timedelta | None:
    """Return the wait after the `tries`-th failed try (1, 2, …); None after the last one."""
    return RETRY_WAITS[tries - 1] if tries <= len(RETRY_WAITS) else None
