"""Replay every money session and print rows that differ from its journal: `manage.py audit_sessions`."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy, ngettext

from matches.management.audit_command import AuditCommand
from matches.moneyplay import queries
from matches.moneyplay.models import MoneySession
from rules.errors import Refusal


class Command(AuditCommand[MoneySession]):
    """Audit all money sessions."""

    help = str(
        gettext_lazy("Recalculates every session from its activity log and lists each inconsistent row.")
    )
    subject = "session"

    def list_subjects(self) -> Iterable[MoneySession]:
        """All sessions."""
        return queries.iterate_sessions()

    def find_disagreements(self, subject: MoneySession) -> Iterable[Refusal]:
        """The rows that disagree."""
        return queries.find_disagreements(subject)

    def describe_count(self, count: int) -> str:
        """How many sessions were audited."""
        return ngettext("%(count)s session checked", "%(count)s sessions checked", count) % {"count": count}
