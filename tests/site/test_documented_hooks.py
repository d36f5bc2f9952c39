"""docs/plugins.md lists every hook, signal and register that a plug-in may use."""

import re
from importlib import import_module

import pytest
from django.dispatch import Signal

from matches.registry import Hook
from tests.site.source import ROOT

PAGE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
KINDS = {"registry": (Hook, list, dict), "signals": (Signal,)}
MODULES = ("tournaments.registry", "matches.registry", "tournaments.signals", "matches.signals")


def names_in_first_column(section: str) -> list[str]:
    """Return the names in the first column of the table of a section."""
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`([\w.]+)`", row)]


@pytest.mark.parametrize("module", MODULES)
def test_every_hook_and_signal_is_listed_once(module: str) -> None:
    section = PAGE.partition(f"### `{module}`")[2].partition("\n#")[0]
    kinds = KINDS[module.rpartition(".")[2]]
    names = [
        name
        for name, value in vars(import_module(module)).items()
        if isinstance(value, kinds) and not name.startswith("_")
    ]
    assert sorted(names_in_first_column(section)) == sorted(names)


def test_the_other_registers_exist() -> None:
    section = PAGE.partition("## Other registers")[2]
    paths = [name.rpartition(".") for name in names_in_first_column(section)]
    assert [name for module, _, name in paths if not hasattr(import_module(module), name)] == []
    assert len(paths) == 6
