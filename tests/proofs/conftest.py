"""Mark every test of this folder as a proof, and skip it unless PROVE=1."""

import os
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
SKIP = pytest.mark.skip(reason="a proof of minutes; `make prove` runs it")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.proof)
            if os.environ.get("PROVE") != "1":
                item.add_marker(SKIP)
