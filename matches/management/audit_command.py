"""The base class of audit commands, and the output language of management commands."""

import json
import os
import sys
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches import messages
from rules.errors import Refusal

LANGUAGE_CODES = tuple(code for code, _ in settings.LANGUAGES)


def choose_language(requested: str | None) -> str:
    """Return a supported language: the requested one, else that of the shell, else the default."""
    preferred = requested or os.environ.get("LANGUAGE", "").split(":")[0].split("_")[0].split(".")[0]
    return preferred if preferred in LANGUAGE_CODES else settings.LANGUAGE_CODE


Subject = TypeVar("Subject")


class AuditCommand(BaseCommand, Generic[Subject]):
    """A command that compares stored rows with the values recomputed from their history.

    It prints each difference; the exit code is 1 if there are any. `subject` is the name, in the context of a
    disagreement, of the audited object.
    """

    subject: ClassVar[str]
    # Whether `repair` can rewrite the rows of an object. `lost` are the codes of differences it cannot
    # repair.
    is_repairable: ClassVar[bool] = False
    lost: ClassVar[frozenset[str]] = frozenset()

    def subjects(self) -> Iterable[Subject]:
        """All objects to audit."""
        raise NotImplementedError

    def disagreements(self, subject: Subject) -> Iterable[Refusal]:
        """Yield the differences of one object."""
        raise NotImplementedError

    def repair(self, subject: Subject, reason: str) -> Subject:
        """Rewrite the rows of an object with the recomputed values."""
        raise NotImplementedError

    def count_sentence(self, count: int) -> str:
        """The number of audited objects, as a sentence."""
        raise NotImplementedError

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --json and --language."""
        parser.add_argument("--json", action="store_true", help="one object per disagreement on one line")
        parser.add_argument("--language", choices=LANGUAGE_CODES, help="the language of the sentences")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print every disagreement, then the number of audited objects."""
        subject_count = disagreement_count = 0
        with translation.override(choose_language(options["language"])):
            for subject in self.subjects():
                subject_count += 1
                for disagreement in self.disagreements(subject):
                    disagreement_count += 1
                    self.stdout.write(
                        _to_json(disagreement) if options["json"] else self._as_text(disagreement)
                    )
            if not options["json"]:
                self.stdout.write(
                    f"{self.count_sentence(subject_count)}: {_format_total(disagreement_count)}"
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
