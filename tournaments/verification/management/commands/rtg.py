"""Random tournaments: `manage.py rtg --seed S --count N [--format F] [--json]`; needs no database."""

import json
import sys
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.management.speech import KNOWN, language
from tournaments.verification.management.findings import as_data, as_text
from tournaments.verification.simulator.course import Course, run
from tournaments.verification.simulator.openings import OPENINGS
from tournaments.verification.simulator.shrinking import shortest


class Command(BaseCommand):
    """Exit code 0 only when no promise was broken; the last line counts seeds, actions and violations."""

    help = str(gettext_lazy("Simulates random tournaments and checks each one."))
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """--seed, --count, --format, --json, --language."""
        parser.add_argument("--seed", default="1", help="the first half of each seed")
        parser.add_argument("--count", type=int, default=100, metavar="N")
        parser.add_argument("--format", choices=sorted(OPENINGS), help="this format alone")
        parser.add_argument("--json", action="store_true", help="one object per tournament on one line")
        parser.add_argument("--language", choices=KNOWN, help="the language of the sentences")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play every seed. A seed that breaks a promise is printed with its shortest journal."""
        forms = [options["format"]] if options["format"] else list(OPENINGS)
        actions: Counter[str] = Counter()
        violations, seconds = 0, 0.0
        with translation.override(language(options["language"])):
            for number in range(options["count"]):
                course = run(f"{options['seed']}-{number}", forms)
                actions.update(course.actions)
                violations += len(course.faults)
                seconds += course.seconds
                self._print(course, as_json=options["json"])
            self.stdout.write(_total(options, actions, violations, seconds))
        if violations:
            sys.exit(1)

    def _print(self, course: Course, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(_as_json(course))
        elif course.faults:
            self.stdout.write(_("Seed %(seed)s (%(format)s):") % {"seed": course.seed, "format": course.form})
            for found in course.faults:
                self.stdout.write(f"  {as_text(found)}")
            for row in _shortest(course):
                self.stdout.write(f"  {json.dumps(row, ensure_ascii=False)}")


def _shortest(course: Course) -> list[dict[str, Any]]:
    codes = frozenset(found.code for found in course.faults)
    rows = shortest(course.rows, codes)
    return [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in rows]


def _as_json(course: Course) -> str:
    told = {
        "seed": course.seed,
        "format": course.form,
        "entrants": course.entrants,
        "lines": len(course.rows),
        "actions": dict(sorted(course.actions.items())),
        "refused": course.refused,
        "violations": [json.loads(as_data(found)) for found in course.faults],
        "journal": _shortest(course) if course.faults else [],
    }
    return json.dumps(told, ensure_ascii=False)


def _total(options: dict[str, Any], actions: Counter[str], violations: int, seconds: float) -> str:
    facts = {"seeds": options["count"], "actions": actions.total(), "violations": violations}
    if options["json"]:
        return json.dumps(facts)
    each = f"{seconds / max(1, options['count']):.3f}"
    said = _("%(seeds)s seeds, %(actions)s actions, %(violations)s violations, %(each)s s of CPU time each.")
    return said % {**facts, "each": each}
