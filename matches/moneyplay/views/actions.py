"""Who may say what at a table for points just now: only lawful words, only those the reader may speak for."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from matches.identity import Identity
from matches.moneyplay import permissions, table_state
from matches.moneyplay.messages import BUTTONS, LEVELS, PARTIES, describe_event
from matches.moneyplay.permissions import SeatRights
from matches.moneyplay.queries import SessionState
from matches.moneyplay.table_state import Event, MoneyTable, TableState
from matches.phrases import label
from rules import actions
from rules.chouette import choices as chouette_choices
from rules.chouette import events as chouette
from rules.chouette.cubes import to_answer
from rules.chouette.state import Evening
from rules.money import events as money
from rules.sides import SIDES, Side
from rules.wager import animal

RAISES = (chouette.Raised, actions.Beavered)
TONES = {"Took": "", "Took all": "", "Dropped": "grave", "Dropped all": "grave", "accept": ""}


@dataclass(frozen=True, slots=True)
class EventButton:
    """One lawful event as a button: what it sends and what it says; `tone` is the button's kind."""

    value: str
    words: str
    tone: str = "quiet"


@dataclass(frozen=True, slots=True)
class ButtonRow:
    """Deeds that belong together, under a title ("" for none)."""

    title: str
    deeds: tuple[EventButton, ...]


def make_button(event: Event, words: str, tone: str = "quiet") -> EventButton:
    """A button for an event."""
    return EventButton(json.dumps(table_state.write_event(event), ensure_ascii=False), words, tone)


def describe(table: TableState, event: Event) -> str:
    """What an event says as a sentence."""
    return describe_event(table_state.write_event(event), name_sides(table), label_levels())


def label_levels() -> dict[str, str]:
    """Single game, gammon and backgammon in the reader's language."""
    return {name: label(name) for name in LEVELS.values()}


def name_sides(table: TableState) -> dict[str, str]:
    """Who has White and Black at a table of two; nothing in a chouette."""
    if not isinstance(table, MoneyTable):
        return {}
    return {side.value: table.holder(side) for side in SIDES if table.holder(side)}


def list_button_rows(table: TableState, name: str, own: Iterable[Any]) -> Iterator[ButtonRow]:
    """A player's words: for himself, and one row for each opponent whose offer he may answer alone."""
    general: list[Any] = []
    apart: dict[str, list[Any]] = {}
    for event in own:
        if _answers_one(event):
            apart.setdefault(event.against[0], []).append(event)
        elif not _is_said_twice(table, event):
            general.append(event)
    if len(apart) == 1:
        general, apart = [*general, *apart.popitem()[1]], {}
    elif apart:
        general = [*_answers_to_all(table, name), *general]
    if general:
        yield ButtonRow("", tuple(_button(table, event) for event in general))
    for other, events in apart.items():
        yield ButtonRow(other, tuple(_button(table, event) for event in events))


def _answers_one(event: Any) -> bool:
    return isinstance(event, (chouette.Took, chouette.Dropped, chouette.Raised)) and bool(event.against)


def _is_said_twice(table: TableState, event: Any) -> bool:
    """A double of the only member left is the same as one of all."""
    if not isinstance(event, chouette.Doubled) or not event.against or not isinstance(table, Evening):
        return False
    game = table.game
    return game is not None and event.by == game.box and len(game.open_own_bets) == 1


def _answers_to_all(table: TableState, name: str) -> Iterator[Event]:
    for kind in (chouette.Took, chouette.Dropped):
        event = kind(name)
        if isinstance(table, Evening) and chouette_choices.is_lawful(table, event):
            yield event


def _button(table: TableState, event: Any) -> EventButton:
    if isinstance(event, RAISES):
        return make_button(event, label(_animal(table, event)))
    if isinstance(event, chouette.Doubled) and event.against:
        return make_button(event, describe(table, event))
    form = _form(table, event)
    return make_button(event, str(BUTTONS[form]), TONES.get(form, "quiet"))


def _form(table: TableState, event: Any) -> str:
    kind = type(event).__name__
    if isinstance(event, chouette.AnsweredAsPartner):
        return "accept" if event.accepts else "decline"
    if isinstance(event, (chouette.Took, chouette.Dropped)) and not event.against:
        return f"{kind} all"
    if isinstance(event, chouette.Doubled) and isinstance(table, Evening) and table.game:
        return "Doubled all" if event.by == table.box and len(table.game.open_own_bets) > 1 else kind
    return kind


def _animal(table: TableState, event: Any) -> str:
    if isinstance(table, MoneyTable):
        offers = [table.play.game.offer]
    else:
        bets = to_answer(table.game, event.by) if table.game else ()
        offers = [
            bet.wager.offer for bet in bets if not event.against or bet.opponent(event.by) in event.against
        ]
    return animal(1 + max((offer.raises for offer in offers if offer), default=0))


AUTOMATIC = (chouette.DoubledAutomatically, money.DoubledAutomatically)
ENDS = (chouette.Ended, money.Finished)
GIVING_UP = (chouette.Conceded, money.Resigned)
APART = (*AUTOMATIC, *ENDS, *GIVING_UP, chouette.Opened, chouette.Settled, chouette.Left, chouette.Threw)


@dataclass(frozen=True, slots=True)
class PlayerActions:
    """One player and all he may say now. `number` is that of his seat."""

    number: int
    name: str
    is_mine: bool
    is_awaited: bool
    rows: tuple[ButtonRow, ...]
    whole: str

    @property
    def only(self) -> EventButton | None:
        """The one thing he may say, in a whole sentence, so that it needs no fold of its own."""
        deeds = [each for row in self.rows for each in row.deeds]
        return replace(deeds[0], words=self.whole) if len(deeds) == 1 else None


@dataclass(frozen=True, slots=True)
class WinnerButtons:
    """A side that may have won on the board, and a button for each way."""

    side: str
    name: str
    ways: tuple[EventButton, ...]


@dataclass(frozen=True, slots=True)
class TableActions:
    """Everything the reader may write down now, sorted as the page shows it."""

    voices: tuple[PlayerActions, ...]
    at_once: tuple[EventButton, ...]
    finishes: tuple[WinnerButtons, ...]
    dice: tuple[ButtonRow, ...]
    surrenders: tuple[EventButton, ...]
    prices: tuple[EventButton, ...]
    leavers: tuple[str, ...]
    is_lot_due: bool

    @property
    def singles(self) -> list[PlayerActions]:
        """The others who have one thing to say."""
        return [voice for voice in self.voices if voice.only and not voice.is_mine]

    @property
    def is_silent(self) -> bool:
        """Whether nothing may be written down but rare things."""
        return not (self.voices or self.at_once or self.finishes or self.dice or self.is_lot_due)


NOTHING = TableActions((), (), (), (), (), (), (), False)


def list_actions(state: SessionState, identity: Identity) -> TableActions:
    """What this reader may write down at the table as it stands; nothing at one that is closed."""
    session = state.session
    speaker = permissions.get_seat_rights(identity, session, state.seats)
    if session.closed_at or not speaker.may_speak_for(""):
        return NOTHING
    lawful: list[Any] = list(table_state.list_legal_events(state.table))
    return TableActions(
        voices=_voices(state, speaker, lawful),
        at_once=_at_once(state.table, lawful),
        finishes=_finishes(state.table, lawful),
        dice=_dice(lawful),
        surrenders=_surrenders(state, speaker, lawful),
        prices=_prices(state, speaker, lawful),
        leavers=tuple(
            event.player
            for event in lawful
            if isinstance(event, chouette.Left) and speaker.may_speak_for(event.player)
        ),
        is_lot_due=any(isinstance(event, chouette.DrewPartner) for event in lawful),
    )


def count_games(table: TableState) -> int:
    """How many games are over."""
    return len(table.play.games if isinstance(table, MoneyTable) else table.rows)


def _voices(state: SessionState, speaker: SeatRights, lawful: list[Any]) -> tuple[PlayerActions, ...]:
    table, waiting = state.table, table_state.list_awaited_players(state.table)
    said = [event for event in lawful if not isinstance(event, (*APART, chouette.DrewPartner))]
    found = []
    for seat in state.seats:
        own = [event for event in said if table_state.get_acting_player(table, event) == seat.name]
        if own and speaker.may_speak_for(seat.name):
            rows = tuple(list_button_rows(table, seat.name, own))
            is_mine, is_awaited, whole = (
                seat.name in speaker.own,
                seat.name in waiting,
                describe(table, own[0]),
            )
            found.append(PlayerActions(seat.number, seat.name, is_mine, is_awaited, rows, whole))
    places = {name: place for place, name in enumerate(table_state.list_present_players(table))}
    return tuple(
        sorted(found, key=lambda each: (not each.is_mine, not each.is_awaited, places.get(each.name, 0)))
    )


def _at_once(table: TableState, lawful: list[Any]) -> tuple[EventButton, ...]:
    begin = str(BUTTONS["Opened"]) % {"number": count_games(table) + 1}
    opened = [make_button(event, begin, "large") for event in lawful if isinstance(event, chouette.Opened)]
    said = str(BUTTONS["DoubledAutomatically"])
    return (*opened, *(make_button(event, said) for event in lawful if isinstance(event, AUTOMATIC)))


def _finishes(table: TableState, lawful: list[Any]) -> tuple[WinnerButtons, ...]:
    ways: dict[str, list[EventButton]] = {}
    for event in lawful:
        if isinstance(event, ENDS):
            ways.setdefault(_side(event), []).append(make_button(event, label(LEVELS[event.level])))
    return tuple(
        WinnerButtons(side, _name(table, side), tuple(ways[side])) for side in sorted(ways, key=SORTED)
    )


def _dice(lawful: list[Any]) -> tuple[ButtonRow, ...]:
    throwers = [event.player for event in lawful if isinstance(event, chouette.Threw)]
    return tuple(
        ButtonRow(name, tuple(make_button(chouette.Threw(name, die), str(die)) for die in range(1, 7)))
        for name in throwers
    )


def _surrenders(state: SessionState, speaker: SeatRights, lawful: list[Any]) -> tuple[EventButton, ...]:
    """Every way to give up to all one plays, each once; to one of several, programs may."""
    whole = [
        replace(event, against=()) if isinstance(event, chouette.Conceded) else event
        for event in lawful
        if isinstance(event, GIVING_UP)
    ]
    levels = dict.fromkeys(replace(event, level=level) for event in whole for level in LEVELS)
    return _for_me(state, speaker, levels)


def _prices(state: SessionState, speaker: SeatRights, lawful: list[Any]) -> tuple[EventButton, ...]:
    """Between whom a price may be agreed; the points are asked apart."""
    table = state.table
    wanted: list[Any] = [replace(event, points=1) for event in lawful if isinstance(event, chouette.Settled)]
    if isinstance(table, MoneyTable) and len(table.players) == 2 and not table.play.game.offer:
        wanted = [money.Settled(side, 1) for side in SIDES]
    return tuple(
        replace(each, words=_pays(table, event))
        for event in wanted
        for each in _for_me(state, speaker, [event])
    )


def _for_me(state: SessionState, speaker: SeatRights, wanted: Iterable[Any]) -> tuple[EventButton, ...]:
    table = state.table
    return tuple(
        make_button(event, describe(table, event))
        for event in wanted
        if speaker.may_speak_for(table_state.get_acting_player(table, event))
    )


def _pays(table: TableState, event: Any) -> str:
    if isinstance(event, chouette.Settled):
        winner, loser = event.winner, event.loser
    else:
        winner, loser = _name(table, event.winner.value), _name(table, event.winner.other.value)
    return str(BUTTONS["pays"]) % {"loser": loser, "winner": winner}


def _side(event: Any) -> str:
    return event.winner.value if isinstance(event.winner, Side) else str(event.winner)


def _name(table: TableState, side: str) -> str:
    return table.holder(Side(side)) if isinstance(table, MoneyTable) else str(PARTIES[side])


SORTED = ("white", "box", "black", "team").index
