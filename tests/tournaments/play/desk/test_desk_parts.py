"""Parts of the desk with pages of their own: the actions on a match, and the list of entries."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.models import Match
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import names, path_of
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
        "Walk-over or unfinished match",
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


def test_an_entry_is_withdrawn_from_the_list_after_a_question_that_names_the_effects(
    desk: Client, event: Event
) -> None:
    page = desk.get(path_of(event, "desk/entries/")).content.decode()
    question = path_of(event, "desk/entry/2/withdraw/")
    assert f'href="{question}"' in page
    response = desk.get(question)
    preview = response.context["preview"]
    opponent = next(
        row for row in event.pairings.filter(round=1) if 2 in {row.white_entry.number, row.black_entry.number}
    )
    winner = opponent.white_entry if opponent.black_entry.number == 2 else opponent.black_entry
    assert ([name for _round, name in preview.wins], preview.begun) == ([winner.player.name], ())
    text = response.content.decode()
    assert ("Withdraw Bruno Conti from" in text, f"{winner.player.name} wins without playing." in text) == (
        True,
        True,
    )
    assert event.entries.get(number=2).status == "entered"
    form = text[text.index(path_of(event, "desk/withdraw/")) :]
    key = re.search(r'name="key" value="(\w+)"', form)
    assert key is not None
    answer = desk.post(path_of(event, "desk/withdraw/"), {"key": key[1], "entry": 2})

    assert answer.status_code == 303
    assert event.entries.get(number=2).status == "withdrawn"
    again = desk.get(path_of(event, "desk/entries/")).content.decode()
    assert re.findall(r'id="entry-(\d+)" class="undone"', again) == ["2"]


def test_an_entry_whose_match_has_begun_is_not_withdrawn(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    number = match.pairing.white_entry.number
    for status, is_offered in (("called", True), ("running", False)):
        Match.objects.filter(pk=match.pk).update(status=status, started_at=timezone.now())
        text = desk.get(path_of(event, f"desk/entry/{number}/withdraw/")).content.decode()
        assert ("has begun: finish it first" in text, path_of(event, "desk/withdraw/") in text) == (
            not is_offered,
            is_offered,
        )


def test_nobody_is_withdrawn_from_a_finished_event(desk: Client, event: Event) -> None:
    club_evenings.play_out(event)
    event.refresh_from_db()
    texts = [
        desk.get(path_of(event, "desk/entries/")).content.decode(),
        desk.get(path_of(event, "desk/find/"), {"q": "Bruno"}).content.decode(),
    ]
    assert ["/withdraw/" in text for text in texts] == [False, False]
    assert desk.get(path_of(event, "desk/entry/2/withdraw/")).status_code == 303


def test_the_entries_page_offers_a_late_entry_whose_preview_names_player_and_place(
    desk: Client, event: Event
) -> None:
    page = desk.get(path_of(event, "desk/entries/")).content.decode()
    assert 'id="late-entry"' in page
    preview = desk.get(
        path_of(event, "desk/change/"), {"act": "late", "name": "Ettore Riva", "flight": "main"}
    )
    text = re.sub(r"\s+", " ", preview.content.decode())
    inside = text[text.index('id="foreseen"') : text.index('id="do-change"')]
    assert ("Name: <strong>Ettore Riva</strong>" in inside, "Flight: <strong>Main</strong>" in inside) == (
        True,
        True,
    )
    places = [
        change for change in preview.context["previews"].people if "Ettore Riva" in (change.after or ())
    ]
    assert len(places) >= 1
    assert f"{places[0].after[0]} – {places[0].after[1]}" in inside


def test_a_refused_change_shows_what_was_chosen(desk: Client, event: Event) -> None:
    club_evenings.play_out(event)
    late_entry = {"act": "late", "name": "Ettore Riva", "flight": "main"}
    response = desk.get(path_of(event, "desk/change/"), late_entry)
    assert (response.status_code, "Name: <strong>Ettore Riva</strong>" in response.content.decode()) == (
        409,
        True,
    )


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
@pytest.mark.parametrize(("page", "expected"), [("entries/", 16), ("match/{match}/", 15)])
def test_queries_do_not_grow_with_the_entries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, size: int, page: str, expected: int
) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(size))
    client.force_login(club_evenings.director_of(event.tournament.club))
    path = path_of(event, f"desk/{page.format(match=club_evenings.match_at(event, 'M1-1').code)}")
    client.get(path)

    with django_assert_max_num_queries(expected):
        client.get(path)
