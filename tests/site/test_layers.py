"""Imports keep to the layers, have no cycles, and are at the top of each file."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.site.source import ROOT, functions, modules, name, tree


@pytest.mark.second_stage
def test_imports_keep_to_the_contracts_of_import_linter() -> None:
    script = Path(sys.executable).with_name("lint-imports")
    process = subprocess.run([script, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout


def is_module(package: Path, module_name: str) -> bool:
    return (package / f"{module_name}.py").exists() or (package / module_name).is_dir()


def imported_module(path: Path, node: ast.ImportFrom) -> str:
    """The absolute name of the module that a `from` statement names, relative or not."""
    package = path.parent.relative_to(ROOT).parts
    base = package[: len(package) - node.level + 1] if node.level else ()
    return ".".join([*base, *filter(None, [node.module])])


def names_from_own_package(path: Path) -> list[str]:
    """The names that a module imports from its own package instead of the sibling module: a hidden cycle."""
    package = ".".join(path.parent.relative_to(ROOT).parts)
    imports = [node for node in ast.walk(tree(path)) if isinstance(node, ast.ImportFrom)]
    names = [alias.name for node in imports if imported_module(path, node) == package for alias in node.names]
    return [imported_name for imported_name in names if not is_module(path.parent, imported_name)]


@pytest.mark.second_stage
def test_modules_import_from_sibling_modules_not_from_their_package() -> None:
    imported_names = {
        name(path): names_from_own_package(path) for path in modules() if path.name != "__init__.py"
    }
    assert {path: names for path, names in imported_names.items() if names} == {}


def test_the_library_imports_its_own_modules_by_relative_imports() -> None:
    absolute = [
        f"{name(path)}: {node.lineno}"
        for path in modules()
        if path.relative_to(ROOT).parts[0] == "rules"
        for node in ast.walk(tree(path))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for imported in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
        )
        if not getattr(node, "level", 0) and imported and imported.split(".")[0] == "rules"
    ]
    assert absolute == []


# They import the packages of extras, which a site need not have, only where a variable asks for them.
WITH_EXTRAS = ("config/error_reports.py", "config/traces.py", "matches/records/engines/bgsage_child.py")


@pytest.mark.second_stage
def test_no_function_contains_an_import() -> None:
    inside = [
        f"{name(path)}: {function.name}"
        for path in modules()
        if name(path) not in WITH_EXTRAS
        for function in functions(path)
        for node in ast.walk(function)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    ]
    assert inside == []
