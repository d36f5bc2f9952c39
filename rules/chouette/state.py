"""The state of a chouette and its ledger as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ..errors import Illegal
from ..money_cube import Close, Wager
from ..options import ChouetteLaws
from ..sides import Side

Rotation = Literal["box_stays", "captain_beat_box", "box_lost_overall", "double_stand_up"]


@dataclass(frozen=True, slots=True)
class ChouetteLedgerLine:
    """One reason in a row: between two players, box side first, `winner` got so many points, and why.

    `stake` is what a point is worth; `kind` is how the bet closed, or "extra_price"; `reasons` are those of
    `rules.money_cube.Close`. `winner` is None, and `points` 0, after a settlement at nothing.
    """

    pair: tuple[str, str]
    winner: str | None
    points: int
    stake: int
    kind: str
    cube: int
    reasons: tuple[str, ...] = ()

    @property
    def amount(self) -> int:
        """What was paid, in units of the stake."""
        return self.points * self.stake


@dataclass(frozen=True, slots=True)
class ChouetteLedgerRow:
    """One game in the ledger: what each player won or lost in units of the stake, and why.

    `amounts` has all players of the game and sums to zero. `rotation` is the outcome for the box.
    """

    number: int
    box: str
    captain: str
    partner: str
    amounts: Mapping[str, int]
    lines: tuple[ChouetteLedgerLine, ...]
    rotation: Rotation


BOX, TEAM = Side.WHITE, Side.BLACK

Phase = Literal["gathering", "between", "choosing_partner", "playing"]
Answer = Literal["take", "drop", "raise"]


@dataclass(frozen=True, slots=True)
class Bet:
    """One cube between a player on the box's side and one on the team's.

    The wager's White is the box's side. `stake` is the value of a point in it. An extra cube, owned by a
    lone taker against a member who dropped, has its `price`: the points that member paid for it.
    """

    box_side: str
    team_side: str
    stake: int
    wager: Wager
    price: int = 0

    @property
    def is_extra(self) -> bool:
        """Whether this is an extra cube and not a member's own."""
        return self.price > 0

    @property
    def is_open(self) -> bool:
        """Whether it is still undecided."""
        return self.wager.is_open

    @property
    def pair(self) -> tuple[str, str]:
        """The two players, box side first, which identify the bet."""
        return self.box_side, self.team_side

    def side_of(self, player: str) -> Side | None:
        """The side of a player in this bet, None for other players."""
        return BOX if player == self.box_side else TEAM if player == self.team_side else None

    def holder(self, side: Side) -> str:
        """The player on a side."""
        return self.box_side if side is BOX else self.team_side

    def opponent(self, player: str) -> str:
        """The other player of the bet."""
        return self.team_side if player == self.box_side else self.box_side


@dataclass(frozen=True, slots=True)
class Round:
    """An offer to or by several members that is answered one by one.

    `is_whole` tells whether it concerns all who were still playing, two at least. After an offer of the box
    the answers take effect together; `lone_taker` is then the member who has to answer again because all
    others dropped. After a double of the team, `answers` are the box's, by member.
    """

    members: tuple[str, ...]
    is_whole: bool
    answers: Mapping[str, Answer]
    lone_taker: str = ""

    @property
    def waiting(self) -> tuple[str, ...]:
        """The members who have not answered yet."""
        return tuple(member for member in self.members if member not in self.answers)


@dataclass(frozen=True, slots=True)
class ChouetteGame:
    """The current game. `captain` is that of its start, `members` are the team in order.

    `leader` plays for the team now: the captain, or the next in the queue still in the game. `acting_captain`
    is the captain the box has to beat: the leader, or a captain whom the box has already lost to. `round` is
    the box's current offer, `doubles_of_team` the box's answers to the team's doubles. `may_offer_extras` are
    the droppers who may now give the `lone_taker` an extra cube. `last_winner` is the side that won the last
    decided bet.
    """

    laws: ChouetteLaws
    number: int
    box: str
    captain: str
    partner: str
    members: tuple[str, ...]
    bets: tuple[Bet, ...]
    leader: str
    acting_captain: str
    round: Round | None = None
    doubles_of_team: Round | None = None
    lone_taker: str = ""
    may_offer_extras: tuple[str, ...] = ()
    last_winner: Side | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """All players of this game: box, partner if any, team."""
        return (self.box, *((self.partner,) if self.partner else ()), *self.members)

    @property
    def own_bets(self) -> tuple[Bet, ...]:
        """The members' own cubes against the box, in the order of the team; extra cubes left out."""
        return tuple(bet for bet in self.bets if not bet.is_extra)

    @property
    def open_bets(self) -> tuple[Bet, ...]:
        """The bets not yet decided."""
        return tuple(bet for bet in self.bets if bet.is_open)

    @property
    def open_own_bets(self) -> tuple[Bet, ...]:
        """The members' own bets not yet decided."""
        return tuple(bet for bet in self.own_bets if bet.is_open)

    @property
    def is_single(self) -> bool:
        """Whether one cube serves the whole team."""
        return self.laws.cubes == "single"

    @property
    def closes(self) -> tuple[tuple[Bet, Close], ...]:
        """The decided bets, each with how it ended."""
        return tuple((bet, bet.wager.close) for bet in self.bets if bet.wager.close)

    @property
    def still_playing(self) -> tuple[str, ...]:
        """The members of the team with an undecided bet, in order."""
        holders = {bet.team_side for bet in self.open_bets}
        return tuple(member for member in self.members if member in holders)

    def bets_of(self, player: str) -> tuple[Bet, ...]:
        """The undecided bets of a player, on either side."""
        return tuple(bet for bet in self.open_bets if bet.side_of(player))

    def own_bet(self, member: str) -> Bet:
        """A member's own bet with the box. Raises `Illegal` `no_such_bet` without one."""
        return self.bet(self.box, member)

    def bet(self, one: str, other: str) -> Bet:
        """The bet between two players. Raises `Illegal` `no_such_bet` (facts `one`, `other`)."""
        for bet in self.bets:
            if {one, other} == {*bet.pair}:
                return bet
        raise Illegal("no_such_bet", "chouette.cubes", one=one, other=other)

    def with_bets(self, *changed: Bet) -> ChouetteGame:
        """The game with these bets replaced; the team's leader and last winner follow."""
        new = {bet.pair: bet for bet in changed}
        game = replace(self, bets=tuple(new.get(bet.pair, bet) for bet in self.bets))
        closes = [bet.wager.close for bet in changed if bet.wager.close]
        leader = (*game.still_playing, self.leader)[0]
        wager = game.own_bet(self.acting_captain).wager
        is_captain_lost = wager.close is not None and wager.close.winner is not TEAM
        return replace(
            game,
            leader=leader,
            acting_captain=leader if is_captain_lost else self.acting_captain,
            last_winner=closes[-1].winner if closes else self.last_winner,
        )


@dataclass(frozen=True, slots=True)
class ChouetteState:
    """The state of a chouette. `queue` has those present: box, captain, then the others.

    `stakes` has all who ever joined. `throws` are the dice thrown for the order, until it is decided.
    `declined` has the members who declined to be partner, None when no partner is wanted; `leaving` those who
    leave when the game ends.
    """

    laws: ChouetteLaws
    stakes: Mapping[str, int]
    queue: tuple[str, ...] = ()
    throws: Mapping[str, tuple[int, ...]] | None = None
    declined: tuple[str, ...] | None = None
    partner: str = ""
    game: ChouetteGame | None = None
    rows: tuple[ChouetteLedgerRow, ...] = ()
    leaving: tuple[str, ...] = ()

    @property
    def phase(self) -> Phase:
        """The phase of the chouette."""
        if self.throws is not None:
            return "gathering"
        if self.game:
            return "playing"
        return "between" if self.declined is None or self.partner else "choosing_partner"

    @property
    def box(self) -> str:
        """The box of this or the next game; "" before the order is decided."""
        return self.game.box if self.game else self._in_line(0)

    @property
    def captain(self) -> str:
        """The player for the team now or in the next game; "" before the order is decided."""
        if self.game:
            return self.game.leader
        return self._in_line(2 if self._in_line(1) == self.partner else 1)

    @property
    def team(self) -> tuple[str, ...]:
        """The team in order: of the game, or of the next one."""
        if self.game:
            return self.game.members
        return tuple(player for player in self.queue[1:] if player != self.partner)

    def balance(self, player: str) -> int:
        """The balance of a player so far, in units of the stake."""
        return sum(row.amounts.get(player, 0) for row in self.rows)

    @property
    def totals(self) -> dict[str, int]:
        """The balance of all who ever joined; sums to zero."""
        return {player: self.balance(player) for player in self.stakes}

    def _in_line(self, place: int) -> str:
        return self.queue[place] if self.throws is None and place < len(self.queue) else ""
