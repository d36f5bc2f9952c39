"""Whoever is followed: his next match, his way, and what a page says of him; chosen with no account."""

import re

import pytest
from django.test import Client

from matches.models import Match
from matches.services import lifecycle
from tests.factories import at_table
from tests.tournaments import club_evenings
from tests.tournaments.test_views_public import path_of
from tournaments.models import Event
from tournaments.queries import player_outlook
from tournaments.services import journal

pytestmark = pytest.mark.django_db

PAGES = ("", "bracket/", "results/", "entries/", "draw-audit/", "journal/")


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(1, 9)])


def head_of(page: str) -> list[str]:
    """Whom a page says it follows, by code."""
    return re.findall(r'<span class="label">Following</span>\s*<a href="/p/(\w+)/">', page)


def test_a_player_is_followed_on_every_page_of_his_event_until_the_reader_stops(
    client: Client, event: Event
) -> None:
    code = club_evenings.match_at(event, "M1-1").white.code
    client.post("/follow/", {"player": code, "next": path_of(event)})
    mapping = {page: head_of(client.get(path_of(event, page)).content.decode()) for page in PAGES}
    answer = client.post("/follow/", {"next": path_of(event)})

    assert mapping == {page: [code] for page in PAGES}
    assert answer["Location"] == path_of(event)
    assert head_of(client.get(path_of(event)).content.decode()) == []


def test_what_one_reader_follows_is_marked_for_no_other(client: Client, event: Event) -> None:
    white, black = club_evenings.match_at(event, "M1-1").white, club_evenings.match_at(event, "M1-1").black
    other = Client()
    client.post("/follow/", {"player": white.code})
    other.post("/follow/", {"player": black.code})
    items = [
        re.findall(
            r'class="p\d+ followed bracket-player (\w+)',
            each.get(path_of(event, "bracket/")).content.decode(),
        )
        for each in (client, other, Client())
    ]

    assert items == [["white"], ["black"], []]


def test_nobody_is_followed_under_a_code_that_is_none(client: Client, event: Event) -> None:
    client.post("/follow/", {"player": "nobody00"})

    assert client.cookies["following"].value == ""
    client.cookies["following"] = "<b>"
    assert head_of(client.get(path_of(event)).content.decode()) == []


def test_the_table_and_the_score_of_whom_one_follows_stand_first(client: Client, event: Event) -> None:
    match = Match.objects.select_related("table", "white").get(pk=club_evenings.match_at(event, "M1-2").pk)
    lifecycle.start_match_at_table(match=match, identity=at_table(match))

    page = client.get(path_of(event, "results/"), {"player": match.white.code}).content.decode()

    assert f'class="followed-match running" href="/m/{match.code}/"' in page
    assert f'<b class="numeral">{match.table}</b>' in page


def test_what_is_played_now_stands_before_what_waits(event: Event) -> None:
    first = club_evenings.match_at(event, "M1-1")
    club_evenings.settle(first)
    entry = player_outlook.find_entry(event, first.black.code)
    assert entry is not None
    followed = player_outlook.get_followed_entry(entry, event.tournament.starts_at)

    assert followed.last is not None
    assert (
        followed.last.pairing.flight,
        followed.open,
        [step.state for step in followed.path.steps[:1]],
    ) == (
        "consolation",
        followed.last,
        ["lost"],
    )


def test_a_result_undone_is_undone_for_who_follows_too(client: Client, event: Event) -> None:
    match = club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    where = path_of(event, f"bracket/?player={match.white.code}")
    before = client.get(where).content.decode()
    by = club_evenings.director_of(event.tournament.club)
    journal.undo(event=event, command=event.journal.order_by("-seq")[0].seq, by=by)

    after = client.get(where).content.decode()

    assert [len(re.findall(r'<li class="[^"]*leads-to', page)) for page in (before, after)] == [1, 0]


def test_the_page_of_a_settled_match_leads_both_on(client: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    running = client.get(f"/m/{match.code}/report/").content.decode()
    club_evenings.settle(match)
    settled = client.get(f"/m/{match.code}/report/").content.decode()

    ways = [path_of(event, f"?player={side.code}") for side in (match.white, match.black)]
    assert [[page.count(f'href="{item}"') for item in ways] for page in (running, settled)] == [
        [0, 0],
        [1, 1],
    ]
    assert head_of(client.get(ways[0]).content.decode()) == [match.white.code]
