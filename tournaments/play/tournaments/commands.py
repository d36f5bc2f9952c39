"""The commands that publish, cancel, archive and delete a tournament or one of its events."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Tournament
from tournaments.play.tournaments.services import tournament_drafts, tournament_settings
from tournaments.web.command import Command


def make_reason_field() -> forms.CharField:
    """Return the field of a public reason."""
    return forms.CharField(label=_("Reason"), max_length=200, required=False)


class TournamentCommand(Command):
    """A command about one tournament."""

    about, api_status = "tournament", 200
    tournament: Tournament


class PublishTournament(TournamentCommand):
    """Publish a draft, so that everybody can see it."""

    name, api, service = "publish", "POST publish", staticmethod(tournament_drafts.publish_tournament)
    sentence = _("Published: everyone can see this tournament.")


class HideTournament(TournamentCommand):
    """Make a tournament a draft that only its officials see, until a draw is published."""

    name, api, service = "hide", "POST hide", staticmethod(tournament_drafts.hide_tournament)
    sentence = _("Hidden: only officials can see this tournament.")


class CancelTournament(TournamentCommand):
    """Cancel a tournament: nothing is entered or played until it is reinstated."""

    name, api, service = "cancel", "POST cancel", staticmethod(tournament_settings.cancel_tournament)
    sentence = _("Tournament cancelled.")
    reason = make_reason_field()


class ReinstateTournament(TournamentCommand):
    """Reinstate a cancelled tournament."""

    name, api, service = "reinstate", "POST reinstate", staticmethod(tournament_settings.reinstate_tournament)
    sentence = _("Tournament reinstated.")


class ArchiveTournament(TournamentCommand):
    """Archive a tournament: it leaves the lists of the pages and can only be read."""

    name, api, service = "archive", "POST archive", staticmethod(tournament_settings.archive_tournament)
    sentence = _("Tournament archived.")


class RestoreTournament(TournamentCommand):
    """Restore a tournament from the archive."""

    name, api, service = "restore", "POST restore", staticmethod(tournament_settings.restore_tournament)
    sentence = _("Tournament restored from the archive.")


class DeleteTournament(TournamentCommand):
    """Delete a tournament without results, match files and money, with its events and tables."""

    name, api, api_status = "delete", "DELETE ", 204
    service = staticmethod(tournament_settings.delete_tournament)

    def describe(self, result: None) -> str:
        """Return which tournament was deleted."""
        return gettext("“%(name)s” was deleted.") % {"name": self.tournament.name}


class EventSettingCommand(Command):
    """A command about one event, which is not a row of its journal."""

    about, api_status = "event", 200
    event: Event


class CancelEvent(EventSettingCommand):
    """Cancel an event: nothing is entered or played until it is reinstated."""

    name, api, service = "cancel-event", "POST cancel", staticmethod(tournament_settings.cancel_event)
    sentence = _("Event cancelled.")
    reason = make_reason_field()


class ReinstateEvent(EventSettingCommand):
    """Reinstate a cancelled event."""

    name, api, service = (
        "reinstate-event",
        "POST reinstate",
        staticmethod(tournament_settings.reinstate_event),
    )
    sentence = _("Event reinstated.")


class DeleteEvent(EventSettingCommand):
    """Delete an event without match files and money, an imported one with its results."""

    name, api, api_status = "delete-event", "DELETE ", 204
    service = staticmethod(tournament_settings.delete_event)

    def describe(self, result: None) -> str:
        """Return which event was deleted."""
        return gettext("“%(name)s” was deleted.") % {"name": self.event.name}


DRAFT_COMMANDS = (PublishTournament, HideTournament)
TOURNAMENT_COMMANDS = (
    CancelTournament,
    ReinstateTournament,
    ArchiveTournament,
    RestoreTournament,
    DeleteTournament,
)
EVENT_COMMANDS = (CancelEvent, ReinstateEvent, DeleteEvent)
TOURNAMENT_COMMANDS_BY_NAME: Mapping[str, type[TournamentCommand]] = {
    command.name: command for command in TOURNAMENT_COMMANDS
}
EVENT_COMMANDS_BY_NAME: Mapping[str, type[EventSettingCommand]] = {
    command.name: command for command in EVENT_COMMANDS
}
