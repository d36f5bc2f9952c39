"""Tables: every tie-break has the value, and every entry the place, that others give for the same results."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.peers.cases import Case, each_case, each_difference, get_expected, load_cases
from tournaments.standings.round_scores import (
    ByeKind,
    FlightResults,
    Meeting,
    MeetingBye,
    Results,
    Scoring,
)
from tournaments.standings.tables import table
from tournaments.standings.tiebreaks import TIE_BREAKS

LENGTH = 7
# Tie-breaks of the cases that are the score with another scoring here.
SCORINGS = {"three_for_a_win": Scoring(win=Fraction(3))}


def read_scoring(case: Case) -> Scoring:
    points = case["input"].get("scoring", {})
    return Scoring(**{name: Fraction(value) for name, value in points.items()})


def make_results(case: Case, scoring: Scoring) -> Results:
    data = case["input"]
    rounds = data["rounds"]
    meetings = [
        make_meeting(played["round"], result, data.get("length") or LENGTH)
        for played in rounds
        for result in played["results"]
    ]
    byes = [
        MeetingBye(played["round"], bye["entry"], ByeKind(bye["kind"]))
        for played in rounds
        for bye in played["byes"]
        if bye["kind"] != "rest"
    ]
    is_round_robin = bool(data.get("round_robin"))
    matches = Counter(entry for meeting in meetings for entry in (meeting.white, meeting.black))
    return Results(
        tuple(data["entries"]),
        tuple(meetings),
        tuple(byes),
        rounds=max(played["round"] for played in rounds),
        scoring=scoring,
        is_round_robin=is_round_robin,
        matches=matches if is_round_robin else {},
    )


def make_meeting(number: int, result: Mapping[str, Any], length: int) -> Meeting:
    white, black = result["pair"]
    winner = result["winner"]
    points = result["score"] or [length * (winner == white), length * (winner == black)]
    return Meeting(number, white, black, winner, *points, length, result["how"])


def compute_values(case: Case, name: str) -> dict[str, Fraction]:
    """The values of a tie-break by entry."""
    figure = TIE_BREAKS["score" if name in SCORINGS else name].figure
    assert figure is not None
    results = make_results(case, SCORINGS.get(name) or read_scoring(case))
    flight_results = FlightResults(results)
    return {str(entry): figure(flight_results, entry).amount for entry in results.entries}


def read_values(values: Mapping[str, Any]) -> dict[str, Fraction]:
    return {entry: Fraction(str(value)) for entry, value in values.items()}


def group_places(case: Case) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for row in table(make_results(case, read_scoring(case)), case["input"]["criteria"]):
        groups.setdefault(row.place, []).append(row.entry)
    return [sorted(groups[place]) for place in sorted(groups)]


@each_case("table", "team_table")
def test_values_and_places_are_those_that_others_give(case: Case) -> None:
    expected = get_expected(case)
    ours: dict[str, Any] = {}
    if "values" in expected:
        expected["values"] = {name: read_values(values) for name, values in expected["values"].items()}
        ours["values"] = {
            name: {entry: value for entry, value in compute_values(case, name).items() if entry in values}
            for name, values in expected["values"].items()
        }
    if "places" in expected:
        expected["places"] = [sorted(group) for group in expected["places"]]
        ours["places"] = group_places(case)
    assert ours == expected


def test_where_a_walkover_is_no_meeting_the_two_are_tied() -> None:
    """A walk-over counts between the two in a direct encounter here."""
    (case,) = (case for case in load_cases("table") if "places" in case.get("not_compared", {}))
    (tied,) = (sorted(group) for group in case["expected"]["places"] if len(group) > 1)
    results = [result for played in case["input"]["rounds"] for result in played["results"]]
    (met,) = (result for result in results if sorted(result["pair"]) == tied)
    assert met["how"] == "walkover"
    split = [[entry] for entry in sorted(tied, key=lambda entry: entry != met["winner"])]
    assert group_places(case) == [
        group
        for shared in case["expected"]["places"]
        for group in (split if sorted(shared) == tied else [sorted(shared)])
    ]


@each_difference("table", "team_table")
def test_a_figure_of_older_rules_differs_and_others_are_not_offered(case: Case) -> None:
    for name, values in case["expected"]["values"].items():
        if case["reason"] == "a tie-break that is not offered here":
            assert name not in TIE_BREAKS
        else:
            assert case["reason"] == "by the rules before March 2026"
            ours = compute_values(case, name)
            assert {entry: ours[entry] for entry in values} != read_values(values)
