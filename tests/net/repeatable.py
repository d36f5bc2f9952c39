"""Makes a run repeatable: a clock that stands still between steps, and chance from a seed."""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from unittest import mock

import time_machine

START = datetime(2026, 10, 5, 18, 0, tzinfo=UTC)


class Course:
    """The clock and the chance of a run; each named step has chance of its own."""

    def __init__(self, clock: time_machine.Traveller) -> None:
        self.clock = clock
        self.codes, self.bytes = random.Random(), random.Random()

    def step(self, name: str, minutes: float = 0) -> None:
        """Begin a step of this name, some minutes later."""
        self.clock.shift(timedelta(minutes=minutes))
        self.codes.seed(f"codes {name}")
        self.bytes.seed(f"bytes {name}")


@contextmanager
def repeatable() -> Iterator[Course]:
    """Stop the clock, and take codes, tokens and keys from a seed."""
    with time_machine.travel(START, tick=False) as clock:
        course = Course(clock)
        # What the module secrets draws from, and what the module uuid draws from.
        with (
            mock.patch("random._urandom", course.codes.randbytes),
            mock.patch.object(os, "urandom", course.bytes.randbytes),
        ):
            course.step("start")
            yield course
