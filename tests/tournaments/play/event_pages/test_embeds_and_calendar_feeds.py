"""Embeddable parts of an event page, and calendar feeds of clubs and tournaments."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(8)])


@pytest.mark.parametrize("part", ["bracket", "now", "results"])
def test_only_embeddable_parts_may_be_framed(client: Client, event: Event, part: str) -> None:
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    answer = client.get(path_of(event, f"embed/?part={part}"))
    page = client.get(path_of(event))

    assert answer.status_code == 200
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert 'class="masthead"' not in answer.content.decode()
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_the_embed_code_has_the_url_of_each_part(client: Client, event: Event) -> None:
    urls = re.findall(r'&lt;iframe src="([^"]+)"', client.get(path_of(event, "embed/code/")).content.decode())
    assert urls == [
        f"http://testserver{path_of(event)}embed/?part={part}" for part in ("bracket", "now", "results")
    ]


def test_a_feed_lists_tournaments_and_its_sequence_increases(client: Client, event: Event) -> None:
    club = event.tournament.club
    club_evenings.a_night(club, week=1)
    for address in (
        reverse("club-calendar", args=[club.slug]),
        path_of(event)[: -len(event.slug) - 1] + "calendar.ics",
    ):
        answer = client.get(address)
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert client.get(reverse("club-calendar", args=[club.slug])).content.count(b"BEGIN:VEVENT") == 2
    assert client.get(address).content.count(b"BEGIN:VEVENT") == 1

    def read_uid_and_sequence() -> tuple[str, int]:
        feed = client.get(address).content.decode()
        re_match = re.search(r"UID:(\S+)\r\n.*SEQUENCE:(\d+)\r\n", feed, re.DOTALL)
        assert re_match is not None
        return re_match[1], int(re_match[2])

    before = read_uid_and_sequence()
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    after = read_uid_and_sequence()

    assert before[0] == after[0]
    assert before[1] < after[1]


@pytest.mark.parametrize("tournament_count", [1, 3])
def test_the_queries_of_a_feed_do_not_grow_with_tournaments(
    client: Client, tournament_count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = club_evenings.a_club()
    for week in range(tournament_count):
        club_evenings.a_night(club, week=week)
    with django_assert_num_queries(5):
        client.get(reverse("club-calendar", args=[club.slug]))
