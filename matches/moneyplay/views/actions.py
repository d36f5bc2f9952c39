"""The buttons of a visitor at a table: legal events of the players they may act for."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from matches.actors import Identity
from matches.messages import get_label
from matches.moneyplay import permissions, table_state
from matches.moneyplay.messages import (
    BUTTONS,
    LEVELS,
    LONE_TAKER_DUTIES,
    PARTIES,
    describe_event,
    map_level_labels,
)
from matches.moneyplay.permissions import SeatRights
from matches.moneyplay.queries import SessionState
from matches.moneyplay.table_state import Event, MoneyTable, TableState
from rules import actions, money
from rules.chouette import events as chouette_events
from rules.chouette import replay
from rules.chouette.cubes import list_bets_to_answer
from rules.chouette.state import ChouetteState
from rules.money_cube import get_raise_name
from rules.sides import SIDES, Side

DROPS = (chouette_events.Dropped, actions.Dropped)
RAISE_EVENTS = (chouette_events.Raised, actions.Beavered)
TONES = {"Took": "", "Took all": "", "Dropped": "danger", "Dropped all": "danger", "accept": ""}


@dataclass(frozen=True, slots=True)
class EventButton:
    """A legal event as a button: the event as JSON, its text, and its style (`tone`).

    `is_disabled`: shown, but cannot be pressed; the row says why. `sentence` names the event where the text
    alone does not, for the list of what waits for a connection; else "".
    """

    value: str
    text: str
    tone: str = "secondary"
    is_disabled: bool = False
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class ButtonRow:
    """Buttons that belong together, under a title ("" for none), and a note about them ("" for none).

    `are_alternatives`: only one of them can be meant, as the answers to a double.
    """

    title: str
    buttons: tuple[EventButton, ...]
    note: str = ""
    are_alternatives: bool = False


@dataclass(frozen=True, slots=True)
class AnswerRows:
    """The answers to a double that has not been sent yet: the double as JSON, and a row for each answer due.

    The page offers them while the double waits on a phone without a connection. `is_complete`: the visitor
    may give every answer; `ends_if_dropped`: the game is over if they are all drops.
    """

    double: str
    rows: tuple[ButtonRow, ...]
    is_complete: bool
    ends_if_dropped: bool


def make_button(event: Event, label: str, tone: str = "secondary") -> EventButton:
    """A button for an event."""
    return EventButton(json.dumps(table_state.write_event(event), ensure_ascii=False), label, tone)


def describe_table_event(table: TableState, event: Event) -> str:
    """An event as a sentence."""
    players = table_state.map_players_by_side(table)
    return describe_event(table_state.write_event(event), players, map_level_labels())


def list_button_rows(table: TableState, name: str, own_events: Iterable[Any]) -> Iterator[ButtonRow]:
    """Yield the button rows of a player: general ones, and one for each opponent with an offer to answer."""
    general: list[Any] = []
    single_answers: dict[str, list[Any]] = {}
    for event in own_events:
        if _answers_single_offer(event):
            single_answers.setdefault(event.against[0], []).append(event)
        elif not _is_duplicate(table, event):
            general.append(event)
    if len(single_answers) == 1:
        general, single_answers = [*general, *single_answers.popitem()[1]], {}
    elif single_answers:
        general = [*_answers_to_all(table, name), *general]
    if general:
        yield _make_row(table, name, "", general)
    for other, events in single_answers.items():
        yield _make_row(table, name, other, events)


def _make_row(table: TableState, name: str, title: str, events: list[Any]) -> ButtonRow:
    duty = table_state.find_lone_taker_duty(table, name)
    buttons = tuple(
        replace(_make_own_button(table, event), is_disabled=_is_against_duty(event, duty)) for event in events
    )
    note = str(LONE_TAKER_DUTIES[duty]) if duty else ""
    are_alternatives = all(isinstance(event, table_state.ANSWERS) for event in events)
    return ButtonRow(title, buttons, note, are_alternatives)


def _is_against_duty(event: Event, duty: str) -> bool:
    if duty == "must_drop":
        return isinstance(event, (chouette_events.Took, chouette_events.Raised))
    return duty == "must_beaver" and isinstance(event, chouette_events.Took)


def _answers_single_offer(event: Any) -> bool:
    return isinstance(
        event, (chouette_events.Took, chouette_events.Dropped, chouette_events.Raised)
    ) and bool(event.against)


def _is_duplicate(table: TableState, event: Any) -> bool:
    """Whether a double of one member equals the double of all, because only one is left."""
    if (
        not isinstance(event, chouette_events.Doubled)
        or not event.against
        or not isinstance(table, ChouetteState)
    ):
        return False
    game = table.game
    return game is not None and event.by == game.box and len(game.open_own_bets) == 1


def _answers_to_all(table: TableState, name: str) -> Iterator[Event]:
    for kind in (chouette_events.Took, chouette_events.Dropped):
        event = kind(name)
        if isinstance(table, ChouetteState) and replay.is_legal(table, event):
            yield event


def _make_own_button(table: TableState, event: Any) -> EventButton:
    if isinstance(event, RAISE_EVENTS):
        return make_button(event, get_label(_get_raise_label(table, event)))
    if isinstance(event, chouette_events.Doubled) and event.against:
        return make_button(event, describe_table_event(table, event))
    key = _get_button_key(table, event)
    return make_button(event, str(BUTTONS[key]), TONES.get(key, "secondary"))


def _get_button_key(table: TableState, event: Any) -> str:
    kind = type(event).__name__
    if isinstance(event, chouette_events.AnsweredAsPartner):
        return "accept" if event.accepts else "decline"
    if isinstance(event, (chouette_events.Took, chouette_events.Dropped)) and not event.against:
        return f"{kind} all"
    if isinstance(event, chouette_events.Doubled) and isinstance(table, ChouetteState) and table.game:
        return "Doubled all" if event.by == table.box and len(table.game.open_own_bets) > 1 else kind
    return kind


def _get_raise_label(table: TableState, event: Any) -> str:
    if isinstance(table, MoneyTable):
        offers = [table.play.game.offer]
    else:
        bets = list_bets_to_answer(table.game, event.by) if table.game else ()
        offers = [
            bet.wager.offer for bet in bets if not event.against or bet.opponent(event.by) in event.against
        ]
    return get_raise_name(1 + max((offer.raises for offer in offers if offer), default=0))


AUTOMATIC_DOUBLES = (chouette_events.DoubledAutomatically, money.DoubledAutomatically)
END_EVENTS = (chouette_events.Ended, money.Finished)
RESIGNATIONS = (chouette_events.Conceded, money.Resigned)
SPECIAL_EVENTS = (
    *AUTOMATIC_DOUBLES,
    *END_EVENTS,
    *RESIGNATIONS,
    chouette_events.Opened,
    chouette_events.Settled,
    chouette_events.Left,
    chouette_events.Threw,
)


@dataclass(frozen=True, slots=True)
class PlayerActions:
    """A player and their buttons; `number` is that of the seat, `sentence` describes the first action."""

    number: int
    name: str
    is_mine: bool
    is_awaited: bool
    rows: tuple[ButtonRow, ...]
    sentence: str

    @property
    def only_button(self) -> EventButton | None:
        """The only button, if there is just one, labelled by a sentence that names the player."""
        buttons = [each for row in self.rows for each in row.buttons]
        return replace(buttons[0], text=self.sentence) if len(buttons) == 1 else None


@dataclass(frozen=True, slots=True)
class WinnerButtons:
    """A side that may have won on the board, and a button for each level."""

    side: str
    name: str
    buttons: tuple[EventButton, ...]


@dataclass(frozen=True, slots=True)
class TableActions:
    """Everything the visitor may record now, grouped as on the page.

    `table_buttons` start a game or double automatically; `finishes` end it; `dice` are throws for the order,
    with `has_throws` once there is one; `leavers` the players who may be recorded as leaving; `answers` those
    to each double that may be offered.
    """

    players: tuple[PlayerActions, ...]
    table_buttons: tuple[EventButton, ...]
    finishes: tuple[WinnerButtons, ...]
    dice: tuple[ButtonRow, ...]
    resignations: tuple[EventButton, ...]
    settlements: tuple[EventButton, ...]
    leavers: tuple[str, ...]
    may_draw_partner: bool
    answers: tuple[AnswerRows, ...] = ()
    may_draw_order: bool = False
    has_throws: bool = False

    @property
    def single_actions(self) -> list[PlayerActions]:
        """The other players with only one action."""
        return [
            player_actions
            for player_actions in self.players
            if player_actions.only_button and not player_actions.is_mine
        ]

    @property
    def has_only_rare_actions(self) -> bool:
        """Whether there are only rare actions, such as resigning, settling and leaving."""
        frequent = (self.players, self.table_buttons, self.finishes, self.may_draw_order)
        return not (any(frequent) or self.may_draw_partner)


NO_ACTIONS = TableActions((), (), (), (), (), (), (), False)


def list_actions(state: SessionState, identity: Identity) -> TableActions:
    """Return the events this visitor may record now; none in a closed session."""
    session = state.session
    rights = permissions.get_seat_rights(identity, session, state.seats)
    if session.closed_at or not rights.may_act_for(""):
        return NO_ACTIONS
    legal_events: list[Any] = list(table_state.list_legal_events(state.table))
    return TableActions(
        players=_list_players(state, rights, legal_events),
        table_buttons=_list_openings(state.table, legal_events),
        finishes=_list_winners(state.table, legal_events),
        dice=_list_dice(rights, legal_events),
        resignations=_list_resignations(state, rights, legal_events),
        settlements=_list_settlements(state, rights, legal_events),
        leavers=tuple(
            event.player
            for event in legal_events
            if isinstance(event, chouette_events.Left) and rights.may_act_for(event.player)
        ),
        may_draw_partner=any(isinstance(event, chouette_events.DrewPartner) for event in legal_events),
        answers=tuple(_list_answers_to_doubles(state.table, rights, legal_events)),
        may_draw_order=any(isinstance(event, chouette_events.Threw) for event in legal_events),
        has_throws=isinstance(state.table, ChouetteState) and any((state.table.throws or {}).values()),
    )


def _list_answers_to_doubles(
    table: TableState, rights: SeatRights, legal_events: list[Any]
) -> Iterator[AnswerRows]:
    for double in legal_events:
        is_double = isinstance(double, (chouette_events.Doubled, actions.Doubled))
        if is_double and rights.may_act_for(table_state.get_acting_player(table, double)):
            yield _make_answer_rows(double, table_state.apply_event(table, double), rights)


def _make_answer_rows(double: Event, table: TableState, rights: SeatRights) -> AnswerRows:
    """Return the answers to `double`; `table` is the state after it."""
    answers: dict[tuple[str, ...], list[Any]] = {}
    for answer in table_state.list_answers(table):
        player = table_state.get_acting_player(table, answer)
        answers.setdefault((player, *getattr(answer, "against", ())), []).append(answer)
    own_answers = [events for (player, *_), events in answers.items() if rights.may_act_for(player)]
    table_dropped = table
    for drop in (event for events in answers.values() for event in events if isinstance(event, DROPS)):
        table_dropped = table_state.apply_event(table_dropped, drop)
    return AnswerRows(
        double=make_button(double, "").value,
        rows=tuple(
            ButtonRow("", tuple(_make_answer_button(table, event) for event in events), are_alternatives=True)
            for events in own_answers
        ),
        is_complete=len(own_answers) == len(answers),
        ends_if_dropped=not table_state.is_game_open(table_dropped),
    )


def _make_answer_button(table: TableState, answer: Event) -> EventButton:
    tone = TONES.get(type(answer).__name__, "secondary")
    return make_button(answer, describe_table_event(table, answer), tone)


def _list_players(
    state: SessionState, rights: SeatRights, legal_events: list[Any]
) -> tuple[PlayerActions, ...]:
    table, awaited_players = state.table, table_state.list_awaited_players(state.table)
    plain_events = [
        event
        for event in legal_events
        if not isinstance(event, (*SPECIAL_EVENTS, chouette_events.DrewPartner))
    ]
    players = []
    for seat in state.seats:
        own_events = [
            event for event in plain_events if table_state.get_acting_player(table, event) == seat.name
        ]
        if own_events and rights.may_act_for(seat.name):
            rows = tuple(list_button_rows(table, seat.name, own_events))
            players.append(
                PlayerActions(
                    number=seat.number,
                    name=seat.name,
                    is_mine=seat.name in rights.own_seats,
                    is_awaited=seat.name in awaited_players,
                    rows=rows,
                    sentence=describe_table_event(table, own_events[0]),
                )
            )
    places = {name: place for place, name in enumerate(table_state.list_present_players(table))}
    return tuple(
        sorted(players, key=lambda each: (not each.is_mine, not each.is_awaited, places.get(each.name, 0)))
    )


def _list_openings(table: TableState, legal_events: list[Any]) -> tuple[EventButton, ...]:
    label = str(BUTTONS["Opened"]) % {"number": table_state.get_game_number(table)}
    opened = [
        make_button(event, label, "large")
        for event in legal_events
        if isinstance(event, chouette_events.Opened)
    ]
    automatic_label = str(BUTTONS["DoubledAutomatically"])
    return (
        *opened,
        *(
            make_button(event, automatic_label)
            for event in legal_events
            if isinstance(event, AUTOMATIC_DOUBLES)
        ),
    )


def _list_winners(table: TableState, legal_events: list[Any]) -> tuple[WinnerButtons, ...]:
    buttons: dict[str, list[EventButton]] = {}
    for event in legal_events:
        if isinstance(event, END_EVENTS):
            button = make_button(event, get_label(LEVELS[event.level]))
            sentence = describe_table_event(table, event)
            buttons.setdefault(_get_side(event), []).append(replace(button, sentence=sentence))
    return tuple(
        WinnerButtons(side, _get_side_name(table, side), tuple(buttons[side]))
        for side in sorted(buttons, key=WINNER_ORDER)
    )


def _list_dice(rights: SeatRights, legal_events: list[Any]) -> tuple[ButtonRow, ...]:
    throwers = [
        event.player
        for event in legal_events
        if isinstance(event, chouette_events.Threw) and rights.may_act_for(event.player)
    ]
    return tuple(
        ButtonRow(name, tuple(make_button(chouette_events.Threw(name, die), str(die)) for die in range(1, 7)))
        for name in throwers
    )


def _list_resignations(
    state: SessionState, rights: SeatRights, legal_events: list[Any]
) -> tuple[EventButton, ...]:
    """Return a button for resigning at each level, to all opponents; the API also accepts single ones."""
    full_resignations = [
        replace(event, against=()) if isinstance(event, chouette_events.Conceded) else event
        for event in legal_events
        if isinstance(event, RESIGNATIONS)
    ]
    levels = dict.fromkeys(replace(event, level=level) for event in full_resignations for level in LEVELS)
    return _filter_own(state, rights, levels)


def _list_settlements(
    state: SessionState, rights: SeatRights, legal_events: list[Any]
) -> tuple[EventButton, ...]:
    """Return a button for each pair that may settle a game; the points are a field of the form."""
    table = state.table
    candidates: list[Any] = [
        replace(event, points=1) for event in legal_events if isinstance(event, chouette_events.Settled)
    ]
    if isinstance(table, MoneyTable) and len(table.players) == 2 and not table.play.game.offer:
        candidates = [money.Settled(side, 1) for side in SIDES]
    return tuple(
        replace(each, text=_describe_payment(table, event))
        for event in candidates
        for each in _filter_own(state, rights, [event])
    )


def _filter_own(
    state: SessionState, rights: SeatRights, candidates: Iterable[Any]
) -> tuple[EventButton, ...]:
    table = state.table
    return tuple(
        make_button(event, describe_table_event(table, event))
        for event in candidates
        if rights.may_act_for(table_state.get_acting_player(table, event))
    )


def _describe_payment(table: TableState, event: Any) -> str:
    if isinstance(event, chouette_events.Settled):
        winner, loser = event.winner, event.loser
    else:
        winner, loser = (
            _get_side_name(table, event.winner.value),
            _get_side_name(table, event.winner.other.value),
        )
    return str(BUTTONS["pays"]) % {"loser": loser, "winner": winner}


def _get_side(event: Any) -> str:
    return event.winner.value if isinstance(event.winner, Side) else str(event.winner)


def _get_side_name(table: TableState, side: str) -> str:
    return table.holder(Side(side)) if isinstance(table, MoneyTable) else str(PARTIES[side])


WINNER_ORDER = ("white", "box", "black", "team").index
