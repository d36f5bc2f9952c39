"""Tables of other programs and of standards: tie-breaks and places, as they published or computed them."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tournaments.standings.round_scores import ByeKind, FlightResults, Meeting, MeetingBye, Results
from tournaments.standings.tables import table
from tournaments.standings.tiebreaks import TIE_BREAKS

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data/peers/table.json").read_text(encoding="utf-8")
)
LENGTH = 7


def results_of(case: dict[str, Any]) -> Results:
    data = case["input"]
    meetings = [
        _meeting(played["round"], result, data.get("length") or LENGTH)
        for played in data["rounds"]
        for result in played["results"]
    ]
    byes = [
        MeetingBye(played["round"], bye["entry"], ByeKind(bye["kind"]))
        for played in data["rounds"]
        for bye in played["byes"]
        if bye["kind"] != "rest"
    ]
    is_round_robin = bool(data.get("round_robin"))
    matches = Counter(entry for meeting in meetings for entry in (meeting.white, meeting.black))
    return Results(
        tuple(data["entries"]),
        tuple(meetings),
        tuple(byes),
        rounds=max(played["round"] for played in data["rounds"]),
        is_round_robin=is_round_robin,
        matches=matches if is_round_robin else {},
    )


def _meeting(number: int, result: dict[str, Any], length: int) -> Meeting:
    white, black = result["pair"]
    winner = result["winner"]
    points = result["score"] or [length * (winner == white), length * (winner == black)]
    return Meeting(number, white, black, winner, *points, length, result["how"])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_every_tie_break_has_the_value_that_others_give_it(case: dict[str, Any]) -> None:
    results = results_of(case)
    flight_results = FlightResults(results)
    for name, values in case["values"].items():
        figure = TIE_BREAKS[name].figure
        assert figure is not None
        ours = {str(entry): figure(flight_results, entry).amount for entry in results.entries}
        assert {entry: ours[entry] for entry in values} == {
            entry: Fraction(str(value)) for entry, value in values.items()
        }, name


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["places"]], ids=[case["id"] for case in CASES if case["places"]]
)
def test_the_places_are_those_that_others_give(case: dict[str, Any]) -> None:
    groups: dict[int, set[int]] = {}
    for row in table(results_of(case), case["input"]["criteria"]):
        groups.setdefault(row.place, set()).add(row.entry)
    ours = [groups[place] for place in sorted(groups)]
    if ours != [set(group) for group in case["places"]]:
        # Here a walk-over counts between the two in a direct encounter.
        assert case.get("not_places")
        assert any(
            result["how"] == "walkover" for played in case["input"]["rounds"] for result in played["results"]
        )
