"""Pages of events with long tables, rounds and lists: their weight and queries, and how a name is found."""

import re
from itertools import chain

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.formats.plan import Plan, Stage
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.events import event_state
from tournaments.play.schedule.table_forms import MOST_TABLES
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db

SMALL, LARGE, MOST_BYTES = 100, 200, 150_000
STAGES = {
    "swiss": Stage("swiss", "swiss", lengths=(5,), options={"rounds": 9}),
    "lives": Stage("lives", "lives", lengths=(5,), options={"lives": 3}),
    "league": Stage("league", "round_robin", lengths=(5,), options={"matches": 3}),
}
PUBLIC = ("", "bracket/", "standings/", "results/", "entries/", "journal/", "report/", "embed/?part=bracket")
DESK = ("desk/", "desk/entries/")


def name_of(number: int) -> str:
    return f"Competitor Number-{number:04}"


def enter_event(stage: Stage, size: int) -> Event:
    """An event with entries, not drawn yet."""
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    event = tournaments.create_tournament_with_event(
        club=club,
        name="Open",
        starts_at=timezone.now(),
        lengths=(5, 5),
        setup=tournaments.TournamentSetup(min(size // 2, MOST_TABLES)),
        plan=Plan((stage,)),
        by=by,
    )
    names = "\n".join(map(name_of, range(1, size + 1)))
    entries.enter_names(event=event, names=names, by=by, key="names")
    event.refresh_from_db()
    return event


def draw_event(stage: Stage, size: int) -> Event:
    """A published event without a round yet."""
    event = enter_event(stage, size)
    by = club_evenings.director_of(event.tournament.club)
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    event.refresh_from_db()
    return event


def start_event(stage: Stage, size: int) -> Event:
    """An event with its first round paired, one result, and a few tables."""
    event = draw_event(stage, size)
    by = club_evenings.director_of(event.tournament.club)
    if stage.format in {"swiss", "lives"}:
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


@pytest.mark.second_stage
def test_the_pages_of_a_bracket_are_short_and_have_as_many_queries_as_a_small_one() -> None:
    bracket = Stage("main", "knockout", lengths=(5,))
    small, large = (measure_pages(start_event(bracket, size)) for size in (64, 256))

    assert {page: queries for page, (_, queries) in large.items()} == {
        page: queries for page, (_, queries) in small.items()
    }
    assert {page: weight for page, (weight, _) in large.items() if weight > MOST_BYTES} == {}


@pytest.fixture(scope="module")
@replayed
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


def test_the_report_lists_every_entry_once_on_its_pages(swiss: Event) -> None:
    pages = [read_page(swiss, "report/", table1=number) for number in (1, 2)]
    tables = [re.split(r'id="table-2"', page)[0] for page in pages]
    listed = [re.findall(r">(Competitor Number-\d+)</td>", table) for table in tables]

    assert [len(names) for names in listed] == [64, 36]
    assert sorted(chain.from_iterable(listed)) == [name_of(number) for number in range(1, SMALL + 1)]


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


def measure_desk(event: Event) -> tuple[int, int]:
    """Return the bytes and the number of queries of the desk."""
    director = Client()
    director.force_login(club_evenings.director_of(event.tournament.club))
    with CaptureQueriesContext(connection) as queries:
        answer = director.get(path_of(event, "desk/"))
    assert answer.status_code == 200
    return len(answer.content), len(queries)


BRACKET = Stage("main", "knockout", lengths=(5,))
ALL_PLACES = Stage("main", "knockout", lengths=(5,), options={"placed": 128})


@pytest.mark.second_stage
@pytest.mark.parametrize("stage", [BRACKET, STAGES["swiss"]], ids=["knockout", "swiss"])
def test_the_desk_before_play_grows_by_a_name_for_each_player(stage: Stage) -> None:
    # These sizes have equally many rounds and seeds.
    sizes, measures = (200, 250), []
    for size in sizes:
        event = enter_event(stage, size)
        undrawn = measure_desk(event)
        draws.draw(event=event, by=club_evenings.director_of(event.tournament.club))
        measures.append((undrawn, measure_desk(event)))
    growths = [(large[0] - small[0]) / (sizes[1] - sizes[0]) for small, large in zip(*measures, strict=True)]

    assert [large[1] - small[1] for small, large in zip(*measures, strict=True)] == [0, 0]
    # A name to choose as a seed, and before the draw one more to form a pair.
    assert [growth < limit for growth, limit in zip(growths, (120, 60), strict=True)] == [True, True]


def test_of_many_players_the_seeds_are_searched_in_their_order() -> None:
    event = enter_event(BRACKET, 70)
    director = Client()
    director.force_login(club_evenings.director_of(event.tournament.club))
    undrawn = read_desk_page(event, "desk/")
    answer = director.post(
        path_of(event, "desk/draw/"),
        {"key": "k", "has_options": "1", "seeding": "hand", "seeded": ["9", " 3", "", "70"]},
    )
    drawn = read_desk_page(event, "desk/")

    assert (answer.status_code, event_state.get_event_state(event).seeds) == (303, (9, 3, 70))
    assert re.findall(r'name="seed-', undrawn + drawn) == []
    assert re.findall(r'name="seeded"[^>]* value="(\d*)"', undrawn, re.DOTALL) == [""] * 16
    assert re.findall(r'name="seeded"[^>]* value="(\d*)"', drawn, re.DOTALL) == ["9", "3", "70", *[""] * 13]
    assert f'<option value="70">{name_of(70)}' in undrawn


def test_the_lines_of_a_draw_are_shown_by_pages() -> None:
    event = enter_event(STAGES["swiss"], SMALL)
    draws.draw(event=event, by=club_evenings.director_of(event.tournament.club))
    lists = [
        re.findall(r"<li>(Competitor [^<]+)</li>", read_desk_page(event, "desk/", entries=page))
        for page in (1, 2)
    ]
    draws.publish(event=event, by=club_evenings.director_of(event.tournament.club))
    lines = [
        re.findall(r"</span> (Competitor Number-\d+)", read_page(event, "draw-audit/", lines=page))
        for page in (1, 2)
    ]
    whole = re.findall(r"</span> (Competitor Number-\d+)", read_page(event, "draw-audit/", all=1))

    assert [len(names) for names in (*lists, *lines)] == [64, 36, 64, 36]
    assert sorted(chain.from_iterable(lists)) == sorted(whole) == [name_of(n) for n in range(1, SMALL + 1)]
    assert list(chain.from_iterable(lines)) == whole


def test_of_many_matches_for_other_places_one_round_is_shown() -> None:
    event = draw_event(ALL_PLACES, 128)
    first, last = (read_page(event, "bracket/", places=number) for number in (2, 7))
    whole = read_page(event, "bracket/", all=1)
    cells = [len(re.findall(r"<ul class=\"boards\">", page)) for page in (first, last, whole)]

    assert len(first.encode()) < MOST_BYTES
    assert ["places=7" in first, "placing=2" in last, "places=7" in whole] == [True, True, False]
    assert cells[0] < cells[2]


@pytest.fixture(scope="module")
@replayed
def unpaired(module_transaction: None) -> Event:
    return draw_event(STAGES["swiss"], SMALL)


def read_desk_page(event: Event, path: str, **parameters: object) -> str:
    director = Client()
    director.force_login(club_evenings.director_of(event.tournament.club))
    answer = director.get(path_of(event, path), parameters)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_preview_of_a_round_is_shown_by_pages_with_its_board_numbers(unpaired: Event) -> None:
    pages = [read_desk_page(unpaired, "desk/round/swiss/", boards=number) for number in (1, 2)]
    boards = [
        [int(number) for number in re.findall(r'<td class="numeric numeral">(\d+)</td>', page)]
        for page in pages
    ]
    players = re.findall(r"<strong>(Competitor [^<]+) – (Competitor [^<]+)</strong>", "".join(pages))

    assert boards == [list(range(1, 33)), list(range(33, 51))]
    assert sorted(name for pair in players for name in pair) == [
        name_of(each) for each in range(1, SMALL + 1)
    ]


def test_of_many_players_the_names_for_a_round_are_searched(unpaired: Event) -> None:
    page = read_desk_page(
        unpaired, "desk/round/swiss/", away=["3", "", " 7 "], one=["1", "4", ""], other=["2", "0", ""]
    )
    checked = re.findall(r'type="checkbox" name="away" value="(\d+)" checked', page)

    assert checked == ["3", "7"]
    assert len(re.findall(r'type="checkbox" name="away"', page)) == 2
    assert re.findall(r'<input name="one"[^>]* value="(\d+)"', page, re.DOTALL)[:2] == ["1", "4"]
    assert f"<strong>{name_of(1)} – {name_of(2)}</strong>" in page
    assert len(re.findall(r"<option ", page)) == SMALL + 1
    assert f'<option value="100">{name_of(100)}' in page


def test_of_many_players_the_names_for_a_change_are_searched(unpaired: Event) -> None:
    page = read_desk_page(unpaired, "desk/change/")

    assert page.count(name_of(50)) == 1
    assert f'<option value="50">{name_of(50)}' in page
    assert re.search(r'<input id="withdraw-entry" name="entry" list="entry-names"', page)


def test_of_few_players_the_names_are_listed() -> None:
    event = draw_event(STAGES["swiss"], 64)
    round_page, change_page = (read_desk_page(event, path) for path in ("desk/round/swiss/", "desk/change/"))

    assert round_page.count('type="checkbox" name="away"') == 64
    assert "<datalist" not in round_page + change_page


@pytest.mark.second_stage
def test_the_pages_of_rounds_and_changes_grow_by_a_line_for_each_player() -> None:
    small, large = (draw_event(STAGES["swiss"], size) for size in (SMALL, LARGE))
    for path in ("desk/round/swiss/", "desk/change/"):
        lengths = [len(read_desk_page(event, path).encode()) for event in (small, large)]
        assert (lengths[1] - lengths[0]) / (LARGE - SMALL) < 60
