"""Replay every ladder and report each row that disagrees with its lines: `manage.py audit_ladders`."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy, ngettext

from matches.management.audit_command import AuditCommand
from rules.errors import Refusal
from tournaments.ladders import queries, services
from tournaments.ladders.models import Ladder


class Command(AuditCommand[Ladder]):
    """Audit every ladder of the site."""

    help = str(gettext_lazy("Recalculates every ladder and lists each inconsistent row."))
    subject = "ladder"
    is_repairable = True
    unrepairable_codes = frozenset({"audit_ladder"})

    def list_subjects(self) -> Iterable[Ladder]:
        """Return all ladders."""
        return queries.list_all_ladders()

    def find_disagreements(self, subject: Ladder) -> Iterable[Refusal]:
        """Return the inconsistencies of a ladder."""
        return queries.find_disagreements(subject)

    def repair(self, subject: Ladder, reason: str) -> Ladder:
        """Rebuild challenges from the journal of a ladder."""
        return services.repair_ladder(ladder=subject, reason=reason)

    def describe_count(self, count: int) -> str:
        """Return the number of ladders."""
        return ngettext("%(count)s ladder checked", "%(count)s ladders checked", count) % {"count": count}
