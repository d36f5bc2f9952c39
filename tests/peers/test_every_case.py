"""Every case of `tests/data/peers` has the form that its README describes, and a test that compares it."""

import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from tests.peers.cases import FOLDER, Case, list_kinds, load_cases

KEYS = {"id", "source", "origin", "where", "kind", "comparable", "reason", "input", "expected"}
ALL_CASES = [case for kind in list_kinds() for case in load_cases(kind)]


def list_cases_of_tests() -> list[Case]:
    """The cases of all tests of this package that run once for each case."""
    modules = [
        import_module(f"tests.peers.{module.name}") for module in iter_modules([str(Path(__file__).parent)])
    ]
    tests = [each for module in modules for name, each in vars(module).items() if name.startswith("test_")]
    marks = [mark for test in tests for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    return [case for mark in marks if mark.args[0] == "case" for case in mark.args[1]]


def test_every_case_has_a_test() -> None:
    assert Counter(case["id"] for case in list_cases_of_tests()) == Counter(case["id"] for case in ALL_CASES)


def test_at_least_two_hundred_cases_must_be_the_same_here() -> None:
    assert len([case for case in ALL_CASES if case["comparable"]]) >= 200


@pytest.mark.parametrize("kind", list_kinds())
def test_the_cases_have_the_form_that_the_readme_describes(kind: str) -> None:
    for case in load_cases(kind):
        assert case.keys() in (KEYS, KEYS | {"not_compared"}), case["id"]
        assert case["kind"] == kind
        assert case["origin"] in {"published", "run"}
        assert case["comparable"] or case["reason"], case["id"]
        assert all(case.get("not_compared", {"": "none"}).values()), case["id"]


def test_the_readme_has_every_kind_and_source_with_its_number_of_cases() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `?([^|`]+?)`? \| (\d+) \| (\d+) \|", readme, re.MULTILINE)
    described_counts = {name: (int(cases), int(differing)) for name, cases, differing in rows}
    assert described_counts == {
        name: (
            len([case for case in ALL_CASES if name in (case["kind"], case["source"])]),
            len([c for c in ALL_CASES if name in (c["kind"], c["source"]) and not c["comparable"]]),
        )
        for name in {value for case in ALL_CASES for value in (case["kind"], case["source"])}
    }
