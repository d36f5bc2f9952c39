"""The commands of a league season: those of its desk, and what players agree about their matches."""

from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.actors import Identity
from matches.date_fields import DayField, MomentField
from matches.models import Match
from tournaments.leagues.forms import SpanForm
from tournaments.leagues.messages import DECISION_REASONS, MISSED_DEADLINE
from tournaments.leagues.models import Arrangement
from tournaments.leagues.serializers import ArrangementSerializer
from tournaments.leagues.services import arrangements, fixtures, seasons
from tournaments.models import Event
from tournaments.play.api.serializers_events import JournalEntrySerializer
from tournaments.play.desk.event_commands import EventCommand
from tournaments.web.command import Command
from tournaments.web.forms import DayInput

# Path of a match to be played in the API; see `tournaments.web.command.Command.api`.
FIXTURE = r"league/fixtures/(?P<pairing>[-\w.]+)"
# What is decided about a match that was not played, besides "entry-7": that entry 7 wins.
BOTH_LOSE, IS_VOID = "both", "void"


class RescheduleSeason(SpanForm, Command):
    """Change the days of a season before it begins."""

    about, name, api, schema_name = "event", "span", "PUT league", "SeasonSpan"
    sentence = _("Season dates saved.")
    event: Event

    def run(self) -> None:
        """Save the days."""
        seasons.reschedule_season(event=self.event, span=self.span(), by=self.actor)


class BeginSeason(EventCommand):
    """Draw and publish all divisions."""

    name, api, api_status = "begin", "POST league/begin", 200
    page_fields = ("version",)
    service, sentence = staticmethod(seasons.publish_season), _("Season started.")


class DeadlineCommand(EventCommand):
    """A command that sets the last day of matches."""

    until = DayField(label=_("until"), widget=DayInput())
    is_after_season = forms.BooleanField(
        label=_("After the end of the season"),
        required=False,
        help_text=_("Needed for a deadline after the last day of a season that has not ended."),
    )


class MoveRoundDeadline(DeadlineCommand):
    """Change the deadline of a round of a division."""

    name, api, schema_name = "round-deadline", "POST league/deadlines", "RoundDeadline"
    answer, sentence = JournalEntrySerializer, _("Deadline changed.")
    service = staticmethod(fixtures.move_round_deadline)
    flight = forms.CharField(max_length=20)
    round = forms.IntegerField(min_value=1, max_value=999)
    field_order = ("key", "version", "flight", "round")

    def get_service_arguments(self) -> dict[str, Any]:
        """Return the fields, with the round as its number."""
        arguments = super().get_service_arguments()
        arguments["number"] = arguments.pop("round")
        return arguments


class ExtendDeadline(DeadlineCommand):
    """Change the deadline of a match."""

    name, api, schema_name = "extend", f"PUT {FIXTURE}", "FixtureDeadline"
    answer, sentence = JournalEntrySerializer, _("Deadline changed.")
    service = staticmethod(fixtures.extend_deadline)
    pairing = forms.CharField(max_length=16)


class DecideFixture(EventCommand):
    """Decide an unplayed match: "both" lose, "void", or "entry-7" wins it."""

    name, api, api_status, schema_name = "decide", f"POST {FIXTURE}/decide", 200, "FixtureVerdict"
    pairing = forms.CharField(max_length=16)
    verdict = forms.RegexField(r"^(both|void|entry-[0-9]{1,5})$")
    reason = forms.CharField(max_length=300)

    def clean_reason(self) -> str:
        """Return the reason; the proposed one by its code, which each reader sees in their language."""
        reason: str = self.cleaned_data["reason"]
        return MISSED_DEADLINE if reason == DECISION_REASONS[MISSED_DEADLINE] else reason

    def run(self) -> None:
        """Record the decision."""
        arguments = self.get_service_arguments()
        verdict, key = arguments.pop("verdict"), arguments.pop("key")
        if verdict == BOTH_LOSE:
            fixtures.record_double_loss(**arguments)
        elif verdict == IS_VOID:
            fixtures.void_fixture(key=key, **arguments)
        else:
            fixtures.award_walkover(winner=int(verdict.removeprefix("entry-")), **arguments)

    def describe(self, result: None) -> str:
        """Return what was decided."""
        sentences = {BOTH_LOSE: gettext("Both players lose."), IS_VOID: gettext("Match voided.")}
        return sentences.get(self.cleaned_data["verdict"], gettext("Match awarded."))


class DrawPlayoffs(EventCommand):
    """Draw the play-offs between divisions, with a deadline."""

    name, api, api_status, schema_name = "playoffs", "POST league/playoffs", 200, "PlayoffDeadline"
    sentence = _("Play-offs drawn.")
    until = DayField(label=_("until"), widget=DayInput())

    def run(self) -> None:
        """Draw them."""
        arguments = self.get_service_arguments()
        del arguments["key"]
        seasons.draw_playoffs(**arguments)


SEASON_COMMANDS = (
    RescheduleSeason,
    BeginSeason,
    MoveRoundDeadline,
    DrawPlayoffs,
    ExtendDeadline,
    DecideFixture,
)


class FixtureCommand(Command):
    """A command of a player about an open match of theirs; `identity` proves who it is."""

    about = "match"
    match: Match

    def __init__(self, *args: Any, identity: Identity, **options: Any) -> None:
        super().__init__(*args, **options)
        self.identity = identity


class ProposeTime(FixtureCommand):
    """Propose a time to the other player, or write a note."""

    name, api, schema_name, answer = "propose", "POST propose", "Proposal", ArrangementSerializer
    sentence = _("Your opponent can read it here; the desk sees that you wrote.")
    play_at = MomentField(label=_("Day and time"), required=False)
    note = forms.CharField(label=_("Message to your opponent"), max_length=200, required=False)

    def run(self) -> Arrangement:
        """Write the proposal."""
        return arrangements.propose_time(match=self.match, identity=self.identity, **self.get_values())


class AcceptProposal(FixtureCommand):
    """Accept the time the other player proposed."""

    name, api, api_status, schema_name = "agree", "POST agree", 200, "Agreement"
    answer, sentence = ArrangementSerializer, _("Time agreed.")
    arrangement = forms.IntegerField(min_value=1, max_value=2**31 - 1)

    def run(self) -> Arrangement:
        """Accept the proposal, or raise Http404."""
        rows = Arrangement.objects.select_related("match", "by").filter(match=self.match)
        row = get_object_or_404(rows, pk=self.cleaned_data["arrangement"])
        return arrangements.accept_proposal(arrangement=row, identity=self.identity)


FIXTURE_COMMANDS = (ProposeTime, AcceptProposal)
