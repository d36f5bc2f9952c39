"""A match recorded manually: every line is one action, checked as soon as it is entered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple

from .accepted_illegal_plays import format_change
from .action_replay import ActionReplay
from .actions import AcceptedIllegalPlay, Action, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from .dice import Dice, format_dice
from .errors import Ambiguous, Illegal, Unreadable
from .faults import Fault
from .frames import format_recorded_play
from .match import GameOutcome, Kind, MatchScore, check_length
from .notation import DANCE, WrittenPlay, read_play
from .options import MatchLaws
from .play_faults import get_boards, make_illegal_play
from .plays import format_moves, list_legal_plays
from .position import Position
from .record import Record, RecordedGame
from .recorded_results import conclude_game
from .running_score import RunningScore
from .sides import Side
from .typed_lines import EXPECTED, TypedLine, read_line

LEGAL_NAMED = 12
_ACTION_NAMES: dict[type[Action], str] = {
    Doubled: "double",
    Beavered: "beaver",
    Took: "take",
    Dropped: "drop",
    Placed: "set up",
}
_RESIGNED: tuple[Kind, ...] = ("resigned_single", "resigned_gammon", "resigned_backgammon")


class AcceptedLine(NamedTuple):
    """An accepted line: its full text, its action, the number of its game."""

    text: str
    action: Action
    game: int


class Recording:
    """A match being recorded: `game` is the state of the current game.

    A line is `"white 31 8/5 6/5"`, `"double"`, `"take"`, `"drop"` or `"resign gammon"`. The side may be left
    out where only one can act, the play where none or one is possible. `"31! 8/4 6/5"` is an accepted illegal
    play. Games start, end and count by themselves.
    """

    def __init__(
        self,
        length: int,
        laws: MatchLaws | None = None,
        lines: Iterable[str] = (),
        *,
        first: RecordedGame | None = None,
    ) -> None:
        """Start at the number and score of `first`, or at game 1 without points."""
        self.laws = laws or MatchLaws()
        check_length(length)
        self.first = first or RecordedGame(1, (0, 0))
        self._running_score = RunningScore(length, self.first, crawford=self.laws.crawford)
        self.game = ActionReplay(self.score, self.laws)
        self._last_game = self.game
        self.accepted_lines: list[AcceptedLine] = []
        self.games: list[RecordedGame] = []
        for line in lines:
            self.write(line)

    @property
    def score(self) -> MatchScore:
        """The score before the current game, the final one when the match is over."""
        return self._running_score.score

    @property
    def lines(self) -> list[str]:
        """Every line in full; a new recording of these lines is this one again."""
        return [line.text for line in self.accepted_lines]

    @property
    def number(self) -> int:
        """The number of the current game, of the last one when the match is over."""
        return self.first.number + len(self.games) - (1 if self.score.winner else 0)

    @property
    def actor(self) -> Side | None:
        """The side to roll, double or answer a double; None before an opening roll and at the end."""
        if self.score.winner:
            return None
        return self.game.keeper if self.game.offer else self.game.turn

    @property
    def phase(self) -> str:
        """ "opening", "roll", "answer" or "over"."""
        if self.score.winner:
            return "over"
        if self.game.offer:
            return "answer"
        return "opening" if self.game.turn is None else "roll"

    @property
    def may_double(self) -> bool:
        """Whether the side to roll may legally double instead."""
        side = self.actor
        if side is None or self.game.offer:
            return False
        return not find_errors(self.game, Doubled(side, self.game.cube * 2))

    def position(self, side: Side | None = None) -> Position:
        """The board, at the end the last one, with `side` to play (by default the side to act)."""
        white, black = (self._last_game if self.score.winner else self.game).boards(Side.WHITE)
        return Position(tuple(white), tuple(black), side or self.game.turn or Side.WHITE)

    def write(self, text: str) -> None:
        """Add a line. Raises a refusal with the rule it breaks and up to 12 legal plays, changing nothing.

        Codes: `line_unreadable`, `starter_missing`, `match_over`, and those of the findings of a replay.
        """
        self._check_open()
        line = read_line(text)
        side = line.side or self.actor
        if side is None:
            raise Ambiguous("starter_missing", "game.opening")
        self._add_action(self._make_action(line, side), line.play)

    def push(self, action: Action) -> None:
        """Add an action that is not typed. Raises a refusal as `write` does, changing nothing.

        A resignation without points concedes a single game; other points than 1, 2 or 3 times the cube are
        refused (`resignation_impossible`).
        """
        self._check_open()
        if isinstance(action, Conceded):
            points = self.game.cube if action.points is None else action.points
            if points not in (self.game.cube, 2 * self.game.cube, 3 * self.game.cube):
                raise Illegal("resignation_impossible", "game.resign", points=points, cube=self.game.cube)
            action = action._replace(points=points)
        self._add_action(action)

    def record(self, players: tuple[str, str]) -> Record:
        """The match so far as a record, the unfinished game included."""
        games = list(self.games)
        if not self.score.winner and self._list_actions():
            games.append(self._build_recorded_game())
        return Record(players, self.score.length, tuple(games), format="json")

    def _check_open(self) -> None:
        if self.score.winner:
            facts = {"white": self.score.white, "black": self.score.black}
            raise Illegal("match_over", "match.length", **facts)

    def _add_action(self, action: Action, typed: str = "") -> None:
        """Apply an action and keep it; `typed` is the play as it was entered."""
        if isinstance(action, Conceded) and self.game.offer:
            raise Illegal("double_unanswered", "cube.answer", value=self.game.offer)
        number = self.number
        refuse(find_errors(self.game, action))
        text = self._format_line(action, typed)
        self.game.apply(action)
        self.accepted_lines.append(AcceptedLine(text, action, number))
        self._close_game_if_over(action)

    def _build_recorded_game(self) -> RecordedGame:
        """The current game; its score alone does not show whether the very first one is the Crawford game."""
        before = (self.score.white, self.score.black)
        is_crawford = None if self.games else self.first.is_crawford
        return RecordedGame(self.number, before, self._list_actions(), is_crawford=is_crawford)

    def _list_actions(self) -> tuple[Action, ...]:
        number = self.number
        return tuple(line.action for line in self.accepted_lines if line.game == number)

    def _make_action(self, line: TypedLine, side: Side) -> Action:
        if line.action == "roll":
            return (
                self._make_accepted_illegal_play(line, side)
                if line.is_accepted_illegal
                else self._make_move(line, side)
            )
        if line.action == "double":
            return Doubled(side, self.game.cube * 2)
        if line.action == "resign":
            return Conceded(side, self.game.cube * line.level)
        return Took(side) if line.action == "take" else Dropped(side)

    def _make_move(self, line: TypedLine, side: Side) -> Moved:
        return Moved(side, line.dice, self._read_typed_play(line, side))

    def _read_typed_play(self, line: TypedLine, side: Side) -> WrittenPlay:
        if not line.play:
            mover_board, opponent_board = self.game.boards(side)
            legal = list_legal_plays(mover_board, opponent_board[::-1], line.dice)
            if len(legal) > 1 and not self.game.offer:
                facts = {
                    "dice": format_dice(line.dice),
                    "legal": tuple(map(format_moves, legal[:LEGAL_NAMED])),
                }
                raise Illegal("play_missing", "move.compulsory", **facts)
            return _read(format_moves(legal[0]), line.dice) if legal else DANCE
        return _read(line.play, line.dice)

    def _make_accepted_illegal_play(self, line: TypedLine, side: Side) -> Action:
        """An accepted illegal play with its board; one that is legal after all stays an ordinary play."""
        notation = _read(line.play, line.dice) if line.play else DANCE
        action = Moved(side, line.dice, notation)
        if not find_errors(self.game, action):
            return action
        mover_board, opponent_board = self.game.boards(side)
        if len(make_illegal_play(mover_board, opponent_board, notation.steps)) < len(notation.steps):
            facts = {"dice": format_dice(line.dice), "played": line.play}
            raise Illegal("condoned_impossible", "conduct.illegal-play", **facts)
        white, black = (mover_board, opponent_board) if side is Side.WHITE else (opponent_board, mover_board)
        position = Position(tuple(white), tuple(black), side.other)
        position.check()
        return AcceptedIllegalPlay(side, line.dice, position)

    def _format_line(self, action: Action, typed: str) -> str:
        name = action.side.value
        if isinstance(action, Moved):
            play = format_recorded_play(self.position(action.side), action)
            return f"{name} {action.dice[0]}{action.dice[1]} {play}".rstrip()
        if isinstance(action, AcceptedIllegalPlay):
            change = typed or format_change(
                self.game.boards(action.side), get_boards(action.position, action.side)
            )
            return f"{name} {action.dice[0]}{action.dice[1]}! {change}".rstrip()
        if isinstance(action, Conceded):
            return f"{name} resign {self._get_level(action)}"
        return f"{name} {_ACTION_NAMES[type(action)]}"

    def _get_level(self, action: Conceded) -> int:
        return (action.points or 0) // self.game.cube

    def _close_game_if_over(self, action: Action) -> None:
        """Count a game that has ended and begin the next one."""
        ended = self.game.outcome()
        if ended is None:
            if not isinstance(action, Conceded):
                return
            kind = _RESIGNED[self._get_level(action) - 1]
            ended = GameOutcome(action.side.other, kind, self.game.cube)
        claim = replace(self._build_recorded_game(), winner=ended.winner, points=ended.points)
        ending, _ = conclude_game(self.game, claim)
        claim = replace(claim, points=ending.points)
        self._running_score.count(claim, ending)
        self.games.append(replace(claim, ends_match=self.score.winner is not None))
        self._last_game = self.game
        self.game = ActionReplay(self.score, self.laws)


def find_errors(game: ActionReplay, action: Action) -> list[Fault]:
    """The faults of an action, without applying it."""
    fork = copy(game)
    fork.steps = []
    return [fault for fault in fork.apply(action) if fault.severity == "error"]


def refuse(faults: Sequence[Fault]) -> None:
    """Raise the first of these faults as a refusal, with up to 12 legal plays."""
    for fault in faults:
        legal = tuple(format_moves(moves) for moves in fault.legal[:LEGAL_NAMED])
        raise Illegal(fault.code, fault.law, **fault.facts, **({"legal": legal} if legal else {}))


def _read(play: str, dice: Dice) -> WrittenPlay:
    notation = read_play(play, dice)
    if notation is None:
        raise Unreadable("line_unreadable", expected=EXPECTED)
    return notation
