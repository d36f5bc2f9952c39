"""The rows of a journal and the names of its entries, also of those whose entering was undone."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext

from matches.models import Player
from tournaments.journal.entries import get_new_entries
from tournaments.journal.facts import StoredRow
from tournaments.journal.undone_rows import undone_seqs
from tournaments.models import Entry, Event
from tournaments.play.events import event_state

# By number of an entry: the lines that entered somebody under it, each with the code of the player, or ""
# if the line is in effect.
EnteringLines = Mapping[int, tuple[tuple[int, str], ...]]


def find_undone_entries(rows: Iterable[StoredRow], undone: frozenset[int]) -> EnteringLines:
    """Return the lines that entered somebody under a number whose entering was undone at least once."""
    lines: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for row in rows:
        for new_entry in get_new_entries(row.kind, row.payload):
            lines[new_entry.entry].append((row.seq, new_entry.player if row.seq in undone else ""))
    return {number: tuple(each) for number, each in lines.items() if any(code for _seq, code in each)}


@dataclass(frozen=True, slots=True)
class FormerEntries:
    """Names the entries of a line as they were when it was written; `names` are those of players by code."""

    lines: EnteringLines = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def get_names(self, seq: int, current: Mapping[int, str]) -> Mapping[int, str]:
        """Return the names of the entries by number for the line of this number; `current` are those now."""
        names = {}
        for number, lines in self.lines.items():
            place = bisect_right([line for line, _code in lines], seq)
            code = lines[place - 1][1] if place else ""
            if code:
                names[number] = self.names.get(code) or gettext("entry no. %(number)s") % {"number": number}
        return {**current, **names} if names else current


def load_former_entries(lines: EnteringLines) -> FormerEntries:
    """Return the former entries of these lines. One query if there are any, else none."""
    codes = {code for each in lines.values() for _seq, code in each if code}
    if not codes:
        return FormerEntries()
    rows = Player.objects.filter(code__in=codes)
    return FormerEntries(lines, dict(rows.values_list("code", "name")))


class JournalSource:
    """The stored rows and names of entries that the parts of a page share; each read once, if needed."""

    def __init__(self, event: Event) -> None:
        """Take the event."""
        self.event = event

    @cached_property
    def rows(self) -> list[StoredRow]:
        """The journal, oldest first."""
        return event_state.get_journal_rows(self.event)

    @cached_property
    def entry_names(self) -> dict[int, str]:
        """The names of the entries by number."""
        return dict(Entry.objects.filter(event=self.event).order_by().values_list("number", "player__name"))

    @cached_property
    def void(self) -> frozenset[int]:
        """The numbers of the undone lines."""
        return undone_seqs(self.rows)

    @cached_property
    def former_entries(self) -> FormerEntries:
        """The entries that are gone."""
        return load_former_entries(find_undone_entries(self.rows, self.void))
