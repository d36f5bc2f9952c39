"""Replay every event and report inconsistent rows: `manage.py audit_events`."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy, ngettext

from matches.management.audit_command import AuditCommand
from rules.errors import Refusal
from tournaments.models import Event
from tournaments.play.entrants.queries import entries
from tournaments.play.event_journal.queries import audit
from tournaments.play.event_journal.services import maintenance


class Command(AuditCommand[Event]):
    """Audit every event of the site."""

    help = str(
        gettext_lazy("Recalculates every event from its activity log and lists each inconsistent row.")
    )
    subject = "event"
    is_repairable = True
    unrepairable_codes = frozenset(
        {"audit_lines", "audit_journal", "audit_undoing", "audit_commitment", "audit_twice"}
    )

    def list_subjects(self) -> Iterable[Event]:
        """Return all events."""
        return audit.list_events()

    def find_disagreements(self, subject: Event) -> Iterable[Refusal]:
        """Yield inconsistent rows, and a player entered twice."""
        yield from audit.find_disagreements(subject)
        person = entries.find_duplicate_player(subject)
        if person is not None:
            yield Refusal("audit_twice", event=subject.name, player=person.code)

    def repair(self, subject: Event, reason: str) -> Event:
        """Rewrite the rows of an event from its journal."""
        return maintenance.repair_event(event=subject, reason=reason)

    def describe_count(self, count: int) -> str:
        """Return the summary of checked events."""
        return ngettext("%(count)s event checked", "%(count)s events checked", count) % {"count": count}
