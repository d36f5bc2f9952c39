"""Random tournament generator: `manage.py rtg --seed S --count N [--format F] [--json]`.

Simulates random tournaments in memory, without a database, and checks each.
"""

import json
import sys
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.management.languages import LANGUAGE_CODES, choose_language
from tournaments.verification.finding_lines import format_finding, to_json
from tournaments.verification.simulator.openings import OPENINGS
from tournaments.verification.simulator.simulation_run import SimulationResult, run_simulation, shrink_journal


class Command(BaseCommand):
    """Exit code 0 if no guarantee was broken; the last line counts seeds, actions and violations."""

    help = str(gettext_lazy("Simulates random tournaments and checks each one."))
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --seed, --count, --format, --json, --language."""
        parser.add_argument("--seed", default="1", help="the first part of each seed")
        parser.add_argument("--count", type=int, default=100, metavar="N")
        parser.add_argument("--format", choices=sorted(OPENINGS), help="only this format")
        parser.add_argument("--json", action="store_true", help="one object per tournament on one line")
        parser.add_argument("--language", choices=LANGUAGE_CODES, help="the language of the sentences")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run every seed; for a violation, print the seed and the shortest journal that shows it."""
        format_names = [options["format"]] if options["format"] else list(OPENINGS)
        actions: Counter[str] = Counter()
        violations, seconds = 0, 0.0
        with translation.override(choose_language(options["language"])):
            for number in range(options["count"]):
                result = run_simulation(f"{options['seed']}-{number}", format_names)
                actions.update(result.actions)
                violations += len(result.findings)
                seconds += result.seconds
                self._print(result, as_json=options["json"])
            self.stdout.write(_format_total(options, actions, violations, seconds))
        if violations:
            sys.exit(1)

    def _print(self, result: SimulationResult, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(_as_json(result))
        elif result.findings:
            self.stdout.write(
                _("Seed %(seed)s (%(format)s):") % {"seed": result.seed, "format": result.format_name}
            )
            for finding in result.findings:
                self.stdout.write(f"  {format_finding(finding)}")
            for row in _shortest_journal(result):
                self.stdout.write(f"  {json.dumps(row, ensure_ascii=False)}")


def _shortest_journal(result: SimulationResult) -> list[dict[str, Any]]:
    codes = frozenset(finding.code for finding in result.findings)
    rows = shrink_journal(result.rows, codes)
    return [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in rows]


def _as_json(result: SimulationResult) -> str:
    data = {
        "seed": result.seed,
        "format": result.format_name,
        "entrants": result.entrants,
        "lines": len(result.rows),
        "actions": dict(sorted(result.actions.items())),
        "refused": result.refused,
        "violations": [json.loads(to_json(finding)) for finding in result.findings],
        "journal": _shortest_journal(result) if result.findings else [],
    }
    return json.dumps(data, ensure_ascii=False)


def _format_total(options: dict[str, Any], actions: Counter[str], violations: int, seconds: float) -> str:
    facts = {"seeds": options["count"], "actions": actions.total(), "violations": violations}
    if options["json"]:
        return json.dumps(facts)
    each = f"{seconds / max(1, options['count']):.3f}"
    summary = _(
        "%(seeds)s seeds, %(actions)s actions, %(violations)s violations, %(each)s s of CPU time each."
    )
    return summary % {**facts, "each": each}
