"""Check match files against the rules: `manage.py check_record FILE...`; needs no database."""

import json
import sys
from argparse import BooleanOptionalAction
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from matches.management.languages import LANGUAGE_CODES, choose_language
from matches.records.management.verdict_output import CheckedFile, verdict_to_data, verdict_to_lines
from matches.records.queries.known_keys import get_key_names_for_command
from matches.records.source_signatures import check_file
from rules import formats
from rules.errors import Unreadable
from rules.formats.ogxm_layout import is_ogxm
from rules.options import DeadCube, IllegalPlays, Laws, MatchLaws
from rules.record import Record
from rules.replay import replay
from rules.terms import determine_terms

BOOLEAN_OPTIONS = {
    "crawford": "the Crawford rule",
    "jacoby": "the Jacoby rule",
    "beavers": "beavers",
    "automatic_doubles": "automatic doubles (murphies)",
    "holland": "the Holland rule",
}
CHOICE_OPTIONS = {"dead_cube": get_args(DeadCube), "illegal_plays": get_args(IllegalPlays)}


class Command(BaseCommand):
    """Exit code 0: all files certified; 1: a fault or awarded points; 2: a file could not be read."""

    help = str(_("Checks match files move by move and says whether their results follow from the moves."))
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """FILE..., --length, the rules, --json, --language."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or - for standard input")
        parser.add_argument("--length", type=int, metavar="N", help="the length announced for the matches")
        for law, help_text in BOOLEAN_OPTIONS.items():
            flag = "--" + law.replace("_", "-")
            parser.add_argument(flag, action=BooleanOptionalAction, default=None, help=help_text)
        for law, values in CHOICE_OPTIONS.items():
            parser.add_argument("--" + law.replace("_", "-"), choices=values)
        parser.add_argument("--json", action="store_true", help="one object per file on one line")
        parser.add_argument("--language", choices=LANGUAGE_CODES, help="the language of the sentences")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a verdict for every file; exit with the highest code."""
        exit_code = 0
        with translation.override(choose_language(options["language"])):
            for place, name in enumerate(options["files"]):
                checked = _check(name, options)
                self._print(checked, place, options)
                exit_code = max(exit_code, checked.exit_code)
        if exit_code:
            sys.exit(exit_code)

    def _print(self, checked: CheckedFile, place: int, options: dict[str, Any]) -> None:
        if options["json"]:
            self.stdout.write(json.dumps(verdict_to_data(checked), ensure_ascii=False))
            return
        if place:
            self.stdout.write("")
        for line in verdict_to_lines(checked):
            self.stdout.write(line)


def _check(name: str, options: Mapping[str, Any]) -> CheckedFile:
    try:
        data = _read(name)
        record = formats.read(data)
        # Only a signed file needs the keys, and so the database if there is one.
        signatures = check_file(formats.text_of(data), get_key_names_for_command()) if is_ogxm(data) else ()
    except Unreadable as refusal:
        return CheckedFile(file=name, refusal=refusal)
    length = options["length"]
    verdict = replay(record, _laws(record, length, options), length=length)
    return CheckedFile(file=name, record=record, verdict=verdict, signatures=signatures)


def _laws(record: Record, length: int | None, options: Mapping[str, Any]) -> Laws | None:
    """Return the rules of the file's header, changed by those of the command line; None without any there."""
    choices = {law: options[law] for law in (*BOOLEAN_OPTIONS, *CHOICE_OPTIONS) if options[law] is not None}
    if not choices:
        return None
    header_laws = determine_terms(record, None, length).laws
    if isinstance(header_laws, MatchLaws):
        return replace(header_laws, **choices)
    changes: dict[str, Any] = {law: choices[law] for law in ("jacoby",) if law in choices}
    if "beavers" in choices:
        changes["animals"] = (header_laws.animals or 1) if choices["beavers"] else 0
    if "automatic_doubles" in choices:
        changes["automatic_doubles"] = (
            (header_laws.automatic_doubles or 1) if choices["automatic_doubles"] else 0
        )
    return replace(header_laws, **changes)


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError:
        raise Unreadable("file_absent", expected=name) from None
