"""One proof spread over the processors: the same work from many seeds, in processes that step back."""

import os
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from typing import TypeVar

Given = TypeVar("Given")
Found = TypeVar("Found")


def size(name: str, default: int) -> int:
    """How large a proof is to be: a number of the environment, or the one that the site demands."""
    return int(os.environ.get(name, default))


def spread(work: Callable[[Given], Found], pieces: Sequence[Given]) -> Iterator[Found]:
    """What `work` finds for each piece, in any order; PROOF_WORKERS processes, as many as processors."""
    workers = size("PROOF_WORKERS", os.cpu_count() or 1)
    with get_context("spawn").Pool(workers, initializer=os.nice, initargs=(10,)) as pool:
        yield from pool.imap_unordered(work, pieces)
