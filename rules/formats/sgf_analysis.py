"""Reader of GNU Backgammon's analysis in SGF files: losses of decisions and luck of rolls."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..action_replay import ActionReplay
from ..actions import Action, Moved
from ..analysis import CANDIDATES, AssessedAction, Candidate, Choice, Luck, MatchAnalysis
from ..frames import format_recorded_play
from ..match import MatchScore
from ..options import MatchLaws
from ..position import Position
from ..sides import Side
from .analysed_decisions import (
    ANSWERS,
    CubeEquities,
    GameAnalysisReader,
    compute_cube_equities,
    get_board_before,
    get_crawford_state,
    make_assessed_action,
    make_cube_choice,
)
from .sgf import record_of, trees_of
from .sgf_analysis_values import CubeFigures, read_cube, read_number, read_way
from .sgf_nodes import Node, first_value, moved

_ANALYSED = re.compile(r"\](?:A\[\d+\]\[|DA\[[EX] |LU\[)")


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
        _SgfAnalysisReader(
            game, record.length, crawford=get_crawford_state(game, record.length, is_in_force=has_crawford)
        )
        for game in record.games
    ]
    # Trees of further matches have no game here.
    for reader, tree in zip(readers, trees, strict=False):
        reader.read(tree)
    program = first_value(trees[0][0], "AP").replace(":", " ")
    depths = sorted({depth for reader in readers for depth in reader.depths if depth})
    games = tuple(reader.get_analysis() for reader in readers)
    return MatchAnalysis(program[:60], ", ".join(depths[-1:]), games)


@dataclass(slots=True, kw_only=True)
class _SgfAnalysisReader(GameAnalysisReader):
    """One game while its nodes are read in order, the board followed beside them."""

    crawford: str
    depths: set[str] = field(default_factory=set)

    def read(self, tree: list[Node]) -> None:
        """Read the nodes that act: each of their values is one action of the game, in order."""
        nodes = (node for node in tree for key in "WB" for _ in node.properties.get(key, ()))
        game = ActionReplay(MatchScore(self.length), MatchLaws(), self.recorded_game.initial_cube)
        for action in self.recorded_game.actions:
            entry = make_assessed_action(action)
            if entry is not None:
                self._judge(next(nodes), entry, action, game)
                self.assessed_actions.append(entry)
            game.apply(action)

    def _judge(self, node: Node, entry: AssessedAction, action: Action, game: ActionReplay) -> None:
        choices = [self._cube_choice(node, entry, game)]
        if isinstance(action, Moved):
            choices.append(self._checker_choice(node, action, game))
            luck = read_number(first_value(node, "LU"))
            if luck is not None:
                self.luck.append(Luck(len(self.assessed_actions), entry.side, luck))
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
        board, number = get_board_before(game, action.side), len(self.assessed_actions)
        choices = [
            Candidate(_format_candidate(board, action, candidate.letters), candidate.equity)
            for candidate in ways[:CANDIDATES]
        ]
        played = Candidate(format_recorded_play(board, action), ways[at].equity)
        choices[at : at + 1] = [played]
        self.depths.update(candidate.depth for candidate in ways[: at + 1])
        lost, is_free = max(ways[0].equity - played.equity, 0.0), len(values) > 1
        return Choice(
            number, action.side, "checker", played.text, choices[0].text, lost, is_free, tuple(choices)
        )

    def _cube_choice(self, node: Node, entry: AssessedAction, game: ActionReplay) -> Choice | None:
        figures = read_cube(first_value(node, "DA"))
        if figures is None or game.is_beaver:
            return None
        cube = self._equities(figures, entry.side.other if entry.kind in ANSWERS else entry.side, game.cube)
        if cube is None:
            return None
        self.depths.add(figures.depth)
        return make_cube_choice(len(self.assessed_actions), entry, cube)

    def _equities(self, figures: CubeFigures, doubler: Side, cube: int) -> CubeEquities | None:
        """The equities of a cube decision: points as they stand, chances by the table."""
        if not self.length:
            return CubeEquities(figures.no_double, figures.take, 1.0)
        score = self.recorded_game.score_before
        return compute_cube_equities(figures[:2], (self.length, score, self.crawford), doubler, cube)


def _format_candidate(board: Position, action: Moved, letters: str) -> str:
    return format_recorded_play(
        board, moved(action.side, f"{action.dice[0]}{action.dice[1]}{letters}", action.line)
    )
