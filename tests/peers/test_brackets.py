"""Knockouts and double eliminations: lines, pairings and places, as other programs have them."""

from typing import Any

import pytest

from tests.peers.brackets import (
    NoSuchPairingError,
    Pairings,
    count_wins,
    draw_bracket,
    group_places,
    list_pairings,
    play_by_rule,
    play_results,
    read_pairings,
)
from tests.peers.cases import Case, each_case, each_difference, get_expected
from tests.tournaments.event_simulation import Event


def sort_groups(places: list[list[int]]) -> list[list[int]]:
    return [sorted(group) for group in places]


@each_case("bracket_knockout", "bracket_double")
def test_the_same_results_lead_to_the_same_pairings_and_places(case: Case) -> None:
    event = draw_bracket(case["input"]["entries"], case["input"]["options"])
    assert list(event.state.lines) == case["input"]["options"]["lines"]
    play_results(event, case["input"]["results"])
    assert event.is_finished
    expected = get_expected(case)
    assert {"pairings": list_pairings(event), "places": group_places(event)} == {
        **expected,
        "pairings": read_pairings(expected["pairings"]),
        "places": sort_groups(expected["places"]),
    }


@each_case("bracket_consolation")
def test_losers_of_their_first_match_meet_the_same_players_in_the_consolation(case: Case) -> None:
    """In which round they meet is not compared: elsewhere those who had a bye join one round later."""
    data = case["input"]
    event = draw_bracket(data["entries"], data["options"], data["options"]["lines"])
    play_results(event, data["results"])
    assert event.is_finished
    pairs = [both for both in list_consolation_seats(event) if all(both)]
    assert {"consolation": sorted(sorted(pair) for pair in pairs)} == get_expected(case)


def list_consolation_seats(event: Event) -> list[list[int]]:
    pairings = event.state.graph.of("consolation")
    return [[seat or 0 for seat in event.board[pairing.id].seats] for pairing in pairings]


@each_difference("bracket_consolation")
def test_who_was_absent_is_not_in_the_consolation(case: Case) -> None:
    data = case["input"]
    event = draw_bracket(data["entries"], data["options"], data["options"]["lines"])
    main = [result for result in data["results"] if result["bracket"] == "main"]
    play_results(event, main)
    absent = {
        entry
        for result in main
        for entry in result["pair"]
        if result["how"] == "walkover" and entry != result["winner"]
    }
    assert absent & {entry for pair in case["expected"]["consolation"] for entry in pair}
    assert not absent & {entry for seats in list_consolation_seats(event) for entry in seats}


@each_case("bracket_places")
def test_if_the_better_number_always_wins_places_and_wins_are_the_same(case: Case) -> None:
    assert case["input"]["rule"] == "the better number wins"
    event = draw_bracket(case["input"]["entries"], case["input"]["options"])
    assert list(event.state.lines) == case["input"]["options"]["lines"]
    play_by_rule(event)
    expected = get_expected(case)
    ours: dict[str, Any] = {"places": group_places(event), "wins": count_wins(event)}
    assert {part: ours[part] for part in expected} == {**expected, "places": sort_groups(expected["places"])}


@each_difference("bracket_double")
def test_where_losers_drop_elsewhere_the_rounds_have_the_same_sizes(case: Case) -> None:
    event = draw_bracket(case["input"]["entries"], case["input"]["options"])
    with pytest.raises(NoSuchPairingError):
        play_results(event, case["input"]["results"])
    play_by_rule(event)
    there = read_pairings(case["expected"]["pairings"])
    assert count_by_round(list_pairings(event)) == count_by_round(there)
    sizes = [len(group) for group in group_places(event)]
    assert sizes == [len(group) for group in case["expected"]["places"]]


def count_by_round(pairings: Pairings) -> dict[tuple[str, int], int]:
    """How many pairings each round has, but the second final, which depends on the results."""
    return {key: len(pairs) for key, pairs in pairings.items() if key != ("final", 2)}


@each_difference("bracket_places")
def test_a_rule_about_sides_gives_other_places_where_the_sides_are_others(case: Case) -> None:
    assert case["input"]["rule"] == "the second side of every pairing wins"
    event = draw_bracket(case["input"]["entries"], case["input"]["options"])
    play_by_rule(event, lambda placed: placed.black)
    assert group_places(event) != sort_groups(case["expected"]["places"])
