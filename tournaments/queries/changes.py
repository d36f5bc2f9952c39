"""What an act on a draw would change, told before anybody decides it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.draws.field import Pairing
from tournaments.journal import acting, surgery
from tournaments.journal.acting import Act
from tournaments.journal.correction import SeatChange
from tournaments.journal.facts import Row
from tournaments.journal.fold import fold
from tournaments.journal.placed import VACANT, Placed
from tournaments.journal.state import EventState
from tournaments.models import Event
from tournaments.phrases import round_title
from tournaments.queries import events, facts

Names = tuple[str, str]
# Stands for somebody who is not entered yet.
NEWCOMER = "newcomer"


@dataclass(frozen=True, slots=True)
class Change:
    """A pairing that would stand otherwise: its round, who sits there before and after ("" for nobody).

    `before` is None for one that is new, `after` for one that goes. `loses_result`: what was played there
    would count no more.
    """

    label: str
    title: str
    before: Names | None
    after: Names | None
    loses_result: bool


def foreseen(event: Event, deed: Callable[[EventState], Act]) -> tuple[Change, ...]:
    """Every pairing that a deed would change; nothing is written. Refuses what it refuses. Two queries."""
    rows = facts.rows(event)
    return _foreseen(event, rows, deed(fold(rows)), {})


def foreseen_late(event: Event, name: str, flight: str) -> tuple[Change, ...]:
    """What a late entry of that name into a flight would change, beside being entered."""
    rows = facts.rows(event)
    entered = acting.enter(fold(rows), [NEWCOMER])
    number: int = entered.payload["entries"][0]["entry"]
    rows = [*rows, Row(_next(rows), *entered)]
    return _foreseen(event, rows, surgery.come_late(fold(rows), number, flight), {number: name})


def _foreseen(event: Event, rows: Sequence[Row], act: Act, more: Mapping[int, str]) -> tuple[Change, ...]:
    seen = acting.preview(rows, Row(_next(rows), *act))
    names = {entry.number: entry.player.name for entry in events.entries_of(event)} | dict(more)
    drawn = {**seen.before.graph.by_id, **seen.after.graph.by_id}
    return tuple(_change(change, drawn[change.pairing], names) for change in seen.changes)


def _next(rows: Sequence[Row]) -> int:
    return rows[-1].seq + 1 if rows else 1


def _change(change: SeatChange, drawn: Pairing, names: Mapping[int, str]) -> Change:
    return Change(
        label=change.pairing,
        title=round_title(drawn.flight, drawn.round, drawn.winner_range, drawn.loser_range),
        before=_names(change.old, names),
        after=_names(change.new, names),
        loses_result=change.had_result and not change.keeps_result,
    )


def _names(placed: Placed | None, names: Mapping[int, str]) -> Names | None:
    if placed is None:
        return None
    white, black = placed.seats
    return _name(white, names), _name(black, names)


def _name(seat: int | None, names: Mapping[int, str]) -> str:
    if seat is None:
        return gettext("nobody yet")
    return gettext("bye") if seat == VACANT else names.get(seat, str(seat))
