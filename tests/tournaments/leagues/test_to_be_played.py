"""League matches are played where and when their players choose: no page calls them to a table."""

import pytest
from django.test import Client

from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_views import phone, signed_in

pytestmark = pytest.mark.django_db


def test_no_page_or_message_calls_players_of_a_league_match_to_a_table() -> None:
    league = seasons.begun()
    event, director = league.event, signed_in(league)
    path = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/"
    match = seasons.match_of(event, "Anna", "Bruno")
    anna, bruno = phone(event, "Anna"), phone(event, "Bruno")

    desk = director.get(f"{path}desk/").content.decode()
    badge = anna.get("/b/").content.decode()
    stranger = Client().get(f"/m/{match.code}/report/").content.decode()
    side = "white" if match.white.full_name == "Anna" else "black"
    waiting = anna.post(f"/m/{match.code}/report/", {"winner": side, "points": 2, "key": "one"}, follow=True)
    other = "black" if side == "white" else "white"
    bruno.post(
        f"/m/{match.code}/dispute/", {"report": match.reports.get().number, "winner": other, "points": 3}
    )
    disputed = anna.get(f"/m/{match.code}/report/").content.decode()
    disputed_badge = anna.get("/b/").content.decode()

    assert ("Matches to be played: 12. In play: 0." in desk, "No matches in progress." in desk) == (
        True,
        True,
    )
    assert ("To be played" in badge, "No table yet" in badge, "data-call-title" in badge) == (
        True,
        False,
        False,
    )
    assert ("scan the card" in stranger, "open your badge or sign in" in stranger) == (False, True)
    page = waiting.content.decode()
    assert ("same card" in page, "with their badge or account" in page) == (False, True)
    assert ("come to your table" in disputed, "An official will decide." in disputed) == (False, True)
    assert ("No table yet" in disputed_badge, "Disputed" in disputed_badge) == (False, True)
