"""A command: what one action of a person writes to the journal of an event, undone and redone as one."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tournaments.models import Event

# The first line of the running command in each event it writes to; None outside of any command.
_first_lines: ContextVar[dict[int, int] | None] = ContextVar("first_lines", default=None)


@contextmanager
def one_command() -> Iterator[None]:
    """Let all lines that are written inside be one command; a command inside another is part of it.

    Services that write several lines are decorated with it: `@one_command()`.
    """
    if _first_lines.get() is not None:
        yield
        return
    token = _first_lines.set({})
    try:
        yield
    finally:
        _first_lines.reset(token)


def command_of(event: Event, seq: int) -> int:
    """The number of the command that line `seq`, the next one of an event, belongs to."""
    running = _first_lines.get()
    if running is None:
        return seq
    # A savepoint that was rolled back may have taken the first line with it.
    running[event.pk] = min(seq, running.get(event.pk, seq))
    return running[event.pk]
