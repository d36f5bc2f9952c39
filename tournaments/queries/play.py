"""What goes on in a room as everybody reads it: who plays where, who waits, what was settled last."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from matches.models import Match
from matches.states import AT_A_TABLE, Status
from tournaments.models import Tournament
from tournaments.queries.bracket_rows import PlayerName

AT_TABLES = frozenset(status.value for status in AT_A_TABLE)
LATEST = 8


class Bout(NamedTuple):
    """A match by name; `table` is what stands on the card of its table, or nothing."""

    pk: int
    code: str
    status: str
    title: str
    length: int
    white_score: int
    black_score: int
    winner: str
    ending: str
    settled_at: datetime | None
    white: PlayerName
    black: PlayerName
    table: str


@dataclass(frozen=True, slots=True)
class Play:
    """The matches of a room: those at tables by their tables, those that wait, and the results of late."""

    playing: Sequence[Bout]
    waiting: Sequence[Bout]
    latest: Sequence[Bout]


COLUMNS = (
    *("pk", "code", "status", "title", "length", "white_score", "black_score", "winner", "ending"),
    *("settled_at", "white__code", "white__name", "white__kind"),
    *("black__code", "black__name", "black__kind", "table__label", "table__number"),
)


def play_of(tournament: Tournament) -> Play:
    """What goes on at the tables of a tournament, whatever the event. Two queries."""
    paired = Match.objects.filter(desk=tournament.desk_id, pairing__isnull=False)
    is_open = paired.filter(status__in=[*sorted(AT_TABLES), Status.SCHEDULED.value])
    open_bouts = list(_bouts(is_open.order_by("table__number", "pk").values_list(*COLUMNS)))
    settled = paired.filter(status=Status.SETTLED.value).order_by("-settled_at", "-pk")
    return Play(
        playing=tuple(bout for bout in open_bouts if bout.status in AT_TABLES),
        waiting=tuple(bout for bout in open_bouts if bout.status not in AT_TABLES),
        latest=tuple(_bouts(settled.values_list(*COLUMNS)[:LATEST])),
    )


def _bouts(rows: Iterable[Sequence[Any]]) -> Iterable[Bout]:
    for *match_columns, code, name, kind, other, other_name, other_kind, label, number in rows:
        white, black = PlayerName(code, name, kind), PlayerName(other, other_name, other_kind)
        yield Bout._make((*match_columns, white, black, label or str(number or "")))
