"""No code outside the formats compares the name of a format: the format object answers instead."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.site.source import files, modules, name, tree
from tournaments.formats import FORMATS
from tournaments.formats.registry import EVENT_FORMATS

NAMES = frozenset(FORMATS) | frozenset(EVENT_FORMATS)
# The formats themselves, and the checker, which shares no code with them.
OWN = ("tournaments/formats/", "tournaments/verification/checker/")
PAGES = ("templates/tournaments/", "templates/leagues/", "templates/ladders/", "static/")
COMPARED = re.compile(r"""(?:[=!]=|\[value=)\s*["'](\w+)["']""")


def strings_in(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        for element in node.elts:
            yield from strings_in(element)


def compared_strings(source: ast.AST) -> Iterator[str]:
    """The strings that are operands of comparisons or members of sets."""
    for node in ast.walk(source):
        if isinstance(node, ast.Compare):
            for operand in (node.left, *node.comparators):
                yield from strings_in(operand)
        if isinstance(node, ast.Set):
            yield from strings_in(node)


@pytest.mark.parametrize(
    "text",
    ['stage.format == "swiss"', 'x = stage.format in ("groups", "lives")', 'BY = frozenset({"knockout"})'],
)
def test_a_comparison_is_found(text: str) -> None:
    assert set(compared_strings(ast.parse(text))) & NAMES


def test_no_module_compares_the_name_of_a_format() -> None:
    compared = {
        name(path): sorted(set(compared_strings(tree(path))) & NAMES)
        for path in modules()
        if name(path).startswith("tournaments/") and not name(path).startswith(OWN)
    }
    assert {path: names for path, names in compared.items() if names} == {}


def test_no_page_compares_the_name_of_a_format() -> None:
    compared = {
        name(path): sorted(set(COMPARED.findall(path.read_text(encoding="utf-8"))) & NAMES)
        for path in files()
        if name(path).startswith(PAGES) and path.suffix in {".html", ".css", ".js"}
    }
    # "double" is the cube action here, not double elimination.
    assert {path: names for path, names in compared.items() if names and names != ["double"]} == {}
