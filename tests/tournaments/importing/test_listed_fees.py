"""Fees that a list of members marks as paid: recorded by choice, and taken back with the list."""

from datetime import date
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_list_imports import send, upload
from tournaments.importing.queries.imports import find_remaining_members, get_member_lists
from tournaments.importing.services import history_import
from tournaments.models import Club, MembershipFee
from tournaments.people.services.member_fees import FeePayment, record_fee

pytestmark = pytest.mark.django_db
PAID = (
    "Name;Paid 2026\nAnna Bianchi;yes\nBruno Verdi;14/1/2026\nCarla Neri;£40.00\nDario Costa;no\n"
    "Elio Moro;\nFlora Riva;perhaps\nGino Sala;x\n"
)
RECORD = {"fee_take": "on", "fee_year": "2026", "fee_amount": "35", "fee_method": "cash"}


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    return club


def fees_of(club: Club) -> dict[str, tuple[int, Decimal]]:
    rows = MembershipFee.objects.filter(membership__club=club, withdrawn_at=None)
    return {
        str(fee.membership.player): (fee.year, fee.amount)
        for fee in rows.select_related("membership__player")
    }


@pytest.mark.parametrize("heading", ["Name;Paid 2026", "Cognome e nome;Quota 2026"])
def test_the_fees_that_a_list_marks_as_paid_are_recorded_and_withdrawn_with_it(
    client: Client, club: Club, heading: str
) -> None:
    previewed = upload(client, club, PAID.replace("Name;Paid 2026", heading))
    assert previewed.context["fees_form"]["fee_year"].initial == 2026
    assert [row[0] for row in previewed.context["unclear_fees"]] == ["Row 7"]
    as_written = {"answer-surname_first": "as_written"}
    looked = send(client, club, previewed, "look", **as_written)
    assert send(client, club, looked, **RECORD).status_code == 303
    assert fees_of(club) == {
        "Anna Bianchi": (2026, Decimal(35)),
        "Bruno Verdi": (2026, Decimal(35)),
        "Carla Neri": (2026, Decimal(40)),
        "Gino Sala": (2026, Decimal(35)),
    }
    assert MembershipFee.objects.get(membership__player__name="Bruno Verdi").paid_on == date(2026, 1, 14)
    log_entry = get_member_lists(club).get()
    assert find_remaining_members(club) == {}
    undone = history_import.undo_member_list(log_entry=log_entry, by=director_of(club))
    assert (undone.removed, undone.remaining, fees_of(club)) == (7, (), {})


def test_the_amount_is_required_and_nothing_is_recorded_without_the_choice(
    client: Client, club: Club
) -> None:
    previewed = upload(client, club, PAID)
    lacking = send(client, club, previewed, **{**RECORD, "fee_amount": ""})
    assert list(lacking.context["fees_form"].errors) == ["fee_amount"]
    assert send(client, club, previewed).status_code == 303
    assert fees_of(club) == {}


def test_the_reason_for_which_a_member_stays_is_stated_before_the_list_is_withdrawn(
    client: Client, club: Club
) -> None:
    send(client, club, upload(client, club, PAID))
    anna = club.memberships.get(player__name="Anna Bianchi")
    payment = FeePayment(year=2026, amount=Decimal(40), method="cash")
    record_fee(membership=anna, payment=payment, by=director_of(club), key="1")
    page = client.get(reverse("imports", args=[club.slug])).content.decode()
    assert "Anna Bianchi has paid a membership fee." in page


def test_a_column_of_fees_that_says_who_has_paid_is_not_called_not_stored(client: Client, club: Club) -> None:
    previewed = upload(client, club, "Nome;Quota 2026;Colore\nAnna Bianchi;contanti 40;blu\nBruno Verdi;;\n")
    assert previewed.context["unused"] == ["Colore"]
    assert previewed.context["stated_fees"] == [("Anna Bianchi", "40.00, cash")]
