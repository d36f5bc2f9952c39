"""What a list fills in for existing members is named, listed, and taken back; other values are named."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_list_imports import send, upload
from tournaments.importing.queries.member_lists import get_member_lists
from tournaments.models import Club, MemberRecord
from tournaments.people.services import members
from tournaments.people.services.member_records import MemberData, describe_member

pytestmark = pytest.mark.django_db
LIST = "Name;E-mail;Phone\nAda Po;ada@example.org;07700 1\nUgo Re;ugo@example.org;07700 2\n"


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    for name, data in (("Ada Po", MemberData()), ("Ugo Re", MemberData(email="old@example.org"))):
        membership = members.enrol_by_name(club=club, name=name, by=director_of(club))
        describe_member(membership=membership, data=data, by=director_of(club))
    return club


def contacts_of(club: Club) -> list[tuple[str, str]]:
    return list(MemberRecord.objects.filter(club=club).order_by("pk").values_list("email", "phone"))


def test_what_a_list_fills_in_is_named_and_taken_back(client: Client, club: Club) -> None:
    previewed = upload(client, club, LIST)
    page = previewed.content.decode()
    assert "Filled in where the records of existing members lack it: E-mail 1, Phone 2." in page
    assert "E-mail differs: the record has “old@example.org”, the list “ugo@example.org”." in page
    done = client.get(send(client, club, previewed)["Location"]).content.decode()
    assert "0 new members. Filled in for earlier members: E-mail 1, Phone 2." in done
    log = client.get(reverse("audit-log", args=[club.slug])).content.decode()
    assert "A list filled in for earlier members: E-mail 1, Phone 2." in log
    assert "0 members were imported" not in log
    assert contacts_of(club) == [("ada@example.org", "07700 1"), ("old@example.org", "07700 2")]
    imports = reverse("imports", args=[club.slug])
    assert "Filled in for earlier members: E-mail 1, Phone 2" in client.get(imports).content.decode()
    MemberRecord.objects.filter(club=club, email="ada@example.org").update(phone="07700 9")
    log_entry = get_member_lists(club).get()
    assert "07700" not in str(log_entry.payload)
    address = reverse("undo-member-list", args=[club.slug, log_entry.pk])
    answer = client.post(address, follow=True).content.decode()
    assert "2 values taken out of the records of other members." in answer
    assert "Changed since, and left as it is: Ada Po (Phone)." in answer
    assert contacts_of(club) == [("", "07700 9"), ("old@example.org", "")]
    assert "import withdrawn" in answer
    path = f"/api/v1/clubs/{club.slug}/imports/players/"
    (row,) = client.get(path).json()["results"]
    assert row["filled"] == {"email": 1, "phone": 2}
    assert client.post(f"{path}{log_entry.pk}/undo/").json()["code"] == "member_list_withdrawn"


def test_the_same_list_again_fills_in_nothing_and_is_not_listed(client: Client, club: Club) -> None:
    send(client, club, upload(client, club, LIST))
    send(client, club, upload(client, club, LIST))
    assert get_member_lists(club).count() == 1
