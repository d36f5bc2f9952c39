"""SGF files of GNU Backgammon: the same games as its score sheets, and what those lose."""

import pytest

from rules.actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.errors import Unreadable
from rules.formats import read
from rules.formats.mat_writing import write_mat
from rules.notation import DANCE, UNKNOWN
from rules.options import MatchLaws
from rules.position import Position
from rules.replay import replay
from rules.sides import Side
from tests.rules.sample_records import DATA, manifest, sample

WHITE, BLACK = Side.WHITE, Side.BLACK
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


@pytest.mark.law("game.resign")
def test_an_accepted_resignation_is_a_concession_at_its_level():
    recorded = game(";W[31hefe];B[double];W[take];B[resign:2];W[accept]")
    assert recorded.actions[-1] == Conceded(BLACK, 4, recorded.line)
    plain = game(";W[31hefe];B[resign];W[accept]")
    assert plain.actions[-1] == Conceded(BLACK, None, plain.line)
    unresulted = read(ROOT.replace("RE[W+1R]", "").encode() + b";W[31hefe];B[resign:2];W[accept])")
    assert [(each.winner, each.points) for each in replay(unresulted).games] == [(WHITE, 2)]


def test_a_rejected_resignation_changes_nothing():
    recorded = game(";W[31hefe];B[resign:1];W[reject];B[42qusu]")
    assert [type(action) for action in recorded.actions] == [Moved, Moved]


@pytest.mark.parametrize("nodes", [";W[accept]", ";B[resign:1];B[accept]", ";B[resign:4]"])
def test_an_answer_without_a_resignation_is_refused(nodes):
    with pytest.raises(Unreadable) as excinfo:
        game(nodes)
    assert "resign" in excinfo.value.facts["expected"]


def test_a_roll_without_a_play_is_one_whose_play_nobody_knows():
    (roll,) = game(";PL[B]DI[64]").actions
    assert (roll.side, roll.dice, roll.written) == (BLACK, (6, 4), UNKNOWN)
    first, second, _ = game(";PL[W]DI[31];B[42];W[61qwwx]").actions
    assert (first.written, second.written) == (UNKNOWN, DANCE)


@pytest.mark.law("move.compulsory")
def test_a_file_that_stops_after_a_roll_is_incomplete_and_accuses_nobody():
    header = "(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]PW[Anna]PB[Bruno]"
    verdict = replay(read(f"{header}RU[Crawford]\n;W[31hefe]\n;B[42qusu]\n;W[61])".encode()))
    assert verdict.status == "incomplete"
    assert [each.code for each in verdict.findings] == ["game_unfinished", "match_unfinished"]


@pytest.mark.law("game.resign")
@pytest.mark.parametrize(("program", "points"), [("Gibbon:0.1.0", 2), ("GNU Backgammon:1.08", 4)])
def test_gibbon_resigns_points_and_others_a_level(program, points):
    nodes = ";W[31hefe];B[double];W[take];B[42qusu];W[resign:2];B[accept]"
    header = f"(;FF[4]GM[6]AP[{program}]MI[length:7][game:0][ws:0][bs:0]PW[Anna]PB[Bruno]RE[B+{points}R]"
    recorded = read(f"{header}{nodes})".encode())
    assert recorded.games[0].actions[-1] == Conceded(WHITE, points, 1)
    assert replay(recorded).status == "incomplete"


@pytest.mark.law("record.readable")
@pytest.mark.parametrize("players", [("Carla", "Dino"), ("Anna", "Bruno")])
def test_of_two_matches_in_one_file_the_first_is_read_and_the_other_named(players):
    def tree(number, score, names):
        info = f"MI[length:3][game:{number}][ws:{score[0]}][bs:{score[1]}]PW[{names[0]}]PB[{names[1]}]RE[W+2]"
        return f"(;FF[4]GM[6]{info};W[31hefe];B[double];W[take];B[42qusu];W[31hefe];B[resign:1];W[accept])"

    games = [tree(0, (0, 0), ("Anna", "Bruno")), tree(1, (2, 0), ("Anna", "Bruno")), tree(0, (0, 0), players)]
    record = read("\n".join(games).encode())
    assert (len(record.games), record.players, record.other_matches) == (2, ("Anna", "Bruno"), (players,))
    found = [(each.code, each.facts) for each in replay(record).findings]
    assert ("other_matches", {"matches": " – ".join(players)}) in found


def test_a_roll_set_before_its_play_is_one_roll():
    assert game(";PL[W]DI[31];W[31hefe]").actions == game(";W[31hefe]").actions


def test_what_cannot_be_thrown_or_moved_is_left_to_the_replay():
    actions = game(";W[71hefe];B[31ay]").actions
    assert [(action.dice, action.written.text) for action in actions] == [
        ((7, 1), "8/5 6/5"),
        ((3, 1), "24/25"),
    ]


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
        ";W[31hef]",
        ";W[31ze]",
        ";W[3]",
        ";AE[a:y]AW[f][f][f]AB[f]",
        ";AW[f][f][f][f][f][f][f][f][f][f][f]",
        ";CV[3]",
        ";CP[w]CV[0]",
        ";W[hold]",
        ";AE[a-y]",
        ";W[31hefe](;B[42])",
        ";W[31he",
    ],
)
def test_what_is_no_line_of_play_is_refused(nodes):
    with pytest.raises(Unreadable) as excinfo:
        game(nodes)
    assert excinfo.value.facts["line"] == 1


@pytest.mark.parametrize(
    "text", ["(;GM[6])()", "(;", "(;)x", "()", "(;)(", "(;GM[6]CV[0])", "(;GM[6]CV[x])", "(;]"]
)
def test_broken_trees_are_refused(text):
    with pytest.raises(Unreadable):
        read(text.encode())


BOARD = "AE[a:y]AW[a][a]AB[f][y]"
PLACED = Position.build({1: 2}, {19: 1, 25: 1}, BLACK)


def test_a_set_board_is_the_position_from_then_on():
    (placed,) = game(f";PL[B]{BOARD}").actions
    assert placed == Placed(BLACK, PLACED, 1)


def test_points_can_be_cleared_and_filled_one_by_one():
    _, placed = game(";W[31hefe];PL[B]AE[e]AW[e][y]AB[z]").actions
    white = {24: 2, 13: 5, 8: 2, 6: 4, 5: 1, 25: 1}
    assert placed == Placed(BLACK, Position.build(white, {24: 2, 13: 5, 8: 3, 6: 5}, BLACK), 1)


def test_the_first_to_act_on_a_set_board_is_on_turn():
    placed, _ = game(f";PL[W]{BOARD};PL[B]DI[64]").actions
    assert placed == Placed(BLACK, PLACED, 1)


def test_a_second_board_set_up_starts_from_the_first():
    first, roll, second = game(f";PL[B]{BOARD};B[21];PL[W]AW[y]").actions
    assert (first.position, roll.written) == (PLACED, DANCE)
    assert second.position == Position.build({1: 2, 25: 1}, {19: 1, 25: 1}, WHITE)


@pytest.mark.parametrize("value", ["PL[W]", ""])
def test_a_board_set_up_after_a_roll_is_a_play_let_stand(value):
    (condoned,) = game(f";PL[B]DI[64];{value}{BOARD}").actions
    assert condoned == AcceptedIllegalPlay(BLACK, (6, 4), PLACED.with_turn(WHITE), 1)


def test_a_board_set_up_for_the_side_that_has_rolled_leaves_the_roll_to_be_played():
    placed, roll = game(f";PL[B]DI[64];PL[B]{BOARD};B[64]").actions
    assert (placed.position, roll.dice) == (PLACED, (6, 4))


def test_board_cube_and_turn_in_nodes_of_their_own_are_one_position():
    (placed,) = game(f";PL[B];CP[b];CV[4];{BOARD}").actions
    assert placed == Placed(BLACK, PLACED, 1, 4, BLACK)
    (placed,) = game(f";PL[B]{BOARD};CV[4];CP[c]").actions
    assert placed == Placed(BLACK, PLACED, 1, 4, None)


def test_a_cube_set_in_the_game_leaves_the_board_as_it_is():
    _, placed = game(";W[31hefe];CV[2]CP[w]").actions
    assert (placed.cube, placed.owner, placed.side) == (2, WHITE, BLACK)
    assert placed.position.points[4] == 2


def test_automatic_doubles_are_the_cube_the_game_begins_with():
    played = game(";CV[4];W[31hefe];B[double];W[take]")
    assert (played.initial_cube, played.actions[1:]) == (4, (Doubled(BLACK, 8, 1), Took(WHITE, 1)))


def test_the_values_on_the_cube_follow_from_the_offers():
    nodes = ";W[31hefe];B[double];W[double];B[double];W[take];B[42];W[double];B[drop]"
    *offers, last = [action for action in game(nodes).actions if not isinstance(action, Moved)]
    assert [type(action) for action in offers] == [Doubled, Beavered, Beavered, Took, Doubled]
    assert [action.value for action in offers if not isinstance(action, Took)] == [2, 4, 8, 16]
    assert last == Dropped(BLACK, 1)


def test_a_double_played_on_without_an_answer_counts_as_taken():
    nodes = ";W[31hefe];B[double];B[42];W[double]"
    assert [action.value for action in game(nodes).actions if isinstance(action, Doubled)] == [2, 4]


def test_other_games_than_backgammon_are_refused():
    with pytest.raises(Unreadable) as excinfo:
        read(b"(;GM[6]RU[Nackgammon])")
    assert excinfo.value.facts["expected"] == "backgammon from the standard starting position"


@pytest.mark.parametrize(
    ("charset", "encoding", "name"),
    [
        ("UTF-8", "utf-8", "Жанна"),
        ("KOI8-R", "koi8-r", "Жанна"),
        ("ISO-8859-2", "iso8859-2", "Łukasz"),
        ("windows-1252", "cp1252", "Jürgen"),
        ("unheard-of", "cp1252", "Jürgen"),
        ("rot13", "cp1252", "Jürgen"),
    ],
)
def test_names_are_read_in_the_character_set_the_file_declares(charset, encoding, name):
    text = f"(;GM[6]CA[{charset}]PW[{name}]PB[Bob];W[31hefe])"
    assert read(text.encode(encoding)).players == (name, "Bob")


def test_a_line_broken_inside_a_value_is_no_part_of_it():
    assert read(
        rb"(;GM[6]PW[An\
na]PB[B\\ob];W[31hefe])"
    ).players == ("Anna", r"B\ob")


def test_empty_nodes_and_values_without_a_name_are_nothing():
    assert game(";;W[31hefe];[42];;B[42]").actions == game(";W[31hefe];B[42]").actions


def test_analyses_and_comments_are_left_out():
    nodes = ";W[31hefe]A[0][hefe E ver 3 0.5]DA[E ver]LU[0.1]BM[1]C[good; (very)];B[42xtvt]"
    assert game(nodes).actions == game(";W[31hefe];B[42xtvt]").actions


def test_a_result_may_leave_its_points_out():
    played = read(b"(;GM[6]MI[length:3]RE[B+];W[31hefe])").games[0]
    assert (played.winner, played.points, played.score_before) == (BLACK, None, None)


def test_the_column_of_a_syntax_error_is_reported():
    with pytest.raises(Unreadable) as excinfo:
        read(b"(;GM[6]\n;W[31hefe]%)")
    assert (excinfo.value.facts["line"], excinfo.value.facts["column"]) == (2, 11)
