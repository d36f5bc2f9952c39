"""Penalty points as the desk of an event shows them: in its log, and as the last action."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from matches.messages import describe_penalty
from matches.models import Penalty
from matches.states import Status
from tournaments.models import Event
from tournaments.play.event_journal.queries.journal import PublicLine


def get_newest_penalties(event: Event, limit: int) -> list[Penalty]:
    """Return the newest penalties of the matches of an event, the newest first, lifted ones too. One query.

    None where the desk has no times for late players: then it gives penalties only on the page of a match,
    which shows them and takes them back.
    """
    if event.tournament.desk.scale is None:
        return []
    rows = Penalty.objects.filter(match__pairing__event=event).order_by("-at", "-id")
    return list(rows.select_related("match__white", "match__black", "ruling__by")[:limit])


def merge_penalties(
    lines: Iterable[PublicLine], penalties: Iterable[Penalty], limit: int
) -> list[PublicLine]:
    """Return the newest `limit` of these lines of the journal and of the penalties, the newest first."""
    both = [*lines, *map(_make_line, penalties)]
    return sorted(both, key=lambda line: line.at, reverse=True)[:limit]


def find_last_penalty(penalties: Sequence[Penalty], since: datetime | None) -> Penalty | None:
    """Return the newest penalty if it is the last action, given after `since`, and can be taken back."""
    last = next((penalty for penalty in penalties if penalty.struck_at is None), None)
    if last is None or last.match.status not in (Status.CALLED.value, Status.RUNNING.value):
        return None
    if since is not None and last.at < since:
        return None
    return last if last.match.games.filter(struck_at=None).count() <= last.after_game else None


def describe_lifted_penalties(event: Event, since: datetime) -> list[str]:
    """Return the sentences of the penalties of an event that were lifted since a time, as by an undo."""
    rows = Penalty.objects.filter(match__pairing__event=event, struck_at__gte=since).order_by("id")
    return [
        describe_penalty(row.player.desk_name, row.opponent.desk_name, row.points)
        for row in rows.select_related("match__white", "match__black")
    ]


def _make_line(penalty: Penalty) -> PublicLine:
    ruling = penalty.ruling
    return PublicLine(
        seq=penalty.pk,
        kind="penalty",
        at=penalty.at,
        sentence=describe_penalty(penalty.player.desk_name, penalty.opponent.desk_name, penalty.points),
        pairing="",
        by=ruling.by.get_username() if ruling.by else "",
        has_account=ruling.by is not None,
        reason=ruling.reason,
        is_undone=penalty.struck_at is not None,
    )
