"""Replay of a whole record under the rules: what follows from it, and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush

from .action_replay import ActionReplay
from .actions import AcceptedIllegalPlay, Action, Doubled, Moved, Placed
from .cube import is_cube_value
from .dice import is_roll
from .doubling import find_start_faults
from .errors import check_type
from .faults import Fault
from .frames import list_frames
from .legality import Board, make_moves
from .match import MatchScore
from .options import Laws, MatchLaws
from .plays import CheckerMoves, format_moves, list_legal_plays
from .position import Position, unpack
from .record import Record, RecordedGame
from .results import Ending, Totals, award_faults, conclude, first_position_set_up, is_worth
from .sides import Side
from .terms import ReplayedGame, terms_of, unknowns
from .verdict import Finding, Frame, Frames, GameVerdict, Unknown, Verdict, status_of

REACH = 120
MOST_CANDIDATES = 250
EFFORT = 400_000
_FORK = 10
_PLAY_LAWS = ("move.", "bearoff.")
_BOARDS = {"condoned_impossible", "board_impossible"}

Boards = tuple[Board, Board]


@dataclass(order=True, slots=True)
class _Continuation:
    """A candidate continuation: its faults so far, its progress (negative), and its order of discovery.

    `first` is the play it began with, None for the illegal one as written.
    """

    faults: int
    behind: int
    order: int
    game: ActionReplay = field(compare=False)
    first: CheckerMoves | None = field(compare=False)


def is_broken(fault: Fault) -> bool:
    """Whether the play was illegal, so that the board after it has to be inferred."""
    return fault.severity == "error" and (fault.law.startswith(_PLAY_LAWS) or fault.code in _BOARDS)


class Patience:
    """The remaining search effort for one record, in plays, so that no record takes long."""

    __slots__ = ("left",)

    def __init__(self, effort: int = EFFORT) -> None:
        self.left = effort


def resume(
    game: ActionReplay,
    action: Moved | AcceptedIllegalPlay,
    before: Boards,
    rest: Sequence[Action],
    patience: Patience,
) -> CheckerMoves | None:
    """Find the legal play after which the record has the fewest faults left, and put it on the board.

    `game` is the state after the illegal play as written, `before` the mover's and the opponent's checkers
    before it. A second illegal play is corrected on the way, so that two faults do not hide each other.
    Returns the play put on the board (empty when none was possible), or None when the written play explains
    the record as well, or the effort is used up.
    """
    first = _best(_Continuations(rest[:REACH], patience), game, action, before)
    if first is not None:
        _put(game, action, before, first)
    return first


def _best(
    lines: _Continuations, game: ActionReplay, action: Moved | AcceptedIllegalPlay, before: Boards
) -> CheckerMoves | None:
    lines.add(_fork(game), 0, 0, None)
    for moves in _lawful(action, before) or [()]:
        lines.add(_with_play(game, action, before, moves), 0, 0, moves)
    farthest: tuple[int, CheckerMoves | None] = (-1, None)
    while lines:
        line = lines.next()
        reached = lines.follow(line)
        if reached is None:
            return line.first
        if reached > farthest[0]:
            farthest = (reached, line.first)
    return farthest[1]


class _Continuations:
    """The queue of continuations: the fewest faults first, then the farthest."""

    def __init__(self, rest: Sequence[Action], patience: Patience) -> None:
        self.rest = rest
        self.patience = patience
        self._waiting: list[_Continuation] = []
        self._seen: set[tuple[int, int, int]] = set()
        self._added = 0

    def __len__(self) -> int:
        return len(self._waiting) if self.patience.left > 0 else 0

    def add(self, game: ActionReplay, faults: int, at: int, first: CheckerMoves | None) -> None:
        """Add a continuation from action `at` of the rest, unless its board was seen there already."""
        key = (at, game.white, game.black)
        if key in self._seen:
            return
        self._seen.add(key)
        self.patience.left -= _FORK
        self._added += 1
        heappush(self._waiting, _Continuation(faults, -at, self._added, game, first))

    def next(self) -> _Continuation:
        """The most promising line."""
        return heappop(self._waiting)

    def follow(self, line: _Continuation) -> int | None:
        """Follow a line to its next fault, where it branches; return the action there, None at the end."""
        game, start = line.game, -line.behind
        opening = game.white, game.black
        for number, faults in game.fold(self.rest[start:]):
            errors = [fault for fault in faults if fault.severity == "error"]
            if not errors:
                continue
            at, action = start + number, self.rest[start + number]
            self.patience.left -= number + _FORK * (1 + len(errors[-1].legal))
            if line.faults:
                return at
            self.add(_fork(game), line.faults + 1, at + 1, line.first)
            if isinstance(action, Moved | AcceptedIllegalPlay) and is_broken(errors[-1]) and not game.winner:
                before = _before(game, action, opening)
                for moves in _lawful(action, before):
                    self.add(_with_play(game, action, before, moves), line.faults + 1, at + 1, line.first)
            return at
        return None


def _before(game: ActionReplay, action: Action, opening: tuple[int, int]) -> Boards:
    """The boards before the latest action: the actor's checkers and the opponent's."""
    if len(game.steps) < 2:
        white, black = opening
        mover_board, opponent_board = (white, black) if action.side is Side.WHITE else (black, white)
    else:
        earlier, own_board, other, _, _ = game.steps[-2]
        mover_board, opponent_board = (
            (own_board, other) if earlier.side is action.side else (other, own_board)
        )
    return unpack(mover_board), unpack(opponent_board)


def _lawful(action: Moved | AcceptedIllegalPlay, before: Boards) -> list[CheckerMoves]:
    return (
        list_legal_plays(before[0], before[1][::-1], action.dice)[:MOST_CANDIDATES]
        if is_roll(action.dice)
        else []
    )


def _with_play(
    game: ActionReplay, action: Moved | AcceptedIllegalPlay, before: Boards, moves: CheckerMoves
) -> ActionReplay:
    fork = _fork(game)
    _put(fork, action, before, moves)
    return fork


def _put(
    game: ActionReplay, action: Moved | AcceptedIllegalPlay, before: Boards, moves: CheckerMoves
) -> None:
    mover_board, opponent_board = before[0][:], before[1][:]
    make_moves(mover_board, opponent_board, moves)
    game.place(action.side, mover_board, opponent_board)


def _fork(game: ActionReplay) -> ActionReplay:
    fork = copy(game)
    fork.steps = []
    return fork


__all__ = ["Finding", "Frame", "Frames", "GameVerdict", "Unknown", "Verdict", "replay"]

_MOST_FINDINGS = 100
_LAST_ROLL = {"play_missing", "play_unknown", "dice_invalid"}


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

    def __init__(self, record: Record, laws: Laws | None, posted: int | None) -> None:
        self.record = record
        self.terms = terms_of(record, laws, posted)
        self.findings: list[Finding] = []
        self.games: list[GameVerdict] = []
        self.others: list[list[Action]] = []
        self.patience = Patience()
        first = record.games[0] if record.games else None
        crawford = isinstance(self.terms.laws, MatchLaws) and self.terms.laws.crawford
        self.totals = Totals(self.terms.length, first, crawford=crawford)
        self._note_all(first.number if first else 1, self.terms.faults)
        if first and first.score_before not in (None, (0, 0)):
            facts: dict[str, object] = {"score": first.score_before}
            self._note(first.number, Fault("starts_midway", "record.score-line", facts, "note"))

    def verdict(self) -> Verdict:
        """Replay every game and sum up."""
        for index, recorded in enumerate(self.record.games):
            if self._is_hopeless(recorded) or self._is_over(recorded, index):
                break
            self._replay_game(recorded, index)
        last = self.record.games[-1].number if self.record.games else 0
        ended_by = self.record.games[len(self.games) - 1] if self.games else None
        self._note_all(last, self.totals.final_faults(self.record.final, ended_by))
        self._check_cut(last)
        score = self.totals.final
        return Verdict(
            status=status_of(self.findings),
            players=self.record.players,
            length=self.terms.length,
            score=score,
            declared=self.totals.declared,
            winner=MatchScore(self.terms.length, *score).winner,
            games=tuple(self.games),
            plays=sum(game.plays for game in self.games),
            findings=tuple(self.findings),
            unknown=tuple(self._unknown()),
        )

    def _unknown(self) -> Iterator[Unknown]:
        facts = [
            ReplayedGame(recorded, others, verdict.kind)
            for recorded, others, verdict in zip(self.record.games, self.others, self.games, strict=False)
        ]
        return unknowns(self.record, self.terms, facts, self.findings)

    def _replay_game(self, recorded: RecordedGame, index: int) -> None:
        self._note_all(recorded.number, self.totals.line_faults(recorded))
        self._check_names(recorded)
        self._note_all(recorded.number, self.totals.crawford_faults(recorded))
        before = self.totals.score
        game = ActionReplay(before, self.terms.laws, recorded.initial_cube)
        self._note_all(recorded.number, find_start_faults(self.terms.laws, recorded.initial_cube))
        first = len(self.findings)
        for number, faults in game.fold(recorded.actions):
            resumed = self._resume(game, recorded, number, faults)
            self._add(recorded.number, number, recorded.actions[number], resumed)
            if len(self.findings) >= _MOST_FINDINGS:
                break
        self._forgive_last_roll(game, recorded)
        others = [action for action in recorded.actions if type(action) is not Moved]
        self.others.append(others)
        is_set_up = any(isinstance(action, Placed) for action in others)
        first_set_up = first_position_set_up(game) if is_set_up else None
        if first_set_up is not None:
            fault = Fault("set_by_hand", "match.adjudication", {}, "note")
            self._add(recorded.number, first_set_up, recorded.actions[first_set_up], [fault])
        ending, faults = conclude(game, recorded)
        if ending.winner is None:
            following = self.record.games[index + 1 : index + 2]
            ending, faults = self.totals.next_line(following[0] if following else None, faults)
            if ending.winner and not is_worth(game, ending.winner, ending.points):
                facts: dict[str, object] = {"declared": ending.points, "cube": game.cube}
                faults.append(Fault("adjudicated", "match.adjudication", facts, "note"))
        self._add_result(recorded, ending, [*faults, *award_faults(recorded, ending)])
        self.totals.count(recorded, ending)
        self._keep(recorded, game, ending, before, first)

    def _resume(
        self, game: ActionReplay, recorded: RecordedGame, number: int, faults: list[Fault]
    ) -> list[Fault]:
        """After an illegal play, go on from the legal one that explains the rest of the record best."""
        action, fault = recorded.actions[number], faults[-1]
        if not isinstance(action, Moved | AcceptedIllegalPlay) or not is_broken(fault) or game.winner:
            return faults
        rest = recorded.actions[number + 1 :]
        if isinstance(action, Moved):
            fault = _stood(fault, action, rest, self.terms.laws)
        if self.patience.left > 0:
            before = _boards_before(game, action.side, number)
            resumed = resume(game, action, before, rest, self.patience)
            if resumed is not None:
                fault = fault._replace(facts={**fault.facts, "meant": format_moves(resumed)})
        return [*faults[:-1], fault]

    def _is_over(self, recorded: RecordedGame, index: int) -> bool:
        if not self.totals.score.winner:
            return False
        facts: dict[str, object] = {"games": len(self.record.games) - index}
        self._note(recorded.number, Fault("games_after_end", "match.length", facts, "note"))
        return True

    def _is_hopeless(self, recorded: RecordedGame) -> bool:
        """Whether the record has too many faults to go on."""
        if len(self.findings) < _MOST_FINDINGS:
            return False
        facts: dict[str, object] = {"most": _MOST_FINDINGS}
        self._note(recorded.number, Fault("too_many_faults", "record.readable", facts))
        return True

    def _keep(
        self, recorded: RecordedGame, game: ActionReplay, ending: Ending, before: MatchScore, first: int
    ) -> None:
        explained = {
            finding.action: first + offset
            for offset, finding in enumerate(self.findings[first:])
            if finding.action >= 0
        }
        others = self.others[-1]
        condoned = sum(isinstance(action, AcceptedIllegalPlay) for action in others)
        verdict = GameVerdict(
            number=recorded.number,
            score_before=(before.white, before.black),
            winner=ending.winner,
            points=ending.points,
            cube=game.cube,
            kind=ending.kind,
            is_crawford=before.is_crawford,
            plays=len(recorded.actions) - len(others) + condoned,
            score_after=(self.totals.score.white, self.totals.score.black),
            frames=Frames(partial(list_frames, game.steps, _first_cube(recorded), explained)),
        )
        self.games.append(verdict)

    def _check_names(self, recorded: RecordedGame) -> None:
        if recorded.players and recorded.players != self.record.players:
            facts: dict[str, object] = {"players": recorded.players}
            self._note(recorded.number, Fault("name_changed", "record.names", facts, "note"))

    def _forgive_last_roll(self, game: ActionReplay, recorded: RecordedGame) -> None:
        """A roll without its play is no fault when the game was resigned there."""
        last = self.findings[-1] if self.findings else None
        given_up = game.outcome() is None and (recorded.winner or game.conceded)
        if last is None or not given_up or last.game != recorded.number or last.code not in _LAST_ROLL:
            return
        rolls = [
            n for n, action in enumerate(recorded.actions) if isinstance(action, Moved | AcceptedIllegalPlay)
        ]
        if last.action == rolls[-1] and not last.played.strip("? "):
            self.findings.pop()

    def _check_cut(self, last: int) -> None:
        if self.record.cut is not None:
            line, column, expected = self.record.cut
            facts: dict[str, object] = {"line": line, "column": column, "expected": expected}
            self._note(last, Fault("record_truncated", "record.readable", facts, "note"))

    def _add(self, game: int, number: int, action: Action, faults: list[Fault]) -> None:
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
            self.findings.append(
                Finding(recorded.number, -1, side, fault.code, fault.law, fault.severity, facts=facts)
            )

    def _note_all(self, game: int, faults: Sequence[Fault]) -> None:
        for fault in faults:
            self._note(game, fault)

    def _note(self, game: int, fault: Fault) -> None:
        self.findings.append(
            Finding(game, -1, None, fault.code, fault.law, fault.severity, facts=fault.facts)
        )


def _first_cube(recorded: RecordedGame) -> int:
    return recorded.initial_cube if is_cube_value(recorded.initial_cube) else 1


def _stood(fault: Fault, action: Moved, rest: Sequence[Action], laws: Laws) -> Fault:
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
