"""The report of an event for the arbiter of a federation: its rules, players, draws, rounds and decisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.models import Entry, Event
from tournaments.play.brackets import brackets
from tournaments.play.brackets.brackets import Bracket
from tournaments.play.draws import queries as draws
from tournaments.play.draws.queries import DrawRecord
from tournaments.play.entrants.queries.public_entries import list_public_entries
from tournaments.play.events import event_state
from tournaments.play.events.stages import EventPlan, get_event_plan
from tournaments.reports.queries.event_report import list_director_names
from tournaments.verification.queries.event_checks import (
    EventCheck,
    ImportedFile,
    describe_file_signature,
    get_event_check,
    list_imported_files,
)
from tournaments.verification.queries.report_lines import Group, ReportLine, list_report_lines
from tournaments.verification.queries.rows_before import read_play_history


@dataclass(frozen=True, slots=True)
class SignedFile:
    """Who signs the event file: the name of the key, "" without one, and the sentence about the file."""

    key: str
    sentence: str


@dataclass(frozen=True)
class ArbiterReport:
    """What an arbiter reads about an event. Its parts are read once, when they are first shown.

    `names_accounts`: the reader directs the event and reads who of the desk has done something.
    """

    event: Event
    names_accounts: bool
    lines: tuple[ReportLine, ...]

    def get_lines(self, group: Group) -> list[ReportLine]:
        """Return the lines of a part of the report, the oldest first."""
        return [line for line in self.lines if line.group == group]

    def get_lines_of_entry(self, number: int) -> list[ReportLine]:
        """Return all that concerns an entry, the oldest first."""
        return [line for line in self.lines if number in line.entries]

    @cached_property
    def entries(self) -> list[Entry]:
        """Return the entries that the reader may see."""
        return list(list_public_entries(self.event, is_director=self.names_accounts))

    @cached_property
    def members(self) -> dict[int, list[str]]:
        """Return the names of the players of each team by the number of its entry; one query."""
        names: dict[int, list[str]] = {}
        rows = self.event.team_members.order_by("entry__number", "position", "pk")
        for number, name in rows.values_list("entry__number", "player__name"):
            names.setdefault(number, []).append(name)
        return names

    @cached_property
    def directors(self) -> tuple[str, ...]:
        """Return the names of those who ran the event."""
        return list_director_names(self.event)

    @cached_property
    def plan(self) -> EventPlan:
        """Return the stages of the event."""
        return get_event_plan(self.event)

    @cached_property
    def draws(self) -> list[DrawRecord]:
        """Return the published draws, the oldest first, those that were replaced too."""
        return draws.get_draws(self.event)[::-1]

    @cached_property
    def brackets(self) -> Sequence[Bracket]:
        """Return the flights with the pairings of their rounds."""
        return brackets.get_brackets(self.event)

    @cached_property
    def check(self) -> EventCheck:
        """Return what the checker says."""
        return get_event_check(self.event)

    @cached_property
    def signed_file(self) -> SignedFile:
        """Return who signs the event file."""
        return SignedFile(*describe_file_signature(self.event))

    @cached_property
    def imported_files(self) -> list[ImportedFile]:
        """Return the files that lines of the activity log came from."""
        return list_imported_files(self.event)

    @cached_property
    def lines_now(self) -> dict[str, dict[int, int]]:
        """Return the entries that stand on the lines of each flight now, manual changes included."""
        return read_play_history(event_state.get_journal_rows(self.event)).current.lines


def get_arbiter_report(event: Event, *, names_accounts: bool) -> ArbiterReport:
    """Return the report of a published event; its parts are read when they are shown."""
    return ArbiterReport(event, names_accounts, tuple(list_report_lines(event)))
