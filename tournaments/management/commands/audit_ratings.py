"""Fold every rating list again and report each that disagrees: `manage.py audit_ratings`."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy, ngettext

from matches.management.base import AuditCommand
from rules.errors import Refusal
from tournaments.models import RatingList
from tournaments.queries import audit


class Command(AuditCommand[RatingList]):
    """Audit every rating list of the site; `rebuild_ratings` puts right what this names."""

    help = str(gettext_lazy("Recalculates every rating list and lists each that differs from the results."))
    subject = "list"

    def subjects(self) -> Iterable[RatingList]:
        """All lists."""
        return audit.audited_rating_lists()

    def disagreements(self, subject: RatingList) -> Iterable[Refusal]:
        """From which match a list does not fit."""
        return audit.find_ledger_disagreement(subject)

    def seen(self, count: int) -> str:
        """How many lists."""
        return ngettext("%(count)s rating list checked", "%(count)s rating lists checked", count) % {
            "count": count
        }
