"""Who may say what at a table for points just now: only lawful words, only those the reader may speak for."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from matches.identity import Identity
from matches.moneyplay import permissions
from matches.moneyplay import table_state as folding
from matches.moneyplay.messages import LEVELS, PARTIES, SPOKEN
from matches.moneyplay.permissions import Voice as Speaker
from matches.moneyplay.queries import Picture
from matches.moneyplay.table_state import Pair, Table
from matches.moneyplay.views.buttons import Deed, Row, deed, in_words, rows_of
from matches.phrases import label
from rules.chouette import events as chouette
from rules.money import events as money
from rules.sides import SIDES, Side

AUTOMATIC = (chouette.DoubledAutomatically, money.DoubledAutomatically)
ENDS = (chouette.Ended, money.Finished)
GIVING_UP = (chouette.Conceded, money.Resigned)
APART = (*AUTOMATIC, *ENDS, *GIVING_UP, chouette.Opened, chouette.Settled, chouette.Left, chouette.Threw)


@dataclass(frozen=True, slots=True)
class Voice:
    """One player and all he may say now. `number` is that of his seat."""

    number: int
    name: str
    is_mine: bool
    is_awaited: bool
    rows: tuple[Row, ...]
    whole: str

    @property
    def only(self) -> Deed | None:
        """The one thing he may say, in a whole sentence, so that it needs no fold of its own."""
        deeds = [each for row in self.rows for each in row.deeds]
        return replace(deeds[0], words=self.whole) if len(deeds) == 1 else None


@dataclass(frozen=True, slots=True)
class Finish:
    """A side that may have won on the board, and a button for each way."""

    side: str
    name: str
    ways: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """Everything the reader may write down now, sorted as the page shows it."""

    voices: tuple[Voice, ...]
    at_once: tuple[Deed, ...]
    finishes: tuple[Finish, ...]
    dice: tuple[Row, ...]
    surrenders: tuple[Deed, ...]
    prices: tuple[Deed, ...]
    leavers: tuple[str, ...]
    is_lot_due: bool

    @property
    def singles(self) -> list[Voice]:
        """The others who have one thing to say."""
        return [voice for voice in self.voices if voice.only and not voice.is_mine]

    @property
    def is_silent(self) -> bool:
        """Whether nothing may be written down but rare things."""
        return not (self.voices or self.at_once or self.finishes or self.dice or self.is_lot_due)


NOTHING = Words((), (), (), (), (), (), (), False)


def words_for(picture: Picture, identity: Identity) -> Words:
    """What this reader may write down at the table as it stands; nothing at one that is closed."""
    session = picture.session
    speaker = permissions.voice_of(identity, session, picture.seats)
    if session.closed_at or not speaker.may_speak_for(""):
        return NOTHING
    lawful: list[Any] = list(folding.choices(picture.table))
    return Words(
        voices=_voices(picture, speaker, lawful),
        at_once=_at_once(picture.table, lawful),
        finishes=_finishes(picture.table, lawful),
        dice=_dice(lawful),
        surrenders=_surrenders(picture, speaker, lawful),
        prices=_prices(picture, speaker, lawful),
        leavers=tuple(
            event.player
            for event in lawful
            if isinstance(event, chouette.Left) and speaker.may_speak_for(event.player)
        ),
        is_lot_due=any(isinstance(event, chouette.DrewPartner) for event in lawful),
    )


def games_of(table: Table) -> int:
    """How many games are over."""
    return len(table.play.games if isinstance(table, Pair) else table.rows)


def _voices(picture: Picture, speaker: Speaker, lawful: list[Any]) -> tuple[Voice, ...]:
    table, waiting = picture.table, folding.awaited(picture.table)
    said = [event for event in lawful if not isinstance(event, (*APART, chouette.DrewPartner))]
    found = []
    for seat in picture.seats:
        own = [event for event in said if folding.actor(table, event) == seat.name]
        if own and speaker.may_speak_for(seat.name):
            rows = tuple(rows_of(table, seat.name, own))
            is_mine, is_awaited, whole = (
                seat.name in speaker.own,
                seat.name in waiting,
                in_words(table, own[0]),
            )
            found.append(Voice(seat.number, seat.name, is_mine, is_awaited, rows, whole))
    places = {name: place for place, name in enumerate(folding.present(table))}
    return tuple(
        sorted(found, key=lambda each: (not each.is_mine, not each.is_awaited, places.get(each.name, 0)))
    )


def _at_once(table: Table, lawful: list[Any]) -> tuple[Deed, ...]:
    begin = str(SPOKEN["Opened"]) % {"number": games_of(table) + 1}
    opened = [deed(event, begin, "large") for event in lawful if isinstance(event, chouette.Opened)]
    said = str(SPOKEN["DoubledAutomatically"])
    return (*opened, *(deed(event, said) for event in lawful if isinstance(event, AUTOMATIC)))


def _finishes(table: Table, lawful: list[Any]) -> tuple[Finish, ...]:
    ways: dict[str, list[Deed]] = {}
    for event in lawful:
        if isinstance(event, ENDS):
            ways.setdefault(_side(event), []).append(deed(event, label(LEVELS[event.level])))
    return tuple(Finish(side, _name(table, side), tuple(ways[side])) for side in sorted(ways, key=SORTED))


def _dice(lawful: list[Any]) -> tuple[Row, ...]:
    throwers = [event.player for event in lawful if isinstance(event, chouette.Threw)]
    return tuple(
        Row(name, tuple(deed(chouette.Threw(name, die), str(die)) for die in range(1, 7)))
        for name in throwers
    )


def _surrenders(picture: Picture, speaker: Speaker, lawful: list[Any]) -> tuple[Deed, ...]:
    """Every way to give up to all one plays, each once; to one of several, programs may."""
    whole = [
        replace(event, against=()) if isinstance(event, chouette.Conceded) else event
        for event in lawful
        if isinstance(event, GIVING_UP)
    ]
    levels = dict.fromkeys(replace(event, level=level) for event in whole for level in LEVELS)
    return _for_me(picture, speaker, levels)


def _prices(picture: Picture, speaker: Speaker, lawful: list[Any]) -> tuple[Deed, ...]:
    """Between whom a price may be agreed; the points are asked apart."""
    table = picture.table
    wanted: list[Any] = [replace(event, points=1) for event in lawful if isinstance(event, chouette.Settled)]
    if isinstance(table, Pair) and len(table.players) == 2 and not table.play.game.offer:
        wanted = [money.Settled(side, 1) for side in SIDES]
    return tuple(
        replace(each, words=_pays(table, event))
        for event in wanted
        for each in _for_me(picture, speaker, [event])
    )


def _for_me(picture: Picture, speaker: Speaker, wanted: Iterable[Any]) -> tuple[Deed, ...]:
    table = picture.table
    return tuple(
        deed(event, in_words(table, event))
        for event in wanted
        if speaker.may_speak_for(folding.actor(table, event))
    )


def _pays(table: Table, event: Any) -> str:
    if isinstance(event, chouette.Settled):
        winner, loser = event.winner, event.loser
    else:
        winner, loser = _name(table, event.winner.value), _name(table, event.winner.other.value)
    return str(SPOKEN["pays"]) % {"loser": loser, "winner": winner}


def _side(event: Any) -> str:
    return event.winner.value if isinstance(event.winner, Side) else str(event.winner)


def _name(table: Table, side: str) -> str:
    return table.holder(Side(side)) if isinstance(table, Pair) else str(PARTIES[side])


SORTED = ("white", "box", "black", "team").index
