"""Changes of a running event: of its draw, its stages and its entries."""

from collections.abc import Collection
from functools import partial

from django.db import transaction

from matches.models import Player, User
from tournaments.journal import commands, draw_changes, stage_changes
from tournaments.journal.facts import LATE, WAITING
from tournaments.locks import lock_event
from tournaments.models import Event, JournalEntry
from tournaments.name_lists.details import EntryDetails
from tournaments.permissions import must_direct
from tournaments.play.draws import services as draws
from tournaments.play.entrants.queries.entries import find_entry_of_player
from tournaments.play.entrants.services import double_entries
from tournaments.play.entries.services import entries, entry_types
from tournaments.play.event_journal.services import journal
from tournaments.play.event_journal.services.journal import Command, execute_command, one_command
from tournaments.play.events import event_state
from tournaments.signals import draw_lines_changed


@one_command()
@transaction.atomic
def enter_late(
    *,
    event: Event,
    player: Player,
    flight: str,
    by: User,
    about: EntryDetails | None = None,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Enter a player and add them to a drawn flight: on a bye, a new line, or from the next round.

    A player on the waiting list of the event is entered already and is added to the flight as they are.
    Raises `no_line_free`; then the player is not entered either.
    """
    must_direct(by, event)
    event = lock_event(event)
    # The command has two lines: the entry, under a key of its own, and its place in the flight.
    used_line, entry_key = journal.find_line(event, key), f"{key}-entry" if key else ""
    line, join = (
        journal.find_line(event, entry_key),
        partial(add_to_flight, event=event, flight=flight, by=by),
    )
    if line is None:
        entry = find_entry_of_player(event, player)
        if entry is not None and (used_line is not None or entry.presence == WAITING):
            return join(entry=entry.number, key=key, reason=reason, version=version)
        if used_line is not None:
            raise journal.key_used_refusal(used_line)
        details = [about] if about else []
        line = entries.enter_players(
            event=event, players=[player], about=details, by=by, key=entry_key, version=version
        )
    new_entry = line.new_entries[0]
    if new_entry.player != player.code:
        raise journal.key_used_refusal(line)
    return join(entry=new_entry.entry, key=key, reason=reason)


@transaction.atomic
def add_to_flight(
    *,
    event: Event,
    entry: int,
    flight: str,
    by: User,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Add an entry to a drawn flight without affecting matches in progress.

    In a flight fed by others it takes a line to which no entry advances. Raises `already_joined`,
    `no_line_free`, `entry_plays`.
    """
    must_direct(by, event)
    event = lock_event(event)
    line = journal.find_line(event, key)
    if line is not None:
        return _require_same_join(line, entry, flight)
    pairs_in_play, called = event_state.pairs_in_play(event), event_state.get_called_tables(event)
    return _change_lines(
        event,
        by,
        flight,
        lambda state: draw_changes.add_late(state, entry, flight, pairs_in_play, called),
        key,
        version,
        reason,
    )


def _require_same_join(line: JournalEntry, entry: int, flight: str) -> JournalEntry:
    """Return the line if it added this entry to this flight, else raise.

    It is not recomputed: which matches had begun at that time is unknown.
    """
    payload = line.payload
    is_late = line.kind == "joined" and payload["entry"] == entry
    is_late |= line.kind == "relined" and payload["cause"] == LATE and entry in payload["lines"].values()
    if not is_late or payload["flight"] != flight:
        raise journal.key_used_refusal(line)
    return line


def re_enter(
    *,
    event: Event,
    entry: int,
    flight: str,
    by: User,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Let an eliminated entry start again in a knockout.

    Raises `entry_plays`, `entry_not_eliminated`, `no_line_free`.
    """
    return _change_lines(
        event,
        by,
        flight,
        lambda state: draw_changes.re_enter(state, entry, flight, event_state.get_called_tables(event)),
        key,
        version,
        reason,
    )


def swap(
    *,
    event: Event,
    flight: str,
    one: int,
    other: int,
    by: User,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Exchange the lines of two entries; the `reason` may be blank.

    Raises `line_unknown`, `results_lost`, `match_begun`.
    """
    return _change_lines(
        event, by, flight, lambda state: draw_changes.swap(state, flight, one, other), key, version, reason
    )


def step_in(
    *,
    event: Event,
    flight: str,
    absent: int,
    alternate: int,
    by: User,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Put an alternate on the line of an absent entry. Raises as `swap`."""
    return _change_lines(
        event,
        by,
        flight,
        lambda state: draw_changes.use_alternate(state, flight, absent, alternate),
        key,
        version,
        reason,
    )


def move_seed(
    *,
    event: Event,
    flight: str,
    entry: int,
    number: int,
    by: User,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Swap an entry with the one on the line of seed `number`. Raises as `swap`."""
    return _change_lines(
        event,
        by,
        flight,
        lambda state: draw_changes.move_seed(state, flight, entry, number),
        key,
        version,
        reason,
    )


@transaction.atomic
def substitute(
    *,
    event: Event,
    entry: int,
    player: Player,
    by: User,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Replace the player of an entry that has not played yet. Raises `entry_has_played`."""
    entry_types.check_entrant_kinds(event, [player])
    if journal.find_line(event, key) is None:
        double_entries.check_not_entered(event, [player], replaced_entry=entry)
    line = _execute(event, by, lambda _: commands.substitute(entry, player.code), key, version, reason)
    double_entries.check_unique_entrants(event)
    return line


def split(
    *, event: Event, flight: str, twin: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Plan a second stage beside an unpublished one; each is then drawn with its own entries."""
    return _execute(event, by, lambda state: stage_changes.split(state, flight, twin), key, version)


def merge(
    *, event: Event, flight: str, into: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Drop one of two entry stages; the other is then drawn with all entries. Raises `stage_published`."""
    return _execute(event, by, lambda state: stage_changes.merge(state, flight, into), key, version)


@one_command()
@transaction.atomic
def split_and_draw(
    *,
    event: Event,
    flight: str,
    others: Collection[int],
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Split an unpublished stage and draw both: `others` in the new one, the rest in this.

    Raises `stage_not_parted`, `already_published`, `entry_unknown`, `field_size` if either is too small.
    """
    must_direct(by, event)
    event = lock_event(event)
    line = journal.find_line(event, key)
    if line is not None:
        return require_draw_line(line)
    journal.check_version(event, version)
    state = event_state.get_event_state(event)
    twin = stage_changes.twin_key(state, flight)
    remaining_entries = stage_changes.remaining_entries(state, flight, others)
    execute_command(event=event, by=by, command=lambda state: stage_changes.split(state, flight, twin))
    event.refresh_from_db(fields=["version"])
    draws.draw(
        event=event,
        by=by,
        flight=flight,
        only=remaining_entries,
        leaves_out_sign_ups=True,
        version=event.version,
    )
    return draws.draw(event=event, by=by, flight=twin, only=others, leaves_out_sign_ups=True, key=key)


@one_command()
@transaction.atomic
def merge_and_draw(
    *, event: Event, flight: str, into: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Drop a stage and draw the other with all entries. Raises `stage_not_parted`, `stage_published`."""
    must_direct(by, event)
    event = lock_event(event)
    line = journal.find_line(event, key)
    if line is not None:
        return require_draw_line(line)
    merge(event=event, flight=flight, into=into, by=by, version=version)
    event.refresh_from_db(fields=["version"])
    return draws.draw(
        event=event, by=by, flight=into, leaves_out_sign_ups=True, key=key, version=event.version
    )


def require_draw_line(line: JournalEntry) -> JournalEntry:
    """Return the line of a key if it is a draw. Raises `key_used_before`."""
    if line.kind != "drawn":
        raise journal.key_used_refusal(line)
    return line


def _execute(
    event: Event, by: User, command: Command, key: str, version: int | None, reason: str = ""
) -> JournalEntry:
    return execute_command(event=event, by=by, command=command, key=key, version=version, reason=reason)


@one_command()
@transaction.atomic
def _change_lines(
    event: Event, by: User, flight: str, command: Command, key: str, version: int | None, reason: str
) -> JournalEntry:
    """Change the lines of a drawn stage, and let what depends on them follow (`draw_lines_changed`)."""
    must_direct(by, event)
    event = lock_event(event)
    before = event_state.get_event_state(event)
    line = execute_command(event=event, by=by, command=command, key=key, version=version, reason=reason)
    draw_lines_changed.send(sender=Event, event=event, flight=flight, before=before, by=by)
    return line
