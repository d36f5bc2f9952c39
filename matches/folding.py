"""A table where several play for points as one value, folded from the events of its journal.

Two who play for points are a `Pair`, more a chouette's `Evening`; both are asked the same questions here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, get_args

from rules import actions
from rules.chouette import choices as chouette_choices
from rules.chouette import evening as chouette
from rules.chouette import events as chouette_events
from rules.chouette import storing as chouette_storing
from rules.chouette.events import Event as ChouetteEvent
from rules.chouette.events import Joined, Left
from rules.chouette.state import Evening
from rules.errors import Illegal, Unreadable
from rules.money import events as money_events
from rules.money import session as money
from rules.money import storing as money_storing
from rules.money.events import Event as MoneyEvent
from rules.options import ChouetteLaws, MoneyLaws
from rules.sides import SIDES, Side

MONEY, CHOUETTE = "money", "chouette"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who play for points: the first who sat down has White, the second Black."""

    play: money.Session
    players: tuple[str, ...] = ()

    @property
    def is_fresh(self) -> bool:
        """Whether no game has begun yet."""
        return self == replace(self, play=money.fold(self.play.laws, ()))

    def side_of(self, player: str) -> Side | None:
        """The side a player has."""
        return SIDES[self.players.index(player)] if player in self.players else None

    def holder(self, side: Side) -> str:
        """The player on a side, "" while nobody sits there."""
        place = SIDES.index(side)
        return self.players[place] if place < len(self.players) else ""


Table = Pair | Evening
Event = ChouetteEvent | MoneyEvent
OWN_WORDS = (
    actions.Took,
    actions.Dropped,
    actions.Beavered,
    chouette_events.Took,
    chouette_events.Dropped,
    chouette_events.Raised,
    chouette_events.Doubled,
    chouette_events.OfferedExtra,
    chouette_events.Threw,
    Joined,
    Left,
)

_CHOUETTE_KINDS = ", ".join(chouette_storing.KINDS)
_MONEY_KINDS = ", ".join(kind.__name__ for kind in get_args(MoneyEvent))


def laws_of(kind: str, laws: Mapping[str, Any]) -> MoneyLaws | ChouetteLaws:
    """The laws of a table from stored data. Raises `laws_impossible` for what cannot be played by."""
    if kind == MONEY:
        found = MoneyLaws.from_json(dict(laws))
        money.fold(found, ())
        return found
    options = ChouetteLaws.from_json(dict(laws))
    chouette.check_laws(options)
    return options


def fold(laws: MoneyLaws | ChouetteLaws, events: Iterable[Event]) -> Table:
    """The table these events lead to; fewer undo the later ones. Raises `Illegal` for the first unlawful."""
    empty: Table = Pair(money.fold(laws, ())) if isinstance(laws, MoneyLaws) else chouette.fold(laws, ())
    return reduce(after, events, empty)


def after(table: Table, event: Event) -> Table:
    """The table after one more event. Raises `Illegal`, also for an event of the other kind of table."""
    if isinstance(table, Evening):
        if not isinstance(event, ChouetteEvent):
            raise Unreadable("event_unreadable", expected=_CHOUETTE_KINDS)
        return chouette.apply(table, event)
    if isinstance(event, Joined | Left):
        return _seated(table, event)
    if len(table.players) < 2:
        raise Illegal("too_few_players", "money.session", players=len(table.players), fewest=2)
    if not isinstance(event, MoneyEvent):
        raise Unreadable("event_unreadable", expected=_MONEY_KINDS)
    return replace(table, play=money.apply(table.play, event))


def choices(table: Table) -> tuple[Event, ...]:
    """Every event that may follow now, as the laws tell them; newcomers and prices apart."""
    if isinstance(table, Evening):
        return chouette_choices.choices(table)
    leaving = [Left(player) for player in table.players] if table.is_fresh else []
    return (*(money.choices(table.play) if len(table.players) == 2 else ()), *leaving)


def awaited(table: Table) -> tuple[str, ...]:
    """Those on whom the others wait."""
    if isinstance(table, Evening):
        return chouette_choices.awaited(table)
    offer = table.play.game.offer
    return (table.holder(offer.answerer),) if offer else ()


def present(table: Table) -> tuple[str, ...]:
    """Those who sit at the table now, in the order of the line."""
    return table.queue if isinstance(table, Evening) else table.players


def is_playing(table: Table) -> bool:
    """Whether a game has begun and is not over."""
    if isinstance(table, Evening):
        return table.game is not None
    return table.play.game != money.fold(table.play.laws, ()).game


def balances(table: Table) -> dict[str, int]:
    """What everybody who ever sat down has won, in units of the stake; sums to nothing."""
    if isinstance(table, Evening):
        return table.totals
    ahead = table.play.balance * table.play.laws.stake
    return dict(zip(table.players, (ahead, -ahead), strict=False))


def stake_of(table: Table, player: str) -> int:
    """What a point is worth to a player who sits there or did."""
    return table.stakes[player] if isinstance(table, Evening) else table.play.laws.stake


def payments(balance: Mapping[str, int]) -> tuple[tuple[str, str, int], ...]:
    """Who pays whom how much so that all are even: fewer payments than players."""
    owed = sorted(balance.items(), key=lambda item: (-item[1], item[0]))
    left, paid = dict(owed), []
    debtors = [name for name, amount in reversed(owed) if amount < 0]
    for winner in (name for name, amount in owed if amount > 0):
        for debtor in debtors:
            amount = min(left[winner], -left[debtor])
            if amount > 0:
                left[winner], left[debtor] = left[winner] - amount, left[debtor] + amount
                paid.append((debtor, winner, amount))
    return tuple(paid)


def actor(table: Table, event: Event) -> str:
    """The player whose word an event is; "" for what the whole table sees: a throw, the end of a game."""
    if isinstance(event, chouette_events.Settled):
        return event.loser
    if isinstance(event, money_events.Settled):
        return _holder(table, event.winner.other) if event.winner else ""
    if isinstance(event, chouette_events.PartnerRequested):
        return table.box if isinstance(table, Evening) else ""
    side = getattr(event, "side", None)
    if side is not None:
        return _holder(table, side)
    return str(getattr(event, "by", "") or getattr(event, "player", ""))


def is_own_word(event: Event) -> bool:
    """Whether it is said by one player for himself alone, so that others may speak in the same moment."""
    return isinstance(event, OWN_WORDS)


def read(kind: str, data: Mapping[str, Any]) -> Event:
    """An event from plain data. Raises `Unreadable` (`event_unreadable`)."""
    seats = data.get("kind") in {"Joined", "Left"}
    if kind == CHOUETTE or seats:
        return chouette_storing.read_event(dict(data))
    return money_storing.read_event(data)


def write(event: Event) -> dict[str, Any]:
    """An event as plain data."""
    if isinstance(event, ChouetteEvent):
        return chouette_storing.write_event(event)
    return money_storing.write_event(event)


def _seated(table: Pair, event: Joined | Left) -> Pair:
    player = event.player
    if isinstance(event, Left):
        if player not in table.players:
            raise Illegal("not_present", "money.session", player=player)
        if not table.is_fresh:
            raise Illegal("session_begun", "money.session")
        return replace(table, players=tuple(other for other in table.players if other != player))
    if not player:
        raise Illegal("player_unnamed", "money.session")
    if player in table.players:
        raise Illegal("already_present", "money.session", player=player)
    if len(table.players) == 2:
        raise Illegal("table_full", "money.session", player=player, most=2)
    return replace(table, players=(*table.players, player))


def _holder(table: Table, side: Side) -> str:
    return table.holder(side) if isinstance(table, Pair) else ""
