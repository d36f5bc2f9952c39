"""How recorded games ended, and the running score of a record."""

from __future__ import annotations

from typing import NamedTuple

from .action_replay import ActionReplay
from .actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from .crawford import find_mark_faults, get_next_state, get_state_at, must_be_crawford_game
from .faults import Fault
from .match import MULTIPLES, GameOutcome, Kind, MatchScore
from .record import RecordedGame, Score
from .sides import Side

_PLAY = (Moved, AcceptedIllegalPlay, Doubled, Beavered, Took, Dropped)
_LEVELS: tuple[Kind, ...] = ("resigned_single", "resigned_gammon", "resigned_backgammon")


class Ending(NamedTuple):
    """The end of a game: `kind` a key of `rules.match.MULTIPLES`, "adjudicated" or "unfinished"."""

    winner: Side | None
    points: int
    kind: str


def conclude(game: ActionReplay, claim: RecordedGame) -> tuple[Ending, list[Fault]]:
    """Compare the end on the board with the recorded result; return the value of the game.

    Points that no end of the game from here is worth were awarded: `adjudicated` where they win the match,
    else `points_impossible`.
    """
    outcome = game.outcome()
    if outcome is not None:
        return _ended(game, outcome, claim)
    winner = claim.winner or (game.conceded.other if game.conceded else None)
    if winner is None:
        return Ending(None, 0, "unfinished"), [Fault("game_unfinished", "game.win", {}, "note")]
    faults = []
    if game.conceded is winner:
        faults.append(
            Fault("winner_wrong", "game.win", {"declared": winner.value, "computed": winner.other.value})
        )
    if game.offer and claim.stated_points == game.cube and winner is not game.keeper:
        return _unanswered(game, winner, faults)
    declared = claim.stated_points if claim.winner else _conceded_points(claim)
    return _conceded(game, winner, declared, faults)


def award_faults(claim: RecordedGame, ending: Ending) -> list[Fault]:
    """The note (`game_not_played`) that a game was awarded without a roll or a cube turned."""
    if ending.winner is None or any(isinstance(action, _PLAY) for action in claim.actions):
        return []
    return [Fault("game_not_played", "match.adjudication", {"declared": ending.points}, "note")]


def first_position_set_up(game: ActionReplay) -> int | None:
    """Return the first action that set checkers or the cube manually; None when everything was played.

    A start that is the same for both sides, as in Nackgammon, is an agreed one.
    """
    before: tuple[int, int, int, Side | None] | None = None
    for number, (action, mover_board, opponent_board, cube, owner) in enumerate(game.steps):
        now = (
            (mover_board, opponent_board, cube, owner)
            if action.side is Side.WHITE
            else (opponent_board, mover_board, cube, owner)
        )
        if isinstance(action, Placed) and now != before:
            is_agreed_start = number == 0 and mover_board == opponent_board and not action.cube
            if not is_agreed_start:
                return number
        before = now
    return None


def is_worth(game: ActionReplay, winner: Side, points: int) -> bool:
    """Whether the winner can get these points by a resignation in this position."""
    levels = _levels(game, winner, points)
    return bool(levels) and levels[0] <= game.most_conceded(winner.other)


def _conceded_points(claim: RecordedGame) -> int | None:
    """The points of the resignation, where no result is recorded."""
    return next((each.points for each in reversed(claim.actions) if isinstance(each, Conceded)), None)


def _ended(game: ActionReplay, outcome: GameOutcome, claim: RecordedGame) -> tuple[Ending, list[Fault]]:
    points = _worth(game, outcome.kind)
    kind = outcome.kind if points == outcome.points else "single"
    ending = Ending(outcome.winner, points, kind)
    if claim.winner is None:
        return ending, [Fault("result_missing", "record.result", {"computed": points}, "note")]
    if claim.winner is not outcome.winner:
        facts: dict[str, object] = {"declared": claim.winner.value, "computed": outcome.winner.value}
        return ending, [Fault("winner_wrong", "game.win", facts)]
    return ending, _points_faults(game, outcome.winner, claim.stated_points, points)


def _points_faults(game: ActionReplay, winner: Side, declared: int | None, points: int) -> list[Fault]:
    facts: dict[str, object] = {"declared": declared, "computed": points}
    if declared is None or declared == points:
        return []
    if not game.score.length:
        return [Fault("points_wrong", "game.value", facts, "note")]
    if declared == min(points, game.score.away(winner)) or declared == min(points, game.score.length):
        return [Fault("points_clipped", "match.no-overshoot", facts, "inferred")]
    return [Fault("points_wrong", "game.value", facts)]


def _worth(game: ActionReplay, kind: Kind) -> int:
    """The value of a finished game; the Jacoby rule makes a gammon single before the cube is turned."""
    is_single = game.laws.jacoby and game.owner is None
    return game.cube if is_single else game.cube * MULTIPLES[kind]


def _unanswered(game: ActionReplay, winner: Side, faults: list[Fault]) -> tuple[Ending, list[Fault]]:
    points = game.cube
    return Ending(winner, points, "drop"), [*faults, Fault("drop_inferred", "cube.answer", {}, "inferred")]


def _conceded(
    game: ActionReplay, winner: Side, declared: int | None, faults: list[Fault]
) -> tuple[Ending, list[Fault]]:
    points = game.cube if declared is None else declared
    levels = _levels(game, winner, points)
    if not levels:
        return _odd_points(game, winner, points, faults)
    level = levels[0]
    computed = _worth(game, _LEVELS[level - 1])
    faults = [*faults, *_points_faults(game, winner, points, computed)]
    is_certain = declared is not None and len(levels) == 1
    facts: dict[str, object] = {"level": level, "points": computed, "certain": is_certain}
    faults.append(Fault("resignation_inferred", "game.resign", facts, "inferred"))
    maximum = game.most_conceded(winner.other)
    if level > maximum:
        over: dict[str, object] = {"level": level, "most": maximum}
        faults.append(Fault("resignation_too_high", "game.resign", over, _severity(game, winner, points)))
    return Ending(winner, computed, _LEVELS[level - 1]), faults


def _levels(game: ActionReplay, winner: Side, points: int) -> list[int]:
    """The levels of a resignation worth `points`, the likeliest first; none when the points fit none.

    Points that only cover what the winner needed leave the level open.
    """
    exact = [level for level in (1, 2, 3) if game.cube * level == points]
    if exact or not game.score.length:
        return exact
    clips = (game.score.away(winner), game.score.length)
    return [level for level in (1, 2, 3) if any(points == clip < game.cube * level for clip in clips)]


def _odd_points(
    game: ActionReplay, winner: Side, points: int, faults: list[Fault]
) -> tuple[Ending, list[Fault]]:
    facts: dict[str, object] = {
        "declared": points,
        "cube": game.cube,
    }
    if game.score.length and points >= game.score.away(winner):
        fault = Fault("adjudicated", "match.adjudication", facts, "note")
        return Ending(winner, game.score.away(winner), "adjudicated"), [*faults, fault]
    if not game.score.length and points > game.cube * game.most_conceded(winner.other):
        fault = Fault("adjudicated", "match.adjudication", facts, "note")
        return Ending(winner, points, "adjudicated"), [*faults, fault]
    fault = Fault("points_impossible", "game.value", facts, _severity(game, winner, points))
    return Ending(winner, points, "adjudicated"), [*faults, fault]


def _severity(game: ActionReplay, winner: Side, points: int) -> str:
    """More points than were played for are an error in a match, unless they award it as a whole."""
    return "error" if game.score.length and points < game.score.away(winner) else "note"


class Totals:
    """The running scores of a record.

    `score` follows the rules and the score lines, `law_total` the rules alone, `claimed` is as declared; the
    last two are uncredited.
    """

    __slots__ = ("claimed", "law_total", "length", "score")

    def __init__(self, length: int, first: RecordedGame | None, *, crawford: bool) -> None:
        self.length = length
        start = (first.score_before if first else None) or (0, 0)
        self.law_total, self.claimed = list(start), list(start)
        is_marked = start.count(length - 1) == 1 and first is not None and bool(first.is_crawford)
        state = get_state_at(length, *start, is_marked=is_marked, is_in_force=crawford)
        self.score = MatchScore(length, *start, state)

    @property
    def final(self) -> Score:
        """The score by the rules, credited."""
        return self.credited(self.law_total)

    @property
    def declared(self) -> Score:
        """The score the record declares, credited."""
        return self.credited(self.claimed)

    def credited(self, total: list[int]) -> Score:
        """A score with no more than the length for either side."""
        limit = self.length or max(total)
        return (min(total[0], limit), min(total[1], limit))

    def line_faults(self, recorded: RecordedGame) -> list[Fault]:
        """Check the score line above a game; in a match continue from it where it is the writer's own."""
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
            is_crawford = self.score.crawford != "none" and must_be_crawford_game(self.length, *line)
            self.score = MatchScore(self.length, *line, "active" if is_crawford else self.score.crawford)
        self.claimed = list(line)
        return faults

    def crawford_faults(self, recorded: RecordedGame) -> list[Fault]:
        """The inferred Crawford game as a note, and the fault of a mark that contradicts the score."""
        return find_mark_faults(self.score.crawford, recorded.is_crawford)

    def next_line(self, following: RecordedGame | None, faults: list[Fault]) -> tuple[Ending, list[Fault]]:
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
        self.law_total[ending.winner.index] += ending.points
        claimant = recorded.winner or ending.winner
        stated = recorded.stated_points
        self.claimed[claimant.index] += ending.points if stated is None else stated
        total = [self.score.white, self.score.black]
        total[ending.winner.index] += ending.points
        white, black = self.credited(total)
        state = get_next_state(self.score.crawford, is_one_away=self.length - 1 in (white, black))
        self.score = MatchScore(self.length, white, black, state)

    def final_faults(self, declared: Score | None, last: RecordedGame | None = None) -> list[Fault]:
        """Check the end of the record.

        `declared` is a final score written apart from the games, `last` the last game, which may say that it
        ended the match.
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
