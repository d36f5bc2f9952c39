"""The rulings assistant: inputs that reach every ruling and continuation of `rules.irregularities`."""

from typing import Any

import pytest
from django.test import Client

from matches.conduct.cases import CASES, CaseData, judge_case
from matches.messages.texts import CONTINUATIONS, RULINGS
from rules.errors import Refusal
from rules.irregularities import Ruling
from rules.options import ConductLaws, MatchLaws

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
# After 31: 8/5 6/5, and after 6/5 6/2, which is illegal.
PLAYED = "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:7:10"
ILLEGAL = "XGID=-bA--AC-C---eE---c-e----B-:0:0:-1:00:0:0:0:7:10"
# White on the bar against a closed board: no number can be played.
SHUT_OUT = "XGID=------E-E---cD-----bbbbbbA:0:0:1:00:0:0:0:7:10"
SHUT_OUT_MOVED = "XGID=-----AE-D---cD-----bbbbbbA:0:0:-1:00:0:0:0:7:10"
CRAWFORD = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:3:1:7:10"
WRONG_START = "XGID=-b----E-C---eE---c-e---AA-:0:0:1:00:0:0:0:7:10"
SIXTEEN = "XGID=-b----E-C---eE---c-e----C-:0:0:1:00:0:0:0:7:10"

STANDS = ConductLaws(premature_rolls="stands", waives_premature=False)
ENTERED: list[tuple[str, dict[str, Any], ConductLaws, str, tuple[str, ...]]] = [
    ("dice", {"roll": "31", "landing_1": "cocked"}, ConductLaws(), "dice_rerolled", ("roll_again",)),
    ("dice", {"landing_1": "cocked"}, ConductLaws(), "dice_rerolled", ("roll_again",)),
    ("dice", {"roll": "31", "landing_1": "wrong_half"}, ConductLaws(), "dice_rerolled", ("roll_again",)),
    (
        "dice",
        {"roll": "31", "landing_1": "wrong_half"},
        ConductLaws(dice_half="either"),
        "dice_stand",
        ("play",),
    ),
    ("changed_play", {"roll": "31", "after": PLAYED}, ConductLaws(), "turn_open", ("play_again",)),
    (
        "changed_play",
        {"roll": "31", "after": PLAYED, "lifted": "on"},
        ConductLaws(),
        "turn_ended",
        ("play_stands",),
    ),
    (
        "illegal_play",
        {"roll": "31", "after": PLAYED, "lifted": "on"},
        ConductLaws(),
        "play_lawful",
        ("play_stands",),
    ),
    (
        "illegal_play",
        {"roll": "31", "after": ILLEGAL, "lifted": "on", "answered": "on"},
        ConductLaws(),
        "play_condoned",
        ("play_stands",),
    ),
    (
        "illegal_play",
        {"roll": "31", "after": ILLEGAL, "lifted": "on"},
        ConductLaws(),
        "play_unlawful",
        ("play_again", "play_stands"),
    ),
    (
        "illegal_play",
        {"position": SHUT_OUT, "roll": "31", "after": SHUT_OUT_MOVED, "lifted": "on"},
        ConductLaws(illegal_plays="correct"),
        "play_unlawful",
        ("turn_lost",),
    ),
    ("early_roll", {"roll": "31", "early": "66"}, ConductLaws(), "roll_void", ("end_turn",)),
    ("early_roll", {"roll": "31"}, ConductLaws(), "roll_void", ("end_turn",)),
    ("early_roll", {"roll": "31", "early": "66"}, STANDS, "roll_stands", ("end_turn",)),
    (
        "early_roll",
        {"position": SHUT_OUT, "roll": "31", "early": "66"},
        ConductLaws(),
        "roll_waived",
        ("end_turn",),
    ),
    ("double", {"doubler": "white"}, ConductLaws(), "double_lawful", ("answer_double",)),
    ("double", {"doubler": "white", "reply": "dropped"}, ConductLaws(), "double_lawful", ("game_over",)),
    ("double", {"doubler": "black"}, ConductLaws(), "double_void", ("play_on",)),
    ("double", {"doubler": "black"}, STANDS, "double_waits", ("end_turn",)),
    ("double", {"doubler": "black", "reply": "taken"}, ConductLaws(), "double_condoned", ("play_on",)),
    (
        "double",
        {"position": CRAWFORD, "doubler": "black"},
        ConductLaws(),
        "crawford_double_void",
        ("play_on",),
    ),
    (
        "double",
        {
            "position": CRAWFORD,
            "doubler": "black",
            "moment": "after_game",
            "ended": "gammon",
            "winner": "black",
            "ended_cube": "2",
        },
        ConductLaws(),
        "crawford_double_void",
        ("score_anew",),
    ),
    (
        "double",
        {"position": CRAWFORD, "doubler": "black", "moment": "recorded"},
        ConductLaws(),
        "double_recorded",
        ("result_stands",),
    ),
    ("left_over_cube", {"doubles": "1", "taker": "white"}, ConductLaws(), "cube_put_right", ("play_on",)),
    ("left_over_cube", {"moment": "recorded"}, ConductLaws(), "cube_recorded", ("result_stands",)),
    ("setup", {}, ConductLaws(), "setup_right", ("play_on",)),
    (
        "setup",
        {"start": WRONG_START, "position": WRONG_START, "rolls": "1"},
        ConductLaws(),
        "setup_corrected",
        ("play_on",),
    ),
    (
        "setup",
        {"start": WRONG_START, "position": START, "rolls": "2"},
        ConductLaws(),
        "setup_corrected",
        ("game_anew",),
    ),
    (
        "checkers",
        {"start": SIXTEEN, "position": SIXTEEN, "rolls": "1"},
        ConductLaws(),
        "setup_corrected",
        ("play_on",),
    ),
    (
        "checkers",
        {"start": SIXTEEN, "position": SIXTEEN, "rolls": "9"},
        ConductLaws(),
        "setup_stands",
        ("play_on",),
    ),
    (
        "score",
        {"length": "5", "games": "2 -1", "white": "2", "black": "1"},
        ConductLaws(),
        "score_right",
        ("score_put_right",),
    ),
    (
        "score",
        {"length": "5", "games": "2 -1 4", "white": "2", "black": "1"},
        ConductLaws(),
        "score_corrected",
        ("score_put_right",),
    ),
    (
        "score",
        {"length": "5", "games": "2", "white": "1", "moment": "recorded"},
        ConductLaws(),
        "score_for_director",
        ("score_put_right",),
    ),
    ("length", {"length": "7", "played_to": "7"}, ConductLaws(), "length_right", ("match_goes_on",)),
    (
        "length",
        {"length": "7", "played_to": "5", "games": "4, -2"},
        ConductLaws(),
        "length_corrected",
        ("match_goes_on",),
    ),
    (
        "length",
        {"length": "5", "played_to": "7", "games": "4 2"},
        ConductLaws(),
        "length_decided",
        ("match_decided",),
    ),
    (
        "length",
        {"length": "7", "played_to": "5", "games": "4", "moment": "recorded"},
        ConductLaws(),
        "length_for_director",
        ("match_goes_on",),
    ),
]


def judge(case: str, entered: dict[str, Any], conduct: ConductLaws) -> Ruling | None:
    return judge_case(CASES[case], entered, MatchLaws(), conduct)


@pytest.mark.parametrize(("case", "entered", "conduct", "code", "continuations"), ENTERED)
def test_inputs_give_the_expected_ruling(
    case: str, entered: dict[str, Any], conduct: ConductLaws, code: str, continuations: tuple[str, ...]
) -> None:
    assert set(entered) <= set(CASES[case].fields)
    ruling = judge(case, entered, conduct)
    assert ruling is not None
    assert (ruling.code, tuple(continuation.code for continuation in ruling.continuations)) == (
        code,
        continuations,
    )


def test_every_ruling_and_continuation_is_reached() -> None:
    assert {row[3] for row in ENTERED} == set(RULINGS)
    assert {code for row in ENTERED for code in row[4]} == set(CONTINUATIONS)


@pytest.mark.parametrize(
    ("case", "entered", "field"),
    [
        ("dice", {"roll": "71"}, "roll"),
        ("dice", {"roll": "31", "landing_1": "lost"}, "landing_1"),
        ("illegal_play", {"after": PLAYED}, "roll"),
        ("illegal_play", {"roll": "31"}, "after"),
        ("changed_play", {"roll": "31", "lifted": "on"}, "after"),
        ("double", {}, "doubler"),
        ("double", {"position": CRAWFORD, "doubler": "black", "moment": "after_game"}, "ended"),
        ("left_over_cube", {"doubles": "11"}, "doubles"),
        ("score", {"length": "5", "games": "5"}, "games"),
        ("score", {"length": "x"}, "length"),
        ("score", {"length": "5", "games": "1 " * 600}, "games"),
    ],
)
def test_impossible_inputs_are_reported(case: str, entered: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refusal:
        judge(case, entered, ConductLaws())
    assert (refusal.value.code, refusal.value.facts) == ("case_field_wrong", {"field": field})


def test_a_premature_roll_that_stands_must_be_known() -> None:
    with pytest.raises(Refusal) as refusal:
        judge("early_roll", {"roll": "31"}, STANDS)
    assert (refusal.value.code, refusal.value.facts) == ("case_field_wrong", {"field": "early"})


def test_games_are_read_by_their_points() -> None:
    games = CaseData({"games": "1 -2, 3;8"}).games()
    assert [(game.winner.value, game.kind, game.cube) for game in games] == [
        ("white", "single", 1),
        ("black", "gammon", 1),
        ("white", "backgammon", 1),
        ("white", "gammon", 4),
    ]


@pytest.mark.django_db
def test_the_page_shows_every_case_in_both_languages(client: Client) -> None:
    for case, entered, conduct, code, _continuations in ENTERED:
        if conduct != ConductLaws():
            continue
        page = client.get("/conduct/", {"case": case, "judge": "1", **entered})
        assert (page.status_code, [text.code for text in page.context["texts"]]) == (200, [code, code])
        assert [text.language for text in page.context["texts"]] == ["en", "it"]
    for row in CASES.values():
        page = client.get("/conduct/", {"case": row.name})
        assert page.status_code == 200
        if row.judge is None:
            assert {text.law for text in page.context["texts"]} == {row.law}
