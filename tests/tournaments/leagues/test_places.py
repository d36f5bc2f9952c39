"""Each division of a league is a table of its own: places, marks, winners and titles."""

import re

import pytest
from django.test import Client

from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_views import at
from tests.tournaments.leagues.test_withdrawals import text_of, withdraw
from tournaments.journal.league_play_offs import next_divisions
from tournaments.models import Entry
from tournaments.queries import event_state, exports
from tournaments.queries.honours import get_titles
from tournaments.standings.divisions import CHAMPION, GOES_UP, LEFT, STAYS

pytestmark = pytest.mark.django_db


def places(event_key: int) -> dict[str, int | None]:
    entries = Entry.objects.filter(event=event_key).order_by("number")
    return dict(entries.values_list("player__full_name", "place_from"))


FINAL = {"Anna": 1, "Bruno": 2, "Carla": 3, "Dario": 4, "Elena": 1, "Fabio": 2, "Gina": 3, "Hugo": 4}


def test_the_winner_of_each_division_is_first_and_has_a_title() -> None:
    league = seasons.begun()
    seasons.play_in_order(league.event)
    event, club = league.event, league.event.tournament.club

    assert places(event.pk) == FINAL
    assert [(title.name, title.player.full_name) for title in get_titles(club)] == [
        ("Winter League 1 · Premier", "Anna"),
        ("Winter League 1 · First", "Elena"),
    ]
    assert "Division winners: Anna, Elena" in text_of(at(league, "")).replace(" ,", ",")
    standings = Client().get(f"/api/v1/events/{event.pk}/standings/").json()
    assert [line["place_from"] for line in standings["places"]] == [1, 1, 2, 2, 3, 3, 4, 4]


def test_marks_are_on_every_table_of_the_league_from_the_first_result_on() -> None:
    league = seasons.begun()
    pages = [at(league, page) for page in ("", "league/", "standings/")]

    assert [text_of(page).count("▲") + text_of(page).count("▼") for page in pages] == [0, 2, 0]
    seasons.play_in_order(league.event)
    # One promoted and one relegated; the season page explains the marks below.
    marks = [(text_of(page).count("▲"), text_of(page).count("▼")) for page in pages]
    assert marks == [(1, 1), (2, 2), (1, 1)]


def test_whoever_has_left_counts_among_the_relegated_on_every_table() -> None:
    league = seasons.begun()
    seasons.play_in_order(league.event)
    withdraw(league, "annulled")

    placings = next_divisions(event_state.get_event_state(league.event))
    assert [placing.cause for placing in placings if placing.before == 1] == [CHAMPION, STAYS, STAYS, LEFT]
    premier = text_of(at(league, "standings/")).partition("First")[0]
    assert (premier.count("▲"), premier.count("▼")) == (0, 0)


def test_where_the_draw_seed_decides_every_table_marks_the_one_it_promotes() -> None:
    league = seasons.begun()
    # Elena, Fabio and Gina beat each other once, all by the same score, and each of them beats Hugo.
    for winner, loser in [("Elena", "Fabio"), ("Fabio", "Gina"), ("Gina", "Elena")]:
        seasons.win(league.event, winner, loser)
    seasons.play_in_order(league.event)

    placings = next_divisions(event_state.get_event_state(league.event))
    (promoted,) = (placing for placing in placings if placing.cause == GOES_UP)
    name = league.event.entries.get(number=promoted.entry).player.name
    for page in ("league/", "standings/"):
        text = text_of(at(league, page))
        assert re.findall(r"(\w+) ▲ promoted(?!,)", text) == [name]
        assert "The draw seed decided at random who is promoted or relegated." in text


def test_the_file_of_the_standings_has_every_division() -> None:
    league = seasons.begun()
    seasons.play_in_order(league.event)

    sheet = exports.standings_sheet(league.event)
    assert sheet.heads[-1] == "Flight"
    assert [(row[0], row[1], row[-1]) for row in sheet.rows] == [
        *((place, name, "Premier") for name, place in list(FINAL.items())[:4]),
        *((place, name, "First") for name, place in list(FINAL.items())[4:]),
    ]
