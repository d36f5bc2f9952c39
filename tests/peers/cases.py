"""The cases of `tests/data/peers`: what other programs, standards and lists give, by kind."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "data/peers"
Case = dict[str, Any]


def list_kinds() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def load_cases(kind: str) -> list[Case]:
    cases: list[Case] = json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8"))
    return cases


def each_case(*kinds: str) -> pytest.MarkDecorator:
    """Run a test once for each case of these kinds that must be the same here."""
    return _each([case for kind in kinds for case in load_cases(kind) if case["comparable"]])


def each_difference(*kinds: str) -> pytest.MarkDecorator:
    """Run a test once for each case of these kinds that differs here on purpose."""
    return _each([case for kind in kinds for case in load_cases(kind) if not case["comparable"]])


def _each(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


def get_expected(case: Case) -> dict[str, Any]:
    """Return what must be the same here: all but the parts of which the case says why they are not compared.

    Such a part is named by its keys: "places", or "values/buchholz/3".
    """
    expected: dict[str, Any] = deepcopy(case["expected"])
    for path in case.get("not_compared", {}):
        *keys, last = path.split("/")
        part = expected
        for key in keys:
            part = part[key]
        del part[last]
    return expected
