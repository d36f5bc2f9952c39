"""A money session and a chouette that grow event by event, with `push` and `pop`."""

from __future__ import annotations

from collections.abc import Iterable

from . import money
from .chouette import replay
from .chouette.events import Event as ChouetteEvent
from .chouette.state import ChouetteState
from .errors import check_type
from .options import ChouetteLaws, MoneyLaws


class MoneySession:
    """Money play between two; `state` has the finished games and the cube of the game being played."""

    def __init__(self, laws: MoneyLaws | None = None, events: Iterable[money.Event] = ()) -> None:
        self.laws = laws or MoneyLaws()
        self.events: tuple[money.Event, ...] = tuple(events)
        self.state = money.fold(self.laws, self.events)

    @property
    def balance(self) -> int:
        """White's lead in points; Black's balance is its negative."""
        return self.state.balance

    @property
    def payment(self) -> money.Payment | None:
        """What is paid if the session ended now; None when even."""
        return self.state.owed

    def legal_events(self) -> tuple[money.Event, ...]:
        """Every event that may follow now, except settlements and whole games (`Scored`)."""
        return money.choices(self.state)

    def push(self, event: money.Event) -> None:
        """Add an event. Raises `Illegal` for what the rules forbid, changing nothing."""
        check_type(event, money.Event, "an event such as Doubled(Side.WHITE, 2)")
        self.state = money.apply(self.state, event)
        self.events += (event,)

    def pop(self) -> money.Event:
        """Take back the latest event and return it. Raises IndexError when there is none."""
        latest = self.events[-1]
        self.events = self.events[:-1]
        self.state = money.fold(self.laws, self.events)
        return latest


class Chouette:
    """A chouette; `state` has the queue, the box, the cubes and the ledger."""

    def __init__(self, laws: ChouetteLaws | None = None, events: Iterable[ChouetteEvent] = ()) -> None:
        self.laws = laws or ChouetteLaws()
        self.events: tuple[ChouetteEvent, ...] = tuple(events)
        self.state: ChouetteState = replay.fold(self.laws, self.events)

    @property
    def totals(self) -> dict[str, int]:
        """The points of every player, which add up to zero."""
        return self.state.totals

    def legal_events(self) -> tuple[ChouetteEvent, ...]:
        """Every event that may follow now, except joining, which is always possible."""
        return replay.choices(self.state)

    def push(self, event: ChouetteEvent) -> None:
        """Add an event. Raises `Illegal` for what the rules forbid, changing nothing."""
        check_type(event, ChouetteEvent, "an event such as Joined('Ada')")
        self.state = replay.apply(self.state, event)
        self.events += (event,)

    def pop(self) -> ChouetteEvent:
        """Take back the latest event and return it. Raises IndexError when there is none."""
        latest = self.events[-1]
        self.events = self.events[:-1]
        self.state = replay.fold(self.laws, self.events)
        return latest
