"""What an act on a draw would change, told before anybody decides it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.draws.field import Pairing
from tournaments.journal import acting
from tournaments.journal.acting import Act
from tournaments.journal.correction import SeatChange
from tournaments.journal.facts import Row
from tournaments.journal.placed import VACANT, Placed
from tournaments.models import Event
from tournaments.phrases import round_title
from tournaments.queries import events, facts

Names = tuple[str, str]


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


def foreseen(event: Event, act: Act) -> tuple[Change, ...]:
    """Every pairing that changes; nothing is written. Refuses what the act refuses. Two queries."""
    rows = facts.rows(event)
    seen = acting.preview(rows, Row(rows[-1].seq + 1 if rows else 1, *act))
    names = {entry.number: entry.player.name for entry in events.entries_of(event)}
    drawn = {**seen.before.graph.by_id, **seen.after.graph.by_id}
    return tuple(_change(change, drawn[change.pairing], names) for change in seen.changes)


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
