"""Fees taken with a registration are in the books at once, and refunded or retained after a withdrawal."""

import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from matches.actors import Identity
from matches.models import User
from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, key, payment_context, with_money
from tests.tournaments.registration.registrations import (
    an_open_event,
    forget_announced_fees,
    keys_of,
    open_registration,
    sign_up,
)
from tournaments.finances.models import CashDesk, FundTerms, Receipt
from tournaments.finances.queries import ledger, prizes
from tournaments.finances.queries.prepaid_fees import list_prepaid_fees
from tournaments.finances.services import funds, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.journal.team_facts import PAIRS, EntryType
from tournaments.models import Event
from tournaments.name_lists.details import EntryDetails
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.services import tournament_settings, tournaments
from tournaments.registration.models import Registration, RegistrationEvent, SignUp, SignUpStatus
from tournaments.registration.queries import fees_to_refund
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.queries.sign_up_lists import list_places
from tournaments.registration.services import approval, entering, fee_refunds, paid_marks, sign_ups
from tournaments.registry import finish_steps

pytestmark = pytest.mark.django_db
FEE = 50_00


@pytest.fixture
@replayed
def event() -> Event:
    """An event with an entry fee of 50 whose registration is open."""
    event = an_open_event()
    with_money(event, FundOptions(fee=FEE, template="winner"))
    return event


@pytest.fixture
def by(event: Event) -> User:
    """The director of the event."""
    return director_of(event.tournament.club)


def mark(row: SignUp, by: User, method: str = "cash") -> None:
    """Mark a sign-up as paid by a method, or as not paid ("")."""
    paid_marks.set_paid(registration=Registration.objects.get(), places=keys_of(row), method=method, by=by)


def enter(row: SignUp, by: User) -> None:
    """Enter a sign-up."""
    entering.enter_sign_ups(registration=Registration.objects.get(), places=keys_of(row), by=by)


def withdraw(row: SignUp) -> None:
    """Withdraw a sign-up by its personal link."""
    sign_ups.withdraw_own(token=get_token(row), events=None, identity=Identity(user=None, device="a phone"))


def refund(row: SignUp, by: User, method: str = "cash") -> None:
    """Refund the fee of a sign-up."""
    fee_refunds.refund_fees(
        registration=Registration.objects.get(), places=keys_of(row), method=method, by=by
    )


def receipts() -> list[tuple[str, str, int]]:
    """Payer, method and amount of each receipt."""
    return [
        (ledger.get_name_on_receipt(receipt), receipt.method, ledger.sum_receipt(receipt))
        for receipt in Receipt.objects.order_by("number")
    ]


def cash_in_drawer() -> int:
    """The cash that is expected in the only drawer."""
    (drawer,) = ledger.list_cash_accounts(CashDesk.objects.get())
    return drawer.expected


def prepaid(event: Event) -> list[tuple[str, int, str]]:
    """Name, amount and status of the fees prepaid for registrations."""
    return [(fee.name, fee.amount, fee.status) for fee in list_prepaid_fees(event)]


def finance_page(event: Event, name: str = "") -> str:
    """The path of a page of the finances."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/money/{name}"


def registrations(event: Event) -> str:
    """The path of the registrations at the desk."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/registration/"


def own_status(row: SignUp) -> str:
    """The status on the page of the personal link."""
    page = Client().get(f"/signed-up/{get_token(row)}/").text
    return " ".join(page.partition('<span class="badge">')[2].partition("</span>")[0].split())


def read(client: Client, path: str) -> str:
    """The text of a page, with single spaces."""
    return " ".join(client.get(path).text.split())


def read_section(client: Client, path: str) -> str:
    """The text of the section about fees and prizes on the page of a tournament, without its heading."""
    section = client.get(path).text.partition('id="fees-name"')[2].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", section.partition("</h2>")[2]).split())


def test_a_fee_is_in_the_books_from_the_moment_it_is_marked_as_paid_and_once_after_entering(
    event: Event, by: User
) -> None:
    row = sign_up(event, "Anna")
    mark(row, by)
    assert receipts() == [("Anna", "cash", FEE)]
    assert (prepaid(event), cash_in_drawer()) == ([("Anna", FEE, "to_enter")], FEE)
    assert [sheet.fund.pot for sheet in prizes.list_prizes(event)] == [0]
    page = read(signed_in(by), finance_page(event))
    assert "No money has changed hands yet" not in page
    assert "from €50.00 paid in" in page
    assert "Paid at registration, not entered" in page
    assert "€50.00 of what was paid in is from registrations not entered" in page
    assert "A fee counts in the prize pool once the player is entered." in page

    enter(row, by)
    mark(row, by)
    assert receipts() == [("Anna", "cash", FEE)]
    assert (prepaid(event), cash_in_drawer()) == ([], FEE)
    assert (account(event, "Anna").paid, account(event, "Anna").owes) == (FEE, 0)
    assert [sheet.fund.pot for sheet in prizes.list_prizes(event)] == [FEE]
    assert "from €50.00 paid in" in read(signed_in(by), finance_page(event))


def test_a_fee_marked_as_not_paid_was_never_taken(event: Event, by: User) -> None:
    row = sign_up(event, "Anna")
    mark(row, by)
    mark(row, by, "")
    assert (receipts(), prepaid(event)) == ([("Anna", "cash", FEE), ("Anna", "cash", -FEE)], [])
    mark(row, by, "voucher")
    enter(row, by)
    assert receipts()[2:] == [("Anna", "voucher", FEE)]
    assert (account(event, "Anna").paid, cash_in_drawer()) == (FEE, 0)


def _decline(row: SignUp, by: User) -> None:
    registration = Registration.objects.get()
    approval.change_status(registration=registration, places=keys_of(row), action="decline", by=by)


@pytest.mark.parametrize("leave", [lambda row, _by: withdraw(row), _decline])
def test_the_fee_of_a_registration_that_has_ended_is_to_refund_until_it_is_refunded(
    event: Event, by: User, leave: Callable[[SignUp, User], None]
) -> None:
    row, director = sign_up(event, "Anna"), signed_in(by)
    mark(row, by, "transfer")
    leave(row, by)
    assert prepaid(event) == [("Anna", FEE, "to_refund")]
    assert "To refund: €50.00" in read(director, registrations(event))
    assert "€50.00 to refund" in read(director, finance_page(event))
    assert "Anna" in read(director, f"{registrations(event)}?status=refund")
    accounts = director.get(finance_page(event, "files/accounts.csv")).text
    assert ",Anna,entry fees,0.00,50.00,0.00,50.00" in accounts

    shown = {"action": "refund", "place": keys_of(row)}
    assert director.post(registrations(event), shown).status_code == 400
    assert director.post(registrations(event), {**shown, "method": "cash"}).status_code == 303
    assert receipts() == [("Anna", "transfer", FEE), ("Anna", "cash", -FEE)]
    assert (prepaid(event), cash_in_drawer()) == ([], -FEE)
    assert "To refund" not in read(director, registrations(event))
    assert "to refund" not in read(director, finance_page(event))
    assert director.post(registrations(event), {**shown, "method": "cash"}).status_code == 409


def test_what_was_paid_and_what_is_to_refund_are_two_lists_and_a_raised_fee_is_named_with_its_rest(
    event: Event, by: User
) -> None:
    anna, bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    mark(anna, by)
    mark(bruno, by)
    withdraw(bruno)
    forget_announced_fees()
    funds.set_fees(event=event, options=FundOptions(fee=FEE + 2_50, template="winner"), by=by, key=key())
    director = signed_in(by)
    section = (
        director.get(finance_page(event)).text.partition('id="prepaid-fees"')[2].partition("</section>")[0]
    )
    text = " ".join(re.sub(r"<[^>]*>", " ", section).split())
    assert text.partition(" A fee counts")[0] == (
        "data-live> Paid at registration, not entered · €50.00 to refund Anna No. 1 €2.50 to pay · €50.00 "
        "To refund: the registration has ended Bruno No. 2 €50.00"
    )
    csv = director.get(finance_page(event, "files/accounts.csv")).text
    assert (
        ",Anna,entry fees,52.50,50.00,2.50,0.00" in csv,
        ",Bruno,entry fees,0.00,50.00,0.00,50.00" in csv,
    ) == (True, True)


def test_the_tournament_page_names_the_late_fee_and_what_waits_for_the_entries_as_the_finances_do(
    event: Event, by: User
) -> None:
    FundTerms.objects.update(is_shown=True)
    path = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/"
    row = sign_up(event, "Anna")
    mark(row, by)
    assert read_section(Client(), path) == (
        "Winter Open entry fees: €50.00 Prize pool so far: €0.00 "
        "€50.00 paid at registration counts once the players are entered."
    )
    open_registration(event, late_fee=Decimal(4), late_from=timezone.localdate())
    enter(row, by)
    assert read_section(Client(), path) == (
        "Winter Open entry fees: €50.00 + late fee €4.00 Prize pool so far: €50.00"
    )


def test_a_fee_can_be_retained_after_a_withdrawal_and_counts_again_after_the_return(
    event: Event, by: User
) -> None:
    row, registration = sign_up(event, "Anna"), Registration.objects.get()
    mark(row, by)
    with pytest.raises(Refusal, match="no_fee_to_refund"):
        fee_refunds.keep_fees(registration=registration, places=keys_of(row), by=by)
    withdraw(row)
    fee_refunds.keep_fees(registration=registration, places=keys_of(row), by=by)
    assert (prepaid(event), cash_in_drawer()) == ([("Anna", FEE, "retained")], FEE)
    assert "To refund" not in read(signed_in(by), registrations(event))
    with pytest.raises(Refusal, match="no_fee_to_refund"):
        fee_refunds.keep_fees(registration=registration, places=keys_of(row), by=by)

    approval.change_status(registration=registration, places=keys_of(row), action="approve", by=by)
    assert prepaid(event) == [("Anna", FEE, "to_enter")]
    enter(row, by)
    assert (receipts(), account(event, "Anna").owes) == ([("Anna", "cash", FEE)], 0)


def test_a_retained_fee_is_refunded_from_the_list_of_registrations(event: Event, by: User) -> None:
    row, director = sign_up(event, "Anna"), signed_in(by)
    mark(row, by, "transfer")
    withdraw(row)
    assert director.post(registrations(event), {"action": "keep", "place": keys_of(row)}).status_code == 303
    assert own_status(row) == "withdrawn · fee kept"
    page = read(director, registrations(event))
    shown = [text for text in ("fee kept (€50.00)", "Refund fee", "Keep fee") if text in page]
    assert shown == ["fee kept (€50.00)", "Refund fee"]
    assert "A fee that was kept can still be refunded" in read(director, finance_page(event))
    assert ">Anna<" in read(director, f"{registrations(event)}?status=retained")
    # No fee waits for an entry, so no text is about the prize pool.
    assert "once the player is entered" not in read(director, finance_page(event))

    form = {"action": "refund", "place": keys_of(row), "method": "cash"}
    assert director.post(registrations(event), form).status_code == 303
    assert receipts() == [("Anna", "transfer", FEE), ("Anna", "cash", -FEE)]
    assert (prepaid(event), cash_in_drawer(), own_status(row)) == ([], -FEE, "withdrawn · fee refunded")
    assert "Refund fee" not in read(director, registrations(event))


def test_a_retained_fee_is_refunded_in_the_api(event: Event, by: User) -> None:
    row, director = sign_up(event, "Anna"), signed_in(by)
    mark(row, by)
    withdraw(row)
    tournament = event.tournament
    act = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/registration/act/"
    for body in ({"action": "keep"}, {"action": "refund", "method": "cash"}):
        answer = director.post(act, {**body, "places": keys_of(row)}, content_type="application/json")
        assert (answer.status_code, answer.json()) == (200, {"changed": 1})
    (place,) = Client().get(f"/api/v1/sign-ups/{get_token(row)}/").json()["places"]
    assert (place["is_paid"], place["fee_outcome"], prepaid(event)) == (False, "refunded", [])


def test_a_refunded_registration_that_comes_back_has_to_pay_again(event: Event, by: User) -> None:
    row, registration = sign_up(event, "Anna"), Registration.objects.get()
    mark(row, by)
    withdraw(row)
    refund(row, by)
    approval.change_status(registration=registration, places=keys_of(row), action="approve", by=by)
    assert row.places.get().paid_at is None
    mark(row, by)
    enter(row, by)
    assert [amount for _name, _method, amount in receipts()] == [FEE, -FEE, FEE]
    assert account(event, "Anna").owes == 0


def test_an_entry_that_is_undone_leaves_the_fee_with_the_registration(event: Event, by: User) -> None:
    row = sign_up(event, "Anna")
    mark(row, by)
    enter(row, by)
    event.refresh_from_db()
    journal.undo(event=event, command=event.journal.get(kind="entered").command, by=by)
    assert (receipts(), prepaid(event)) == ([("Anna", "cash", FEE)], [("Anna", FEE, "to_enter")])
    journal.redo(event=event, by=by)
    assert (receipts(), prepaid(event)) == ([("Anna", "cash", FEE)], [])
    assert account(event, "Anna").paid == FEE


def test_the_fee_is_the_players_whom_the_desk_enters_by_name(event: Event, by: User) -> None:
    mark(sign_up(event, "Anna"), by)
    persons = entries.get_or_create_persons(event=event, people=[("Anna", EntryDetails())], by=by)
    entries.enter_players(event=event, players=persons, by=by, key=key())
    assert (account(event, "Anna").paid, prepaid(event), len(receipts())) == (FEE, [], 1)


def test_a_receipt_voided_at_the_cash_desk_is_not_prepaid_any_more(event: Event, by: User) -> None:
    row = sign_up(event, "Anna")
    mark(row, by)
    payments.reverse_receipt(event=event, number=1, note="", by=by, key=key())
    withdraw(row)
    assert (prepaid(event), cash_in_drawer()) == ([], 0)
    assert "To refund" not in read(signed_in(by), registrations(event))


def test_the_fee_of_a_pair_is_prepaid_under_both_names(by: User, event: Event) -> None:
    doubles = tournaments.add_event(
        tournament=event.tournament,
        name="Pairs",
        length=5,
        consolation_length=3,
        by=by,
        entry_type=EntryType(PAIRS, 1),
    )
    RegistrationEvent.objects.create(registration=Registration.objects.get(), event=doubles)
    with_money(doubles, FundOptions(fee=80_00, template="winner"))
    row = sign_up(doubles, "Anna", choice={"partner": "Bruno"})
    mark(row, by)
    assert prepaid(doubles) == [("Anna / Bruno", 80_00, "to_enter")]
    enter(row, by)
    assert (receipts(), prepaid(doubles)) == ([("Anna / Bruno", "cash", 80_00)], [])


def test_each_event_of_a_registration_holds_its_own_fee(by: User, event: Event) -> None:
    second = tournaments.add_event(
        tournament=event.tournament, name="Second", length=5, consolation_length=3, by=by
    )
    registration = Registration.objects.get()
    RegistrationEvent.objects.create(registration=registration, event=second)
    with_money(second, FundOptions(fee=20_00, template="winner"))
    row = sign_ups.sign_up(
        registration=registration,
        details=sign_ups.SignUpDetails(name="Anna"),
        choices=[sign_ups.EventChoice(event=one.pk) for one in (event, second)],
        identity=Identity(user=None, device="a phone"),
    )
    mark(row, by)
    sign_ups.withdraw_own(
        token=get_token(row), events=[second.pk], identity=Identity(user=None, device="a phone")
    )
    assert (prepaid(event), prepaid(second)) == ([("Anna", FEE, "to_enter")], [("Anna", 20_00, "to_refund")])
    place = row.places.get(event__event=second)
    fee_refunds.refund_fees(registration=registration, places=[place.pk], method="cash", by=by)
    is_first_paid = row.places.get(event__event=event).paid_at is not None
    assert (is_first_paid, prepaid(event), prepaid(second), cash_in_drawer()) == (
        True,
        [("Anna", FEE, "to_enter")],
        [],
        FEE,
    )


def test_fees_of_a_cancelled_event_are_to_refund(event: Event, by: User) -> None:
    mark(sign_up(event, "Anna"), by)
    tournament_settings.cancel_event(event=event, by=by, reason="")
    assert prepaid(Event.objects.get(pk=event.pk)) == [("Anna", FEE, "to_refund")]


def test_without_a_cash_desk_the_mark_alone_says_what_is_to_refund() -> None:
    event = an_open_event()
    RegistrationEvent.objects.update(fee=Decimal(40))
    by, row = director_of(event.tournament.club), sign_up(event, "Anna")
    mark(row, by)
    withdraw(row)
    director = signed_in(by)
    assert "To refund: €40.00" in read(director, registrations(event))
    refund(row, by)
    assert "To refund" not in read(director, registrations(event))


def test_a_registration_withdrawn_before_the_rest_was_paid_is_not_to_refund(by: User, event: Event) -> None:
    RegistrationEvent.objects.update(fee=Decimal(50))
    row = sign_up(event, "Anna")
    withdraw(row)
    with pytest.raises(Refusal, match="sign_up_not_active"):
        mark(row, by)
    assert "To refund" not in read(signed_in(by), registrations(event))
    assert row.places.get().status == SignUpStatus.WITHDRAWN


def test_the_desk_is_reminded_to_refund_before_the_event_is_closed(event: Event, by: User) -> None:
    row = sign_up(event, "Anna")
    mark(row, by)
    withdraw(row)
    texts = [step.text for steps in finish_steps(event, by) for step in steps]
    assert "Refund the fees of registrations that have ended: €50.00" in texts


def test_a_refund_voided_at_the_cash_desk_is_to_refund_again_and_takes_no_payment_back(
    event: Event, by: User
) -> None:
    row, other = sign_up(event, "Anna"), sign_up(event, "Bruno")
    mark(row, by)
    withdraw(row)
    refund(row, by)
    payments.reverse_receipt(event=event, number=2, note="", by=by, key=key())
    mark(other, by)

    assert cash_in_drawer() == 2 * FEE
    assert prepaid(event) == [("Anna", FEE, "to_refund"), ("Bruno", FEE, "to_enter")]
    assert "€50.00 to refund" in read(signed_in(by), registrations(event))
    refund(row, by)
    assert cash_in_drawer() == FEE


def test_the_refund_of_a_registration_that_has_come_back_is_not_voided(event: Event, by: User) -> None:
    row = sign_up(event, "Anna")
    mark(row, by)
    withdraw(row)
    refund(row, by)
    approval.change_status(
        registration=Registration.objects.get(), places=keys_of(row), action="approve", by=by
    )

    with pytest.raises(Refusal, match="refund_stays"):
        payments.reverse_receipt(event=event, number=2, note="", by=by, key=key())
    assert (cash_in_drawer(), prepaid(event)) == (0, [])


def test_the_personal_link_of_a_refunded_person_does_not_say_paid(event: Event, by: User) -> None:
    row = sign_up(event, "Anna")
    assert own_status(row) == "confirmed"
    mark(row, by)
    assert own_status(row) == "confirmed · paid"
    withdraw(row)
    refund(row, by)
    assert own_status(row) == "withdrawn · fee refunded"
    assert Client().get(f"/api/v1/sign-ups/{get_token(row)}/").json()["is_paid"] is False


def test_the_personal_link_of_an_entry_refunded_at_the_cash_desk_does_not_say_paid(
    event: Event, by: User
) -> None:
    row = sign_up(event, "Anna")
    mark(row, by)
    enter(row, by)
    assert own_status(row) == "entered · paid"
    entries.withdraw(entry=event.entries.get(), by=by)
    player = account(event, "Anna").player
    payments.refund_player(event=event, player=player, fund=0, amount=FEE, context=payment_context(event))
    assert own_status(row) == "withdrawn · fee refunded"
    assert Client().get(f"/api/v1/sign-ups/{get_token(row)}/").json()["is_paid"] is False
    director = signed_in(by)
    assert ">Anna<" not in read(director, f"{registrations(event)}?status=paid")
    assert ">paid<" not in read(director, entries_page(event))


@pytest.mark.parametrize("is_entered", [False, True])
def test_a_receipt_voided_at_the_cash_desk_makes_the_registration_unpaid_again(
    event: Event, by: User, is_entered: bool
) -> None:
    row = sign_up(event, "Anna")
    mark(row, by)
    if is_entered:
        enter(row, by)
    payments.reverse_receipt(event=event, number=1, note="", by=by, key=key())
    assert own_status(row) == ("entered" if is_entered else "confirmed")
    assert "€50.00 to pay" in read(signed_in(by), registrations(event))
    mark(row, by)
    assert [amount for _name, _method, amount in receipts()] == [FEE, -FEE, FEE]
    assert own_status(row) == ("entered · paid" if is_entered else "confirmed · paid")


def test_a_fee_raised_after_the_payment_is_due_on_every_page_and_collected_at_the_cash_desk(
    event: Event, by: User
) -> None:
    row = sign_up(event, "Anna")
    mark(row, by)
    enter(row, by)
    forget_announced_fees()
    funds.set_fees(event=event, options=FundOptions(fee=FEE + 10_00, template="winner"), by=by, key=key())
    assert account(event, "Anna").owes == 10_00
    assert own_status(row) == "entered · €10.00 to pay"
    assert "Still to pay: €10.00" in read(Client(), f"/signed-up/{get_token(row)}/")
    director = signed_in(by)
    assert "€10.00 to pay" in read(director, registrations(event))
    assert ">€10.00 to pay<" in read(director, entries_page(event))
    form = {"action": "paid", "place": keys_of(row), "method": "cash"}
    refused = director.post(registrations(event), form)
    assert refused.status_code == 409
    assert "Anna is marked as paid for Winter Open and owes more since." in refused.text


def entries_page(event: Event) -> str:
    """The path of the desk of an event."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/"


@pytest.mark.parametrize("has_cash_desk", [True, False])
def test_who_has_paid_and_was_left_out_of_the_draw_is_to_refund_or_to_keep_until_entered_late(
    has_cash_desk: bool,
) -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    RegistrationEvent.objects.update(fee=Decimal(50))
    if has_cash_desk:
        with_money(event, FundOptions(fee=FEE, template="winner"))
    rows = [sign_up(event, name) for name in ("Dario", "Elena", "Fabio")]
    for row in rows:
        mark(row, by)
    entries.enter_names(event=event, names="Anna\nBruno\nCarla", by=by, key="names")
    registration = Registration.objects.get()
    assert fees_to_refund.sum_fees_to_refund(registration) == 0
    event.refresh_from_db()
    draws.draw(event=event, by=by, leaves_out_sign_ups=True)
    draws.publish(event=event, by=by)
    assert fees_to_refund.sum_fees_to_refund(registration) == 150
    assert names_to_refund(event, by) == ["Dario", "Elena", "Fabio"]
    if has_cash_desk:
        statuses = [fee.status for fee in list_prepaid_fees(event)]
        assert statuses == ["to_refund"] * 3
    refund(rows[0], by)
    fee_refunds.keep_fees(registration=registration, places=keys_of(rows[1]), by=by)
    assert names_to_refund(event, by) == ["Fabio"]
    assert [place.fee_outcome for place in list_places(registration)] == ["fee refunded", "fee kept", ""]
    enter(rows[2], by)
    assert names_to_refund(event, by) == []
    if has_cash_desk:
        assert (account(event, "Fabio").owes, account(event, "Fabio").paid) == (0, FEE)


def names_to_refund(event: Event, by: User) -> list[str]:
    """The names on the list of the registrations with a fee to refund."""
    path = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/registration/?status=refund"
    return re.findall(r"<strong>(\w+)</strong>", signed_in(by).get(path).text)
