"""Lists of entries: prices by another spelling, stated amounts, deposits, and who has paid in time."""

from datetime import date
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from time_machine import TimeMachineFixture

from matches.actors import SYSTEM
from matches.services import merging
from tests.factories import a_player
from tests.page_forms import form_with
from tests.tournaments.finances.fee_factories import with_money
from tests.tournaments.finances.test_late_fees import balance, director, set_late_fee
from tests.tournaments.play.entries.test_listed_payments_pages import add, paste, press
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import an_open_event
from tests.tournaments.registration.test_prices_by_records import add_member
from tournaments.finances.queries import accounts
from tournaments.finances.queries.listed_dues import list_listed_dues
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.name_lists.entry_details import read
from tournaments.name_lists.listed_payments import ListedPayment, ReadPayment, read_payment
from tournaments.play.entries.services import entries
from tournaments.play.entries.services.listed_payments import PaymentsToRecord
from tournaments.play.entries.services.withdrawn_lists import withdraw_entry_list
from tournaments.registration.models import MEMBER
from tournaments.registration.services import event_prices
from tournaments.registration.services.event_prices import PriceOptions

pytestmark = pytest.mark.django_db
LATE_SINCE = date(2026, 12, 1)


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """On 2 December, an event with a fee of 50 and a late fee of 10 since yesterday; nobody plays."""
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    event = an_open_event()
    with_money(event, FundOptions(fee=50_00, template="winner"))
    set_late_fee(event, 10)
    return event


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    client.force_login(director(event))
    return client


def flat(page: str) -> str:
    return " ".join(page.split())


@pytest.mark.parametrize(
    ("text", "payment"),
    [
        ("yes 2026-11-20", ReadPayment("yes", paid_on=date(2026, 11, 20))),
        ("15 cash 20/11/2026", ReadPayment("15", "cash", paid_on=date(2026, 11, 20))),
        ("20.11.26", ReadPayment("yes", paid_on=date(2026, 11, 20))),
        ("deposit 5", ReadPayment("5")),
        ("acconto", ReadPayment(unread_paid="acconto")),
        ("15 on 31/11/2026", ReadPayment(unread_paid="15 on 31/11/2026")),
    ],
)
def test_a_payment_may_name_its_day(text: str, payment: ReadPayment) -> None:
    assert read_payment(text) == payment
    assert read_payment(payment.text) == payment


def test_the_day_of_payment_of_a_list_decides_the_late_fee(desk: Client, event: Event) -> None:
    page = paste(desk, event, "Carla; paid: yes\nDario; paid: 50\nElena")
    assert "A late fee is due since 1 December, but not for payments made before." in flat(page)
    assert "Record the 2 marked as paid (€110.00) as received?" in flat(page)
    page = press(desk, form_with(page, "Check again"), "Check again", paid_on="2026-11-28").content.decode()
    assert "Record the 2 marked as paid (€100.00) as received?" in flat(page)
    assert flat(page).count("paid in time, no late fee") == 2
    add(desk, page)
    assert [balance(event, name) for name in ("Carla", "Dario", "Elena")] == [
        (0, 50_00, 0),
        (0, 50_00, 0),
        (60_00, 0, 0),
    ]


def test_each_row_may_have_a_day_of_its_own(desk: Client, event: Event) -> None:
    rows = "Name;Paid;Date paid\nCarla;yes;28/11/2026\nDario;yes;2/12/2026\nElena;20;28/11/2026\n"
    file = SimpleUploadedFile("tonight.csv", rows.encode())
    page = desk.post(path_of(event, "desk/entries-file/"), {"file": file}).content.decode()
    assert "Date paid" not in page.partition("not stored")[2][:200]
    page = press(desk, form_with(page, "Check the names"), "Check the names").content.decode()
    assert 'name="paid_on"' not in page
    assert "Record the 3 marked as paid (€130.00) as received?" in flat(page)
    add(desk, page)
    assert [balance(event, name) for name in ("Carla", "Dario", "Elena")] == [
        (0, 50_00, 0),
        (0, 60_00, 0),
        (40_00, 20_00, 0),
    ]


def test_a_list_that_is_withdrawn_takes_its_payments_in_time_back(event: Event) -> None:
    by = director(event)
    recorded = PaymentsToRecord("cash", 50_00, date(2026, 11, 28))
    names = "Carla; paid: yes\nDario"
    line = entries.enter_names(event=event, names=names, by=by, key="list", recorded=recorded)
    assert balance(event, "Carla") == (0, 50_00, 0)
    withdraw_entry_list(event=event, number=line.seq, by=by, key="back")
    entries.enter_names(event=event, names="Carla", by=by, key="again")
    assert balance(event, "Carla") == (60_00, 0, 0)


def test_an_amount_above_what_is_recorded_is_shown_with_it(desk: Client, event: Event) -> None:
    set_late_fee(event, None)
    page = flat(paste(desk, event, "Carla; paid: 80\nDario; paid: 20"))
    assert page.count("the list states €80.00") == 1
    assert "the list states €20.00" not in page


def test_a_stated_fee_that_is_no_price_of_the_event_is_named(desk: Client, event: Event) -> None:
    file = SimpleUploadedFile("tonight.csv", b"Name;Fee;Paid\nCarla;50;no\nDario;35;no\n")
    page = desk.post(path_of(event, "desk/entries-file/"), {"file": file}).content.decode()
    page = flat(press(desk, form_with(page, "Check the names"), "Check the names").content.decode())
    assert "not known: 35.00" in page
    assert "not known: 50.00" not in page


def test_the_price_of_a_member_under_another_spelling_is_that_of_the_cash_desk(event: Event) -> None:
    set_late_fee(event, None)
    by = director(event)
    prices = [PriceOptions(category=MEMBER, amount=Decimal(30))]
    event_prices.save_prices(event=event, prices=prices, by=by)
    member = add_member(event, "Giovanni Rossi").player
    spelling = a_player("Gianni Rossi")
    merging.merge_players(keep=member, absorb=spelling, by=SYSTEM, reason="one")
    (due,) = list_listed_dues(event, [ListedPayment(1, spelling.pk, "", "yes")]).values()
    entries.enter_players(event=event, players=[spelling], by=by, key="list")
    assert (due.price, due.paid) == (30_00, 30_00)
    (one,) = accounts.list_accounts(event)
    assert one.owes == due.price


@pytest.mark.parametrize(
    ("cells", "payment"),
    [
        ("paid on: 3-12-2026", ReadPayment("yes", paid_on=date(2026, 12, 3))),
        ("pagato il: 3/12/2026", ReadPayment("yes", paid_on=date(2026, 12, 3))),
        ("paid: 15 cash; paid on: 2026-12-03", ReadPayment("15", "cash", paid_on=date(2026, 12, 3))),
        ("pagato il: 3.12.2026; pagato: 15", ReadPayment("15", paid_on=date(2026, 12, 3))),
    ],
)
def test_a_day_of_payment_has_a_label_of_its_own_and_is_no_club(cells: str, payment: ReadPayment) -> None:
    (line,) = read(f"Anna Rossi; {cells}", {})
    assert (line.name, line.about.club, line.about.payment) == ("Anna Rossi", "", payment)
