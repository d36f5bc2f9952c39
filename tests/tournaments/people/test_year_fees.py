"""The fee of a year: what is due from members, instalments, exempt members, and what is still to pay."""

import csv
import io
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.accounts.data_export import get_own_data
from matches.actors import Identity
from matches.models import Player, User
from matches.services import anonymising
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments import club_evenings
from tests.tournaments.finances.test_open_fees import read_table
from tests.tournaments.importing.test_list_imports import send, upload
from tests.tournaments.printing.reading import read_leaves
from tournaments.models import Club, ClubLogEntry, Membership, MembershipFee, OwnYearFee, YearFee
from tournaments.people.queries.member_records import get_member_row
from tournaments.people.queries.year_fees import YearFeeBalance, get_balance
from tournaments.people.services import member_fees, members, year_fees
from tournaments.people.services import member_records as record_services
from tournaments.people.services.member_fees import FeePayment
from tournaments.people.services.member_records import MemberData

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return club_evenings.a_club()


@pytest.fixture
def director(club: Club) -> User:
    return club_evenings.director_of(club)


@pytest.fixture
def people(club: Club, director: User) -> dict[str, Membership]:
    """Anna has paid 15 of 30, Bruno 30, Carla is exempt, Dario pays a reduced fee, Elena nothing yet."""
    names = ("Anna", "Bruno", "Carla", "Dario", "Elena")
    rows = {name: members.enrol_by_name(club=club, name=name, by=director) for name in names}
    year_fees.set_year_fee(club=club, year=2026, amount=Decimal(30), by=director)
    for name, amount in (("Carla", 0), ("Dario", 10)):
        year_fees.set_own_fee(membership=rows[name], year=2026, amount=Decimal(amount), by=director)
    pay(rows["Anna"], 15)
    pay(rows["Bruno"], 30)
    return rows


def pay(membership: Membership, amount: int, key: str = "first", year: int = 2026) -> MembershipFee:
    payment = FeePayment(year=year, amount=Decimal(amount), method="cash")
    by = club_evenings.director_of(membership.club)
    return member_fees.record_fee(membership=membership, payment=payment, by=by, key=key)


def refuse_payment(membership: Membership, amount: int) -> Refusal:
    with pytest.raises(Refusal) as refused:
        pay(membership, amount, key="refused")
    return refused.value


def sum_up(membership: Membership) -> tuple[Decimal | None, Decimal, Decimal | None, bool]:
    balance = get_balance(membership, 2026)
    assert get_member_row(membership).get_balance(2026) == balance
    return balance.amount, balance.paid, balance.to_pay, balance.is_paid


def test_a_member_has_paid_when_the_amount_that_is_due_is_reached(people: dict[str, Membership]) -> None:
    assert {name: sum_up(row) for name, row in people.items()} == {
        "Anna": (30, 15, 15, False),
        "Bruno": (30, 30, 0, True),
        "Carla": (0, 0, 0, True),
        "Dario": (10, 0, 10, False),
        "Elena": (30, 0, 30, False),
    }
    pay(people["Anna"], 15, key="second")
    pay(people["Anna"], 15, key="second")
    assert sum_up(people["Anna"]) == (30, 30, 0, True)


def test_no_more_is_recorded_than_is_still_due(
    client: Client, people: dict[str, Membership], director: User
) -> None:
    codes = {name: refuse_payment(row, 20).code for name, row in people.items() if name != "Elena"}
    assert codes == {
        "Anna": "member_fee_exceeds",
        "Bruno": "member_fee_paid",
        "Carla": "member_fee_exceeds",
        "Dario": "member_fee_exceeds",
    }
    assert refuse_payment(people["Elena"], 0).code == "member_fee_wrong"
    client.force_login(director)
    anna = people["Anna"]
    posted = {"year": "2026", "amount": "20", "method": "cash"}
    answer = client.post(reverse("member-action", args=[anna.club.slug, anna.pk, "pay-fee"]), posted)
    sentence = (
        "Anna owes €15.00 for 2026, so €20.00 cannot be recorded. "
        "Correct the amount, or change the fee of the year first."
    )
    assert (answer.status_code, sentence in answer.content.decode()) == (409, True)


def test_without_an_amount_any_payment_pays_the_year(people: dict[str, Membership], director: User) -> None:
    anna = people["Anna"]
    for _time in range(2):
        year_fees.remove_year_fee(club=anna.club, year=2026, by=director)
    assert sum_up(anna) == (None, 15, 0, True)
    assert sum_up(people["Elena"]) == (None, 0, None, False)
    assert refuse_payment(anna, 15).code == "member_fee_paid"


def test_a_payment_in_another_currency_pays_the_year(people: dict[str, Membership]) -> None:
    MembershipFee.objects.filter(membership=people["Anna"]).update(currency="CHF")
    assert sum_up(people["Anna"]) == (30, 0, 0, True)


@pytest.mark.parametrize(("year", "amount"), [(1815, 30), (2026, 0), (2026, -1), (2026, 10**8)])
def test_an_impossible_amount_is_refused(club: Club, director: User, year: int, amount: int) -> None:
    with pytest.raises(Refusal) as refused:
        year_fees.set_year_fee(club=club, year=year, amount=Decimal(amount), by=director)
    assert (refused.value.code, YearFee.objects.count()) == ("year_fee_wrong", 0)


def test_only_managers_set_amounts(people: dict[str, Membership]) -> None:
    anna, outsider = people["Anna"], a_user()
    for call, arguments in (
        (year_fees.set_year_fee, {"club": anna.club, "amount": Decimal(1)}),
        (year_fees.remove_year_fee, {"club": anna.club}),
        (year_fees.set_own_fee, {"membership": anna, "amount": Decimal(0)}),
        (year_fees.remove_own_fee, {"membership": anna}),
    ):
        with pytest.raises(Refusal) as refused:
            call(**arguments, year=2026, by=outsider)
        assert refused.value.code == "club_officers_only"


def test_the_pages_of_a_club_say_what_members_have_still_to_pay(
    client: Client, club: Club, people: dict[str, Membership], director: User
) -> None:
    client.force_login(director)
    address = f"/clubs/{club.slug}/members/records"
    page = client.get(f"{address}/?year=2026").content.decode()
    assert "1 of 4 members have paid. 1 is exempt." in " ".join(page.split())
    expected = {
        "Anna": ("€30.00", "€15.00", "€15.00"),
        "Bruno": ("€30.00", "€30.00", ""),
        "Carla": ("€0.00", "", ""),
        "Dario": ("€10.00", "", "€10.00"),
        "Elena": ("€30.00", "", "€30.00"),
    }
    cells = {row[1]: tuple(text.replace("–", "") for text in row[5:8]) for row in read_table(page)}
    assert cells == {**expected, "Carla": ("exempt", "", "")}
    text = client.get(f"{address}.csv?year=2026").content.decode("utf-8-sig")
    heads = ("Fee due (2026)", "Fee paid (2026)", "Owes (2026)")
    rows = {row["Name"]: tuple(row[head] for head in heads) for row in csv.DictReader(io.StringIO(text))}
    assert rows == expected
    printed = client.get(f"/clubs/{club.slug}/members/list.pdf?year=2026").content
    printed_text = " ".join(leaf.text for leaf in read_leaves(printed))
    assert [text in printed_text for text in ("€15.00", "€10.00", "exempt")] == [True, True, True]
    for row in people.values():
        email = f"{row.player}@mailbox.example"
        record_services.describe_member(membership=row, data=MemberData(email=email), by=director)
    mail = client.get(f"/clubs/{club.slug}/members/mail/?to=unpaid&year=2026")
    assert mail.context["addresses"] == [f"{name}@mailbox.example" for name in ("Anna", "Dario", "Elena")]


def test_open_fees_name_what_members_have_still_to_pay(
    client: Client, club: Club, people: dict[str, Membership], director: User
) -> None:
    client.force_login(director)
    page = client.get(f"/clubs/{club.slug}/open-fees/?year=2026").content.decode()
    purpose = "Fee of a member for 2026"
    assert read_table(page) == [
        ("Anna", purpose, "€15.00", "€30.00", "€15.00"),
        ("Dario", purpose, "€10.00", "€10.00", "€0.00"),
        ("Elena", purpose, "€30.00", "€30.00", "€0.00"),
    ]
    assert "€55.00" in page
    answer = client.get(f"/api/v1/clubs/{club.slug}/open-fees/?year=2026").json()["results"]
    assert [(row["name"], row["amount"], row["paid"], row["to_pay"], row["currency"]) for row in answer] == [
        ("Anna", 3000, 1500, 1500, "EUR"),
        ("Dario", 1000, 0, 1000, "EUR"),
        ("Elena", 3000, 0, 3000, "EUR"),
    ]


def test_amounts_are_set_and_taken_back_on_the_pages(client: Client, club: Club, director: User) -> None:
    anna = members.enrol_by_name(club=club, name="Anna", by=director)
    client.force_login(director)
    records = reverse("member-records", args=[club.slug])

    def send_amount(action: str, **posted: Any) -> int:
        address = reverse("year-fee-action", args=[club.slug, action])
        answer = client.post(address, {"year": "2025", **posted})
        assert answer.status_code != 303 or answer["Location"] == f"{records}?year=2025"
        return answer.status_code

    own_address = reverse("member-action", args=[club.slug, anna.pk, "set-own-fee"])
    assert [send_amount("set", amount=amount) for amount in ("30", "30", "0")] == [303, 303, 400]
    assert client.post(own_address, {"year": "2025", "amount": "0"}).status_code == 303
    page = " ".join(client.get(reverse("member-record", args=[club.slug, anna.pk])).content.decode().split())
    assert "<b>2025</b>: exempt <span" in page
    assert get_balance(anna, 2025).is_exempt
    own_address = reverse("member-action", args=[club.slug, anna.pk, "remove-own-fee"])
    assert client.post(own_address, {"year": "2025"}).status_code == 303
    assert get_balance(anna, 2025).amount == 30
    assert send_amount("remove") == 303
    assert get_balance(anna, 2025) == YearFeeBalance(2025, None, Decimal(0), "", is_paid=False)
    log = ClubLogEntry.objects.filter(kind__contains="_fee_").order_by("pk")
    assert [(entry.kind, entry.player, entry.payload) for entry in log] == [
        ("year_fee_set", None, {"year": 2025, "amount": "30 EUR"}),
        ("own_fee_set", anna.player, {"year": 2025, "amount": "0 EUR"}),
        ("own_fee_removed", anna.player, {"year": 2025}),
        ("year_fee_removed", None, {"year": 2025}),
    ]
    audit = client.get(f"/clubs/{club.slug}/audit-log/").content.decode()
    assert "Own fee of Anna for 2025: €0.00." in audit
    assert "The fee of 2025 for all members was removed." in audit


def test_a_program_sets_amounts_and_reads_balances(
    client: Client, club: Club, people: dict[str, Membership], director: User
) -> None:
    client.force_login(director)
    api, anna = f"/api/v1/clubs/{club.slug}", people["Anna"]
    options: dict[str, Any] = {"content_type": "application/json"}
    answer = client.put(f"{api}/year-fees/2027/", {"amount": "40.00"}, **options)
    assert answer.json() == {"year": 2027, "amount": "40.00", "currency": "EUR"}
    listed = client.get(f"{api}/year-fees/").json()["results"]
    assert [(row["year"], row["amount"]) for row in listed] == [(2027, "40.00"), (2026, "30.00")]
    own = f"{api}/member-records/{anna.pk}/year-fees/2027/"
    assert client.put(own, {"amount": "0"}, **options).status_code == 200
    balances = client.get(f"{api}/member-records/{anna.pk}/").json()["balances"]
    names = ("year", "amount", "paid", "to_pay", "is_paid", "is_own")
    assert [tuple(row[name] for name in names) for row in balances] == [
        (2027, "0.00", "0.00", "0.00", True, True),
        (2026, "30.00", "15.00", "15.00", False, False),
    ]
    assert (client.delete(own).status_code, client.delete(f"{api}/year-fees/2027/").status_code) == (204, 204)
    assert client.put(f"{api}/year-fees/1815/", {"amount": "40.00"}, **options).status_code == 409


def test_own_fees_are_exported_and_erased_with_the_person(people: dict[str, Membership]) -> None:
    player = Player.objects.get(pk=people["Dario"].player_id)
    (record,) = get_own_data(player)["member_records"]
    assert record["own_year_fees"] == [{"year": 2026, "amount": "10.00", "currency": "EUR"}]
    host = Identity(user=a_user(is_superuser=True))
    anonymising.anonymise(player=player, confirmation="Dario", identity=host)
    assert list(OwnYearFee.objects.values_list("membership", flat=True)) == [people["Carla"].pk]


def test_a_guest_has_no_own_fee(people: dict[str, Membership], director: User) -> None:
    carla = people["Carla"]
    record_services.make_guest(membership=carla, by=director)
    assert not OwnYearFee.objects.filter(membership=carla).exists()
    with pytest.raises(Refusal) as refused:
        year_fees.set_own_fee(membership=carla, year=2026, amount=Decimal(0), by=director)
    assert refused.value.code == "own_fee_of_guest"
    assert not get_member_row(Membership.objects.get(pk=carla.pk)).is_member
    record_services.make_member(membership=carla, by=director)
    year_fees.set_own_fee(membership=carla, year=2026, amount=Decimal(0), by=director)
    assert get_member_row(Membership.objects.get(pk=carla.pk)).get_balance(2026).is_exempt


LIST = "Name;Paid 2026\nAnna;€30.00\nBruno;€30.00\nDario;x\nElena;€10.00\n"
RECORD = {"fee_take": "on", "fee_year": "2026", "fee_amount": "30", "fee_method": "cash"}


def test_a_later_list_completes_part_payments_and_the_same_list_adds_nothing(
    client: Client, club: Club, people: dict[str, Membership], director: User
) -> None:
    client.force_login(director)
    for text, paid, unpaid in (
        (LIST, {"Anna": 30, "Dario": 10, "Elena": 10}, ["Elena"]),
        (LIST, {"Anna": 30, "Dario": 10, "Elena": 10}, ["Elena"]),
        (LIST.replace("€10.00", "€30.00"), {"Anna": 30, "Dario": 10, "Elena": 30}, []),
    ):
        assert send(client, club, upload(client, club, text), **RECORD).status_code == 303
        assert {name: get_balance(people[name], 2026).paid for name in paid} == paid
        assert [name for name, row in people.items() if not get_balance(row, 2026).is_paid] == unpaid
    previewed = upload(client, club, LIST)
    assert (previewed.context["paid"], len(previewed.context["paid_before"])) == ([], 4)


def test_of_a_list_only_the_fee_above_what_is_due_is_left_out(
    client: Client, club: Club, people: dict[str, Membership], director: User
) -> None:
    client.force_login(director)
    before = set(MembershipFee.objects.values_list("pk", flat=True))
    previewed = upload(client, club, LIST.replace("Elena;€10.00", "Elena;€40.00"))
    page = client.get(send(client, club, previewed, **RECORD)["Location"]).content.decode()
    assert "Fees left out: Elena: the list states €40.00, but the fee of 2026 is €30.00." in page
    recorded = MembershipFee.objects.exclude(pk__in=before).values_list("membership__player__name", "amount")
    assert sorted(recorded) == [("Anna", 15), ("Dario", 10)]


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_downloaded_list_is_imported_without_further_payments(
    client: Client, club: Club, people: dict[str, Membership], director: User, language: str
) -> None:
    client.force_login(director)
    address = f"/clubs/{club.slug}/members/records.csv?year=2026"
    headers = {"accept-language": language}
    text = client.get(address, headers=headers).content.decode("utf-8-sig")
    previewed = upload(client, club, text)
    assert previewed.context["paid"] == []
    assert previewed.context["paid_before"] == ["Anna", "Bruno"]
    assert previewed.context["unclear_fees"] == []
    assert send(client, club, previewed, **RECORD).status_code == 303
    assert MembershipFee.objects.count() == 2
