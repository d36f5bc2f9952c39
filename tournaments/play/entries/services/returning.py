"""Entries that were withdrawn before the draw, and are reinstated by entering the same people again."""

from collections.abc import Iterable
from functools import partial

from matches.models import Player, User
from matches.queries.people import get_canonical_player, get_persons
from tournaments.journal import draw_changes
from tournaments.models import EntryStatus, Event, JournalEntry
from tournaments.name_lists.entry_box import LineStatus
from tournaments.name_lists.entry_details import MatchedLine
from tournaments.permissions import must_direct
from tournaments.play.entrants.queries.entries import (
    event_entries,
    is_reinstated_by_entering,
)
from tournaments.play.event_journal.services.journal import execute_command


def reinstate_listed(
    *, event: Event, lines: Iterable[MatchedLine], by: User, key: str, version: int | None
) -> list[JournalEntry]:
    """Reinstate the withdrawn entries that lines of a list name, before the draw; return their commands.

    The keys of the commands are `key` followed by the number of the entry.
    """
    must_direct(by, event)
    if not is_reinstated_by_entering(event):
        return []
    returning = [line for line in lines if line.standing is LineStatus.WITHDRAWN]
    keys = {half.player for line in returning for half in line.members or (line,) if half.player is not None}
    players = Player.objects.select_related("person__face").filter(pk__in=keys)
    persons = {get_canonical_player(player) for player in players}
    numbers = [
        entry.number
        for entry in event_entries(event)
        if entry.status == EntryStatus.WITHDRAWN and persons.intersection(get_persons(entry.player))
    ]
    rows: list[JournalEntry] = []
    for number in numbers:
        row = execute_command(
            event=event,
            by=by,
            command=partial(draw_changes.reinstate, entry=number, flight=""),
            key=f"{key}-{number}",
            version=None if rows else version,
        )
        rows.append(row)
    return rows


def find_reinstated(event: Event, key: str) -> JournalEntry | None:
    """Return the first command of a list that only reinstated people, if it was sent with this key."""
    rows = JournalEntry.objects.filter(event=event, kind="reinstated", key__startswith=f"{key}-")
    return rows.order_by("seq").first() if key else None
