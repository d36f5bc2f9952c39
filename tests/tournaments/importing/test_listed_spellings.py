"""Names of a list that mean one person: joined and answered spellings, and people whom nobody needs."""

import re

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.models import Player
from matches.services import merging
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_imports import RESULTS, import_previewed, preview
from tests.tournaments.importing.test_known_results import answer
from tournaments.exchange.lists.written_names import read_player
from tournaments.importing.queries.listed_names import get_named_players, list_names
from tournaments.importing.services import history_import, member_enrolment
from tournaments.importing.services.member_lists import undo_member_list
from tournaments.models import Club, ClubLogEntry, Membership, PastImport
from tournaments.name_lists.entry_box import LineStatus
from tournaments.people.queries.member_records import get_member_rows
from tournaments.people.services import members
from tournaments.play.entrants.queries.entries import read_member_names

pytestmark = pytest.mark.django_db

SMITH = RESULTS.replace("Anna Rossi", "Smith J")


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    return club


def get_candidates(club: Club, name: str) -> list[tuple[str, str]]:
    """Return the candidates that are offered for a name."""
    (named,) = get_named_players(club, [name])
    return [(candidate.name, candidate.about) for candidate in named.near]


def test_joined_people_are_one_candidate(club: Club) -> None:
    by = director_of(club)
    chidi, short = a_player("Chidi Okafor"), a_player("C. Okafor")
    for player in (chidi, short):
        members.enrol(club=club, player=player, by=by)
    merging.merge_players(keep=chidi, absorb=short, by=SYSTEM, reason="One person")
    chidi.refresh_from_db()
    for name in ("Chidi Okafor", "C. Okafor"):
        (named,) = get_named_players(club, [name])
        assert named.player is not None
        assert (named.near, named.player.is_one_with(chidi)) == ((), True)
    assert [name for name, _about in get_candidates(club, "Chidi Okafo")] == ["Chidi Okafor"]


def test_an_answer_goes_with_its_import_when_that_is_withdrawn(client: Client, club: Club) -> None:
    by = director_of(club)
    john = a_player("John Smith")
    members.enrol(club=club, player=john, by=by)
    previewed = preview(client, club, SMITH.replace("Smith J", "Jon Smith"))
    assert import_previewed(
        client, club, previewed, **answer(previewed, Jon_Smith=f"p:{john.code}")
    ).status_code
    (named,) = get_named_players(club, ["Jon Smith"])
    john.refresh_from_db()
    assert named.player is not None
    assert named.player.is_one_with(john)
    history_import.undo_import(batch=PastImport.objects.get(), by=by)
    (named,) = get_named_players(club, ["Jon Smith"])
    assert (named.player, named.guess) == (None, "")
    assert list(Player.objects.filter(full_name="Jon Smith")) == []
    john.refresh_from_db()
    assert john.person is None


@pytest.mark.parametrize(("written", "is_proposed"), [("Rossi Giovanni", True), ("Rossi G.", False)])
def test_an_answer_about_a_name_of_several_people_is_proposed_to_the_next_list(
    client: Client, club: Club, written: str, is_proposed: bool
) -> None:
    """Not of a short form, which may mean the other one this time."""
    by = director_of(club)
    senior, junior = a_player("Giovanni Rossi"), a_player("Giovanni Rossi")
    for player, text in ((senior, "sen."), (junior, "jun.")):
        membership = members.enrol(club=club, player=player, by=by)
        members.distinguish_member(membership=membership, distinction=text, by=by)
    previewed = preview(client, club, SMITH.replace("Smith J", written))
    (flagged,) = [one for one in previewed.context["preview"].flagged if one.name == written]
    choices = {f"who_{one.number}": "new" for one in previewed.context["preview"].flagged}
    choices[f"who_{flagged.number}"] = f"p:{senior.code}"
    import_previewed(client, club, previewed, **choices)
    assert PastImport.objects.count() == 1
    (named,) = get_named_players(club, [written])
    assert (named.player, named.guess, {one.value for one in named.near}) == (
        None,
        f"p:{senior.code}" if is_proposed else "",
        {f"p:{senior.code}", f"p:{junior.code}"},
    )


def test_a_join_stays_known_after_the_import_is_withdrawn(client: Client, club: Club) -> None:
    by = director_of(club)
    john = a_player("John Smith")
    members.enrol(club=club, player=john, by=by)
    previewed = preview(client, club, SMITH)
    import_previewed(
        client,
        club,
        previewed,
        **{f"who_{one.number}": "new" for one in previewed.context["preview"].flagged},
    )
    merging.merge_players(keep=john, absorb=Player.objects.get(full_name="Smith J"), by=SYSTEM, reason="One")
    history_import.undo_import(batch=PastImport.objects.get(), by=by)
    (named,) = get_named_players(club, ["Smith J"])
    john.refresh_from_db()
    assert named.player is not None
    assert named.player.is_one_with(john)


def test_somebody_of_two_withdrawn_imports_is_no_candidate(client: Client, club: Club) -> None:
    by = director_of(club)
    import_previewed(client, club, preview(client, club, RESULTS))
    import_previewed(client, club, preview(client, club, RESULTS.replace("2024", "2023")))
    for batch in PastImport.objects.order_by("pk"):
        history_import.undo_import(batch=batch, by=by)
    assert Membership.objects.filter(club=club, player__isnull=False).count() == 0
    assert get_candidates(club, "Anna Rosi") == []


def test_a_withdrawn_list_takes_its_spellings_with_it(club: Club) -> None:
    by = director_of(club)
    people = list_names(["Robert Tanner", "Robert Taner"])
    member_enrolment.enrol_people(club=club, people=people, choices={0: "new", 1: "f:0"}, by=by)
    log_entry = ClubLogEntry.objects.get(kind="listed")
    undo_member_list(log_entry=log_entry, by=by)
    assert Membership.objects.filter(club=club, player__isnull=False).count() == 0


def test_candidates_are_distinguished_by_what_their_card_says(club: Club) -> None:
    by = director_of(club)
    text = "Name;Number;Born;Club;Joined\nJohn Smith;7;1950;Leeds;2011-05-01\nJohn Smith;8;1990;;2020-06-02\n"
    client = Client()
    client.force_login(by)
    previewed = preview(client, club, text, kind="import-players")
    import_previewed(
        client,
        club,
        previewed,
        kind="import-players",
        **{f"who_{one.number}": "new" for one in previewed.context["preview"].flagged},
    )
    assert [about for _name, about in get_candidates(club, "John Smith")] == [
        "sen., Leeds, born 1950",
        "jun., born 1990",
    ]


def test_a_nickname_becomes_a_spelling_by_which_the_member_is_found(club: Club, client: Client) -> None:
    text = 'Name;Number\n"Robert ""Bob"" Tanner";8\nGwen Davies;9\n'
    previewed = preview(client, club, text, kind="import-players")
    assert previewed.context["nicknames"] == [(2, "Bob Tanner")]
    import_previewed(client, club, previewed, kind="import-players")
    (named,) = get_named_players(club, ["Bob Tanner"])
    assert named.player is not None
    assert named.player.desk_name == "Robert Tanner"
    (line,) = read_member_names(club=club.pk, text="bob tanner", with_records=True)
    assert line.standing is LineStatus.MEMBER
    rows = Membership.objects.filter(club=club, player__isnull=False)
    assert {row.player.desk_name for row in rows if row.player} == {"Robert Tanner", "Gwen Davies"}
    assert len(get_member_rows(club)) == 2


def test_a_column_of_nicknames_is_named_as_stored(club: Club, client: Client) -> None:
    text = "Nome;Soprannome;Squadra del cuore\nRobert Tanner;Bob;Leeds\nGwen Davies;;\n"
    previewed = preview(client, club, text, kind="import-players")
    page = " ".join(previewed.content.decode().split())
    assert previewed.context["unused"] == ["Squadra del cuore"]
    assert "Nickname: stored as another spelling of the name, by which the member is found." in page
    assert re.search(r'<option value="nickname"\s+selected>', page)
    import_previewed(client, club, previewed, kind="import-players")
    (named,) = get_named_players(club, ["Bob Tanner"])
    assert named.player is not None
    assert named.player.desk_name == "Robert Tanner"


@pytest.mark.parametrize("written", ["Vito figlio", "Lorusso V. (figlio)", "Vito (figlio)"])
def test_a_mark_behind_a_first_name_tells_father_and_son_apart(club: Club, written: str) -> None:
    by = director_of(club)
    father, son = a_player("Vito Lorusso"), a_player("Vito Lorusso")
    for player, text in ((father, "padre"), (son, "figlio")):
        Player.objects.filter(pk=player.pk).update(distinction=text)
        members.enrol(club=club, player=player, by=by)
    (named,) = get_named_players(club, [read_player(written)])
    assert (named.player, named.near) == (son, ())
