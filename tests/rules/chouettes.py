"""Chouettes for tests: players a, b, c … in that order, with a in the box."""

import random
from collections.abc import Sequence

import pytest

from rules.chouette.events import Event, Joined, Left, Opened, Settled, Threw
from rules.chouette.replay import apply, choices, fold
from rules.chouette.state import ChouetteState
from rules.errors import Refusal
from rules.options import ChouetteLaws, MoneyLaws

NAMES = "abcdefghijkl"
FREE = ChouetteLaws(MoneyLaws(animals=3), lone_taker="free")
SINGLE = ChouetteLaws(MoneyLaws(animals=3), cubes="single", lone_taker="free")


def line(players: int) -> list[Event]:
    """Three throw for the order, the others join behind them."""
    throws = [Threw("a", 6), Threw("b", 5), Threw("c", 4)]
    return [*(Joined(name) for name in "abc"), *throws, *(Joined(name) for name in NAMES[3:players])]


def after(laws: ChouetteLaws, players: int, *events: Event) -> ChouetteState:
    """The evening after these events, the line of a, b, c … having been made."""
    return fold(laws, [*line(players), *events])


def opened(laws: ChouetteLaws, players: int, *events: Event) -> ChouetteState:
    """The same with the first game opened."""
    return after(laws, players, Opened(), *events)


def refused(evening: ChouetteState, event: Event) -> tuple[str, str, dict[str, object]]:
    """The code, law and facts with which an event is refused."""
    with pytest.raises(Refusal) as caught:
        apply(evening, event)
    return caught.value.code, caught.value.law, caught.value.facts


def row(evening: ChouetteState) -> dict[str, int]:
    """The amounts of the last game."""
    return dict(evening.rows[-1].amounts)


def any_laws(chance: random.Random) -> ChouetteLaws:
    """Some site's laws."""
    return ChouetteLaws(
        money=MoneyLaws(
            jacoby=chance.random() < 0.5,
            animals=chance.randint(1, 3),
            automatic_doubles=chance.randint(0, 2),
            cube_limit=chance.choice([0, 64]),
        ),
        cubes=chance.choice(["several", "single"]),
        consultation=chance.choice(["free", "never", "after_cube", "after_own_cube"]),
        lone_taker=chance.choice(["free", "must_drop", "must_beaver", "accepts_extras"]),
        lone_taker_from=chance.choice([4, 5]),
        lone_taker_below=chance.choice(["free", "must_beaver", "accepts_extras"]),
        box_keeps=chance.choice(["beats_acting_captain", "beats_captain", "not_lose_overall"]),
        box_breaks_even=chance.random() < 0.5,
        captain_first=chance.random() < 0.5,
        partner_from=chance.choice([0, 5, 8]),
        partner_compulsory_from=chance.choice([0, 7]),
        partner_after_loss=chance.choice(["keeps_place", "captain"]),
        newcomers=chance.choice(["before_losers", "last"]),
    )


def any_event(evening: ChouetteState, chance: random.Random, names: Sequence[str]) -> Event:
    """Some lawful event: seldom a leaving, dice and prices by chance."""
    absent = [name for name in names if name not in evening.queue]
    if absent and (len(evening.queue) < 3 or chance.random() < 0.02):
        return Joined(absent[0], chance.choice([0, 2, 3]))
    events = choices(evening)
    staying = [event for event in events if not isinstance(event, Left)]
    event = chance.choice(staying if staying and chance.random() < 0.95 else events)
    if isinstance(event, Threw):
        return Threw(event.player, chance.randint(1, 6))
    if isinstance(event, Settled):
        return Settled(event.winner, event.loser, chance.randint(0, event.points))
    return event
