"""A column with the name of a field of the club fills that field in the records of members."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_list_imports import send, upload
from tournaments.importing.queries.member_lists import get_member_lists
from tournaments.models import Club, MemberField, MemberFieldText
from tournaments.name_lists.own_fields import name_own_field
from tournaments.people.services import member_records, members

pytestmark = pytest.mark.django_db
LIST = "Nome;Tessera FIBA;Nascita\nAda Po;A 1;1950\nUgo Re;;1960\nEva Mo;A 3;1970\n"


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    return club


@pytest.fixture
def field(club: Club) -> MemberField:
    return member_records.add_field(club=club, name="Tessera FIBA", by=director_of(club))


def texts_of(club: Club) -> dict[str, str]:
    texts = MemberFieldText.objects.filter(record__club=club)
    return dict(texts.values_list("record__membership__player__full_name", "text"))


def test_a_column_with_the_name_of_a_field_fills_it_and_is_taken_back(
    client: Client, club: Club, field: MemberField
) -> None:
    members.enrol_by_name(club=club, name="Ada Po", by=director_of(club))
    previewed = upload(client, club, LIST)
    page = previewed.content.decode()
    assert [one.initial for one in previewed.context["columns"].columns] == [
        "name",
        name_own_field(field.pk),
        "born",
    ]
    assert "Tessera FIBA: stored in the member records, which only club managers and the member read." in page
    assert "Year of birth 1, Fields of the club 1." in page
    assert previewed.context["unused"] == []
    page_after = client.get(send(client, club, previewed)["Location"]).content.decode()
    filled = "Filled in for earlier members: Year of birth 1, Fields of the club 1."
    assert f"2 new members. {filled}" in page_after
    assert texts_of(club) == {"Ada Po": "A 1", "Eva Mo": "A 3"}
    log_entry = get_member_lists(club).get()
    assert "A 1" not in str(log_entry.payload)
    client.post(reverse("undo-member-list", args=[club.slug, log_entry.pk]))
    assert texts_of(club) == {}


def test_a_text_that_was_changed_since_stays_when_the_list_is_withdrawn(
    client: Client, club: Club, field: MemberField
) -> None:
    ada = members.enrol_by_name(club=club, name="Ada Po", by=director_of(club))
    send(client, club, upload(client, club, LIST))
    member_records.set_field_text(membership=ada, field=field, text="B 9", by=director_of(club))
    log_entry = get_member_lists(club).get()
    address = reverse("undo-member-list", args=[club.slug, log_entry.pk])
    answer = client.post(address, follow=True).content.decode()
    assert "Changed since, and left as it is: Ada Po (Fields of the club)." in answer
    assert texts_of(club) == {"Ada Po": "B 9"}


def test_another_text_in_the_record_stays_and_is_named(
    client: Client, club: Club, field: MemberField
) -> None:
    ada = members.enrol_by_name(club=club, name="Ada Po", by=director_of(club))
    member_records.set_field_text(membership=ada, field=field, text="B 9", by=director_of(club))
    previewed = upload(client, club, LIST)
    differs = "Tessera FIBA differs: the record has “B 9”, the list “A 1”. The record stays."
    assert differs in previewed.content.decode()
    send(client, club, previewed)
    assert texts_of(club) == {"Ada Po": "B 9", "Eva Mo": "A 3"}


def test_a_column_of_another_name_can_be_chosen_for_the_field_and_a_text_too_long_is_named(
    client: Client, club: Club, field: MemberField
) -> None:
    previewed = upload(client, club, f"Nome;Lic.\nAda Po;A 1\nUgo Re;{'x' * 300}\n")
    refreshed = send(client, club, previewed, "look", column_1=name_own_field(field.pk))
    assert f"Row 3: “{'x' * 300}” cannot be stored." in refreshed.content.decode()
    send(client, club, refreshed)
    assert texts_of(club) == {"Ada Po": "A 1"}


def test_the_names_stay_a_column_of_names_and_other_clubs_have_other_fields(
    client: Client, club: Club
) -> None:
    other_club = a_club()
    other = member_records.add_field(club=other_club, name="Lic.", by=director_of(other_club))
    member_records.add_field(club=club, name="Nome", by=director_of(club))
    previewed = upload(client, club, "Nome;Lic.\nAda Po;A 1\nUgo Re;A 2\n")
    refreshed = send(client, club, previewed, "look", column_1=name_own_field(other.pk))
    assert refreshed.context["unused"] == ["Lic"]
    send(client, club, refreshed)
    assert texts_of(club) == texts_of(other_club) == {}


def test_the_interface_fills_the_field_too(client: Client, club: Club, field: MemberField) -> None:
    path = f"/api/v1/clubs/{club.slug}/imports/players/"
    preview = client.post(f"{path}preview/", {"file": SimpleUploadedFile("list.csv", LIST.encode())})
    assert preview.json()["unused"] == []
    client.post(path, {"file": SimpleUploadedFile("list.csv", LIST.encode())})
    assert texts_of(club) == {"Ada Po": "A 1", "Eva Mo": "A 3"}
