"""Parts of the desk that are pages of their own: what else may be done with a match, everybody entered."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournaments import club_evenings
from tests.tournaments.test_views_public import names, path_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(
        club_evenings.a_club(), ("Anna Rossi", "Bruno Conti", "Carla Àvila", "Dario Conti")
    )


def test_the_desk_leads_to_everything_a_match_may_need(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    at = path_of(event, f"desk/match/{match.code}/")
    assert f'data-content-url="{at}"' in desk.get(path_of(event, "desk/")).content.decode()
    page = desk.get(at).content.decode()
    inside = page[page.index('id="fetched-content"') :]

    assert [text in inside for text in ("desk/award/", "double no-show", f"/m/{match.code}/#desk")] == [
        True
    ] * 3
    assert desk.get(path_of(event, "desk/match/nosuch/")).status_code == 404


def test_a_settled_match_offers_its_correction_alone(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    club_evenings.settle(match)
    page = desk.get(path_of(event, f"desk/match/{match.code}/")).content.decode()

    assert ("desk/award/" in page, f"desk/correct/{match.code}/" in page) == (False, True)


@pytest.mark.parametrize(
    ("text", "expected"), [("", [1, 2, 3, 4]), ("conti", [2, 4]), ("avi", [3]), ("zz", []), ("%", [])]
)
def test_the_list_of_entries_is_narrowed_by_letters(
    desk: Client, event: Event, text: str, expected: list[int]
) -> None:
    page = desk.get(path_of(event, "desk/entries/"), {"q": text}).content.decode()

    assert [int(number) for number in re.findall(r'id="entry-(\d+)"', page)] == expected


def test_an_entry_is_withdrawn_from_the_list(desk: Client, event: Event) -> None:
    page = desk.get(path_of(event, "desk/entries/")).content.decode()
    form = page[page.index(path_of(event, "desk/withdraw/")) :]
    key = re.search(r'name="key" value="(\w+)"', form)
    assert key is not None
    answer = desk.post(path_of(event, "desk/withdraw/"), {"key": key[1], "entry": 2})

    assert answer.status_code == 303
    assert event.entries.get(number=2).status == "withdrawn"
    again = desk.get(path_of(event, "desk/entries/")).content.decode()
    assert re.findall(r'id="entry-(\d+)" class="undone"', again) == ["2"]


def test_who_has_come_late_stands_in_the_lists_that_were_looked_at_before(desk: Client, event: Event) -> None:
    items = [path_of(event, f"desk/{page}") for page in ("entries/", "change/")]
    before = ["Ettore Riva" in desk.get(page).content.decode() for page in items]
    late = {"act": "late", "name": "Ettore Riva", "flight": "main", "key": "late"}
    answer = desk.post(path_of(event, "desk/change/"), late)

    assert (answer.status_code, before) == (303, [False, False])
    assert ["Ettore Riva" in desk.get(page).content.decode() for page in items] == [True, True]


def test_a_page_looked_at_again_carries_a_key_of_its_own(desk: Client, event: Event) -> None:
    pages = [desk.get(path_of(event, "desk/entries/")).content.decode() for _ in range(2)]
    first, second = (re.findall(r'name="key" value="(\w+)"', page) for page in pages)

    assert (len(first), len(second), {*first} & {*second}) == (1, 1, set())


@pytest.mark.parametrize("size", [4, 64])
@pytest.mark.parametrize(("page", "expected"), [("entries/", 9), ("match/{match}/", 8)])
def test_the_parts_ask_as_often_for_four_entries_as_for_sixty_four(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, size: int, page: str, expected: int
) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(size))
    client.force_login(club_evenings.director_of(event.tournament.club))
    result = path_of(event, f"desk/{page.format(match=club_evenings.match_at(event, 'M1-1').code)}")
    client.get(result)

    with django_assert_max_num_queries(expected):
        client.get(result)
