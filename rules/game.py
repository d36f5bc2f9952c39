"""One game as a fold over its actions: the board, the cube, whose turn it is, and how it ends."""

from __future__ import annotations

from rules.actions import Action, Beavered, Conceded, Condoned, Doubled, Dropped, Moved, Placed, Took
from rules.cube import is_dead
from rules.dice import is_roll, spell
from rules.judging import Fault, force, forced_play, judge, make_hops, make_strides
from rules.match import GameOutcome, Kind, MatchScore
from rules.notation import BLANK, UNKNOWN
from rules.options import MatchLaws
from rules.plays import can_move
from rules.position import BAR, CHECKERS, OFF, Position
from rules.sides import Side

WHITE, BLACK = Side.WHITE, Side.BLACK
_START = list(Position.start().white)
_DEAD_CUBE = {"note": "note", "refuse": "error"}

Step = tuple[Action, bytes, bytes, int, Side | None]


class Game:
    """The state of one game while its actions are folded in, one call of `apply` each.

    After a fault the game goes on as the record evidently did: a wrong play is made as far as possible, a
    wrong cube action is carried out. `steps` keeps each action with the cube and the board it led to, a
    byte a place.
    """

    __slots__ = (
        "black", "conceded", "cube", "has_turned", "is_beaver", "keeper", "kind", "laws", "offer",
        "owner", "rolls", "score", "steps", "turn", "white", "winner",
    )  # fmt: skip

    def __init__(self, score: MatchScore, laws: MatchLaws, cube: int = 1) -> None:
        self.score = score
        self.laws = laws
        self.white, self.black = _START[:], _START[:]
        self.cube = cube
        self.owner: Side | None = None
        self.turn: Side | None = None
        self.rolls = 0
        self.offer = 0
        self.keeper: Side | None = None
        self.is_beaver = False
        self.has_turned = False
        self.winner: Side | None = None
        self.kind: Kind | None = None
        self.conceded: Side | None = None
        self.steps: list[Step] = []

    def apply(self, action: Action) -> list[Fault]:
        """Fold one action in and return what is wrong with it, or worth a note; usually nothing."""
        faults = self._roll(action) if isinstance(action, Moved) else self._act(action)
        self.steps.append((action, bytes(self.white), bytes(self.black), self.cube, self.owner))
        return faults

    def outcome(self) -> GameOutcome | None:
        """How the game ended on the board or on the cube; None while it goes on."""
        return GameOutcome(self.winner, self.kind, self.cube) if self.winner and self.kind else None

    def boards(self, side: Side) -> tuple[list[int], list[int]]:
        """The side's own checkers and the opponent's, each in its own numbering."""
        return (self.white, self.black) if side is WHITE else (self.black, self.white)

    def place(self, side: Side, mine: list[int], theirs: list[int]) -> None:
        """Correct the board after the latest action: the side's own checkers and the opponent's."""
        self.white, self.black = (mine, theirs) if side is WHITE else (theirs, mine)
        if self.steps:
            action, _, _, cube, owner = self.steps[-1]
            self.steps[-1] = (action, bytes(self.white), bytes(self.black), cube, owner)

    def most_conceded(self, loser: Side) -> int:
        """The most a resignation can concede on this board: 1, 2 or 3 times the cube."""
        mine, theirs = self.boards(loser)
        if mine[OFF]:
            return 1
        rearmost = max((point for point in range(1, 26) if mine[point]), default=0)
        opposing = max((point for point in range(1, 26) if theirs[point]), default=0)
        return 3 if rearmost > 18 or rearmost + opposing > 25 else 2

    def _roll(self, action: Moved) -> list[Fault]:
        side, _, written, _ = action
        faults = [] if side is self.turn and not self.offer and not self.winner else self._turn_faults(action)
        mine, theirs = (self.white, self.black) if side is WHITE else (self.black, self.white)
        self.turn = BLACK if side is WHITE else WHITE
        self.rolls += 1
        for strides in written.readings:
            if make_strides(mine, theirs, strides):
                break
        else:
            fault = _play_otherwise(mine, theirs, action)
            if fault:
                faults.append(fault)
        if mine[OFF] == CHECKERS and not self.winner:
            self.winner, self.kind = side, _kind_of_loss(theirs)
        return faults

    def _turn_faults(self, action: Moved) -> list[Fault]:
        faults = []
        if self.winner or self.conceded:
            faults.append(Fault("action_after_end", "game.win", {}))
        if self.offer:
            if not self.is_beaver:
                faults.append(Fault("double_unanswered", "cube.answer", {"value": self.offer}))
            self._accept()
        if self.turn is None:
            if action.dice[0] == action.dice[1] != 0:
                faults.append(Fault("opening_double", "game.opening", {"dice": spell(action.dice)}))
        elif action.side is not self.turn:
            faults.append(Fault("out_of_turn", "turn.alternate", {"dice": spell(action.dice)}))
        return faults

    def _act(self, action: Action) -> list[Fault]:
        if self.winner or self.conceded:
            return [Fault("action_after_end", "game.win", {})]
        if isinstance(action, Doubled):
            is_raise = self.offer and (self.is_beaver or action.side is self.keeper)
            return self._beaver(action) if is_raise else self._double(action)
        if isinstance(action, Beavered):
            return self._beaver(action)
        if isinstance(action, Took):
            return self._take(action)
        if isinstance(action, Dropped):
            return self._drop(action)
        if isinstance(action, Conceded):
            self.conceded = action.side
        elif isinstance(action, Placed | Condoned):
            self._place(action)
        return []

    def _double(self, action: Doubled) -> list[Fault]:
        side, twice = action.side, self.cube * 2
        faults = self._double_faults(action, twice)
        if not self.score.length and not self.has_turned and action.value > twice:
            self.cube = action.value // 2
            twice = self.cube * 2
            faults.append(
                Fault("automatic_doubles_assumed", "money.automatic", {"cube": self.cube}, "inferred")
            )
        elif action.value not in (0, twice):
            facts: dict[str, object] = {"declared": action.value, "expected": twice}
            faults.append(Fault("cube_value_wrong", "cube.values", facts))
        self.offer, self.keeper, self.is_beaver, self.has_turned = twice, side.other, False, True
        return faults

    def _double_faults(self, action: Doubled, twice: int) -> list[Fault]:
        side, score, laws = action.side, self.score, self.laws
        faults = []
        if self.turn is None:
            faults.append(Fault("double_at_opening", "cube.before-roll", {"value": twice}))
        elif side is not self.turn:
            faults.append(Fault("double_out_of_turn", "cube.before-roll", {"value": twice}))
        if score.is_crawford:
            faults.append(Fault("crawford_double", "match.crawford", {"value": twice}))
        elif self.owner is side.other:
            faults.append(Fault("cube_not_owned", "cube.owner", {"value": twice}))
        elif score.length and laws.dead_cube != "allow" and is_dead(self.cube, score.away(side)):
            facts: dict[str, object] = {"value": twice, "away": score.away(side)}
            faults.append(Fault("dead_cube", "cube.dead", facts, _DEAD_CUBE[laws.dead_cube]))
        if laws.holland and score.crawford == "expired" and self.rolls < 4:
            faults.append(Fault("holland_double", "match.holland", {"rolls": self.rolls}))
        return faults

    def _beaver(self, action: Doubled | Beavered) -> list[Fault]:
        if not self.offer:
            return [Fault("beaver_without_double", "money.beaver", {})]
        faults = []
        if self.score.length and not self.laws.beavers:
            faults.append(Fault("beaver_in_match", "match.no-extras", {"value": self.offer * 2}))
        if action.value not in (0, self.offer * 2):
            facts: dict[str, object] = {"declared": action.value, "expected": self.offer * 2}
            faults.append(Fault("cube_value_wrong", "cube.values", facts))
        self.offer, self.is_beaver = self.offer * 2, True
        return faults

    def _take(self, action: Took) -> list[Fault]:
        if not self.offer:
            return [Fault("take_without_double", "cube.answer", {})]
        wrong = action.side is not self.keeper and not self.is_beaver
        self._accept()
        return [Fault("answer_by_doubler", "cube.answer", {})] if wrong else []

    def _accept(self) -> None:
        self.cube, self.owner, self.offer, self.is_beaver = self.offer, self.keeper, 0, False

    def _drop(self, action: Dropped) -> list[Fault]:
        faults = []
        if not self.offer:
            faults.append(Fault("drop_without_double", "cube.answer", {}))
        elif action.side is not self.keeper and not self.is_beaver:
            faults.append(Fault("answer_by_doubler", "cube.answer", {}))
        self.cube = self.offer // 2 or self.cube
        self.winner, self.kind, self.offer = action.side.other, "drop", 0
        return faults

    def _place(self, action: Placed | Condoned) -> None:
        self.white, self.black = list(action.position.white), list(action.position.black)
        self.turn = action.position.turn


def _play_otherwise(mine: list[int], theirs: list[int], action: Moved) -> Fault | None:
    """Make a play that no reading explains: nothing written, fewer numbers, merged steps, or unlawful."""
    _, dice, written, _ = action
    if not is_roll(dice):
        force(mine, theirs, written.steps)
        return Fault("dice_invalid", "dice.valid", {"dice": spell(dice)})
    if not written.steps:
        return _play_nothing(mine, theirs, action)
    hops, fault = judge(mine, theirs, dice, written)
    if hops is None:
        force(mine, theirs, written.steps)
    else:
        make_hops(mine, theirs, hops)
    return fault


def _play_nothing(mine: list[int], theirs: list[int], action: Moved) -> Fault | None:
    facts: dict[str, object] = {"dice": spell(action.dice)}
    if action.written is UNKNOWN:
        return Fault("play_unknown", "move.compulsory", facts)
    if not can_move(mine, theirs[::-1], action.dice):
        return None
    hops = forced_play(mine, theirs, action.dice) if action.written is BLANK else None
    if hops is None:
        return Fault("play_missing", "move.compulsory", facts)
    make_hops(mine, theirs, hops)
    return Fault("forced_play_added", "move.compulsory", facts, "inferred", (hops,))


def _kind_of_loss(loser: list[int]) -> Kind:
    if loser[OFF]:
        return "single"
    return "backgammon" if loser[BAR] or any(loser[19:25]) else "gammon"
