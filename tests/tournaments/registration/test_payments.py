"""Fees of sign-ups marked as paid are recorded at the cash desk once, and reversed with the mark."""

from decimal import Decimal

import pytest

from matches.models import Player
from tests.tournaments.club_evenings import director_of
from tests.tournaments.finances.fee_factories import account, key, payment_context, with_money
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments.finances.models import Receipt
from tournaments.finances.services import funds, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.registration.models import Registration, RegistrationEvent, SignUp
from tournaments.registration.services import approval, entering
from tournaments.services import entries, journal

pytestmark = pytest.mark.django_db
FEE = 50_00


@pytest.fixture
def event() -> Event:
    """An event with an entry fee of 50 whose registration is open."""
    event = an_open_event()
    with_money(event, FundOptions(fee=FEE, template="winner"))
    return event


def mark(event: Event, row: SignUp, *, is_paid: bool = True) -> None:
    """Mark a sign-up as paid, or not."""
    registration, by = Registration.objects.get(), director_of(event.tournament.club)
    approval.set_paid(registration=registration, places=keys_of(row), is_paid=is_paid, by=by)


def enter(event: Event, row: SignUp) -> None:
    """Enter a sign-up."""
    registration, by = Registration.objects.get(), director_of(event.tournament.club)
    entering.enter_sign_ups(registration=registration, places=keys_of(row), by=by)


def receipts() -> list[tuple[str, int]]:
    """Method and amount of each receipt."""
    return [
        (receipt.method, sum(line.amount for line in receipt.lines.all()))
        for receipt in Receipt.objects.order_by("number")
    ]


def test_a_paid_sign_up_gets_a_receipt_once_it_is_entered(event: Event) -> None:
    row = sign_up(event, "Anna")
    mark(event, row)
    assert receipts() == []
    enter(event, row)

    assert receipts() == [("transfer", FEE)]
    assert (account(event, "Anna").owes, Receipt.objects.get().note) == (0, row.reference)
    mark(event, row)
    assert receipts() == [("transfer", FEE)]


def test_an_entered_sign_up_gets_a_receipt_once_marked_and_a_reversal_once_unmarked(event: Event) -> None:
    row = sign_up(event, "Anna")
    enter(event, row)
    mark(event, row)
    mark(event, row, is_paid=False)
    assert (receipts(), account(event, "Anna").owes) == ([("transfer", FEE), ("transfer", -FEE)], FEE)

    mark(event, row)
    assert (len(receipts()), account(event, "Anna").owes) == (3, 0)


def test_a_fee_taken_at_the_cash_desk_is_not_taken_again(event: Event) -> None:
    by = director_of(event.tournament.club)
    persons = entries.get_or_create_persons(event=event, names=["Anna"], by=by)
    entries.enter_players(event=event, players=persons, by=by, key=key())
    anna = Player.objects.get(entries__event=event)
    payments.take_payment(event=event, player=anna, amount=FEE, context=payment_context(event))
    row = sign_up(event, "Anna")
    mark(event, row)
    enter(event, row)

    assert receipts() == [("cash", FEE)]


def test_a_fee_reversed_at_the_cash_desk_is_not_taken_again(event: Event) -> None:
    row, other = sign_up(event, "Anna"), sign_up(event, "Carla")
    by = director_of(event.tournament.club)
    mark(event, row)
    enter(event, row)
    number = Receipt.objects.get().number
    payments.reverse_receipt(event=event, number=number, note="", by=by, key=key())
    mark(event, other)
    enter(event, other)

    assert [amount for _method, amount in receipts()] == [FEE, -FEE, FEE]
    assert (account(event, "Anna").owes, account(event, "Carla").owes) == (FEE, 0)


def test_undo_of_the_entry_reverses_the_receipt_and_redo_takes_it_again(event: Event) -> None:
    row, by = sign_up(event, "Anna"), director_of(event.tournament.club)
    mark(event, row)
    enter(event, row)
    event.refresh_from_db()
    journal.undo(event=event, command=event.journal.get(kind="entered").command, by=by)
    assert [amount for _method, amount in receipts()] == [FEE, -FEE]

    journal.redo(event=event, by=by)
    assert ([amount for _method, amount in receipts()], account(event, "Anna").owes) == ([FEE, -FEE, FEE], 0)


def test_fees_turned_on_later_record_earlier_marks() -> None:
    event = an_open_event()
    row = sign_up(event, "Anna")
    mark(event, row)
    enter(event, row)
    assert receipts() == []
    with_money(event, FundOptions(fee=FEE, template="winner"))

    assert receipts() == [("transfer", FEE)]
    by = director_of(event.tournament.club)
    funds.set_fees(event=event, options=FundOptions(fee=FEE + 10_00, template="winner"), by=by, key=key())
    assert (receipts(), account(event, "Anna").owes) == ([("transfer", FEE)], 10_00)


def test_no_more_is_taken_than_the_fee_of_the_registration(event: Event) -> None:
    RegistrationEvent.objects.filter(event=event).update(fee=Decimal("40.00"))
    row = sign_up(event, "Anna")
    mark(event, row)
    enter(event, row)

    assert (receipts(), account(event, "Anna").owes) == ([("transfer", 40_00)], 10_00)


def test_without_fees_only_the_mark_is_stored() -> None:
    event = an_open_event()
    row = sign_up(event, "Anna")
    enter(event, row)
    mark(event, row)
    row.refresh_from_db()

    assert (row.paid_at is not None, receipts()) == (True, [])
