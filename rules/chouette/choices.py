"""What may happen next in a chouette: every lawful event, found by trying it at the door of the fold."""

from __future__ import annotations

from collections.abc import Iterator

from rules.chouette.cubes import to_answer
from rules.chouette.evening import apply
from rules.chouette.events import (
    AnsweredAsPartner,
    Conceded,
    Doubled,
    DoubledAutomatically,
    DrewPartner,
    Dropped,
    Ended,
    Event,
    Left,
    OfferedExtra,
    Opened,
    PartnerRequested,
    Raised,
    Settled,
    Threw,
    Took,
)
from rules.chouette.order import must_throw
from rules.chouette.partner import next_partner_candidate
from rules.chouette.state import Evening, Game
from rules.errors import Refusal


def choices(evening: Evening) -> tuple[Event, ...]:
    """Every event that may follow now, but for newcomers, who may always join.

    Of settlements one is given for each open bet and each way, at the most it can cost; a die is given as 1.
    The box's doubles come for all together and for each member.
    """
    return tuple(event for event in _candidates(evening) if is_lawful(evening, event))


def awaited(evening: Evening) -> tuple[str, ...]:
    """Those on whom the others wait: to throw a die, to be partner or not, to answer an offer."""
    game = evening.game
    if game:
        return tuple(player for player in (game.box, *game.members) if to_answer(game, player))
    candidate = next_partner_candidate(evening)
    return (candidate,) if candidate else must_throw(evening)


def is_lawful(evening: Evening, event: Event) -> bool:
    """Tell whether this event may follow now."""
    try:
        apply(evening, event)
    except Refusal:
        return False
    return True


def _candidates(evening: Evening) -> Iterator[Event]:
    for player in must_throw(evening):
        yield Threw(player, 1)
    yield from _between_games(evening)
    if evening.game:
        yield from _on_cubes(evening.game)
        yield from _to_the_end(evening.game)
    for player in evening.queue:
        yield Left(player)


def _between_games(evening: Evening) -> Iterator[Event]:
    yield Opened()
    yield PartnerRequested()
    candidate = next_partner_candidate(evening)
    if candidate:
        yield AnsweredAsPartner(candidate, True)
        yield AnsweredAsPartner(candidate, False)
    for player in evening.queue:
        yield DrewPartner(player)


def _on_cubes(game: Game) -> Iterator[Event]:
    yield DoubledAutomatically()
    for player in (game.box, *game.members):
        yield OfferedExtra(player)
        yield Doubled(player)
        for bet in game.bets_of(player):
            if player == game.box or bet.is_extra:
                yield Doubled(player, (bet.opponent(player),))
        for bet in to_answer(game, player):
            against = (bet.opponent(player),)
            yield from (Took(player, against), Dropped(player, against), Raised(player, against))


def _to_the_end(game: Game) -> Iterator[Event]:
    for level in (1, 2, 3):
        yield Ended("box", level)
        yield Ended("team", level)
    for bet in game.open_bets:
        for winner, loser in (bet.pair, bet.pair[::-1]):
            yield Settled(winner, loser, bet.wager.most)
            yield Conceded(loser, (winner,), 1)
