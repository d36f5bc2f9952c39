"""Small programs that stand in for GNU Backgammon and misbehave, and the path of the real one."""

import sys
from pathlib import Path

import pytest

from matches.records.engines import gnubg

REAL = gnubg.find_program("")
needs_gnubg = pytest.mark.skipif(REAL is None, reason="needs GNU Backgammon")

HANGS = "import time; time.sleep(300)"
HANGS_WITH_CHILD = """
import subprocess, sys, time, pathlib
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
pathlib.Path({log!r}).write_text(str(child.pid))
time.sleep(300)
"""
BURNS = "while True: pass"
EATS = "data = bytearray(3_000_000_000)\nopen('analysed.sgf', 'w').write('(;GM[6])')"
FAILS = "raise SystemExit(1)"
SILENT = ""
BABBLES = "open('analysed.sgf', 'wb').write(bytes(range(256)) * 100)"
ANSWERS_OTHERWISE = "open('analysed.sgf', 'w').write('7 point match')"
TELLS = """
import os, sys, resource, pathlib
told = [sorted(os.environ), os.getcwd() == os.environ["HOME"], sorted(os.listdir(".")), sys.argv[1:]]
told += [resource.getrlimit(resource.RLIMIT_CPU)[0], resource.getrlimit(resource.RLIMIT_AS)[0]]
told += [os.getpgid(0) == os.getpid(), pathlib.Path("game.sgf").read_text()]
pathlib.Path({log!r}).write_text(repr(told))
"""


def program(folder: Path, body: str) -> str:
    """Write an executable Python program; `{log!r}` in its body is the path of the file "log"."""
    path = folder / "stand-in"
    path.write_text(f"#!{sys.executable} -I\n{body.replace('{log!r}', repr(str(folder / 'log')))}\n")
    path.chmod(0o755)
    return str(path)
