"""The shell commands: verdicts of match files and legal plays, as text and as JSON."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from matches.records.management.verdict_output import CheckedFile, verdict_to_data, verdict_to_lines
from rules.record import Record
from rules.verdict import Finding, Verdict
from tests.matches.records.files import (
    RECORDS,
    SEVEN,
    THREE,
    damaged,
    record,
    resigned_record,
    with_an_illegal_play,
)

ROOT = Path(__file__).parents[2]
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:7:10"
SHUT_OUT = "XGID=aBBBBBBC-----------bbbbbd-:0:0:-1:61:0:0:0:7:10"


def run(*arguments: str, **options: Any) -> tuple[int, str]:
    """The exit code of a command and what it printed."""
    buffer = StringIO()
    try:
        call_command(*arguments, stdout=buffer, **options)
    except SystemExit as leaving:
        return int(str(leaving.code)), buffer.getvalue()
    return 0, buffer.getvalue()


def rows(printed: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed.splitlines()]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    contents = {
        "good.mat": record(),
        "bad.mat": with_an_illegal_play(),
        "noted.mat": record().partition(b" Game 2")[0],
        "chess.pgn": b"1. e4 e5\n",
    }
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    return {name: str(tmp_path / name) for name in contents}


def test_a_match_of_another_length_than_announced_is_a_fault(files: dict[str, str]) -> None:
    assert run("check_record", files["good.mat"], length=3)[0] == 0
    code, printed = run("check_record", files["good.mat"], length=7, json=True, language="en")
    (row,) = rows(printed)
    assert (code, row["findings"][0]["sentence"]) == (
        1,
        "This is a 7-point match; the match file is of a 3-point match.",
    )


def test_open_questions_of_a_record_are_described(files: dict[str, str]) -> None:
    _, printed = run("check_record", files["good.mat"], json=True, language="it")
    (row,) = rows(printed)
    assert row["unknown"] == [
        {
            "code": "unknown_doubling",
            "games": [1, 2],
            "sentence": "Se ogni raddoppio è stato offerto prima di tirare i dadi (partite: 1, 2).",
        },
        {
            "code": "unknown_ending",
            "games": [2],
            "sentence": "Se la partita è stata abbandonata, persa per il tempo o assegnata (partite: 2).",
        },
    ]


def test_certified_records_end_with_0(files: dict[str, str]) -> None:
    code, printed = run("check_record", str(RECORDS / THREE), str(RECORDS / SEVEN), language="en")
    assert code == 0
    assert printed == (
        f"{RECORDS / THREE}: Certified\n"
        "  José-María 3 – 0 X, 3-point match\n"
        "  2 games, 96 plays\n"
        "\n"
        f"{RECORDS / SEVEN}: Certified\n"
        "  Alice 7 – 1 X, 7-point match\n"
        "  6 games, 282 plays\n"
    )


def test_notes_still_end_with_0(files: dict[str, str]) -> None:
    code, printed = run("check_record", files["noted.mat"], json=True)
    (row,) = rows(printed)
    assert (code, row["status"], row["winner"]) == (0, "incomplete", None)
    assert [finding["code"] for finding in row["findings"]] == ["match_unfinished"]


LAWS_OF_A_MATCH = (
    " 3 point match\n\n"
    " Game 1\n Ada : 2                        Bo : 1\n"
    "  1) 31: 8/5 6/5                  Doubles => 2\n"
    "  2)  Beavers => 4                Takes\n"
    "                                  Wins 2 points and the match\n"
)
MONEY_GAME = (
    " 0 point match\n\n"
    " Game 1\n Ada : 0                        Bo : 0\n"
    "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
    "      Wins 2 points\n"
)


@pytest.mark.parametrize(
    ("text", "laws", "expected"),
    [
        (LAWS_OF_A_MATCH, {}, {"beaver_in_match"}),
        (LAWS_OF_A_MATCH, {"beavers": True}, set()),
        (LAWS_OF_A_MATCH, {"beavers": True, "holland": True}, {"holland_double"}),
        (MONEY_GAME, {}, set()),
        (MONEY_GAME, {"jacoby": True}, {"points_wrong", "final_score_wrong"}),
        (MONEY_GAME.replace("42: 8/4 6/4", " Doubles => 4"), {}, {"automatic_doubles_assumed"}),
        (
            MONEY_GAME.replace("42: 8/4 6/4", " Doubles => 4"),
            {"automatic_doubles": False},
            {"cube_value_wrong"},
        ),
    ],
)
def test_the_rules_of_a_file_can_be_given_by_name(
    tmp_path: Path, text: str, laws: dict[str, Any], expected: set[str]
) -> None:
    file = tmp_path / "laws.mat"
    file.write_text(text)
    _, printed = run("check_record", str(file), json=True, **laws)
    (row,) = rows(printed)
    passed_over = {"starts_midway", "resignation_inferred", "points_clipped"}
    assert {each["code"] for each in row["findings"]} - passed_over == expected


def test_rules_are_switched_on_and_off_by_flags(tmp_path: Path) -> None:
    file = tmp_path / "match.mat"
    file.write_text(resigned_record(length=1, points=1).replace("42: 8/4 6/4", " Doubles => 2"))
    exit_codes = {
        choice: run("check_record", str(file), "--dead-cube", choice)[0] for choice in ("allow", "refuse")
    }
    assert exit_codes == {"allow": 0, "refuse": 1}
    assert run("check_record", str(file), "--no-crawford", "--no-jacoby", "--no-beavers")[0] == 0


def test_points_that_were_awarded_are_not_certified_and_end_with_1(tmp_path: Path) -> None:
    file = tmp_path / "awarded.mat"
    file.write_text(resigned_record(length=5, points=9))
    code, printed = run("check_record", str(file), language="en")
    assert (code, printed.splitlines()) == (
        1,
        [
            f"{file}: Awarded, not proven",
            "  Ada 5 – 0 Bo, 5-point match",
            "  1 game, 2 plays",
            "",
            "  Note: Game 1, White (line 6)",
            "    With the cube at 1, no game can be worth 9: "
            "the points were awarded, and the moves do not prove them.",
            "    Rule: A result not decided on the board (match.adjudication)",
        ],
    )


def test_a_fault_ends_with_1_and_names_game_action_law_and_lawful_plays(files: dict[str, str]) -> None:
    code, printed = run("check_record", files["bad.mat"], language="en")
    assert code == 1
    assert printed.splitlines()[:9] == [
        f"{files['bad.mat']}: Disputed",
        "  José-María 3 – 0 X, 3-point match",
        "  2 games, 96 plays, 1 problem",
        "",
        "  Problem: Game 1, action 3, White (line 8)",
        "    13/9 cannot be played with 5-4.",
        "    Rule: Each die is a move (move.dice)",
        "    Played: 24/20 13/9",
        "    Legal: 24/20 13/8; 13/9 13/8; 13/4; 13/8 6/2; 24/20 8/3; 13/9 8/3 and 3 more",
    ]


def test_unreadable_files_end_with_2_and_the_others_are_still_checked(files: dict[str, str]) -> None:
    names = [files["chess.pgn"], "not there.mat", files["bad.mat"], files["good.mat"]]
    code, printed = run("check_record", *names, json=True)
    assert (code, [row["status"] for row in rows(printed)]) == (
        2,
        ["unreadable", "unreadable", "disputed", "certified"],
    )
    assert [row["findings"][0]["code"] for row in rows(printed)[:2]] == [
        "record_format_unknown",
        "file_absent",
    ]
    text = run("check_record", "not there.mat", language="en")
    unreadable = "not there.mat: Unreadable\n  The file not there.mat does not exist or cannot be opened.\n"
    assert text == (2, unreadable)


def test_every_file_has_the_same_keys_and_every_finding_too(files: dict[str, str]) -> None:
    _, printed = run("check_record", *files.values(), json=True)
    assert {tuple(row) for row in rows(printed)} == {
        (
            "file",
            "format",
            "status",
            "players",
            "length",
            "score",
            "winner",
            "games",
            "plays",
            "findings",
            "unknown",
            "signatures",
        )
    }
    assert {tuple(finding) for row in rows(printed) for finding in row["findings"]} == {
        (
            "game",
            "action",
            "side",
            "code",
            "law",
            "severity",
            "sentence",
            "played",
            "legal",
            "line",
            "column",
        )
    }


def test_a_finding_as_data(files: dict[str, str]) -> None:
    _, printed = run("check_record", files["bad.mat"], json=True, language="en")
    (row,) = rows(printed)
    assert {
        key: row[key] for key in ("format", "players", "length", "score", "winner", "games", "plays")
    } == {
        "format": "mat",
        "players": ["José-María", "X"],
        "length": 3,
        "score": [3, 0],
        "winner": "white",
        "games": 2,
        "plays": 96,
    }
    finding = row["findings"][0]
    assert finding["legal"][:2] == ["24/20 13/8", "13/9 13/8"]
    assert {key: value for key, value in finding.items() if key != "legal"} == {
        "game": 1,
        "action": 2,
        "side": "white",
        "code": "not_the_dice",
        "law": "move.dice",
        "severity": "error",
        "sentence": "13/9 cannot be played with 5-4.",
        "played": "24/20 13/9",
        "line": 8,
        "column": 0,
    }


def test_laws_are_named_in_the_requested_language(
    files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    law = "Ogni dado è una mossa (move.dice)"
    assert law in run("check_record", files["bad.mat"], language="it")[1]
    monkeypatch.setenv("LANGUAGE", "it_IT.UTF-8:en")
    assert law in run("check_record", files["bad.mat"])[1]
    monkeypatch.setenv("LANGUAGE", "xx")
    assert "Each die is a move (move.dice)" in run("check_record", files["bad.mat"])[1]


def test_a_result_that_does_not_follow_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "wrong.mat"
    path.write_bytes(damaged("José-María : 1", "José-María : 2"))
    code, printed = run("check_record", str(path), json=True)
    assert (code, rows(printed)[0]["status"]) == (1, "invalid")


def test_money_play_and_rare_faults_are_described() -> None:
    finding = Finding(0, -1, None, "match_unfinished", "", "note", facts={"score": (1, 2), "length": 5})
    verdict = Verdict("certified_with_notes", ("Ada", "Bruno"), 0, (1, 2), (1, 2), None, (), 1, (finding,))
    checked = CheckedFile("a.mat", record=Record(("Ada", "Bruno"), 0), verdict=verdict)
    assert list(verdict_to_lines(checked)) == [
        "a.mat: Certified with notes",
        "  Ada 1 – 2 Bruno, money play",
        "  0 games, 1 play",
        "",
        "  Note: Whole match",
        "    The match file stops at 1–2 in a match to 5.",
    ]
    assert (verdict_to_data(checked)["winner"], verdict_to_data(checked)["length"]) == (None, 0)


def test_the_lawful_plays_of_a_roll_with_the_positions_after_them() -> None:
    code, printed = run("legal_plays", OPENING.format(dice="66"), language="en")
    assert code == 0
    assert printed.splitlines()[:4] == [
        OPENING.format(dice="66"),
        "  11 legal plays of 66",
        "  24/18(2) 13/7(2)   4NvBwQDgc/ABMA",
        "  24/18(2) 13/7 8/2  wtfgwQDgc/ABMA",
    ]
    _, printed = run("legal_plays", OPENING.format(dice="31"), json=True)
    (row,) = rows(printed)
    assert (row["dice"], len(row["plays"])) == ("31", 16)
    assert {"play": "8/5 6/5", "position": "sGfwATDgc/ABMA"} in row["plays"]


def test_any_notation_of_a_position_is_read() -> None:
    _, by_xgid = run("legal_plays", OPENING.format(dice="31"), language="en")
    _, by_gnu_ids = run("legal_plays", "4HPwATDgc/ABMA:MIHlAAAAAAAE", language="en")
    assert by_gnu_ids.splitlines()[1:] == by_xgid.splitlines()[1:]


def test_a_side_that_cannot_move_is_reported() -> None:
    code, printed = run("legal_plays", SHUT_OUT, language="en")
    assert (code, printed.splitlines()[1:]) == (0, ["  No number of 61 can be played."])
    _, data = run("legal_plays", SHUT_OUT, json=True)
    assert rows(data) == [{"position": SHUT_OUT, "dice": "61", "plays": []}]


def test_positions_that_cannot_be_read_or_have_no_dice_end_with_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sys, "stdin", StringIO(f"{OPENING.format(dice='00')}\n\n{OPENING.format(dice='31')}\n")
    )
    code, printed = run("legal_plays", "-", "nonsense", json=True, language="en")
    first, second, third = rows(printed)
    assert run("legal_plays", "nonsense", language="en")[1].startswith("nonsense: Line 1, column 1 cannot")
    assert code == 2
    assert first["sentence"] == "Line 1, column 1 cannot be read: expected two dice."
    assert (len(second["plays"]), third["code"], third["law"]) == (16, "unreadable", "record.readable")


@pytest.mark.second_stage
def test_the_shell_command_needs_no_database(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nowhere",
        "CRAWFORD_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LANGUAGE": "en",
    }
    data = with_an_illegal_play()
    process = subprocess.run(
        [sys.executable, ROOT / "manage.py", "check_record", "--json", "-", str(RECORDS / THREE)],
        input=data,
        capture_output=True,
        env=environment,
        check=False,
        timeout=600,
    )
    first, second = rows(process.stdout.decode())
    assert (process.returncode, first["status"], second["status"]) == (1, "disputed", "certified")
    assert (first["file"], process.stderr) == ("-", b"")
