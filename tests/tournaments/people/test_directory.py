"""The directories of clubs and players: they show only names that event pages already show."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.models import Player
from matches.services import players
from tests import factories
from tests.tournaments import club_evenings
from tournaments.people.queries import clubs as club_queries
from tournaments.people.queries import player_search
from tournaments.people.queries.members import offices_of
from tournaments.people.services import clubs
from tournaments.web.tokens.queries import get_possible_scopes

pytestmark = pytest.mark.django_db

NAMES = ("Anna Rossi", "Bruno Bianchi", "Carla Verdi", "Dario Rossi")


def find_names(letters: str) -> list[tuple[str, list[str]]]:
    """Return the names of the players found, each with their clubs."""
    return [
        (row.player.name, [club.name for club in row.clubs]) for row in player_search.find_players(letters)
    ]


def test_players_are_found_by_their_public_name(client: Client) -> None:
    club = club_evenings.a_club("Monday Club")
    club_evenings.a_night(club, NAMES)
    director = club_evenings.director_of(club)
    player = Player.objects.get(full_name="Dario Rossi")
    players.set_public_name(
        player=player, shown="code", code_name="Blue", identity=factories.with_account(director)
    )

    assert find_names("rossi") == [("Anna Rossi", ["Monday Club"])]
    assert find_names("blu") == [("Blue", ["Monday Club"])]
    page = client.get("/players/", {"q": "rossi"}).content.decode()
    assert ("Anna Rossi" in page, "Dario" in page) == (True, False)


def test_members_without_entries_archived_clubs_and_single_letters_find_nothing() -> None:
    club = club_evenings.a_club("Monday Club")
    club_evenings.a_night(club, NAMES)
    factories.a_player("Zoe Angelini")
    assert (find_names("zoe"), find_names("a")) == ([], [])

    clubs.archive(club=club, by=factories.a_user(is_superuser=True))
    assert find_names("rossi") == []


def test_queries_do_not_grow_with_the_players(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    club_evenings.a_night(club_evenings.a_club("Monday Club"), NAMES)
    with django_assert_num_queries(2):
        player_search.find_players("ro")


def test_clubs_are_listed_and_found_by_name(client: Client) -> None:
    for name in ("Monday Club", "Tuesday Club"):
        club_evenings.a_club(name)

    assert client.get("/clubs/").content.decode().count("<strong>") == 2
    page = client.get("/clubs/", {"q": "mond"}).content.decode()
    assert ("Monday Club" in page, "Tuesday Club" in page) == (True, False)
    assert "No club has this name." in client.get("/clubs/", {"q": "nothing"}).content.decode()


def test_clubs_are_listed_as_other_names_and_not_as_the_database_sorts_them() -> None:
    by = factories.a_user("founder")
    for name in ("Milano", "Łódź", "lecce", "Århus", "Zürich"):
        club_evenings.a_club(name, by)
    names = ["Århus", "lecce", "Łódź", "Milano", "Zürich"]
    lists = [
        club_queries.get_club_page(),
        club_queries.get_all_clubs_page("", ""),
        club_queries.clubs_directed_by(by.pk),
        [scope[2] for scope in get_possible_scopes(by)],
    ]
    assert [[club.name for club in clubs_in_list] for clubs_in_list in lists] == [names] * 4
    assert [line.text.partition(" · ")[0] for line in offices_of(by)] == names
