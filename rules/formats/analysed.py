"""Reader of GNU Backgammon's analysis in SGF files: losses of decisions and luck of rolls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from ..action_replay import ActionReplay
from ..actions import Action, Moved
from ..analysis import CANDIDATES, Candidate, Choice, GameAnalysis, Luck, MatchAnalysis, Spoken
from ..crawford import get_state_at
from ..equity import stakes
from ..frames import format_recorded_play
from ..match import MatchScore
from ..notation import UNKNOWN
from ..options import MatchLaws
from ..position import Position
from ..record import RecordedGame, Score
from ..sides import Side
from .analysed_values import CubeFigures, read_cube, read_number, read_way
from .sgf import record_of, trees_of
from .sgf_nodes import Node, first_value, moved

# Where doubling would have lost less than this, not to double was a decision.
CLOSE = 0.16
KINDS = {"Moved": "roll", "Doubled": "double", "Beavered": "beaver", "Took": "take", "Dropped": "drop"}

Source = TypeVar("Source")

_ANALYSED = re.compile(r"\](?:A\[\d+\]\[|DA\[[EX] |LU\[)")
# A beaver implies a take.
_ANSWERS = {"take": "take", "drop": "drop", "beaver": "take"}


class CubeEquities(NamedTuple):
    """A cube decision in points for the potential doubler: no double, double and take, double and drop."""

    no_double: float
    take: float
    drop: float


def is_analysed(text: str) -> bool:
    """Whether a text of game trees has any analysis."""
    return _ANALYSED.search(text) is not None


def read_analysis(text: str) -> MatchAnalysis:
    """Read the analysis in a file of game trees; missing or unclear values are left out.

    In a match cube decisions are written as chances; they become equities by the Kazaross-XG2 table, the
    default of GNU Backgammon. Raises `Unreadable` when the text is no match of game trees.
    """
    trees = list(trees_of(text))
    record = record_of(trees)
    has_crawford = record.facts["crawford"] == "On"
    readers = [
        _SgfAnalysisReader(game, record.length, crawford_of(game, record.length, is_in_force=has_crawford))
        for game in record.games
    ]
    for reader, tree in zip(readers, trees, strict=True):
        reader.read(tree)
    program = first_value(trees[0][0], "AP").replace(":", " ")
    depths = sorted({depth for reader in readers for depth in reader.depths if depth})
    games = tuple(reader.analysis() for reader in readers)
    return MatchAnalysis(program[:60], ", ".join(depths[-1:]), games)


def spoken(action: Action) -> Spoken | None:
    """Return an action as an engine assesses it; None for boards set up and rolls without a play."""
    kind = KINDS.get(type(action).__name__)
    if kind is None:
        return None
    if not isinstance(action, Moved):
        return Spoken(action.side, kind, None)
    dice = (max(action.dice), min(action.dice))
    return None if action.written is UNKNOWN else Spoken(action.side, kind, dice)


@dataclass(slots=True)
class _SgfAnalysisReader:
    """One game while its nodes are read in order, the board followed beside them."""

    recorded: RecordedGame
    length: int
    crawford: str
    choices: list[Choice] = field(default_factory=list)
    luck: list[Luck] = field(default_factory=list)
    spoken: list[Spoken] = field(default_factory=list)
    depths: set[str] = field(default_factory=set)

    def analysis(self) -> GameAnalysis:
        """What was read."""
        return GameAnalysis(self.recorded.number, tuple(self.choices), tuple(self.luck), tuple(self.spoken))

    def read(self, tree: list[Node]) -> None:
        """Read the nodes that act: each of their values is one action of the game, in order."""
        nodes = (node for node in tree for key in "WB" for _ in node.properties.get(key, ()))
        game = ActionReplay(MatchScore(self.length), MatchLaws(), self.recorded.initial_cube)
        for action in self.recorded.actions:
            entry = spoken(action)
            if entry is not None:
                self._judge(next(nodes), entry, action, game)
                self.spoken.append(entry)
            game.apply(action)

    def _judge(self, node: Node, entry: Spoken, action: Action, game: ActionReplay) -> None:
        choices = [self._cube_choice(node, entry, game)]
        if isinstance(action, Moved):
            choices.append(self._checker_choice(node, action, game))
            luck = read_number(first_value(node, "LU"))
            if luck is not None:
                self.luck.append(Luck(len(self.spoken), entry.side, luck))
        self.choices += [choice for choice in choices if choice is not None]

    def _checker_choice(self, node: Node, action: Moved, game: ActionReplay) -> Choice | None:
        choice, *values = node.properties.get("A", [""])
        at = int(choice) if choice.isdecimal() and len(choice) < 5 else len(values)
        ways = [
            candidate
            for candidate in map(read_way, values[: max(CANDIDATES, at + 1)])
            if candidate is not None
        ]
        if at >= len(ways) or len(ways) < min(CANDIDATES, len(values)):
            return None
        board, number = board_before(game, action.side), len(self.spoken)
        choices = [
            Candidate(_spelled(board, action, candidate.letters), candidate.equity)
            for candidate in ways[:CANDIDATES]
        ]
        played = Candidate(format_recorded_play(board, action), ways[at].equity)
        choices[at : at + 1] = [played]
        self.depths.update(candidate.depth for candidate in ways[: at + 1])
        lost, is_free = max(ways[0].equity - played.equity, 0.0), len(values) > 1
        return Choice(
            number, action.side, "checker", played.text, choices[0].text, lost, is_free, tuple(choices)
        )

    def _cube_choice(self, node: Node, entry: Spoken, game: ActionReplay) -> Choice | None:
        figures = read_cube(first_value(node, "DA"))
        if figures is None or game.is_beaver:
            return None
        cube = self._equities(figures, entry.side.other if entry.kind in _ANSWERS else entry.side, game.cube)
        if cube is None:
            return None
        self.depths.add(figures.depth)
        return decide_cube(len(self.spoken), entry, cube)

    def _equities(self, figures: CubeFigures, doubler: Side, cube: int) -> CubeEquities | None:
        """The equities of a cube decision: points as they stand, chances by the table."""
        if not self.length:
            return CubeEquities(figures.no_double, figures.take, 1.0)
        score = self.recorded.score_before
        return from_chances(figures[:2], (self.length, score, self.crawford), doubler, cube)


def from_chances(
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


def spoken_actions(
    recorded: RecordedGame, length: int, sources: Iterable[Source]
) -> Iterator[tuple[Spoken, Action, Source, ActionReplay]]:
    """The actions of a game that an engine sees, each with its source and the game before it."""
    game = ActionReplay(MatchScore(length), MatchLaws(), recorded.initial_cube)
    for action, source in zip(recorded.actions, sources, strict=True):
        entry = spoken(action)
        if entry is not None:
            yield entry, action, source, game
        game.apply(action)


def decide_cube(number: int, entry: Spoken, cube: CubeEquities) -> Choice:
    """Return a cube decision from the view of the side that made it."""
    doubled = min(cube.take, cube.drop)
    if entry.kind in _ANSWERS:
        ways, played = {"take": -cube.take, "drop": -cube.drop}, _ANSWERS[entry.kind]
    else:
        ways = {"no_double": cube.no_double, "double": doubled}
        played = "double" if entry.kind == "double" else "no_double"
    best = max(ways, key=lambda name: (ways[name], name == played))
    is_counted = played != "no_double" or _is_close(cube)
    ranked = tuple(Candidate(name, ways[name]) for name in sorted(ways, key=lambda name: name != best))
    return Choice(number, entry.side, "cube", played, best, ways[best] - ways[played], is_counted, ranked)


def _is_close(cube: CubeEquities) -> bool:
    """Whether a double was plausible."""
    doubled = min(cube.take, cube.drop)
    return max(cube.no_double, doubled) - doubled < CLOSE


def crawford_of(game: RecordedGame, length: int, *, is_in_force: bool) -> str:
    """The state of the Crawford rule in a game, as a match score has it."""
    score = game.score_before or (0, 0)
    return get_state_at(length, *score, is_marked=bool(game.is_crawford), is_in_force=is_in_force)


def board_before(game: ActionReplay, side: Side) -> Position:
    """The board of a game with this side to play."""
    return Position(tuple(game.boards(Side.WHITE)[0]), tuple(game.boards(Side.BLACK)[0]), side)


def _spelled(board: Position, action: Moved, letters: str) -> str:
    return format_recorded_play(
        board, moved(action.side, f"{action.dice[0]}{action.dice[1]}{letters}", action.line)
    )
