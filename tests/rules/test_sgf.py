"""GNU Backgammon's SGF: the same games as its score sheets, and what those lose."""

import pytest

from rules.errors import Unreadable
from rules.formats import read
from rules.formats.sheet import write_mat
from rules.options import MatchLaws
from rules.replay import replay
from rules.sides import Side
from tests.rules.samples import DATA, manifest, sample

PAIRS = [entry for entry in manifest() if (DATA / "records" / entry["file"]).with_suffix(".sgf").exists()]
ROOT = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[An\\]n]PB[Bob]RU[Crawford]RE[W+1R]"


def sgf(entry):
    return read(sample(entry["file"].replace(".mat", ".sgf")).encode())


def game(nodes: str):
    return read(f"{ROOT}{nodes})".encode()).games[0]


@pytest.mark.parametrize("entry", [e for e in PAIRS if e["length"]], ids=lambda entry: entry["file"])
def test_both_files_of_a_match_hold_the_same_games(entry):
    laws = MatchLaws(crawford=entry["rules"]["crawford"])
    tree, sheet = replay(sgf(entry), laws), replay(read(sample(entry["file"]).encode()), laws)
    assert [_essence(game) for game in tree.games] == [_essence(game) for game in sheet.games]
    assert (tree.players, tree.score, tree.status) == (sheet.players, sheet.score, sheet.status)


def _essence(game):
    return (
        game.score_before,
        game.winner,
        game.points,
        game.cube,
        game.kind,
        game.plays,
        list(game.frames)[-1][:4],
    )


@pytest.mark.law("money.automatic")
@pytest.mark.parametrize("entry", [e for e in PAIRS if not e["length"]], ids=lambda entry: entry["file"])
def test_automatic_doubles_give_sessions_their_true_score(entry):
    verdict = replay(sgf(entry))
    assert (verdict.score, verdict.plays) == (tuple(entry["final_score"]), entry["plays"])
    assert [finding for finding in verdict.findings if finding.severity == "error"] == []


def test_plays_are_counted_by_each_player_from_home():
    white, black = game(";W[31hefe];B[42qusu]").actions
    assert (white.written.text, black.written.text) == ("8/5 6/5", "8/4 6/4")
    entering, leaving = game(";W[21yx];B[21xz]").actions
    assert (entering.written.text, leaving.written.text) == ("bar/24", "1/off")


def test_a_roll_without_a_play_is_kept():
    (roll,) = game(";PL[B]DI[64]").actions
    assert (roll.side, roll.dice, roll.written.text) == (Side.BLACK, (6, 4), "")


def test_escaped_brackets_belong_to_the_value():
    record = read(f"{ROOT};W[31hefe])".encode())
    assert record.players == ("An]n", "Bob")
    assert record.facts == {"crawford": "On", "jacoby": "Off"}


def test_a_session_survives_as_a_score_sheet_for_its_plays():
    record = sgf(PAIRS[0])
    again = read(write_mat(record).encode())
    assert [len(game.actions) for game in again.games] == [len(game.actions) for game in record.games]


@pytest.mark.law("record.readable")
@pytest.mark.parametrize(
    "nodes",
    [
        ";W[71hefe]",
        ";W[31hef]",
        ";W[31ze]",
        ";W[31ay]",
        ";W[hold]",
        ";AE[a:y]",
        ";W[31hefe](;B[42])",
        ";W[31he",
    ],
)
def test_what_is_no_line_of_play_is_refused(nodes):
    with pytest.raises(Unreadable) as refused:
        game(nodes)
    assert refused.value.facts["line"] == 1


@pytest.mark.parametrize("text", ["(;", "(;)x", "()", "(;)(", "(;GM[6]CV[0])", "(;GM[6]CV[x])", "(;]"])
def test_broken_trees_are_refused(text):
    with pytest.raises(Unreadable):
        read(text.encode())
