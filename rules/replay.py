"""Replay of a whole record under the laws: what follows from it, and everything that is wrong with it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rules.actions import Action, Moved
from rules.frames import frames_of
from rules.game import Game
from rules.judging import Board, Fault
from rules.match import MatchScore
from rules.options import MatchLaws
from rules.packed import unpack
from rules.plays import spell_hops
from rules.position import Position
from rules.record import Record, RecordedGame, Score
from rules.results import Ending, conclude
from rules.resuming import resume
from rules.sides import Side
from rules.verdict import Finding, Frame, Frames, GameVerdict, Verdict, status_of

__all__ = ["Finding", "Frame", "Frames", "GameVerdict", "Verdict", "replay"]

_MOST_REPAIRS = 12
_MOST_FINDINGS = 100
_LAST_ROLL = {"play_missing", "play_unknown", "dice_invalid"}


def replay(record: Record, laws: MatchLaws | None = None) -> Verdict:
    """Replay a record and judge it; never raises, whatever the record holds.

    Each action is judged against the laws; after a fault the replay goes on from what the players
    evidently did, so one fault gives one finding. `laws` are those the match was played under (the
    ordinary ones by default).
    """
    return _Replay(record, laws or MatchLaws()).verdict()


class _Replay:
    """The running totals while the games of one record are replayed.

    `score` runs as the laws and the score lines have it, `law_total` by the laws alone, `claimed` as
    declared.
    """

    def __init__(self, record: Record, laws: MatchLaws) -> None:
        self.record = record
        self.findings: list[Finding] = []
        self.games: list[GameVerdict] = []
        self.repairs = _MOST_REPAIRS
        self.length = record.length
        self.laws = laws
        if _is_galaxy_money(record):
            self._assume_money()
        elif not record.length and record.facts.get("jacoby") == "On":
            self.laws = replace(laws, jacoby=True)
        first = record.games[0].score_before if record.games else None
        self.law_total = list(first or (0, 0))
        self.claimed = list(first or (0, 0))
        self.score = self._first_score(first or (0, 0))

    def verdict(self) -> Verdict:
        """Replay every game and sum up."""
        for index, recorded in enumerate(self.record.games):
            if self._is_hopeless(recorded):
                break
            if self.score.winner:
                self._note(
                    "games_after_end",
                    "match.length",
                    recorded.number,
                    {"games": len(self.record.games) - index},
                )
                break
            self._replay_game(recorded, index)
        score, claimed = self._credited(self.law_total), self._credited(self.claimed)
        self._check_final(score, claimed)
        self._check_cut()
        winner = MatchScore(self.length, *score).winner
        return Verdict(
            status=status_of(self.findings),
            players=self.record.players,
            length=self.length,
            score=score,
            declared=claimed,
            winner=winner,
            games=tuple(self.games),
            plays=sum(game.plays for game in self.games),
            findings=tuple(self.findings),
        )

    def _first_score(self, score: Score) -> MatchScore:
        fresh = MatchScore(self.length, 0, 0, "pending" if self.laws.crawford and self.length > 1 else "none")
        if score == (0, 0):
            return fresh
        self._note(
            "starts_midway", "record.score-line", self.record.games[0].number, {"score": score}, "note"
        )
        state = "expired" if self.length - 1 in score else fresh.crawford
        return MatchScore(self.length, *score, state)

    def _assume_money(self) -> None:
        self.length = 0
        self.laws = replace(self.laws, jacoby=True)
        self._note("money_assumed", "money.jacoby", 1, {"length": self.record.length}, "note")

    def _replay_game(self, recorded: RecordedGame, index: int) -> None:
        self._check_score_line(recorded)
        self._check_names(recorded)
        if self.score.is_crawford:
            self._note("crawford_inferred", "match.crawford", recorded.number, {}, "inferred")
        before = self.score
        game = Game(before, self.laws, recorded.initial_cube)
        first = len(self.findings)
        for number, faults in game.fold(recorded.actions):
            resumed = self._resume(game, recorded, number, faults)
            self._add(recorded.number, number, recorded.actions[number], resumed)
            if len(self.findings) >= _MOST_FINDINGS:
                break
        self._forgive_last_roll(game, recorded)
        ending, faults = conclude(game, recorded)
        if ending.winner is None:
            ending, faults = self._from_next_line(index, faults)
        self._add_result(recorded, ending, faults)
        self._count(recorded, ending)
        self._keep(recorded, game, ending, before, first)

    def _resume(self, game: Game, recorded: RecordedGame, number: int, faults: list[Fault]) -> list[Fault]:
        """After an unlawful play, go on from the lawful one that explains the rest of the record best."""
        action, fault = recorded.actions[number], faults[-1]
        broken = fault.severity == "error" and fault.law.startswith(("move.", "bearoff."))
        if not broken or not isinstance(action, Moved) or game.winner or not self.repairs:
            return faults
        self.repairs -= 1
        before = _boards_before(game, action.side, number)
        meant = resume(game, action, before, recorded.actions[number + 1 :])
        if meant is None:
            return faults
        return [*faults[:-1], fault._replace(facts={**fault.facts, "meant": spell_hops(meant)})]

    def _is_hopeless(self, recorded: RecordedGame) -> bool:
        """Give up a record with more faults than anyone could read."""
        if len(self.findings) < _MOST_FINDINGS:
            return False
        facts: dict[str, object] = {"most": _MOST_FINDINGS}
        self._note("too_many_faults", "record.readable", recorded.number, facts, "error")
        return True

    def _keep(
        self, recorded: RecordedGame, game: Game, ending: Ending, before: MatchScore, first: int
    ) -> None:
        found = {
            finding.action: first + offset
            for offset, finding in enumerate(self.findings[first:])
            if finding.action >= 0
        }
        verdict = GameVerdict(
            number=recorded.number,
            score_before=(before.white, before.black),
            winner=ending.winner,
            points=ending.points,
            cube=game.cube,
            kind=ending.kind,
            is_crawford=before.is_crawford,
            plays=sum(1 for action in recorded.actions if type(action) is Moved),
            frames=Frames(partial(frames_of, game.steps, recorded.initial_cube, found)),
        )
        self.games.append(verdict)

    def _check_score_line(self, recorded: RecordedGame) -> None:
        stated = recorded.score_before
        if stated is None:
            return
        line = self._credited(list(stated))
        computed, claimed = (self.score.white, self.score.black), self._credited(self.claimed)
        if line not in (computed, claimed):
            facts: dict[str, object] = {"declared": stated, "computed": computed, "line": recorded.line}
            severity = "error" if self.length else "note"
            self._note("score_line_wrong", "record.score-line", recorded.number, facts, severity)
        elif line != computed:
            self.score = MatchScore(self.length, *line, self.score.crawford)
        self.claimed = list(line)

    def _check_names(self, recorded: RecordedGame) -> None:
        if recorded.players and recorded.players != self.record.players:
            self._note("name_changed", "record.names", recorded.number, {"players": recorded.players}, "note")

    def _forgive_last_roll(self, game: Game, recorded: RecordedGame) -> None:
        """A roll without its play is no fault when the game was given up there."""
        last = self.findings[-1] if self.findings else None
        given_up = game.outcome() is None and (recorded.winner or game.conceded)
        rolls = [number for number, action in enumerate(recorded.actions) if type(action) is Moved]
        if last is None or not given_up or last.game != recorded.number or last.code not in _LAST_ROLL:
            return
        if last.action == rolls[-1] and not last.played.strip("? "):
            self.findings.pop()

    def _from_next_line(self, index: int, faults: list[Fault]) -> tuple[Ending, list[Fault]]:
        """A game without a result, when the next score line tells who won it."""
        following = self.record.games[index + 1 : index + 2]
        stated = following[0].score_before if following else None
        if stated is None:
            return Ending(None, 0, "unfinished"), faults
        gains = (stated[0] - self.score.white, stated[1] - self.score.black)
        if min(gains) != 0 or max(gains) < 1:
            return Ending(None, 0, "unfinished"), [fault._replace(severity="error") for fault in faults]
        winner = Side.WHITE if gains[0] else Side.BLACK
        fault = Fault(
            "result_inferred", "record.result", {"winner": winner.value, "points": max(gains)}, "note"
        )
        return Ending(winner, max(gains), "adjudicated"), [fault]

    def _count(self, recorded: RecordedGame, ending: Ending) -> None:
        if ending.winner is None:
            return
        self.law_total[ending.winner.index] += ending.points
        claimant = recorded.winner or ending.winner
        self.claimed[claimant.index] += ending.points if recorded.points is None else recorded.points % 1000
        total = [self.score.white, self.score.black]
        total[ending.winner.index] += ending.points
        white, black = self._credited(total)
        state = self.score.crawford
        if state == "active":
            state = "expired"
        elif state == "pending" and self.length - 1 in (white, black):
            state = "active"
        self.score = MatchScore(self.length, white, black, state)

    def _check_final(self, score: Score, claimed: Score) -> None:
        last = self.record.games[-1].number if self.record.games else 0
        declared = self.record.final
        facts: dict[str, object] = {"declared": declared or claimed, "computed": score}
        if score != claimed or (declared is not None and self._credited(list(declared)) != score):
            severity = "error" if self.length else "note"
            self._note("final_score_wrong", "match.length", last, facts, severity)
        elif self.length and max(score) < self.length:
            self._note(
                "match_unfinished", "match.length", last, {"score": score, "length": self.length}, "note"
            )

    def _check_cut(self) -> None:
        if self.record.cut is not None:
            line, column, expected = self.record.cut
            facts: dict[str, object] = {"line": line, "column": column, "expected": expected}
            last = self.record.games[-1].number if self.record.games else 0
            self._note("record_truncated", "record.readable", last, facts)

    def _credited(self, total: list[int]) -> Score:
        most = self.length or max(total)
        return (min(total[0], most), min(total[1], most))

    def _add(self, game: int, number: int, action: Action, faults: list[Fault]) -> None:
        played = action.written.text if isinstance(action, Moved) else ""
        for fault in faults:
            facts = {**fault.facts, "line": action.line}
            legal = tuple(spell_hops(hops) for hops in fault.legal)
            self.findings.append(
                Finding(
                    game, number, action.side, fault.code, fault.law, fault.severity, played, legal, facts
                )
            )

    def _add_result(self, recorded: RecordedGame, ending: Ending, faults: list[Fault]) -> None:
        side = recorded.winner or ending.winner
        for fault in faults:
            facts = {**fault.facts, "line": recorded.result_line or recorded.line}
            self.findings.append(
                Finding(recorded.number, -1, side, fault.code, fault.law, fault.severity, facts=facts)
            )

    def _note(self, code: str, law: str, game: int, facts: dict[str, object], severity: str = "note") -> None:
        self.findings.append(Finding(game, -1, None, code, law, severity, facts=facts))


def _boards_before(game: Game, side: Side, number: int) -> tuple[Board, Board]:
    if number:
        earlier, mine, theirs, _, _ = game.steps[number - 1]
        return (unpack(mine), unpack(theirs)) if earlier.side is side else (unpack(theirs), unpack(mine))
    start = Position.start()
    return list(start.white), list(start.black)


def _is_galaxy_money(record: Record) -> bool:
    """Galaxy writes a game for points as a match to an even length that one game does not finish."""
    if record.facts.get("site") != "BackgammonGalaxy" or len(record.games) != 1:
        return False
    return record.length in (2, 4, 8, 16)
