"""A record of a match as written by a score sheet, a file or a server, before validation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .action_replay import ActionReplay
from .actions import AcceptedIllegalPlay, Action, Beavered, Conceded, Doubled, Moved, Took
from .analysis import MatchAnalysis
from .match import MatchScore
from .options import MatchLaws
from .sides import Side

Score = tuple[int, int]

_FLAG = 1000


class Comment(NamedTuple):
    """What somebody wrote about a match (`game` 0), a game (`action` -1) or one of its actions (from 0)."""

    game: int
    action: int
    text: str


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One game as written: the score line above it, its actions, and the result claimed below it.

    `winner` and `points` are None when no result was written; `ends_match` is the writer's "and the match".
    `is_crawford` is None when the format does not say; `line` is where the game starts in the text.
    """

    number: int
    score_before: Score | None = None
    actions: tuple[Action, ...] = ()
    winner: Side | None = None
    points: int | None = None
    ends_match: bool = False
    is_crawford: bool | None = None
    players: tuple[str, str] | None = None
    initial_cube: int = 1
    line: int = 0
    result_line: int = 0

    @property
    def stated_points(self) -> int | None:
        """The points written for the winner, without the 1000 that Backgammon Studio adds as a flag.

        It multiplies points and flag by the cube: 4016 with the cube at 4 are 4 points.
        """
        if self.points is None:
            return None
        for cube in (1, *self._list_cubes()):
            flagged, rest = divmod(self.points, cube)
            if not rest and _FLAG < flagged < 2 * _FLAG:
                return flagged - _FLAG
        return self.points

    def _list_cubes(self) -> list[int]:
        """The values of the cube in this game, above 0."""
        turned = [action.value for action in self.actions if isinstance(action, Doubled | Beavered)]
        return [value for value in (self.initial_cube, *turned) if value > 0]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole recorded match, or a money session when `length` is 0.

    `facts` has the header unchanged, under the keys `event`, `date`, `time`, `site`, `round`, `match_id`,
    `transcriber`, `variation`, `crawford`, `jacoby` and so on. `final` is a final score the writer declares
    apart from the games, if any. `cut` says where the text breaks off: line, column and what was expected
    there; `is_open_ended` is a text without a last line end, whose last action may be cut short.
    `other_matches` are the players of further matches in the same text, which are not read. `sections` are
    parts of an OGXM file that no reader knows, which are written again. `analyse` reads what an engine
    computed in the file, if anything; it never raises.
    """

    players: tuple[str, str]
    length: int
    games: tuple[RecordedGame, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    format: str = ""
    final: Score | None = None
    cut: tuple[int, int, str] | None = None
    comments: tuple[Comment, ...] = ()
    other_matches: tuple[tuple[str, str], ...] = ()
    sections: tuple[tuple[str, bytes], ...] = field(default=(), compare=False)
    is_open_ended: bool = field(default=False, compare=False)
    analyse: Callable[[], MatchAnalysis | None] | None = field(default=None, compare=False, repr=False)

    @property
    def analysis(self) -> MatchAnalysis | None:
        """The analysis in the file, read on access; None when there is none."""
        return self.analyse() if self.analyse is not None else None

    def same_games_as(self, other: Record) -> bool:
        """Whether two records have the same games, in whatever notation.

        Players, length, scores, results and starting cubes are equal, and every action has the same actor,
        dice, cube and board after it. Line numbers, the header, the notation of plays and what a format
        cannot express (a score line, the mark of the Crawford game) make no difference.
        """
        ours, other_key = (self.players, self.length), (other.players, other.length)
        if ours != other_key or len(self.games) != len(other.games):
            return False
        return all(
            _is_same(one, another, self.length) for one, another in zip(self.games, other.games, strict=True)
        )


def _is_same(one: RecordedGame, other: RecordedGame, length: int) -> bool:
    stated = {game.score_before for game in (one, other)} - {None}
    results = [(game.winner, game.points, game.initial_cube) for game in (one, other)]
    courses = [list(_course(game, length)) for game in (one, other)]
    return len(stated) < 2 and results[0] == results[1] and courses[0] == courses[1]


def _course(recorded: RecordedGame, length: int) -> Iterator[tuple[object, ...]]:
    """Yield the effect of each action, to compare games.

    A beaver may be written as a double and its acceptance left out; so may the resignation, which the result
    implies.
    """
    game = ActionReplay(MatchScore(length), MatchLaws(), recorded.initial_cube)
    for action in recorded.actions:
        if isinstance(action, Conceded) and recorded.winner is action.side.other:
            continue
        is_raised = game.is_beaver
        game.apply(action)
        if is_raised and isinstance(action, Took):
            continue
        rolled = sorted(action.dice) if isinstance(action, Moved | AcceptedIllegalPlay) else None
        cube = (game.cube, game.owner, game.offer, game.winner, game.conceded)
        yield (isinstance(action, Moved), action.side, rolled, cube, game.white, game.black)
