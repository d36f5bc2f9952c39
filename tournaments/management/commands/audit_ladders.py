"""Refold every ladder and report each row that disagrees with its lines: `manage.py audit_ladders`."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy, ngettext

from matches.management.auditing import AuditCommand
from rules.errors import Refusal
from tournaments.models import Ladder
from tournaments.queries import ladder_audit


class Command(AuditCommand[Ladder]):
    """Every ladder of the house."""

    help = str(gettext_lazy("Folds every ladder again and names each row that disagrees."))
    subject = "ladder"

    def subjects(self) -> Iterable[Ladder]:
        """All ladders."""
        return ladder_audit.ladders()

    def disagreements(self, subject: Ladder) -> Iterable[Refusal]:
        """What does not fit, row by row."""
        return ladder_audit.disagreements(subject)

    def seen(self, count: int) -> str:
        """How many ladders."""
        return ngettext("%(count)s ladder looked at", "%(count)s ladders looked at", count) % {"count": count}
