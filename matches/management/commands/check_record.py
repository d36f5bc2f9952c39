"""Check recorded matches against the laws: `manage.py check_record FILE...`; needs no database."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from matches.management.speech import KNOWN, language
from matches.management.verdicts import Checked, as_data, as_text
from rules import formats
from rules.errors import Unreadable
from rules.replay import replay


class Command(BaseCommand):
    """Exit code 0: all certified; 1: a fault was found; 2: a file could not be read."""

    help = str(_("Replays recorded matches and says whether their results follow from the moves."))
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """FILE..., --length, --json, --language."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or - for standard input")
        parser.add_argument("--length", type=int, metavar="N", help="the length announced for the matches")
        parser.add_argument("--json", action="store_true", help="one object per file on one line")
        parser.add_argument("--language", choices=KNOWN, help="the language of the sentences")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a verdict for every file, then leave with the highest exit code."""
        worst = 0
        with translation.override(language(options["language"])):
            for place, name in enumerate(options["files"]):
                checked = _check(name, options["length"])
                self._print(checked, place, options)
                worst = max(worst, checked.exit_code)
        if worst:
            sys.exit(worst)

    def _print(self, checked: Checked, place: int, options: dict[str, Any]) -> None:
        if options["json"]:
            self.stdout.write(json.dumps(as_data(checked), ensure_ascii=False))
            return
        if place:
            self.stdout.write("")
        for line in as_text(checked):
            self.stdout.write(line)


def _check(name: str, length: int | None) -> Checked:
    try:
        record = formats.read(_read(name))
    except Unreadable as refusal:
        return Checked(file=name, refusal=refusal)
    return Checked(file=name, record=record, verdict=replay(record, length=length))


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError:
        raise Unreadable("file_absent", expected=name) from None
