"""Commands about the tables of the venue, when a result counts, and the times for late players."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from matches.models import Desk, Table
from matches.queries.desks import count_tables
from matches.seen_values import require_unchanged
from matches.services import desks
from tournaments.models import Event, Tournament
from tournaments.play.schedule.services.calling import add_missing_tables, set_table_out_of_use
from tournaments.play.schedule.table_forms import MOST_TABLES, POLICIES, DeskTimesForm, TableNamesForm
from tournaments.web.command import Command, refuse_silenced

# Path of a table in the API; see `tournaments.web.command.Command.api`.
TABLE = "desk/tables/(?P<table>[0-9]{1,5})"


class DeskSettingsCommand(Command):
    """A command about the desk of a tournament, given at one of its events.

    `page` is the name of the URL of the page that has its form.
    """

    page: ClassVar[str] = "desk-table-settings"
    about, api_status = "event", 200
    event: Event

    @property
    def tournament(self) -> Tournament:
        """The tournament of the event."""
        return self.event.tournament

    @property
    def desk(self) -> Desk:
        """The desk of the tournament."""
        return self.event.tournament.desk

    def get_answer(self, result: Any) -> Any:
        """Return the desk as it is now."""
        self.desk.refresh_from_db()
        return self.desk


class AddTables(DeskSettingsCommand):
    """Add tables up to a number; waiting matches are called to them."""

    name, api = "add-tables", "POST desk/tables"
    count = forms.IntegerField(label=_("Tables"), min_value=1, max_value=MOST_TABLES)

    def run(self) -> None:
        """Add the tables that are missing."""
        count = self.cleaned_data["count"]
        add_missing_tables(tournament=self.tournament, tables=count, by=self.actor)

    def describe(self, result: None) -> str:
        """Return how many tables there are."""
        count = count_tables(self.desk)
        text = ngettext("%(count)s table in the room.", "%(count)s tables in the room.", count)
        return text % {"count": count}


class TableCommand(DeskSettingsCommand):
    """A command about one table."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=MOST_TABLES)

    def get_table(self) -> Table:
        """Return the table with this number, or raise Http404."""
        return get_object_or_404(self.desk.tables, number=self.cleaned_data["table"])


class NameTable(TableCommand):
    """Name a table ("Stream"), or go back to its number."""

    name, api = "name-table", f"PUT {TABLE}"
    label = forms.CharField(
        label=_("Table name"),
        max_length=40,
        required=False,
        help_text=_("Leave empty to use the table number."),
    )

    def run(self) -> Table:
        """Return the table with its name."""
        table = self.get_table()
        desks.label_table(table=table, label=self.cleaned_data["label"], by=self.actor)
        return table

    def describe(self, result: Table) -> str:
        """Return the name of the table."""
        message = gettext("Table %(number)s is now named %(name)s.")
        return message % {"number": result.number, "name": result}

    def require_unchanged(self, posted: QueryDict) -> None:
        """Compare the name that the page showed with the stored one. Raises `changed_since_shown`."""
        if self.is_valid():
            require_unchanged(posted, TableNamesForm([self.get_table()]))


class SetTableUse(TableCommand):
    """Take a table out of use, or put it back; a match that is there stays until it is moved."""

    name, api, api_required = "use-table", f"PUT {TABLE}/use", ("is_out_of_use",)
    is_out_of_use = forms.BooleanField(
        label=_("Out of use"), required=False, help_text=_("No match is called to this table.")
    )

    def run(self) -> Table:
        """Return the table."""
        table, is_out_of_use = self.get_table(), self.cleaned_data["is_out_of_use"]
        set_table_out_of_use(
            tournament=self.tournament, table=table, is_out_of_use=is_out_of_use, by=self.actor
        )
        return table

    def describe(self, result: Table) -> str:
        """Return whether the table is in use."""
        is_out_of_use = self.cleaned_data["is_out_of_use"]
        message = (
            gettext("Table %(table)s is out of use.")
            if is_out_of_use
            else gettext("Table %(table)s is in use.")
        )
        return message % {"table": result}


class SetReportPolicy(DeskSettingsCommand):
    """Set when a reported result counts."""

    name, api = "policy", "PUT desk/policy"
    policy = forms.ChoiceField(label=_("Result confirmation"), choices=POLICIES)

    def run(self) -> None:
        """Store the policy."""
        desks.set_policy(desk=self.desk, policy=self.cleaned_data["policy"], by=self.actor)

    def describe(self, result: None) -> str:
        """Return what has changed."""
        return gettext("Result confirmation changed.")

    @staticmethod
    def get_stored_values(event: Event) -> Mapping[str, Any]:
        """Return the policy of the desk."""
        return {"policy": event.tournament.desk.confirm_policy}


class SetTimes(DeskSettingsCommand, DeskTimesForm):
    """Set the penalties for late starts, when a report becomes final by itself, and the clock."""

    name, api, page_fields = "times", "PUT desk/times", ("version",)

    def run(self) -> None:
        """Store the times."""
        values = {name: self.cleaned_data[name] for name in ("scale", "final_after", "clock")}
        desks.set_times(desk=self.desk, by=self.actor, **values)

    def describe(self, result: None) -> str:
        """Return what has changed."""
        return gettext("Times changed.")

    @staticmethod
    def get_stored_values(event: Event) -> Mapping[str, Any]:
        """Return the times of the desk."""
        return DeskTimesForm.read_desk_times(event.tournament.desk)

    @classmethod
    def refuse_unused_fields(cls, data: Mapping[str, Any]) -> None:
        """Refuse minutes of a custom scale of penalties beside another scale."""
        if data.get("scale") != cls.CUSTOM_SCALE:
            refuse_silenced(data, ("grace", "step", "loses"), by="scale")


TABLE_COMMANDS = (AddTables, NameTable, SetTableUse, SetReportPolicy, SetTimes)
