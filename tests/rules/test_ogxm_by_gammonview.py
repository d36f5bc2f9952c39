"""The reader of GammonView, written apart from ours, finds in OGXM files what ours finds in them."""

from pathlib import Path
from typing import Any

import pytest

from rules.actions import AcceptedIllegalPlay, Moved
from rules.errors import Unreadable
from rules.formats import read
from rules.formats.ogxm_writing import write_ogxm
from rules.record import Record
from tests.rules.ogxm_files import EXPECTED, sample
from tests.rules.test_ogxm_files import FILES, PROVE, QUICK

gvformat: Any = pytest.importorskip("gvformat", reason="needs gammonview of requirements-dev.txt")


def read_facts(data: bytes) -> tuple[Any, ...]:
    """Players, length, winner and points of each game, and its rolls in order, as GammonView reads them."""
    match = gvformat.read_gvab(data)
    winners = {0: "white", 1: "black"}
    games = [
        (winners.get(game.get("winner")), game.get("points_won") or None, _list_rolls(game["plies"]))
        for game in match["games"]
    ]
    return (match["player_white"], match["player_black"]), match["match_length"], games


def _list_rolls(plies: list[dict[str, Any]]) -> list[tuple[int, ...]]:
    return [tuple(sorted((ply["d1"], ply["d2"]))) for ply in plies if ply.get("d1")]


def list_facts(record: Record) -> tuple[Any, ...]:
    """The same of a record that is read here."""
    games = []
    for game in record.games:
        rolls = [each for each in game.actions if isinstance(each, Moved | AcceptedIllegalPlay)]
        has_result = game.winner is not None and game.points is not None
        winner = game.winner.value if has_result and game.winner else None
        games.append(
            (winner, game.points if has_result else None, [tuple(sorted(roll.dice)) for roll in rolls])
        )
    return record.players, record.length, games


@pytest.mark.parametrize("name", EXPECTED["files"])
def test_a_sample_is_judged_by_both_alike(name: str) -> None:
    data = sample(name.removesuffix(".ogxm"))
    if not EXPECTED["files"][name]["reads"]:
        with pytest.raises(Unreadable):
            read(data)
        with pytest.raises(gvformat.GvabError):
            gvformat.read_gvab(data)
        return
    assert read_facts(data) == list_facts(read(data))


@pytest.mark.parametrize("path", FILES if PROVE else QUICK, ids=lambda path: path.name)
def test_a_file_written_here_is_read_alike(path: Path) -> None:
    record = read(path.read_bytes())
    assert read_facts(write_ogxm(record)) == list_facts(record)
