"""Replay of a whole record under the rules: what follows from it, and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from .action_replay import ActionReplay
from .actions import AcceptedIllegalPlay, Action, Doubled, Moved, Placed
from .cube import is_cube_value
from .doubling import find_start_faults
from .errors import check_type
from .faults import Fault
from .frames import list_frames
from .intended_plays import SearchBudget, is_illegal_play, resume_with_intended_play
from .match import MatchScore
from .options import Laws, MatchLaws
from .packed_board import unpack
from .play_faults import Board
from .plays import format_moves
from .position import Position
from .record import Record, RecordedGame
from .recorded_results import Ending, can_be_resigned_for, conclude_game, find_award_faults, find_first_set_up
from .running_score import RunningScore
from .sides import Side
from .terms import determine_terms
from .unknowns import ReplayedGame, list_unknowns
from .verdict import Finding, Frames, GameVerdict, Unknown, Verdict, status_of

_MOST_FINDINGS = 100
_LAST_ROLL = {"play_missing", "play_unknown", "dice_invalid"}
_NOT_PLAYED_YET = {"play_missing", "play_unknown"}


def replay(record: Record, laws: Laws | None = None, *, length: int | None = None) -> Verdict:
    """Replay a record and judge it; never raises, whatever the record contains (TypeError for no record).

    Each action is judged by the rules; after a fault the replay goes on from what the players evidently
    did, so one fault gives one finding. `laws` are the rules of play: `MatchLaws`, or `MoneyLaws` for a
    record without a length; without them, those of the header, with defaults for the rest. `length` is the
    announced length of the match: a record of another is a fault.
    """
    check_type(record, Record, "a record")
    return _Replay(record, laws, length).verdict()


class _Replay:
    """The findings and games so far while the games of one record are replayed."""

    def __init__(self, record: Record, laws: Laws | None, announced_length: int | None) -> None:
        self.record = record
        self.terms = determine_terms(record, laws, announced_length)
        self.findings: list[Finding] = []
        self.games: list[GameVerdict] = []
        self.other_actions: list[list[Action]] = []
        self.budget = SearchBudget()
        first = record.games[0] if record.games else None
        crawford = isinstance(self.terms.laws, MatchLaws) and self.terms.laws.crawford
        self.running_score = RunningScore(self.terms.length, first, crawford=crawford)
        self._add_notes(first.number if first else 1, self.terms.faults)
        if first and first.score_before not in (None, (0, 0)):
            facts: dict[str, object] = {"score": first.score_before}
            self._add_note(first.number, Fault("starts_midway", "record.score-line", facts, "note"))

    def verdict(self) -> Verdict:
        """Replay every game and sum up."""
        for index, recorded in enumerate(self.record.games):
            if self._has_too_many_findings(recorded) or self._is_over(recorded, index):
                break
            self._replay_game(recorded, index)
        last = self.record.games[-1].number if self.record.games else 0
        ended_by = self.record.games[len(self.games) - 1] if self.games else None
        self._add_notes(last, self.running_score.check_final_score(self.record.final, ended_by))
        self._note_cut(last)
        score = self.running_score.final
        return Verdict(
            status=status_of(self.findings),
            players=self.record.players,
            length=self.terms.length,
            score=score,
            declared=self.running_score.declared,
            winner=MatchScore(self.terms.length, *score).winner,
            games=tuple(self.games),
            plays=sum(game.plays for game in self.games),
            findings=tuple(self.findings),
            unknown=tuple(self._list_unknowns()),
        )

    def _list_unknowns(self) -> Iterator[Unknown]:
        facts = [
            ReplayedGame(recorded, other_actions, verdict.kind)
            for recorded, other_actions, verdict in zip(
                self.record.games, self.other_actions, self.games, strict=False
            )
        ]
        return list_unknowns(self.record, self.terms, facts, self.findings)

    def _replay_game(self, recorded: RecordedGame, index: int) -> None:
        self._add_notes(recorded.number, self.running_score.check_score_line(recorded))
        self._check_names(recorded)
        self._weigh_crawford_rule(recorded)
        self._add_notes(recorded.number, self.running_score.find_crawford_faults(recorded))
        before = self.running_score.score
        game = ActionReplay(before, self.terms.laws, recorded.initial_cube)
        self._add_notes(recorded.number, find_start_faults(self.terms.laws, recorded.initial_cube))
        first = len(self.findings)
        for number, faults in game.apply_all(recorded.actions):
            resumed = self._resume_after_illegal_play(game, recorded, number, faults)
            self._add_findings(recorded.number, number, recorded.actions[number], resumed)
            if len(self.findings) >= _MOST_FINDINGS:
                break
        self._drop_fault_of_last_roll(game, recorded)
        other_actions = [action for action in recorded.actions if type(action) is not Moved]
        self.other_actions.append(other_actions)
        is_set_up = any(isinstance(action, Placed) for action in other_actions)
        first_set_up = find_first_set_up(game) if is_set_up else None
        if first_set_up is not None:
            fault = Fault("set_by_hand", "match.adjudication", {}, "note")
            self._add_findings(recorded.number, first_set_up, recorded.actions[first_set_up], [fault])
        ending, faults = conclude_game(game, recorded)
        if ending.winner is None:
            following = self.record.games[index + 1 : index + 2]
            ending, faults = self.running_score.infer_result(following[0] if following else None, faults)
            if ending.winner and not can_be_resigned_for(game, ending.winner, ending.points):
                facts: dict[str, object] = {"declared": ending.points, "cube": game.cube}
                faults.append(Fault("adjudicated", "match.adjudication", facts, "note"))
        self._add_result(recorded, ending, [*faults, *find_award_faults(recorded, ending)])
        self.running_score.count(recorded, ending)
        self._add_game(recorded, game, ending, before, first)

    def _weigh_crawford_rule(self, recorded: RecordedGame) -> None:
        """Take a double in the Crawford game of a record that does not state the rule as play without it."""
        is_doubled = any(isinstance(action, Doubled) for action in recorded.actions)
        if is_doubled and self.running_score.score.is_crawford and not self.terms.knows_crawford:
            self.running_score.end_crawford_rule()
            self._add_note(recorded.number, Fault("crawford_unstated", "match.crawford", {}, "note"))

    def _resume_after_illegal_play(
        self, game: ActionReplay, recorded: RecordedGame, number: int, faults: list[Fault]
    ) -> list[Fault]:
        """After an illegal play, go on from the legal one that explains the rest of the record best."""
        action, fault = recorded.actions[number], faults[-1]
        if not isinstance(action, Moved | AcceptedIllegalPlay) or not is_illegal_play(fault) or game.winner:
            return faults
        rest = recorded.actions[number + 1 :]
        if isinstance(action, Moved):
            fault = _mark_if_accepted(fault, action, rest, self.terms.laws)
        if self.budget.left > 0:
            before = _boards_before(game, action.side, number)
            resumed = resume_with_intended_play(game, action, before, rest, self.budget)
            if resumed is not None:
                fault = fault._replace(facts={**fault.facts, "meant": format_moves(resumed)})
        return [*faults[:-1], fault]

    def _is_over(self, recorded: RecordedGame, index: int) -> bool:
        if not self.running_score.score.winner:
            return False
        facts: dict[str, object] = {"games": len(self.record.games) - index}
        self._add_note(recorded.number, Fault("games_after_end", "match.length", facts, "note"))
        return True

    def _has_too_many_findings(self, recorded: RecordedGame) -> bool:
        """Whether the record has too many faults to go on."""
        if len(self.findings) < _MOST_FINDINGS:
            return False
        facts: dict[str, object] = {"most": _MOST_FINDINGS}
        self._add_note(recorded.number, Fault("too_many_faults", "record.readable", facts))
        return True

    def _add_game(
        self, recorded: RecordedGame, game: ActionReplay, ending: Ending, before: MatchScore, first: int
    ) -> None:
        explained = {
            finding.action: first + offset
            for offset, finding in enumerate(self.findings[first:])
            if finding.action >= 0
        }
        guessed_from = min((each.action for each in self.findings[first:] if each.meant), default=None)
        other_actions = self.other_actions[-1]
        condoned = sum(isinstance(action, AcceptedIllegalPlay) for action in other_actions)
        verdict = GameVerdict(
            number=recorded.number,
            score_before=(before.white, before.black),
            winner=ending.winner,
            points=ending.points,
            cube=game.cube,
            kind=ending.kind,
            is_crawford=before.is_crawford,
            plays=len(recorded.actions) - len(other_actions) + condoned,
            score_after=(self.running_score.score.white, self.running_score.score.black),
            frames=Frames(partial(list_frames, game.steps, _first_cube(recorded), explained, guessed_from)),
        )
        self.games.append(verdict)

    def _check_names(self, recorded: RecordedGame) -> None:
        if recorded.players and recorded.players != self.record.players:
            facts: dict[str, object] = {"players": recorded.players}
            self._add_note(recorded.number, Fault("name_changed", "record.names", facts, "note"))

    def _drop_fault_of_last_roll(self, game: ActionReplay, recorded: RecordedGame) -> None:
        """A roll without its play is no fault when the game was resigned there, or the record stops there."""
        last = self.findings[-1] if self.findings else None
        if last is None or last.game != recorded.number or game.outcome() is not None:
            return
        is_last_action = last.action == len(recorded.actions) - 1
        if recorded.winner is None and game.conceded is None:
            is_open = last.code in _NOT_PLAYED_YET and not last.played.strip("? ")
            if is_last_action and (is_open or self._is_broken_off(recorded)):
                self.findings.pop()
            return
        rolls = [
            n for n, action in enumerate(recorded.actions) if isinstance(action, Moved | AcceptedIllegalPlay)
        ]
        if last.code in _LAST_ROLL and last.action == rolls[-1] and not last.played.strip("? "):
            self.findings.pop()

    def _is_broken_off(self, recorded: RecordedGame) -> bool:
        """Whether the text may break off inside the last action of this game."""
        return self.record.is_open_ended and recorded is self.record.games[-1]

    def _note_cut(self, last: int) -> None:
        if self.record.cut is not None:
            line, column, expected = self.record.cut
            facts: dict[str, object] = {"line": line, "column": column, "expected": expected}
            self._add_note(last, Fault("record_truncated", "record.readable", facts, "note"))
        if self.record.other_matches:
            names = ", ".join(" – ".join(players) for players in self.record.other_matches)
            self._add_note(last, Fault("other_matches", "record.readable", {"matches": names}, "note"))

    def _add_findings(self, game: int, number: int, action: Action, faults: list[Fault]) -> None:
        for fault in faults:
            played = action.written.text if isinstance(action, Moved) else str(fault.facts.get("played", ""))
            facts = {**fault.facts, "line": action.line}
            legal = tuple(format_moves(moves) for moves in fault.legal)
            self.findings.append(
                Finding(
                    game, number, action.side, fault.code, fault.law, fault.severity, played, legal, facts
                )
            )

    def _add_result(self, recorded: RecordedGame, ending: Ending, faults: list[Fault]) -> None:
        side = recorded.winner or ending.winner
        for fault in faults:
            facts = {**fault.facts, "line": recorded.result_line or recorded.line}
            # A resignation is that of the loser.
            about = side.other if side and fault.code == "resignation_inferred" else side
            self.findings.append(
                Finding(recorded.number, -1, about, fault.code, fault.law, fault.severity, facts=facts)
            )

    def _add_notes(self, game: int, faults: Sequence[Fault]) -> None:
        for fault in faults:
            self._add_note(game, fault)

    def _add_note(self, game: int, fault: Fault) -> None:
        self.findings.append(
            Finding(game, -1, None, fault.code, fault.law, fault.severity, facts=fault.facts)
        )


def _first_cube(recorded: RecordedGame) -> int:
    return recorded.initial_cube if is_cube_value(recorded.initial_cube) else 1


def _mark_if_accepted(fault: Fault, action: Moved, rest: Sequence[Action], laws: Laws) -> Fault:
    """Whether the opponent went on after an illegal play; a note then, where plays may be accepted."""
    following = next(iter(rest), None)
    went_on = (
        isinstance(following, Moved | AcceptedIllegalPlay | Doubled) and following.side is not action.side
    )
    is_condoned = went_on and isinstance(laws, MatchLaws) and laws.illegal_plays == "condone"
    severity = "note" if is_condoned else fault.severity
    return fault._replace(facts={**fault.facts, "stood": went_on}, severity=severity)


def _boards_before(game: ActionReplay, side: Side, number: int) -> tuple[Board, Board]:
    if number:
        earlier, mover_board, opponent_board, _, _ = game.steps[number - 1]
        return (
            (unpack(mover_board), unpack(opponent_board))
            if earlier.side is side
            else (unpack(opponent_board), unpack(mover_board))
        )
    start = Position.start()
    return list(start.white), list(start.black)
