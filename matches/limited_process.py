"""Run a program within limits: `limited_process.py CPU_SECONDS BYTES PROGRAM ARGUMENT...`; stdlib only.

The limits are set in this small process, which then replaces itself by the program (exec). Setting them in a
forked child of the site instead would copy its memory and could deadlock on a lock of another thread.
Windows has no such limits: what needs them is refused there.
"""

import ctypes
import os
import signal
import sys
from contextlib import nullcontext, suppress

try:
    import resource
except ModuleNotFoundError:
    resource = None  # type: ignore[assignment]

MAX_FILE_BYTES = 64_000_000
# PR_SET_PDEATHSIG of prctl(2).
DIE_WITH_PARENT = 1


def is_available() -> bool:
    """Whether this system can limit a process."""
    return resource is not None


def main(seconds: str, memory: str, *command: str) -> None:
    """Set the limits and replace this process by `command`.

    `seconds` of processor time and `memory` bytes are numbers as text.
    """
    # At the soft limit the system sends SIGXCPU, one second later SIGKILL.
    _limit(resource.RLIMIT_CPU, int(seconds), more=1)
    # macOS refuses limits of address space; the readers there have their own limits of what they unpack.
    with suppress(OSError, ValueError) if sys.platform == "darwin" else nullcontext():
        _limit(resource.RLIMIT_AS, int(memory))
    _limit(resource.RLIMIT_FSIZE, MAX_FILE_BYTES)
    _limit(resource.RLIMIT_CORE, 0)
    os.nice(10)
    if sys.platform == "linux":
        # If the worker is killed, the program is killed too.
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    os.execv(command[0], command)  # noqa: S606 - there must be no shell


def _limit(resource_id: int, soft: int, *, more: int = 0) -> None:
    inherited = resource.getrlimit(resource_id)[1]
    hard = soft + more if inherited == resource.RLIM_INFINITY else min(soft + more, inherited)
    resource.setrlimit(resource_id, (min(soft, hard), hard))


if __name__ == "__main__":
    main(*sys.argv[1:])
