"""The site of `test_concurrent_reports`: creates many called matches, and prints their results afterwards.

Run as a program with the environment of a site: `python -m tests.proofs.concurrent_site prepare 200`, and
afterwards `python -m tests.proofs.concurrent_site tell`.
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
    """Call `number` matches, half of them at a desk that trusts, half where both must confirm."""
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        return [*_called("trust", number // 2), *_called("both", number - number // 2)]


def tell() -> list[dict[str, Any]]:
    """How each match stands: its state, its score, and the claims that count."""
    return [
        {
            "match": match.code,
            "status": match.status,
            "score": [match.white_score, match.black_score],
            "standing": [
                [claim.white_score, claim.black_score, claim.state]
                for claim in match.reports.filter(state__in=["confirmed", "open"])
            ],
            "settlings": _settlings(match),
        }
        for match in Match.objects.order_by("id")
    ]


def _called(policy: str, number: int) -> list[dict[str, str]]:
    desk = desks.create_desk(name=f"Storm, {policy}", tables=number, officials=[], confirm_policy=policy)
    white, black = a_player(f"White, {policy}"), a_player(f"Black, {policy}")
    items = []
    for table in desk.tables.order_by("number"):
        match = lifecycle.create_match(desk=desk, white=white, black=black, length=7, by=SYSTEM)
        lifecycle.call_match(match=match, table=table, by=SYSTEM)
        items.append({"match": match.code, "table": table.code, "policy": policy})
    return items


def _settlings(match: Match) -> int:
    """How often this match became settled, as published to its pages; a later yes to it is not counted."""
    rows = (
        Notice.objects.filter(topic=f"match:{match.code}")
        .order_by("id")
        .values_list("data__status", flat=True)
    )
    return sum(status == "settled" for status, _ in groupby(rows))


def main(arguments: list[str]) -> None:
    """Run the command of the arguments and print its result as JSON."""
    answer = prepare(int(arguments[1])) if arguments[0] == "prepare" else tell()
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1:])
