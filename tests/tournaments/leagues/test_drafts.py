"""A season is a draft until it starts: only its officials see it, on no page and by no address of the API."""

import pytest
from django.test import Client

from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_views import at, signed_in
from tests.tournaments.leagues.test_withdrawals import path_of, text_of
from tournaments.leagues.models import LeagueSeason
from tournaments.leagues.services import seasons as season_services
from tournaments.play.events import event_state

pytestmark = pytest.mark.django_db


def second_season() -> tuple[LeagueSeason, LeagueSeason]:
    """A finished season and the next one, which has not begun."""
    first = seasons.begun()
    seasons.play_in_order(first.event)
    return first, season_services.start_next_season(league=first, by=seasons.director(first))


def test_visitors_see_nothing_of_a_season_before_it_starts() -> None:
    first, second = second_season()
    club, name = first.event.tournament.club, second.event.name
    tournament = second.event.tournament
    pages = [
        at(second, page) for page in ("", "league/", "entries/", "standings/", "journal/", "league/1.csv")
    ]
    addresses = [
        *pages,
        f"/clubs/{club.slug}/{tournament.slug}/",
        f"/clubs/{club.slug}/{tournament.slug}/calendar.ics",
        f"/api/v1/events/{second.event.pk}/",
        f"/api/v1/events/{second.event.pk}/league/",
        f"/api/v1/events/{second.event.pk}/entries/",
    ]
    overviews = [
        "/",
        f"/clubs/{club.slug}/",
        f"/clubs/{club.slug}/leagues/",
        at(first),
        f"/clubs/{club.slug}/calendar.ics",
        f"/api/v1/clubs/{club.slug}/leagues/",
        f"/api/v1/events/{first.event.pk}/league/",
    ]

    assert {address: Client().get(address).status_code for address in addresses} == dict.fromkeys(
        addresses, 404
    )
    assert {
        address: name in Client().get(address).content.decode() for address in overviews
    } == dict.fromkeys(overviews, False)
    assert Client().get(f"/api/v1/events/{first.event.pk}/league/").json()["next_season"] is None


def test_the_director_finds_the_draft_and_starting_it_shows_it() -> None:
    first, second = second_season()
    director, club = signed_in(first), first.event.tournament.club
    leagues = f"/clubs/{club.slug}/leagues/"

    assert f"{second.event.name}" in text_of(leagues, director)
    assert "Players see nothing before the season starts." in text_of(at(second, "desk/league/"), director)
    started = director.post(at(second, "desk/league/begin/"), {"version": second.event.version})

    assert started.status_code == 303
    assert [second.event.name in text_of(page) for page in (leagues, at(first, "league/"))] == [True, False]
    assert "Next season" in text_of(at(first, "league/"))
    assert Client().get(at(second)).status_code == 200


def test_a_player_is_added_to_the_draft_of_the_next_season_and_the_message_speaks_of_badges() -> None:
    league = seasons.begun()
    seasons.play_in_order(league.event)
    desk = signed_in(league)
    started = desk.post(f"{path_of(league.event)}desk/league/next/", follow=True).text
    following = LeagueSeason.objects.get(previous=league)
    assert "Badges of Winter League 1 do not act there; a club badge acts in every season." in started

    added = desk.post(
        f"{path_of(following.event)}desk/league/enter/",
        {"name": "Ida", "division": 2, "key": "ida", "version": following.event.version},
        follow=True,
    )
    state = event_state.get_event_state(following.event)
    number = following.event.entries.get(player__full_name="Ida").number
    assert "Ida added." in added.text
    assert number in state.stages["league_2"].members
    assert len(state.stages["league_1"].members) == 4


def test_no_player_is_added_by_the_draft_form_once_the_season_has_begun() -> None:
    league = seasons.begun()
    answer = signed_in(league).post(
        f"{path_of(league.event)}desk/league/enter/", {"name": "Ida", "division": 1, "key": "ida"}
    )
    assert answer.status_code == 409


def test_pages_count_no_player_who_is_in_no_division() -> None:
    league = seasons.a_season()
    desk, event, club = signed_in(league), league.event, league.event.tournament.club
    former = event.entries.get(player__full_name="Hugo").number
    divisions = {f"entry-{number}": 1 + (number > 4) for number in range(1, 9)}
    overviews = [f"/clubs/{club.slug}/leagues/", f"/clubs/{club.slug}/"]
    assert ["8 players" in text_of(page, desk) for page in overviews] == [True, True]

    out = desk.post(
        f"{path_of(event)}desk/league/place/", {**divisions, f"entry-{former}": 0, "version": event.version}
    )
    assert out.status_code == 303
    assert ["7 players" in text_of(page, desk) for page in overviews] == [True, True]

    event.refresh_from_db()
    back = desk.post(f"{path_of(event)}desk/league/place/", {**divisions, "version": event.version})
    assert back.status_code == 303
    assert ["8 players" in text_of(page, desk) for page in overviews] == [True, True]
    assert former in event_state.get_event_state(event).stages["league_2"].members
