"""The list of everybody who has something to pay, of a tournament and of a club in a year."""

import csv
import io
import re
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import a_user
from tests.tournaments.finances import fee_factories
from tests.tournaments.registration.registrations import an_open_event, sign_up
from tournaments.finances.services import payments, pools
from tournaments.models import Event
from tournaments.people.services import member_fees, members, year_fees
from tournaments.people.services import member_records as record_services
from tournaments.people.services.member_records import MemberData
from tournaments.registration.models import RegistrationEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """A night of four with a fee of 60: Anna has paid it, Bruno 20 of it; Carla is in a pool, too."""
    event = fee_factories.a_paying_night(names=("Anna", "Bruno", "Carla", "Dario"))
    for name, amount in (("Anna", 60_00), ("Bruno", 20_00)):
        payments.take_payment(
            event=event,
            player=fee_factories.player(event, name),
            amount=amount,
            context=fee_factories.payment_context(event),
        )
    pool = fee_factories.a_pool(event)
    pools.join_pool(
        event=event,
        player=fee_factories.player(event, "Carla"),
        fund=pool.fund,
        by=fee_factories.director(event),
        key=fee_factories.key(),
    )
    return event


def read_table(page: str) -> list[tuple[str, ...]]:
    """The rows of the table of a page, without tags."""
    body = re.search(r"<tbody>(.*?)</tbody>", page, re.S)
    rows = re.findall(r"<tr>(.*?)</tr>", body[1], re.S) if body else []
    return [
        tuple(
            " ".join(re.sub(r"<[^>]*>", " ", cell).split())
            for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        )
        for row in rows
    ]


def test_a_tournament_lists_open_fees_with_what_was_paid_of_them(client: Client, event: Event) -> None:
    tournament = event.tournament
    client.force_login(fee_factories.director(event))
    address = f"/clubs/{tournament.club.slug}/{tournament.slug}/open-fees"

    page = client.get(f"{address}/").content.decode()
    assert read_table(page) == [
        ("Bruno", f"Entry fee {event.name}", "€40.00", "€60.00", "€20.00"),
        ("Carla", f"Entry fee {event.name}", "€60.00", "€60.00", "€0.00"),
        ("Carla", f"Super {event.name}", "€20.00", "€20.00", "€0.00"),
        ("Dario", f"Entry fee {event.name}", "€60.00", "€60.00", "€0.00"),
    ]
    assert "4 open fees" in page
    assert "€180.00" in page
    money = f"/clubs/{tournament.club.slug}/{tournament.slug}/{event.slug}/desk/money/"
    assert f'href="{address}/"' in client.get(money).content.decode()

    table = csv.reader(io.StringIO(client.get(f"{address}.csv").content.decode("utf-8-sig")))
    assert list(table)[:2] == [
        ["Name", "Tournament", "Event", "For", "Due", "Paid", "Owes", "Currency"],
        ["Bruno", tournament.name, event.name, "Entry fee", "60.00", "20.00", "40.00", "EUR"],
    ]
    answer = client.get(f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/open-fees/")
    assert [(row["name"], row["amount"], row["paid"], row["to_pay"]) for row in answer.json()["results"]] == [
        ("Bruno", 6000, 2000, 4000),
        ("Carla", 6000, 0, 6000),
        ("Carla", 2000, 0, 2000),
        ("Dario", 6000, 0, 6000),
    ]


def test_a_csv_file_of_an_italian_page_opens_in_an_italian_spreadsheet(client: Client, event: Event) -> None:
    tournament = event.tournament
    client.force_login(fee_factories.director(event))
    place = f"/clubs/{tournament.club.slug}/{tournament.slug}"
    for page in (f"{place}/open-fees.csv", f"{place}/{event.slug}/desk/money/files/accounts.csv"):
        italian = client.get(page, headers={"accept-language": "it"}).content.decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(italian), delimiter=";"))
        assert {len(row) for row in rows} == {len(rows[0])}
        assert [row for row in rows if "Bruno" in row and ("60" in row or "60,00" in row)]
    api = f"/api/v1/events/{event.pk}/ledger/files/accounts.csv"
    answer = client.get(api, headers={"accept-language": "it"}).content.decode("utf-8-sig")
    assert answer.splitlines()[0].count(",") == 6


def test_a_club_lists_its_events_of_a_year_and_the_members_without_its_fee(
    client: Client, event: Event
) -> None:
    club, by = event.tournament.club, fee_factories.director(event)
    row = members.enrol_by_name(club=club, name="Zoe", by=by)
    record_services.describe_member(membership=row, data=MemberData(number="1"), by=by)
    year = timezone.localtime(event.tournament.starts_at).year
    client.force_login(by)

    def names(year_of_list: int) -> list[tuple[str, str]]:
        page = client.get(f"/clubs/{club.slug}/open-fees/?year={year_of_list}").content.decode()
        return [(cells[0], cells[2]) for cells in read_table(page)]

    assert names(year - 1) == []
    page = client.get(f"/clubs/{club.slug}/open-fees/?year={year - 1}").content.decode()
    assert f"No member fee is set for {year - 1}, and none was paid." in page
    year_fees.set_year_fee(club=club, year=year - 1, amount=Decimal(30), by=by)
    assert ("Zoe", "€30.00") in names(year - 1)
    assert [cells for cells in names(year) if cells[1] != "–"] == [
        ("Bruno", "€40.00"),
        ("Carla", "€60.00"),
        ("Carla", "€20.00"),
        ("Dario", "€60.00"),
    ]
    assert f"/clubs/{club.slug}/open-fees/" in client.get(f"/clubs/{club.slug}/").content.decode()
    answer = client.get(f"/api/v1/clubs/{club.slug}/open-fees/?year={year}").json()["results"]
    assert [row["amount"] for row in answer if row["name"] == "Zoe"] == [None]
    assert client.get(f"/api/v1/clubs/{club.slug}/open-fees/?year=20x6").status_code == 400


def test_before_the_fee_of_a_year_is_set_those_who_have_paid_less_than_most_are_listed(
    client: Client,
) -> None:
    event = fee_factories.a_paying_night()
    club, by = event.tournament.club, fee_factories.director(event)
    year = timezone.localtime(event.tournament.starts_at).year - 1
    for name, amount in (("Zoe", 40), ("Yves", 40), ("Xena", 15), ("Will", 0)):
        row = members.enrol_by_name(club=club, name=name, by=by)
        record_services.describe_member(membership=row, data=MemberData(number=name), by=by)
        if amount:
            payment = member_fees.FeePayment(year=year, amount=Decimal(amount), method="cheque")
            member_fees.record_fee(membership=row, payment=payment, by=by, key=name)
    client.force_login(by)
    address = f"/clubs/{club.slug}/open-fees"

    page = client.get(f"{address}/?year={year}").content.decode()
    listed = {cells[0]: cells[2:] for cells in read_table(page)}
    assert {name: listed[name] for name in listed if name in ("Zoe", "Yves", "Xena", "Will")} == {
        "Will": ("–", "–", "–"),
        "Xena": ("–", "–", "€15.00"),
    }
    assert "those who have paid less than most are listed with what they have paid" in page
    table = csv.reader(io.StringIO(client.get(f"{address}.csv?year={year}").content.decode("utf-8-sig")))
    assert [row[4:] for row in table if row[0] == "Xena"] == [["", "15.00", "", "EUR"]]
    year_fees.set_year_fee(club=club, year=year, amount=Decimal(40), by=by)
    page = client.get(f"{address}/?year={year}").content.decode()
    assert ("Xena", f"Fee of a member for {year}", "€25.00", "€40.00", "€15.00") in read_table(page)
    assert "less than most" not in page


def test_only_those_who_handle_the_money_read_the_list(client: Client, event: Event) -> None:
    tournament = event.tournament
    client.force_login(a_user())
    for address in (f"/clubs/{tournament.club.slug}/", f"/clubs/{tournament.club.slug}/{tournament.slug}/"):
        assert client.get(f"{address}open-fees/").status_code == 404
        assert client.get(f"{address}open-fees.csv").status_code == 404


def test_a_sign_up_for_an_event_without_a_cash_desk_is_listed(client: Client) -> None:
    event = an_open_event()
    RegistrationEvent.objects.filter(event=event).update(fee=Decimal(25))
    sign_up(event, "Nora")
    tournament = event.tournament
    client.force_login(fee_factories.director(event))
    page = client.get(f"/clubs/{tournament.club.slug}/{tournament.slug}/open-fees/").content.decode()
    assert read_table(page) == [("Nora", f"Entry fee {event.name}", "€25.00", "€25.00", "€0.00")]
