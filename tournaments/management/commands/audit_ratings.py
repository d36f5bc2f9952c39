"""Recalculate every rating list and report differences: `manage.py audit_ratings`."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy, ngettext

from matches.management.audit_command import AuditCommand
from rules.errors import Refusal
from tournaments.models import RatingList
from tournaments.ratings.queries import audit as queries_audit


class Command(AuditCommand[RatingList]):
    """Audit every rating list of the site; `rebuild_ratings` repairs them."""

    help = str(gettext_lazy("Recalculates every rating list and lists each that differs from the results."))
    subject = "list"

    def list_subjects(self) -> Iterable[RatingList]:
        """Return all lists."""
        return queries_audit.list_rating_lists()

    def find_disagreements(self, subject: RatingList) -> Iterable[Refusal]:
        """Yield the first inconsistent match of a list."""
        return queries_audit.find_ledger_disagreement(subject)

    def describe_count(self, count: int) -> str:
        """Return the summary of checked lists."""
        return ngettext("%(count)s rating list checked", "%(count)s rating lists checked", count) % {
            "count": count
        }
