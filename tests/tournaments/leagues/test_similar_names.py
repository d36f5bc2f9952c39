"""A league asks about names that resemble those of members, as the entry box of a tournament does."""

import pytest
from django.test import Client

from tests.factories import a_player
from tests.page_forms import read_forms
from tests.tournaments import club_evenings
from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_views import OPENING, at, signed_in
from tournaments.models import Event, Membership

pytestmark = pytest.mark.django_db


def test_a_new_season_asks_once_about_a_name_like_that_of_a_member() -> None:
    club = club_evenings.a_club()
    Membership.objects.create(club=club, player=a_player("Omar Haddad"))
    client = Client()
    client.force_login(club_evenings.director_of(club))
    path = f"/clubs/{club.slug}/leagues/new/"
    listed = {**OPENING, "divisions": "Premier 4", "names": "Anna\nBea\nCarla\nOmar Hadad"}

    answer = client.post(path, listed)
    page = " ".join(answer.content.decode().split())
    assert answer.status_code == 200
    assert "Omar Hadad looks like Omar Haddad: the same person?" in page
    assert "Correct the names, or add them as they are." in page
    assert not Event.objects.filter(tournament__club=club).exists()

    form = next(form for form in read_forms(answer.content.decode()) if "divisions" in form.data())
    mistyped = client.post(path, {**form.data(), "names": "Anna\nBea\nCarla\nOmar Hadda"})
    assert "Omar Hadda looks like Omar Haddad" in " ".join(mistyped.content.decode().split())
    assert client.post(path, form.data()).status_code == 303
    names = Event.objects.get(tournament__club=club).entries.values_list("player__full_name", flat=True)
    assert sorted(names) == ["Anna", "Bea", "Carla", "Omar Hadad"]


def test_a_player_added_to_a_season_is_shown_beside_the_member_of_a_similar_name() -> None:
    league = seasons.a_season()
    Membership.objects.create(club=league.event.tournament.club, player=a_player("Omar Haddad"))
    desk = signed_in(league)
    page = desk.get(at(league, "desk/league/")).content.decode()
    form = next(form for form in read_forms(page) if form.action.endswith("/enter/"))

    answer = desk.post(form.action, {**form.data(), "name": "Omar Hadad", "division": 2})
    text = " ".join(answer.content.decode().split())
    assert (answer.status_code, "Omar Hadad looks like Omar Haddad: the same person?" in text) == (200, True)
    assert not league.event.entries.filter(player__full_name="Omar Hadad").exists()

    again = next(form for form in read_forms(answer.content.decode()) if form.action.endswith("/enter/"))
    assert (again.data()["name"], again.data()["division"]) == ("Omar Hadad", "2")
    assert desk.post(again.action, again.data()).status_code == 303
    assert league.event.entries.filter(player__full_name="Omar Hadad").exists()
