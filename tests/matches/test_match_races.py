"""Twenty concurrent clients at one match on PostgreSQL: one result stands, and every client is answered."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests import servers

pytestmark = pytest.mark.servers

ROOT = Path(__file__).parents[2]
RACES = 10 if os.environ.get("PROVE") == "1" else 2


Outcomes = dict[str, list[dict[str, Any]]]


def run_rivals(
    server: str, site: Path, *arguments: str, program: str = "tests.matches.match_races"
) -> Outcomes:
    """Run the races program; return the outcomes by scenario."""
    name = f"race_{uuid4().hex}"
    servers.create_database(server, name, template="migrated")
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"{server}/{name}",
        "DB_POOL_MAX": "24",
        "REDIS_URL": "",
        "CRAWFORD_DATA": str(site),
    }
    process = subprocess.run(
        [sys.executable, "-m", program, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
        timeout=3600,
    )
    outcomes_by_scene: Outcomes = {}
    for line in process.stdout.splitlines():
        outcome = json.loads(line)
        outcomes_by_scene.setdefault(outcome["scene"], []).append(outcome)
    return outcomes_by_scene


@pytest.fixture(scope="module")
def outcomes(migrated_postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """The races as the site runs them."""
    return run_rivals(migrated_postgres, tmp_path_factory.mktemp("site"), str(RACES))


def races(outcomes: Outcomes, scene: str) -> Iterator[dict[str, Any]]:
    assert len(outcomes[scene]) == RACES
    yield from outcomes[scene]


def test_contradictory_reports_at_a_desk_that_trusts_settle_once_and_then_await_a_ruling(
    outcomes: Outcomes,
) -> None:
    for outcome in races(outcomes, "trust"):
        assert (outcome["status"], outcome["signals"], outcome["reports"]) == ("disputed", 1, 2)
        assert (outcome["confirmed"], outcome["open"]) == ([], 0)
        assert outcome["fates"]["done"] == 2
        assert set(outcome["fates"]) == {"done", "awaits_ruling"}
        assert sum(outcome["fates"].values()) == 20


def test_contradictory_reports_that_need_confirmation_leave_one_claim(outcomes: Outcomes) -> None:
    for outcome in races(outcomes, "both"):
        settled = outcome["status"] == "settled"
        assert (outcome["reports"], outcome["signals"]) == (1, int(settled))
        assert len(outcome["confirmed"]) + outcome["open"] == 1
        assert outcome["status"] == ("settled" if outcome["confirmed"] else "reported")
        assert outcome["confirmed"] == ([outcome["score"]] if settled else [])
        assert set(outcome["fates"]) - {"already_settled", "already_reported"} == {"done"}


def test_one_tap_sent_twenty_times_is_one_report(outcomes: Outcomes) -> None:
    for outcome in races(outcomes, "one tap"):
        assert (outcome["fates"], outcome["reports"], outcome["open"]) == ({"done": 20}, 1, 1)


def test_confirming_disputing_and_ruling_at_once_end_in_one_result(outcomes: Outcomes) -> None:
    for outcome in races(outcomes, "confirm, dispute, rule"):
        assert (outcome["status"], outcome["signals"]) == ("settled", 1)
        ruled = outcome["rulings"] == 1
        assert outcome["score"] == ([2, 7] if ruled else [7, 3])
        assert outcome["confirmed"] in ([], [outcome["score"]])
        refusal_codes = {"already_settled", "awaits_ruling", "report_not_open"}
        assert set(outcome["fates"]) - refusal_codes == {"done"}


def test_officials_who_saw_the_same_version_settle_it_once(outcomes: Outcomes) -> None:
    for outcome in races(outcomes, "officials"):
        assert (outcome["status"], outcome["signals"]) == ("settled", 1)
        assert outcome["confirmed"] == [outcome["score"]]
        assert set(outcome["fates"]) == {"done", "changed_meanwhile"}


def test_a_repeated_request_is_executed_once_and_answered_alike(outcomes: Outcomes) -> None:
    for outcome in races(outcomes, "one request"):
        assert (outcome["fates"], outcome["reports"]) == ({"done": 20}, 1)


def test_one_of_two_requests_under_one_key_is_executed(outcomes: Outcomes) -> None:
    for outcome in races(outcomes, "two requests"):
        assert (outcome["fates"], outcome["reports"]) == ({"done": 10, "key_reused": 10}, 1)


def test_without_the_lock_clients_collide_and_only_constraints_hold(
    migrated_postgres: str, tmp_path: Path
) -> None:
    unlocked = run_rivals(migrated_postgres, tmp_path, "1", "unlocked")
    fates = {fate for (outcome,) in unlocked.values() for fate in outcome["fates"]}
    assert [fate for fate in fates if "IntegrityError" in fate] != []
    assert [outcome["confirmed"] for (outcome,) in unlocked.values() if len(outcome["confirmed"]) > 1] == []
