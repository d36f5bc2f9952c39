"""The processor time of a call, for comparisons within one run."""

import gc
from collections.abc import Callable
from time import process_time


def measure_seconds(do: Callable[..., object], *arguments: object, attempts: int = 1) -> float:
    """Return the least processor time of `attempts` calls of `do`.

    The garbage collector is off meanwhile: its pauses depend on what other tests have left in memory.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return min(_seconds(do, arguments) for _ in range(attempts))
    finally:
        if was_enabled:
            gc.enable()


def _seconds(do: Callable[..., object], arguments: tuple[object, ...]) -> float:
    began = process_time()
    do(*arguments)
    return process_time() - began
