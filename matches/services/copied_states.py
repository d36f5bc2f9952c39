"""The states of open matches that another site directs, as it reports them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from matches.models import Match, Table
from matches.services.match_rows import write_match_unchecked
from matches.states import OPEN_STATUSES, Status
from rules.errors import Refusal

# A time is reported as how long ago it was, which differs a little each time.
SAME_TIME = timedelta(seconds=90)


@dataclass(frozen=True, slots=True)
class CopiedState:
    """The state of an open match; None for a time that has not come."""

    status: Status = Status.SCHEDULED
    table: Table | None = None
    white_score: int = 0
    black_score: int = 0
    called_at: datetime | None = None
    started_at: datetime | None = None


@transaction.atomic
def copy_states(*, states: Mapping[int, CopiedState]) -> None:
    """Give open matches (keys) these states, without sending calls; those that are over stay as they are.

    The caller has locked the tournament. Raises `copy_damaged` for a score that a match cannot have.
    """
    rows = Match.objects.select_for_update(of=("self",)).select_related("desk")
    matches = list(rows.filter(pk__in=states, status__in=OPEN_STATUSES).order_by("pk"))
    changes = {match: values for match in matches if (values := _find_changes(match, states[match.pk]))}
    # Only one match can be at a table, so all leave theirs before they go to others.
    Match.objects.filter(pk__in=[match.pk for match in changes]).update(table=None)
    for match, values in changes.items():
        write_match_unchecked(match, actor="", **values)


def _find_changes(match: Match, state: CopiedState) -> dict[str, Any]:
    """Return the columns of a match that has another state now; empty if it has this one."""
    start = (match.white_start, match.black_start)
    white, black = max(state.white_score, start[0]), max(state.black_score, start[1])
    if max(white, black) > match.length or white == black == match.length:
        raise Refusal("copy_damaged")
    values = {
        "status": state.status.value,
        "table": state.table,
        "white_score": white,
        "black_score": black,
        "called_at": _keep_same_time(match.called_at, state.called_at),
        "started_at": _keep_same_time(match.started_at, state.started_at),
    }
    current = {**{name: getattr(match, name) for name in values}, "table": match.table_id}
    return values if current != {**values, "table": state.table and state.table.pk} else {}


def _keep_same_time(current: datetime | None, reported: datetime | None) -> datetime | None:
    if current is None or reported is None or abs(current - reported) > SAME_TIME:
        return reported
    return current
