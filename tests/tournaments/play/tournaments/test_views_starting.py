"""A tournament from its first form to its draw: names, draw, publication, clubs and seasons."""

import pytest
from django.test import Client

from tests import factories
from tests.tournaments import club_evenings
from tests.tournaments.play.desk.test_views_desk import message, send
from tests.tournaments.play.event_pages.test_views_public import a_draft, path_of
from tournaments.models import Club, Event, Tournament

pytestmark = pytest.mark.django_db


def test_a_director_creates_a_tournament_on_one_page(client: Client) -> None:
    club = club_evenings.a_club()
    client.force_login(club_evenings.director_of(club))
    form = {
        "name": "Friday",
        "starts_at": "2026-11-20T20:30",
        "length": 9,
        "consolation_length": 5,
        "tables": 6,
        "policy": "trust",
    }

    answer = client.post(f"/clubs/{club.slug}/start/", form)

    event = Event.objects.get(tournament__club=club)
    tournament = event.tournament
    assert (answer.status_code, answer["Location"]) == (303, path_of(event, "desk/"))
    assert (event.main_length, event.consolation_length, tournament.desk.tables.count()) == (9, 5, 6)
    assert tournament.desk.confirm_policy == "trust"


def test_directors_of_other_clubs_cannot_create_a_tournament(client: Client) -> None:
    club = club_evenings.a_club()
    client.force_login(club_evenings.director_of(club_evenings.a_club()))

    assert client.post(f"/clubs/{club.slug}/start/", {}).status_code == 404
    assert not Tournament.objects.filter(club=club).exists()


def test_a_signed_in_user_creates_a_club_and_opens_a_season(client: Client) -> None:
    client.force_login(factories.a_user())
    client.post("/clubs/new/", {"name": "New Club"})
    season = {"name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31", "rules": "league"}

    client.post("/clubs/new-club/season/", season)

    founded = Club.objects.get(slug="new-club")
    assert founded.name == "New Club"
    assert founded.seasons.values_list("name", "rules__win_value").get() == ("2027", 3)


def test_a_taken_club_name_is_refused_and_stays_in_the_form(client: Client) -> None:
    club_evenings.a_club("Old Club")
    client.force_login(factories.a_user())

    answer = client.post("/clubs/new/", {"name": "Old Club"})

    assert (answer.status_code, message(answer)) == (
        409,
        "The address “old-club” is already in use. Choose another one.",
    )
    assert 'value="Old Club"' in answer.content.decode()


def test_names_are_previewed_before_they_are_entered(client: Client) -> None:
    event = a_draft(2)
    client.force_login(club_evenings.director_of(event.tournament.club))

    answer = send(client, event, "names", names="1. Carla\nPlayer 1\ncarla\nPlayr 1")

    page = answer.content.decode()
    assert answer.status_code == 200
    assert [text in page for text in ("already entered", "twice in the list", "looks like Player 1")] == [
        True
    ] * 3
    assert event.entries.count() == 2


def test_a_name_that_is_too_long_cannot_be_entered(client: Client) -> None:
    event = a_draft(2)
    client.force_login(club_evenings.director_of(event.tournament.club))

    page = send(client, event, "names", names=f"Carla\n{'x' * 130}").content.decode()

    assert ("too long" in page, "x" * 130 in page, 'id="enter-names"' in page) == (True, True, False)


def test_previewed_names_are_entered(client: Client) -> None:
    event = a_draft(2)
    client.force_login(club_evenings.director_of(event.tournament.club))

    answer = send(client, event, "names", names="Carla\nDario", enter="1")

    assert (answer.status_code, answer["Location"]) == (303, path_of(event, "desk/"))
    assert list(event.entries.values_list("player__name", flat=True))[2:] == ["Carla", "Dario"]


def test_draw_publish_and_undo_change_the_status(client: Client) -> None:
    event = a_draft(4)
    client.force_login(club_evenings.director_of(event.tournament.club))
    steps = []
    for action, fields in (("draw", {}), ("publish", {}), ("undo", {"command": 4})):
        send(client, event, action, **fields)
        event.refresh_from_db()
        steps.append(event.status)

    assert steps == ["drawn", "published", "drawn"]


def test_a_draw_with_an_outdated_version_is_refused(client: Client) -> None:
    event = a_draft(4)
    client.force_login(club_evenings.director_of(event.tournament.club))

    answer = send(client, event, "draw", version=event.version - 1)

    event.refresh_from_db()
    assert (answer.status_code, event.status) == (409, "draft")
    assert message(answer) != ""
