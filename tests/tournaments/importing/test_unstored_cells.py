"""A list of members: a year of joining is stored, and every cell that is not stored is named."""

import re
from datetime import date

import pytest
from django.test import Client

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_list_imports import records_of, send, upload
from tournaments.models import Club
from tournaments.models.member import LONGEST_MEMBER_NOTE
from tournaments.people.queries.member_records import get_member_rows
from tournaments.people.services import member_records, members
from tournaments.people.services.member_records import MemberData

pytestmark = pytest.mark.django_db
JOINED = (
    "Name;Joined\nAnna Bianchi;2009\nBruno Verdi;03/2013\nCarla Neri;2014-05\nDario Costa;marzo 2015\n"
    "Elio Moro;13/9/2016\nFlora Riva;long ago\nGino Sala;\n"
)
UNSTORED = (
    "Name;Member no;E-mail;Phone;Mobile;Joined;Left\n"
    "Anna Bianchi;7;anna;0117 496 0101;07700 900101;2009;\n"
    f"Bruno Verdi;7;bruno@example;ring him;;2010;\n"
    f"Carla Neri;{'9' * 80};carla@example.org;;;;no\n"
    "Dario Costa;8;;;;13/13/2010;\n"
)


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    return club


def test_a_year_or_a_month_of_joining_is_stored_as_its_first_day_and_today_is_not(
    client: Client, club: Club
) -> None:
    previewed = upload(client, club, JOINED)
    vague_rows = (
        "2 Anna Bianchi (2009), 3 Bruno Verdi (2013-03), 4 Carla Neri (2014-05), 5 Dario Costa (2015-03)"
    )
    assert previewed.context["vague_rows"] == vague_rows
    assert previewed.context["row_notes"] == [
        (7, "Joined: “long ago” is no possible date and is not stored.")
    ]
    assert send(client, club, previewed).status_code == 303
    rows = [row for row in get_member_rows(club) if row.membership.player]
    assert {row.name: row.joined_on for row in rows} == {
        "Anna Bianchi": date(2009, 1, 1),
        "Bruno Verdi": date(2013, 3, 1),
        "Carla Neri": date(2014, 5, 1),
        "Dario Costa": date(2015, 3, 1),
        "Elio Moro": date(2016, 9, 13),
        "Flora Riva": None,
        "Gino Sala": None,
    }


def test_every_cell_that_is_not_stored_is_named(client: Client, club: Club) -> None:
    previewed = upload(client, club, UNSTORED)
    assert previewed.context["row_notes"] == [
        (2, "E-mail: “anna” is no e-mail address and is not stored."),
        (2, "Phone: “0117 496 0101” is no number or a second one, and is not stored."),
        (3, "Phone: “ring him” is no number or a second one, and is not stored."),
        (3, "The card number 7 is also in row 2, and is stored only there."),
        (3, "E-mail: “bruno@example” is no e-mail address and is not stored."),
        (4, f"The number {'9' * 80} is too long and is not stored."),
        (5, "Joined: “13/13/2010” is no possible date and is not stored."),
    ]
    assert send(client, club, previewed).status_code == 303
    records = records_of(club)
    assert (records["Anna Bianchi"].number, records["Bruno Verdi"].number) == ("7", "")


def test_divided_contacts_are_one_notice_that_says_which_row_got_what(client: Client, club: Club) -> None:
    text = (
        "Nome;Recapiti\nAnna Bianchi;333 1 - anna@example.org\nBruno Verdi;333 2\nCarla Neri;c@d.it, 333 3\n"
    )
    previewed = upload(client, club, text)
    rows = [(2, "Anna Bianchi", "333 1, anna@example.org"), (4, "Carla Neri", "333 3, c@d.it")]
    assert (previewed.context["divided_rows"], previewed.context["row_notes"]) == (rows, [])
    page = previewed.content.decode()
    assert page.count("2 cells with phone and e-mail are divided") == 1
    assert page.count("Row 2, Anna Bianchi: 333 1, anna@example.org") == 1
    send(client, club, previewed)
    contacts = {name: (record.phone, record.email) for name, record in records_of(club).items()}
    assert contacts == {
        "Anna Bianchi": ("333 1", "anna@example.org"),
        "Bruno Verdi": ("333 2", ""),
        "Carla Neri": ("333 3", "c@d.it"),
    }


def test_a_number_of_a_member_is_named(client: Client, club: Club) -> None:
    carla = members.enrol_by_name(club=club, name="Carla Neri", by=director_of(club))
    member_records.describe_member(membership=carla, data=MemberData(number="B8"), by=director_of(club))
    previewed = upload(client, club, "Name;Member no\nCarla Neri;B8\nBruno Verdi;b8\n")
    assert [line for line, _text in previewed.context["row_notes"]] == [3, 3]


def test_notes_are_stored_and_a_long_one_is_named(client: Client, club: Club) -> None:
    text = f"Nome;Note\nAnna Bianchi;paga a rate\nBruno Verdi;{'x' * (LONGEST_MEMBER_NOTE + 1)}\n"
    previewed = upload(client, club, text)
    assert previewed.context["unused"] == []
    assert [line for line, _sentence in previewed.context["row_notes"]] == [3]
    assert send(client, club, previewed).status_code == 303
    rows = [row for row in get_member_rows(club) if row.membership.player]
    assert {row.name: row.record.note for row in rows} == {"Anna Bianchi": "paga a rate", "Bruno Verdi": ""}


def test_only_names_that_need_a_choice_are_marked(client: Client, club: Club) -> None:
    for name in ("Catherine Lumb", "Carla Neri"):
        members.enrol_by_name(club=club, name=name, by=director_of(club))
    previewed = upload(client, club, "Name;E-mail\nKate Lumb;\nCarla Nerri;\nNeri C.;\nAda Po;nothing\n")
    page = previewed.content.decode()
    marked = re.findall(r'<li class="name-question needs-choice">\s*<label[^>]*>\s*<strong>([^<]*)', page)
    assert marked == ["Carla Nerri"]
    assert re.findall(r'<section class="([^"]*)">\s*<h3>Check these rows', page) == ["note neutral"]
