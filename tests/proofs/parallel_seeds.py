"""Run one proof in several processes of low priority, each with its own part of the seeds."""

import os
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from typing import TypeVar

Piece = TypeVar("Piece")
Outcome = TypeVar("Outcome")


def size(name: str, default: int) -> int:
    """The size of a proof: the environment variable `name`, or `default`."""
    return int(os.environ.get(name, default))


def spread(work: Callable[[Piece], Outcome], pieces: Sequence[Piece]) -> Iterator[Outcome]:
    """The result of `work` for each piece, in any order, by PROOF_WORKERS processes (default: one a
    processor)."""
    workers = size("PROOF_WORKERS", os.cpu_count() or 1)
    with get_context("spawn").Pool(workers, initializer=os.nice, initargs=(10,)) as pool:
        yield from pool.imap_unordered(work, pieces)
