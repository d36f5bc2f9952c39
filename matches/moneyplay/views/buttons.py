"""Lawful events at a table for points as buttons: what each sends, and what it says."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from matches.moneyplay import table_state as folding
from matches.moneyplay.messages import LEVELS, SPOKEN, told
from matches.moneyplay.table_state import Event, Pair, Table
from matches.phrases import label
from rules import actions
from rules.chouette import choices as chouette_choices
from rules.chouette import events as chouette
from rules.chouette.cubes import to_answer
from rules.chouette.state import Evening
from rules.sides import SIDES
from rules.wager import animal

RAISES = (chouette.Raised, actions.Beavered)
TONES = {"Took": "", "Took all": "", "Dropped": "grave", "Dropped all": "grave", "accept": ""}


@dataclass(frozen=True, slots=True)
class Deed:
    """One lawful event as a button: what it sends and what it says; `tone` is the button's kind."""

    value: str
    words: str
    tone: str = "quiet"


@dataclass(frozen=True, slots=True)
class Row:
    """Deeds that belong together, under a title ("" for none)."""

    title: str
    deeds: tuple[Deed, ...]


def deed(event: Event, words: str, tone: str = "quiet") -> Deed:
    """A button for an event."""
    return Deed(json.dumps(folding.write(event), ensure_ascii=False), words, tone)


def in_words(table: Table, event: Event) -> str:
    """What an event says as a sentence."""
    return told(folding.write(event), holders_of(table), level_words())


def level_words() -> dict[str, str]:
    """Single game, gammon and backgammon in the reader's language."""
    return {name: label(name) for name in LEVELS.values()}


def holders_of(table: Table) -> dict[str, str]:
    """Who has White and Black at a table of two; nothing in a chouette."""
    if not isinstance(table, Pair):
        return {}
    return {side.value: table.holder(side) for side in SIDES if table.holder(side)}


def rows_of(table: Table, name: str, own: Iterable[Any]) -> Iterator[Row]:
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
        yield Row("", tuple(_button(table, event) for event in general))
    for other, events in apart.items():
        yield Row(other, tuple(_button(table, event) for event in events))


def _answers_one(event: Any) -> bool:
    return isinstance(event, (chouette.Took, chouette.Dropped, chouette.Raised)) and bool(event.against)


def _is_said_twice(table: Table, event: Any) -> bool:
    """A double of the only member left is the same as one of all."""
    if not isinstance(event, chouette.Doubled) or not event.against or not isinstance(table, Evening):
        return False
    game = table.game
    return game is not None and event.by == game.box and len(game.open_own_bets) == 1


def _answers_to_all(table: Table, name: str) -> Iterator[Event]:
    for kind in (chouette.Took, chouette.Dropped):
        event = kind(name)
        if isinstance(table, Evening) and chouette_choices.is_lawful(table, event):
            yield event


def _button(table: Table, event: Any) -> Deed:
    if isinstance(event, RAISES):
        return deed(event, label(_animal(table, event)))
    if isinstance(event, chouette.Doubled) and event.against:
        return deed(event, in_words(table, event))
    form = _form(table, event)
    return deed(event, str(SPOKEN[form]), TONES.get(form, "quiet"))


def _form(table: Table, event: Any) -> str:
    kind = type(event).__name__
    if isinstance(event, chouette.AnsweredAsPartner):
        return "accept" if event.accepts else "decline"
    if isinstance(event, (chouette.Took, chouette.Dropped)) and not event.against:
        return f"{kind} all"
    if isinstance(event, chouette.Doubled) and isinstance(table, Evening) and table.game:
        return "Doubled all" if event.by == table.box and len(table.game.open_own_bets) > 1 else kind
    return kind


def _animal(table: Table, event: Any) -> str:
    if isinstance(table, Pair):
        offers = [table.play.game.offer]
    else:
        bets = to_answer(table.game, event.by) if table.game else ()
        offers = [
            bet.wager.offer for bet in bets if not event.against or bet.opponent(event.by) in event.against
        ]
    return animal(1 + max((offer.raises for offer in offers if offer), default=0))
