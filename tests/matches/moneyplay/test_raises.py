"""Which raise of a cube an event is, and what the activity log says of it."""

from typing import Any

from matches.moneyplay.messages import describe_event
from matches.moneyplay.raises import RAISES, find_raise_number


def list_numbers(*events: dict[str, Any]) -> list[int]:
    """The numbers of the raises among these events."""
    return [find_raise_number(events[:at], one) for at, one in enumerate(events) if one["kind"] in RAISES]


def doubled(by: str, *against: str) -> dict[str, Any]:
    return {"kind": "Doubled", "by": by, "against": against}


def raised(by: str, *against: str) -> dict[str, Any]:
    return {"kind": "Raised", "by": by, "against": against}


def took(by: str, *against: str) -> dict[str, Any]:
    return {"kind": "Took", "by": by, "against": against}


def test_the_box_answers_a_beaver_with_a_raccoon_and_that_is_answered_with_an_otter() -> None:
    assert list_numbers(doubled("Box"), raised("Ann"), raised("Bo"), raised("Box", "Ann"), raised("Ann")) == [
        1,
        1,
        2,
        3,
    ]


def test_a_member_answers_the_beaver_of_the_box_with_a_raccoon() -> None:
    assert list_numbers(
        doubled("Ann"), doubled("Bo"), raised("Box", "Ann"), took("Box", "Bo"), raised("Ann")
    ) == [1, 2]


def test_a_later_double_and_another_game_begin_with_a_beaver() -> None:
    assert list_numbers(doubled("Box"), took("Ann"), doubled("Ann"), raised("Box")) == [1]
    game = {"kind": "Ended", "winner": "box"}
    assert list_numbers(doubled("Box"), raised("Ann"), game, doubled("Ann"), raised("Box")) == [1, 1]


def test_two_players_alternate() -> None:
    events = [{"kind": "Doubled", "side": "white"}]
    events += [{"kind": "Beavered", "side": side} for side in ("black", "white", "black", "white")]
    assert list_numbers(*events) == [1, 2, 3, 4]


def test_the_sentence_says_what_was_done() -> None:
    texts = [describe_event(raised("Box", "Ann"), {}, {}, number) for number in (1, 2, 3, 4)]
    assert texts == [
        "Box beavers against Ann",
        "Box raccoons against Ann",
        "Box plays an otter against Ann",
        "Box raises again, against Ann",
    ]
