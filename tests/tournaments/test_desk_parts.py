"""Parts of the desk with pages of their own: the actions on a match, and the list of entries."""

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


def test_the_page_of_a_match_at_the_desk_has_all_its_actions(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    path = path_of(event, f"desk/match/{match.code}/")
    assert f'data-content-url="{path}"' in desk.get(path_of(event, "desk/")).content.decode()
    page = desk.get(path).content.decode()
    inside = page[page.index('id="fetched-content"') :]

    assert [text in inside for text in ("desk/award/", "Double no-show", f"/m/{match.code}/#desk")] == [
        True
    ] * 3
    assert desk.get(path_of(event, "desk/match/nosuch/")).status_code == 404


def test_what_ends_a_match_unfinished_says_who_loses_it(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    page = desk.get(path_of(event, f"desk/match/{match.code}/")).content.decode()

    texts = [
        " ".join(text.split())
        for text in re.findall(r'<option value="[a-z-]*">(.*?)</option>', page, re.DOTALL)
    ]
    white, black = match.white.full_name, match.black.full_name
    assert texts == [
        "Close without finishing the match",
        f"{white} is a no-show: {black} wins",
        f"{black} is a no-show: {white} wins",
        "Double no-show: nobody wins",
        f"{white} is disqualified: {black} wins",
        f"{black} is disqualified: {white} wins",
        f"{white} retires: {black} wins",
        f"{black} retires: {white} wins",
    ]


def test_a_settled_match_offers_only_its_correction(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    club_evenings.settle(match)
    page = desk.get(path_of(event, f"desk/match/{match.code}/")).content.decode()

    assert ("desk/award/" in page, f"desk/correct/{match.code}/" in page) == (False, True)


@pytest.mark.parametrize(
    ("text", "expected"), [("", [1, 2, 3, 4]), ("conti", [2, 4]), ("avi", [3]), ("zz", []), ("%", [])]
)
def test_the_list_of_entries_is_searched(desk: Client, event: Event, text: str, expected: list[int]) -> None:
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


def test_a_late_entry_appears_in_lists_already_read(desk: Client, event: Event) -> None:
    paths = [path_of(event, f"desk/{page}") for page in ("entries/", "change/")]
    before = ["Ettore Riva" in desk.get(page).content.decode() for page in paths]
    late_entry = {"act": "late", "name": "Ettore Riva", "flight": "main", "key": "late"}
    answer = desk.post(path_of(event, "desk/change/"), late_entry)

    assert (answer.status_code, before) == (303, [False, False])
    assert ["Ettore Riva" in desk.get(page).content.decode() for page in paths] == [True, True]


def test_a_reloaded_page_has_a_new_idempotency_key(desk: Client, event: Event) -> None:
    pages = [desk.get(path_of(event, "desk/entries/")).content.decode() for _ in range(2)]
    first, second = (re.findall(r'name="key" value="(\w+)"', page) for page in pages)

    assert (len(first), len(second), {*first} & {*second}) == (1, 1, set())


@pytest.mark.parametrize("size", [4, 64])
@pytest.mark.parametrize(("page", "expected"), [("entries/", 11), ("match/{match}/", 10)])
def test_queries_do_not_grow_with_the_entries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, size: int, page: str, expected: int
) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(size))
    client.force_login(club_evenings.director_of(event.tournament.club))
    path = path_of(event, f"desk/{page.format(match=club_evenings.match_at(event, 'M1-1').code)}")
    client.get(path)

    with django_assert_max_num_queries(expected):
        client.get(path)
