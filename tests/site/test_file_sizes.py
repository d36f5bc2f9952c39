"""Files, functions and template lines are short, and every module has a docstring."""

import ast

import pytest

from tests.site.source import files, functions, modules, name, tree

FILE_LINES, FUNCTION_LINES = 550, 40
BANNED = {"utils", "util", "common", "helpers", "helper", "core", "misc", "base"}
TEMPLATE_LINE = 160
WRITTEN = {".py", ".html", ".js", ".css"}


@pytest.mark.second_stage
def test_every_module_has_a_docstring() -> None:
    assert [name(path) for path in modules() if not ast.get_docstring(tree(path))] == []


def test_files_are_short() -> None:
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert {path: length for path, length in lengths.items() if length > FILE_LINES} == {}


def test_functions_are_short() -> None:
    lengths = {
        f"{name(path)}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in modules()
        for node in functions(path)
    }
    assert {function: length for function, length in lengths.items() if length > FUNCTION_LINES} == {}


def test_template_lines_are_short() -> None:
    long_lines = [
        f"{name(path)}:{number}"
        for path in files()
        if path.suffix == ".html"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > TEMPLATE_LINE
    ]
    assert long_lines == []


def test_no_package_is_a_catch_all() -> None:
    banned = [name(path) for path in modules() if BANNED & {path.stem, *path.parts}]
    # The usual name of common settings in Django projects.
    assert banned == ["config/settings/base.py"]


def test_no_file_has_a_to_do_comment() -> None:
    markers = ("TO" + "DO", "FIX" + "ME")
    texts = {name(path): path.read_text(encoding="utf-8") for path in files() if path.suffix in WRITTEN}
    assert [path for path, text in texts.items() if any(marker in text for marker in markers)] == []
