"""A context manager that records the signals sent inside its block."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.dispatch import Signal


@contextmanager
def sent_signals(signal: Signal) -> Iterator[list[dict[str, Any]]]:
    """Collect the arguments of `signal`, each time it is sent inside the block."""
    sent: list[dict[str, Any]] = []

    def listen(**arguments: Any) -> None:
        sent.append(arguments)

    signal.connect(listen)
    try:
        yield sent
    finally:
        signal.disconnect(listen)
