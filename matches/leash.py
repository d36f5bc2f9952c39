"""Runs another program on a leash: `leash.py CPU_SECONDS BYTES PROGRAM ARGUMENT...`, with Python alone.

The limits are set in this short-lived process, which then becomes the program: nothing of the house is copied
into it by a fork, and no thread of the house can hold a lock that it would need.
"""

import ctypes
import os
import resource
import signal
import sys

LARGEST_FILE = 64_000_000
DIE_WITH_PARENT = 1


def main(seconds: str, memory: str, *command: str) -> None:
    """Set the limits and become the program."""
    # At the first limit the system says why it ends the program, at the second it ends it for certain.
    _limit(resource.RLIMIT_CPU, int(seconds), more=1)
    _limit(resource.RLIMIT_AS, int(memory))
    _limit(resource.RLIMIT_FSIZE, LARGEST_FILE)
    _limit(resource.RLIMIT_CORE, 0)
    os.nice(10)
    if sys.platform == "linux":
        # A worker that is killed takes its program along.
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    os.execv(command[0], command)  # noqa: S606 - a shell is what must not be there


def _limit(what: int, most: int, *, more: int = 0) -> None:
    given = resource.getrlimit(what)[1]
    hard = most + more if given == resource.RLIM_INFINITY else min(most + more, given)
    resource.setrlimit(what, (min(most, hard), hard))


if __name__ == "__main__":
    main(*sys.argv[1:])
