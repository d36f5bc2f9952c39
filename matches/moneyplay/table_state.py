"""The state of a table in a money session, computed from the events of its journal; no database access.

A table of two players is a `MoneyTable`, a chouette a `rules.chouette.state.ChouetteState`. The functions
here accept both and call the rules of the right kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, get_args

from rules import actions, money
from rules.chouette import cubes, replay
from rules.chouette import events as chouette_events
from rules.chouette.events import Event as ChouetteEvent
from rules.chouette.events import Joined, Left
from rules.chouette.state import ChouetteState
from rules.errors import Illegal, Unreadable
from rules.money import Event as MoneyEvent
from rules.options import ChouetteLaws, MoneyLaws
from rules.sides import SIDES, Side

MONEY, CHOUETTE = "money", "chouette"


@dataclass(frozen=True, slots=True)
class MoneyTable:
    """A table of two in money play: the first to sit down has White, the second Black."""

    play: money.Session
    players: tuple[str, ...] = ()

    @property
    def is_fresh(self) -> bool:
        """Whether no game has begun yet."""
        return self == replace(self, play=money.fold(self.play.laws, ()))

    def side_of(self, player: str) -> Side | None:
        """Return the side of a player, None if not at the table."""
        return SIDES[self.players.index(player)] if player in self.players else None

    def holder(self, side: Side) -> str:
        """The player of a side, "" while it is free."""
        place = SIDES.index(side)
        return self.players[place] if place < len(self.players) else ""


TableState = MoneyTable | ChouetteState
Event = ChouetteEvent | MoneyEvent
INDIVIDUAL_EVENTS = (
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
ANSWERS = (
    actions.Took,
    actions.Dropped,
    actions.Beavered,
    chouette_events.Took,
    chouette_events.Dropped,
    chouette_events.Raised,
)
RESULT_EVENTS = (
    chouette_events.Ended,
    chouette_events.Conceded,
    chouette_events.Settled,
    money.Finished,
    money.Resigned,
    money.Scored,
    money.Settled,
)

_CHOUETTE_KINDS = ", ".join(chouette_events.KINDS)
_MONEY_KINDS = ", ".join(kind.__name__ for kind in get_args(MoneyEvent))


def read_options(kind: str, laws: Mapping[str, Any]) -> MoneyLaws | ChouetteLaws:
    """Return the rules of a table from stored data. Raises `laws_impossible`."""
    if kind == MONEY:
        money_options = MoneyLaws.from_json(dict(laws))
        money.fold(money_options, ())
        return money_options
    options = ChouetteLaws.from_json(dict(laws))
    replay.check_laws(options)
    return options


def replay_events(laws: MoneyLaws | ChouetteLaws, events: Iterable[Event]) -> TableState:
    """Return the table after these events. Raises `Illegal` for the first illegal one."""
    empty: TableState = (
        MoneyTable(money.fold(laws, ())) if isinstance(laws, MoneyLaws) else replay.fold(laws, ())
    )
    return reduce(apply_event, events, empty)


def apply_event(table: TableState, event: Event) -> TableState:
    """Return the table after one more event.

    Raises `Illegal`, and `Unreadable` for an event of the other kind of table.
    """
    if isinstance(table, ChouetteState):
        if not isinstance(event, ChouetteEvent):
            raise Unreadable("event_unreadable", expected=_CHOUETTE_KINDS)
        return replay.apply(table, event)
    if isinstance(event, Joined | Left):
        return _change_seats(table, event)
    if len(table.players) < 2:
        raise Illegal("too_few_players", "money.session", players=len(table.players), fewest=2)
    if not isinstance(event, MoneyEvent):
        raise Unreadable("event_unreadable", expected=_MONEY_KINDS)
    return replace(table, play=money.apply(table.play, event))


def list_legal_events(table: TableState) -> tuple[Event, ...]:
    """Every event that may follow now, except joining and settling at a price."""
    if isinstance(table, ChouetteState):
        return replay.choices(table)
    leaving = [Left(player) for player in table.players] if table.is_fresh else []
    return (*(money.choices(table.play) if len(table.players) == 2 else ()), *leaving)


def list_answers(table: TableState) -> tuple[Event, ...]:
    """Every answer that may be given now to the doubles that wait."""
    if not isinstance(table, ChouetteState):
        return tuple(event for event in list_legal_events(table) if isinstance(event, ANSWERS))
    game = table.game
    if game is None:
        return ()
    candidates = (
        kind(player, (bet.opponent(player),))
        for player in list_awaited_players(table)
        for bet in cubes.list_bets_to_answer(game, player)
        for kind in (chouette_events.Took, chouette_events.Dropped, chouette_events.Raised)
    )
    return tuple(event for event in candidates if replay.is_legal(table, event))


def list_awaited_players(table: TableState) -> tuple[str, ...]:
    """Return the players whose answer is awaited."""
    if isinstance(table, ChouetteState):
        return replay.awaited_players(table)
    offer = table.play.game.offer
    return (table.holder(offer.answerer),) if offer else ()


def find_lone_taker_duty(table: TableState, player: str) -> str:
    """Return what the only player left to answer must do (`rules.chouette.cubes`); "" if they are free."""
    if not isinstance(table, ChouetteState) or table.game is None:
        return ""
    return cubes.find_lone_taker_duty(table.game, player)


def list_present_players(table: TableState) -> tuple[str, ...]:
    """Return the players at the table, in queue order."""
    return table.queue if isinstance(table, ChouetteState) else table.players


def is_game_open(table: TableState) -> bool:
    """Whether a game has begun and is not over."""
    if isinstance(table, ChouetteState):
        return table.game is not None
    return table.play.game != money.fold(table.play.laws, ()).game


def count_games(table: TableState) -> int:
    """How many games are over."""
    return len(table.play.games if isinstance(table, MoneyTable) else table.rows)


def get_game_number(table: TableState) -> int:
    """The number of the game that is being played, or between two games of the next one."""
    return count_games(table) + 1


def ends_game(event: Event) -> bool:
    """Whether an event is the result of a game: on the board, by resigning or by a settlement."""
    return isinstance(event, RESULT_EVENTS)


def map_players_by_side(table: TableState) -> dict[str, str]:
    """Return the players of White and Black at a table of two; empty in a chouette."""
    if not isinstance(table, MoneyTable):
        return {}
    return {side.value: table.holder(side) for side in SIDES if table.holder(side)}


def get_stake(table: TableState, player: str) -> int:
    """The stake of a present or former player."""
    return table.stakes[player] if isinstance(table, ChouetteState) else table.play.laws.stake


def get_acting_player(table: TableState, event: Event) -> str:
    """Return the player whose action an event is; "" if it concerns the whole table, as the end of a game."""
    if isinstance(event, chouette_events.Settled):
        return event.loser
    if isinstance(event, money.Settled):
        return _get_holder(table, event.winner.other) if event.winner else ""
    if isinstance(event, chouette_events.PartnerRequested):
        return table.box if isinstance(table, ChouetteState) else ""
    side = getattr(event, "side", None)
    if side is not None:
        return _get_holder(table, side)
    return str(getattr(event, "by", "") or getattr(event, "player", ""))


def is_individual(event: Event) -> bool:
    """Whether an event concerns only its player, so that others may act at the same time."""
    return isinstance(event, INDIVIDUAL_EVENTS)


def read_event(kind: str, data: Mapping[str, Any]) -> Event:
    """An event from plain data. Raises `Unreadable` (`event_unreadable`)."""
    is_about_seat = data.get("kind") in {"Joined", "Left"}
    if kind == CHOUETTE or is_about_seat:
        return chouette_events.read_event(dict(data))
    return money.read_event(data)


def write_event(event: Event) -> dict[str, Any]:
    """An event as plain data."""
    if isinstance(event, ChouetteEvent):
        return chouette_events.write_event(event)
    return money.write_event(event)


def _change_seats(table: MoneyTable, event: Joined | Left) -> MoneyTable:
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


def _get_holder(table: TableState, side: Side) -> str:
    return table.holder(side) if isinstance(table, MoneyTable) else ""
