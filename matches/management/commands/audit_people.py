"""Recompute all players and print names and spellings that differ: `manage.py audit_people`."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy, ngettext

from matches.management.audit_command import AuditCommand
from matches.models import Player
from matches.queries import audits
from matches.queries.audits import CanonicalPlayers
from rules.errors import Refusal


class Command(AuditCommand[Player]):
    """Audit every player and pair of the site."""

    help = str(
        gettext_lazy("Recalculates the decisions about players and lists each player shown differently.")
    )
    subject = "player"
    persons: CanonicalPlayers

    def list_subjects(self) -> Iterable[Player]:
        """All players."""
        self.persons = audits.compute_canonical_players()
        return audits.iterate_players()

    def find_disagreements(self, subject: Player) -> Iterable[Refusal]:
        """The differing rows of a player."""
        return audits.find_player_disagreements(subject, self.persons)

    def describe_count(self, count: int) -> str:
        """How many players."""
        return ngettext("%(count)s player checked", "%(count)s players checked", count) % {"count": count}
