"""The commands: record a tree, compare two records."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from pathlib import Path

PROCESSES, LINES = 2, 40
GROUPS = ("weekend", "evening", "installation", "formats", "demo", "random")


def main() -> int:
    """Run the requested command; 1 where two records differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.net", description="Records what pages show.")
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--only", nargs="*", default=[], metavar="GROUP")
    recording.add_argument("--whole", action="store_true", help="500 random events, the weekend to its end")
    comparing = commands.add_parser("compare")
    comparing.add_argument("folder", type=Path)
    comparing.add_argument("other", type=Path)
    comparing.add_argument("--lines", type=int, default=LINES, help="how many lines of each page are shown")
    args = parser.parse_args()
    if args.command == "compare":
        return compare(args.folder, args.other, args.lines)
    return record(args.folder, args.only, args.whole)


def record(folder: Path, only: list[str], whole: bool) -> int:
    """Record every group, each by a process of its own."""
    groups = only or GROUPS
    if unknown := set(groups) - set(GROUPS):
        sys.exit(f"There is no group {', '.join(unknown)}: {', '.join(GROUPS)}")
    for group in groups:
        for name in (group, f"{group}-ratings"):
            shutil.rmtree(folder / name, ignore_errors=True)
    with ThreadPoolExecutor(PROCESSES) as processes:
        waiting = [processes.submit(record_group, group, folder, whole) for group in groups]
        codes = [each.result() for each in waiting]
    return max(codes)


def record_group(group: str, folder: Path, whole: bool) -> int:
    """Record one group in a process and a database of its own."""
    command = [sys.executable, "-m", "tests.net.session", group, str(folder), "whole" if whole else ""]
    with tempfile.TemporaryDirectory() as data:
        env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "CRAWFORD_DATA": data,
            "PYTHONHASHSEED": "0",
        }
        return subprocess.run(command, env=env, check=False).returncode


def compare(folder: Path, other: Path, most: int) -> int:
    """Print what differs, page by page."""
    names = sorted({path.relative_to(each) for each in (folder, other) for path in each.rglob("*.txt")})
    differing = 0
    for name in names:
        texts = [
            (each / name).read_text().splitlines() if (each / name).exists() else ["(no such page)"]
            for each in (folder, other)
        ]
        if texts[0] == texts[1]:
            continue
        differing += 1
        lines = list(unified_diff(*texts, f"a/{name}", f"b/{name}", n=1, lineterm=""))
        sys.stdout.write("\n".join(lines[:most]) + "\n")
        if len(lines) > most:
            sys.stdout.write(f"... {len(lines) - most} more lines\n")
    sys.stdout.write(f"{differing} of {len(names)} pages differ\n")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
