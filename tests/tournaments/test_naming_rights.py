"""Who is known in two clubs is named by neither of them for the whole site."""

from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from matches import permissions
from matches.models import Player, User
from matches.services import players, spelling
from tests.factories import a_user, with_account
from tests.matches.refusals import refusal
from tests.tournaments.club_evenings import FIRST_NIGHT, a_club, a_night, director_of
from tests.tournaments.test_history_import import rows
from tournaments.exchange.past_results import PlaceRow
from tournaments.models import Club, Event, Membership, Role
from tournaments.services import entries, history_import, members, tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return a_night(a_club("Here"), ("Anna Rossi", "Bruno Bianchi"))


def an_evening(club: Club) -> Event:
    """An evening nobody is entered in."""
    return tournaments.create_knockout_tournament(
        club=club,
        name="Open",
        starts_at=FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=2,
        by=director_of(club),
    )


def anna(event: Event) -> Player:
    return Player.objects.get(entries__event=event, full_name="Anna Rossi")


def may(user: User, player: Player) -> bool:
    return permissions.may_edit_name_everywhere(user, [player])


def test_the_director_of_the_only_club_decides_and_no_other(event: Event) -> None:
    by = director_of(event.tournament.club)
    assert [may(each, anna(event)) for each in (by, a_user("stranger"), director_of(a_club("There")))] == [
        True,
        False,
        False,
    ]
    members.enrol(club=event.tournament.club, player=anna(event), by=by)
    assert may(by, anna(event)) is True


def test_a_list_of_names_is_put_right_before_anybody_has_played(client: Client) -> None:
    event, by = an_evening(a_club("Here")), director_of(Club.objects.get(name="Here"))
    entries.enter_names(event=event, names="Ana Rossi", by=by, key="names")
    player = Player.objects.get(full_name="Ana Rossi")
    client.force_login(by)
    page = client.get(f"/clubs/here/{event.tournament.slug}/{event.slug}/desk/entry/1/").content.decode()
    assert f'href="/p/{player.code}/spellings/?next=' in page
    for value, code in ((by, 200), (director_of(a_club("There")), 404)):
        client.force_login(value)
        assert client.get(f"/p/{player.code}/spellings/").status_code == code
    spelling.correct_name(player=player, name="Anna Rossi", by=by)
    assert event.entries.get().player.full_name == "Anna Rossi"
    Player.objects.filter(pk=player.pk).update(user=a_user("anna"))
    assert refusal(spelling.correct_name, player=player, name="x", by=by).code == "not_your_player"


@pytest.mark.parametrize("text", ["member", "account", "entered", "placed"])
def test_who_is_known_in_another_club_without_a_match_there_is_known_there(event: Event, text: str) -> None:
    value, player, account = a_club("There"), anna(event), a_user("anna")
    by = director_of(value)
    if text == "member":
        members.enrol(club=value, player=player, by=by)
    elif text == "account":
        Player.objects.filter(pk=player.pk).update(user=account)
        Membership.objects.create(club=value, user=account)
    elif text == "entered":
        opened = an_evening(value)
        entries.enter_players(event=opened, players=[player], by=by, key="late")
    else:
        members.enrol(club=value, player=player, by=by)
        row = PlaceRow(2, date(2024, 5, 1), "Night", "main", "Anna Rossi", 1, 1, 4)
        history_import.import_results(club=value, name="2024.csv", rows=[], places=[row], choices={}, by=by)
        Membership.objects.filter(club=value, player=player).update(left_at=timezone.now())
    identity = with_account(director_of(event.tournament.club))
    error = refusal(
        players.set_public_name, player=player, shown="code", code_name="Goose", identity=identity
    )
    assert error.code == "known_elsewhere"


def test_who_runs_one_evening_names_whom_nobody_knows_beyond_it(event: Event) -> None:
    helper = a_user("helper")
    event.tournament.desk.officials.add(helper)
    club = event.tournament.club
    player = entries.get_or_create_player_with_details(event=event, name="Zoe Neri", by=director_of(club))[0]
    lone = a_night(club, ("Carla Verdi", "Dario Blu"), week=1)
    lone.tournament.desk.officials.add(helper)
    carla = Player.objects.get(entries__event=lone, full_name="Carla Verdi")
    assert may(helper, carla) is not Membership.objects.filter(club=club, player=carla).exists()
    assert may(helper, player) is False


def test_directors_rule_over_results_of_earlier_years_as_long_as_they_direct(event: Event) -> None:
    club = event.tournament.club
    first, later = director_of(club), a_user("later")
    batch = history_import.import_results(club=club, name="f.csv", rows=rows(2), choices={}, by=first)
    members.appoint(club=club, user=later, role=Role.DIRECTOR.value, by=first)
    assert batch.desk.officials.filter(pk=later.pk).exists()
    members.appoint(club=club, user=later, role=Role.MEMBER.value, by=first)
    assert not batch.desk.officials.filter(pk=later.pk).exists()
