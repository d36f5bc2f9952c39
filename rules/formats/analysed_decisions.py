"""What the analyses in the files of all programs share: the actions they assess, and cube decisions.

A cube decision has three equities: without a double, doubled and taken, doubled and dropped. Files that have
chances of winning the match instead are converted by the default equity table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from ..action_replay import ActionReplay
from ..actions import Action, Moved
from ..analysis import AssessedAction, Candidate, Choice, GameAnalysis, Luck
from ..crawford import get_state_at
from ..equity import stakes
from ..match import MatchScore
from ..notation import UNKNOWN
from ..options import MatchLaws
from ..position import Position
from ..record import RecordedGame, Score
from ..sides import Side

# Where doubling would have lost less than this, not to double was a decision: the limit of GNU Backgammon.
CLOSE = 0.16
KINDS = {"Moved": "roll", "Doubled": "double", "Beavered": "beaver", "Took": "take", "Dropped": "drop"}

Source = TypeVar("Source")
# A beaver implies a take.
ANSWERS = {"take": "take", "drop": "drop", "beaver": "take"}


class CubeEquities(NamedTuple):
    """A cube decision in points for the potential doubler: no double, double and take, double and drop."""

    no_double: float
    take: float
    drop: float


@dataclass(slots=True)
class GameAnalysisReader:
    """Collects the analysis of one game; the reader of each program is a subclass."""

    recorded_game: RecordedGame
    length: int
    choices: list[Choice] = field(default_factory=list)
    luck: list[Luck] = field(default_factory=list)
    assessed_actions: list[AssessedAction] = field(default_factory=list)

    def get_analysis(self) -> GameAnalysis:
        """Return what has been read."""
        return GameAnalysis(
            self.recorded_game.number, tuple(self.choices), tuple(self.luck), tuple(self.assessed_actions)
        )


def make_assessed_action(action: Action) -> AssessedAction | None:
    """Return an action as an engine assesses it; None for boards set up and rolls without a play."""
    kind = KINDS.get(type(action).__name__)
    if kind is None:
        return None
    if not isinstance(action, Moved):
        return AssessedAction(action.side, kind, None)
    dice = (max(action.dice), min(action.dice))
    return None if action.written is UNKNOWN else AssessedAction(action.side, kind, dice)


def compute_cube_equities(
    chances: Sequence[float], terms: tuple[int, Score | None, str], doubler: Side, cube: int
) -> CubeEquities | None:
    """Equities from the match winning chances of the doubler, without a double and doubled and taken.

    `terms` are the length, the score before the game and the state of the Crawford rule, as a match score
    has it; None where the table has no such score.
    """
    length, score, crawford = terms
    if score is None or max(score) >= length:
        return None
    ends = stakes(length, score[doubler.index], score[doubler.other.index], crawford, cube)
    if ends is None:
        return None
    won, lost = ends
    no_double, take = ((2 * chance - won - lost) / (won - lost) for chance in chances)
    return CubeEquities(no_double, take, 1.0)


def list_assessed_actions(
    recorded: RecordedGame, length: int, sources: Iterable[Source]
) -> Iterator[tuple[AssessedAction, Action, Source, ActionReplay]]:
    """The actions of a game that an engine sees, each with its source and the game before it."""
    game = ActionReplay(MatchScore(length), MatchLaws(), recorded.initial_cube)
    for action, source in zip(recorded.actions, sources, strict=True):
        entry = make_assessed_action(action)
        if entry is not None:
            yield entry, action, source, game
        game.apply(action)


def make_cube_choice(
    number: int, entry: AssessedAction, cube: CubeEquities, *, close: float = CLOSE
) -> Choice:
    """Return a cube decision from the view of the side that made it.

    Where a double would have lost `close` or more, not to double does not count as a decision.
    """
    doubled = min(cube.take, cube.drop)
    if entry.kind in ANSWERS:
        ways, played = {"take": -cube.take, "drop": -cube.drop}, ANSWERS[entry.kind]
    else:
        ways = {"no_double": cube.no_double, "double": doubled}
        played = "double" if entry.kind == "double" else "no_double"
    best = max(ways, key=lambda name: (ways[name], name == played))
    is_counted = played != "no_double" or _compute_double_loss(cube) < close
    ranked = tuple(Candidate(name, ways[name]) for name in sorted(ways, key=lambda name: name != best))
    return Choice(number, entry.side, "cube", played, best, ways[best] - ways[played], is_counted, ranked)


def _compute_double_loss(cube: CubeEquities) -> float:
    """What a double would have lost; 0 where it was right."""
    doubled = min(cube.take, cube.drop)
    return max(cube.no_double, doubled) - doubled


def get_crawford_state(game: RecordedGame, length: int, *, is_in_force: bool) -> str:
    """The state of the Crawford rule in a game, as a match score has it."""
    score = game.score_before or (0, 0)
    return get_state_at(length, *score, is_marked=bool(game.is_crawford), is_in_force=is_in_force)


def get_board_before(game: ActionReplay, side: Side) -> Position:
    """The board of a game with this side to play."""
    return Position(tuple(game.boards(Side.WHITE)[0]), tuple(game.boards(Side.BLACK)[0]), side)
