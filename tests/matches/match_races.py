"""Concurrent actions on one match, against the database of DATABASE_URL; prints each race's outcome as JSON.

Run as a program by `test_match_races.py`, because a race needs PostgreSQL and committed rows.
"""

import json
import sys
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connections  # noqa: E402
from django.test import Client  # noqa: E402

from matches.models import Match  # noqa: E402
from matches.services import match_rows, reporting, rulings  # noqa: E402
from matches.signals import match_settled  # noqa: E402
from rules.errors import Refusal  # noqa: E402
from tests.factories import a_called_match, a_desk, a_report, a_user, at_table, with_account  # noqa: E402

RIVALS = 20
Act = Callable[[int], object]


def contradictory_reports(policy: str, *, length: int) -> tuple[Match, Act]:
    """Every client reports from a phone of its own.

    To 11 points all scores differ; to 7 some are reported twice, by two phones that so confirm each other.
    """
    match = a_called_match(a_desk(policy=policy), length=length)

    def act(number: int) -> object:
        loser = number // 2 % length
        score = (length, loser) if number % 2 else (loser, length)
        return reporting.report(
            match=match,
            white_score=score[0],
            black_score=score[1],
            identity=at_table(match, f"phone {number}"),
            key=f"tap {number}",
        )

    return match, act


def one_tap_sent_twenty_times() -> tuple[Match, Act]:
    """The same phone sends the same report with the same key."""
    match = a_called_match()
    return match, lambda _: a_report(match, 7, 3, key="tap")


def confirm_dispute_and_rule() -> tuple[Match, Act]:
    """Clients confirm, dispute and rule on one open report at the same time."""
    official = a_user()
    match = a_called_match(a_desk(official))
    first_report = a_report(match, 7, 3)

    def act(number: int) -> object:
        identity = at_table(match, f"phone {number}")
        if number % 3 == 0:
            return reporting.confirm(match=match, report=first_report, identity=identity)
        if number % 3 == 1:
            return reporting.dispute(
                match=match, report=first_report, white_score=number % 7, black_score=7, identity=identity
            )
        return rulings.rule_on_match(
            match=match, white_score=2, black_score=7, law="match.length", by=official
        )

    return match, act


def officials_against_each_other() -> tuple[Match, Act]:
    """Two officials settle the match differently, both on the same version."""
    users = [a_user() for _ in range(RIVALS)]
    match = a_called_match(a_desk(*users))

    def act(number: int) -> object:
        return reporting.report(
            match=match,
            white_score=7,
            black_score=number % 7,
            identity=with_account(users[number]),
            version=match.version,
        )

    return match, act


def one_request_sent_twenty_times() -> tuple[Match, Act]:
    """The same API request with the same key; all answers must be equal."""
    match = a_called_match()
    first: dict[str, object] = {}

    def act(number: int) -> object:
        answer = requested(match, {"white_score": 7, "black_score": 3})
        if first.setdefault("told", answer) != answer:
            raise AssertionError(answer)
        return answer

    return match, act


def two_requests_under_one_key() -> tuple[Match, Act]:
    """Two scores with the same key over the API: one is executed, the other refused."""
    match = a_called_match()
    return match, lambda number: requested(match, {"white_score": 7, "black_score": 3 + number % 2})


def requested(match: Match, score: dict[str, int]) -> object:
    """The body of the API's answer; raise a Refusal with the code of an error."""
    answer = Client().post(
        f"/api/v1/matches/{match.code}/reports/",
        score,
        content_type="application/json",
        headers={
            "X-Table": match.table.code if match.table else "",
            "X-Device": match.code,
            "Idempotency-Key": "k",
        },
    )
    if answer.status_code != 201:
        raise Refusal(answer.json()["code"])
    return answer.json()


SCENARIOS: dict[str, Callable[[], tuple[Match, Act]]] = {
    "trust": lambda: contradictory_reports("trust", length=11),
    "both": lambda: contradictory_reports("both", length=7),
    "one tap": one_tap_sent_twenty_times,
    "confirm, dispute, rule": confirm_dispute_and_rule,
    "officials": officials_against_each_other,
    "one request": one_request_sent_twenty_times,
    "two requests": two_requests_under_one_key,
}


def race(act: Act) -> Counter[str]:
    """Run the action of every client at the same moment; return their outcomes."""
    start = threading.Barrier(RIVALS)
    fates: Counter[str] = Counter()

    def run(number: int) -> None:
        start.wait()
        try:
            act(number)
            fate = "done"
        except Refusal as refusal:
            fate = refusal.code
        except Exception as error:  # noqa: BLE001 - whatever breaks is the finding
            fate = repr(error)
        finally:
            connections.close_all()
        fates[fate] += 1

    threads = [threading.Thread(target=run, args=(number,)) for number in range(RIVALS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return fates


def play(scene: str) -> dict[str, Any]:
    """Run one race; return its outcomes and the rows stored by it."""
    signals: list[int] = []

    def listen(match: Match, **_: Any) -> None:
        signals.append(match.pk)

    match, act = SCENARIOS[scene]()
    match_settled.connect(listen)
    fates = race(act)
    match_settled.disconnect(listen)
    match.refresh_from_db()
    confirmed = match.reports.filter(state="confirmed")
    return {
        "scene": scene,
        "fates": dict(fates),
        "signals": len(signals),
        "status": match.status,
        "score": [match.white_score, match.black_score],
        "confirmed": [[report.white_score, report.black_score] for report in confirmed],
        "open": match.reports.filter(state="open").count(),
        "reports": match.reports.count(),
        "rulings": match.rulings.count(),
    }


def read_without_lock(match: Match) -> Match:
    """Replace `match_rows.lock_match` by a read without a lock."""
    return Match.objects.select_related("desk", "white", "black", "table").get(pk=match.pk)


def main() -> None:
    """Migrate, then run every scenario as often as requested; "unlocked" removes the lock first."""
    call_command("migrate", verbosity=0)
    if "unlocked" in sys.argv:
        match_rows.lock_match = read_without_lock
    for scene in SCENARIOS:
        for _ in range(int(sys.argv[1])):
            sys.stdout.write(json.dumps(play(scene)) + "\n")


if __name__ == "__main__":
    main()
