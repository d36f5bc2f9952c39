"""A number behind a name tells namesakes apart: it decides, or is a question, and only seeds are dropped."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import a_club, director_of
from tournaments.models import Club, MemberRecord, Membership, PastResult
from tournaments.people.services import members

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    for name, number, year in (
        ("David Brown", "3", 1958),
        ("David Brown", "41", 1992),
        ("Anna Bo", "5", 1970),
        ("Ugo Re", "", None),
    ):
        line = f"{name}; person: other" if number == "41" else name
        membership = members.enrol_by_name(club=club, name=line, by=director_of(club))
        if number:
            MemberRecord.objects.update_or_create(
                membership=membership, defaults={"club": club, "number": number, "birth_year": year}
            )
    return club


def preview(client: Client, club: Club, *rows: str, **fields: str):
    text = "\n".join(("Date;Player 1;Player 2;Result", *rows))
    file = SimpleUploadedFile("r.csv", text.encode())
    return client.post(reverse("import-results", args=[club.slug]), {"file": file, **fields})


def flagged_names(response) -> list[str]:
    return [name.name for name in response.context["preview"].flagged]


def member_of(club: Club, number: str) -> Membership:
    return club.memberships.get(record__number=number)


@pytest.mark.parametrize("mark", ["(41)", "[41]", "(#41)", "(no. 41)", "(1992)"])
@pytest.mark.parametrize("name", ["David Brown", "Brown, David", "D. Brown"])
def test_the_number_or_year_of_birth_of_a_member_decides(
    client: Client, club: Club, name: str, mark: str
) -> None:
    names = preview(client, club, f"2025-04-08;{name} {mark};Anna Bo;7-5").context["preview"].names
    players = [one.player for one in names]
    assert players == [member_of(club, "41").player, member_of(club, "5").player]


def test_a_number_that_nobody_has_stays_in_the_name_of_the_question(client: Client, club: Club) -> None:
    rows = ("2025-04-08;David Brown (7);Anna Bo;7-5", "2025-04-15;Anna Bo (8);Ugo Re;7-5")
    response = preview(client, club, *rows)
    assert flagged_names(response) == ["David Brown (7)", "Anna Bo (8)"]


def test_one_name_with_and_without_a_number_is_two_people_of_the_file(client: Client, club: Club) -> None:
    response = preview(client, club, "2025-04-08;Ugo Re (2);Anna Bo;7-5", "2025-04-08;Ugo Re;Anna Bo;7-1")
    assert flagged_names(response) == ["Ugo Re (2)"]


def test_the_number_of_a_seed_is_dropped(client: Client, club: Club) -> None:
    response = preview(client, club, "2025-04-08;Ugo Re (1);Maggie Ash [2];7-5")
    assert [(one.name, one.needs_choice) for one in response.context["preview"].names] == [
        ("Ugo Re", False),
        ("Maggie Ash", False),
    ]


def test_the_match_of_two_namesakes_is_stored_with_the_right_winner(client: Client, club: Club) -> None:
    path = f"/api/v1/clubs/{club.slug}/imports/results/"
    text = "Date;Winner;Loser;Match length\n2025-04-08;David Brown (41);David Brown (3);7\n"
    imported = client.post(path, {"file": SimpleUploadedFile("r.csv", text.encode())})
    assert imported.status_code == 201
    match = PastResult.objects.get(evening__batch__club=club).match
    assert (match.white, match.black) == (member_of(club, "41").player, member_of(club, "3").player)
    assert match.white_score == 7
    assert club.memberships.filter(player__name__startswith="David").count() == 2
