"""Check events with the independent checker: `manage.py check_event FILE|ID... [--money MONEY]`."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches import messages
from matches.management.languages import LANGUAGE_CODES, choose_language
from matches.records.keys_document import read_key_names
from matches.records.queries.known_keys import get_key_names_for_command
from matches.records.signed_documents import SIGNATURE, read_signed_document
from matches.records.source_signatures import DocumentSignature, describe_document
from rules.errors import Refusal
from tournaments.importing.queries.exports import write_checker_file
from tournaments.lookups import all_events, event_by_id
from tournaments.verification.checker.document import read_document
from tournaments.verification.checker.money import check_money_file
from tournaments.verification.checker.verify import check_file
from tournaments.verification.finding_lines import format_finding, read_entry_names, to_json


class Command(BaseCommand):
    """Exit code 0: no finding; 1: a broken guarantee; 2: an unreadable file or event."""

    help = str(gettext_lazy("Checks events from their activity logs alone, independently of the engine."))
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add FILE|ID..., --money, --list, --json, --language."""
        parser.add_argument(
            "events", nargs="*", metavar="FILE|ID", help="an event file, or the number of an event"
        )
        parser.add_argument(
            "--money", metavar="MONEY", help="the money file of the event (money.json of its finances)"
        )
        parser.add_argument(
            "--key",
            metavar="KEYS",
            help="public keys of the site that signed: its document /.well-known/crawford-keys.json",
        )
        parser.add_argument("--list", action="store_true", help="the numbers of all events")
        parser.add_argument("--json", action="store_true", help="one object per finding on one line")
        parser.add_argument("--language", choices=LANGUAGE_CODES, help="the language of the sentences")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print all findings and their number; exit with the highest code."""
        worst = 0
        if not (options["events"] or options["list"]):
            raise CommandError("FILE|ID, --list")
        if options["money"] and len(options["events"]) != 1:
            raise CommandError("FILE|ID --money MONEY")
        with translation.override(choose_language(options["language"])):
            if options["list"]:
                self._list()
            for name in options["events"]:
                worst = max(worst, self._check(name, options))
        if worst:
            sys.exit(worst)

    def _list(self) -> None:
        for event in all_events():
            day = timezone.localdate(event.tournament.starts_at).isoformat()
            self.stdout.write(f"{event.pk}: {event.name}, {event.tournament.name}, {day}")

    def _check(self, name: str, options: Mapping[str, Any]) -> int:
        money, as_json = options["money"], options["json"]
        try:
            data = _read_event_file(name)
            signature = None if name.isdecimal() else _check_signature(data, options["key"])
            findings = check_file(data)
            if money:
                findings += check_money_file(_read_file(money), read_document(data))
        except Refusal as refusal:
            self.stdout.write(f"{name}: {messages.get_sentence(refusal.code, refusal.facts)}")
            return 2
        names = read_entry_names(data) if findings else {}
        for each in findings:
            self.stdout.write(to_json(each) if as_json else f"{name}: {format_finding(each, names)}")
        if signature is not None and as_json:
            self.stdout.write(json.dumps({"code": "signature", "state": signature.state}))
        if not as_json:
            self.stdout.write(f"{name}: {_verdict(len(findings))}")
            if signature is not None:
                self.stdout.write(f"{name}: {signature.sentence}")
        return 1 if findings or (signature is not None and signature.is_changed) else 0


def _check_signature(data: bytes, keys_file: str | None) -> DocumentSignature | None:
    """Say who signed an event file; None for a file that is not whole enough to be signed."""
    content = read_signed_document(data)
    if content is None or SIGNATURE not in content:
        return None
    keys = get_key_names_for_command()
    if keys_file:
        keys |= read_key_names(_read_file(keys_file).decode(errors="replace"))
    return describe_document(content, keys)


def _read_event_file(name: str) -> bytes:
    """Return the event file of an event number, a path, or "-" for standard input."""
    if name.isdecimal():
        event = event_by_id(int(name))
        if event is None:
            raise Refusal("event_number_unknown", number=name)
        return write_checker_file(event)
    return sys.stdin.buffer.read() if name == "-" else _read_file(name)


def _read_file(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as fault:
        raise Refusal("event_file_damaged", place=name) from fault


def _verdict(count: int) -> str:
    if not count:
        return _("all checks passed")
    return ngettext("%(count)s check failed", "%(count)s checks failed", count) % {"count": count}
