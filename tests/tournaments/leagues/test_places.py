"""Each division of a league is a table of its own: places, marks, winners and titles."""

import re

import pytest
from django.test import Client

from tests.tournaments import club_evenings
from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_views import at, signed_in
from tests.tournaments.leagues.test_withdrawals import text_of, withdraw
from tournaments.importing.queries import exports
from tournaments.journal.league_play_offs import next_divisions
from tournaments.leagues.services import seasons as league_seasons
from tournaments.models import Entry
from tournaments.play.draws import services as draws
from tournaments.play.events import event_state
from tournaments.seasons.queries.honours import get_titles
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


def test_somebody_would_be_promoted_until_the_division_is_finished() -> None:
    league = seasons.begun()
    desk = (at(league, "desk/league/"), signed_in(league))
    seasons.win(league.event, "Elena", "Fabio")

    assert re.findall(r"(\w+) ▲ (would be promoted|promoted)(?!,)", text_of(at(league, "league/"))) == [
        ("Elena", "would be promoted")
    ]
    assert "Would be promoted, place 1" in text_of(*desk)
    seasons.play_in_order(league.event)
    assert re.findall(r"(\w+) ▲ (would be promoted|promoted)(?!,)", text_of(at(league, "league/"))) == [
        ("Elena", "promoted")
    ]
    assert "Promoted, place 1" in text_of(*desk)


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


def test_an_added_knockout_decides_no_place_of_the_league_and_the_page_says_so(client: Client) -> None:
    league = seasons.begun()
    by = seasons.director(league)
    before = league_seasons.get_terms(event_state.get_event_state(league.event))
    client.force_login(by)
    sentence = (
        "For its own title: the places of the league, promotion and relegation follow from the division "
        "tables alone."
    )
    pages = [client.get(at(league, "desk/plan/")).content.decode()]
    draws.add_stage(event=league.event, what="main", count=2, lengths=(5,), by=by)
    pages.append(client.get(at(league, "desk/plan/")).content.decode())
    seasons.play_in_order(league.event)

    assert [page.count(sentence) for page in pages] == [1, 1]
    assert league_seasons.get_terms(event_state.get_event_state(league.event)) == before
    assert places(league.event.pk) == FINAL
    # The second of the division wins the knockout.
    final = club_evenings.match_at(league.event, "M1-1")
    club_evenings.settle(final, "white" if final.white.name == "Bruno" else "black")
    assert places(league.event.pk) == FINAL
    after = league_seasons.start_next_season(league=league, by=by)
    assert league_seasons.get_terms(event_state.get_event_state(after.event)) == before
