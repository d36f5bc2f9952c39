"""The running score of a record: by the rules, as declared above its games, and the Crawford game in it."""

from __future__ import annotations

from dataclasses import replace

from .crawford import find_mark_faults, get_next_state, get_state_at, must_be_crawford_game
from .faults import Fault
from .match import MatchScore
from .record import RecordedGame, Score
from .recorded_results import Ending
from .sides import Side


class RunningScore:
    """The running scores of a record.

    `score` follows the rules and the score lines, `computed_total` the rules alone, `declared_total` is as
    declared; the last two are not cut off at the length.
    """

    __slots__ = ("computed_total", "declared_total", "length", "score")

    def __init__(self, length: int, first: RecordedGame | None, *, crawford: bool) -> None:
        self.length = length
        start = (first.score_before if first else None) or (0, 0)
        self.computed_total, self.declared_total = list(start), list(start)
        is_marked = start.count(length - 1) == 1 and first is not None and bool(first.is_crawford)
        state = get_state_at(length, *start, is_marked=is_marked, is_in_force=crawford)
        self.score = MatchScore(length, *start, state)

    @property
    def final(self) -> Score:
        """The score by the rules, credited."""
        return self.credited(self.computed_total)

    @property
    def declared(self) -> Score:
        """The score the record declares, credited."""
        return self.credited(self.declared_total)

    def credited(self, total: list[int]) -> Score:
        """A score with no more than the length for either side."""
        limit = self.length or max(total)
        return (min(total[0], limit), min(total[1], limit))

    def check_score_line(self, recorded: RecordedGame) -> list[Fault]:
        """Check the score line above a game; in a match continue from it where it is the writer's own."""
        stated = recorded.score_before
        if stated is None:
            return []
        line = self.credited(list(stated))
        computed, declared_score = (self.score.white, self.score.black), self.declared
        faults = []
        if line not in (computed, declared_score):
            facts: dict[str, object] = {"declared": stated, "computed": computed, "line": recorded.line}
            faults = [Fault("score_line_wrong", "record.score-line", facts, self._severity)]
        elif line != computed and self.length:
            is_crawford = self.score.crawford != "none" and must_be_crawford_game(self.length, *line)
            self.score = MatchScore(self.length, *line, "active" if is_crawford else self.score.crawford)
        self.declared_total = list(line)
        return faults

    def find_crawford_faults(self, recorded: RecordedGame) -> list[Fault]:
        """The inferred Crawford game as a note, and the fault of a mark that contradicts the score."""
        return find_mark_faults(self.score.crawford, recorded.is_crawford)

    def end_crawford_rule(self) -> None:
        """Go on without the Crawford rule."""
        self.score = replace(self.score, crawford="none")

    def infer_result(self, following: RecordedGame | None, faults: list[Fault]) -> tuple[Ending, list[Fault]]:
        """The end of a game without a result, inferred from the next score line."""
        stated = following.score_before if following else None
        if stated is None:
            return Ending(None, 0, "unfinished"), faults
        gains = (stated[0] - self.score.white, stated[1] - self.score.black)
        if min(gains) != 0 or max(gains) < 1:
            return Ending(None, 0, "unfinished"), [fault._replace(severity="error") for fault in faults]
        winner = Side.WHITE if gains[0] else Side.BLACK
        facts: dict[str, object] = {"winner": winner.value, "points": max(gains)}
        return Ending(winner, max(gains), "adjudicated"), [
            Fault("result_inferred", "record.result", facts, "note")
        ]

    def count(self, recorded: RecordedGame, ending: Ending) -> None:
        """Add a finished game."""
        if ending.winner is None:
            return
        self.computed_total[ending.winner.index] += ending.points
        claimant = recorded.winner or ending.winner
        stated = recorded.stated_points
        self.declared_total[claimant.index] += ending.points if stated is None else stated
        total = [self.score.white, self.score.black]
        total[ending.winner.index] += ending.points
        white, black = self.credited(total)
        state = get_next_state(self.score.crawford, is_one_away=self.length - 1 in (white, black))
        self.score = MatchScore(self.length, white, black, state)

    def check_final_score(self, declared: Score | None, last: RecordedGame | None = None) -> list[Fault]:
        """Check the end of the record.

        `declared` is a final score written apart from the games, `last` the last game, which may say that it
        ended the match.
        """
        score, declared_score = self.final, self.declared
        if score != declared_score or (declared is not None and self.credited(list(declared)) != score):
            facts: dict[str, object] = {"declared": declared or declared_score, "computed": score}
            return [Fault("final_score_wrong", "match.length", facts, self._severity)]
        if self.length and max(score) < self.length:
            facts = {"score": score, "length": self.length}
            code = "match_not_won" if last and last.ends_match else "match_unfinished"
            return [Fault(code, "match.length", facts, "note")]
        return []

    @property
    def _severity(self) -> str:
        return "error" if self.length else "note"
