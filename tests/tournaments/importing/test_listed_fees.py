"""Fees that a list of members marks as paid: recorded by choice, and taken back with the list."""

from datetime import date
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_list_imports import send, upload
from tournaments.importing.queries.member_lists import find_listed_members, get_member_lists
from tournaments.importing.services.member_lists import undo_member_list
from tournaments.models import Club, MembershipFee
from tournaments.people.services.member_fees import FeePayment, record_fee
from tournaments.people.services.year_fees import set_own_fee, set_year_fee

pytestmark = pytest.mark.django_db
PAID = (
    "Name;Paid 2026\nAnna Bianchi;yes\nBruno Verdi;14/1/2026\nCarla Neri;£40.00\nDario Costa;no\n"
    "Elio Moro;\nFlora Riva;perhaps\nGino Sala;x\n"
)
MEANT = ("Giulia Rossi", "Giovanni Rossi")
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


@pytest.mark.parametrize("heading", ["Name;Paid 2026", "Nominativo;Quota 2026"])
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
    assert [one.remaining for one in find_listed_members(club).values()] == [[]]
    undone = undo_member_list(log_entry=log_entry, by=director_of(club))
    assert (undone.removed, undone.remaining, fees_of(club)) == (7, (), {})


def test_recording_is_proposed_and_payments_that_are_not_recorded_are_counted(
    client: Client, club: Club
) -> None:
    previewed = upload(client, club, PAID)
    assert previewed.context["fees_form"]["fee_take"].value() is True
    unmarked = upload(client, club, "Name;Paid 2026\nAnna Bianchi;no\n")
    assert unmarked.context["fees_form"]["fee_take"].value() is False
    taken = send(client, club, previewed, fee_year="2026", fee_amount="35")
    assert taken.status_code == 303
    page = client.get(taken["Location"]).content.decode()
    assert "4 payments of the list were not recorded. To record them, import the list again." in page
    again = upload(client, club, PAID)
    looked = send(client, club, again, "look", **RECORD)
    assert send(client, club, looked, **RECORD).status_code == 303
    assert len(fees_of(club)) == 4


def test_the_amount_is_required_and_nothing_is_recorded_without_the_choice(
    client: Client, club: Club
) -> None:
    previewed = upload(client, club, PAID)
    lacking = send(client, club, previewed, **{**RECORD, "fee_amount": ""})
    assert list(lacking.context["fees_form"].errors) == ["fee_amount"]
    assert send(client, club, previewed).status_code == 303
    assert fees_of(club) == {}


def test_the_fee_of_the_year_is_proposed_and_a_missing_amount_is_named_at_the_top(
    client: Client, club: Club
) -> None:
    previewed = upload(client, club, PAID)
    assert (previewed.context["fees_form"]["fee_amount"].value(), "no fee for 2026" in previewed.text) == (
        None,
        True,
    )
    lacking = send(client, club, previewed, **{**RECORD, "fee_amount": ""})
    top = lacking.text.partition('id="refusal"')[2].partition("</ul>")[0]
    assert '<a href="#id_fee_amount">Amount of the fee, where the list does not say it</a>' in top
    assert lacking.status_code == 400
    # Only the amount is typed then: that is no other list.
    assert send(client, club, lacking, **RECORD).status_code == 303
    set_year_fee(club=club, year=2026, amount=Decimal(40), by=director_of(club))
    proposed = upload(client, club, PAID)
    assert proposed.context["fees_form"]["fee_amount"].value() == Decimal(40)
    assert "no fee for 2026" not in proposed.text


def test_the_reason_for_which_a_member_stays_is_stated_before_the_list_is_withdrawn(
    client: Client, club: Club
) -> None:
    send(client, club, upload(client, club, PAID))
    anna = club.memberships.get(player__name="Anna Bianchi")
    payment = FeePayment(year=2026, amount=Decimal(40), method="cash")
    record_fee(membership=anna, payment=payment, by=director_of(club), key="1")
    page = client.get(reverse("imports", args=[club.slug])).content.decode()
    assert "Anna Bianchi has paid a membership fee." in page


SUBS = "Name;Paid 2026\nAnna Bianchi;£30.00\nBruno Verdi;£10.00\nNew Person;x\n"


def test_fees_of_those_who_are_members_already_are_recorded_once(client: Client, club: Club) -> None:
    send(client, club, upload(client, club, PAID))
    anna = club.memberships.get(player__name="Anna Bianchi")
    payment = FeePayment(year=2026, amount=Decimal(15), method="cash")
    record_fee(membership=anna, payment=payment, by=director_of(club), key="1")
    previewed = upload(client, club, SUBS)
    assert previewed.context["paid"] == [
        ("Bruno Verdi", "€10.00, day as below"),
        ("New Person", "amount as below, day as below"),
    ]
    assert previewed.context["paid_before"] == ["Anna Bianchi"]
    day = {"fee_paid_on": "2026-09-12"}
    page = client.get(send(client, club, previewed, **RECORD, **day)["Location"]).content.decode()
    assert "1 new member. 2 fees recorded." in page
    assert fees_of(club) == {
        "Anna Bianchi": (2026, Decimal(15)),
        "Bruno Verdi": (2026, Decimal(10)),
        "New Person": (2026, Decimal(35)),
    }
    days = MembershipFee.objects.filter(key__startswith="list-").values_list("paid_on", flat=True)
    assert set(days) == {date(2026, 9, 12)}
    again = upload(client, club, SUBS)
    assert (again.context["paid"], len(again.context["paid_before"])) == ([], 3)


@pytest.mark.parametrize("keeps", [False, True])
def test_the_fees_that_a_withdrawn_list_takes_back_are_stated_and_may_stay(
    client: Client, club: Club, keeps: bool
) -> None:
    send(client, club, upload(client, club, PAID))
    send(client, club, upload(client, club, SUBS), **RECORD)
    index = reverse("imports", args=[club.slug])
    page = client.get(index).content.decode()
    assert "3 membership fees of this list are taken back: €75.00." in page
    assert "If they are kept: 2 fees stay (€40.00), 1 fee is taken back (€35.00)." in " ".join(page.split())
    assert "Bruno Verdi has paid a membership fee." in page
    log_entry = get_member_lists(club)[0]
    assert (log_entry.remaining, log_entry.fees) == (1, 3)
    address = reverse("undo-member-list", args=[club.slug, log_entry.pk])
    answer = client.post(address, {"keep_fees": "on"} if keeps else {}, follow=True).content.decode()
    stay = {"Anna Bianchi": (2026, Decimal(30)), "Bruno Verdi": (2026, Decimal(10))}
    assert fees_of(club) == (stay if keeps else {})
    taken_back = "1 fee taken back: €35.00." if keeps else "3 fees taken back: €75.00."
    assert f"1 member removed. {taken_back}" in answer
    assert client.post(address).status_code == (303 if keeps else 409)


def test_a_column_of_fees_that_says_who_has_paid_is_not_called_not_stored(client: Client, club: Club) -> None:
    previewed = upload(client, club, "Nome;Quota 2026;Colore\nAnna Bianchi;contanti 40;blu\nBruno Verdi;;\n")
    assert previewed.context["unused"] == ["Colore"]
    assert previewed.context["paid"] == [("Anna Bianchi", "€40.00, day as below, cash")]


def test_a_member_with_an_own_fee_stays_when_the_list_is_withdrawn(client: Client, club: Club) -> None:
    send(client, club, upload(client, club, PAID), **RECORD)
    elio, by = club.memberships.get(player__name="Elio Moro"), director_of(club)
    set_own_fee(membership=elio, year=2026, amount=Decimal(0), by=by)
    undone = undo_member_list(log_entry=get_member_lists(club).get(), by=by)
    assert (undone.removed, [(str(player), why.reason) for player, why in undone.remaining]) == (
        6,
        [("Elio Moro", "own_fee")],
    )


PAYMENTS = (
    "Nome;Importo;Data;Come\nAnna Bianchi;40;3/2/2026;contanti\nBruno Verdi;60;4/2/2026;bonifico\n"
    "Carla Neri;40;boh;PayPal\n"
)


def test_only_the_fee_above_what_is_due_is_left_out_and_a_rest_is_stated(client: Client, club: Club) -> None:
    by = director_of(club)
    set_year_fee(club=club, year=2026, amount=Decimal(40), by=by)
    send(client, club, upload(client, club, "Nome\nAnna Bianchi\n"))
    anna = club.memberships.get(player__name="Anna Bianchi")
    payment = FeePayment(year=2026, amount=Decimal(20), method="cash")
    record_fee(membership=anna, payment=payment, by=by, key="1")
    previewed = upload(client, club, PAYMENTS)
    assert previewed.context["paid"] == [
        (
            "Anna Bianchi",
            "states €40.00, €20.00 of it is recorded already, €20.00 will be recorded, 3 February 2026, cash",
        ),
        ("Carla Neri", "€40.00, day as below, transfer"),
    ]
    reason = "Bruno Verdi: the list states €60.00, but the fee of 2026 is €40.00."
    assert previewed.context["exceeding"] == [("Row 3", reason)]
    assert previewed.context["unread_payments"] == [("Row 4", "Carla Neri", "Day of payment", "boh")]
    take = {"fee_take": "on", "fee_year": "2026", "fee_method": "card", "fee_paid_on": "2026-03-01"}
    page = client.get(send(client, club, previewed, **take)["Location"]).content.decode()
    assert "2 new members. 2 fees recorded." in page
    assert f"Fees left out: {reason}" in page
    fees = MembershipFee.objects.filter(key__startswith="list-").order_by("membership__player__name")
    assert list(fees.values_list("membership__player__name", "amount", "paid_on", "method")) == [
        ("Anna Bianchi", Decimal(20), date(2026, 2, 3), "cash"),
        ("Carla Neri", Decimal(40), date(2026, 3, 1), "transfer"),
    ]


def test_the_api_names_the_fees_above_what_is_due(client: Client, club: Club) -> None:
    set_year_fee(club=club, year=2026, amount=Decimal(40), by=director_of(club))
    path = f"/api/v1/clubs/{club.slug}/imports/players/"
    answer = client.post(path, {"file": SimpleUploadedFile("list.csv", PAYMENTS.encode()), "fee_year": 2026})
    assert answer.json()["fees"] == 2
    assert answer.json()["fees_left_out"] == [
        {"name": "Bruno Verdi", "line": 3, "stated": "60.00", "amount_due": "40.00"}
    ]


def test_rows_of_one_abbreviation_are_chosen_row_by_row_with_what_each_says(
    client: Client, club: Club
) -> None:
    send(client, club, upload(client, club, "Nome\nGiovanni Rossi\nGiulia Rossi\n"))
    rows = "Nome;Importo;Data;Come\nRossi G.;40;3/2/2026;contanti\nRossi G.;20;5/2/2026;bonifico\n"
    previewed = upload(client, club, rows)
    two = {"answer-same_person:2-3": "two_people"}
    by_row = send(client, club, previewed, "look", **two)
    assert by_row.context["row_texts"] == {
        0: "€40.00, 3 February 2026, cash",
        1: "€20.00, 5 February 2026, transfer",
    }
    codes = [f"p:{club.memberships.get(player__name=name).player.code}" for name in MEANT]
    choices = {"who_0": codes[0], "who_1": codes[1], "fee_take": "on", "fee_year": "2026"}
    assert send(client, club, by_row, **choices).status_code == 303
    assert fees_of(club) == {"Giulia Rossi": (2026, Decimal(40)), "Giovanni Rossi": (2026, Decimal(20))}


def test_the_sum_of_the_payments_and_the_rows_with_another_fee_are_named_before_the_button(
    client: Client, club: Club
) -> None:
    set_year_fee(club=club, year=2026, amount=Decimal(40), by=director_of(club))
    text = "Name;Paid 2026\nAnna Bianchi;yes\nBruno Verdi;40\nCarla Neri;25\nDario Costa;no\nElio Moro;50\n"
    previewed = upload(client, club, text)
    page = " ".join(previewed.content.decode().split())
    assert "3 payments will be recorded: €105.00." in page
    assert page.index("3 payments will be recorded") < page.index("Add all as members")
    assert previewed.context["different_fees"] == [
        ("Row 4", "Carla Neri: the list states €25.00, the fee of 2026 is €40.00, €15.00 stays to pay.")
    ]
    assert [row for row, _reason in previewed.context["exceeding"]] == ["Row 6"]
    unticked = send(client, club, previewed, "look", fee_year="2026", fee_amount="40", fee_method="cash")
    assert "3 payments of the list (€105.00) will not be recorded." in " ".join(
        unticked.content.decode().split()
    )
    send(client, club, previewed, **{**RECORD, "fee_amount": "40"})
    assert sum(amount for _year, amount in fees_of(club).values()) == 105


def test_without_a_fee_of_the_club_the_sum_says_how_many_amounts_are_missing(
    client: Client, club: Club
) -> None:
    previewed = upload(client, club, "Name;Paid 2026\nAnna Bianchi;yes\nBruno Verdi;40\n")
    page = " ".join(previewed.content.decode().split())
    assert "2 payments will be recorded: €40.00." in page
    assert "The amount of 1 is not known yet" in page
    assert previewed.context["different_fees"] == []
