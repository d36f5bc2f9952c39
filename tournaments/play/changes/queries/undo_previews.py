"""Previews of undo and redo: the pairings they change, and what they make wrong outside the draw."""

from collections.abc import Collection
from dataclasses import dataclass

from rules.errors import Refusal
from tournaments.journal import commands
from tournaments.journal.state import EventState
from tournaments.journal.undo import undo_rows, undo_rows_of
from tournaments.models import Event, EventStatus
from tournaments.play.changes.queries import previews
from tournaments.play.changes.queries.moved_pairings import PairingChange
from tournaments.play.changes.queries.winner_effects import describe_effects
from tournaments.play.event_journal.queries.journal import DeskCommand, get_undo_redo
from tournaments.play.event_journal.queries.journal_source import JournalSource
from tournaments.registry import has_payouts


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """Preview of undoing or redoing a command: its lines, every changed pairing, and the states around it."""

    event: Event
    command: DeskCommand
    lines: tuple[int, ...]
    pairings: tuple[PairingChange, ...]
    states: tuple[EventState, EventState]

    @property
    def effects(self) -> list[str]:
        """Return sentences about another winner of the event, and about prizes paid that would not be due."""
        return describe_effects(self.event, self.states)


def list_effects_of_buttons(event: Event, source: JournalSource | None = None) -> dict[str, list[str]]:
    """Return what the buttons "undo" and "redo" of the desk would make wrong, if there can be anything."""
    if not _may_have_effects(event):
        return {}
    source = source or JournalSource(event)
    effects = {}
    for name, make_preview in (("undo", preview_undo), ("redo", preview_redo)):
        try:
            effects[name] = make_preview(event, source).effects
        except Refusal:
            # There is no such command, or the undo itself will say why it is refused.
            continue
    return effects


def list_undo_effects(
    event: Event, numbers: Collection[int], source: JournalSource | None = None
) -> dict[int, list[str]]:
    """Return what the undo of each of these commands would make wrong, if there can be anything."""
    if not numbers or not _may_have_effects(event):
        return {}
    rows, effects = (source or JournalSource(event)).rows, {}
    for number in numbers:
        seqs = [row.seq for row in rows if row.command_number == number]
        try:
            preview = commands.preview_undo(rows, undo_rows(rows, seqs))
        except Refusal:
            # The undo itself will say why it is refused.
            continue
        effects[number] = describe_effects(event, (preview.before, preview.after))
    return effects


def list_effects_of_command(event: Event, button: str, command: int | None) -> Collection[str]:
    """Return what the pages name as effects of a button ("undo" or "redo"), or of the undo of a command."""
    if button == "undo" and command is not None:
        return list_undo_effects(event, {command}).get(command, ())
    return list_effects_of_buttons(event).get(button, ())


def _may_have_effects(event: Event) -> bool:
    return event.status == EventStatus.FINISHED or any(has_payouts(event))


def preview_undo(event: Event, source: JournalSource | None = None) -> UndoPreview:
    """Preview the next undo, without writing. Raises `undo_nothing`."""
    source = source or JournalSource(event)
    command = get_undo_redo(event, source).undo
    if command is None:
        raise Refusal("undo_nothing", event=event.name)
    return _undo_preview(source, command, [line.seq for line in command.lines])


def preview_redo(event: Event, source: JournalSource | None = None) -> UndoPreview:
    """Preview the next redo, without writing. Raises `redo_nothing`."""
    source = source or JournalSource(event)
    command = get_undo_redo(event, source).redo
    if command is None:
        raise Refusal("redo_nothing", event=event.name)
    return _undo_preview(source, command, undo_rows_of(source.rows, command.number))


def _undo_preview(source: JournalSource, command: DeskCommand, undone_seqs: Collection[int]) -> UndoPreview:
    event = source.event
    preview = commands.preview_undo(source.rows, undo_rows(source.rows, undone_seqs))
    lines = tuple(line.seq for line in command.lines)
    states_around = (preview.before, preview.after)
    return UndoPreview(event, command, lines, previews.make_changes(event, preview, {}), states_around)
