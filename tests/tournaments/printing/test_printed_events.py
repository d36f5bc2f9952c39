"""What the printouts of an event contain: tables, rounds and standings, read back from the PDF files."""

import pytest
from django.test import Client

from matches.models import Match
from tests.tournaments.club_evenings import director_of, settle
from tests.tournaments.finances import fee_factories
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.printing.reading import read_leaves, squeezed
from tournaments.play.entries.services import entries
from tournaments.printing.views import event_sheets
from tournaments.registry import paid_entries

pytestmark = pytest.mark.django_db

NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"]


def print_text(chair: Chair, file: str, **query: str) -> str:
    """Return the text of a printout without spaces."""
    answer = chair.client.get(path_of(chair.event, f"desk/paper/{file}.pdf"), query)
    assert answer.status_code == 200
    return squeezed("".join(leaf.text for leaf in read_leaves(answer.content)))


def withdraw(chair: Chair, name: str) -> None:
    entry = chair.event.entries.get(player__name=name)
    entries.withdraw(entry=entry, by=director_of(chair.event.tournament.club), key="w")


def test_a_swiss_prints_results_names_only_or_blank(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3, length="7")
    chair.begin(NAMES)
    chair.post("round/swiss")
    chair.play()

    results, names, blank = (
        print_text(chair, "draw", flight="swiss", fill=fill) for fill in ("results", "names", "blank")
    )

    # A name is in the wall chart, in the round and with results in the table.
    assert [text.count("Anna") for text in (results, names, blank)] == [3, 2, 0]
    assert ["7–0" in text or "0–7" in text for text in (results, names, blank)] == [True, False, False]
    assert ["Place" in text for text in (results, names, blank)] == [True, False, False]
    assert ["Round1" in text for text in (results, names, blank)] == [True, True, True]


@pytest.mark.parametrize(("file", "query"), [("draw", {"flight": "swiss"}), ("now", {}), ("blank-score", {})])
def test_the_sides_have_the_marks_of_the_pages(client: Client, file: str, query: dict[str, str]) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(NAMES)
    chair.post("round/swiss")

    text = print_text(chair, file, **query)

    assert ("▲" in text, "▽" in text, "White" in text, "Black" in text) == (True, True, False, False)


def test_printed_standings_have_consolation_and_last_chance(client: Client) -> None:
    chair = Chair(client, "progressive")
    chair.begin(NAMES)
    chair.finish()

    text = print_text(chair, "standings")

    assert [text.count(name) for name in ("Places", "Consolation", "Lastchance")] == [1, 1, 1]


def test_printed_standings_mark_who_has_withdrawn(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(NAMES)
    chair.post("round/swiss")
    chair.play()
    withdraw(chair, "Carla")

    text = print_text(chair, "standings")

    assert (text.count("Carla(withdrawn)"), text.count("(withdrawn)")) == (1, 1)


def test_printed_places_of_a_bracket_mark_who_has_withdrawn(client: Client) -> None:
    chair = Chair(client, "knockout")
    chair.begin(NAMES[:4])
    withdraw(chair, "Carla")
    chair.finish()

    text = print_text(chair, "standings")

    assert (text.count("Carla(withdrawn)"), text.count("(withdrawn)")) == (1, 1)


@pytest.mark.parametrize(("winner", "marks"), [("white", "+–"), ("black", "–+")])
def test_a_printed_round_says_who_won_without_playing(client: Client, winner: str, marks: str) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(NAMES[:2])
    chair.post("round/swiss")
    match = Match.objects.get(pairing__event=chair.event)
    white, black = match.white.name, match.black.name
    settle(match, winner, "walkover")

    assert f"{white}{marks}{black}" in print_text(chair, "round", flight="swiss", round="1")


def test_the_check_in_list_ticks_who_has_paid() -> None:
    event = fee_factories.a_paying_night()
    rows = list(event.entries.select_related("player").order_by("number"))

    (block,) = event_sheets.check_in_blocks(rows, paid={1})

    place = [column.head for column in block.columns].index("Paid")
    paid = {row[0]: row[place] for row in block.rows}
    assert (paid.pop("1"), set(paid.values())) == ("☑", {"☐"})


def test_the_entries_that_have_paid_are_known_to_the_printouts() -> None:
    event = fee_factories.a_paying_night()
    assert [list(numbers) for numbers in paid_entries(event)] == [[], []]

    fee_factories.everybody_pays(event)

    numbers = set(event.entries.values_list("number", flat=True))
    assert {number for numbers in paid_entries(event) for number in numbers} == numbers
