"""Replay of whole records: real matches are certified, tampered ones refused with game, action and rule."""

import json
from dataclasses import replace

import pytest

from rules.actions import Moved, Placed
from rules.formats import read
from rules.laws import LAWS
from rules.notation import read_play
from rules.options import MatchLaws
from rules.plays import legal_plays
from rules.position import Position
from rules.record import Record
from rules.replay import replay
from rules.sides import Side
from rules.verdict import Finding, Verdict
from tests.rules.sample_records import manifest, sample, sheet

WITHOUT_CRAWFORD = [entry for entry in manifest() if entry["rules"].get("crawford") is False]
MATCHES = [entry for entry in manifest() if entry["length"]]
WIN_WHITE = "      Wins 1 point"


def verdict_of(text: str, laws: MatchLaws | None = None) -> Verdict:
    return replay(read(text.encode()), laws)


def found(verdict, *, severity="error"):
    """The findings as (game, action, code, law)."""
    return [
        (finding.game, finding.action, finding.code, finding.law)
        for finding in verdict.findings
        if finding.severity == severity
    ]


def test_matches_played_by_the_laws_are_certified(subtests):
    for entry in MATCHES:
        with subtests.test(record=entry["file"]):
            laws = MatchLaws(crawford=entry["rules"]["crawford"])
            verdict = verdict_of(sample(entry["file"]), laws)
            final = tuple(min(points, entry["length"]) for points in entry["final_score"])
            assert (verdict.status, verdict.score, verdict.declared) == ("certified", final, final)
            assert (len(verdict.games), verdict.plays) == (entry["games"], entry["plays"])
            assert verdict.players == tuple(entry["names"])
            assert verdict.winner is (Side.WHITE if final[0] == entry["length"] else Side.BLACK)


@pytest.mark.law("match.crawford")
def test_matches_played_without_the_crawford_rule_are_refused_under_it():
    items = [verdict_of(sample(entry["file"]), MatchLaws()) for entry in WITHOUT_CRAWFORD]
    codes = {code for verdict in items for _, _, code, _ in found(verdict)}
    assert codes == {"crawford_double"}
    assert [verdict.status for verdict in items].count("invalid") == 3


@pytest.mark.law("match.crawford")
def test_a_file_that_does_not_state_the_crawford_rule_breaks_none_by_a_double():
    text = _two_games("Wins 6 points", "6", "Doubles => 2")
    verdict = verdict_of(text)
    assert (found(verdict), verdict.games[1].is_crawford) == ([], False)
    assert (2, -1, "crawford_unstated", "match.crawford") in found(verdict, severity="note")
    stated = f'; [Crawford "On"]\n\n{text}'
    for judged in (verdict_of(stated), verdict_of(text, MatchLaws())):
        assert found(judged) == [(2, 1, "crawford_double", "match.crawford")]
    assert found(verdict_of(f'; [Crawford "Off"]\n\n{text}')) == []
    quiet = verdict_of(_two_games("Wins 6 points", "6", "31: 8/5 6/5"))
    assert quiet.games[1].is_crawford
    assert "crawford_inferred" in [code for _, _, code, _ in found(quiet, severity="inferred")]


@pytest.mark.law("money.jacoby")
@pytest.mark.parametrize("entry", [e for e in manifest() if not e["length"]], ids=lambda entry: entry["file"])
def test_sessions_for_points_have_no_winner_and_no_errors(entry):
    verdict = verdict_of(sample(entry["file"]), MatchLaws(jacoby=True))
    assert (verdict.winner, verdict.length, found(verdict)) == (None, 0, [])
    assert (len(verdict.games), verdict.plays) == (entry["games"], entry["plays"])


@pytest.mark.law("money.jacoby")
def test_under_jacoby_a_gammon_without_a_turned_cube_is_a_single_game():
    record = read(b"0 point match\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5\n      Wins 2 points\n")
    assert replay(record).games[0].points == 2
    assert _gammon_by_jacoby().games[0].points == 1


def _gammon_by_jacoby():
    text = sample("m254_5pt.mat").replace(" 5 point match", " 0 point match")
    return verdict_of(text, MatchLaws(jacoby=True))


ORIGINAL = sample("m019_7pt.mat")


@pytest.mark.law("move.dice")
def test_an_unlawful_play_in_the_middle_is_found_once_and_in_its_place():
    line = next(line for line in ORIGINAL.splitlines() if line.startswith("  7) "))
    text = ORIGINAL.replace(line, _with_wrong_play(line), 1)
    verdict = verdict_of(text)
    (finding,) = [finding for finding in verdict.findings if finding.severity == "error"]
    assert (verdict.status, finding.game, finding.code, finding.law) == (
        "disputed",
        1,
        "not_the_dice",
        "move.dice",
    )
    assert finding.facts["meant"] in finding.legal
    assert text.splitlines()[finding.facts["line"] - 1] == _with_wrong_play(line)


def _with_wrong_play(line: str) -> str:
    start, _, rest = line.partition(": ")
    move, _, more = rest.partition(" ")
    point = int(move.split("/")[0])
    shorter = next(point - pips for pips in range(1, 7) if str(pips) not in start[-2:])
    return f"{start}: {point}/{shorter} {more}"


@pytest.mark.law("match.crawford")
def test_a_double_in_the_crawford_game_makes_the_record_invalid():
    record = sheet("31: 8/5 6/5 | Doubles => 2\nTakes", score=(5, 6), result="      Wins 2 points")
    verdict = replay(record)
    assert found(verdict) == []
    assert found(verdict, severity="note")[0] == (1, -1, "starts_midway", "record.score-line")
    text = _two_games("Wins 6 points", "6", "Doubles => 2")
    assert found(verdict_of(text, MatchLaws())) == [(2, 1, "crawford_double", "match.crawford")]


def _two_games(first: str, white: str, answer: str) -> str:
    rows = " Anna : {0}                 Bea : 0\n"
    opening = "  1) 31: 8/5 6/5                 "
    return (
        f" 7 point match\n\n Game 1\n{rows.format(0)}{opening} Doubles => 2\n  2)  Takes\n      {first}\n\n"
        f" Game 2\n{rows.format(white)}{opening} {answer}\n      Wins 1 point\n"
    )


@pytest.mark.law("game.value")
def test_points_that_no_game_is_worth_are_refused():
    verdict = replay(sheet("31: 8/5 6/5", result="      Wins 5 points"))
    assert (verdict.status, found(verdict)) == ("invalid", [(1, -1, "points_impossible", "game.value")])


@pytest.mark.law("record.score-line")
def test_a_score_line_that_does_not_add_up_is_refused():
    text = _two_games("Wins 2 points", "3", "")
    assert found(verdict_of(text)) == [
        (2, -1, "score_line_wrong", "record.score-line"),
        (2, -1, "final_score_wrong", "match.length"),
    ]


@pytest.mark.law("match.length")
def test_a_final_score_that_does_not_follow_is_refused():
    record = read(ORIGINAL.encode())
    verdict = replay(replace(record, final=(7, 6)))
    assert (verdict.status, found(verdict)) == (
        "invalid",
        [(len(record.games), -1, "final_score_wrong", "match.length")],
    )
    assert replay(replace(record, final=verdict.score)).status == "certified"


@pytest.mark.law("match.length")
def test_games_after_the_end_do_not_count():
    last = ORIGINAL.index(" Game 1")
    verdict = verdict_of(ORIGINAL + ORIGINAL[last:])
    assert (verdict.score, verdict.winner) == (verdict_of(ORIGINAL).score, verdict_of(ORIGINAL).winner)
    assert found(verdict, severity="note")[-1][2] == "games_after_end"


def test_a_record_that_stops_early_has_no_winner():
    verdict = replay(sheet("31: 8/5 6/5 | 42: 8/4 6/4"))
    assert (verdict.status, verdict.winner, verdict.score) == ("incomplete", None, (0, 0))
    assert [code for _, _, code, _ in found(verdict, severity="note")] == [
        "game_unfinished",
        "match_unfinished",
    ]


@pytest.mark.law("game.resign")
def test_the_level_of_a_resignation_follows_from_the_points():
    verdict = replay(sheet("31: 8/5 6/5 | 42: 8/4 6/4", result="      Wins 2 points"))
    assert (verdict.games[0].kind, verdict.games[0].points, verdict.score) == ("resigned_gammon", 2, (2, 0))
    assert found(verdict, severity="inferred") == [(1, -1, "resignation_inferred", "game.resign")]
    (resignation,) = [each for each in verdict.findings if each.code == "resignation_inferred"]
    assert (verdict.games[0].winner, resignation.side) == (Side.WHITE, Side.BLACK)


@pytest.mark.law("game.resign")
def test_a_resignation_above_what_could_be_lost_is_refused():
    last = Position.build({1: 2}, {1: 14}, Side.WHITE)
    record = sheet("31: 8/5 6/5 | 42: 8/4 6/4", result="      Wins 2 points")
    placed = replace(record.games[0], actions=(Placed(Side.WHITE, last), record.games[0].actions[0]))
    verdict = replay(replace(record, games=(placed,)))
    assert (1, -1, "resignation_too_high", "game.resign") in found(verdict)
    assert verdict.status == "invalid"


@pytest.mark.law("game.win")
def test_the_side_that_concedes_cannot_win():
    verdict = replay(sheet("31: 8/5 6/5 | 42: 8/4 6/4\nLosses 1 point", result=WIN_WHITE))
    assert found(verdict) == [(1, -1, "winner_wrong", "game.win")]
    verdict = replay(sheet("31: 8/5 6/5 | 42: 8/4 6/4\nLosses 1 point"))
    assert (verdict.games[0].winner, verdict.score, found(verdict)) == (Side.BLACK, (0, 1), [])


@pytest.mark.law("cube.answer")
def test_a_double_without_an_answer_before_the_result_was_refused():
    verdict = replay(sheet("31: 8/5 6/5 | Doubles => 2", result=" " * 34 + "Wins 1 point"))
    assert (verdict.games[0].kind, verdict.score) == ("drop", (0, 1))
    assert found(verdict, severity="inferred") == [(1, -1, "drop_inferred", "cube.answer")]


@pytest.mark.law("record.result")
def test_a_game_decided_on_the_board_needs_no_written_result():
    verdict = replay(sheet("31: 8/5 6/5 | Doubles => 2\nDrops"))
    assert (verdict.games[0].winner, verdict.games[0].kind) == (Side.BLACK, "drop")
    assert found(verdict, severity="note")[0] == (1, -1, "result_missing", "record.result")


def test_points_that_fit_no_game_are_only_noted_in_a_session_for_points():
    rows = "31: 8/5 6/5 | Doubles => 2\nTakes"
    record = replace(sheet(rows, result="      Wins 5 points"), length=0)
    assert found(replay(record), severity="note") == [(1, -1, "points_impossible", "game.value")]
    dropped = replace(sheet("31: 8/5 6/5 | Doubles => 2\nDrops", result=" " * 34 + "Wins 8 points"), length=0)
    assert found(replay(dropped), severity="note")[0] == (1, -1, "points_wrong", "game.value")


def test_a_game_without_a_result_in_the_middle_leaves_the_score_open():
    text = _two_games("", "0", "")
    assert [code for _, _, code, _ in found(verdict_of(text))] == ["game_unfinished"]


def test_a_game_marked_as_money_by_its_layout_is_replayed_for_points():
    record = replace(sheet("31: 8/5 6/5", length=16, result=WIN_WHITE), facts={"site": "BackgammonGalaxy"})
    verdict = replay(record)
    assert (verdict.length, verdict.winner, verdict.score) == (0, None, (1, 0))
    assert found(verdict, severity="note") == [(1, -1, "money_assumed", "money.jacoby")]


def test_a_game_without_a_score_line_is_taken_as_it_follows():
    record = sheet("31: 8/5 6/5", result=WIN_WHITE)
    bare = replace(record.games[0], score_before=None)
    assert replay(replace(record, games=(bare, bare))).score == (2, 0)


def test_a_record_without_games_is_unfinished():
    verdict = replay(Record(("A", "B"), 7))
    assert (verdict.status, verdict.games, verdict.winner) == ("incomplete", (), None)


@pytest.mark.law("match.adjudication")
@pytest.mark.parametrize(
    ("rows", "result", "code"),
    [
        ("31: 8/5 6/5 | 42: 8/4 6/4", "      Wins 9 points", "adjudicated"),
        ("31: 8/5 6/5 | 42: 8/4 6/4", "      Wins 2005 points and the match", "adjudicated"),
        ("31: 8/5 6/5 | 42: 8/4 6/4", "      Wins 1 point and the match", "match_not_won"),
        ("", "      Wins 1 point", "game_not_played"),
        ("", "      Wins 3 points and the match", "game_not_played"),
        ("Losses 2 points", " " * 34 + "Wins 2 points", "game_not_played"),
    ],
)
def test_points_that_the_moves_do_not_prove_are_awarded_and_never_certified(rows, result, code):
    verdict = replay(sheet(rows, length=5, result=result))
    assert (verdict.status, found(verdict)) == ("awarded", [])
    assert code in [each for _, _, each, _ in found(verdict, severity="note")]


@pytest.mark.law("match.adjudication")
def test_a_game_awarded_without_play_is_noted_with_its_points():
    findings = replay(sheet("", length=5, result="      Wins 3 points and the match")).findings
    (note,) = [finding for finding in findings if finding.code == "game_not_played"]
    assert note == Finding(
        1,
        -1,
        Side.WHITE,
        "game_not_played",
        "match.adjudication",
        "note",
        facts={"declared": 3, "line": 5},
    )


NACKGAMMON = {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}


@pytest.mark.law("match.adjudication")
@pytest.mark.parametrize(
    ("position", "cube", "play", "points", "status"),
    [
        (Position.build({1: 1}, {6: 15}), 0, "1/off", 2, "awarded"),
        (Position.start(), 4, "8/5 6/5", 4, "awarded"),
        (Position.start(), 0, "8/5 6/5", 1, "certified"),
        (Position.build(NACKGAMMON, NACKGAMMON), 0, "8/5 6/5", 1, "certified"),
    ],
)
def test_set_positions_prove_nothing_but_an_agreed_start_does(position, cube, play, points, status):
    placed = Placed(Side.WHITE, position, 0, cube, Side.BLACK if cube else None)
    rolled = Moved(Side.WHITE, (3, 1), read_play(play, (3, 1)))
    record = sheet("", length=points)
    game = replace(record.games[0], actions=(placed, rolled), winner=Side.WHITE, points=points)
    verdict = replay(replace(record, games=(game,)))
    assert (verdict.status, found(verdict)) == (status, [])
    codes = [each for _, _, each, _ in found(verdict, severity="note")]
    assert codes == (["set_by_hand"] if status == "awarded" else [])


@pytest.mark.law("match.adjudication")
@pytest.mark.parametrize("side", list(Side))
def test_a_board_set_as_the_play_left_it_is_not_set_by_hand(side):
    record = sheet("31: 8/5 6/5 | 64: 24/14", result=WIN_WHITE)
    opening, reply = record.games[0].actions
    left = Position.build({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5}, Side.BLACK)
    game = replace(record.games[0], actions=(opening, Placed(side, left), reply))
    codes = [finding.code for finding in replay(replace(record, games=(game,))).findings]
    assert "set_by_hand" not in codes
    moved_on = replace(left, black=Position.build({}, {23: 2, 13: 5, 8: 3, 6: 5}).black)
    game = replace(game, actions=(opening, Placed(side, moved_on), reply))
    assert "set_by_hand" in [finding.code for finding in replay(replace(record, games=(game,))).findings]


@pytest.mark.law("game.resign")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_a_game_that_was_begun_may_be_resigned_at_any_level(points):
    record = sheet(
        "31: 8/5 6/5 | 42: 8/4 6/4", length=points, result=f"      Wins {points} points and the match"
    )
    assert replay(record).status == "certified"


@pytest.mark.law("record.result")
@pytest.mark.parametrize(("line", "status"), [("3", "incomplete"), ("4", "awarded")])
def test_a_score_line_does_not_prove_more_than_a_resignation(line, status):
    text = _two_games("", line, "").replace("Doubles => 2", "").replace("Takes", "")
    assert verdict_of(text).status == status


@pytest.mark.law("match.adjudication")
def test_a_match_awarded_from_outside_is_noted():
    verdict = replay(sheet("31: 8/5 6/5 | 42: 8/4 6/4", result="      Wins 100 points"))
    assert (verdict.winner, verdict.games[0].kind, verdict.score) == (Side.WHITE, "adjudicated", (7, 0))
    assert found(verdict, severity="note") == [(1, -1, "adjudicated", "match.adjudication")]


@pytest.mark.law("game.win")
def test_the_wrong_winner_is_refused():
    verdict = replay(sheet("31: 8/5 6/5 | Doubles => 2\nDrops", result=WIN_WHITE))
    assert (verdict.score, found(verdict)[0]) == ((0, 1), (1, -1, "winner_wrong", "game.win"))


@pytest.mark.law("match.no-overshoot")
def test_points_written_only_as_far_as_needed_are_understood():
    rows = "31: 8/5 6/5 | Doubles => 2\nTakes"
    verdict = replay(sheet(rows, length=1, result=" " * 34 + "Wins 1 point"), MatchLaws(dead_cube="allow"))
    assert (verdict.status, verdict.score, verdict.games[0].points) == ("certified", (0, 1), 2)


@pytest.mark.law("record.result")
def test_a_missing_result_is_taken_from_the_next_score_line():
    verdict = verdict_of(_two_games("", "2", ""))
    assert (verdict.games[0].winner, verdict.score) == (Side.WHITE, (3, 0))
    assert found(verdict, severity="note")[0] == (1, -1, "result_inferred", "record.result")


@pytest.mark.law("record.names")
def test_a_name_that_changes_is_noted():
    text = _two_games("Wins 2 points", "2", "").replace(" Anna : 2", " Carl : 2")
    assert (2, -1, "name_changed", "record.names") in found(verdict_of(text), severity="note")


def test_a_roll_without_its_play_is_no_fault_when_the_game_is_given_up_there():
    verdict = replay(sheet("31: 8/5 6/5 | 42: 8/4 6/4\n61: ????", result=" " * 34 + "Wins 1 point"))
    assert found(verdict) == []
    verdict = replay(sheet("31: 8/5 6/5 | 42: 8/4 6/4\n61: | 31: 24/20", result=" " * 34 + "Wins 1 point"))
    assert [code for _, _, code, _ in found(verdict)] == ["play_missing"]


def test_a_record_full_of_faults_is_given_up():
    verdict = verdict_of(sheet_of_faults())
    assert [code for _, _, code, _ in found(verdict)][100:] == ["game_unfinished", "too_many_faults"]
    assert (verdict.status, len(verdict.games)) == ("disputed", 1)


def sheet_of_faults() -> str:
    rows = "".join(f"{number:3}) 31: 9/8 4/1                  31: 9/8 4/1\n" for number in range(1, 200))
    head = " 7 point match\n"
    return head + "".join(
        f"\n Game {number}\n A : 0                           B : 0\n{rows}" for number in (1, 2)
    )


def test_a_verdict_survives_being_stored():
    verdict = verdict_of(ORIGINAL.replace("Wins 1 point", "Wins 5 points"))
    again = Verdict.from_json(json.loads(json.dumps(verdict.to_json())))
    assert again.to_json() == verdict.to_json()
    assert again == verdict
    assert hash(again.games[0].frames) == hash(verdict.games[0].frames)
    assert again.games[0].frames[1:3] == verdict.games[0].frames[1:3]


def test_frames_show_every_action_with_board_cube_and_text():
    verdict = replay(sheet("31: 8/5 6/5 | Doubles => 2\nTakes | 64: 24/14", result=WIN_WHITE))
    frames = verdict.games[0].frames
    assert [(frame.kind, frame.text, frame.cube) for frame in frames] == [
        ("start", "", 1),
        ("roll", "8/5 6/5", 1),
        ("double", "2", 1),
        ("take", "", 2),
        ("roll", "24/14", 2),
    ]
    assert frames[0].position == Position.start()
    assert (frames[-1].cube_owner, frames[-1].dice, frames[-1].position.pips(Side.BLACK)) == (
        Side.WHITE,
        (6, 4),
        157,
    )


def test_a_frame_points_at_its_finding():
    verdict = replay(sheet("31: 8/5 | 64: 24/14", result=WIN_WHITE))
    frame = verdict.games[0].frames[1]
    assert verdict.findings[frame.finding].code == "numbers_unused"
    lawful = [play.notation() for play in legal_plays(Position.start(), (3, 1))]
    assert verdict.findings[frame.finding].legal == tuple(lawful)


def test_frames_tell_a_lost_turn_from_a_play_not_written():
    shut = Position.build({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {13: 3}, Side.WHITE)
    forced = Position.build({24: 1}, {12: 2}, Side.WHITE)
    texts = {}
    for name, position in (("shut", shut), ("forced", forced), ("open", Position.start())):
        record = sheet("65: | 65: Cannot Move", result=WIN_WHITE)
        game = replace(record.games[0], actions=(Placed(Side.WHITE, position), *record.games[0].actions[:1]))
        texts[name] = replay(replace(record, games=(game,))).games[0].frames[-1].text
    assert texts == {"shut": "", "forced": "24/18", "open": "?"}


def test_hits_are_marked_in_frames_even_when_the_record_does_not():
    verdict = replay(sheet("31: 24/23 13/10 | 64: 24/15", result=WIN_WHITE))
    assert [frame.text for frame in verdict.games[0].frames][1] == "24/23 13/10"
    verdict = replay(sheet("62: 24/18 13/11 | 61: 13/7 8/7", result=WIN_WHITE))
    assert [frame.text for frame in verdict.games[0].frames][2] == "13/7* 8/7"


def test_every_law_cited_by_a_finding_exists():
    verdicts = [verdict_of(sample(entry["file"])) for entry in manifest()]
    assert {finding.law for verdict in verdicts for finding in verdict.findings} <= set(LAWS)
