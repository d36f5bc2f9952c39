"""The base class of audit commands."""

import json
import sys
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from django.core.management.base import CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches import messages
from matches.management.languages import LANGUAGE_CODES, choose_language
from matches.management.site_command import SiteCommand
from rules.errors import Refusal

Subject = TypeVar("Subject")


class AuditCommand(SiteCommand, Generic[Subject]):
    """A command that compares stored rows with the values recomputed from their history.

    It prints each difference; the exit code is 1 if there are any. `subject` is the name, in the context of a
    disagreement, of the audited object.
    """

    subject: ClassVar[str]
    # Whether `repair` can rewrite the rows of an object, except for differences of these codes.
    is_repairable: ClassVar[bool] = False
    unrepairable_codes: ClassVar[frozenset[str]] = frozenset()

    def list_subjects(self) -> Iterable[Subject]:
        """Return all objects to audit."""
        raise NotImplementedError

    def find_disagreements(self, subject: Subject) -> Iterable[Refusal]:
        """Yield the differences of one object."""
        raise NotImplementedError

    def repair(self, subject: Subject, reason: str) -> Subject:
        """Rewrite the rows of an object with the recomputed values."""
        raise NotImplementedError

    def describe_count(self, count: int) -> str:
        """Return the number of audited objects as a sentence."""
        raise NotImplementedError

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --json and --language."""
        parser.add_argument("--json", action="store_true", help="one object per disagreement on one line")
        parser.add_argument("--language", choices=LANGUAGE_CODES, help="the language of the sentences")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print every disagreement, then the number of audited objects."""
        subject_count = disagreement_count = 0
        with translation.override(choose_language(options["language"])):
            for subject in self.list_subjects():
                subject_count += 1
                for disagreement in self.find_disagreements(subject):
                    disagreement_count += 1
                    self.stdout.write(
                        _to_json(disagreement) if options["json"] else self._as_text(disagreement)
                    )
            if not options["json"]:
                self.stdout.write(
                    f"{self.describe_count(subject_count)}: {_format_total(disagreement_count)}"
                )
        if disagreement_count:
            sys.exit(1)

    def _as_text(self, disagreement: Refusal) -> str:
        sentence = messages.get_sentence(disagreement.code, disagreement.facts)
        return f"{disagreement.facts[self.subject]}: {sentence}"


def _to_json(disagreement: Refusal) -> str:
    return json.dumps(
        {"code": disagreement.code, "law": disagreement.law, "facts": disagreement.facts}, ensure_ascii=False
    )


def _format_total(disagreement_count: int) -> str:
    if not disagreement_count:
        return _("all rows match")
    return ngettext("%(count)s inconsistent row", "%(count)s inconsistent rows", disagreement_count) % {
        "count": disagreement_count
    }
