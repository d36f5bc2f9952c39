"""Run a program within limits: `limited_process.py CPU_SECONDS BYTES PROGRAM ARGUMENT...`; stdlib only.

The limits are set in this short-lived process, which then becomes the program: no memory of the site is
copied by a fork, and no thread of the site can hold a lock that the program needs.
"""

import ctypes
import os
import resource
import signal
import sys

MAX_FILE_BYTES = 64_000_000
DIE_WITH_PARENT = 1


def main(seconds: str, memory: str, *command: str) -> None:
    """Set the limits and become the program."""
    # At the soft limit the system sends SIGXCPU, one second later SIGKILL.
    _limit(resource.RLIMIT_CPU, int(seconds), more=1)
    _limit(resource.RLIMIT_AS, int(memory))
    _limit(resource.RLIMIT_FSIZE, MAX_FILE_BYTES)
    _limit(resource.RLIMIT_CORE, 0)
    os.nice(10)
    if sys.platform == "linux":
        # The program ends with a worker that is killed.
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    os.execv(command[0], command)  # noqa: S606 - there must be no shell


def _limit(resource_id: int, soft: int, *, more: int = 0) -> None:
    inherited = resource.getrlimit(resource_id)[1]
    hard = soft + more if inherited == resource.RLIM_INFINITY else min(soft + more, inherited)
    resource.setrlimit(resource_id, (min(soft, hard), hard))


if __name__ == "__main__":
    main(*sys.argv[1:])
