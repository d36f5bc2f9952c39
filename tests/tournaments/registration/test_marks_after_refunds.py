"""A mark is removed like a receipt is voided, and nothing that the desk does in the draw writes a receipt."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from time_machine import TimeMachineFixture

from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, key, payment_context, player, with_money
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments.finances.models import Receipt
from tournaments.finances.services import funds, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.registration.models import Registration, SignUp
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.services import approval, entering, fee_refunds, paid_marks

pytestmark = pytest.mark.django_db
REFUNDED = "This payment was refunded to Anna by receipt 2. Void that one first."


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """The event, on 20 November."""
    time_machine.move_to("2026-11-20T10:00Z")
    return make_event()


@replayed
def make_event() -> Event:
    """An event with a fee of 30; Anna paid it at registration, was refunded 10 and has 10 to pay again."""
    event = an_open_event()
    with_money(event, FundOptions(fee=30_00, template="winner"))
    by, row = director_of(event.tournament.club), sign_up(event, "Anna")
    registration = Registration.objects.get()
    paid_marks.set_paid(registration=registration, places=keys_of(row), method="cash", by=by)
    entering.enter_sign_ups(registration=registration, places=keys_of(row), by=by)
    set_fee(event, 20_00)
    payments.refund_player(
        event=event, player=player(event, "Anna"), fund=0, amount=10_00, context=payment_context(event)
    )
    set_fee(event, 30_00)
    event.refresh_from_db()
    return event


@pytest.fixture
def director(event: Event) -> Client:
    """The browser of the director."""
    return signed_in(director_of(event.tournament.club))


def set_fee(event: Event, fee: int) -> None:
    """Change the entry fee."""
    by = director_of(event.tournament.club)
    funds.set_fees(event=event, options=FundOptions(fee=fee, template="winner"), by=by, key=key())


def act(director: Client, event: Event, action: str, **data: str) -> str:
    """Do something with the registration of Anna; return the page after it, without its markup."""
    address = reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])
    form = {"action": action, "place": keys_of(SignUp.objects.get()), **data}
    return " ".join(re.sub(r"<[^>]*>", " ", director.post(address, form, follow=True).text).split())


def sums() -> list[int]:
    """The amount of each receipt."""
    return [sum(line.amount for line in one.lines.all()) for one in Receipt.objects.order_by("number")]


def is_marked() -> bool:
    """Whether the registration of Anna is marked as paid."""
    return SignUp.objects.get().places.get().paid_at is not None


def test_a_mark_is_not_removed_while_less_is_left_than_was_paid_with_it(
    event: Event, director: Client
) -> None:
    assert REFUNDED in act(director, event, "unpaid")
    assert (is_marked(), sums(), account(event, "Anna").owes) == (True, [30_00, -10_00], 10_00)

    payments.reverse_receipt(event=event, number=2, note="", by=director_of(event.tournament.club), key=key())
    assert "1 registration changed. Voided at the cash desk: €30.00." in act(director, event, "unpaid")
    assert (is_marked(), sums()) == (False, [30_00, -10_00, 10_00, -30_00])
    assert account(event, "Anna").owes == 30_00


def test_a_check_in_and_its_undo_and_redo_write_no_receipt(event: Event, director: Client) -> None:
    act(director, event, "unpaid")
    by = director_of(event.tournament.club)
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=10_00, context=payment_context(event)
    )
    taken = [30_00, -10_00, 10_00]
    event.refresh_from_db()
    entries.set_presence(event=event, entries=[1], presence="here", by=by)
    journal.undo(event=event, by=by)
    journal.redo(event=event, by=by)
    assert (sums(), account(event, "Anna").owes) == (taken, 0)


def test_an_undo_never_voids_what_was_paid_with_a_mark_that_is_gone(event: Event) -> None:
    SignUp.objects.get().places.update(paid_at=None, payment_method="", paid_fee=None)
    by = director_of(event.tournament.club)
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=10_00, context=payment_context(event)
    )
    entries.set_presence(event=event, entries=[1], presence="here", by=by)
    journal.undo(event=event, by=by)
    assert (sums(), account(event, "Anna").owes) == ([30_00, -10_00, 10_00], 0)


def test_other_marks_leave_a_payment_alone_whose_mark_is_gone(event: Event, director: Client) -> None:
    SignUp.objects.get().places.update(paid_at=None, payment_method="", paid_fee=None)
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=10_00, context=payment_context(event)
    )
    row = sign_up(event, "Bruno")
    registration, by = Registration.objects.get(), director_of(event.tournament.club)
    paid_marks.set_paid(registration=registration, places=keys_of(row), method="card", by=by)
    entering.enter_sign_ups(registration=registration, places=keys_of(row), by=by)
    set_fee(event, 40_00)
    assert sums() == [30_00, -10_00, 10_00, 30_00]


def test_turning_on_fees_says_what_it_records_of_earlier_marks(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-11-20T10:00Z")
    event = an_open_event()
    by, row = director_of(event.tournament.club), sign_up(event, "Anna")
    Registration.objects.get().events.update(fee=30)
    paid_marks.set_paid(registration=Registration.objects.get(), places=keys_of(row), method="cash", by=by)
    fields = {"currency": "EUR", "returned": 100, "template": "winner", "sharing": "place", "fee": "30"}
    place = (event.tournament.club.slug, event.tournament.slug, event.slug)
    answer = signed_in(by).post(
        reverse("money-action", args=[*place, "on"]), {**fields, "registration": "0"}, follow=True
    )
    assert [str(message) for message in answer.context["messages"]] == [
        "Fees are turned on for this event. Recorded of fees marked as paid at registration: €30.00. "
        "No prize for: Consolation."
    ]
    assert sums() == [30_00]


def own_page(client: Client) -> str:
    """The page of Anna's own link, without its markup."""
    page = client.get(reverse("own-sign-up", args=[get_token(SignUp.objects.get())])).text
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_the_own_page_names_the_rest_of_a_fee_as_such(event: Event, client: Client) -> None:
    page = own_page(client)
    assert "Fee: €30.00. Paid: €20.00. Still to pay: €10.00" in page


def test_a_fee_that_was_refunded_and_paid_again_names_its_present_method(
    event: Event, director: Client
) -> None:
    assert "€10.00 to pay" in act(director, event, "paid")
    anna = player(event, "Anna")
    payments.take_payment(event=event, player=anna, amount=10_00, context=payment_context(event))
    desk = reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])
    assert "(cash)" in director.get(desk).text

    set_fee(event, 0)
    payments.refund_player(event=event, player=anna, fund=0, amount=30_00, context=payment_context(event))
    set_fee(event, 30_00)
    payments.take_payment(
        event=event, player=anna, amount=30_00, context=payment_context(event, method="card")
    )
    page = director.get(desk).text
    assert ("(cash)" in page, "(card)" in page) == (False, True)


def test_the_audit_log_says_whose_fee_was_retained_and_refunded(event: Event, director: Client) -> None:
    row, by = sign_up(event, "Bruno"), director_of(event.tournament.club)
    registration = Registration.objects.get()
    paid_marks.set_paid(registration=registration, places=keys_of(row), method="cash", by=by)
    approval.change_status(registration=registration, places=keys_of(row), action="decline", by=by)
    fee_refunds.keep_fees(registration=registration, places=keys_of(row), by=by)
    fee_refunds.refund_fees(registration=registration, places=keys_of(row), method="cash", by=by)
    page = director.get(f"/clubs/{event.tournament.club.slug}/audit-log/").text
    sentences = [
        f"Fees of registrations for “{event.tournament.name}” were {what}: Bruno ({row.reference})."
        for what in ("kept", "refunded")
    ]
    assert [sentence in page for sentence in sentences] == [True, True]
