"""What eXtreme Gammon says of a match in its files: candidates, errors of plays and cubes, luck of rolls."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from ..action_replay import ActionReplay
from ..actions import Action, Moved
from ..analysis import CANDIDATES, AssessedAction, Candidate, Choice, Luck, MatchAnalysis
from ..frames import format_recorded_play
from ..notation import UNKNOWN, read_play
from ..record import RecordedGame
from . import xg_layout as layout
from .analysed_decisions import (
    CubeEquities,
    GameAnalysisReader,
    get_board_before,
    list_assessed_actions,
    make_cube_choice,
)

NAME = "eXtreme Gammon"
# The versions of files that two versions of the program write.
_VERSIONS = {28: "2.00", 29: "2.00", 30: "2.10"}
_LEVELS = {
    0: "1-ply",
    1: "2-ply",
    2: "3-ply",
    3: "4-ply",
    4: "5-ply",
    5: "6-ply",
    6: "7-ply",
    12: "3-ply red",
    100: "rollout",
    998: "opening book",
    999: "opening book",
    1000: "XG Roller",
    1001: "XG Roller+",
    1002: "XG Roller++",
}
# Of an error that was not computed.
_NONE = -900.0
_LARGEST = 1_000.0
# Not to double counts as a decision up to this loss of a double: the limit by which the program's own PRs
# come out, wider than that of GNU Backgammon.
_CLOSE = 0.20
_OPPOSITES = {"no_double": "double", "double": "no_double", "take": "drop", "drop": "take"}

# tsMove: NMoves, the boards after, moves and equities of the candidates; Irrelevant; errors and level.
_COUNT_AT, _AFTER_AT, _MOVES_AT, _VALUES_AT, _IRRELEVANT_AT = 188, 192, 1024, 1408, 2304
_MOVE_ERRORS, _LEVEL_AT, _INVALID_AT = struct.Struct("<2312xdd"), 2472, 2480
_MOST_CANDIDATES, _BOARD_BYTES, _MOVE_BYTES, _VALUE_BYTES = 32, 26, 8, 28
# tsCube: equities of no double, double and take, double and drop; errors of the double and the answer.
_CUBE_VALUES, _CUBE_ERRORS = struct.Struct("<152x3f"), struct.Struct("<200xd8xd")
_CUBE_LEVEL_AT, _DOUBLE_FLAG_AT = 232, 120
# tsRolloutContext: VerMaj, VerMin.
_ROLLOUT_VERSION = struct.Struct("<2168xHH")


def engine_of(version: int, rollouts: bytes) -> str:
    """The name of the engine: its version by the rollouts of the file, else by the version of the file."""
    if len(rollouts) >= _ROLLOUT_VERSION.size:
        major, minor = _ROLLOUT_VERSION.unpack_from(rollouts)
        if 0 < major < 10 and minor < 100:
            return f"{NAME} {major}.{minor:02}"
    return f"{NAME} {_VERSIONS[version]}" if version in _VERSIONS else NAME


def read_analysis(
    data: bytes,
    games: Sequence[RecordedGame],
    game_offsets: Sequence[Sequence[int]],
    length: int,
    engine: str,
) -> MatchAnalysis | None:
    """Read the analysis of each game; `game_offsets` are those of the records of its actions.

    None when nothing is analysed; what cannot be is left out.
    """
    levels: Counter[str] = Counter()
    analyses = []
    for recorded_game, action_offsets in zip(games, game_offsets, strict=True):
        reader = _XgAnalysisReader(recorded_game, length, data=data, levels=levels)
        reader.read(action_offsets)
        analyses.append(reader.get_analysis())
    if not any(game.choices for game in analyses):
        return None
    return MatchAnalysis(engine, levels.most_common(1)[0][0] if levels else "", tuple(analyses))


@dataclass(slots=True, kw_only=True)
class _XgAnalysisReader(GameAnalysisReader):
    """One game while its records are judged, the board followed beside them."""

    data: bytes
    levels: Counter[str]

    def read(self, action_offsets: Sequence[int]) -> None:
        """Read the analysis of the actions, whose records are at these offsets."""
        for entry, action, record_offset, game in list_assessed_actions(
            self.recorded_game, self.length, action_offsets
        ):
            self.choices += self._choices(entry, action, record_offset, game)
            self.assessed_actions.append(entry)

    def _choices(
        self, entry: AssessedAction, action: Action, record_offset: int, game: ActionReplay
    ) -> Iterator[Choice]:
        number = len(self.assessed_actions)
        cube_offset = record_offset
        if isinstance(action, Moved):
            cube_offset = record_offset - layout.RECORD_BYTES
            if self.data[cube_offset + layout.KIND_AT] != layout.CUBE:
                cube_offset = -1
        if cube_offset >= 0 and not game.is_beaver:
            yield from self._cube_choice(number, entry, cube_offset)
        if isinstance(action, Moved):
            yield from self._checker_choice(number, action, record_offset, game)
            (_, luck) = _MOVE_ERRORS.unpack_from(self.data, record_offset)
            if _is_value(luck) and self._is_analysed(record_offset):
                self.luck.append(Luck(number, entry.side, luck))

    def _is_analysed(self, record_offset: int) -> bool:
        return self._integer(record_offset + _COUNT_AT) > 0

    def _cube_choice(self, number: int, entry: AssessedAction, record_offset: int) -> Iterator[Choice]:
        """A cube decision; a roll is one where the cube could have been turned, and was not."""
        _, double, take, *_ = layout.CUBE_HEAD.unpack_from(self.data, record_offset)
        error, answer_error = _CUBE_ERRORS.unpack_from(self.data, record_offset)
        equities = CubeEquities(*_CUBE_VALUES.unpack_from(self.data, record_offset))
        is_answer = entry.kind in ("take", "drop")
        loss = answer_error if is_answer else error
        is_offered = double == 1 if entry.kind != "roll" else double == 0
        if entry.kind == "beaver" or not is_offered or (is_answer and take < 0):
            return
        if not _is_value(loss) or not all(map(_is_value, equities)):
            return
        # The loss of a double is stored as a positive number, that of an answer as a negative one.
        yield _with_loss(make_cube_choice(number, entry, equities, close=_CLOSE), abs(loss))

    def _checker_choice(
        self, number: int, action: Moved, record_offset: int, game: ActionReplay
    ) -> Iterator[Choice]:
        count = min(self._integer(record_offset + _COUNT_AT), _MOST_CANDIDATES)
        error, _ = _MOVE_ERRORS.unpack_from(self.data, record_offset)
        equities = [self._equity(record_offset, index) for index in range(count)]
        played_at = self._played_at(record_offset, count)
        if played_at is None or not _is_value(error) or not all(map(_is_value, equities)):
            return
        level = self._integer(record_offset + _LEVEL_AT)
        if level in _LEVELS:
            self.levels[_LEVELS[level]] += 1
        board = get_board_before(game, action.side)
        played = Candidate(format_recorded_play(board, action), equities[played_at])
        order = sorted(range(count), key=lambda index: (-equities[index], index != played_at))
        ranked = [
            played
            if index == played_at
            else Candidate(self._format(record_offset, index, action, game), equities[index])
            for index in order[:CANDIDATES]
        ]
        if played not in ranked:
            ranked.append(played)
        lost = max(-error, 0.0)
        best = played.text if lost == 0 else ranked[0].text
        is_free = count > 1 and not self.data[record_offset + _IRRELEVANT_AT]
        is_legal = self._integer(record_offset + _INVALID_AT) == 0
        yield Choice(
            number, action.side, "checker", played.text, best, lost, is_free and is_legal, tuple(ranked)
        )

    def _played_at(self, record_offset: int, count: int) -> int | None:
        """The candidate that leads to the board after the play."""
        after = self.data[
            record_offset + layout.BOARD_AFTER_AT : record_offset + layout.BOARD_AFTER_AT + _BOARD_BYTES
        ]
        for index in range(count):
            offset = record_offset + _AFTER_AT + index * _BOARD_BYTES
            if self.data[offset : offset + _BOARD_BYTES] == after:
                return index
        return None

    def _equity(self, record_offset: int, index: int) -> float:
        (equity,) = struct.unpack_from(
            "<f", self.data, record_offset + _VALUES_AT + index * _VALUE_BYTES + 24
        )
        return float(equity)

    def _format(self, record_offset: int, index: int, action: Moved, game: ActionReplay) -> str:
        offset = record_offset + _MOVES_AT + index * _MOVE_BYTES
        steps = layout.steps_of(struct.unpack_from("8b", self.data, offset))
        notation = read_play(layout.format_steps(steps), action.dice) or UNKNOWN
        return format_recorded_play(get_board_before(game, action.side), action._replace(written=notation))

    def _integer(self, offset: int) -> int:
        return int(layout.INTEGER.unpack_from(self.data, offset)[0])


def _with_loss(choice: Choice, loss: float) -> Choice:
    """A choice with the loss that the file states, which may be from a deeper analysis than its equities."""
    best = _OPPOSITES[choice.played] if loss > 0 else choice.played
    return choice._replace(lost=loss, best=best, is_counted=choice.is_counted or loss > 0)


def _is_value(number: float) -> bool:
    return isfinite(number) and _NONE < number < _LARGEST
