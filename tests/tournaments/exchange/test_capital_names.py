"""Names with capitals: the usual spelling is proposed, in lists of members and of entries."""

from datetime import date

import pytest

from tests.tournaments.exchange.test_list_headings import TODAY
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.capital_names import has_capitals, write_usual_spelling
from tournaments.exchange.lists.new_members import select_members
from tournaments.exchange.lists.pasted_lines import read_pasted_lines
from tournaments.exchange.lists.reading import ENTRIES, MEMBERS
from tournaments.exchange.lists.text_cells import read_text

LIST = "Nome;Email\nPietro DE LUCA;\nAda Bo;\nUgo Re;\n"


@pytest.mark.parametrize(
    ("name", "usual"),
    [
        ("Pietro DE LUCA", "Pietro De Luca"),
        ("DE LUCA Pietro", "De Luca Pietro"),
        ("PIETRO DE LUCA", "Pietro De Luca"),
        ("Siobhan O'NEILL-BRENNAN", "Siobhan O'Neill-Brennan"),
        ("Pietro DE LUCA (BCM)", "Pietro De Luca (BCM)"),
        ("James WHITAKER III", "James Whitaker III"),
    ],
)
def test_the_usual_spelling(name: str, usual: str) -> None:
    assert (has_capitals(name), write_usual_spelling(name)) == (True, usual)


@pytest.mark.parametrize("name", ["AJ Smith", "J.R. Smith", "BGMASTER", "Ada Bo", "Ugo Re III"])
def test_initials_and_names_of_accounts_are_left(name: str) -> None:
    assert not has_capitals(name)


@pytest.mark.parametrize(
    ("answers", "name"), [({}, "Pietro De Luca"), ({"capitals_of_list": "as_written"}, "Pietro DE LUCA")]
)
def test_it_is_proposed_without_any_other_question(answers: dict[str, str], name: str) -> None:
    reading = reader.read_list(read_text(LIST), MEMBERS, answers, TODAY)
    members = select_members(reading, answers)
    assert [one.code for one in members.questions] == ["capitals_of_list", "list_holds"]
    assert [person.name for person in members.people] == [name, "Ada Bo", "Ugo Re"]
    entries = reader.read_list(read_text(LIST), ENTRIES, answers, TODAY)
    assert [one.code for one in entries.questions] == ["capitals_of_list"]
    assert [person.name for person in entries.persons] == [name, "Ada Bo", "Ugo Re"]


def test_a_list_all_in_capitals_is_one_question() -> None:
    reading = reader.read_list(read_text("Nome\nPIETRO DE LUCA\nADA BONI\n"), MEMBERS, {}, TODAY)
    members = select_members(reading, {})
    assert [person.name for person in members.people] == ["Pietro De Luca", "Ada Boni"]
    assert [one.code for one in members.questions] == ["capitals_of_list", "list_holds"]


def test_the_entry_box_proposes_it_for_plain_lines_but_not_for_known_names() -> None:
    text = "Pietro DE LUCA\nAda Bo"
    read = read_pasted_lines(text, (), {}, date(2026, 12, 1))
    assert read is not None
    assert (read.text, [one.code for one in read.questions]) == (
        "Pietro De Luca\nAda Bo",
        ["capitals_of_list"],
    )
    assert read_pasted_lines(text, ("pietro de luca",), {}, date(2026, 12, 1)) is None
