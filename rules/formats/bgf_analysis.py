"""What BGBlitz says of a match in its files: candidates, errors of plays and cubes, luck of rolls.

The decisions counted are those for which the file states an error, so that the sums of a player are the ones
in the file. BGBlitz states one for doubles and answers that were wrong, and for cubes left alone where the
decision was close or wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..action_replay import ActionReplay
from ..actions import Moved
from ..analysis import CANDIDATES, AssessedAction, Candidate, Choice, Luck, MatchAnalysis
from ..frames import format_recorded_play
from ..notation import UNKNOWN, read_play
from ..record import RecordedGame
from .analysed_decisions import (
    CubeEquities,
    GameAnalysisReader,
    compute_cube_equities,
    get_board_before,
    get_crawford_state,
    list_assessed_actions,
    make_cube_choice,
)
from .bgf_values import PROGRAM, Fields

_MOST_CANDIDATES = 64
_OPPOSITES = {"no_double": "double", "double": "no_double", "take": "drop", "drop": "take"}


def read_analysis(
    games: Sequence[RecordedGame],
    moves_by_game: Sequence[Sequence[Fields]],
    length: int,
    *,
    has_crawford: bool,
) -> MatchAnalysis | None:
    """Read the analysis of each game; `moves_by_game` are the moves behind its actions.

    None when nothing is analysed; what cannot be read is left out.
    """
    plies: Counter[int] = Counter()
    analyses = []
    for recorded_game, moves in zip(games, moves_by_game, strict=True):
        crawford = get_crawford_state(recorded_game, length, is_in_force=has_crawford)
        reader = _BgfAnalysisReader(recorded_game, length, crawford=crawford, plies=plies)
        reader.read(moves)
        analyses.append(reader.get_analysis())
    if not any(game.choices for game in analyses):
        return None
    settings = f"{plies.most_common(1)[0][0]}-ply" if plies else ""
    return MatchAnalysis(PROGRAM, settings, tuple(analyses))


@dataclass(slots=True, kw_only=True)
class _BgfAnalysisReader(GameAnalysisReader):
    """Collects the analysis of one game from its moves."""

    crawford: str
    plies: Counter[int]

    def read(self, moves: Sequence[Fields]) -> None:
        """Read the analysis of the actions of these moves."""
        for assessed, action, move, replay in list_assessed_actions(self.recorded_game, self.length, moves):
            self.choices += self._cube_choice(assessed, move, replay)
            if isinstance(action, Moved):
                self.choices += self._checker_choice(action, move, replay)
                luck = move.fields("luck")
                points = luck.number("luckWeighted") if luck is not None else None
                if points is not None:
                    self.luck.append(Luck(len(self.assessed_actions), assessed.side, points))
            self.assessed_actions.append(assessed)

    def _cube_choice(self, assessed: AssessedAction, move: Fields, replay: ActionReplay) -> Iterator[Choice]:
        error = _error(move, "cubeError")
        if error is None or assessed.kind == "beaver":
            return
        played = assessed.kind if assessed.kind in _OPPOSITES else "no_double"
        best = _OPPOSITES[played] if error else played
        cube = self._equities(assessed, move, replay)
        candidates = (
            make_cube_choice(len(self.assessed_actions), assessed, cube).candidates
            if cube is not None
            else ()
        )
        yield Choice(
            len(self.assessed_actions),
            assessed.side,
            "cube",
            played,
            best,
            error,
            is_counted=True,
            candidates=candidates,
        )

    def _equities(self, assessed: AssessedAction, move: Fields, replay: ActionReplay) -> CubeEquities | None:
        """Return the equities of a cube decision as the doubler sees them.

        In money play the file has points; in a match it has winning chances, which the match equity table
        converts.
        """
        cube = _cube_of(move.fields("equity"))
        values = [cube.number(name) for name in ("eqNoDouble", "eqDoubleTake")] if cube is not None else []
        figures = [value for value in values if value is not None]
        if len(figures) < 2:
            return None
        # The figures of an answer are stored from the answerer's side.
        is_answer = assessed.kind in ("take", "drop")
        doubler = assessed.side.other if is_answer else assessed.side
        if not self.length:
            sign = -1 if is_answer else 1
            return CubeEquities(sign * figures[0], sign * figures[1], drop=1.0)
        chances = [1 - figure for figure in figures] if is_answer else figures
        terms = (self.length, self.recorded_game.score_before, self.crawford)
        return compute_cube_equities(chances, terms, doubler, replay.cube)

    def _checker_choice(self, action: Moved, move: Fields, replay: ActionReplay) -> Iterator[Choice]:
        error = _error(move, "checkerError")
        candidates = _candidates(move)
        if error is None or not candidates:
            return
        played_at = next((at for at, candidate in enumerate(candidates) if candidate.is_set("played")), None)
        equities = [_equity(candidate.fields("eq")) for candidate in candidates]
        figures = [equity for equity in equities if equity is not None]
        if played_at is None or len(figures) < len(candidates):
            return
        ply = candidates[played_at].values.get("ply")
        if type(ply) is int and 0 < ply < 10:
            self.plies[ply] += 1
        played = Candidate(
            format_recorded_play(get_board_before(replay, action.side), action), figures[played_at]
        )
        order = sorted(range(len(candidates)), key=lambda at: (-figures[at], at != played_at))[:CANDIDATES]
        ranked = [
            played
            if at == played_at
            else Candidate(_format_candidate(candidates[at], action, replay), figures[at])
            for at in order
        ]
        if played_at not in order:
            ranked.append(played)
        best = played.text if error == 0 else ranked[0].text
        yield Choice(
            len(self.assessed_actions), action.side, "checker", played.text, best, error, True, tuple(ranked)
        )


def _error(move: Fields, name: str) -> float | None:
    """The equity lost, 0 or more; None where nothing was decided."""
    figures = move.fields("pr")
    number = figures.number(name) if figures is not None else None
    return None if number is None else max(-number, 0.0)


def _candidates(move: Fields) -> list[Fields]:
    """The candidates of a roll."""
    value = move.values.get("moveAnalysis")
    items = value[:_MOST_CANDIDATES] if isinstance(value, list) else []
    return [Fields(item) for item in items if isinstance(item, dict)]


def _cube_of(equity: Fields | None) -> Fields | None:
    return equity.fields("cubeDecision") if equity is not None else None


def _equity(equity: Fields | None) -> float | None:
    """The equity of a candidate: normalised in a match, with the cube in money play."""
    if equity is None:
        return None
    if equity.is_set("hasEMG"):
        return equity.number("emg")
    cube = _cube_of(equity)
    return cube.number("eqCubeFul") if cube is not None else equity.number("equity")


def _format_candidate(candidate: Fields, action: Moved, replay: ActionReplay) -> str:
    move = candidate.fields("move")
    starts, ends = (move.values.get(name) if move is not None else None for name in ("from", "to"))
    if not isinstance(starts, list) or not isinstance(ends, list):
        return "?"
    steps = [f"{start}/{end}" for start, end in zip(starts, ends, strict=False) if start != -1]
    notation = read_play(" ".join(steps), action.dice) or UNKNOWN
    return format_recorded_play(get_board_before(replay, action.side), action._replace(written=notation))
