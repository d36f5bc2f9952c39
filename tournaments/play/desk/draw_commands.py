"""Commands about the stages of an event: its plan, and mini brackets that start one after the other."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.match import LONGEST_MATCH
from tournaments.models import JournalEntry
from tournaments.play.desk.event_commands import EventCommand
from tournaments.play.draws import services as draws
from tournaments.play.draws.forms import DrawChangeForm, EntryNumbersField, SignUpsField
from tournaments.play.draws.plan_forms import PLAYING_TERMS, PlanChangeForm
from tournaments.play.entries.services import entries

# Path of a stage in the API; see `tournaments.web.command.Command.api`.
STAGE = "plan/stages/(?P<flight>[-_a-zA-Z0-9]{1,20})"
REQUIRED = {"required": DrawChangeForm.missing}


# These have no `name` of a command, but a field of that name.
class StageCommand(EventCommand, PlanChangeForm):  # type: ignore[misc]
    """A change of the plan; `used_fields` are those of the form that the service takes."""

    page = "desk-plan"
    used_fields: ClassVar[tuple[str, ...]] = ("flight",)

    def get_values(self) -> dict[str, Any]:
        """Return the fields that the service takes."""
        return {name: self.cleaned_data[name] for name in self.used_fields}


class AddStage(StageCommand):
    """Add a stage: a consolation, a last chance, a final of the best entries."""

    api = "POST plan/stages"
    service, sentence = staticmethod(draws.add_stage), _("Stage added.")
    used_fields = ("what", "count", "lengths")


class ChangeStage(StageCommand):
    """Change the lengths and the name of a stage, its clock and its rules."""

    api = f"PATCH {STAGE}"
    service, sentence = staticmethod(draws.change_stage), _("Stage changed.")
    used_fields = ("flight", "lengths", "name")

    def get_values(self) -> dict[str, Any]:
        """Return the fields, and the clock and the rules if any of them was sent."""
        terms = self.terms() if any(name in self.data for name in PLAYING_TERMS) else None
        return {**super().get_values(), "terms": terms}


class DropStage(StageCommand):
    """Remove a stage that is not drawn; the response is the journal line."""

    api = f"DELETE {STAGE}"
    service, sentence = staticmethod(draws.drop_stage), _("Stage cancelled.")


class EnterPlayers(EventCommand):
    """Enter the players who have come, one in each line.

    `checked` is the digest of the names that were shown with the members they resemble.
    """

    page, service = "desk-mini-brackets", staticmethod(entries.enter_names)
    names = forms.CharField(label=_("Checked in"), max_length=6000, error_messages=REQUIRED)
    checked = forms.CharField(max_length=64, required=False)

    def get_values(self) -> dict[str, Any]:
        """Return the names."""
        return {"names": self.cleaned_data["names"]}

    def describe(self, result: JournalEntry) -> str:
        """Return how many were entered."""
        return gettext("%(count)s entered") % {"count": len(result.new_entries)}


class StartKnockout(EventCommand):
    """Start a small knockout of the next entries."""

    api, page = "POST rolling/start", "desk-mini-brackets"
    service, sentence = staticmethod(draws.start_knockout), _("Knockout drawn; first matches called.")
    points = forms.IntegerField(
        label=_("Points"), min_value=1, max_value=LONGEST_MATCH, error_messages=REQUIRED
    )
    entries = EntryNumbersField(label=_("Players"), error_messages=REQUIRED)
    sign_ups = SignUpsField()

    def get_values(self) -> dict[str, Any]:
        """Return the points, and the entries as the service names them."""
        data = self.cleaned_data
        return {"points": data["points"], "only": data["entries"], "leaves_out_sign_ups": data["sign_ups"]}


class CloseKnockouts(EventCommand):
    """Stop starting knockouts."""

    api, page = "POST rolling/close", "desk-mini-brackets"
    service, sentence = staticmethod(draws.close_knockouts), _("No more mini brackets will start.")


class OpenKnockout(EventCommand):
    """Allow another knockout."""

    api, page = "POST rolling/open", "desk-mini-brackets"
    service, sentence = staticmethod(draws.open_another_knockout), _("Another mini bracket can start.")


# By the value of the field `action` of their page.
STAGE_COMMANDS: Mapping[str, type[StageCommand]] = {"add": AddStage, "drop": DropStage, "shape": ChangeStage}
KNOCKOUT_COMMANDS: Mapping[str, type[EventCommand]] = {
    "come": EnterPlayers,
    "start": StartKnockout,
    "close": CloseKnockouts,
    "open": OpenKnockout,
}
