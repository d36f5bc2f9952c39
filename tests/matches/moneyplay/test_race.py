"""Twenty concurrent clients at one table on PostgreSQL: one serial journal, and balances that sum to zero."""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.matches.test_match_races import Outcomes, run_rivals

pytestmark = pytest.mark.servers

RACES = 10 if os.environ.get("PROVE") == "1" else 2
PROGRAM = "tests.matches.moneyplay.concurrent_acts"


@pytest.fixture(scope="module")
def outcomes(migrated_postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """The races as the site runs them."""
    return run_rivals(migrated_postgres, tmp_path_factory.mktemp("site"), str(RACES), program=PROGRAM)


def races(outcomes: Outcomes, scene: str) -> Iterator[dict[str, Any]]:
    """Yield the races of a scenario after checking what all have in common."""
    assert len(outcomes[scene]) == RACES
    for outcome in outcomes[scene]:
        assert (outcome["serial"], outcome["sum"], outcome["stored"]) == (True, 0, True)
        assert outcome["lines"] == outcome["fates"].get("done", 0) or scene == "one tap"
        yield outcome


def test_each_member_answers_once(outcomes: Outcomes) -> None:
    for outcome in races(outcomes, "answers"):
        spoke = Counter(speaker for _, speaker in outcome["said"])
        assert spoke == dict.fromkeys(("Bo", "Cy", "Di", "Ed", "Flo"), 1)
        assert set(outcome["fates"]) - {"nothing_to_answer", "session_changed", "no_game"} == {"done"}


def test_parallel_offers_are_serialized(outcomes: Outcomes) -> None:
    for outcome in races(outcomes, "offers"):
        assert {kind for kind, _ in outcome["said"]} == {"doubled"}
        assert max(Counter(speaker for _, speaker in outcome["said"]).values()) == 1
        assert set(outcome["fates"]) - {"double_unanswered", "session_changed"} == {"done"}


def test_one_tap_sent_twenty_times_is_one_line(outcomes: Outcomes) -> None:
    for outcome in races(outcomes, "one tap"):
        assert (outcome["fates"], outcome["lines"]) == ({"done": 20}, 1)


def test_parallel_undoing_leaves_a_journal_that_can_be_replayed(outcomes: Outcomes) -> None:
    for outcome in races(outcomes, "undo"):
        assert set(outcome["fates"]) - {"nothing_to_answer", "no_game"} == {"done"}
        assert sum(kind == "undone" for kind, _ in outcome["said"]) == 5


def test_a_name_is_taken_by_one_phone(outcomes: Outcomes) -> None:
    for outcome in races(outcomes, "seats"):
        assert outcome["fates"] == {"done": 10, "seat_taken": 10}
        assert (outcome["seats"], outcome["lines"]) == (12, 10)


def test_without_the_lock_clients_collide_and_only_constraints_hold(
    migrated_postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    site = tmp_path_factory.mktemp("unlocked")
    unlocked = run_rivals(migrated_postgres, site, "1", "unlocked", program=PROGRAM)
    fates = {fate for (outcome,) in unlocked.values() for fate in outcome["fates"]}

    assert [fate for fate in fates if "IntegrityError" in fate] != []
    assert [outcome["scene"] for (outcome,) in unlocked.values() if not outcome["serial"]] == []
