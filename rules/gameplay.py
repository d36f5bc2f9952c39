"""A game and a match that are played action by action, with `push` and `pop`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy

from .action_replay import ActionReplay
from .actions import Action, Beavered, Conceded, Doubled, Dropped, Moved, Took
from .cube import Cube
from .diagram import text_board
from .dice import Dice, check_dice
from .errors import Illegal
from .match import GameOutcome, MatchScore
from .money_cube import Offer
from .notation import DANCE, read_play
from .options import Laws, MatchLaws, MoneyLaws
from .packed_board import unpack
from .play_faults import choose_play
from .plays import Play, legal_plays
from .position import Position
from .record import Record, RecordedGame
from .recorded_results import Ending, conclude_game
from .recording import Recording, find_errors, refuse
from .sides import Side

_ACTIONS = Action.__args__


class _Turns(ABC):
    """What a game and a match have in common: whose turn it is and what may be done."""

    @property
    @abstractmethod
    def _state(self) -> ActionReplay:
        """The actions of the current game, applied."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing more can be played."""

    @property
    @abstractmethod
    def actions(self) -> tuple[Action, ...]:
        """Every action so far."""

    @abstractmethod
    def push(self, action: Action) -> None:
        """Carry out an action. Raises `Illegal` for what the rules forbid, changing nothing."""

    @abstractmethod
    def pop(self) -> Action:
        """Take back the latest action and return it. Raises IndexError when there is none."""

    @property
    def turn(self) -> Side | None:
        """The side to act: to roll, to double or to answer; None before the opening roll and at the end."""
        if self.is_over:
            return None
        return self.offer.answerer if self.offer else self._state.turn

    @property
    def position(self) -> Position:
        """The board, with the side to roll next to play (White before the opening roll)."""
        state = self._state
        return Position(tuple(unpack(state.white)), tuple(unpack(state.black)), state.turn or Side.WHITE)

    @property
    def cube(self) -> Cube:
        """The cube as it lies, before an offer is taken."""
        return Cube(self._state.cube, self._state.owner)

    @property
    def offer(self) -> Offer | None:
        """The double that waits for an answer."""
        state = self._state
        if state.keeper is None or not state.offer:
            return None
        return Offer(state.keeper.other, state.offer, state.raises)

    def legal_plays(self, dice: Dice) -> tuple[Play, ...]:
        """Every legal play of a roll by the side to roll; empty when nothing can be played.

        For the opening roll `dice` are White's die and Black's: the higher begins. Raises `Illegal` when the
        game is over, a double waits for an answer, or the opening dice are equal.
        """
        return legal_plays(self.position.with_turn(self._roller(dice)), dice)

    def legal_actions(self, dice: Dice | None = None) -> tuple[Action, ...]:
        """Every action the rules allow now: with `dice` the plays of that roll, else those without a roll.

        Without dice these are doubles, their answers and resignations. One action stands for a roll that
        cannot be played.
        """
        if dice is not None:
            side = self._roller(dice)
            written = [read_play(play.notation(), dice) for play in self.legal_plays(dice)]
            return tuple(Moved(side, dice, play or DANCE) for play in written or [None])
        return tuple(action for action in self._cube_actions() if not find_errors(self._state, action))

    def play(self, dice: Dice, text: str | Play = "") -> Play:
        """Roll `dice` and play them, as text (`"8/5 6/5"`) or one of `legal_plays`; return the play.

        The text may be left out where no number can be played. Raises as `choose_play` and `legal_plays` do.
        """
        side = self._roller(dice)
        written = text.notation() if isinstance(text, Play) else text
        play = choose_play(self.position.with_turn(side), dice, written)
        self.push(Moved(side, dice, read_play(play.notation(), dice) or DANCE))
        return play

    def double(self) -> None:
        """Offer a double, as the side to roll."""
        self.push(Doubled(self._actor(), self._state.cube * 2))

    def beaver(self) -> None:
        """Raise the double at once and keep the cube, as the side that has to answer."""
        self.push(Beavered(self._actor(), self._state.offer * 2))

    def take(self) -> None:
        """Accept the double, as the side that has to answer."""
        self.push(Took(self._actor()))

    def drop(self) -> None:
        """Refuse the double and lose the game, as the side that has to answer."""
        self.push(Dropped(self._actor()))

    def resign(self, level: int = 1, side: Side | None = None) -> None:
        """Resign a single game, gammon or backgammon (`level` 1, 2 or 3), by default as the side to act."""
        self.push(Conceded(side or self._actor(), self._state.cube * level))

    def _cube_actions(self) -> list[Action]:
        side, state = self.turn, self._state
        if side is None:
            return []
        if state.offer:
            return [Took(side), Dropped(side), Beavered(side, state.offer * 2)]
        levels = range(1, state.most_conceded(side) + 1)
        return [Doubled(side, state.cube * 2), *(Conceded(side, state.cube * level) for level in levels)]

    def _actor(self) -> Side:
        side = self.turn
        if side is not None:
            return side
        if self.is_over:
            raise Illegal("action_after_end", "game.win")
        raise Illegal("opening_missing", "game.opening")

    def _roller(self, dice: Dice) -> Side:
        check_dice(dice)
        if self.turn is None and not self.is_over:
            if dice[0] == dice[1]:
                raise Illegal("opening_double", "game.opening", dice=f"{dice[0]}{dice[1]}")
            return Side.WHITE if dice[0] > dice[1] else Side.BLACK
        if self.offer:
            raise Illegal("double_unanswered", "cube.answer", value=self.offer.value)
        return self._actor()


def _check_action(action: object) -> None:
    if not isinstance(action, _ACTIONS):
        raise TypeError(f"an action such as Took(Side.WHITE) is pushed, not {action!r}")


class Game(_Turns):
    """One game, by itself or at a score of a match.

    Without `score` it is a game for money, by default under `MoneyLaws`; `cube` is where the cube begins,
    after automatic doubles. A game in a match takes the score before it.
    """

    def __init__(self, score: MatchScore | None = None, laws: Laws | None = None, *, cube: int = 1) -> None:
        self.score = score or MatchScore(0)
        self.laws = laws or (MatchLaws() if self.score.length else MoneyLaws())
        self._replay = ActionReplay(self.score, self.laws, cube)
        self._earlier: list[ActionReplay] = []

    def __str__(self) -> str:
        return text_board(self.position, cube=self.cube.value, cube_owner=self.cube.owner)

    @property
    def _state(self) -> ActionReplay:
        return self._replay

    @property
    def is_over(self) -> bool:
        """Whether the game is won, dropped or resigned."""
        return bool(self._replay.winner or self._replay.conceded)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far."""
        return tuple(step[0] for step in self._replay.steps)

    @property
    def result(self) -> Ending | None:
        """The winner, the points and how it ended; None while it goes on. The Jacoby rule is applied."""
        if not self.is_over:
            return None
        return conclude_game(self._replay, RecordedGame(1, actions=self.actions))[0]

    @property
    def outcome(self) -> GameOutcome | None:
        """The end as `MatchScore.after` and `Scored` take it; None while the game goes on."""
        result = self.result
        if result is None or result.winner is None:
            return None
        return GameOutcome(result.winner, result.kind, self._replay.cube)  # type: ignore[arg-type]

    def push(self, action: Action) -> None:
        """Carry out an action. Raises `Illegal` for what the rules forbid, changing nothing."""
        _check_action(action)
        if isinstance(action, Conceded):
            action = _checked_resignation(self, action)
        refuse(find_errors(self._replay, action))
        self._earlier.append(copy(self._replay))
        self._replay.apply(action)

    def pop(self) -> Action:
        """Take back the latest action and return it. Raises IndexError when there is none."""
        if not self._earlier:
            raise IndexError("there is no action to take back")
        action = self._replay.steps.pop()[0]
        self._replay = self._earlier.pop()
        return action


def _checked_resignation(game: Game, action: Conceded) -> Conceded:
    value = game.cube.value
    points = value if action.points is None else action.points
    if game.offer:
        raise Illegal("double_unanswered", "cube.answer", value=game.offer.value)
    if points not in (value, 2 * value, 3 * value):
        raise Illegal("resignation_impossible", "game.resign", points=points, cube=value)
    return action._replace(points=points)


class Match(_Turns):
    """A match to `length` points: games start, end and count by themselves."""

    def __init__(
        self, length: int, players: tuple[str, str] = ("White", "Black"), *, laws: MatchLaws | None = None
    ) -> None:
        self.players = players
        self._recording = Recording(length, laws)

    def __str__(self) -> str:
        score, cube = self.score, self.cube
        points = (score.white, score.black)
        return text_board(
            self.position, cube=cube.value, cube_owner=cube.owner, score=points, length=score.length
        )

    @property
    def _state(self) -> ActionReplay:
        return self._recording.game

    @property
    def score(self) -> MatchScore:
        """The score before the current game, the final one when the match is over."""
        return self._recording.score

    @property
    def winner(self) -> Side | None:
        """The side that has won the match."""
        return self.score.winner

    @property
    def is_over(self) -> bool:
        """Whether the match is won."""
        return self.winner is not None

    @property
    def games(self) -> tuple[RecordedGame, ...]:
        """The finished games."""
        return tuple(self._recording.games)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action of the match so far."""
        return tuple(line.action for line in self._recording.accepted_lines)

    @property
    def lines(self) -> list[str]:
        """Every action as a line of text: `"white 31 8/5 6/5"`, `"black double"`."""
        return self._recording.lines

    def push(self, action: Action) -> None:
        """Carry out an action. Raises `Illegal` for what the rules forbid, changing nothing."""
        _check_action(action)
        self._recording.push(action)

    def write(self, line: str) -> None:
        """Carry out a line such as `"31 8/5 6/5"`, `"double"`, `"take"`, `"drop"` or `"resign gammon"`."""
        self._recording.write(line)

    def pop(self) -> Action:
        """Take back the latest action and return it, also into a finished game. Raises IndexError."""
        actions = self.actions
        if not actions:
            raise IndexError("there is no action to take back")
        shorter = Recording(self.score.length, self._recording.laws)
        for action in actions[:-1]:
            shorter.push(action)
        self._recording = shorter
        return actions[-1]

    def record(self) -> Record:
        """The match so far, to be written by `write_record` and checked by `replay`."""
        return self._recording.record(self.players)
