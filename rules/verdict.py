"""The result of a replay: the verdict on a record, its games, findings and viewer frames."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, overload

from .position import Position
from .sentences import format_sentence
from .sides import Side

VERSION = 2
RESULT_CODES = frozenset(
    {
        "crawford_double",
        "final_score_wrong",
        "points_impossible",
        "points_wrong",
        "resignation_too_high",
        "score_line_wrong",
        "winner_wrong",
    }
)
AWARD_CODES = frozenset(
    {"adjudicated", "game_not_played", "match_not_won", "resignation_too_high", "set_by_hand"}
)
# The record stops before the end of its match, or inside a game.
INCOMPLETE_CODES = frozenset({"game_unfinished", "match_unfinished"})
CERTIFIED = frozenset({"certified", "certified_with_notes", "incomplete"})

Status = Literal["certified", "certified_with_notes", "incomplete", "awarded", "disputed", "invalid"]
Severity = Literal["error", "note", "inferred"]
Pair = tuple[int, int]


class Finding(NamedTuple):
    """One finding in a record.

    `game` is the number of the game (0 for the match as a whole), `action` the index of the action in it
    (-1 for its score line or result), `played` what was written, `legal` the legal plays there, in
    notation. `str(finding)` says where and what in English.
    """

    game: int
    action: int
    side: Side | None
    code: str
    law: str
    severity: str
    played: str = ""
    legal: tuple[str, ...] = ()
    facts: dict[str, Any] = {}

    @property
    def meant(self) -> str:
        """The play from which the replay goes on instead of an illegal one; "" if it goes on as written."""
        return str(self.facts.get("meant", ""))

    def __str__(self) -> str:
        side = f", {self.side.value}" if self.side else ""
        action = f", action {self.action + 1}" if self.action >= 0 else ""
        place = f"Game {self.game}{action}{side}" if self.game else "Match"
        return f"{place}: {format_sentence(self.code, self.facts)}"


class Unknown(NamedTuple):
    """One thing a record does not say, with the numbers of the games in question (none: of them all)."""

    code: str
    games: tuple[int, ...] = ()


class Frame(NamedTuple):
    """One action as a viewer shows it: the position after it, the cube, and what was done.

    The position has the turn of the side to roll, or to answer after a double or beaver.
    `kind` is "start", "roll", "double", "beaver", "take", "drop", "concede", "place" or "condone" (an
    accepted illegal play); `text` is the play in notation for a roll ("" when none was possible, "?" when
    none was written) and the value for a double; `finding` is an index into the verdict's findings.
    """

    position: Position
    side: Side | None
    kind: str
    text: str
    dice: Pair | None
    cube: int
    cube_owner: Side | None
    finding: int | None = None


class Frames(Sequence[Frame]):
    """The frames of a game, made on first access."""

    def __init__(self, make: Callable[[], Iterable[Frame]]) -> None:
        self._make = make
        self._made: tuple[Frame, ...] | None = None

    def _all(self) -> tuple[Frame, ...]:
        if self._made is None:
            self._made = tuple(self._make())
        return self._made

    @overload
    def __getitem__(self, index: int) -> Frame: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Frame, ...]: ...
    def __getitem__(self, index: int | slice) -> Frame | tuple[Frame, ...]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Frame]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frames) and self._all() == other._all()

    def __hash__(self) -> int:
        return hash(self._all())


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """One game by the rules; `winner` is None while it is unfinished, `kind` then "unfinished".

    `points` are the value of the game by the rules, overshoot included; `score_before` and `score_after` are
    credited scores, in money play the running totals.
    """

    number: int
    score_before: Pair
    winner: Side | None
    points: int
    cube: int
    kind: str
    is_crawford: bool
    plays: int
    score_after: Pair
    frames: Frames = field(repr=False)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of replaying a record.

    `score` is computed from the games and credited up to the length; `declared` is what the record
    claims, credited likewise; `winner` is None when the record does not reach the end of the match.
    Statuses: "certified" (nothing to remark), "certified_with_notes", "incomplete" (right as far as it goes,
    but it stops before the end), "awarded" (points were given that the moves do not prove), "disputed" (an
    official must decide), "invalid" (the claimed result does not follow from the record). `unknown` is what
    the record does not say, whatever its status.
    """

    status: Status
    players: tuple[str, str]
    length: int
    score: Pair
    declared: Pair
    winner: Side | None
    games: tuple[GameVerdict, ...]
    plays: int
    findings: tuple[Finding, ...]
    unknown: tuple[Unknown, ...] = ()
    version: int = VERSION

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain data, frames included."""
        return {
            "version": self.version,
            "status": self.status,
            "players": list(self.players),
            "length": self.length,
            "score": list(self.score),
            "declared": list(self.declared),
            "winner": _name(self.winner),
            "plays": self.plays,
            "games": [_game_to_json(game) for game in self.games],
            "findings": [_finding_to_json(finding) for finding in self.findings],
            "unknown": [[each.code, list(each.games)] for each in self.unknown],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Verdict:
        """Rebuild a verdict from stored data, also of version 1, which had no unknowns."""
        return cls(
            status=data["status"],
            players=(data["players"][0], data["players"][1]),
            length=data["length"],
            score=_pair(data["score"]),
            declared=_pair(data["declared"]),
            winner=_side(data["winner"]),
            games=tuple(_game_from_json(game) for game in data["games"]),
            plays=data["plays"],
            findings=tuple(_finding_from_json(finding) for finding in data["findings"]),
            unknown=tuple(Unknown(code, tuple(games)) for code, games in data.get("unknown", ())),
            version=data["version"],
        )


def status_of(findings: Collection[Finding]) -> Status:
    """The status that follows from a list of findings."""
    errors = {finding.code for finding in findings if finding.severity == "error"}
    if errors & RESULT_CODES:
        return "invalid"
    if errors:
        return "disputed"
    if any(finding.code in AWARD_CODES for finding in findings):
        return "awarded"
    if any(finding.code in INCOMPLETE_CODES for finding in findings):
        return "incomplete"
    if any(finding.severity == "note" for finding in findings):
        return "certified_with_notes"
    return "certified"


def _name(side: Side | None) -> str | None:
    return side.value if side else None


def _side(name: str | None) -> Side | None:
    return Side(name) if name else None


def _pair(values: Sequence[int]) -> Pair:
    return (values[0], values[1])


def _game_to_json(game: GameVerdict) -> dict[str, Any]:
    return {
        "number": game.number,
        "score_before": list(game.score_before),
        "winner": _name(game.winner),
        "points": game.points,
        "cube": game.cube,
        "kind": game.kind,
        "is_crawford": game.is_crawford,
        "plays": game.plays,
        "score_after": list(game.score_after),
        "frames": [_frame_to_json(frame) for frame in game.frames],
    }


def _game_from_json(data: dict[str, Any]) -> GameVerdict:
    frames = data["frames"]
    return GameVerdict(
        number=data["number"],
        score_before=_pair(data["score_before"]),
        winner=_side(data["winner"]),
        points=data["points"],
        cube=data["cube"],
        kind=data["kind"],
        is_crawford=data["is_crawford"],
        plays=data["plays"],
        score_after=_pair(data["score_after"]) if "score_after" in data else _sum(data),
        frames=Frames(lambda: map(_frame_from_json, frames)),
    )


def _sum(data: dict[str, Any]) -> Pair:
    """The score after a game, which version 1 did not store, overshoot included."""
    white, black = data["score_before"]
    gained = {"white": (data["points"], 0), "black": (0, data["points"])}.get(data["winner"], (0, 0))
    return (white + gained[0], black + gained[1])


def _frame_to_json(frame: Frame) -> list[Any]:
    return [
        frame.position.code(),
        _name(frame.side),
        frame.kind,
        frame.text,
        list(frame.dice) if frame.dice else None,
        frame.cube,
        _name(frame.cube_owner),
        frame.finding,
    ]


def _frame_from_json(data: Sequence[Any]) -> Frame:
    code, side, kind, text, dice, cube, owner, finding = data
    return Frame(
        Position.from_code(code),
        _side(side),
        kind,
        text,
        _pair(dice) if dice else None,
        cube,
        _side(owner),
        finding,
    )


def _finding_to_json(finding: Finding) -> dict[str, Any]:
    return {
        **finding._asdict(),
        "side": _name(finding.side),
        "legal": list(finding.legal),
        "facts": {name: _plain(value) for name, value in finding.facts.items()},
    }


def _finding_from_json(data: dict[str, Any]) -> Finding:
    return Finding(**{**data, "side": _side(data["side"]), "legal": tuple(data["legal"])})


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
