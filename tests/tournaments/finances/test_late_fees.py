"""A late fee is a charge of its own: paid last, gone with its setting if unpaid, permanent once paid."""

from datetime import date
from decimal import Decimal

import pytest
from django.test import Client
from time_machine import TimeMachineFixture

from matches.models import User
from tests.page_forms import read_forms
from tests.tournaments.checker.forged_money import find_codes
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, key, payment_context, with_money
from tests.tournaments.registration.registrations import an_open_event, keys_of, open_registration, sign_up
from tests.tournaments.registration.test_event_prices import make_event as make_priced_event
from tournaments.finances.models import Receipt
from tournaments.finances.queries import ledger
from tournaments.finances.queries.exports import export_payments
from tournaments.finances.services import charges, funds, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.play.entries.services import entries
from tournaments.play.entries.services.listed_payments import PaymentsToRecord
from tournaments.registration.models import EventSignUp, Registration
from tournaments.registration.services import entering, paid_marks

pytestmark = pytest.mark.django_db
STARTED, TO_COME = date(2026, 12, 1), date(2026, 12, 10)
NAMES = ("Anna", "Bruno")


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """On 2 December, an event with a fee of 50 and a late fee of 10 since yesterday; Anna and Bruno play."""
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    event = an_open_event()
    with_money(event, FundOptions(fee=50_00, template="winner"))
    set_late_fee(event, 10)
    entries.enter_names(event=event, names="\n".join(NAMES), by=director(event), key=key())
    return event


@pytest.fixture
def priced_event(time_machine: TimeMachineFixture) -> Event:
    """The same with prices: 50.00, for members 40.00, for juniors nothing; nobody plays."""
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    event = make_priced_event()
    set_late_fee(event, 10)
    return event


def director(event: Event) -> User:
    return director_of(event.tournament.club)


def set_late_fee(event: Event, amount: int | None, since: date = STARTED) -> None:
    """Announce a late fee from a day on, or none."""
    late_from = since if amount else None
    open_registration(event, late_fee=Decimal(amount) if amount else None, late_from=late_from)


def pay(event: Event, name: str, amount: int) -> Receipt:
    context = payment_context(event)
    player = account(event, name).player
    return payments.take_payment(event=event, player=player, amount=amount, context=context)


def void(event: Event, receipt: Receipt) -> None:
    payments.reverse_receipt(event=event, number=receipt.number, note="", by=director(event), key=key())


def balance(event: Event, name: str) -> tuple[int, int, int]:
    """What somebody has to pay, has paid, and gets back; the checker and the export of their data agree."""
    assert find_codes(event) == set()
    one = account(event, name)
    (exported,) = export_payments(one.player)["events"]
    row = exported["dues"][0] if exported["dues"] else {"owes": 0, "paid": 0, "surplus": 0}
    assert (row["owes"], row["paid"], row["surplus"]) == (
        one.owes,
        one.paid,
        one.surplus,
    )
    return one.owes, one.paid, one.surplus


@pytest.mark.parametrize(
    ("paid", "to_pay", "to_pay_without", "to_pay_of_20", "to_pay_of_5"),
    [
        (0, 60_00, 50_00, 70_00, 55_00),
        (20_00, 40_00, 30_00, 50_00, 35_00),
        # The fee is paid first: of these nothing, a part and all of the late fee is paid.
        (50_00, 10_00, 0, 20_00, 5_00),
        (54_00, 6_00, 0, 16_00, 1_00),
        (60_00, 0, 0, 0, 0),
    ],
)
def test_what_is_unpaid_of_a_late_fee_follows_the_setting_and_what_is_paid_stays(
    event: Event, paid: int, to_pay: int, to_pay_without: int, to_pay_of_20: int, to_pay_of_5: int
) -> None:
    if paid:
        pay(event, "Anna", paid)
    assert balance(event, "Anna") == (to_pay, paid, 0)
    set_late_fee(event, None)
    assert balance(event, "Anna") == (to_pay_without, paid, 0)
    set_late_fee(event, 10, TO_COME)
    assert balance(event, "Anna") == (to_pay_without, paid, 0)
    set_late_fee(event, 20)
    assert balance(event, "Anna") == (to_pay_of_20, paid, 0)
    set_late_fee(event, 5)
    assert balance(event, "Anna") == (to_pay_of_5, paid, 0)
    set_late_fee(event, 10)
    assert balance(event, "Anna") == (to_pay, paid, 0)
    if to_pay:
        pay(event, "Anna", to_pay)
        assert balance(event, "Anna") == (0, 60_00, 0)


def test_a_raised_late_fee_that_was_paid_stays_as_it_was_paid(event: Event) -> None:
    pay(event, "Anna", 50_00)
    set_late_fee(event, 20)
    pay(event, "Anna", 20_00)
    set_late_fee(event, None)
    assert balance(event, "Anna") == (0, 70_00, 0)


def test_who_paid_the_fee_before_the_new_day_owes_no_late_fee_from_then_on(
    event: Event, time_machine: TimeMachineFixture
) -> None:
    pay(event, "Anna", 50_00)
    pay(event, "Bruno", 20_00)
    set_late_fee(event, 10, TO_COME)
    time_machine.move_to("2026-12-11T10:00Z", tick=False)
    assert (balance(event, "Anna"), balance(event, "Bruno")) == ((0, 50_00, 0), (40_00, 20_00, 0))


def test_a_voided_payment_leaves_no_late_fee_behind(event: Event, time_machine: TimeMachineFixture) -> None:
    void(event, pay(event, "Anna", 20_00))
    void(event, pay(event, "Bruno", 60_00))
    set_late_fee(event, 10, TO_COME)
    assert (balance(event, "Anna"), balance(event, "Bruno")) == ((50_00, 0, 0), (50_00, 0, 0))
    pay(event, "Anna", 50_00)
    pay(event, "Bruno", 50_00)
    time_machine.move_to("2026-12-11T10:00Z", tick=False)
    assert (balance(event, "Anna"), balance(event, "Bruno")) == ((0, 50_00, 0), (0, 50_00, 0))


def test_of_two_payments_the_voided_one_takes_the_late_fee_with_it(event: Event) -> None:
    pay(event, "Anna", 50_00)
    second = pay(event, "Anna", 10_00)
    set_late_fee(event, None)
    assert balance(event, "Anna") == (0, 60_00, 0)
    void(event, second)
    assert balance(event, "Anna") == (0, 50_00, 0)


LIST = (
    "Carla; price: socio; paid: 20\nDario; price: socio; paid: yes\nElena; price: junior\nFabio; price: socio"
)


def test_a_price_of_a_list_has_the_late_fee_beside_it(priced_event: Event) -> None:
    event = priced_event
    recorded = PaymentsToRecord("cash", 70_00)
    entries.enter_names(event=event, names=LIST, by=director(event), key="list", recorded=recorded)
    assert [balance(event, name) for name in ("Carla", "Dario", "Elena", "Fabio")] == [
        (30_00, 20_00, 0),
        (0, 50_00, 0),
        (0, 0, 0),
        (50_00, 0, 0),
    ]
    set_late_fee(event, None)
    assert [balance(event, name) for name in ("Carla", "Dario", "Elena", "Fabio")] == [
        (20_00, 20_00, 0),
        (0, 50_00, 0),
        (0, 0, 0),
        (40_00, 0, 0),
    ]


def press_price(event: Event, name: str, text: str) -> None:
    """Choose one of the other prices of a player at the cash desk."""
    desk = signed_in(director(event))
    path = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/money/"
    code = account(event, name).player.code
    form = next(
        one
        for one in read_forms(desk.get(path).text)
        if dict(one.fields).get("player") == code and any(text in button[0] for button in one.buttons)
    )
    assert desk.post(form.action, form.data(text)).status_code == 303


def test_a_price_button_has_the_late_fee_beside_the_price(priced_event: Event) -> None:
    event = priced_event
    entries.enter_names(event=event, names="Anna\nBruno\nCarla", by=director(event), key=key())
    for name in ("Anna", "Bruno"):
        press_price(event, name, "€50.00")
        assert balance(event, name) == (50_00, 0, 0)
    press_price(event, "Carla", "€0.00")
    assert balance(event, "Carla") == (0, 0, 0)
    pay(event, "Anna", 45_00)
    set_late_fee(event, None)
    assert (balance(event, "Anna"), balance(event, "Bruno")) == ((0, 45_00, 0), (40_00, 0, 0))
    assert balance(event, "Carla") == (0, 0, 0)


def test_an_individual_fee_that_is_typed_has_no_late_fee_and_an_exempt_player_none(event: Event) -> None:
    for name, amount in (("Anna", 30_00), ("Bruno", 0)):
        player = account(event, name).player
        charges.set_own_fee(event=event, player=player, amount=amount, note="", by=director(event), key=key())
    assert (balance(event, "Anna"), balance(event, "Bruno")) == ((30_00, 0, 0), (0, 0, 0))


@pytest.mark.parametrize("is_entered", [False, True])
def test_a_sign_up_marked_as_paid_keeps_the_late_fee_it_paid_and_gets_rid_of_it_with_the_mark(
    event: Event, is_entered: bool
) -> None:
    row = sign_up(event, "Gina")
    registration = Registration.objects.get()
    if is_entered:
        entering.enter_sign_ups(registration=registration, places=keys_of(row), by=director(event))
    by = director(event)
    paid_marks.set_paid(registration=registration, places=keys_of(row), method="cash", by=by)
    set_late_fee(event, None)
    if not is_entered:
        entering.enter_sign_ups(registration=registration, places=keys_of(row), by=by)
    assert balance(event, "Gina") == (0, 60_00, 0)
    paid_marks.set_paid(registration=registration, places=keys_of(row), method="", by=by)
    assert balance(event, "Gina") == (50_00, 0, 0)
    assert EventSignUp.objects.get(sign_up=row).paid_at is None


def test_a_late_fee_paid_before_the_fees_were_turned_on_is_taken_in_full(
    time_machine: TimeMachineFixture,
) -> None:
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    event = an_open_event()
    set_late_fee(event, 10)
    Registration.objects.get().events.update(fee=Decimal(50))
    row = sign_up(event, "Gina")
    registration, by = Registration.objects.get(), director(event)
    paid_marks.set_paid(registration=registration, places=keys_of(row), method="cash", by=by)
    entering.enter_sign_ups(registration=registration, places=keys_of(row), by=by)
    set_late_fee(event, None)
    with_money(event, FundOptions(fee=50_00, template="winner"))
    assert balance(event, "Gina") == (0, 60_00, 0)


def test_the_api_names_the_late_fee_paid_and_unpaid(event: Event) -> None:
    pay(event, "Anna", 54_00)
    desk = signed_in(director(event))

    def read_late_fees() -> dict[str, tuple[int, int]]:
        results = desk.get(f"/api/v1/events/{event.pk}/accounts/").json()["results"]
        return {
            one["player"]["name"]: (one["dues"][0]["late_fee"], one["dues"][0]["paid_late_fee"])
            for one in results
        }

    assert read_late_fees() == {"Anna": (6_00, 4_00), "Bruno": (10_00, 0)}
    code, body = account(event, "Bruno").player.code, {"amount": "30.00", "adds_late_fee": True}
    address = f"/api/v1/events/{event.pk}/accounts/{code}/"
    answer = desk.patch(
        address, body, content_type="application/json", headers={"Idempotency-Key": "a-price"}
    )
    assert (answer.status_code, balance(event, "Bruno")) == (200, (40_00, 0, 0))
    set_late_fee(event, None)
    assert read_late_fees() == {"Anna": (0, 4_00), "Bruno": (0, 0)}


def test_a_raised_fee_is_filled_before_the_late_fee(event: Event) -> None:
    pay(event, "Anna", 60_00)
    options = FundOptions(fee=55_00, template="winner")
    funds.set_fees(event=event, options=options, by=director(event), key=key())
    assert balance(event, "Anna") == (5_00, 60_00, 0)


def test_the_log_says_that_a_late_fee_was_charged_and_no_longer_is(event: Event, client: Client) -> None:
    void(event, pay(event, "Anna", 60_00))
    assert [ledger.sum_receipt(one) for one in Receipt.objects.order_by("number")] == [60_00, -60_00]
    client.force_login(director(event))
    path = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/money/ledger/"
    page = client.get(path).content.decode()
    assert "Late fee of Anna: €10.00." in page
    assert "Anna has no late fee recorded any more." in page
