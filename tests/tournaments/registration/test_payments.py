"""Fees of sign-ups marked as paid are recorded at the cash desk once, and reversed with the mark."""

import csv
import io
import re
from datetime import date
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from time_machine import TimeMachineFixture

from matches.models import Player
from rules.errors import Refusal
from tests.tournaments.checker.forged_money import find_codes
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, key, payment_context, with_money
from tests.tournaments.registration.registrations import (
    add_way,
    an_open_event,
    forget_announced_fees,
    keys_of,
    open_registration,
    sign_up,
)
from tournaments.finances.models import Charge, Receipt
from tournaments.finances.services import charges, funds, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.journal.team_facts import PAIRS, TEAMS
from tournaments.models import Event, PaymentMethod, Tournament
from tournaments.name_lists.details import EntryDetails
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.services.currency import change_currency
from tournaments.registration.models import Registration, RegistrationEvent, SignUp
from tournaments.registration.queries import places_left, sign_up_fees, sign_up_lists
from tournaments.registration.queries.event_fees import EventFee
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.services import entering, paid_marks, registration_settings
from tournaments.registration.services.registration_settings import EventOptions, RegistrationOptions

pytestmark = pytest.mark.django_db
FEE, IBAN = 50_00, "IT60X0542811101000000123456"


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """An event with an entry fee of 50 since 20 November 2026 whose registration is open."""
    time_machine.move_to("2026-11-20T10:00Z")
    event = an_open_event()
    with_money(event, FundOptions(fee=FEE, template="winner"))
    return event


def mark(event: Event, row: SignUp, *, method: str = "transfer") -> None:
    """Mark a sign-up as paid by a method, or as not paid ("")."""
    registration, by = Registration.objects.get(), director_of(event.tournament.club)
    paid_marks.set_paid(registration=registration, places=keys_of(row), method=method, by=by)


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


def test_the_checker_agrees_with_the_money_file_before_and_after_a_paid_sign_up_is_entered(
    event: Event,
) -> None:
    row, waits = sign_up(event, "Anna"), sign_up(event, "Bruno")
    mark(event, row)
    mark(event, waits)
    assert find_codes(event) == set()
    enter(event, row)
    assert find_codes(event) == set()


def test_a_paid_sign_up_gets_one_receipt_whether_it_is_entered_or_not(event: Event) -> None:
    row = sign_up(event, "Anna")
    mark(event, row)
    assert receipts() == [("transfer", FEE)]
    enter(event, row)

    assert receipts() == [("transfer", FEE)]
    assert (account(event, "Anna").owes, Receipt.objects.get().note) == (0, row.reference)
    mark(event, row)
    assert receipts() == [("transfer", FEE)]


@pytest.mark.parametrize("method", PaymentMethod.values)
def test_the_receipt_of_a_paid_sign_up_has_the_method_that_was_chosen(event: Event, method: str) -> None:
    row = sign_up(event, "Anna")
    enter(event, row)
    director = signed_in(director_of(event.tournament.club))
    tournament = event.tournament
    desk = reverse("registration", args=[tournament.club.slug, tournament.slug])
    form = {"action": "paid", "place": keys_of(row)}
    unanswered = director.post(desk, form)
    assert (unanswered.status_code, receipts()) == (400, [])
    assert "Choose how the fee was paid." in unanswered.text
    assert re.search(rf'value="{keys_of(row)[0]}"\s+checked>', unanswered.text)

    assert director.post(desk, {**form, "method": method}).status_code == 303
    assert receipts() == [(method, FEE)]


def test_an_entered_sign_up_gets_a_receipt_once_marked_and_a_reversal_once_unmarked(event: Event) -> None:
    row = sign_up(event, "Anna")
    enter(event, row)
    mark(event, row)
    mark(event, row, method="")
    assert (receipts(), account(event, "Anna").owes) == ([("transfer", FEE), ("transfer", -FEE)], FEE)

    mark(event, row)
    assert (len(receipts()), account(event, "Anna").owes) == (3, 0)


def test_a_fee_taken_at_the_cash_desk_is_not_taken_again(event: Event) -> None:
    by = director_of(event.tournament.club)
    persons = entries.get_or_create_persons(event=event, people=[("Anna", EntryDetails())], by=by)
    entries.enter_players(event=event, players=persons, by=by, key=key())
    anna = Player.objects.get(entries__event=event)
    payments.take_payment(event=event, player=anna, amount=FEE, context=payment_context(event))
    row = sign_up(event, "Anna")
    mark(event, row)
    assert receipts() == [("cash", FEE)]
    with pytest.raises(Refusal, match="nothing_to_enter"):
        enter(event, row)


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


def test_undo_and_redo_of_the_entry_leave_the_receipt(event: Event) -> None:
    row, by = sign_up(event, "Anna"), director_of(event.tournament.club)
    mark(event, row)
    enter(event, row)
    event.refresh_from_db()
    journal.undo(event=event, command=event.journal.get(kind="entered").command, by=by)
    assert [amount for _method, amount in receipts()] == [FEE]

    journal.redo(event=event, by=by)
    assert ([amount for _method, amount in receipts()], account(event, "Anna").owes) == ([FEE], 0)


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


def test_no_more_is_taken_than_the_fee_that_was_announced_when_it_was_paid() -> None:
    event = an_open_event()
    RegistrationEvent.objects.filter(event=event).update(fee=Decimal("40.00"))
    row = sign_up(event, "Anna")
    mark(event, row)
    forget_announced_fees()
    with_money(event, FundOptions(fee=FEE, template="winner"))
    enter(event, row)

    assert (receipts(), account(event, "Anna").owes) == ([("transfer", 40_00)], 10_00)


def test_without_fees_only_the_mark_is_stored() -> None:
    event = an_open_event()
    row = sign_up(event, "Anna")
    enter(event, row)
    mark(event, row)

    assert (row.places.get().paid_at is not None, receipts()) == (True, [])


def test_the_late_fee_is_due_from_its_day_on_from_those_who_have_not_paid(
    event: Event, time_machine: TimeMachineFixture
) -> None:
    registration = open_registration(event, late_fee=Decimal(10), late_from=date(2026, 12, 1))
    time_machine.move_to("2026-11-30T20:00Z", tick=False)
    anna, bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    mark(event, anna)
    assert fees(anna, bruno) == [50, 50]
    assert "fee €50.00" in (page := Client().get(sign_up_page(event)).text)
    assert "Late fee: €10.00 per event if not paid before Tuesday 1 December 2026." in page

    time_machine.move_to("2026-11-30T23:30Z", tick=False)
    mark(event, bruno)
    assert fees(anna, bruno) == [50, 60]
    page = " ".join(Client().get(sign_up_page(event)).text.split())
    assert "fee €60.00 (late fee of €10.00 included)" in page
    assert "Late fee: €10.00 per event since Tuesday 1 December 2026." in page
    for row in (anna, bruno):
        enter(event, row)
    assert [payment.fee for payment in sign_up_fees.list_paid_sign_ups(event)] == [50, 60]
    assert receipts() == [("transfer", 50_00), ("transfer", 60_00)]
    assert registration.late_fee == 10


@pytest.mark.parametrize(("takes", "text"), [(PAIRS, "fee €50.00 per pair"), (TEAMS, "fee €50.00 per team")])
def test_the_fee_of_doubles_and_teams_says_that_it_is_of_the_pair_or_team(takes: str, text: str) -> None:
    event = an_open_event(takes=takes)
    open_registration(event)
    RegistrationEvent.objects.filter(event=event).update(fee=50)

    assert text in " ".join(Client().get(sign_up_page(event)).text.split())


def test_a_late_fee_that_was_paid_with_the_sign_up_is_on_its_receipt(
    event: Event, time_machine: TimeMachineFixture
) -> None:
    by = director_of(event.tournament.club)
    open_registration(event, late_fee=Decimal("12.50"), late_from=date(2026, 12, 1))
    RegistrationEvent.objects.update(fee=Decimal(50))
    time_machine.move_to("2026-12-01T10:00Z", tick=False)
    anna, bruno, carla = (sign_up(event, name) for name in ("Anna", "Bruno", "Carla"))
    for row in (anna, bruno, carla):
        enter(event, row)
    player = account(event, "Bruno").player
    charges.set_own_fee(event=event, player=player, amount=20_00, note="junior", by=by, key=key())
    mark(event, anna)
    mark(event, bruno)

    assert receipts() == [("transfer", 62_50), ("transfer", 20_00)]
    assert get_open_fees(event) == {"Anna": 0, "Bruno": 0, "Carla": 62_50}
    mark(event, anna, method="")
    mark(event, anna)
    assert [amount for _method, amount in receipts()] == [62_50, 20_00, -62_50, 62_50]
    assert get_open_fees(event) == {"Anna": 0, "Bruno": 0, "Carla": 62_50}


def fees(*rows: SignUp) -> list[Decimal]:
    """The fee of each sign-up, due or paid."""
    places = [place for row in rows for place in sign_up_lists.list_places_of(row)]
    return [place.fee_due or place.row.paid_fee or Decimal(0) for place in places]


def sign_up_page(event: Event) -> str:
    """The path of the page to sign up."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/sign-up/"


def test_the_fee_of_the_registration_is_proposed_when_fees_are_turned_on() -> None:
    event = an_open_event()
    director = signed_in(director_of(event.tournament.club))
    money = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/money/"
    assert 'value="32.50"' not in director.get(money).text
    RegistrationEvent.objects.update(fee=Decimal("32.50"))
    assert re.search(r'name="fee" value="32.50"', director.get(money).text)


def test_the_late_fee_is_due_from_its_day_on_until_an_individual_fee_replaces_it(
    event: Event, time_machine: TimeMachineFixture
) -> None:
    by = director_of(event.tournament.club)
    open_registration(event, late_fee=Decimal("12.50"), late_from=date(2026, 12, 1))
    RegistrationEvent.objects.update(fee=Decimal(50))
    for name in ("Anna", "Bruno", "Carla"):
        enter(event, sign_up(event, name))
    anna, bruno, carla = (account(event, name).player for name in ("Anna", "Bruno", "Carla"))
    payments.take_payment(event=event, player=anna, amount=FEE, context=payment_context(event))
    charges.set_own_fee(event=event, player=carla, amount=20_00, note="junior", by=by, key=key())
    director = signed_in(by)

    time_machine.move_to("2026-11-30T20:00Z", tick=False)
    assert "late fee" not in director.get(money_page(event)).text
    assert get_open_fees(event) == {"Anna": 0, "Bruno": FEE, "Carla": 20_00}

    time_machine.move_to("2026-12-01T10:00Z", tick=False)
    assert "€12.50 of this is late fee, of 1 player." in director.get(money_page(event)).text
    assert get_open_fees(event) == {"Anna": 0, "Bruno": 62_50, "Carla": 20_00}
    charges.set_own_fee(event=event, player=bruno, amount=62_50, note="as it is", by=by, key=key())
    assert get_open_fees(event) == {"Anna": 0, "Bruno": 62_50, "Carla": 20_00}
    charges.set_own_fee(event=event, player=bruno, amount=FEE, note="late fee waived", by=by, key=key())
    assert "late fee, of" not in director.get(money_page(event)).text
    assert get_open_fees(event) == {"Anna": 0, "Bruno": FEE, "Carla": 20_00}
    charged = Charge.objects.filter(player=bruno).values_list("amount", "note")
    assert list(charged) == [(62_50, "as it is"), (FEE, "late fee waived")]


def get_open_fees(event: Event) -> dict[str, int]:
    """What each of the three players still owes."""
    return {name: account(event, name).owes for name in ("Anna", "Bruno", "Carla")}


def money_page(event: Event) -> str:
    """The path of the page of the finances of an event."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/money/"


def api_page(event: Event) -> str:
    """The path of the registration in the API."""
    return f"/api/v1/clubs/{event.tournament.club.slug}/tournaments/{event.tournament.slug}/registration/"


def settings_page(event: Event) -> str:
    """The path of the settings of the registration."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/registration/settings/"


def test_the_registration_states_its_fees_in_the_currency_of_the_cash_desk(event: Event) -> None:
    open_registration(event, late_fee=Decimal(10), late_from=date(2026, 12, 12))
    add_way(event.tournament, "sepa", holder="Club", account=IBAN)
    row = sign_up(event, "Anna")
    own_page = f"/signed-up/{get_token(row)}/"
    assert "Scan with a banking app" in Client().get(own_page).text
    by = director_of(event.tournament.club)
    options = FundOptions(fee=FEE, template="winner")
    funds.set_fees(event=event, options=options, by=by, key=key(), currency="GBP")

    page = Client().get(sign_up_page(event)).text
    assert "fee £50.00" in page
    assert "Late fee: £10.00 per event" in page
    page = Client().get(own_page).text
    assert "Fee: £50.00" in page
    assert "Scan with a banking app" not in page
    assert '<option value="GBP" selected>' in signed_in(by).get(settings_page(event)).text
    assert Client().get(api_page(event)).json()["currency"] == "GBP"


def test_the_currency_of_the_registration_changes_the_cash_desk_until_money_is_taken() -> None:
    event = an_open_event(currency="GBP")
    director = signed_in(director_of(event.tournament.club))
    assert '<option value="GBP" selected>' in director.get(money_page(event)).text
    with_money(event, FundOptions(fee=FEE, template="winner"), currency="GBP")
    open_registration(event, currency="CHF")
    assert Tournament.objects.get().currency == "CHF"

    enter(event, sign_up(event, "Anna"))
    anna = account(event, "Anna").player
    payments.take_payment(event=event, player=anna, amount=FEE, context=payment_context(event))
    with pytest.raises(Refusal) as refused:
        open_registration(event, currency="EUR")
    assert refused.value.code == "currency_moved"
    assert Tournament.objects.get().currency == "CHF"


def test_a_registration_opened_later_takes_over_the_currency_of_the_cash_desk(event: Event) -> None:
    Registration.objects.all().delete()
    by = director_of(event.tournament.club)
    change_currency(tournament=event.tournament, currency="USD", by=by)
    assert '<option value="USD" selected>' in signed_in(by).get(settings_page(event)).text
    assert open_registration(event).tournament.currency == "USD"


def test_the_currency_stays_once_a_sign_up_is_marked_as_paid() -> None:
    event = an_open_event()
    mark(event, sign_up(event, "Anna"))
    with pytest.raises(Refusal) as refused:
        open_registration(event, currency="GBP")
    assert refused.value.code == "registration_currency_stays"
    with pytest.raises(Refusal) as refused:
        with_money(event, currency="GBP")
    assert refused.value.code == "registration_currency_stays"


def test_the_settings_show_why_the_currency_stays_and_keep_it(event: Event) -> None:
    director = signed_in(director_of(event.tournament.club))
    select = '<select name="currency"'
    assert "disabled" not in director.get(settings_page(event)).text.split(select)[1].split(">")[0]
    change_currency(tournament=event.tournament, currency="GBP", by=director_of(event.tournament.club))
    mark(event, sign_up(event, "Anna"))

    reason = "The currency cannot change from GBP: money has already been taken or counted in it."
    for address in (settings_page(event), f"{money_page(event)}terms/"):
        page = director.get(address, HTTP_ACCEPT_LANGUAGE="en").text
        assert "disabled" in page.split(select)[1].split(">")[0]
        assert reason in page

    # A browser does not send the disabled field.
    settings = {"approval": "auto", "keep_days": "30", f"event-{event.pk}-capacity": "45"}
    assert director.post(settings_page(event), settings).status_code == 303
    assert director.post(settings_page(event), {**settings, "currency": "CHF"}).status_code == 303
    assert Tournament.objects.get().currency == "GBP"
    assert RegistrationEvent.objects.get().capacity == 45


def test_the_api_refuses_another_currency_once_a_sign_up_is_marked_as_paid(event: Event) -> None:
    director = signed_in(director_of(event.tournament.club))
    mark(event, sign_up(event, "Anna"))
    settings = {"currency": "CHF", "approval": "auto", "keep_days": 30}
    answer = director.put(api_page(event), settings, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "currency_moved")
    unchanged = director.put(
        api_page(event), {**settings, "currency": "EUR"}, content_type="application/json"
    )
    assert (unchanged.status_code, unchanged.json()["currency"]) == (200, "EUR")


def test_fees_are_whole_amounts_in_a_currency_without_decimals() -> None:
    event = an_open_event()
    late_from = date(2026, 12, 12)
    with pytest.raises(Refusal) as refused:
        open_registration(event, currency="JPY", late_fee=Decimal("0.50"), late_from=late_from)
    assert refused.value.code == "fee_not_whole"
    open_registration(event, late_fee=Decimal("0.40"), late_from=late_from)
    RegistrationEvent.objects.update(fee=Decimal("32.60"))
    change_currency(tournament=event.tournament, currency="JPY", by=director_of(event.tournament.club))
    registration = Registration.objects.get()
    assert (registration.late_fee, registration.events.get().fee) == (1, 33)
    assert "fee ¥33" in Client().get(sign_up_page(event)).text


def test_a_fee_paid_at_the_cash_desk_is_paid_in_the_registration(event: Event) -> None:
    RegistrationEvent.objects.update(fee=Decimal(50))
    anna, bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    enter(event, anna)
    enter(event, bruno)
    director = signed_in(director_of(event.tournament.club))
    pages = settings_page(event).removesuffix("settings/")
    own_page = f"/signed-up/{get_token(anna)}/"
    assert "Fee: €50.00" in Client().get(own_page).text
    assert "No registrations." in director.get(f"{pages}?status=paid").text
    payments.take_payment(
        event=event, player=account(event, "Anna").player, amount=FEE, context=payment_context(event)
    )

    page = Client().get(own_page).text
    assert "Fee: €50.00" not in page
    assert re.search(r'<span class="badge">\s+entered\s+· paid\s+</span>', page)
    assert Client().get(f"/api/v1/sign-ups/{get_token(anna)}/").json()["is_paid"] is True
    assert re.findall(r"<strong>(Anna|Bruno)</strong>", director.get(f"{pages}?status=paid").text) == ["Anna"]
    assert re.findall(r"<strong>(Anna|Bruno)</strong>", director.get(f"{pages}?status=unpaid").text) == [
        "Bruno"
    ]
    rows = list(csv.DictReader(io.StringIO(director.get(f"{pages}sign-ups.csv").text.lstrip("\ufeff"))))
    assert [(row["Name"], row["Paid"]) for row in rows] == [("Anna", "Yes"), ("Bruno", "No")]
    payments.reverse_receipt(event=event, number=1, note="", by=director_of(event.tournament.club), key=key())
    assert "Fee: €50.00" in Client().get(own_page).text


def test_the_finances_name_the_fee_that_registration_announces() -> None:
    event = an_open_event()
    director = signed_in(director_of(event.tournament.club))
    assert "This event has no fees." in director.get(money_page(event)).text
    RegistrationEvent.objects.update(fee=Decimal("32.50"))
    page = director.get(money_page(event)).text
    assert "Registration announces a fee of €32.50, but fees are not turned on here yet." in page
    assert "This event has no fees." not in page


def test_a_fee_that_is_only_announced_says_where_fees_are_turned_on() -> None:
    event = an_open_event()
    tournament = event.tournament
    director = signed_in(director_of(tournament.club))
    desk, settings = (
        reverse(name, args=[tournament.club.slug, tournament.slug])
        for name in ("registration", "registration-settings")
    )
    notes = (
        "The fee of Winter Open is announced. Payments are not recorded at the cash desk yet.",
        "Registration only announces this fee.",
    )
    link = f'<a href="{money_page(event)}">Turn on fees</a>'

    def list_pages_with_notes() -> list[bool]:
        pages = [director.get(page).text for page in (desk, settings)]
        return [note in page and link in page for note, page in zip(notes, pages, strict=True)]

    assert list_pages_with_notes() == [False, True]
    RegistrationEvent.objects.update(fee=Decimal(40))
    assert list_pages_with_notes() == [True, True]
    with_money(event, FundOptions(fee=40_00, template="winner"))
    assert list_pages_with_notes() == [False, False]


def test_registration_announces_the_fee_of_the_cash_desk() -> None:
    event = an_open_event()
    RegistrationEvent.objects.update(fee=Decimal(40))
    tournament, director = event.tournament, director_of(event.tournament.club)
    mark(event, sign_up(event, "Anna Rossi"))
    forget_announced_fees()
    with_money(event, FundOptions(fee=40_00, registration=5_00, template="winner"))
    options = RegistrationOptions(late_fee=Decimal(5), late_from=timezone.localdate())
    charged = {event.pk: EventOptions(fee=Decimal(45))}
    registration_settings.save_settings(tournament=tournament, options=options, events=charged, by=director)
    (summary,) = places_left.summarise_events(Registration.objects.get(), timezone.now())
    assert (summary.fee, summary.fee.total) == (EventFee(Decimal(45), Decimal(5)), Decimal(50))
    page = signed_in(director).get(f"/clubs/{tournament.club.slug}/{tournament.slug}/").content.decode()
    section = " ".join(page.partition('aria-labelledby="registration"')[2].partition("</section>")[0].split())
    assert "fee €50.00 (late fee of €5.00 included)" in section
    # Who paid before fees were turned on paid what was announced then, and owes the rest, without late fee.
    (place,) = sign_up_lists.list_places_of(SignUp.objects.get())
    assert (place.fee_due, place.row.paid_fee) == (5, 40)


def test_the_fee_of_the_cash_desk_cannot_be_another_one_in_the_registration(event: Event) -> None:
    director = director_of(event.tournament.club)
    other = {event.pk: EventOptions(fee=Decimal(40))}
    with pytest.raises(Refusal, match="fee_is_charged"):
        registration_settings.save_settings(
            tournament=event.tournament, options=RegistrationOptions(), events=other, by=director
        )
    url = reverse("registration-settings", args=[event.tournament.club.slug, event.tournament.slug])
    page = signed_in(director).get(url).content.decode()
    fee_field = re.search(r'<input[^>]*name="event-\d+-fee"[^>]*>', page)
    assert fee_field is not None
    assert 'value="50.00"' in fee_field[0]
    assert "disabled" in fee_field[0]


def registration_page(event: Event) -> str:
    """The path of the page of the registrations at the desk."""
    return settings_page(event).removesuffix("settings/")


def listed(page: str) -> list[str]:
    """The names on the page of the registrations, in order."""
    return re.findall(r"<strong>(Anna|Bruno|Carla)</strong>", page)


def test_somebody_who_has_paid_and_withdrawn_is_paid_and_withdrawn_in_the_registration(event: Event) -> None:
    by = director_of(event.tournament.club)
    anna, bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    for row in (anna, bruno):
        enter(event, row)
    payments.take_payment(
        event=event, player=account(event, "Anna").player, amount=FEE, context=payment_context(event)
    )
    for entry in event.entries.all():
        entries.withdraw(entry=entry, by=by)

    director = signed_in(by)
    page = registration_page(event)
    assert listed(director.get(f"{page}?status=paid").text) == ["Anna"]
    assert listed(director.get(f"{page}?status=unpaid").text) == []
    assert listed(director.get(f"{page}?status=entered").text) == []
    assert listed(director.get(f"{page}?status=withdrawn").text) == ["Anna", "Bruno"]
    rows = list(csv.DictReader(io.StringIO(director.get(f"{page}sign-ups.csv").text.lstrip("\ufeff"))))
    assert [(row["Status"], row["Entered"], row["Paid"]) for row in rows] == [
        ("withdrawn", "No", "Yes"),
        ("withdrawn", "No", ""),
    ]
    signed_up = [localtime(row.created_at).isoformat(timespec="seconds") for row in (anna, bruno)]
    assert [row["Signed up"] for row in rows] == signed_up
    assert "withdrawn" in Client().get(f"/signed-up/{get_token(bruno)}/").text
    assert "Payment" not in Client().get(f"/signed-up/{get_token(bruno)}/").text
    with pytest.raises(Refusal, match="sign_up_not_active"):
        mark(event, bruno)


def test_not_paid_lists_those_alone_who_have_to_pay() -> None:
    event = an_open_event(capacity=1)
    add_way(event.tournament, "text", text="Transfer it.")
    anna, bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    director = signed_in(director_of(event.tournament.club))
    assert listed(director.get(f"{registration_page(event)}?status=unpaid").text) == []
    assert "Transfer it." in Client().get(f"/signed-up/{get_token(anna)}/").text
    RegistrationEvent.objects.update(fee=Decimal(40))
    assert listed(director.get(f"{registration_page(event)}?status=unpaid").text) == ["Anna"]
    assert "Transfer it." in Client().get(f"/signed-up/{get_token(anna)}/").text
    page_of_waiting = Client().get(f"/signed-up/{get_token(bruno)}/").text
    assert "Transfer it." not in page_of_waiting
    assert "Fee once your place is confirmed: €40.00" in page_of_waiting
    assert "once your place" not in Client().get(f"/signed-up/{get_token(anna)}/").text


def test_nobody_has_paid_where_nobody_is_entered(event: Event) -> None:
    director = signed_in(director_of(event.tournament.club))
    page = director.get(money_page(event)).text
    assert ("No entries yet" in page, "All have paid" in page) == (True, False)


def test_the_file_of_the_registrations_says_what_was_paid_in_part(event: Event) -> None:
    for name in ("Anna", "Bruno"):
        enter(event, sign_up(event, name))
    payer = account(event, "Anna").player
    payments.take_payment(event=event, player=payer, amount=20_00, context=payment_context(event))
    director = signed_in(director_of(event.tournament.club))
    text = director.get(f"{registration_page(event)}sign-ups.csv").text.lstrip("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["Name"], row["Paid"], row["Fee"], row["Amount paid"]) for row in rows] == [
        ("Anna", "In part", "50", "20"),
        ("Bruno", "No", "50", "0"),
    ]


def test_the_page_to_sign_up_shows_no_ways_to_pay_once_it_is_closed() -> None:
    event = an_open_event()
    add_way(event.tournament, "text", text="Transfer it.")
    page = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/sign-up/"
    assert "Transfer it." in Client().get(page).text
    RegistrationEvent.objects.update(is_closed=True)
    assert "Transfer it." not in Client().get(page).text


def test_the_message_of_a_refund_says_how_much_and_whose(event: Event) -> None:
    anna = sign_up(event, "Anna")
    mark(event, anna)
    director, page = signed_in(director_of(event.tournament.club)), registration_page(event)
    director.post(page, {"action": "withdraw", "place": keys_of(anna)}, follow=True)
    for action, message in (("keep", "Kept: €50.00 (Anna)."), ("refund", "Refunded: €50.00 (Anna).")):
        data = {"action": action, "place": keys_of(anna), "method": "cash"}
        answer = director.post(page, data, follow=True)
        assert [str(text) for text in answer.context["messages"]] == [message]
