"""The right to change a player's name for the whole site: only of players known in one club alone."""

from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from matches import permissions
from matches.models import Player, User
from matches.services import merging, players
from tests.factories import a_user, with_account
from tests.matches.refusals import refusal
from tests.tournaments.club_evenings import FIRST_NIGHT, a_club, a_night, director_of
from tests.tournaments.importing.test_history_import import results
from tournaments.exchange.past_results import ParsedResults, PlaceRow
from tournaments.importing.services import history_import
from tournaments.models import Club, Event, Membership, Role
from tournaments.people.services import club_roles, members
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return a_night(a_club("Here"), ("Anna Rossi", "Bruno Bianchi"))


def a_draft_event(club: Club) -> Event:
    """Return a draft event without entries."""
    return tournaments.create_knockout_tournament(
        club=club,
        name="Open",
        starts_at=FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=2,
        by=director_of(club),
    )


def get_anna(event: Event) -> Player:
    """Return the player Anna Rossi of the event."""
    return Player.objects.get(entries__event=event, full_name="Anna Rossi")


def may_edit(user: User, player: Player) -> bool:
    return permissions.may_edit_name_everywhere(user, [player])


def test_only_the_director_of_the_only_club_may_edit(event: Event) -> None:
    by = director_of(event.tournament.club)
    assert [
        may_edit(user, get_anna(event)) for user in (by, a_user("stranger"), director_of(a_club("There")))
    ] == [
        True,
        False,
        False,
    ]
    members.enrol(club=event.tournament.club, player=get_anna(event), by=by)
    assert may_edit(by, get_anna(event)) is True


def test_names_are_corrected_before_any_match_is_played(client: Client) -> None:
    event, by = a_draft_event(a_club("Here")), director_of(Club.objects.get(name="Here"))
    entries.enter_names(event=event, names="Ana Rossi", by=by, key="names")
    player = Player.objects.get(full_name="Ana Rossi")
    client.force_login(by)
    page = client.get(f"/clubs/here/{event.tournament.slug}/{event.slug}/desk/entry/1/").content.decode()
    assert f'href="/p/{player.code}/spellings/?next=' in page
    for user, status in ((by, 200), (director_of(a_club("There")), 404)):
        client.force_login(user)
        assert client.get(f"/p/{player.code}/spellings/").status_code == status
    merging.correct_name(player=player, name="Anna Rossi", by=by)
    assert event.entries.get().player.full_name == "Anna Rossi"
    Player.objects.filter(pk=player.pk).update(user=a_user("anna"))
    assert refusal(merging.correct_name, player=player, name="x", by=by).code == "not_your_player"


@pytest.mark.parametrize("known_by", ["member", "account", "entered", "placed"])
def test_a_player_known_in_another_club_without_a_match_cannot_be_edited(event: Event, known_by: str) -> None:
    other_club, player, account = a_club("There"), get_anna(event), a_user("anna")
    by = director_of(other_club)
    if known_by == "member":
        members.enrol(club=other_club, player=player, by=by)
    elif known_by == "account":
        Player.objects.filter(pk=player.pk).update(user=account)
        Membership.objects.create(club=other_club, user=account)
    elif known_by == "entered":
        other_event = a_draft_event(other_club)
        entries.enter_players(event=other_event, players=[player], by=by, key="late")
    else:
        members.enrol(club=other_club, player=player, by=by)
        row = PlaceRow(2, date(2024, 5, 1), "Night", "main", "Anna Rossi", 1, 1, 4)
        history_import.import_results(
            club=other_club, name="2024.csv", results=ParsedResults(places=(row,)), choices={}, by=by
        )
        Membership.objects.filter(club=other_club, player=player).update(left_at=timezone.now())
    identity = with_account(director_of(event.tournament.club))
    error = refusal(
        players.set_public_name, player=player, shown="code", code_name="Goose", identity=identity
    )
    assert error.code == "known_elsewhere"


def test_an_official_of_one_tournament_may_edit_only_players_known_there_alone(event: Event) -> None:
    helper = a_user("helper")
    event.tournament.desk.officials.add(helper)
    club = event.tournament.club
    player = entries.get_or_create_player_with_details(event=event, name="Zoe Neri", by=director_of(club))[0]
    lone = a_night(club, ("Carla Verdi", "Dario Blu"), week=1)
    lone.tournament.desk.officials.add(helper)
    carla = Player.objects.get(entries__event=lone, full_name="Carla Verdi")
    assert may_edit(helper, carla) is not Membership.objects.filter(club=club, player=carla).exists()
    assert may_edit(helper, player) is False


def test_officials_of_imported_results_are_the_current_directors(event: Event) -> None:
    club = event.tournament.club
    first, later = director_of(club), a_user("later")
    batch = history_import.import_results(club=club, name="f.csv", results=results(2), choices={}, by=first)
    club_roles.appoint(club=club, user=later, role=Role.DIRECTOR.value, by=first)
    assert batch.desk.officials.filter(pk=later.pk).exists()
    club_roles.appoint(club=club, user=later, role=Role.MEMBER.value, by=first)
    assert not batch.desk.officials.filter(pk=later.pk).exists()
