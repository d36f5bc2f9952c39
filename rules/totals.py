"""The score of a record as it runs: by the laws, by the score lines, and as the writer claims it."""

from __future__ import annotations

from rules.judging import Fault
from rules.match import CrawfordState, MatchScore, is_before_crawford
from rules.record import RecordedGame, Score
from rules.results import Ending
from rules.sides import Side


class Totals:
    """`score` runs as the laws and the score lines have it, `law_total` by the laws alone, `claimed` as
    declared; the last two uncredited."""

    __slots__ = ("claimed", "law_total", "length", "score")

    def __init__(self, length: int, first: RecordedGame | None, *, crawford: bool) -> None:
        self.length = length
        start = (first.score_before if first else None) or (0, 0)
        self.law_total, self.claimed = list(start), list(start)
        state: CrawfordState = "pending" if crawford and length > 1 else "none"
        if state == "pending" and length - 1 in start:
            is_marked = start.count(length - 1) == 1 and first is not None and first.is_crawford
            state = "active" if is_marked or is_before_crawford(length, *start) else "expired"
        self.score = MatchScore(length, *start, state)

    @property
    def final(self) -> Score:
        """The score by the laws, credited."""
        return self.credited(self.law_total)

    @property
    def declared(self) -> Score:
        """The score the record claims, credited."""
        return self.credited(self.claimed)

    def credited(self, total: list[int]) -> Score:
        """A score with no more than the length for either side."""
        limit = self.length or max(total)
        return (min(total[0], limit), min(total[1], limit))

    def line_faults(self, recorded: RecordedGame) -> list[Fault]:
        """Weigh the score line above a game; in a match go on from it where it is the writer's own."""
        stated = recorded.score_before
        if stated is None:
            return []
        line = self.credited(list(stated))
        computed, claimed = (self.score.white, self.score.black), self.declared
        faults = []
        if line not in (computed, claimed):
            facts: dict[str, object] = {"declared": stated, "computed": computed, "line": recorded.line}
            faults = [Fault("score_line_wrong", "record.score-line", facts, self._severity)]
        elif line != computed and self.length:
            is_crawford = self.score.crawford != "none" and is_before_crawford(self.length, *line)
            self.score = MatchScore(self.length, *line, "active" if is_crawford else self.score.crawford)
        self.claimed = list(line)
        return faults

    def crawford_faults(self, recorded: RecordedGame) -> list[Fault]:
        """The Crawford game, inferred from the score, and a mark in the record that says otherwise."""
        faults = []
        if self.score.is_crawford:
            faults.append(Fault("crawford_inferred", "match.crawford", {}, "inferred"))
        if recorded.is_crawford not in (None, self.score.is_crawford) and self.score.crawford != "none":
            faults.append(Fault("crawford_mark_wrong", "match.crawford", {}, "note"))
        return faults

    def next_line(self, following: RecordedGame | None, faults: list[Fault]) -> tuple[Ending, list[Fault]]:
        """The end of a game without a result, when the next score line tells who won it."""
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
        self.law_total[ending.winner.index] += ending.points
        claimant = recorded.winner or ending.winner
        stated = recorded.stated_points
        self.claimed[claimant.index] += ending.points if stated is None else stated
        total = [self.score.white, self.score.black]
        total[ending.winner.index] += ending.points
        white, black = self.credited(total)
        state = self.score.crawford
        if state == "active":
            state = "expired"
        elif state == "pending" and self.length - 1 in (white, black):
            state = "active"
        self.score = MatchScore(self.length, white, black, state)

    def final_faults(self, declared: Score | None, last: RecordedGame | None = None) -> list[Fault]:
        """Weigh the end of the record.

        `declared` is a final score written apart from the games, `last` the last game, which may say that
        it ended the match.
        """
        score, claimed = self.final, self.declared
        if score != claimed or (declared is not None and self.credited(list(declared)) != score):
            facts: dict[str, object] = {"declared": declared or claimed, "computed": score}
            return [Fault("final_score_wrong", "match.length", facts, self._severity)]
        if self.length and max(score) < self.length:
            facts = {"score": score, "length": self.length}
            code = "match_not_won" if last and last.ends_match else "match_unfinished"
            return [Fault(code, "match.length", facts, "note")]
        return []

    @property
    def _severity(self) -> str:
        return "error" if self.length else "note"
