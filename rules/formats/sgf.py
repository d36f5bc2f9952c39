"""Reader of GNU Backgammon's SGF files: the trees of a match and the properties of their roots."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

from ..errors import Unreadable
from ..record import Record, RecordedGame
from ..sides import Side
from .sgf_nodes import Node, SgfGameReader, first_value

WHITE, BLACK = Side.WHITE, Side.BLACK

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]{1,12})|\[((?:\\.|[^\\\]])*)\])", re.DOTALL)
_RESULT = re.compile(r"([WB])\+(\d{0,7})(R?)\Z")
_CHARSET = re.compile(rb"CA\[([\w.:+-]{1,40})\]")
_CHARSETS = re.compile(r"(iso8859-\d+|cp125\d|koi8-[rut]|shift_jis|euc_jp|euc_kr|gb2312|gbk|big5)\Z")
_BEGIN = re.compile(rb"(?:\xef\xbb\xbf)?\s*\(\s*;")
_FACTS = {"DT": "date", "EV": "event", "RO": "round", "PC": "site", "AN": "transcriber", "GC": "comment"}
_OTHER_GAMES = {"Nackgammon", "Hypergammon1", "Hypergammon2", "Hypergammon3"}
# Gibbon writes `resign:2` for two points; GNU Backgammon and others for a gammon.
_PROGRAM_RESIGNING_POINTS = "Gibbon"
FACTS = {name: key for key, name in _FACTS.items()}


def is_sgf(text: str) -> bool:
    """Whether the text begins like a game tree."""
    return re.match(r"\s*\(\s*;", text) is not None


def is_tree(data: bytes) -> bool:
    """Whether the bytes of a file begin like a game tree."""
    return _BEGIN.match(data) is not None


def charset_of(data: bytes) -> str:
    """The character set that a file of game trees names in `CA`; empty when none or an unknown one."""
    charset = _CHARSET.search(data, 0, 2_000) if is_tree(data) else None
    try:
        name = codecs.lookup(charset[1].decode("ascii")).name if charset else ""
    except LookupError:
        name = ""
    return name if _CHARSETS.match(name) else ""


def read_sgf(text: str) -> Record:
    """Read a match or a session, one game tree a game. Raises `Unreadable` with the line at fault."""
    return record_of(list(trees_of(text)))


def record_of(trees: Sequence[list[Node]]) -> Record:
    """Return the first match of the game trees. Raises `Unreadable` with the line at fault."""
    if not trees or not all(trees):
        _refuse(1, "a game tree for every game")
    starts = _list_match_starts(trees)
    other_matches = tuple(_players(trees[index][0]) for index in starts[1:])
    resigns_points = first_value(trees[0][0], "AP").startswith(_PROGRAM_RESIGNING_POINTS)
    games = tuple(
        _game(number, tree, resigns_points=resigns_points)
        for number, tree in enumerate(trees[: [*starts, len(trees)][1]])
    )
    if not any(game.is_crawford for game in games):
        games = tuple(replace(game, is_crawford=None) for game in games)
    root = trees[0][0]
    facts = {name: root.properties[key][0] for key, name in _FACTS.items() if key in root.properties}
    facts |= _rules(root)
    return Record(
        _players(root),
        _match_info(root).get("length", 0),
        games,
        facts,
        "sgf",
        other_matches=other_matches,
    )


def _list_match_starts(trees: Sequence[list[Node]]) -> list[int]:
    """The indices of the trees that begin a match: the first, and those where games and score start again."""
    starts, previous = [0], _match_info(trees[0][0]).get("game", 0)
    for index, tree in enumerate(trees[1:], 1):
        info = _match_info(tree[0])
        is_first = (info.get("game"), info.get("ws", 0), info.get("bs", 0)) == (0, 0, 0)
        if is_first and (previous > 0 or _players(tree[0]) != _players(trees[index - 1][0])):
            starts.append(index)
        previous = info.get("game", 0)
    return starts


def _players(root: Node) -> tuple[str, str]:
    return first_value(root, "PW"), first_value(root, "PB")


def trees_of(text: str) -> Iterator[list[Node]]:
    """The nodes of each game tree, in order. Raises `Unreadable` with the line at fault."""
    nodes: list[Node] = []
    name, is_open, line = "", False, 1
    for line, mark, token, value in _tokens(text.rstrip()):
        if is_open == (mark == "("):
            _refuse(line, "a single line of play" if is_open else "a game tree such as (;GM[6] ;W[31hefe])")
        if mark == ")":
            yield nodes
            nodes = []
        elif mark == ";":
            if nodes and not nodes[-1].properties:
                nodes.pop()
            name = ""
            nodes.append(Node(line, {}))
        elif token:
            name = token
        elif nodes and name and not mark:
            nodes[-1].properties.setdefault(name, []).append(_unescape(value))
        is_open = mark != ")"
    if is_open:
        _refuse(line, "end of the game tree")


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value.replace("\\\n", "")) if "\\" in value else value


def _tokens(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Line, bracket or semicolon, name of a property, value of one: one of the last three is there."""
    place, line = 0, 1
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            _refuse(line, "a game tree such as (;GM[6] ;W[31hefe])", place - text.rfind("\n", 0, place))
        line += text.count("\n", place, match.end())
        place = match.end()
        yield line, match[1] or "", match[2] or "", match[3] or ""


def _game(index: int, tree: list[Node], *, resigns_points: bool) -> RecordedGame:
    root = tree[0]
    if _OTHER_GAMES.intersection(first_value(root, "RU").split(":")):
        _refuse(root.line, "backgammon from the standard starting position")
    info, result = _match_info(root), _RESULT.match(first_value(root, "RE"))
    line = SgfGameReader(resigns_points=resigns_points)
    for node in tree:
        line.read(node)
    return RecordedGame(
        number=info.get("game", index) + 1,
        score_before=(info["ws"], info["bs"]) if "ws" in info and "bs" in info else None,
        actions=line.actions(),
        winner=None if result is None else WHITE if result[1] == "W" else BLACK,
        points=None if result is None or not result[2] else int(result[2]),
        is_crawford="CrawfordGame" in first_value(root, "RU").split(":"),
        players=_players(root),
        initial_cube=line.initial_cube,
        line=root.line,
        result_line=root.line,
    )


def _rules(root: Node) -> dict[str, str]:
    rules = first_value(root, "RU").split(":")
    return {
        "crawford": "On" if "Crawford" in rules else "Off",
        "jacoby": "On" if "Jacoby" in rules else "Off",
    }


def _match_info(root: Node) -> dict[str, int]:
    """The numbers of the `MI` property: length, game, ws, bs."""
    pairs = (value.partition(":") for value in root.properties.get("MI", []))
    return {key: int(number) for key, _, number in pairs if number.isdecimal() and len(number) < 6}


def _refuse(line: int, expected: str, column: int = 1) -> NoReturn:
    raise Unreadable("unreadable", line=line, column=column, expected=expected)
