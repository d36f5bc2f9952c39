"""Lists of entries that were entered by one command: pasted, or from a file."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from tournaments.journal.state import EventState
from tournaments.journal.undo import commands_of
from tournaments.models import Entry, EntryStatus, Event, JournalEntry, Pairing
from tournaments.play.events import event_state
from tournaments.registry import paid_players

DRAWN, PAID = "drawn", "paid"


@dataclass(frozen=True, slots=True)
class EnteredList:
    """Entries that one command entered: `numbers`, of which `remaining` are not withdrawn.

    `number` is that of the line in the journal.
    """

    number: int
    command: int
    numbers: tuple[int, ...]
    remaining: tuple[int, ...]
    by: str
    at: datetime

    @property
    def entries(self) -> int:
        """Return how many entries it brought."""
        return len(self.numbers)

    @property
    def remaining_count(self) -> int:
        """Return how many of them are still entered."""
        return len(self.remaining)


def get_entry_lists(event: Event) -> list[EnteredList]:
    """Return the lists of two or more entries in effect, latest first. Three queries."""
    live = set(commands_of(event_state.get_journal_rows(event)).live)
    entered = Entry.objects.filter(event=event, status=EntryStatus.ENTERED)
    entered_numbers = set(entered.values_list("number", flat=True))
    lines = JournalEntry.objects.filter(event=event, kind="entered", command__in=live).select_related(
        "by__player"
    )
    lists = []
    for line in lines.order_by("-seq"):
        numbers = tuple(new_entry.entry for new_entry in line.new_entries)
        remaining = tuple(number for number in numbers if number in entered_numbers)
        author = line.by.display_name if line.by else line.signed
        lists.append(EnteredList(line.seq, line.command, numbers, remaining, author, line.at))
    return [one for one in lists if len(one.numbers) > 1]


def find_lists_to_withdraw(event: Event, entry_lists: Collection[EnteredList]) -> set[int]:
    """Return the numbers of those lists of which withdrawing would take out at least one entry.

    One query if all entries of the lists have a place in a draw, two more if some of them are not drawn.
    """
    undrawn = {entry for each in entry_lists for entry in each.remaining} - _list_seated_entries(event)
    if not undrawn:
        return set()
    state = event_state.get_event_state(event)
    undrawn -= _list_drawn_entries(state)
    if not undrawn:
        return set()
    leaving = undrawn - set(find_reasons_to_stay(event, state, undrawn))
    return {each.number for each in entry_lists if leaving & set(each.remaining)}


def find_reasons_to_stay(
    event: Event, state: EventState, numbers: Collection[int]
) -> dict[int, tuple[Entry, str]]:
    """Return the entries that stay when their list is withdrawn, by number, with `DRAWN` or `PAID`."""
    drawn_entries = _list_drawn_entries(state)
    payers = {player for players in paid_players(event) for player in players}
    entries = Entry.objects.filter(event=event, number__in=numbers).select_related("player")
    reasons = {}
    for entry in entries.order_by("number"):
        reason = DRAWN if entry.number in drawn_entries else PAID if entry.player_id in payers else ""
        if reason:
            reasons[entry.number] = (entry, reason)
    return reasons


def _list_seated_entries(event: Event) -> set[int]:
    """Return the numbers of the entries in the pairings: most of the drawn ones, without the journal."""
    seats = Pairing.objects.filter(event=event).values_list("white_entry__number", "black_entry__number")
    return {number for pair in seats for number in pair if number is not None}


def _list_drawn_entries(state: EventState) -> set[int]:
    members = {entry for drawing in state.stages.values() for entry in drawing.members}
    return members | {seat for placed in state.board.values() for seat in placed.seats if seat}
