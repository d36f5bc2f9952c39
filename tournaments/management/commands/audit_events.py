"""Refold every event and report each row that disagrees with its journal: `manage.py audit_events`."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches import phrases
from matches.management.speech import KNOWN, language
from rules.errors import Refusal
from tournaments.queries import audit


class Command(BaseCommand):
    """Exit code 0: all rows agree; 1: some do not."""

    help = str(gettext_lazy("Folds the journal of every event again and names each row that disagrees."))

    def add_arguments(self, parser: CommandParser) -> None:
        """--json, --language."""
        parser.add_argument("--json", action="store_true", help="one object per disagreement on one line")
        parser.add_argument("--language", choices=KNOWN, help="the language of the sentences")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print every disagreement, then how many events were looked at."""
        looked_at = wrong = 0
        with translation.override(language(options["language"])):
            for event in audit.events():
                looked_at += 1
                for found in audit.disagreements(event):
                    wrong += 1
                    self.stdout.write(_as_data(found) if options["json"] else _as_text(found))
            if not options["json"]:
                self.stdout.write(_summary(looked_at, wrong))
        if wrong:
            sys.exit(1)


def _as_text(found: Refusal) -> str:
    return f"{found.facts['event']}: {phrases.sentence(found.code, found.facts)}"


def _as_data(found: Refusal) -> str:
    return json.dumps({"code": found.code, "law": found.law, "facts": found.facts}, ensure_ascii=False)


def _summary(looked_at: int, wrong: int) -> str:
    seen = ngettext("%(count)s event looked at", "%(count)s events looked at", looked_at)
    found = ngettext("%(count)s row disagrees", "%(count)s rows disagree", wrong)
    told = found % {"count": wrong} if wrong else _("all rows agree")
    return f"{seen % {'count': looked_at}}: {told}"
