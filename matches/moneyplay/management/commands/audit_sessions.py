"""Refold every session and report each row that disagrees with its journal: `manage.py audit_sessions`."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy, ngettext

from matches.management.auditing import AuditCommand
from matches.moneyplay import queries
from matches.moneyplay.models import MoneySession
from rules.errors import Refusal


class Command(AuditCommand[MoneySession]):
    """Every money session and chouette of the house."""

    help = str(gettext_lazy("Folds the journal of every session again and names each row that disagrees."))
    subject = "session"

    def subjects(self) -> Iterable[MoneySession]:
        """All sessions."""
        return queries.iterate_sessions()

    def disagreements(self, subject: MoneySession) -> Iterable[Refusal]:
        """What does not fit, row by row."""
        return queries.find_disagreements(subject)

    def seen(self, count: int) -> str:
        """How many sessions."""
        return ngettext("%(count)s session looked at", "%(count)s sessions looked at", count) % {
            "count": count
        }
