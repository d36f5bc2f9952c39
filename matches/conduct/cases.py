"""The cases of the ruling assistant: their fields, and how `rules.irregularities` derives a ruling."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NoReturn, cast

from rules.cube import Cube
from rules.dice import Dice
from rules.errors import Illegal, Refusal
from rules.formats.identifiers import read_match_position
from rules.formats.match_position import MatchPosition
from rules.irregularities import (
    CubeLeftOver,
    DiceRoll,
    DoubleMade,
    EarlyRoll,
    Landing,
    LengthPlayed,
    Moment,
    PlayMade,
    Reply,
    Ruling,
    RulingSituation,
    ScoreShown,
    WrongSetup,
    find_roll_faults,
    illegal_play,
    judge_roll,
    left_over_cube,
    play_changed,
    premature_roll,
    wrong_double,
    wrong_length,
    wrong_score,
    wrong_setup,
)
from rules.match import LONGEST_MATCH, GameOutcome, Kind, MatchScore
from rules.options import ConductLaws, MatchLaws
from rules.position import CHECKERS, OFF, Position
from rules.sides import Side

LANDINGS = ("flat", "cocked", "on_checker", "off_board", "wrong_half")
MOMENTS = ("in_game", "after_game", "next_game", "recorded")
REPLIES = ("none", "taken", "dropped")
KINDS = ("single", "gammon", "backgammon", "drop")
SIDE_VALUES = ("white", "black")
MAX_TEXT, MAX_ROLLS, MAX_DOUBLES, MAX_GAMES, MAX_POINTS = 2000, 500, 10, 99, 192
_DICE = re.compile(r"([1-6])\D?([1-6])\Z")
_XGID = re.compile(r"(?:XGID=)?([-A-Pa-p]{26}):\d+:-?\d:(?:(-1)|1):")
_GAMES = re.compile(r"[+\-]?\d{1,3}(?:[\s,;]+[+\-]?\d{1,3})*\Z")


@dataclass(frozen=True, slots=True)
class CaseData:
    """The entered values of a case, by field name, with methods that convert them.

    Each method raises `case_field_wrong` for a missing or invalid value; methods named `find_...` return None
    for a missing one.
    """

    values: Mapping[str, Any]

    def text(self, name: str) -> str:
        """A text without surrounding spaces."""
        value = self.values.get(name, "")
        text = "" if value is None else str(value).strip()
        return text if len(text) <= MAX_TEXT else self._refuse(name)

    def flag(self, name: str) -> bool:
        """Return a yes or no; no if missing."""
        return self.values.get(name) in (True, "on", "true", "1", 1)

    def number(self, name: str, most: int, default: int | None = 0, least: int = 0) -> int:
        """Return a whole number from `least` to `most`; required if `default` is None."""
        text = self.text(name)
        if not text:
            return default if default is not None else self._refuse(name)
        is_number = text.isascii() and text.isdigit() and len(text) <= 4
        return int(text) if is_number and least <= int(text) <= most else self._refuse(name)

    def choice(self, name: str, choices: tuple[str, ...], default: str = "") -> str:
        """Return one of `choices`; required without a default."""
        text = self.text(name) or default
        return text if text in choices else self._refuse(name)

    def side(self, name: str) -> Side:
        """White or Black."""
        return Side(self.choice(name, SIDE_VALUES))

    def find_dice(self, name: str) -> Dice | None:
        """A roll such as 31, None without one."""
        text = self.text(name)
        if not text:
            return None
        numbers = _DICE.match(text)
        return (int(numbers[1]), int(numbers[2])) if numbers else self._refuse(name)

    def dice(self, name: str) -> Dice:
        """Return a roll; required."""
        return self.find_dice(name) or self._refuse(name)

    def standing(self, name: str) -> MatchPosition:
        """A position by XGID or another identifier; without one, the starting position with White to play.

        Raises `Unreadable`, and the first fault of the checkers.
        """
        text = self.text(name)
        standing = read_match_position(text) if text else MatchPosition(Position.start())
        if standing.position is None:
            return self._refuse(name)
        for fault in standing.position.faults():
            raise fault
        return standing

    def board(self, name: str) -> Position:
        """The checkers of a position."""
        return cast(Position, self.standing(name).position)

    def find_counted_board(self, name: str) -> Position | None:
        """Return the board of an XGID with any number of checkers; None for other identifiers.

        Missing checkers count as borne off; with extra checkers that number is negative.
        """
        letters = _XGID.match(self.text(name))
        if letters is None:
            return None
        counts = [0 if letter == "-" else ord(letter.upper()) - 64 for letter in letters[1]]
        white = [count if letter.isupper() else 0 for letter, count in zip(letters[1], counts, strict=True)]
        black = [count if letter.islower() else 0 for letter, count in zip(letters[1], counts, strict=True)]
        black.reverse()
        if white[OFF] or black[OFF]:
            return self._refuse(name)
        white[OFF], black[OFF] = CHECKERS - sum(white), CHECKERS - sum(black)
        return Position(tuple(white), tuple(black), Side.BLACK if letters[2] else Side.WHITE)

    def situation(self, *, roll: str = "") -> RulingSituation:
        """Return the situation at the table from the field "position".

        `roll` is the name of a field whose roll, if any, replaces that of the position.
        """
        standing = self.standing("position")
        dice = (self.find_dice(roll) if roll else None) or standing.dice
        board = cast(Position, standing.position).with_turn(standing.turn)
        offer = standing.turn if standing.is_doubled else None
        return RulingSituation(board, dice, Cube(standing.cube, standing.cube_owner), offer)

    def moment(self) -> Moment:
        """Return when the irregularity was noticed."""
        return cast(Moment, self.choice("moment", MOMENTS, "in_game"))

    def find_outcome(self) -> GameOutcome | None:
        """Return how the game ended, None if it is still being played."""
        if not self.text("ended"):
            return None
        kind = cast(Kind, self.choice("ended", KINDS))
        value = self.number("ended_cube", 1024, 1, 1)
        if value & (value - 1):
            self._refuse("ended_cube")
        return GameOutcome(self.side("winner"), kind, value)

    def games(self) -> list[GameOutcome]:
        """Return the games of a list of points, positive if White won, each with the lowest possible cube."""
        text = self.text("games")
        if not text:
            return []
        if not _GAMES.match(text):
            self._refuse("games")
        points = [int(each) for each in re.split(r"[\s,;]+", text)]
        return (
            [self._make_game(each) for each in points] if len(points) <= MAX_GAMES else self._refuse("games")
        )

    def _make_game(self, points: int) -> GameOutcome:
        winner, won = (Side.WHITE, points) if points > 0 else (Side.BLACK, -points)
        multiples: tuple[tuple[Kind, int], ...] = (("backgammon", 3), ("gammon", 2), ("single", 1))
        for kind, multiple in multiples:
            cube, rest = divmod(won, multiple)
            if 0 < won <= MAX_POINTS and not rest and not cube & (cube - 1):
                return GameOutcome(winner, kind, cube)
        return self._refuse("games")

    def _refuse(self, name: str) -> NoReturn:
        raise Refusal("case_field_wrong", field=name)


Judge = Callable[[CaseData, MatchLaws, ConductLaws], Ruling]


def _judge_roll(data: CaseData, laws: MatchLaws, conduct: ConductLaws) -> Ruling:
    first, second = (
        cast(Landing, data.choice(name, LANDINGS, "flat")) for name in ("landing_1", "landing_2")
    )
    roll = DiceRoll(data.find_dice("roll"), (first, second), not data.flag("apart"))
    if not find_roll_faults(roll, conduct):
        data.dice("roll")
    return judge_roll(replace(data.situation(), dice=None), roll, conduct)


def _read_play(data: CaseData) -> PlayMade:
    situation = data.situation(roll="roll")
    for field, is_missing in (("roll", situation.dice is None), ("after", not data.text("after"))):
        if is_missing:
            raise Refusal("case_field_wrong", field=field)
    after = data.board("after").with_turn(situation.turn)
    return PlayMade(situation, after, data.flag("lifted"), data.flag("answered"))


def _judge_play_changed(data: CaseData, laws: MatchLaws, conduct: ConductLaws) -> Ruling:
    return play_changed(_read_play(data), conduct)


def _judge_illegal_play(data: CaseData, laws: MatchLaws, conduct: ConductLaws) -> Ruling:
    return illegal_play(_read_play(data), conduct)


def _judge_premature_roll(data: CaseData, laws: MatchLaws, conduct: ConductLaws) -> Ruling:
    ruling = premature_roll(EarlyRoll(data.situation(roll="roll"), data.find_dice("early")), conduct)
    # A roll that does not count need not be known.
    if ruling.code != "roll_void":
        data.dice("early")
    return ruling


def _judge_double(data: CaseData, laws: MatchLaws, conduct: ConductLaws) -> Ruling:
    situation, standing = data.situation(), data.standing("position")
    score = standing.score if laws.crawford else MatchScore(standing.length, standing.white, standing.black)
    moment = data.moment()
    double = DoubleMade(
        replace(situation, offer=None),
        data.side("doubler"),
        score,
        cast(Reply, data.choice("reply", REPLIES, "none")),
        data.flag("played_on"),
        moment,
        data.find_outcome(),
        data.number("rolls", MAX_ROLLS),
    )
    if double.moment == "after_game" and double.outcome is None:
        raise Refusal("case_field_wrong", field="ended")
    return wrong_double(double, laws, conduct)


def _judge_left_over_cube(data: CaseData, laws: MatchLaws, conduct: ConductLaws) -> Ruling:
    doubles = data.number("doubles", MAX_DOUBLES)
    takers = (data.side("taker"),) * doubles if doubles else ()
    automatic = data.number("automatic", MAX_DOUBLES)
    claim = CubeLeftOver(data.situation(), takers, data.moment(), data.find_outcome(), automatic)
    if claim.moment == "after_game" and claim.outcome is None:
        raise Refusal("case_field_wrong", field="ended")
    return left_over_cube(claim)


def _judge_setup(data: CaseData, laws: MatchLaws, conduct: ConductLaws) -> Ruling:
    board = data.find_counted_board("position")
    situation = data.situation() if board is None else RulingSituation(board)
    start = data.find_counted_board("start") or data.board("start")
    return wrong_setup(WrongSetup(situation, start, data.number("rolls", MAX_ROLLS)), conduct)


def _judge_score(data: CaseData, laws: MatchLaws, conduct: ConductLaws) -> Ruling:
    length = data.number("length", LONGEST_MATCH, None, 1)
    white, black = data.number("white", LONGEST_MATCH), data.number("black", LONGEST_MATCH)
    return wrong_score(ScoreShown(length, data.games(), white, black, data.moment()), laws)


def _judge_length(data: CaseData, laws: MatchLaws, conduct: ConductLaws) -> Ruling:
    announced = data.number("length", LONGEST_MATCH, None, 1)
    played_to = data.number("played_to", LONGEST_MATCH, None, 1)
    return wrong_length(LengthPlayed(announced, played_to, data.games(), data.moment()), laws)


@dataclass(frozen=True, slots=True)
class Case:
    """A kind of irregularity: its rule, the fields to fill in, and the function that derives a ruling.

    Without `judge` the assistant shows only the rule, and the director decides.
    """

    name: str
    law: str
    fields: tuple[str, ...] = ()
    judge: Judge | None = None


# Fields about the end of the game.
END_FIELDS = ("moment", "ended", "winner", "ended_cube")
_CASES = (
    Case("dice", "conduct.dice", ("landing_1", "landing_2", "apart", "roll", "position"), _judge_roll),
    Case("early_roll", "conduct.premature-roll", ("position", "roll", "early"), _judge_premature_roll),
    Case(
        "illegal_play",
        "conduct.illegal-play",
        ("position", "roll", "after", "lifted", "answered"),
        _judge_illegal_play,
    ),
    Case("changed_play", "conduct.turn-end", ("position", "roll", "after", "lifted"), _judge_play_changed),
    Case(
        "double",
        "conduct.wrong-double",
        ("position", "doubler", "reply", "played_on", "rolls", *END_FIELDS),
        _judge_double,
    ),
    Case(
        "left_over_cube",
        "conduct.left-over-cube",
        ("position", "doubles", "taker", "automatic", *END_FIELDS),
        _judge_left_over_cube,
    ),
    Case("setup", "conduct.setup", ("start", "position", "rolls"), _judge_setup),
    Case("checkers", "conduct.setup", ("start", "position", "rolls"), _judge_setup),
    Case("score", "conduct.score", ("length", "games", "white", "black", "moment"), _judge_score),
    Case("length", "conduct.match-length", ("length", "played_to", "games", "moment"), _judge_length),
    Case("late", "match.late-start"),
    Case("clock", "match.adjudication"),
    Case("departure", "match.adjudication"),
    Case("resignation", "game.resign"),
)
CASES: Mapping[str, Case] = MappingProxyType({case.name: case for case in _CASES})


def judge_case(case: Case, data: Mapping[str, Any], laws: MatchLaws, conduct: ConductLaws) -> Ruling | None:
    """Return the ruling of a case for the entered data; None if the case has no `judge`.

    Raises `case_field_wrong` and the refusals of a position, a roll or a score.
    """
    if case.judge is None:
        return None
    ruling = case.judge(CaseData(data), laws, conduct)
    if not ruling.continuations:
        raise Illegal("case_field_wrong", case.law, field=case.fields[0])
    return ruling
