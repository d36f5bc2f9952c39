"""Names of a list with another form of a member's first name, or another surname: who is meant is flagged."""

import pytest
from django.test import Client

from matches.models import Match, Player
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_imports import import_previewed, preview
from tests.tournaments.importing.test_list_imports import get_member_names, send, upload
from tournaments.importing.queries.listed_names import get_named_players
from tournaments.models import Club, Membership
from tournaments.people.services import member_records, members
from tournaments.people.services.member_records import MemberData

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    return club


def a_member(club: Club, name: str, **record: object) -> Player:
    player = a_player(name)
    members.enrol(club=club, player=player, by=director_of(club))
    membership = Membership.objects.get(club=club, player=player)
    member_records.describe_member(membership=membership, data=MemberData(**record), by=director_of(club))
    return player


def test_another_form_of_the_first_name_is_a_question_and_new_unless_chosen(
    client: Client, club: Club
) -> None:
    jonathan = a_member(club, "Jonathan Barraclough")
    rows = "Name\nJon Barraclough\nEva Neri\n"
    previewed = upload(client, club, rows)
    (flagged,) = previewed.context["preview"].flagged
    assert (flagged.name, flagged.guess) == ("Jon Barraclough", "new")
    assert [one.value for one in flagged.near] == [f"p:{jonathan.code}"]
    assert [one.name for one in previewed.context["preview"].fresh] == ["Eva Neri"]
    assert send(client, club, previewed, who_0=f"p:{jonathan.code}").status_code == 303
    assert set(get_member_names(club)) == {"Eva Neri", "Jonathan Barraclough"}
    spelling = Player.objects.select_related("person").get(full_name="Jon Barraclough")
    assert spelling.person is not None
    assert spelling.person.face_id == jonathan.pk
    assert upload(client, club, rows).context["preview"].flagged == ()


def test_without_a_choice_it_is_a_new_person(client: Client, club: Club) -> None:
    a_member(club, "Jonathan Barraclough")
    assert send(client, club, upload(client, club, "Name\nJon Barraclough\n")).status_code == 303
    assert Player.objects.get(full_name="Jon Barraclough").person is None


@pytest.mark.parametrize(
    ("heads", "row"),
    [
        ("Name;Mem no", "Jon Barraclough;048"),
        ("Name;E-mail", "Jon Barraclough;JONB@example.org"),
        ("Name;Mobile", "Jon Barraclough;+44 7700 900121"),
        ("Name;E-mail", "Jonathan Hartley;jonb@example.org"),
    ],
)
def test_number_e_mail_or_phone_show_who_it_is(client: Client, club: Club, heads: str, row: str) -> None:
    jonathan = a_member(
        club, "Jonathan Barraclough", number="048", email="jonb@example.org", phone="07700 900121"
    )
    (flagged,) = upload(client, club, f"{heads}\n{row}\n").context["preview"].flagged
    assert (flagged.guess, flagged.needs_choice) == (f"p:{jonathan.code}", True)


def test_the_address_of_a_family_shows_nobody(client: Client, club: Club) -> None:
    tom = a_member(club, "Tom Akroyd", email="akroyd@example.org")
    rows = "Name;E-mail\nEllie Akroyd;akroyd@example.org\n"
    (flagged,) = upload(client, club, rows).context["preview"].flagged
    assert ([one.value for one in flagged.near], flagged.guess) == ([f"p:{tom.code}"], "")


def test_the_same_first_name_and_year_of_birth_may_be_a_married_name(client: Client, club: Club) -> None:
    rachel = a_member(club, "Rachel Metcalfe", birth_year=1988)
    a_member(club, "Rachel Holroyd", birth_year=1970)
    (flagged,) = upload(client, club, "Name;Born\nRachel Dawson;1988\n").context["preview"].flagged
    assert ([one.value for one in flagged.near], flagged.guess) == ([f"p:{rachel.code}"], "new")


def test_another_year_of_birth_is_another_person(client: Client, club: Club) -> None:
    a_member(club, "Jonathan Barraclough", birth_year=1951)
    assert upload(client, club, "Name;Born\nJon Barraclough;1981\n").context["preview"].flagged == ()


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Patricia Clegg", "Pat Clegg"),
        ("Stephen Greenwood", "Steve Greenwood"),
        ("Susan Hartley", "Sue Hartley"),
        ("Catherine Lumb", "Lumb, Kate"),
        ("Giuseppe De Luca", "Beppe De Luca"),
    ],
)
def test_results_and_members_ask_alike(club: Club, name: str, written: str) -> None:
    player = a_member(club, name)
    (named,) = get_named_players(club, [written])
    assert [one.value for one in named.near] == [f"p:{player.code}"]
    assert (named.needs_choice, named.guess) == (False, "new")


@pytest.mark.parametrize("typed", ["Rachel Metcalfe", "rachel  metcalfe"])
def test_a_new_name_can_be_stated_to_be_a_player_of_the_club(client: Client, club: Club, typed: str) -> None:
    rachel = a_member(club, "Rachel Metcalfe")
    previewed = upload(client, club, "Name\nRachel Dawson\nEva Neri\n")
    assert '<option value="Rachel Metcalfe">' in previewed.content.decode()
    refreshed = send(client, club, previewed, "look", is_0=typed)
    (flagged,) = refreshed.context["preview"].flagged
    assert (flagged.name, refreshed.context["chosen"]["who_0"]) == ("Rachel Dawson", f"p:{rachel.code}")
    assert [one.name for one in refreshed.context["preview"].fresh] == ["Eva Neri"]
    assert send(client, club, refreshed, who_0=f"p:{rachel.code}").status_code == 303
    assert set(get_member_names(club)) == {"Eva Neri", "Rachel Metcalfe"}


@pytest.mark.parametrize("typed", ["Nobody Here", "Anna Rossi"])
def test_a_stated_name_of_nobody_or_of_two_players_stops_the_import(
    client: Client, club: Club, typed: str
) -> None:
    a_member(club, "Anna Rossi")
    a_member(club, "Anna Rossi")
    previewed = upload(client, club, "Name\nRachel Dawson\n")
    answer = send(client, club, previewed, is_0=typed)
    assert f"No single player of the club is called “{typed}”." in answer.content.decode()
    assert (answer.status_code, Player.objects.filter(full_name="Rachel Dawson").exists()) == (200, False)


def test_results_can_state_a_player_too(client: Client, club: Club) -> None:
    rachel = a_member(club, "Rachel Metcalfe")
    rows = "Date;Player 1;Player 2;Result\n05.03.2024;Rachel Dawson;Eva Neri;7-3\n"
    refreshed = import_previewed(
        client, club, preview(client, club, rows), button="look", is_0="Rachel Metcalfe"
    )
    assert refreshed.context["chosen"]["who_0"] == f"p:{rachel.code}"
    done = import_previewed(client, club, refreshed, who_0=f"p:{rachel.code}")
    assert (done.status_code, Match.objects.get().white.person.face_id) == (303, rachel.pk)


@pytest.mark.parametrize("written", ["Siân Pritchard", "Pritchard, Siân"])
def test_a_spelling_with_accents_is_named_as_a_difference(client: Client, club: Club, written: str) -> None:
    a_member(club, "Sian Pritchard")
    previewed = upload(client, club, f"Name;Town\n{written};Leeds\n")
    sentence = "Name differs: the record has “Sian Pritchard”, the list “Siân Pritchard”. The record stays."
    assert sentence in previewed.content.decode()
    assert send(client, club, previewed).status_code == 303
    assert "differs" not in upload(client, club, "Name\nSIAN PRITCHARD\n").content.decode()
