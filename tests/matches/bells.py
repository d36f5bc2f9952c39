"""Listening to a doorbell for the length of a block."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.dispatch import Signal


@contextmanager
def rings(bell: Signal) -> Iterator[list[dict[str, Any]]]:
    """The arguments of every ring of `bell` inside the block."""
    items: list[dict[str, Any]] = []

    def listen(**arguments: Any) -> None:
        items.append(arguments)

    bell.connect(listen)
    try:
        yield items
    finally:
        bell.disconnect(listen)
