"""GamesGrid files: duplicate rolls, repetitions, cube actions, chat, and unreadable files."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.errors import Refusal, Unreadable
from rules.formats import read, write
from rules.formats.sgg import is_sgg, read_sgg
from rules.notation import BLANK, DANCE, UNKNOWN, read_play
from rules.position import Position
from rules.record import Record, RecordedGame
from rules.replay import replay
from rules.sides import Side
from tests.rules.sample_records import manifest, sample, sheet

WHITE, BLACK = Side.WHITE, Side.BLACK
HEAD = """\
Zoe vs. Adam the 2nd
Friday, March 7, 2003
GamesGrid
ELO: 1612.40 220 1734.09 1024
Jacoby: No
Automatic Doubles: No
Crawford: Yes
Beavers: Yes
Raccoons: No
Doubling Cube: Yes
Rated: Yes
Match Length: 5
Variant: Backgammon

"""
GAME = HEAD + "Game 1.0-0/5\n"


def game(rows: str, head: str = GAME) -> RecordedGame:
    return read((head + rows).encode()).games[0]


def acts(rows: str) -> list[tuple[object, ...]]:
    """Kind, side and what was written of every action."""
    return [
        (type(action), action.side, *(action[1:2] if not isinstance(action, Moved) else action[1:3]))
        for action in game(rows).actions
    ]


def moved(side: Side, first: int, second: int, text: str) -> tuple[object, ...]:
    return (Moved, side, (first, second), read_play(text, (first, second)))


def test_the_head_tells_players_day_place_ratings_and_rules() -> None:
    record = read((GAME + "1\t43: \n1\t43: 13/9, 13/10\n").encode())
    assert (record.players, record.length, record.format) == (("Zoe", "Adam the 2nd"), 5, "sgg")
    assert record.facts == {
        "date": "2003.03.07",
        "site": "GamesGrid",
        "player_1_elo": "1734.09/1024",
        "player_2_elo": "1612.40/220",
        "jacoby": "Off",
        "automatic_doubles": "Off",
        "crawford": "On",
        "beaver": "On",
        "raccoon": "Off",
        "doubling_cube": "On",
        "rated": "On",
        "variation": "Backgammon",
    }


def test_a_game_is_announced_with_its_score_and_a_star_for_crawford() -> None:
    text = HEAD + "Game 1.0-0/5\nGame 2.4*-1/5\nGame 3.4-2/5\n"
    games = read(text.encode()).games
    assert [(one.number, one.score_before, one.is_crawford) for one in games] == [
        (1, (0, 0), None),
        (2, (4, 1), True),
        (3, (4, 2), None),
    ]
    assert read(text.replace("/5", "").encode()).length == 0


@pytest.mark.parametrize(
    "rows",
    [
        "1\t43: \n1\t43: 13/9, 13/10\n",
        "1\t43: \n1\t43: \n1\t43: 13/9, 13/10\n",
        "1\t43: \n1\t43: 13/9, 13/10\n1\t43: 13/9, 13/10\n1\t43: \n",
        "1\t43: 13/9, 13/10\n",
        "1       43:  13/9,  13/10\n",
        "hello :-)\n1\t43: \nZoe: 12 good luck\n1\t43: 13/9 13/10\n",
    ],
    ids=["twice", "thrice", "repeated", "once", "blanks", "chat"],
)
def test_a_roll_repeated_in_a_file_is_one_play(rows: str) -> None:
    assert acts(rows) == [(Moved, WHITE, (4, 3), read_play("13/9 13/10", (4, 3)))]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("1\t\t62: \n1\t\t62: 24/16\n", [moved(BLACK, 6, 2, "24/16")]),
        ("1       \t62: 24/16\n", [moved(BLACK, 6, 2, "24/16")]),
        ("24\t62: O-O\n24\t62: O-O\n", [(Moved, WHITE, (6, 2), DANCE)]),
        ("24\t62: O-O\n25\t62: O-O\n", [(Moved, WHITE, (6, 2), DANCE)] * 2),
        ("24\t\t -\n24\t\t -\n", [(Moved, BLACK, (6, 6), DANCE)]),
        ("5\t43: \n5\t43: ????\n", [(Moved, WHITE, (4, 3), UNKNOWN)]),
        ("5\t43: \n5\t\t31: \n", [(Moved, WHITE, (4, 3), BLANK), (Moved, BLACK, (3, 1), BLANK)]),
        ("5\t43: \n6\tresign\n", [(Moved, WHITE, (4, 3), BLANK), (Conceded, WHITE, None)]),
        ("5\t43: \n5\t43: Resigns\n", [(Moved, WHITE, (4, 3), BLANK), (Conceded, WHITE, None)]),
        ("5\t\tResign\n6\taccept\n", [(Conceded, BLACK, None)]),
        ("5\tDouble to 2\n5\tDouble to 2\n5\t\tAccept\n", [(Doubled, WHITE, 2), (Took, BLACK, 0)]),
        ("5\t\tdouble\n6\tPass\n", [(Doubled, BLACK, 0), (Dropped, WHITE, 0)]),
        (
            "5\tdouble to 2\n5\t\tbeaver to 4\n6\traccoon to 8\n6\t43: 13/9, 13/10\n",
            [
                (Doubled, WHITE, 2),
                (Beavered, BLACK, 4),
                (Beavered, WHITE, 8),
                moved(WHITE, 4, 3, "13/9 13/10"),
            ],
        ),
        ("5\t\n", []),
    ],
)
def test_rows_tell_what_was_done_and_by_whom(rows: str, expected: list[tuple[object, ...]]) -> None:
    got = [act if act[0] not in (Took, Dropped) else (*act[:2], 0) for act in acts(rows)]
    assert got == expected


def test_after_a_beaver_the_next_roll_is_its_acceptance() -> None:
    rows = "1\t31: 8/5, 6/5\n1\t\tdouble to 2\n2\tbeaver to 4\n2\t\t62: 24/18, 13/11\n"
    record = read((HEAD.replace("Length: 5", "Length: 0") + "Game 1.0-0\n" + rows).encode())
    verdict = replay(record)
    assert (verdict.games[0].cube, [finding.code for finding in verdict.findings]) == (4, ["game_unfinished"])


NACK = HEAD.replace("Variant: Backgammon", "Variant: Nackgammon") + "Game 1.0-0/5\n"


def test_nackgammon_begins_with_its_own_board() -> None:
    record = read((NACK + "1\t\t31: \n1\t\t31: 24/23, 13/10\n").encode())
    first, second = record.games[0].actions
    nack = {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}
    assert first == Placed(WHITE, Position.build(nack, nack, BLACK), 15)
    assert (type(second), second.side) == (Moved, BLACK)
    assert "no_checker" not in [finding.code for finding in replay(record).findings]
    text = write(record, "sgg")
    assert ("Variant: Nackgammon" in text, read(text.encode()).same_games_as(record)) == (True, True)


def test_a_game_of_nackgammon_without_a_row_is_empty() -> None:
    assert read(NACK.encode()).games[0].actions == ()


@pytest.mark.parametrize("name", ["Nackgammon", "Hypergammon"])
def test_a_variant_that_the_games_do_not_show_is_not_written(name: str) -> None:
    record = replace(sheet("31: 8/5 6/5"), facts={"variation": name})
    assert "Variant" not in write(record, "sgg")


def test_another_variant_is_refused_in_its_line() -> None:
    with pytest.raises(Unreadable) as excinfo:
        read(GAME.replace("Variant: Backgammon", "Variant: HyperGammon").encode())
    assert excinfo.value.facts == {
        "line": 13,
        "column": 1,
        "expected": "backgammon from the standard starting position",
    }


def test_automatic_doubles_come_before_the_first_roll() -> None:
    assert game("11: Automatic double\n55: automatic double\n1\t43: 13/9, 13/10\n").initial_cube == 4


@pytest.mark.parametrize(
    ("line", "winner", "points"),
    [
        ("Zoe  wins 2 points.", WHITE, 2),
        ("Adam the 2nd wins 1 point.", BLACK, 1),
        ("Zoe: Adam wins 2 points", None, None),
        ("Zoe wins some points", None, None),
        ("Eve  wins 2 points.", None, None),
    ],
)
def test_the_result_names_the_winner(line: str, winner: Side | None, points: int | None) -> None:
    recorded_game = game(f"1\t43: \n\n{line}\n")
    assert (recorded_game.winner, recorded_game.points, bool(recorded_game.result_line)) == (
        winner,
        points,
        winner is not None,
    )
    assert len(recorded_game.actions) == 1


@pytest.mark.law("record.readable")
@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        (HEAD + "Game 1.0-0/5x\n", (15, 1), 'a line such as "Game 1.0-0/7"'),
        (GAME + "1\t43: 13/9, 13/x\n\n2\t\n", (16, 3), 'a play such as "13/8 6/5*"'),
        (GAME + "1\t\twins\n2\t\n", (16, 4), "a roll, a cube action or a result"),
        (GAME + "1\t\t6\n", (16, 4), "a roll, a cube action or a result"),
        (GAME + "x" * 5000, (16, 4000), "fewer characters per line"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(
    text: str, place: tuple[int, int], expected: str
) -> None:
    with pytest.raises(Unreadable) as excinfo:
        read(text.encode())
    facts = excinfo.value.facts
    assert ((facts["line"], facts["column"]), facts["expected"]) == (place, expected)


def test_a_text_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    record = read((GAME + "1\t43: \n1\t43: 13/9, 13/10\n1\t\t6").encode())
    assert (len(record.games[0].actions), record.cut) == (1, (18, 4, "a roll, a cube action or a result"))


def test_without_two_names_there_is_no_file() -> None:
    assert is_sgg("Game 1.0-0/5\n") is False
    with pytest.raises(Unreadable) as excinfo:
        read_sgg("Zoe\nGame 1.0-0/5\n")
    assert excinfo.value.facts["expected"] == 'a line such as "Anna vs. Bea"'


def test_a_play_that_was_left_out_stays_out() -> None:
    record = sheet("31: | 62: ????")
    text = write(record, "sgg")
    assert "1\t31: \n1\t\t62: \n1\t\t62: ????\n" in text
    assert read(text.encode()).games[0].actions[1].written == UNKNOWN
    assert read(text.encode()).same_games_as(record)


@pytest.mark.parametrize("entry", manifest()[::6], ids=lambda entry: entry["file"])
def test_every_game_survives_being_written_and_read(entry: dict[str, object]) -> None:
    record = read(sample(str(entry["file"])).encode())
    again = read(write(record, "sgg").encode())
    assert (again.format, again.same_games_as(record)) == ("sgg", True)


def test_a_file_full_of_repetitions_and_chat_tells_the_same_games() -> None:
    record = read(sample("m254_5pt.sgg").encode())
    assert record.same_games_as(read(sample("m254_5pt.mat").encode()))
    assert replay(record).status == "certified"


def test_the_rules_and_ratings_of_a_head_survive() -> None:
    record = read((GAME + "1\t43: \n1\t43: 13/9, 13/10\n").encode())
    again = read(write(record, "sgg").encode())
    assert again.facts == {key: value for key, value in record.facts.items() if key != "site"}


@pytest.mark.parametrize(
    ("date", "line"),
    [
        ("2026.11.21", "Saturday, November 21, 2026"),
        ("2026.02.30", "Monday, 2026.02.30"),
        ("1981", "Monday, 1981"),
        ("Friday the 13th", "Friday the 13th"),
    ],
)
def test_a_day_is_written_as_gamesgrid_does(date: str, line: str) -> None:
    record = replace(sheet("31: 8/5 6/5"), facts={"date": date})
    text = write(record, "sgg")
    assert text.splitlines()[1] == line
    assert read(text.encode()).facts["date"] == (date if date == "2026.11.21" else line)


@pytest.mark.parametrize(
    "action",
    [Doubled(WHITE, 2), Beavered(BLACK, 4), Took(BLACK), Dropped(WHITE), Conceded(BLACK)],
    ids=lambda action: type(action).__name__,
)
def test_every_cube_action_survives(action: object) -> None:
    record = sheet("31: 8/5 6/5")
    changed = replace(record.games[0], actions=(*record.games[0].actions, action), initial_cube=2)
    record = replace(record, games=(replace(changed, is_crawford=True, points=3, winner=BLACK),))
    assert read(write(record, "sgg").encode()).same_games_as(record)


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        (Placed(WHITE, Position.start()), "place"),
        (AcceptedIllegalPlay(WHITE, (3, 5), Position.start()), "condone 53"),
    ],
)
def test_a_set_board_is_refused(action: Placed | AcceptedIllegalPlay, kind: str) -> None:
    record = Record(("Ann", "Bea"), 5, (RecordedGame(1, actions=(action,)),))
    with pytest.raises(Refusal) as excinfo:
        write(record, "sgg")
    assert (excinfo.value.code, excinfo.value.facts) == (
        "format_cannot_hold",
        {"format": "sgg", "action": kind},
    )


def test_names_lose_what_would_part_them() -> None:
    record = replace(sheet("31: 8/5 6/5", result="  Wins 1 point"), players=("A vs. B", "C\tD"))
    assert read(write(record, "sgg").encode()).players == ("A vs B", "C D")


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9))
def test_only_unreadable_escapes_from_damaged_files(seed: int) -> None:
    random = Random(seed)
    text = SAMPLE
    for _ in range(random.randint(1, 8)):
        place = random.randrange(len(text))
        text = text[:place] + random.choice(TOKENS) + text[place + random.randint(0, 3) :]
    try:
        record = read(text.encode())
    except Unreadable:
        return
    assert replay(record).status


ROWS = write(read(sample("m015_3pt.mat").encode()), "sgg").split("\n")[3:60]
SAMPLE = GAME + "\n".join([*ROWS, "Zoe  wins 1 point.", ""])
TOKENS = ["", "9", ":", "/", "\t", "\n", "é", " -", "O-O", "Game 2.0-0/3\n", " wins 1 point", "double"]
