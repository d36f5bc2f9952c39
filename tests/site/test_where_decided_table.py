"""The table of docs/architecture.md about where things are decided names existing code."""

import re
from importlib import import_module

import pytest

from tests.site import source

TABLE = re.compile(r"^## Where is it decided.*?(?=^## )", re.MULTILINE | re.DOTALL)


def decided_names() -> list[str]:
    """Return the dotted names in the second column of the table."""
    table = TABLE.search((source.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert table is not None
    rows = [line.split("|") for line in table.group().splitlines() if line.startswith("| ")]
    return [name for _, _, names, _ in rows[1:] for name in re.findall(r"`([\w.]+)`", names)]


def test_the_table_answers_thirty_questions() -> None:
    assert len(decided_names()) >= 30


@pytest.mark.parametrize("name", decided_names())
def test_what_the_table_names_exists(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    try:
        import_module(name)
    except ModuleNotFoundError:
        assert hasattr(import_module(module), attribute), name
