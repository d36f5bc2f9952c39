"""The files of the repository and their syntax trees, for tests that read the source."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("config", "tournaments", "matches", "rules")
UNTRACKED = {".venv", "var", "node_modules", "screenshots", "__pycache__"}


@cache
def files() -> tuple[Path, ...]:
    """Every file of the repository that git does not ignore."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        stdout = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
        paths = [ROOT / name for name in stdout.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        paths = [path for path in ROOT.rglob("*") if not UNTRACKED & set(path.relative_to(ROOT).parts)]
    return tuple(sorted(path for path in paths if path.is_file()))


def name(path: Path) -> str:
    """The path relative to the repository."""
    return path.relative_to(ROOT).as_posix()


def modules() -> list[Path]:
    """The Python files of the four packages, without migrations."""
    return [
        path
        for path in files()
        if path.suffix == ".py"
        and path.relative_to(ROOT).parts[0] in PACKAGES
        and "migrations" not in path.parts
    ]


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), name(path))


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions and methods of a Python file."""
    return [
        node for node in ast.walk(tree(path)) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
