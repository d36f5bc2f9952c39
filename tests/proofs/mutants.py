"""Mutation testing of the rules: one small change at a time, and each must make a test fail.

`make mutants` runs it with mutmut on a copy outside the tree. A change that no test notices must be listed in
`equivalent.toml` with the reason why it changes nothing; any other is printed, and the command fails.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDER = Path(gettempdir()) / "crawford-mutants"
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
LAWS = (
    "plays",
    "packed_board",
    "play_faults",
    "accepted_illegal_plays",
    "cube",
    "crawford",
    "doubling",
    "money_cube",
    "match",
    "action_replay",
    "frames",
    "recorded_results",
    "running_score",
)
TESTS = (
    "crawford",
    "frames",
    "game",
    "game_faults",
    "game_folds",
    "gameplay",
    "match",
    "match_limits",
    "match_position",
    "money_wager",
    "notation",
    "packed_position_strides",
    "packed_positions",
    "planted_faults",
    "play_fault_facts",
    "play_faults",
    "plays",
    "plays_let_stand",
    "plays_oracle",
    "position",
    "public_names",
    "reachable_results",
    "read_play",
    "record",
    "record_course",
    "recording",
    "replay",
    "replay_money",
    "replay_scores",
    "results",
    "score_lines",
    "text_diagrams",
)
CONFIG = """[tool.pytest.ini_options]
pythonpath = ["."]
markers = ["law(id): a law", "proof: slow"]
[tool.mutmut]
source_paths = ["rules"]
only_mutate = {laws}
also_copy = ["docs"]
pytest_add_cli_args = ["-p", "no:randomly", "-p", "no:xdist", "-p", "no:django", "-p", "no:cacheprovider"]
pytest_add_cli_args_test_selection = {tests}
timeout_multiplier = 4.0
timeout_constant = 8.0
use_git_change_detection = false
"""
STILL = """import sys

from hypothesis import HealthCheck, settings

settings.register_profile(
    "still", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("still")


def pytest_sessionstart():
    # Mutants are tested in forks of a process that has run the tests: forget what it read unchanged.
    for name, module in list(sys.modules.items()):
        if name.startswith("rules."):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
"""


class Mutant(NamedTuple):
    """One change: the function it is in, the line before and the line after."""

    of: str
    was: str
    becomes: str


def main(arguments: list[str]) -> int:
    """Mutate the named modules (default: `LAWS`); return 0 if every mutant is noticed or explained, else
    1."""
    os.nice(15)
    prepare(arguments or list(LAWS))
    workers = ("--max-children", os.environ.get("PROOF_WORKERS", "2"))
    mutmut("run", *workers)
    explained = equivalent()
    doubtful = [name for name, mutant in survivors().items() if mutant not in explained]
    if doubtful:
        mutmut("run", *workers, *doubtful)
    surviving = survivors().values()
    unknown = sorted(mutant for mutant in surviving if mutant not in explained)
    for mutant in unknown:
        print(f"\n{mutant.of}\n- {mutant.was}\n+ {mutant.becomes}")
    print(f"\n{len(surviving) - len(unknown)} survivors explained, {len(unknown)} not")
    return min(len(unknown), 1)


def prepare(laws: list[str]) -> None:
    """Copy the rules and their tests to the folder where they are mutated."""
    for name in ("rules", "tests/rules", "tests/data", "tests/proofs", "docs"):
        ignored = shutil.ignore_patterns("__pycache__", "images")
        shutil.copytree(ROOT / name, FOLDER / name, dirs_exist_ok=True, ignore=ignored)
    (FOLDER / "tests" / "__init__.py").touch()
    (FOLDER / "tests" / "conftest.py").write_text(STILL)
    mutated = [f"rules/{law}.py" for law in laws]
    tests = [f"tests/rules/test_{test}.py" for test in TESTS]
    if missing := [path for path in [*mutated, *tests] if not (ROOT / path).exists()]:
        raise SystemExit(f"These modules do not exist: {', '.join(missing)}")
    (FOLDER / "pyproject.toml").write_text(CONFIG.format(laws=mutated, tests=tests))
    for path in mutated:
        open_up(FOLDER / path)


def open_up(path: Path) -> None:
    """Rewrite the properties of a copied module as plain methods: mutmut skips functions with decorators."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    for node in sorted(properties(ast.parse(text)), key=lambda node: -node.lineno):
        pad = " " * node.col_offset
        lines.insert(node.end_lineno or 0, f"{pad}{node.name} = property(get_{node.name})")
        lines[node.lineno - 1] = lines[node.lineno - 1].replace(f"def {node.name}(", f"def get_{node.name}(")
        del lines[node.decorator_list[0].lineno - 1]
    path.write_text("\n".join(lines), encoding="utf-8")


def properties(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Every method of the module that is a property and nothing else."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and len(node.decorator_list) == 1:
            (decorator,) = node.decorator_list
            if isinstance(decorator, ast.Name) and decorator.id == "property":
                yield node


def survivors() -> dict[str, Mutant]:
    """The mutants that no test noticed, by name; one whose tests timed out counts as noticed."""
    lines = [line.strip().partition(": ") for line in output("results").splitlines()]
    return {
        name: get_mutant(name)
        for name, _, status in lines
        if status in ("survived", "no tests", "suspicious")
    }


def get_mutant(name: str) -> Mutant:
    """The change that a mutant makes, read from `mutmut show`."""
    lines = [line for line in output("show", name).splitlines() if re.match(r"[-+](?![-+]{2} )", line)]
    was = " ".join(line[1:].strip() for line in lines if line[0] == "-")
    becomes = " ".join(line[1:].strip() for line in lines if line[0] == "+")
    module, _, function = name.rpartition("__mutmut_")[0].rpartition(".")
    return Mutant(f"{module}.{function.removeprefix('x_').replace('xǁ', '').replace('ǁ', '.')}", was, becomes)


def output(*arguments: str) -> str:
    """The standard output of a mutmut command."""
    return mutmut(*arguments, stdout=subprocess.PIPE).stdout or ""


def mutmut(*arguments: str, stdout: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run mutmut in the copy."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=FOLDER, stdout=stdout, text=True, check=True)


def equivalent() -> set[Mutant]:
    """The mutants explained in `equivalent.toml`."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    return {Mutant(entry["of"], entry["was"], entry["becomes"]) for entry in listed if entry["why"]}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
