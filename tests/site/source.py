"""The files of the site, as the site tests read them."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("config", "tournaments", "matches", "rules")
UNTRACKED = {".venv", "var", "node_modules", "screenshots", "__pycache__"}


@cache
def files() -> tuple[Path, ...]:
    """Every file of the site: what version control keeps, or would keep."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        stdout = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
        items = [ROOT / name for name in stdout.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        items = [path for path in ROOT.rglob("*") if not UNTRACKED & set(path.relative_to(ROOT).parts)]
    return tuple(sorted(path for path in items if path.is_file()))


def name(path: Path) -> str:
    """The path as people say it."""
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
