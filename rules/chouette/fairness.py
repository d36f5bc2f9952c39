"""The box's duties where the house asks for them: the captain first, and no one left out for gain."""

from __future__ import annotations

from collections.abc import Sequence

from rules.chouette.state import BOX, Bet, Game, Round
from rules.errors import Illegal


def check_box_doubles(game: Game, doubled: Sequence[Bet]) -> None:
    """Refuse (`captain_first`) to double members without the captain, whose cube stands as theirs do."""
    if not game.laws.captain_first:
        return
    for bet in game.open_own_bets:
        is_as_high = any(bet.wager.cube.value <= other.wager.cube.value for other in doubled)
        is_captains = bet.team_side == game.leader and bet.wager.cube.is_open_to(BOX)
        if is_captains and is_as_high and bet not in doubled:
            raise Illegal("captain_first", "chouette.captain-first", captain=game.leader)


def check_box_answer(game: Game, wave: Round) -> None:
    """Refuse what the box may not answer when all who are playing have doubled him at once.

    He takes none, or the captain and enough cubes that winning them pays for those dropped (against two
    members: both). Raises `captain_first` or `box_must_break_even`.
    """
    if not game.laws.captain_first or not wave.is_whole:
        return
    dropped = [member for member in wave.members if wave.answers.get(member) == "drop"]
    takers = [member for member in wave.answers if member not in dropped]
    if not takers or not dropped:
        return
    if wave.members[0] in dropped:
        raise Illegal("captain_first", "chouette.captain-first", captain=wave.members[0])
    members = [member for member in wave.members if member not in dropped]
    if len(wave.members) == 2 or 2 * _value(game, members) < _value(game, dropped):
        raise Illegal("box_must_break_even", "chouette.captain-first", dropped=len(dropped))


def _value(game: Game, members: Sequence[str]) -> int:
    """What these members' cubes stood at before they were doubled, in units of the stakes."""
    return sum(_before(game.own_bet(member)) for member in members)


def _before(bet: Bet) -> int:
    wager = bet.wager
    if wager.close:
        return wager.close.cube * bet.stake
    value = wager.offer.value // 2 if wager.offer else wager.cube.value // 2
    return value * bet.stake
