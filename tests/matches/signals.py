"""A context manager that records the signals sent inside its block."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.dispatch import Signal

from tests.factory_recordings import recordings


@contextmanager
def sent_signals(signal: Signal) -> Iterator[list[dict[str, Any]]]:
    """Collect the arguments of `signal`, each time it is sent inside the block.

    Factories send it, too: none is replayed."""
    sent: list[dict[str, Any]] = []

    def listen(**arguments: Any) -> None:
        sent.append(arguments)

    was_paused, recordings.is_paused = recordings.is_paused, True
    signal.connect(listen)
    try:
        yield sent
    finally:
        signal.disconnect(listen)
        recordings.is_paused = was_paused
