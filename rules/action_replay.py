"""The replay of one game: its state after each action, and the faults of the action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .accepted_illegal_plays import judge_accepted_play
from .actions import AcceptedIllegalPlay, Action, Beavered, Doubled, Dropped, Moved, Placed, Took
from .cube import HIGHEST, is_cube_value
from .dice import format_dice, is_roll
from .doubling import find_double_faults, find_raise_faults, find_start_faults, make_value_fault
from .faults import Fault
from .match import GameOutcome, Kind, MatchScore
from .money_cube import Offer
from .notation import BLANK, DANCE, UNKNOWN
from .options import Laws, MoneyLaws, for_points
from .packed_board import ALL_OFF, GUARDS, PackedBoard, is_shut_out, pack, play_first, unpack
from .play_faults import get_boards, judge_play, make_illegal_play, make_moves
from .plays import can_move, list_legal_plays
from .position import BAR, CHECKERS, OFF, Position
from .sides import Side

WHITE, BLACK = Side.WHITE, Side.BLACK
_NOTHING_PLAYED = (BLANK, DANCE)
_START = pack(Position.start().white)

Step = tuple[Action, PackedBoard, PackedBoard, int, Side | None]


class ActionReplay:
    """The state of one game while its actions are applied, one call of `apply` each.

    After a fault the game goes on as the record evidently did: a wrong play is made as far as possible, a
    wrong cube action is carried out. `white` and `black` are packed boards; `steps` has each action with the
    boards it led to, that of its own side first, and the cube.
    """

    __slots__ = (
        "black",
        "conceded",
        "cube",
        "has_turned",
        "keeper",
        "kind",
        "laws",
        "offer",
        "owner",
        "raises",
        "rolls",
        "score",
        "steps",
        "turn",
        "white",
        "winner",
    )

    def __init__(self, score: MatchScore, laws: Laws, cube: int = 1) -> None:
        self.score = score
        self.laws = laws if score.length or isinstance(laws, MoneyLaws) else for_points(laws)
        self.white, self.black = _START, _START
        self.cube = cube if is_cube_value(cube) else 1
        self.owner: Side | None = None
        self.turn: Side | None = None
        self.rolls = 0
        self.offer = 0
        self.keeper: Side | None = None
        self.raises = 0
        self.has_turned = False
        self.winner: Side | None = None
        self.kind: Kind | None = None
        self.conceded: Side | None = None
        self.steps: list[Step] = []

    def apply(self, action: Action) -> list[Fault]:
        """Apply one action and return its faults and notes; usually none."""
        faults = self._apply_roll(action) if isinstance(action, Moved) else self._apply_other_action(action)
        self._add_step(action)
        return faults

    def apply_all(self, actions: Sequence[Action]) -> Iterator[tuple[int, list[Fault]]]:
        """Apply actions and yield the number and the faults of each that has some, before going on."""
        number = self._apply_plain_rolls(actions, 0)
        while number < len(actions):
            faults = self.apply(actions[number])
            if faults:
                yield number, faults
            number = self._apply_plain_rolls(actions, number + 1)

    def outcome(self) -> GameOutcome | None:
        """How the game ended on the board or on the cube; None while it goes on."""
        return GameOutcome(self.winner, self.kind, self.cube) if self.winner and self.kind else None

    @property
    def is_beaver(self) -> bool:
        """Whether the offer on the table has been raised at once, so that either side may end it."""
        return self.raises > 0

    def boards(self, side: Side) -> tuple[list[int], list[int]]:
        """The side's own checkers and the opponent's, each in its own numbering."""
        white, black = unpack(self.white), unpack(self.black)
        return (white, black) if side is WHITE else (black, white)

    def place(self, side: Side, mover_board: list[int], opponent_board: list[int]) -> None:
        """Correct the board after the latest action: the side's own checkers and the opponent's."""
        self._set_boards(side, pack(mover_board), pack(opponent_board))
        if mover_board[OFF] == CHECKERS:
            self.winner, self.kind = side, _find_kind_of_loss(opponent_board)
        if self.steps:
            self._add_step(self.steps.pop()[0])

    def most_conceded(self, loser: Side) -> int:
        """The most a resignation can concede on this board: 1, 2 or 3 times the cube."""
        mover_board, opponent_board = self.boards(loser)
        if mover_board[OFF]:
            return 1
        rearmost = max((point for point in range(1, 26) if mover_board[point]), default=0)
        opposing = max((point for point in range(1, 26) if opponent_board[point]), default=0)
        return 3 if rearmost > 18 or rearmost + opposing > 25 else 2

    def _apply_roll(self, action: Moved) -> list[Fault]:
        side, _, notation, _ = action
        faults = self._find_turn_faults(action)
        mover_board, opponent_board = (self.white, self.black) if side is WHITE else (self.black, self.white)
        self.turn = BLACK if side is WHITE else WHITE
        self.rolls += 1
        played = play_first(mover_board, opponent_board, notation.readings)
        if played is None:
            own_board, other = unpack(mover_board), unpack(opponent_board)
            fault = _play_without_reading(own_board, other, action)
            faults += [fault] if fault else []
            played = pack(own_board), pack(other)
        self._set_boards(side, *played)
        if played[0] >= ALL_OFF and not self.winner:
            self.winner, self.kind = side, _find_kind_of_loss(unpack(played[1]))
        return faults

    def _apply_plain_rolls(self, actions: Sequence[Action], number: int) -> int:
        """Apply plain legal rolls from `number` on; return the number of the first other action."""
        mover = self.turn
        if mover is None or self.offer or self.winner or self.conceded:
            return number
        before = len(self.steps)
        self._apply_rolls_while_plain(map(actions.__getitem__, range(number, len(actions))), mover)
        made = len(self.steps) - before
        self.rolls += made
        return number + made

    def _apply_rolls_while_plain(self, actions: Iterator[Action], mover: Side) -> None:
        """Apply rolls by turns until one is no plain legal roll, or ends the game.

        The loop is `play_first` written out: a call for each roll would take as long as the rest of it.
        """
        waiting, cube, owner = mover.other, self.cube, self.owner
        mover_board, opponent_board = (self.white, self.black) if mover is WHITE else (self.black, self.white)
        add_step = self.steps.append
        for action in actions:
            if type(action) is not Moved or action.side is not mover:
                break
            for change, check, landing, blocks in action.written.readings:
                after, hit = mover_board + change, opponent_board & landing
                if after & check == GUARDS and not hit & blocks:
                    break
            else:
                if not _is_dance(mover_board, opponent_board, action):
                    break
                after, hit = mover_board, 0
            if after >= ALL_OFF:
                break
            mover_board = opponent_board - hit + hit.bit_count() if hit else opponent_board
            opponent_board = after
            mover, waiting = waiting, mover
            add_step((action, after, mover_board, cube, owner))
            self.turn = mover
        self._set_boards(mover, mover_board, opponent_board)

    def _set_boards(self, side: Side, mover_board: PackedBoard, opponent_board: PackedBoard) -> None:
        self.white, self.black = (
            (mover_board, opponent_board) if side is WHITE else (opponent_board, mover_board)
        )

    def _add_step(self, action: Action) -> None:
        mover_board, opponent_board = (
            (self.white, self.black) if action.side is WHITE else (self.black, self.white)
        )
        self.steps.append((action, mover_board, opponent_board, self.cube, self.owner))

    def _find_turn_faults(self, action: Moved | AcceptedIllegalPlay) -> list[Fault]:
        faults = []
        if self.winner or self.conceded:
            faults.append(Fault("action_after_end", "game.win", {}))
        if self.offer:
            if not self.is_beaver:
                faults.append(Fault("double_unanswered", "cube.answer", {"value": self.offer}))
            self._accept_offer()
        if self.turn is None:
            if action.dice[0] == action.dice[1] != 0:
                faults.append(Fault("opening_double", "game.opening", {"dice": format_dice(action.dice)}))
        elif action.side is not self.turn:
            faults.append(Fault("out_of_turn", "turn.alternate", {"dice": format_dice(action.dice)}))
        return faults

    def _apply_other_action(self, action: Action) -> list[Fault]:
        if self.winner or self.conceded:
            return [Fault("action_after_end", "game.win", {})]
        if isinstance(action, Doubled):
            is_raise = self.offer and (self.is_beaver or action.side is self.keeper)
            return self._apply_raise(action) if is_raise else self._apply_double(action)
        if isinstance(action, Beavered):
            return self._apply_raise(action)
        if isinstance(action, Took | Dropped):
            return self._apply_take(action) if isinstance(action, Took) else self._apply_drop(action)
        if isinstance(action, Placed | AcceptedIllegalPlay):
            return (
                self._apply_set_up(action)
                if isinstance(action, Placed)
                else self._apply_accepted_illegal_play(action)
            )
        self.conceded = action.side
        return []

    def _apply_double(self, action: Doubled) -> list[Fault]:
        side, twice = action.side, self.cube * 2
        faults = find_double_faults(self, side)
        if self.offer:
            faults.append(Fault("double_unanswered", "cube.answer", {"value": self.offer}))
        is_higher = action.value > twice and is_cube_value(action.value)
        if is_higher and not self.has_turned and self.laws.automatic_doubles:
            self.cube = action.value // 2
            facts: dict[str, object] = {"cube": self.cube}
            faults.append(Fault("automatic_doubles_assumed", "money.automatic", facts, "inferred"))
            faults += find_start_faults(self.laws, self.cube)
        elif action.value not in (0, twice):
            faults.append(make_value_fault(action.value, twice))
        self.offer, self.keeper, self.raises, self.has_turned = self.cube * 2, side.other, 0, True
        return faults

    def _apply_raise(self, action: Doubled | Beavered) -> list[Fault]:
        if not self.offer or not self.keeper:
            return [Fault("beaver_without_double", "money.beaver", {})]
        offer = Offer(self.keeper.other, self.offer, self.raises)
        faults = find_raise_faults(self.laws, offer, action.side)
        if action.value not in (0, self.offer * 2):
            faults.append(make_value_fault(action.value, self.offer * 2))
        self.offer, self.raises = self.offer * 2, self.raises + 1
        return faults

    def _apply_take(self, action: Took) -> list[Fault]:
        if not self.offer:
            return [Fault("take_without_double", "cube.answer", {})]
        wrong = action.side is not self.keeper and not self.is_beaver
        self._accept_offer()
        return [Fault("answer_by_doubler", "cube.answer", {})] if wrong else []

    def _accept_offer(self) -> None:
        self.cube, self.owner, self.offer, self.raises = min(self.offer, HIGHEST), self.keeper, 0, 0

    def _apply_drop(self, action: Dropped) -> list[Fault]:
        faults = []
        if not self.offer:
            faults.append(Fault("drop_without_double", "cube.answer", {}))
        elif action.side is not self.keeper and not self.is_beaver:
            faults.append(Fault("answer_by_doubler", "cube.answer", {}))
        self.cube = min(self.offer // 2, HIGHEST) or self.cube
        self.winner, self.kind, self.offer = action.side.other, "drop", 0
        return faults

    def _apply_set_up(self, action: Placed) -> list[Fault]:
        faults = []
        if action.cube and not is_cube_value(action.cube):
            faults.append(make_value_fault(action.cube, self.cube))
        elif action.cube:
            self.cube, self.owner = action.cube, action.owner
        wrong = action.position.faults()
        if wrong:
            return [*faults, Fault("board_impossible", wrong[0].law, {"fault": wrong[0].code})]
        self.turn = action.position.turn
        self._set_boards(WHITE, pack(action.position.white), pack(action.position.black))
        return faults

    def _apply_accepted_illegal_play(self, action: AcceptedIllegalPlay) -> list[Fault]:
        """Apply an accepted illegal play: its board stands, unless it is impossible."""
        side, dice, position, _ = action
        faults = self._find_turn_faults(action)
        if not is_roll(dice):
            faults.append(Fault("dice_invalid", "dice.valid", {"dice": format_dice(dice)}))
        self.turn = side.other
        self.rolls += 1
        wrong = position.faults()
        if wrong:
            return [*faults, Fault("board_impossible", wrong[0].law, {"fault": wrong[0].code})]
        mover_board, opponent_board = get_boards(position, side)
        faults.append(judge_accepted_play(self.boards(side), dice, (mover_board, opponent_board)))
        self._set_boards(side, pack(mover_board), pack(opponent_board))
        if mover_board[OFF] == CHECKERS:
            self.winner, self.kind = side, _find_kind_of_loss(opponent_board)
        return faults


def _is_dance(mover_board: PackedBoard, opponent_board: PackedBoard, action: Moved) -> bool:
    """Whether no play is written and no checker can enter."""
    return action.written in _NOTHING_PLAYED and is_shut_out(mover_board, opponent_board, action.dice)


def _play_without_reading(mover_board: list[int], opponent_board: list[int], action: Moved) -> Fault | None:
    """Apply a play without a valid reading: none written, fewer numbers, merged steps, or illegal."""
    _, dice, notation, _ = action
    if not is_roll(dice):
        make_illegal_play(mover_board, opponent_board, notation.steps)
        return Fault("dice_invalid", "dice.valid", {"dice": format_dice(dice)})
    if not notation.steps:
        return _play_nothing(mover_board, opponent_board, action)
    moves, fault = judge_play(mover_board, opponent_board, dice, notation)
    if moves is None:
        make_illegal_play(mover_board, opponent_board, notation.steps)
    else:
        make_moves(mover_board, opponent_board, moves)
    return fault


def _play_nothing(mover_board: list[int], opponent_board: list[int], action: Moved) -> Fault | None:
    facts: dict[str, object] = {"dice": format_dice(action.dice)}
    if action.written is UNKNOWN:
        return Fault("play_unknown", "move.compulsory", facts)
    if not can_move(mover_board, opponent_board[::-1], action.dice):
        return None
    legal = tuple(list_legal_plays(mover_board, opponent_board[::-1], action.dice))
    if len(legal) > 1 or action.written is not BLANK:
        return Fault("play_missing", "move.compulsory", facts, legal=legal)
    make_moves(mover_board, opponent_board, legal[0])
    return Fault("forced_play_added", "move.compulsory", facts, "inferred", legal)


def _find_kind_of_loss(loser: list[int]) -> Kind:
    if loser[OFF]:
        return "single"
    return "backgammon" if loser[BAR] or any(loser[19:25]) else "gammon"
