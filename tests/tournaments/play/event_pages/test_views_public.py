"""Public pages of clubs and events, and what they do not show."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import a_user
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.play.tournaments.services.tournament_settings import archive_tournament

pytestmark = pytest.mark.django_db

PAGES = ("", "bracket/", "entries/", "results/", "draw-audit/", "journal/")


def path_of(event: Event, page: str = "") -> str:
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/{page}"


def names(count: int) -> list[str]:
    return [f"Player {number}" for number in range(1, count + 1)]


@replayed
def a_draft(players: int = 4) -> Event:
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Coming night",
        starts_at=club_evenings.FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=4,
        by=by,
    )
    entries.enter_names(event=event, names="\n".join(names(players)), by=by, key="names")
    return event


def test_a_site_without_clubs_offers_to_create_one(client: Client) -> None:
    a_user("anna")
    page = client.get("/").content.decode()

    assert "Backgammon tournaments made simple." in page
    assert "Create your club" in page


def test_the_home_page_shows_events_in_play_with_their_progress(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))

    page = client.get("/").content.decode()

    assert "1 of 4 matches played" in page
    assert f'data-topics="event:{event.pk}"' in page


def test_a_tournament_with_one_event_redirects_to_it(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())

    answer = client.get(f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/")

    assert (answer.status_code, answer["Location"]) == (302, path_of(event))


def test_a_tournament_with_two_events_lists_both(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    by = club_evenings.director_of(event.tournament.club)
    tournaments.add_event(tournament=event.tournament, name="Doubles", length=5, consolation_length=3, by=by)

    page = client.get(f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/").content.decode()

    assert [name in page for name in (event.name, "Doubles")] == [True, True]


def test_a_club_lists_its_archived_tournaments_and_has_none_only_without_any(client: Client) -> None:
    event = a_draft()
    club, tournament = event.tournament.club, event.tournament
    archive_tournament(tournament=tournament, by=club_evenings.director_of(club))
    archived = client.get(f"/clubs/{club.slug}/").content.decode()
    empty = client.get(f"/clubs/{club_evenings.a_club('Elsewhere').slug}/").content.decode()

    for page, texts in ((archived, (False, True, True)), (empty, (True, False, False))):
        assert texts == (
            "No tournaments yet." in page,
            "<details open><summary><h3>Archived tournaments</h3></summary>" in page,
            f">{tournament.name}</a>" in page,
        )


def test_an_event_is_not_found_under_another_club(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    other = club_evenings.a_club()

    assert client.get(f"/clubs/{other.slug}/{event.tournament.slug}/{event.slug}/").status_code == 404


def test_the_seed_is_secret_until_the_draw_is_published(client: Client) -> None:
    event = a_draft()
    by = club_evenings.director_of(event.tournament.club)
    pages = [every_page(client, event)]
    draws.draw(event=event, by=by)
    event.refresh_from_db()
    pages.append(every_page(client, event))
    draws.publish(event=event, by=by)
    pages.append(every_page(client, event))

    assert [event.draw_seed in page for page in pages] == [False, False, True]
    assert [event.draw_commitment in page for page in pages] == [True, True, True]


def test_an_unpublished_draw_is_on_no_public_page(client: Client) -> None:
    event = a_draft()
    draws.draw(event=event, by=club_evenings.director_of(event.tournament.club))

    assert 'class="bracket' not in every_page(client, event)


def test_seeds_are_shown_once_the_draw_is_published(client: Client) -> None:
    event = a_draft()
    by = club_evenings.director_of(event.tournament.club)
    draws.draw(event=event, by=by, seeds=(3, 1))
    before = client.get(path_of(event, "entries/")).content.decode()
    draws.publish(event=event, by=by)
    after = client.get(path_of(event, "entries/")).content.decode()

    assert "Seeded" not in before
    texts = re.findall(r'<td class="numeric">(\d)</td>.*?<td class="numeric">([\d–])</td>', after, re.DOTALL)
    assert texts == [("1", "2"), ("2", "–"), ("3", "1"), ("4", "–")]


def test_the_path_of_a_followed_player_is_marked_in_the_bracket(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(8))
    match = club_evenings.settle(club_evenings.match_at(event, "M1-1"))

    page = client.get(path_of(event), {"player": match.white.code}).content.decode()

    assert re.findall(r'<span class="label">Following</span>\s*<a href="/p/(\w+)/">', page) == [
        match.white.code
    ]
    assert [
        len(re.findall(rf'<li class="[^"]*{css_class}[^"]* pair', page))
        for css_class in ("followed", "leads-to")
    ] == [
        2,
        1,
    ]


def test_following_an_unknown_player_marks_nothing(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), names(8))

    answer = client.get(path_of(event), {"player": "nobody"})

    assert (answer.status_code, "followed" in answer.content.decode()) == (200, False)


def test_names_are_escaped(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), ["<b>Anna", "Bruno & Co", "Carla", "Dario"])

    html = every_page(client, event)

    assert ("<b>Anna" in html, "&lt;b&gt;Anna" in html, "Bruno &amp; Co" in html) == (
        False,
        True,
        True,
    )


@pytest.mark.parametrize("page", ["", "standings/", "ratings/", "members/"])
def test_the_pages_of_a_club_are_public(client: Client, page: str) -> None:
    club = club_evenings.a_club()
    club_evenings.play_out(club_evenings.a_night(club))

    assert client.get(f"/clubs/{club.slug}/{page}").status_code == 200


def test_public_pages_refuse_post(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())

    assert [client.post(path_of(event, page)).status_code for page in PAGES] == [405] * len(PAGES)


def every_page(client: Client, event: Event) -> str:
    answers: list[Any] = [client.get(path_of(event, page)) for page in PAGES]
    return "\n".join(answer.content.decode() for answer in answers)


def test_desks_of_the_same_name_are_distinguished_by_club_and_day() -> None:
    club, other_club = club_evenings.a_club("Here"), club_evenings.a_club("There", by=a_user("there"))
    host = a_user("host", is_superuser=True)
    for night in (
        club_evenings.a_night(club),
        club_evenings.a_night(club, week=1),
        club_evenings.a_night(other_club),
    ):
        assert night.tournament.name == "Monday night"
    client = Client()
    client.force_login(host)

    page = client.get("/records/").text
    desks = re.findall(r"Zip of match files for ([^<]+)</a>\s*<span[^>]*>([^<]+)</span>", page)
    assert sorted((name.strip(), description) for name, description in desks) == [
        ("Here", "Casual matches"),
        ("Monday night", "Here · 12 October 2026"),
        ("Monday night", "Here · 5 October 2026"),
        ("Monday night", "There · 5 October 2026"),
        ("There", "Casual matches"),
    ]
