"""Double eliminations end with the places that other programs give for the same results."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.event_simulation import Event, payload_of
from tournaments.formats.plan import Feed, Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands
from tournaments.journal.draws import Drawn, drawn_payload
from tournaments.journal.final_places import find_final_places

CASES = json.loads(Path("tests/data/peers/double_eliminations.json").read_text("utf-8"))
SEED = "5e" * 16
FINALS = {"two if the unbeaten player loses the first": "reset", "one match": "single"}


def make_double(final: str, sheet: str) -> Plan:
    stages = (
        Stage("main", "knockout", options={"sheet": sheet}),
        Stage("backdraw", "feed_in", Feed("losers", "main"), {"first": 2}),
    )
    if final not in FINALS:
        return Plan(stages)
    feed = Feed("places", flights=("main", "backdraw"), last=1)
    return Plan((*stages, Stage("final", "final", feed, {"final": FINALS[final]})))


def group_places(event: Event) -> list[list[int]]:
    spans = find_final_places(event.state)
    return [sorted(e for e in spans if spans[e] == span) for span in sorted(set(spans.values()))]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_double_elimination_ranks_as_in_other_programs(case: dict[str, Any]) -> None:
    lines: Sequence[int] = case["lines"]
    event = Event()
    event.do(commands.set_plan(make_double(case["final"], case["sheet"])))
    event.do(commands.enter(event.state, [f"p{entry}" for entry in sorted(filter(None, lines))]))
    event.append("committed", {"commitment": compute_commitment(SEED)})
    event.append("drawn", drawn_payload(Drawn("knockout", SEED, (), tuple(lines), "main")))
    event.do(commands.publish())
    for result in case["results"]:
        (placed,) = (one for one in event.playable if {one.white, one.black} == set(result["pair"]))
        winner = "white" if placed.white == result["winner"] else "black"
        event.append("settled", payload_of(placed, winner))

    assert event.is_finished
    assert group_places(event) == [sorted(group) for group in case["places"]]
