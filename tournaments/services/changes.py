"""Acts on a draw that stands: late entries, alternates, swaps, leaving and coming back, split and merge."""

from collections.abc import Collection

from django.db import transaction

from matches.models import Player, User
from tournaments.journal import commands, draw_changes
from tournaments.journal.facts import LATE
from tournaments.models import Event, JournalEntry
from tournaments.particulars_text import NOTHING, Particulars
from tournaments.permissions import must_direct
from tournaments.queries import event_state
from tournaments.services import draw_services, entries, people, progress
from tournaments.services.commands import one_command
from tournaments.services.execution import Command, execute_command
from tournaments.services.locks import lock_event


@one_command()
@transaction.atomic
def enter_late(
    *,
    event: Event,
    player: Player,
    flight: str,
    by: User,
    about: Particulars = NOTHING,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Enter a player and put him into a drawn flight: on a bye, a new line, or from the next round on.

    Raises `no_line_free`; then he is not entered either.
    """
    must_direct(by, event)
    event = lock_event(event)
    used_line, entry_key = progress.find_line(event, key), f"{key}-entry" if key else ""
    line = progress.find_line(event, entry_key)
    if line is None:
        if used_line is not None:
            raise progress.key_used_refusal(used_line)
        line = entries.enter_players(
            event=event, players=[player], about=[about], by=by, key=entry_key, version=version
        )
    entry_data = line.payload["entries"][0]
    if entry_data["player"] != player.code:
        raise progress.key_used_refusal(line)
    return join(event=event, entry=entry_data["entry"], flight=flight, by=by, key=key)


@transaction.atomic
def join(
    *, event: Event, entry: int, flight: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Put somebody who is entered into a drawn flight, where he disturbs no match that has begun; into one
    that hangs on others on a line to which nobody comes from there.

    Raises `already_joined`, `no_line_free`, `entry_plays`.
    """
    must_direct(by, event)
    event = lock_event(event)
    line = progress.find_line(event, key)
    if line is not None:
        return _require_same_join(line, entry, flight)
    begun = event_state.pairs_in_play(event)
    return _execute(event, by, lambda state: draw_changes.add_late(state, entry, flight, begun), key, version)


def _require_same_join(line: JournalEntry, entry: int, flight: str) -> JournalEntry:
    """Return the line if it put this entry into this flight, else refuse.

    It is not recomputed: which matches had begun at that time is no longer known.
    """
    payload = line.payload
    is_late = line.kind == "joined" and payload["entry"] == entry
    is_late |= line.kind == "relined" and payload["cause"] == LATE and entry in payload["lines"].values()
    if not is_late or payload["flight"] != flight:
        raise progress.key_used_refusal(line)
    return line


def re_enter(
    *, event: Event, entry: int, flight: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Let somebody who is out of a knockout begin there again. Raises `entry_plays`, `no_line_free`."""
    return _execute(event, by, lambda state: draw_changes.re_enter(state, entry, flight), key, version)


def swap(
    *, event: Event, flight: str, one: int, other: int, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Exchange the lines of two entries. Raises `line_unknown`, `results_lost`, `match_begun`."""
    return _execute(event, by, lambda state: draw_changes.swap(state, flight, one, other), key, version)


def step_in(
    *,
    event: Event,
    flight: str,
    absent: int,
    alternate: int,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Put an entry on the line of somebody who did not come. Raises as `swap`."""
    return _execute(
        event, by, lambda state: draw_changes.use_alternate(state, flight, absent, alternate), key, version
    )


def move_seed(
    *,
    event: Event,
    flight: str,
    entry: int,
    number: int,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Put an entry on the line of seed `number`, and who stands there on its line. Raises as `swap`."""
    return _execute(
        event, by, lambda state: draw_changes.move_seed(state, flight, entry, number), key, version
    )


@transaction.atomic
def substitute(
    *, event: Event, entry: int, player: Player, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Let somebody else play for an entry that has played nothing. Raises `entry_has_played`."""
    people.check_entrant_kinds(event, [player])
    line = _execute(event, by, lambda _: commands.substitute(entry, player.code), key, version)
    people.check_unique_entrants(event)
    return line


def withdraw_from(
    *,
    event: Event,
    entry: int,
    by: User,
    flight: str = "",
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Take an entry out of a flight, or of the event when no flight is named."""
    return execute_command(
        event=event,
        by=by,
        command=lambda _: commands.withdraw(entry, flight),
        key=key,
        reason=reason,
        version=version,
    )


def reinstate(
    *, event: Event, entry: int, by: User, flight: str = "", key: str = "", version: int | None = None
) -> JournalEntry:
    """Let an entry play again; what it gave up stays given up where others have played on. `entry_plays`."""
    return _execute(event, by, lambda _: commands.reinstate(entry, flight), key, version)


def split(
    *, event: Event, flight: str, twin: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Plan a second stage beside one that is not published; then draw each with those who belong there."""
    return _execute(event, by, lambda state: draw_changes.split(state, flight, twin), key, version)


def merge(
    *, event: Event, flight: str, into: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Give one of two stages of entries up; then draw the other with everybody. `stage_published`."""
    return _execute(event, by, lambda state: draw_changes.merge(state, flight, into), key, version)


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
    """Split a stage that is not published, and draw both: `others` into the new one, who is left into this.

    Raises `stage_not_parted`, `already_published`, `entry_unknown`, `field_size` where too few are in one.
    """
    must_direct(by, event)
    event = lock_event(event)
    line = progress.find_line(event, key)
    if line is not None:
        return require_draw_line(line)
    progress.check_version(event, version)
    state = event_state.get_event_state(event)
    twin, stay = draw_changes.twin_of(state, flight), draw_changes.remaining_entries(state, flight, others)
    execute_command(event=event, by=by, command=lambda state: draw_changes.split(state, flight, twin))
    event.refresh_from_db(fields=["version"])
    draw_services.draw(event=event, by=by, flight=flight, only=stay, version=event.version)
    return draw_services.draw(event=event, by=by, flight=twin, only=others, key=key)


@one_command()
@transaction.atomic
def join_flights(
    *, event: Event, flight: str, into: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Give a stage up and draw the other one with everybody. Raises `stage_not_parted`, `stage_published`."""
    must_direct(by, event)
    event = lock_event(event)
    line = progress.find_line(event, key)
    if line is not None:
        return require_draw_line(line)
    merge(event=event, flight=flight, into=into, by=by, version=version)
    event.refresh_from_db(fields=["version"])
    return draw_services.draw(event=event, by=by, flight=into, key=key, version=event.version)


def require_draw_line(line: JournalEntry) -> JournalEntry:
    """The draw that was made under a key; refuses ("key_used_before") when it stood for anything else."""
    if line.kind != "drawn":
        raise progress.key_used_refusal(line)
    return line


def _execute(event: Event, by: User, command: Command, key: str, version: int | None) -> JournalEntry:
    return execute_command(event=event, by=by, command=command, key=key, version=version)
