"""BGBlitz files (BGF): encodings, doubles and resignations, comments, and refusals by field."""

from typing import Any

import pytest

from rules.actions import Beavered, Conceded, Doubled, Dropped, Moved, Took
from rules.errors import Unreadable
from rules.formats import binary, read, write
from rules.record import Comment
from rules.sides import Side
from tests.rules.binary_files import (
    BGF_LINE,
    bgf_match,
    gzipped,
    packed_bgf,
    plain_bgf,
    short_bgf_match,
    smile,
)

WHITE, BLACK = Side.WHITE, Side.BLACK


def changed(path: tuple[str | int, ...], value: object) -> dict[str, Any]:
    """A short match with one value changed."""
    match: Any = short_bgf_match()
    place = match
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return dict(match)


def move(player: int, green: int, red: int) -> dict[str, Any]:
    nothing = [-1, -1, -1, -1]
    return {"type": "amove", "player": player, "green": green, "red": red, "from": nothing, "to": nothing}


def refusal(data: bytes) -> tuple[str, object, object]:
    with pytest.raises(Unreadable) as excinfo:
        read(data)
    return excinfo.value.code, excinfo.value.facts["field"], excinfo.value.facts["expected"]


def test_smile_and_json_packed_or_not_are_read_alike() -> None:
    match = short_bgf_match()
    bodies = {
        (True, True): gzipped(smile(match)),
        (False, True): smile(match),
        (False, False): plain_bgf(match).partition(b"\n")[2],
    }
    line = '{"format":"BGF","version":"1.0","compress":%s,"useSmile":%s}\n'
    records = [
        read((line % (str(packed).lower(), str(is_smile).lower())).encode() + body)
        for (packed, is_smile), body in bodies.items()
    ]
    assert records[0] == records[1] == records[2]
    assert len(records[0].games[0].actions) == 10


def test_a_double_may_be_answered_with_another_and_a_game_be_resigned() -> None:
    match = short_bgf_match()
    moves = match["games"][0]["moves"][:2]
    end = [move(-1, 7, 9), move(1, 7, 4)]
    match["games"][0]["moves"] = [*moves, move(-1, 7, 1), move(1, 7, 1), move(-1, 7, 2), *end]
    match["games"][0]["wonPoints"] = 4
    match["finalRed"] = 0
    game = read(packed_bgf(match)).games[0]
    kinds = [Moved, Moved, Doubled, Beavered, Took, Conceded]
    assert [type(action) for action in game.actions] == kinds
    assert (game.winner, game.points, game.actions[3]) == (BLACK, 4, Beavered(BLACK, 4))


def test_a_game_without_an_end_has_no_winner() -> None:
    match = short_bgf_match()
    match["games"][0]["moves"].pop()
    game = read(packed_bgf(match)).games[0]
    assert (game.winner, game.points, type(game.actions[-1])) == (None, None, Dropped)


def test_comments_of_the_match_of_games_and_of_moves_are_read() -> None:
    match = changed(("games", 0, "moves", 2, "comment"), "Why not?")
    match["comment"] = "Final"
    match["games"][0]["comment"] = ["A short one"]
    comments = (Comment(0, -1, "Final"), Comment(1, -1, "A short one"), Comment(1, 2, "Why not?"))
    record = read(packed_bgf(match))
    assert (record.comments, read(write(record, "json").encode()).comments) == (comments, comments)


def test_automatic_doubles_raise_the_first_cube_and_no_other_value_does() -> None:
    cubes = {value: read(packed_bgf(changed(("games", 0, "initial", "cube"), value))) for value in (2, 3)}
    assert [record.games[0].initial_cube for record in cubes.values()] == [2, 1]
    assert read(packed_bgf(changed(("games", 0, "initial"), None))).games[0].initial_cube == 1


@pytest.mark.parametrize(
    ("path", "value", "field", "expected"),
    [
        (("matchlen",), -1, "matchlen", "a number"),
        (("matchlen",), True, "matchlen", "a number"),
        (("games",), [], "games", "a game"),
        (("games",), None, "games", "a list"),
        (("games", 0), 3, "games[0]", "an object"),
        (("games", 0, "scoreRed"), "x", "games[0].scoreRed", "a number"),
        (
            ("games", 0, "initial", "points"),
            [0] * 28,
            "games[0].initial.points",
            "backgammon from the standard starting position",
        ),
        (("games", 0, "moves", 1, "type"), "b", "games[0].moves[1].type", "a move of one of the players"),
        (("games", 0, "moves", 1, "player"), 0, "games[0].moves[1].type", "a move of one of the players"),
        (("games", 0, "moves", 1, "green"), 8, "games[0].moves[1].green", "a number"),
        (("games", 0, "moves", 1, "red"), 9, "games[0].moves[1].from", "two dice"),
        (("games", 0, "moves", 1, "from"), [1], "games[0].moves[1].from", "a play"),
        (("games", 0, "moves", 1, "from"), [26, 8, -1, -1], "games[0].moves[1].from", "a play"),
        (("games", 0, "moves", 1), move(1, 7, 6), "games[0].moves[1].red", "a known kind of move"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(
    path: tuple[str | int, ...], value: object, field: str, expected: str
) -> None:
    assert refusal(packed_bgf(changed(path, value))) == ("file_damaged_at", field, expected)


def test_a_cube_that_is_turned_without_end_is_refused() -> None:
    match = short_bgf_match()
    match["games"][0]["moves"] = [move(-1, 7, 1), move(1, 7, 2)] * 20
    assert refusal(packed_bgf(match)) == ("file_damaged_at", "games[0].moves[32].red", "a cube value")


def test_other_versions_and_other_contents_are_named() -> None:
    later = BGF_LINE.replace(b"1.0", b"2.0")
    assert refusal(later) == ("file_version_unknown", "first line version", "1.0")
    assert refusal(b'{"format":"BGF"}\n{}') == ("file_version_unknown", "first line version", "1.0")
    assert refusal(b'{"format":"BGF"\n{}') == ("file_damaged_at", "first line", "JSON")
    assert refusal(plain_bgf([1])) == ("file_damaged_at", "match", "an object")
    assert refusal(packed_bgf([1])) == ("file_damaged_at", "match", "an object")
    nested = BGF_LINE.replace(b"true", b"false") + b'{"a":' * 100_000
    assert refusal(nested) == ("file_damaged_at", "match", "JSON")


def test_a_file_that_unpacks_without_end_is_refused() -> None:
    assert refusal(BGF_LINE + gzipped(bytes(9_000_000)))[:2] == ("file_unpacks_too_large", "match")


def test_a_data_url_is_a_file_unless_it_is_damaged_or_too_large() -> None:
    url = binary.to_data_url(packed_bgf(short_bgf_match()), "bgf")
    assert read(f"{url}\n".encode()).format == "bgf"
    assert refusal(f"{url}*".encode())[:2] == ("file_damaged_at", "base64")
    for data in (url.encode() + b"A" * 6_000_000, BGF_LINE + bytes(4_000_000)):
        with pytest.raises(Unreadable) as excinfo:
            read(data)
        assert excinfo.value.code == "file_too_large"


def analysed(match: dict[str, Any]) -> list[tuple[str, str, float, int]]:
    analysis = read(packed_bgf(match)).analysis
    assert analysis is not None
    choices = analysis.games[0].choices
    return [(choice.kind, choice.played, choice.lost, len(choice.candidates)) for choice in choices]


def test_absent_figures_of_a_decision_are_left_out() -> None:
    whole = analysed(short_bgf_match())
    match = short_bgf_match()
    cubes = [
        move for move in match["games"][0]["moves"] if float((move["pr"] or {}).get("cubeError", -99)) > -90
    ]
    cubes[0]["equity"]["cubeDecision"] = None
    cubes[1]["equity"] = None
    without = [(kind, value) for kind, _, value, ways in analysed(match) if kind == "cube" and not ways]
    assert len(without) == 2
    moves = match["games"][0]["moves"]
    moves[0]["moveAnalysis"] = "none"
    moves[1]["pr"]["checkerError"] = "?"
    moves[2]["moveAnalysis"][0]["eq"] = None
    for item in moves[3]["moveAnalysis"]:
        item["played"] = False
    assert len(analysed(match)) == len(whole) - 4


def test_candidates_are_listed_as_far_as_possible() -> None:
    match = short_bgf_match()
    ways = match["games"][0]["moves"][0]["moveAnalysis"]
    played = next(item for item in ways if item["played"])
    others = [item for item in ways if not item["played"]]
    others[0]["move"] = None
    others[1]["move"]["from"] = ["x", 1]
    played["ply"] = 90
    match["games"][0]["moves"][0]["moveAnalysis"] = [*others, played]
    analysis = read(packed_bgf(match)).analysis
    assert analysis is not None
    texts = [candidate.text for candidate in analysis.games[0].choices[0].candidates]
    assert (texts.count("?"), analysis.games[0].choices[0].played in texts) == (2, True)
    played["eq"]["cubeDecision"] = None
    assert read(packed_bgf(match)).analysis is not None


def test_a_play_below_the_best_five_is_listed_as_well() -> None:
    match = short_bgf_match()
    ways = match["games"][0]["moves"][0]["moveAnalysis"]
    played = next(item for item in ways if item["played"])
    played["eq"]["cubeDecision"]["eqCubeFul"] = "-3"
    analysis = read(packed_bgf(match)).analysis
    assert analysis is not None
    choice = analysis.games[0].choices[0]
    assert (len(choice.candidates), choice.candidates[-1].text) == (6, choice.played)


def test_a_match_that_was_never_analysed_has_no_analysis() -> None:
    match = bgf_match()
    for game in match["games"]:
        for each in game["moves"]:
            each |= {"pr": None, "moveAnalysis": [], "luck": None}
    assert read(packed_bgf(match)).analysis is None
