"""Lists of former members: people whose membership has ended; withdrawn like other lists."""

from datetime import date
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_list_imports import post_list, send, upload
from tournaments.finances.queries.open_fees import list_open_fees_of_club
from tournaments.importing.queries.member_lists import get_member_lists
from tournaments.importing.services.member_lists import undo_member_list
from tournaments.models import Club
from tournaments.people.queries.member_records import get_member_rows
from tournaments.people.services import members
from tournaments.people.services.year_fees import set_year_fee

pytestmark = pytest.mark.django_db
FORMER = "Nome;Uscito il\nAda Po;3/5/2021\nUgo Re;2020\nEva Mo;si\nAnna Bo;2019\n"


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    members.enrol_by_name(club=club, name="Anna Bo", by=director_of(club))
    return club


def former_of(club: Club) -> dict[str, date | None]:
    return {row.name: row.left_on for row in get_member_rows(club, former=True)}


def test_a_list_of_former_members_makes_people_whose_membership_has_ended(client: Client, club: Club) -> None:
    year = timezone.localdate().year
    set_year_fee(club=club, year=year, amount=Decimal(40), by=director_of(club))
    previewed = upload(client, club, FORMER)
    assert previewed.context["questions"]["answer-list_holds"].initial == "former"
    preview = previewed.context["preview"]
    assert [one.name for one in preview.fresh_former] == ["Ada Po", "Ugo Re", "Eva Mo"]
    assert [one.name for one in preview.unchanged] == ["Anna Bo"]
    page = client.get(send(client, club, previewed)["Location"]).content.decode()
    assert "3 new former members." in page
    assert "In the club now, and unchanged: Anna Bo." in page
    assert former_of(club) == {
        "Eva Mo": None,
        "Ada Po": date(2021, 5, 3),
        "Ugo Re": date(2020, 12, 31),
    }
    assert [row.name for row in get_member_rows(club)] == ["Anna Bo"]
    assert [fee.name for fee in list_open_fees_of_club(club, year)] == ["Anna Bo"]
    owing = [row.name for row in get_member_rows(club, former=True) if row.get_balance(year).to_pay]
    assert owing == []
    page = client.get(reverse("imports", args=[club.slug])).content.decode()
    assert "3 former members" in page
    assert "3 of 3 members of this list are removed." in page


def test_months_of_leaving_are_shown_and_never_the_day_of_the_import(client: Client, club: Club) -> None:
    rows = "Name;Mem no;Left\nColin Po;8;March 25\nTina Re;20;Feb 25\nEve Mo;4;gone\nUna Lo;5;yes\n"
    previewed = upload(client, club, rows)
    assert "“gone” is no date of leaving." in previewed.content.decode()
    send(client, club, previewed)
    days = {"Colin Po": date(2025, 3, 1), "Tina Re": date(2025, 2, 1), "Eve Mo": None, "Una Lo": None}
    assert former_of(club) == days
    page = client.get(reverse("members", args=[club.slug]))
    shown = {str(membership.player): day for membership, day in page.context["former_members"]}
    assert shown == days
    left = page.content.decode().partition("4 have left")[2].partition("</details>")[0]
    assert ("1 March 2025" in left, date_format(timezone.localdate(), "j F Y") in left) == (True, False)


def test_the_same_list_again_adds_nobody_and_is_withdrawn_like_any_list(client: Client, club: Club) -> None:
    send(client, club, upload(client, club, FORMER))
    again = upload(client, club, FORMER)
    assert [one.name for one in again.context["preview"].known_former] == ["Ada Po", "Ugo Re", "Eva Mo"]
    send(client, club, again)
    log_entry = get_member_lists(club).get()
    assert (log_entry.payload["former"], log_entry.remaining) == (3, 3)
    undone = undo_member_list(log_entry=log_entry, by=director_of(club))
    assert (undone.removed, former_of(club)) == (3, {})
    assert [row.name for row in get_member_rows(club)] == ["Anna Bo"]


def test_a_list_can_hold_members_and_former_ones(client: Client, club: Club) -> None:
    path = f"/api/v1/clubs/{club.slug}/imports/players/"
    answers = ["former=former"]
    preview = post_list(client, path + "preview/", "m07_danish_second_sheet.xlsx", answers=answers).json()
    assert len(preview["former"]) == 2
    imported = post_list(client, path, "m07_danish_second_sheet.xlsx", answers=answers).json()
    assert (imported["count"], imported["former"], imported["unchanged"]) == (3, 2, [])
    assert len(former_of(club)) == 2
