"""Audit all stored rows against their journals, and repair them: `manage.py doctor`."""

import sys
from collections.abc import Iterator
from typing import Any

from django.core.management import get_commands, load_command_class
from django.core.management.base import CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches import messages
from matches.management.audit_command import AuditCommand
from matches.management.commands import audit_matches, audit_people
from matches.management.languages import LANGUAGE_CODES, choose_language
from matches.management.site_command import SiteCommand
from matches.moneyplay.management.commands import audit_sessions
from rules.errors import Refusal
from tournaments import registry
from tournaments.management.commands import audit_events

# Rating lists are recalculated by a task: until then audit_ratings may report pending changes.
AUDITS: tuple[type[AuditCommand[Any]], ...] = (
    audit_events.Command,
    audit_matches.Command,
    audit_sessions.Command,
    audit_people.Command,
)


class Command(SiteCommand):
    """Exit with 0 if all rows agree, possibly after repair, else with 1.

    Nothing is printed if all agree.
    """

    help = str(gettext_lazy("Finds inconsistent stored rows and repairs them."))

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --repair and --language."""
        parser.add_argument("--repair", action="store_true", help="rewrite events from their journals")
        parser.add_argument("--language", choices=LANGUAGE_CODES, help="language of the output")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print every inconsistency; with --repair also those that remain afterwards."""
        remaining_count = 0
        with translation.override(choose_language(options["language"])):
            for audit, subject, disagreements in _find_disagreements():
                for disagreement in disagreements:
                    self.stdout.write(f"{disagreement.facts[audit.subject]}: {_format_refusal(disagreement)}")
                    self.stdout.write(f"  {_describe_remedy(audit, disagreement)}")
                is_repaired = options["repair"] and audit.is_repairable
                remaining_count += len(
                    self._repair(audit, subject, disagreements) if is_repaired else disagreements
                )
            if remaining_count:
                message = ngettext(
                    "%(count)s inconsistent row", "%(count)s inconsistent rows", remaining_count
                )
                self.stdout.write(message % {"count": remaining_count})
        if remaining_count:
            sys.exit(1)

    def _repair(self, audit: AuditCommand[Any], subject: Any, before: list[Refusal]) -> list[Refusal]:
        try:
            repaired = audit.repair(subject, _("Repaired by the doctor command"))
        except Refusal as refusal:
            self.stdout.write(f"  {messages.get_sentence(refusal.code, refusal.facts)}")
            return before
        remaining = list(audit.find_disagreements(repaired))
        facts = {"before": len(before), "after": len(remaining)}
        self.stdout.write("  " + _("Before: %(before)s rows, after: %(after)s.") % facts)
        for disagreement in remaining:
            self.stdout.write(f"  {_format_refusal(disagreement)}")
        return remaining


def _find_disagreements() -> Iterator[tuple[AuditCommand[Any], Any, list[Refusal]]]:
    commands = get_commands()
    features = [load_command_class(commands[name], name) for name in registry.audit_commands]
    audits: list[Any] = [*(audit() for audit in AUDITS), *features]
    for audit in audits:
        for subject in audit.list_subjects():
            disagreements = list(audit.find_disagreements(subject))
            if disagreements:
                yield audit, subject, disagreements


def _format_refusal(refusal: Refusal) -> str:
    return messages.get_sentence(refusal.code, refusal.facts)


def _describe_remedy(audit: AuditCommand[Any], refusal: Refusal) -> str:
    if refusal.code in audit.unrepairable_codes:
        return _("The activity log was tampered with: restore the event from its file or from a backup.")
    if audit.is_repairable:
        return _("doctor --repair rewrites it from the activity log.")
    return _("Correct the result at the desk; the games already played stay as they are.")
