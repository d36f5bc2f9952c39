"""A person who signs up for two events pays a fee for each, and every page says which of them is paid."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.actors import Identity
from matches.models import User
from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.finances.fee_factories import key, with_money
from tests.tournaments.registration.registrations import PREFIX, an_open_event, sign_up
from tournaments.finances.models import Receipt
from tournaments.finances.queries import ledger
from tournaments.finances.queries.prepaid_fees import list_prepaid_fees
from tournaments.finances.services import funds
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.play.tournaments.services import tournament_settings, tournaments
from tournaments.registration.models import EventSignUp, Registration, SignUp
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.services import approval, entering, fee_refunds, registration_settings, sign_ups
from tournaments.registration.services.registration_settings import EventOptions, RegistrationOptions
from tournaments.registration.services.sign_ups import EventChoice, SignUpDetails

pytestmark = pytest.mark.django_db
VISITOR = Identity(user=None, device="a phone")


@pytest.fixture
@replayed
def open_event() -> Event:
    """An event with a fee of 50 whose registration is open."""
    event = an_open_event()
    with_money(event, FundOptions(fee=50_00, template="winner"))
    return event


@pytest.fixture
def by(open_event: Event) -> User:
    """The director of the tournament."""
    return director_of(open_event.tournament.club)


@pytest.fixture
@replayed
def speed(open_event: Event, by: User) -> Event:
    """A second event with a fee of 3 and one place, taken by Zoe."""
    event = tournaments.add_event(
        tournament=open_event.tournament, name="Speed", length=3, consolation_length=3, by=by
    )
    funds.set_fees(event=event, options=FundOptions(fee=3_00, template="winner"), by=by, key=key())
    set_capacity(open_event, event, None, by)
    return event


@pytest.fixture
@replayed
def anna(open_event: Event, speed: Event) -> SignUp:
    """Anna, who has signed up for both events."""
    return sign_up_for_both("Anna", open_event, speed)


@pytest.fixture
def desk(by: User) -> Client:
    """The browser of the director."""
    return signed_in(by)


def set_capacity(open_event: Event, speed: Event, capacity: int | None, by: User) -> None:
    """Limit the places of the second event."""
    registration_settings.save_settings(
        tournament=open_event.tournament,
        options=RegistrationOptions(),
        events={open_event.pk: EventOptions(), speed.pk: EventOptions(capacity=capacity)},
        by=by,
        page_prefix=PREFIX,
    )


def sign_up_for_both(name: str, *events: Event) -> SignUp:
    """Sign a person up for both events."""
    return sign_ups.sign_up(
        registration=Registration.objects.get(),
        details=SignUpDetails(name=name),
        choices=[EventChoice(event=event.pk) for event in events],
        identity=VISITOR,
    )


def place_of(row: SignUp, event: Event) -> int:
    """The key of the sign-up of a person for one event."""
    return EventSignUp.objects.get(sign_up=row, event__event=event).pk


def page_of(event: Event) -> str:
    """The list of registrations."""
    return reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])


def mark(desk: Client, event: Event, row: SignUp, action: str = "paid") -> list[str]:
    """Mark the sign-up for one event as paid in cash, or as not paid; return the messages on the page."""
    form = {"action": action, "place": [place_of(row, event)], "method": "cash"}
    return [str(one) for one in desk.post(page_of(event), form, follow=True).context["messages"]]


def receipts() -> list[tuple[str, int]]:
    """Event and amount of each receipt."""
    return [
        (receipt.lines.get().event.name, ledger.sum_receipt(receipt))
        for receipt in Receipt.objects.order_by("number")
    ]


def prepaid(event: Event) -> list[tuple[str, int, str]]:
    """Name, amount and status of the fees prepaid for an event."""
    return [(fee.name, fee.amount, fee.status) for fee in list_prepaid_fees(event)]


def listed(desk: Client, event: Event, status: str) -> list[str]:
    """The events of the rows that the list of registrations shows with this filter."""
    rows = desk.get(f"{page_of(event)}?status={status}").context["places"]
    return [place.event.name for place, _text in rows]


def own_page(row: SignUp) -> str:
    """The text of the page of the personal link."""
    return " ".join(re.sub(r"<[^>]*>", " ", text_of(Client(), f"/signed-up/{get_token(row)}/")).split())


def is_paid_in_the_api(desk: Client, event: Event, row: SignUp) -> tuple[list[bool], bool]:
    """Whether each place and the whole sign-up are paid in the API."""
    tournament = event.tournament
    rows = desk.get(
        f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/registration/sign-ups/"
    ).json()["results"]
    own = Client().get(f"/api/v1/sign-ups/{get_token(row)}/").json()
    own_places = [place["is_paid"] for place in own["places"]]
    assert own_places == [one["is_paid"] for one in rows if one["reference"] == row.reference]
    return own_places, own["is_paid"]


def test_a_mark_pays_the_fee_of_the_event_that_is_ticked(
    open_event: Event, speed: Event, anna: SignUp, desk: Client
) -> None:
    assert mark(desk, open_event, anna) == ["Received: €50.00 from Anna."]
    assert receipts() == [("Winter Open", 50_00)]
    assert (prepaid(open_event), prepaid(speed)) == ([("Anna", 50_00, "to_enter")], [])
    assert (listed(desk, speed, "paid"), listed(desk, speed, "unpaid")) == (["Winter Open"], ["Speed"])
    assert is_paid_in_the_api(desk, speed, anna) == ([True, False], False)
    page = own_page(anna)
    assert "Fee: €53.00. Paid: €50.00. Still to pay: €3.00" in page
    assert re.findall(r"(Winter Open|Speed) confirmed( · paid)?", page) == [
        ("Winter Open", " · paid"),
        ("Speed", ""),
    ]

    assert mark(desk, speed, anna) == ["Received: €3.00 from Anna."]
    assert is_paid_in_the_api(desk, speed, anna) == ([True, True], True)
    page = own_page(anna)
    assert ("Fee:" in page, page.count("confirmed · paid")) == (False, 2)
    voided = "1 registration changed. Voided at the cash desk: €50.00."
    assert mark(desk, open_event, anna, "unpaid") == [voided]
    assert receipts() == [("Winter Open", 50_00), ("Speed", 3_00), ("Winter Open", -50_00)]
    assert is_paid_in_the_api(desk, speed, anna) == ([False, True], False)


def test_two_ticks_of_a_person_take_both_fees(
    open_event: Event, speed: Event, anna: SignUp, desk: Client
) -> None:
    form = {"action": "paid", "place": [place_of(anna, open_event), place_of(anna, speed)], "method": "cash"}
    answer = desk.post(page_of(speed), form, follow=True)
    assert [str(one) for one in answer.context["messages"]] == ["Received: €53.00 from Anna."]
    assert receipts() == [("Winter Open", 50_00), ("Speed", 3_00)]


def test_an_entry_is_paid_in_the_event_alone_that_was_paid(
    open_event: Event, speed: Event, anna: SignUp, desk: Client, by: User
) -> None:
    mark(desk, speed, anna)
    keys = [place_of(anna, event) for event in (open_event, speed)]
    entering.enter_sign_ups(registration=Registration.objects.get(), places=keys, by=by)
    notes = [
        re.findall(r"badge.>([^<]*(?:paid|to pay))<", text_of(desk, entries_page(event)))
        for event in (open_event, speed)
    ]
    assert notes == [["€50.00 to pay"], ["paid"]]
    assert (listed(desk, speed, "paid"), listed(desk, speed, "unpaid")) == (["Speed"], ["Winter Open"])


def entries_page(event: Event) -> str:
    """The entries at the desk of an event."""
    return reverse("desk", args=[event.tournament.club.slug, event.tournament.slug, event.slug])


def test_a_place_that_was_not_paid_leaves_nothing_to_refund_after_it_is_withdrawn(
    open_event: Event, speed: Event, anna: SignUp, desk: Client
) -> None:
    mark(desk, open_event, anna)
    sign_ups.withdraw_own(token=get_token(anna), events=[speed.pk], identity=VISITOR)
    assert "To refund" not in text_of(desk, page_of(speed))
    assert is_paid_in_the_api(desk, speed, anna) == ([True, False], True)

    sign_ups.withdraw_own(token=get_token(anna), events=[open_event.pk], identity=VISITOR)
    assert "To refund: €50.00" in text_of(desk, page_of(speed))
    assert (prepaid(open_event), prepaid(speed)) == ([("Anna", 50_00, "to_refund")], [])
    with pytest.raises(Refusal, match="no_fee_to_refund"):
        fee_refunds.keep_fees(
            registration=Registration.objects.get(),
            places=[place_of(anna, speed)],
            by=director_of(speed.tournament.club),
        )


def test_somebody_who_moves_up_from_the_waiting__the_fee_of_that_event(
    open_event: Event, speed: Event, desk: Client, by: User
) -> None:
    set_capacity(open_event, speed, 1, by)
    zoe = sign_up(speed, "Zoe")
    anna = sign_up_for_both("Anna", open_event, speed)
    mark(desk, open_event, anna)
    assert "Fee:" not in own_page(anna)
    approval.change_status(
        registration=Registration.objects.get(), places=[place_of(zoe, speed)], action="withdraw", by=by
    )
    assert EventSignUp.objects.get(pk=place_of(anna, speed)).status == "confirmed"
    assert receipts() == [("Winter Open", 50_00)]
    assert "Fee: €53.00. Paid: €50.00. Still to pay: €3.00" in own_page(anna)
    assert is_paid_in_the_api(desk, speed, anna) == ([True, False], False)


def test_the_fee_of_a_cancelled_event_is_to_refund_and_the_other_stays_paid(
    open_event: Event, speed: Event, anna: SignUp, desk: Client, by: User
) -> None:
    mark(desk, open_event, anna)
    mark(desk, speed, anna)
    tournament_settings.cancel_event(event=speed, by=by, reason="")
    assert "To refund: €3.00" in text_of(desk, page_of(speed))
    fee_refunds.refund_fees(
        registration=Registration.objects.get(), places=[place_of(anna, speed)], method="cash", by=by
    )
    assert receipts() == [("Winter Open", 50_00), ("Speed", 3_00), ("Speed", -3_00)]
    assert is_paid_in_the_api(desk, open_event, anna) == ([True, False], True)
    page = own_page(anna)
    assert ("Winter Open confirmed · paid" in page, "fee refunded" in page) == (True, True)


def test_after_a_cancelled_event_is_reinstated_a_refunded_fee_is_to_pay_and_a_retained_one_paid(
    open_event: Event, speed: Event, anna: SignUp, desk: Client, by: User
) -> None:
    for event in (open_event, speed):
        mark(desk, event, anna)
        tournament_settings.cancel_event(event=event, by=by, reason="")
    registration = Registration.objects.get()
    fee_refunds.refund_fees(registration=registration, places=[place_of(anna, speed)], method="cash", by=by)
    fee_refunds.keep_fees(registration=registration, places=[place_of(anna, open_event)], by=by)
    page = own_page(anna)
    assert ("cancelled · fee kept" in page, "cancelled · fee refunded" in page) == (True, True)
    for event in (open_event, speed):
        tournament_settings.reinstate_event(event=event, by=by)
    page = own_page(anna)
    assert ("Winter Open confirmed · paid" in page, "Still to pay: €3.00" in page, "fee " in page) == (
        True,
        True,
        False,
    )
    assert mark(desk, speed, anna) == ["Received: €3.00 from Anna."]
    assert receipts() == [("Winter Open", 50_00), ("Speed", 3_00), ("Speed", -3_00), ("Speed", 3_00)]
    assert is_paid_in_the_api(desk, speed, anna) == ([True, True], True)


def test_the_fee_of_an_event_left_after_paying_is_no_part_of_what_is_to_pay(
    desk: Client, open_event: Event, speed: Event, anna: SignUp
) -> None:
    form = {"action": "paid", "place": [place_of(anna, speed)], "method": "cash"}
    desk.post(page_of(open_event), form)
    sign_ups.withdraw_own(token=get_token(anna), events=[speed.pk], identity=VISITOR)

    page = text_of(Client(), f"/signed-up/{get_token(anna)}/")
    assert ("Fee: €50.00" in page, "Paid: €3.00" in page) == (True, False)
    assert "€3.00 to refund" in page
