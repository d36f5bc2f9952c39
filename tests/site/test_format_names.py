"""Nothing outside the formats asks which format it has: the format object answers instead."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.site.source import files, modules, name, tree
from tournaments.formats import FORMATS
from tournaments.formats.registry import EVENT_FORMATS

NAMES = frozenset(FORMATS) | frozenset(EVENT_FORMATS)
# The formats themselves, and the checker, which shares nothing with them and reads plans older than theirs.
OWN = ("tournaments/formats/", "tournaments/verification/checker/")
PAGES = ("templates/tournaments/", "templates/clubs/", "templates/leagues/", "templates/ladders/", "static/")
COMPARED = re.compile(r"""(?:[=!]=|\[value=)\s*["'](\w+)["']""")


def strings_in(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        for item in node.elts:
            yield from strings_in(item)


def compared_strings(source: ast.AST) -> Iterator[str]:
    """What something is compared with, alone or in a set of strings."""
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
def test_a_comparison_is_seen(text: str) -> None:
    assert set(compared_strings(ast.parse(text))) & NAMES


def test_no_module_compares_the_name_of_a_format() -> None:
    asking = {
        name(path): sorted(set(compared_strings(tree(path))) & NAMES)
        for path in modules()
        if name(path).startswith("tournaments/") and not name(path).startswith(OWN)
    }
    assert {path: value for path, value in asking.items() if value} == {}


def test_no_page_compares_the_name_of_a_format() -> None:
    asking = {
        name(path): sorted(set(COMPARED.findall(path.read_text(encoding="utf-8"))) & NAMES)
        for path in files()
        if name(path).startswith(PAGES) and path.suffix in {".html", ".css", ".js"}
    }
    # A double of the cube is no double elimination.
    assert {path: value for path, value in asking.items() if value and value != ["double"]} == {}
