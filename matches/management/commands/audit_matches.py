"""Recompute every match and print rows that differ: `manage.py audit_matches`."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy, ngettext

from matches.management.audit_command import AuditCommand
from matches.models import Match
from matches.queries import audits
from rules.errors import Refusal


class Command(AuditCommand[Match]):
    """Audit every match of the site."""

    help = str(gettext_lazy("Recalculates every match and lists each inconsistent row."))
    subject = "match"

    def list_subjects(self) -> Iterable[Match]:
        """All matches."""
        return audits.iterate_matches()

    def find_disagreements(self, subject: Match) -> Iterable[Refusal]:
        """The differing rows."""
        return audits.find_match_disagreements(subject)

    def describe_count(self, count: int) -> str:
        """How many matches."""
        return ngettext("%(count)s match checked", "%(count)s matches checked", count) % {"count": count}
