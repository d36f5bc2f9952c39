"""The documentation for programmers is correct, and every public name has a docstring."""

import ast
import doctest
import re
from dataclasses import is_dataclass
from importlib import import_module

import pytest

from tests.rules.sample_records import ROOT

PAGES = [ROOT / "README.md", ROOT / "docs" / "rules-library.md", ROOT / "rules" / "README.md"]
LISTED = re.findall(r"^\| `(rules[\w.]*)` \| (.+) \|$", PAGES[1].read_text(encoding="utf-8"), re.MULTILINE)
MODULES = sorted((ROOT / "rules").rglob("*.py"))
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)


def public(body):
    """The public functions and classes of a module or class, with the methods of the classes."""
    for node in body:
        if isinstance(node, DEFINITIONS) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


@pytest.mark.second_stage
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_the_examples_of_the_page_run(page):
    text = page.read_text(encoding="utf-8").replace("crawford_backgammon", "rules")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, None, 0)
    assert len(examples.examples) > 5
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_every_name_that_is_promised_exists(subtests):
    for package, names in LISTED:
        with subtests.test(module=package):
            module = import_module(package)
            assert [name for name in re.findall(r"`(\w+)`", names) if not hasattr(module, name)] == []


def test_every_public_function_class_and_method_has_a_docstring():
    silent = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in MODULES
        for node in public(ast.parse(path.read_text(encoding="utf-8")).body)
        if not ast.get_docstring(node)
    ]
    assert silent == []


def test_what_is_refused_is_one_of_three_kinds():
    bare = [
        f"{path.relative_to(ROOT)}: {node.lineno}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal"
    ]
    assert bare == []


def test_every_value_that_is_promised_is_frozen():
    promised = [
        getattr(import_module(package), name)
        for package, names in LISTED
        for name in re.findall(r"`(\w+)`", names)
    ]
    values = [value for value in promised if is_dataclass(value)]
    assert [value.__name__ for value in values if not value.__dataclass_params__.frozen] == []
    assert len(values) > 30
