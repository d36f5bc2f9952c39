"""Look at all that the house folds, and put right what can be: `manage.py doctor`."""

import sys
from collections.abc import Iterator
from typing import Any

from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches import phrases
from matches.management.auditing import AuditCommand
from matches.management.commands import audit_matches, audit_people
from matches.management.speech import KNOWN, language
from matches.moneyplay.management.commands import audit_sessions
from rules.errors import Refusal
from tournaments import registry
from tournaments.management.commands import audit_events

# Rating lists are folded when their turn comes: until then audit_ratings may name what is only owed.
AUDITS: tuple[type[AuditCommand[Any]], ...] = (
    audit_events.Command,
    audit_matches.Command,
    audit_sessions.Command,
    audit_people.Command,
)


class Command(BaseCommand):
    """Exit code 0: all rows agree, perhaps after a repair; 1: some do not. A healthy house gets no word."""

    help = str(gettext_lazy("Finds inconsistent stored rows and repairs them."))

    def add_arguments(self, parser: CommandParser) -> None:
        """--repair, --language."""
        parser.add_argument("--repair", action="store_true", help="write events anew from their journals")
        parser.add_argument("--language", choices=KNOWN, help="the language of the sentences")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Every disagreement with its repair; with --repair what was before, and what is left after."""
        left = 0
        with translation.override(language(options["language"])):
            for audit, subject, found in _sick():
                for each in found:
                    self.stdout.write(f"{each.facts[audit.subject]}: {_said(each)}")
                    self.stdout.write(f"  {_remedy(audit, each)}")
                is_tried = options["repair"] and audit.is_repairable
                left += len(self._repaired(audit, subject, found) if is_tried else found)
            if left:
                said = ngettext("%(count)s inconsistent row", "%(count)s inconsistent rows", left)
                self.stdout.write(said % {"count": left})
        if left:
            sys.exit(1)

    def _repaired(self, audit: AuditCommand[Any], subject: Any, before: list[Refusal]) -> list[Refusal]:
        try:
            repaired = audit.repair(subject, _("Repaired by the doctor command"))
        except Refusal as refusal:
            self.stdout.write(f"  {phrases.sentence(refusal.code, refusal.facts)}")
            return before
        left = list(audit.disagreements(repaired))
        facts = {"before": len(before), "after": len(left)}
        self.stdout.write("  " + _("Before: %(before)s rows, after: %(after)s.") % facts)
        for each in left:
            self.stdout.write(f"  {_said(each)}")
        return left


def _sick() -> Iterator[tuple[AuditCommand[Any], Any, list[Refusal]]]:
    commands = get_commands()
    features = [load_command_class(commands[name], name) for name in registry.audit_commands]
    audits: list[Any] = [*(audit() for audit in AUDITS), *features]
    for audit in audits:
        for subject in audit.subjects():
            found = list(audit.disagreements(subject))
            if found:
                yield audit, subject, found


def _said(found: Refusal) -> str:
    return phrases.sentence(found.code, found.facts)


def _remedy(audit: AuditCommand[Any], found: Refusal) -> str:
    if found.code in audit.lost:
        return _("The activity log was tampered with: restore the event from its file or from a backup.")
    if audit.is_repairable:
        return _("doctor --repair rewrites it from the activity log.")
    return _("Correct the result at the desk: the games played are not in question.")
