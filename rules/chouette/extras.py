"""Extra cubes: a member who dropped pays the lone taker to hold one more cube, against himself."""

from __future__ import annotations

from dataclasses import replace

from rules.chouette.state import TEAM, Bet, Game
from rules.cube import Cube
from rules.errors import Illegal
from rules.wager import Wager


def offer_extra(game: Game, dropper: str) -> Game:
    """The game with one more bet: `dropper` on the box's side against the lone taker, who must accept.

    The taker gets at once the points the box's double was worth before, and owns a cube at its new value;
    a point is worth the lower of the two stakes. Raises `extra_not_open` to anyone but the members who
    have just dropped.
    """
    if dropper not in game.may_offer_extras:
        raise Illegal("extra_not_open", "chouette.extras", player=dropper)
    own_bet = game.own_bet(game.lone_taker)
    wager = own_bet.wager
    price = (wager.offer.value if wager.offer else wager.cube.value) // 2
    price >>= wager.offer.raises if wager.offer else 0
    extra = Bet(
        box_side=dropper,
        team_side=game.lone_taker,
        stake=min(own_bet.stake, game.own_bet(dropper).stake),
        wager=Wager(wager.laws, Cube(price * 2, TEAM), wager.automatic),
        price=price,
    )
    remaining = tuple(member for member in game.may_offer_extras if member != dropper)
    return replace(game, bets=(*game.bets, extra), may_offer_extras=remaining)
