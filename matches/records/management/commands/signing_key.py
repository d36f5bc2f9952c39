"""The keys this site signs match files with: `manage.py signing_key create|list|retire`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.messages import get_sentence
from matches.records.queries.known_keys import get_keys_problem, list_own_keys
from matches.records.services import public_keys
from rules.errors import Refusal


class Command(BaseCommand):
    """Private keys are in the file `SIGNING_KEYS_FILE`, their public halves in the database."""

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
            self._run(options["action"], options.get("key_id", ""))
        except Refusal as refusal:
            raise CommandError(get_sentence(refusal.code, refusal.facts)) from None
        keys = list_own_keys()
        if options["action"] != "list":
            keys = [key for key in keys if key.key_id == options["key_id"]]
        for key in keys:
            row = key.describe()
            state = gettext("private key missing") if key.private_is_lost else gettext("in use")
            until = row["until"] or state
            self.stdout.write(f"{row['key_id']}  {row['public_key']}  {row['since']}  {until}")
        problem = get_keys_problem()
        if problem:
            raise CommandError(get_sentence(problem, {}))

    def _run(self, action: str, key_id: str) -> None:
        if action == "create":
            public_keys.create_signing_key(key_id=key_id)
        elif action == "retire":
            public_keys.retire_signing_key(key_id=key_id)
        elif not get_keys_problem():
            public_keys.store_public_keys()
