"""What a director relies on in every list: everybody is offered or named, and nothing else is a person."""

from random import Random

import pytest

from tests.tournaments.exchange.random_lists import make_people_list, make_results_list
from tests.tournaments.exchange.test_list_headings import TODAY
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.entry_box_lines import list_entry_lines
from tournaments.exchange.lists.list_results import select_results
from tournaments.exchange.lists.new_members import list_left_out_rows, select_members
from tournaments.exchange.lists.reading import ENTRIES, MEMBERS, RESULTS, ListReading
from tournaments.exchange.past_results import WholeTable

LISTS_OF_EACH_KIND = 250


def list_named_lines(reading: ListReading) -> set[int]:
    """The rows that a question, a refusal or a reason to leave them out names."""
    queried = {line for question in reading.questions for line in question.lines}
    return (
        queried | {row.line for row in list_left_out_rows(reading)} | {row.line for row in reading.refusals}
    )


@pytest.mark.parametrize("kind", [MEMBERS, ENTRIES])
def test_everybody_of_a_list_is_offered_or_named_and_nothing_else_is(kind: str) -> None:
    for seed in range(LISTS_OF_EACH_KIND):
        made = make_people_list(Random(seed))
        reading = reader.read_list(made.file, kind, {}, TODAY)
        assert reading.sheet == "List", seed
        expected = {line: name for (_sheet, line), name in made.people.items()}
        if kind == MEMBERS:
            offered = {person.line: person.name for person in select_members(reading, {}).people}
        else:
            offered = {line: text.partition(";")[0] for line, text in list_entry_lines(reading)}
        assert offered == {line: expected[line] for line in offered if line in expected}, seed
        assert expected.keys() - offered.keys() <= list_named_lines(reading), seed
        assert len(offered) == len(expected), seed


def test_every_result_of_a_list_is_offered_or_named_and_nothing_else_is() -> None:
    for seed in range(LISTS_OF_EACH_KIND):
        made = make_results_list(Random(seed))
        reading = reader.read_list(made.file, RESULTS, {}, TODAY)
        found = {(one.sheet, one.line): (one.one, one.other, one.winner) for one in reading.results}
        assert found == {place: made.results.get(place) for place in found}, seed
        selected = select_results(reading, {}, WholeTable(None, "", 7), TODAY)
        twice = [row for row in selected.left_out if row.reason == "match_twice"]
        assert len(selected.results.rows) + len(twice) == len(found), seed
        # Dashes in all rows of a column do not say who won.
        refused = {(fault.sheet, fault.line) for fault in selected.results.faults}
        assert made.results.keys() - found.keys() == refused, seed
