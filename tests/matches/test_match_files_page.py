"""The examples of docs/match-files.md are what the commands print."""

import re
from pathlib import Path

import pytest

from matches.records.management.verdict_output import CheckedFile, verdict_to_data
from rules.errors import Unreadable
from tests.matches.records.files import with_an_illegal_play
from tests.matches.test_commands import run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "match-files.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("block", [BLOCKS[0], BLOCKS[2]])
def test_a_command_prints_what_the_page_shows(block: str) -> None:
    command, _, printed = block.partition("\n")
    arguments = command.removeprefix("$ ./run manage ").split()
    assert run(*arguments, language="en") == (0, printed)


def test_the_example_of_a_fault_is_true(tmp_path: Path) -> None:
    path = tmp_path / "bad.mat"
    path.write_bytes(with_an_illegal_play())
    code, printed = run("check_record", str(path), language="en")
    assert (code, BLOCKS[1] in printed) == (1, True)


def test_every_key_of_the_data_is_named() -> None:
    row = verdict_to_data(CheckedFile("a.mat", refusal=Unreadable("file_empty")))
    keys = [*row, *row["findings"][0]]
    assert [key for key in keys if f"`{key}`" not in PAGE] == []
