"""The checker's own tables and schedules are those that others give (`tests/data/peers`)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.peers.cases import Case, each_case, get_expected
from tournaments.verification.checker.round_records import (
    ABSENT,
    KIND_BY_ENDING,
    MATCH,
    CheckedRound,
    RoundTally,
    read_scoring,
)
from tournaments.verification.checker.round_robins import make_berger_rounds
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.checker.tables import rank_entries
from tournaments.verification.checker.tie_breaks import FIGURES

LENGTH = 7
# Tie-breaks of the cases that are the score with another scoring here.
SCORINGS: Mapping[str, Mapping[str, str]] = {"three_for_a_win": {"win": "3"}}


def make_tally(case: Case, scoring: Mapping[str, Any]) -> RoundTally:
    data = case["input"]
    length, entries = data.get("length") or LENGTH, data["entries"]
    turns: dict[int, list[CheckedRound]] = {entry: [] for entry in entries}
    for played in data["rounds"]:
        number = played["round"]
        for result in played["results"]:
            add_meeting(turns, number, result, length)
        for bye in played["byes"]:
            if bye["kind"] != "rest":
                turns[bye["entry"]].append(CheckedRound(number, bye["kind"]))
    is_round_robin = bool(data.get("round_robin"))
    rounds = max(played["round"] for played in data["rounds"])
    for row in () if is_round_robin else turns.values():
        there = {turn.round for turn in row}
        row += [CheckedRound(number, ABSENT) for number in range(1, rounds + 1) if number not in there]
        row.sort(key=lambda turn: turn.round)
    return RoundTally(
        turns,
        read_scoring(CheckedStage("swiss", "swiss", options={"scoring": scoring})),
        is_round_robin,
        rounds=rounds,
        matches={entry: len(row) for entry, row in turns.items()} if is_round_robin else {},
    )


def add_meeting(
    turns: dict[int, list[CheckedRound]], number: int, result: Mapping[str, Any], length: int
) -> None:
    winner, how = result["winner"], result["how"]
    points = result["score"] or [length * (winner == entry) for entry in result["pair"]]
    both = [(*result["pair"], *points), (*result["pair"][::-1], *points[::-1])]
    for entry, other, own, others in both:
        turns[entry].append(
            CheckedRound(
                number,
                KIND_BY_ENDING.get(how, MATCH),
                other,
                is_won=winner == entry,
                is_drawn=how == "drawn",
                points=(own, others),
                length=length,
                ending=how,
            )
        )


def read_values(values: Mapping[str, Any]) -> dict[str, Fraction]:
    return {entry: Fraction(str(value)) for entry, value in values.items()}


@each_case("table", "team_table")
def test_the_checker_has_the_values_and_places_that_others_give(case: Case) -> None:
    expected, scoring = get_expected(case), case["input"].get("scoring", {})
    for name, values in expected.get("values", {}).items():
        tally = make_tally(case, SCORINGS.get(name, scoring))
        figure = FIGURES["score" if name in SCORINGS else name]
        assert {entry: figure(tally, int(entry)) for entry in values} == read_values(values), name
    if "places" in expected:
        spans = rank_entries(make_tally(case, scoring), case["input"]["criteria"])
        groups = [
            sorted(entry for entry, span in spans.items() if span == each)
            for each in sorted(set(spans.values()))
        ]
        assert groups == [sorted(group) for group in expected["places"]]


@each_case("schedule")
def test_the_checker_has_the_rounds_of_the_printed_tables(case: Case) -> None:
    entries = case["input"]["entries"]
    rounds = [
        sorted([white, black] for white, black in row if max(white, black) <= entries)
        for row in make_berger_rounds(entries)
    ]
    assert rounds == [sorted(row) for row in get_expected(case)["rounds"]]
