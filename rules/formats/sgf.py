"""GNU Backgammon's SGF files, read: plays, cube, resignations, automatic doubles and the rules in force."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from rules.actions import Action, Doubled, Dropped, Moved, Took
from rules.dice import Dice
from rules.errors import Unreadable
from rules.notation import BLANK, Written, read_play
from rules.record import Record, RecordedGame
from rules.sides import Side

WHITE, BLACK = Side.WHITE, Side.BLACK

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]{1,12})|\[((?:\\.|[^\\\]])*)\])", re.DOTALL)
_RESULT = re.compile(r"([WB])\+(\d{1,7})(R?)\Z")
_PLAY = re.compile(r"([1-6])([1-6])((?:[a-y][a-z]){0,4})\Z")
_DICE = re.compile(r"[1-6]{2}\Z")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_FACTS = {"DT": "date", "EV": "event", "RO": "round", "PC": "site", "AN": "transcriber", "GC": "comment"}
_SETUP = {"AE", "AW", "AB"}


class Node(NamedTuple):
    """One node of a game: its line in the text and its properties, each with its values."""

    line: int
    properties: dict[str, list[str]]


def looks_like_sgf(text: str) -> bool:
    """Tell whether the text begins like a game tree."""
    return re.match(r"\s*\(\s*;", text) is not None


def read_sgf(text: str) -> Record:
    """Read a match or a session, one game tree a game. Raises `Unreadable` with the line at fault."""
    trees = list(_trees(text))
    if not trees or not all(trees):
        _refuse(1, "a game tree for every game")
    games = tuple(_game(number, tree) for number, tree in enumerate(trees, 1))
    root = trees[0][0]
    facts = {name: root.properties[key][0] for key, name in _FACTS.items() if key in root.properties}
    facts |= _rules(root)
    return Record(games[0].players or ("", ""), _match_info(root).get("length", 0), games, facts, "sgf")


def _trees(text: str) -> Iterator[list[Node]]:
    """The nodes of each game tree, in order."""
    nodes: list[Node] = []
    name, is_open, line = "", False, 1
    for line, mark, word, value in _tokens(text.rstrip()):
        if is_open == (mark == "("):
            _refuse(line, "a single line of play" if is_open else "a game tree such as (;GM[6] ;W[31hefe])")
        if mark == ")":
            yield nodes
            nodes = []
        elif mark == ";":
            nodes.append(Node(line, {}))
        elif word:
            name = word
        elif nodes and name and not mark:
            nodes[-1].properties.setdefault(name, []).append(re.sub(r"\\(.)", r"\1", value))
        is_open = mark != ")"
    if is_open:
        _refuse(line, "the end of the game tree")


def _tokens(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Line, bracket or semicolon, name of a property, value of one: one of the last three is there."""
    place, line = 0, 1
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            _refuse(line, "a game tree such as (;GM[6] ;W[31hefe])")
        line += text.count("\n", place, match.end())
        place = match.end()
        yield line, match[1] or "", match[2] or "", match[3] or ""


def _game(number: int, tree: list[Node]) -> RecordedGame:
    root = tree[0]
    info, result = _match_info(root), _RESULT.match(_first(root, "RE"))
    return RecordedGame(
        number=number,
        score_before=(info.get("ws", 0), info.get("bs", 0)),
        actions=tuple(action for node in tree for action in _actions(node)),
        winner=None if result is None else WHITE if result[1] == "W" else BLACK,
        points=None if result is None else int(result[2]),
        is_crawford="CrawfordGame" in _first(root, "RU").split(":"),
        players=(_first(root, "PW"), _first(root, "PB")),
        initial_cube=_initial_cube(tree),
        line=root.line,
        result_line=root.line,
    )


def _initial_cube(tree: list[Node]) -> int:
    value = next((_first(node, "CV") for node in tree if "CV" in node.properties), "1")
    if not value.isdecimal() or not 0 < int(value[:5]) <= 4096:
        _refuse(tree[0].line, "a cube value")
    return int(value[:5])


def _actions(node: Node) -> Iterator[Action]:
    if _SETUP & set(node.properties):
        _refuse(node.line, "plays only, no position set up by hand")
    for key, side in (("W", WHITE), ("B", BLACK)):
        for value in node.properties.get(key, []):
            yield _action(side, value, node.line)
    dice = _first(node, "DI")
    if _DICE.match(dice):
        side = BLACK if _first(node, "PL").startswith(("B", "b")) else WHITE
        yield Moved(side, (int(dice[0]), int(dice[1])), BLANK, node.line)


def _action(side: Side, value: str, line: int) -> Action:
    if value == "double":
        return Doubled(side, 0, line)
    if value in ("take", "drop"):
        return (Took if value == "take" else Dropped)(side, line)
    match = _PLAY.match(value)
    if match is None:
        _refuse(line, "a play such as 31hefe, or double, take, drop")
    dice = (int(match[1]), int(match[2]))
    return Moved(side, dice, _written(side, dice, match[3], line), line)


def _written(side: Side, dice: Dice, letters: str, line: int) -> Written:
    places = [_place(side, letter) for letter in letters]
    hops = [f"{start}/{end}" for start, end in zip(places[::2], places[1::2], strict=True)]
    written = read_play(" ".join(hops), dice)
    if written is None:
        _refuse(line, "a play such as 31hefe")
    return written


def _place(side: Side, letter: str) -> str:
    if letter in "yz":
        return "bar" if letter == "y" else "off"
    index = _LETTERS.index(letter) + 1
    return str(index if side is WHITE else 25 - index)


def _rules(root: Node) -> dict[str, str]:
    rules = _first(root, "RU").split(":")
    return {
        "crawford": "On" if "Crawford" in rules else "Off",
        "jacoby": "On" if "Jacoby" in rules else "Off",
    }


def _match_info(root: Node) -> dict[str, int]:
    """The numbers of the `MI` property: length, game, ws, bs."""
    pairs = (value.partition(":") for value in root.properties.get("MI", []))
    return {key: int(number) for key, _, number in pairs if number.isdecimal() and len(number) < 6}


def _first(node: Node, key: str) -> str:
    return node.properties.get(key, [""])[0]


def _refuse(line: int, expected: str) -> NoReturn:
    raise Unreadable("unreadable", line=line, column=1, expected=expected)
