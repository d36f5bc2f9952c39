"""Undo and redo: the lines of a command are struck, or count again, and everything is folded again."""

from collections.abc import Sequence
from uuid import uuid4

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.journal.replay import UNDONE
from tournaments.journal.undo import commands_of, lines_of, undo_rows, undoings_of
from tournaments.models import Event, JournalEntry
from tournaments.permissions import must_direct
from tournaments.queries import journal
from tournaments.services import people, progress
from tournaments.services.commands import one_command
from tournaments.services.locks import lock_event
from tournaments.signals import entries_undone

# Refusals that name a line which is not one that stands in the way.
NO_BLOCKING_LINE = frozenset({"undo_nothing", "key_used_before"})


@transaction.atomic
def undo(
    *,
    event: Event,
    by: User,
    command: int | None = None,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Take back a command, all its lines at once: the last one that counts, or the one of that number.

    Matches and boards follow. Returns the first line written. Raises `undo_nothing` when there is no such
    command; `undo_blocked`, naming the later command that could not stand without this one; `match_begun`
    when people already play a match that would get other players: correct the result instead;
    `entry_paid` when a player would leave who has paid; and `sits_already` when an entry that comes back has
    somebody who sits in another one by now.
    """
    must_direct(by, event)
    return _reverse(event, command, by, key, reason, version, is_redo=False)


@transaction.atomic
def redo(
    *,
    event: Event,
    by: User,
    command: int | None = None,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Do again what was undone last, all its lines at once, or the command of that number.

    A new command forgets what was undone before it. Returns the first line written. Raises `redo_nothing`,
    and what `undo` raises.
    """
    must_direct(by, event)
    return _reverse(event, command, by, key, reason, version, is_redo=True)


def _reverse(
    event: Event, command: int | None, by: User, key: str, reason: str, version: int | None, *, is_redo: bool
) -> JournalEntry:
    """Undo or redo a command of a locked event; a request with a key used before returns what it wrote."""
    event = lock_event(event)
    earlier = progress.find_line(event, key)
    if earlier is not None:
        return _require_same_request(event, earlier, command, is_redo=is_redo)
    progress.check_version(event, version)
    ledger = progress.open_ledger(event)
    commands = commands_of(ledger.rows)
    numbers = commands.undone if is_redo else commands.live
    number = command if command is not None else next(reversed(numbers), 0)
    if number not in numbers:
        raise Refusal("redo_nothing" if is_redo else "undo_nothing", event=event.name)
    lines = (undoings_of if is_redo else lines_of)(ledger.rows, number)
    try:
        return _write(ledger, lines, by, key, reason)
    except Refusal as refusal:
        raise _explain_refusal(refusal, ledger, number) from refusal


@one_command()
def _write(ledger: progress.Ledger, lines: Sequence[int], by: User, key: str, reason: str) -> JournalEntry:
    event, players_before = ledger.event, _players_by_entry(ledger.event)
    rows = undo_rows(ledger.rows, lines)
    line = progress.write_rows(ledger=ledger, rows=rows, by=by, key=key or uuid4().hex, reason=reason)
    people.check_unique_entrants(event)
    removed_numbers = players_before.keys() - _players_by_entry(event).keys()
    if removed_numbers:
        players = frozenset(players_before[number] for number in removed_numbers)
        entries_undone.send(sender=Event, event=event, players=players)
    return line


def _players_by_entry(event: Event) -> dict[int, int]:
    return dict(event.entries.values_list("number", "player"))


def _require_same_request(
    event: Event, line: JournalEntry, command: int | None, *, is_redo: bool
) -> JournalEntry:
    """The line an earlier request with this key wrote; refuses ("key_used_before") one of another command."""
    target = line
    times = 0
    while target.kind == UNDONE:
        target, times = event.journal.get(seq=target.payload["seq"]), times + 1
    is_other = command is not None and target.command != command
    if not times or (times % 2 == 0) != is_redo or is_other:
        raise progress.key_used_refusal(line)
    return line


def _explain_refusal(refusal: Refusal, ledger: progress.Ledger, command: int) -> Refusal:
    """A later line that cannot stand becomes the command it belongs to."""
    if "seq" not in refusal.facts or refusal.code in NO_BLOCKING_LINE:
        return refusal
    blocking = next((row for row in ledger.rows if row.seq == refusal.facts["seq"]), None)
    if blocking is None:
        return refusal
    later = journal.describe_command(ledger.event, blocking.command_number)
    return Refusal(
        "undo_blocked", command=command, blocking=blocking.command_number, kind=blocking.kind, later=later
    )
