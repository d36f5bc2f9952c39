"""Pages of events with long tables, rounds and lists: their weight and queries, and how a name is found."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match
from tests.tournaments import club_evenings
from tests.tournaments.test_views_public import path_of
from tournaments.formats.plan import Plan, Stage
from tournaments.models import Event
from tournaments.services import draws, entries, tournaments

pytestmark = pytest.mark.django_db

SMALL, LARGE, MOST_BYTES = 100, 200, 150_000
STAGES = {
    "swiss": Stage("swiss", "swiss", lengths=(5,), options={"rounds": 9}),
    "lives": Stage("lives", "lives", lengths=(5,), options={"lives": 3}),
    "league": Stage("league", "round_robin", lengths=(5,), options={"matches": 3}),
}
PUBLIC = ("", "bracket/", "standings/", "results/", "entries/", "journal/", "embed/?part=bracket")
DESK = ("desk/", "desk/entries/")


def name_of(number: int) -> str:
    return f"Competitor Number-{number:04}"


def start_event(stage: Stage, size: int) -> Event:
    """An event with its first round paired, one result, and a few tables."""
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    event = tournaments.create_tournament_with_event(
        club=club,
        name="Open",
        starts_at=timezone.now(),
        lengths=(5, 5),
        setup=tournaments.TournamentSetup(size // 2),
        plan=Plan((stage,)),
        by=by,
    )
    names = "\n".join(map(name_of, range(1, size + 1)))
    entries.enter_names(event=event, names=names, by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    if stage.key != "league":
        draws.pair_round(event=event, flight=stage.key, by=by)
    club_evenings.settle(Match.objects.filter(pairing__event=event, status="called").earliest("pk"))
    event.refresh_from_db()
    return event


def measure_pages(event: Event) -> dict[str, tuple[int, int]]:
    """Return the bytes and the number of queries of each page."""
    visitor, director = Client(), Client()
    director.force_login(club_evenings.director_of(event.tournament.club))
    measures = {}
    for client, pages in ((visitor, PUBLIC), (director, DESK)):
        for page in pages:
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(path_of(event, page))
            assert answer.status_code == 200
            measures[page] = (len(answer.content), len(queries))
    return measures


@pytest.mark.second_stage
@pytest.mark.parametrize("key", STAGES)
def test_the_weight_and_queries_of_pages_do_not_depend_on_the_field(key: str) -> None:
    small, large = (measure_pages(start_event(STAGES[key], size)) for size in (SMALL, LARGE))

    assert {page: queries for page, (_, queries) in large.items()} == {
        page: queries for page, (_, queries) in small.items()
    }
    assert [page for page, (weight, _) in large.items() if weight > 1.1 * small[page][0]] == []
    assert [page for page, (weight, _) in large.items() if weight > MOST_BYTES] == []


@pytest.fixture(scope="module")
def swiss(module_transaction: None) -> Event:
    return start_event(STAGES["swiss"], SMALL)


def read_page(event: Event, path: str, **parameters: object) -> str:
    answer = Client().get(path_of(event, path), parameters)
    assert answer.status_code == 200
    return answer.content.decode()


def list_places(page: str) -> list[str]:
    """Return the names of the lines of the table on a page."""
    return re.findall(r'entry-line">.*?<th scope="row"><a href="[^"]+">([^<]+)</a>', page, re.DOTALL)


@pytest.mark.parametrize("page", ["", "standings/", "bracket/"])
def test_the_pages_of_a_table_list_every_entry_once(swiss: Event, page: str) -> None:
    pages = [read_page(swiss, page, page=number) for number in (1, 2, 3, 4)]
    table = [re.split(r'class="crosstable', text)[0] for text in pages]
    listed = [name for text in table for name in list_places(text)]

    assert [len(list_places(text)) for text in table] == [32, 32, 32, 4]
    assert sorted(listed) == [name_of(number) for number in range(1, SMALL + 1)]
    assert "33 to 64 of 100" in pages[1]


@pytest.mark.parametrize("page", ["", "standings/", "bracket/", "entries/"])
@pytest.mark.parametrize("number", [1, 50, 100])
def test_a_name_is_found_on_any_page(swiss: Event, page: str, number: int) -> None:
    text = read_page(swiss, page, find=f"number {number:04}")

    assert text.count(f">{name_of(number)}</a>") >= 1
    assert "No player has" not in text


@pytest.mark.parametrize("page", ["", "standings/", "bracket/", "entries/"])
def test_a_name_that_nobody_has_is_not_found(swiss: Event, page: str) -> None:
    assert "No player has “zz” in the name." in read_page(swiss, page, find="zz")


def test_everything_on_one_page(swiss: Event) -> None:
    text = read_page(swiss, "standings/", all=1)

    assert len(list_places(text)) == SMALL


@pytest.mark.parametrize("unreadable", ["x", "-1", "0", "9" * 40, "²"])
def test_a_number_that_cannot_be_read_shows_a_page(swiss: Event, unreadable: str) -> None:
    parameters = dict.fromkeys(("page", "round", "boards", "explain", "tables", "groups"), unreadable)

    assert len(list_places(read_page(swiss, "", **parameters))) in {4, 32}


def test_the_shown_round_is_the_chosen_one(client: Client) -> None:
    event = start_event(STAGES["league"], 34)
    chosen = {
        number: re.findall(r'<h3 id="league-(\d+)">', read_page(event, "", round=number))
        for number in ("", 1, 3, 9)
    }
    links = re.findall(r'href="\?round=(\d+)#rounds-league"', read_page(event, ""))

    assert chosen == {"": ["1"], 1: ["1"], 3: ["3"], 9: ["1"]}
    assert links == ["2", "3"]
