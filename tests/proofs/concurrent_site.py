"""The site of `test_concurrent_reports`: creates called matches, and prints their results afterwards.

Run as a program with the environment of a site: first `python -m tests.proofs.concurrent_site prepare 200`,
after the reports `python -m tests.proofs.concurrent_site results`.
"""

import json
import sys
from itertools import groupby
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from matches.actors import SYSTEM  # noqa: E402
from matches.models import Match, Notice  # noqa: E402
from matches.services import desks, lifecycle  # noqa: E402
from tests.factories import a_player  # noqa: E402


def prepare(number: int) -> list[dict[str, str]]:
    """Call `number` matches, half at a desk where one report is enough, half where both players must
    confirm."""
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        return [*_call_matches("trust", number // 2), *_call_matches("both", number - number // 2)]


def get_results() -> list[dict[str, Any]]:
    """The status, the score, the open or confirmed reports and the number of settlements of each match."""
    return [
        {
            "match": match.code,
            "status": match.status,
            "score": [match.white_score, match.black_score],
            "standing": [
                [report.white_score, report.black_score, report.state]
                for report in match.reports.filter(state__in=["confirmed", "open"])
            ],
            "settlings": _count_settlements(match),
        }
        for match in Match.objects.order_by("id")
    ]


def _call_matches(policy: str, number: int) -> list[dict[str, str]]:
    desk = desks.create_desk(name=f"Storm, {policy}", tables=number, officials=[], confirm_policy=policy)
    called_matches = []
    for table in desk.tables.order_by("number"):
        white, black = (a_player(f"{side} {table.number}, {policy}") for side in ("White", "Black"))
        match = lifecycle.create_match(desk=desk, white=white, black=black, length=7, by=SYSTEM)
        lifecycle.call_match(match=match, table=table, by=SYSTEM)
        called_matches.append({"match": match.code, "table": table.code, "policy": policy})
    return called_matches


def _count_settlements(match: Match) -> int:
    """How often the status of this match changed to settled in its notices; later confirmations do not
    count."""
    statuses = (
        Notice.objects.filter(topic=f"match:{match.code}")
        .order_by("id")
        .values_list("data__status", flat=True)
    )
    return sum(status == "settled" for status, _ in groupby(statuses))


def main(arguments: list[str]) -> None:
    """Run the command of the arguments and print its result as JSON."""
    answer = prepare(int(arguments[1])) if arguments[0] == "prepare" else get_results()
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1:])
