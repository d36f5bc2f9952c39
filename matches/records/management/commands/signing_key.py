"""The keys this site signs match files with: `manage.py signing_key create|list|retire`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.messages import get_sentence
from matches.records import signing_keys
from rules.errors import Refusal


class Command(BaseCommand):
    """Private keys are in the file `SIGNING_KEYS_FILE`; needs no database."""

    help = str(_("Creates, lists and retires the keys that sign match files of this site."))
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """create KEY-ID, list, retire KEY-ID."""
        actions = parser.add_subparsers(dest="action", required=True)
        for name in ("create", "retire"):
            actions.add_parser(name).add_argument(
                "key_id", metavar="KEY-ID", help="such as club.example/2026"
            )
        actions.add_parser("list")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the keys that the action is about, never a private one."""
        try:
            keys = self._run(options["action"], options.get("key_id", ""))
        except Refusal as refusal:
            raise CommandError(get_sentence(refusal.code, refusal.facts)) from None
        for key in keys:
            row = key.describe()
            until = row["until"] or gettext("in use")
            self.stdout.write(f"{row['key_id']}  {row['public_key']}  {row['since']}  {until}")

    def _run(self, action: str, key_id: str) -> list[signing_keys.SigningKey]:
        if action == "create":
            return [signing_keys.create_key(key_id=key_id)]
        if action == "retire":
            return [signing_keys.retire_key(key_id=key_id)]
        return signing_keys.list_keys()
