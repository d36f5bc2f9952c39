"""The late fee that was announced to somebody is the one they pay, on every page and with every button."""

import re
from datetime import date
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from time_machine import TimeMachineFixture

from matches.models import User
from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.page_forms import read_forms
from tests.tournaments.checker.forged_money import find_codes, read_money
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
from tournaments.finances.models import Receipt
from tournaments.finances.queries import ledger
from tournaments.finances.queries.exports import export_payments
from tournaments.finances.services import charges, funds, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.name_lists.details import EntryDetails
from tournaments.play.entries.services import entries
from tournaments.registration.models import Registration, SignUp
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.services import entering, paid_marks

pytestmark = pytest.mark.django_db
DECEMBER, NOVEMBER = date(2026, 12, 1), date(2026, 11, 15)


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """The event, on 20 November."""
    time_machine.move_to("2026-11-20T10:00Z", tick=False)
    return make_event()


@replayed
def make_event() -> Event:
    """On 20 November, an event with a fee of 50, and a late fee of 10 from 1 December."""
    event = an_open_event()
    with_money(event, FundOptions(fee=50_00, template="winner"))
    announce(event, DECEMBER)
    return event


@pytest.fixture
def by(event: Event) -> User:
    """The director of the event."""
    return director_of(event.tournament.club)


def announce(event: Event, late_from: date, late_fee: int = 10) -> None:
    """Announce the late fee."""
    open_registration(event, late_fee=Decimal(late_fee), late_from=late_from)


def enter(by: User, *rows: SignUp) -> None:
    """Enter sign-ups."""
    entering.enter_sign_ups(registration=Registration.objects.get(), places=keys_of(*rows), by=by)


def mark(row: SignUp, by: User) -> None:
    """Mark a sign-up as paid in cash."""
    paid_marks.set_paid(registration=Registration.objects.get(), places=keys_of(row), method="cash", by=by)


def receipts() -> list[int]:
    """The amount of each receipt."""
    return [ledger.sum_receipt(receipt) for receipt in Receipt.objects.order_by("number")]


def text_of_page(client: Client, path: str) -> str:
    """The text of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", client.get(path).text).split())


def own_fee(row: SignUp) -> str:
    """The fee and the late fee on the page of the personal link."""
    page = text_of_page(Client(), f"/signed-up/{get_token(row)}/")
    found = re.search(r"Still to pay: (\S+) (Late fee: .*? 2026)?", page)
    found = found or re.search(r"Fee: (\S+) (Late fee: .*? 2026)?", page)
    return f"{found[1]} {found[2] or ''}".strip() if found is not None else ""


def to_pay(event: Event, by: User) -> dict[str, str]:
    """What is to pay on the list of the registrations, by name."""
    path = reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])
    rows = re.findall(r"<strong>(\w+)</strong>(.*?)</li>", signed_in(by).get(path).text, re.DOTALL)
    found = {name: re.search(r"(€[\d.]+) to pay", text) for name, text in rows}
    return {name: match[1] for name, match in found.items() if match is not None}


def late_fee_line(event: Event, by: User) -> str:
    """The line of the finances about the late fees in what is due, empty if there is none."""
    page = text_of_page(signed_in(by), money_page(event))
    found = re.search(r"\S+ of this is late fee, of .*? players?", page)
    return found[0] if found is not None else ""


def money_page(event: Event) -> str:
    """The path of the finances."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/money/"


@pytest.mark.parametrize("is_entered", [False, True])
def test_an_earlier_day_changes_nothing_for_those_who_have_signed_up(
    event: Event, by: User, time_machine: TimeMachineFixture, is_entered: bool
) -> None:
    anna = sign_up(event, "Anna")
    if is_entered:
        enter(by, anna)
    announce(event, NOVEMBER)
    bruno = sign_up(event, "Bruno")
    assert own_fee(anna) == "€50.00 Late fee: €10.00 per event if not paid before Tuesday 1 December 2026"
    assert own_fee(bruno) == "€60.00 Late fee: €10.00 per event since Sunday 15 November 2026"
    assert to_pay(event, by) == {"Anna": "€50.00", "Bruno": "€60.00"}
    assert late_fee_line(event, by) == ""
    mark(anna, by)
    mark(bruno, by)
    assert receipts() == [50_00, 60_00]
    enter(by, *([bruno] if is_entered else [anna, bruno]))
    assert [account(event, name).owes for name in ("Anna", "Bruno")] == [0, 0]
    assert to_pay(event, by) == {}


def test_after_the_day_that_was_announced_the_late_fee_is_due(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    anna = sign_up(event, "Anna")
    announce(event, NOVEMBER)
    time_machine.move_to("2026-12-01T10:00Z", tick=False)
    assert own_fee(anna) == "€60.00 Late fee: €10.00 per event since Tuesday 1 December 2026"
    mark(anna, by)
    assert receipts() == [60_00]


@pytest.mark.parametrize("change", [(NOVEMBER, 10), (NOVEMBER, 25)])
def test_those_who_have_paid_have_nothing_to_pay_after_the_late_fee_has_changed(
    event: Event, by: User, change: tuple[date, int]
) -> None:
    anna = sign_up(event, "Anna")
    mark(anna, by)
    announce(event, *change)
    assert (own_fee(anna), to_pay(event, by)) == ("", {})
    enter(by, anna)
    assert (account(event, "Anna").owes, account(event, "Anna").paid) == (0, 50_00)
    assert (own_fee(anna), to_pay(event, by), late_fee_line(event, by)) == ("", {}, "")
    assert receipts() == [50_00]


def test_a_late_fee_that_was_paid_is_not_given_back_when_the_day_is_moved(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    anna = sign_up(event, "Anna")
    mark(anna, by)
    announce(event, date(2026, 12, 10))
    enter(by, anna)
    assert (receipts(), account(event, "Anna").owes, account(event, "Anna").surplus) == ([60_00], 0, 0)


def test_a_later_day_is_of_use_to_those_who_have_signed_up_and_not_paid(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    anna = sign_up(event, "Anna")
    announce(event, date(2026, 12, 10))
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    assert own_fee(anna) == "€50.00 Late fee: €10.00 per event if not paid before Thursday 10 December 2026"
    mark(anna, by)
    assert receipts() == [50_00]


def test_a_part_that_was_paid_is_of_the_fee_and_the_late_fee_goes_when_its_day_is_moved(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    anna = sign_up(event, "Anna")
    enter(by, anna)
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    pay(event, "Anna", 5_00)
    announce(event, date(2026, 12, 10))
    assert (account(event, "Anna").owes, own_fee(anna)[:6]) == (45_00, "€45.00")
    assert to_pay(event, by) == {"Anna": "€45.00"}
    mark(anna, by)
    assert (receipts(), account(event, "Anna").owes) == ([5_00, 45_00], 0)


def test_each_player_pays_the_late_fee_that_was_announced_to_them(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    anna = sign_up(event, "Anna")
    announce(event, NOVEMBER)
    bruno = sign_up(event, "Bruno")
    announce(event, NOVEMBER, 25)
    enter(by, anna, bruno)
    persons = entries.get_or_create_persons(event=event, people=[("Carla", EntryDetails())], by=by)
    entries.enter_players(event=event, players=persons, by=by, key=key())
    assert late_fee_line(event, by) == "€35.00 of this is late fee, of 2 players"
    assert to_pay(event, by) == {"Anna": "€50.00", "Bruno": "€60.00"}
    dues = {name: account(event, name).owes for name in ("Anna", "Bruno", "Carla")}
    assert dues == {"Anna": 50_00, "Bruno": 60_00, "Carla": 75_00}
    page = signed_in(by).get(money_page(event)).text
    shown = next(form for form in read_forms(page) if form.action.endswith("/everybody/"))
    assert signed_in(by).post(shown.action, {**shown.data(), "method": "cash"}).status_code == 303
    assert receipts() == [50_00, 60_00, 75_00]
    announce(event, DECEMBER)
    assert {name: account(event, name).surplus for name in dues} == dict.fromkeys(dues, 0)


def pay(event: Event, name: str, amount: int) -> Receipt:
    """Take a payment of a player."""
    context = payment_context(event)
    return payments.take_payment(
        event=event, player=account(event, name).player, amount=amount, context=context
    )


def shown_sums(event: Event, by: User, row: SignUp, name: str = "Anna") -> dict[str, str]:
    """The sum that somebody has to pay, from every place that names it; those without one are left out."""
    director = signed_in(by)
    listed = to_pay(event, by).get(name, "")
    amounts = re.search(rf"(?s){name}.*?<strong class=.numeral.>(.*?)</strong>", owing(director, event))
    results = director.get(f"/api/v1/events/{event.pk}/accounts/").json()["results"]
    due_by_name = {one["player"]["name"]: one["owes"] for one in results if one["owes"]}
    sums = {
        "own page": own_fee(row).partition(" ")[0],
        "registrations": listed,
        "payments": amounts[1] if amounts is not None else "",
        "API": f"€{due_by_name[name] / 100:.2f}" if name in due_by_name else "",
    }
    return {place: text for place, text in sums.items() if text}


def owing(director: Client, event: Event) -> str:
    """The part of the payments page with those who have to pay."""
    return director.get(money_page(event)).text.partition('id="fees-due"')[2].partition('id="paid"')[0]


def test_everybody_reads_the_same_sum_before_and_after_the_entry_and_nothing_after_paying_it(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    anna = sign_up(event, "Anna")
    assert shown_sums(event, by, anna) == dict.fromkeys(("own page", "registrations"), "€60.00")
    enter(by, anna)
    everywhere = ("own page", "registrations", "payments", "API")
    assert shown_sums(event, by, anna) == dict.fromkeys(everywhere, "€60.00")
    assert find_codes(event) == set()
    pay(event, "Anna", 20_00)
    assert shown_sums(event, by, anna) == dict.fromkeys(everywhere, "€40.00")
    receipt = pay(event, "Anna", 40_00)
    assert shown_sums(event, by, anna) == {}
    assert [one["due"] for one in read_money(event)["shown"]["accounts"]] == [60_00]
    payments.reverse_receipt(event=event, number=receipt.number, note="", by=by, key=key())
    assert shown_sums(event, by, anna) == dict.fromkeys(everywhere, "€40.00")
    assert find_codes(event) == set()
    assert export_payments(account(event, "Anna").player)["events"][0]["dues"][0]["owes"] == 40_00


def test_the_money_file_names_the_late_fees_that_no_payment_has_charged(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    anna, bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    enter(by, anna, bruno)
    pay(event, "Anna", 50_00)
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    bruno_account = account(event, "Bruno")
    money = read_money(event)
    assert money["late_fees"] == [{"player": bruno_account.player.code, "amount": 10_00}]
    assert export_payments(bruno_account.player)["events"][0]["dues"][0]["owes"] == 60_00
    assert find_codes(event, money) == set()
    assert find_codes(event, {**money, "late_fees": []}) == {"wrong_due"}


def test_who_paid_at_registration_in_time_has_no_late_fee_when_the_fee_is_raised(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    anna = sign_up(event, "Anna")
    mark(anna, by)
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    forget_announced_fees()
    funds.set_fees(event=event, options=FundOptions(fee=55_00, template="winner"), by=by, key=key())
    enter(by, anna)
    assert shown_sums(event, by, anna) == dict.fromkeys(
        ("own page", "registrations", "payments", "API"), "€5.00"
    )


def test_a_raised_fee_is_due_at_once_from_those_paid_at_registration_and_the_same_after_the_entry(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    anna, bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    mark(anna, by)
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    mark(bruno, by)
    forget_announced_fees()
    funds.set_fees(event=event, options=FundOptions(fee=52_50, template="winner"), by=by, key=key())
    for row, name in ((anna, "Anna"), (bruno, "Bruno")):
        before = dict.fromkeys(("own page", "registrations"), "€2.50")
        assert shown_sums(event, by, row, name) == before
        assert "confirmed · €2.50 to pay" in text_of_page(Client(), f"/signed-up/{get_token(row)}/")
    assert "Fee: €52.50. Paid: €50.00. Still to pay: €2.50" in text_of_page(
        Client(), f"/signed-up/{get_token(anna)}/"
    )
    with pytest.raises(Refusal, match="rest_due_after_entry"):
        mark(anna, by)
    enter(by, anna, bruno)
    everywhere = ("own page", "registrations", "payments", "API")
    for row, name in ((anna, "Anna"), (bruno, "Bruno")):
        assert shown_sums(event, by, row, name) == dict.fromkeys(everywhere, "€2.50")


def test_who_paid_at_registration_reads_what_a_lowered_fee_gives_back_before_and_after_the_entry(
    event: Event, by: User
) -> None:
    anna = sign_up(event, "Anna")
    mark(anna, by)
    funds.set_fees(event=event, options=FundOptions(fee=45_00, template="winner"), by=by, key=key())
    list_path = reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])
    shown = []
    for is_entered in (False, True):
        if is_entered:
            enter(by, anna)
        own_page = text_of_page(Client(), f"/signed-up/{get_token(anna)}/")
        registrations = text_of_page(signed_in(by), list_path)
        shown.append(
            [
                re.search(r"paid · (\S+) to refund", own_page)[1],  # type: ignore[index]
                re.search(r"paid \(cash\) · (\S+) to refund", registrations)[1],  # type: ignore[index]
            ]
        )
    assert shown == [["€5.00", "€5.00"]] * 2
    assert account(event, "Anna").surplus == 5_00


def test_the_rest_of_somebody_who_has_paid_and_waits_for_a_place_is_due_once_they_have_it(
    event: Event, by: User
) -> None:
    open_registration(event, capacity=1)
    sign_up(event, "Zoe")
    anna = sign_up(event, "Anna")
    mark(anna, by)
    forget_announced_fees()
    funds.set_fees(event=event, options=FundOptions(fee=52_50, template="winner"), by=by, key=key())
    assert shown_sums(event, by, anna) == {}
    page = text_of_page(Client(), f"/signed-up/{get_token(anna)}/")
    assert "Fee once your place is confirmed: €2.50" in page


def test_after_an_individual_fee_was_removed_a_mark_pays_the_late_fee_too(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    anna = sign_up(event, "Anna")
    enter(by, anna)
    player = account(event, "Anna").player
    for amount in (30_00, None):
        charges.set_own_fee(event=event, player=player, amount=amount, note="", by=by, key=key())
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    everywhere = ("own page", "registrations", "payments", "API")
    assert shown_sums(event, by, anna) == dict.fromkeys(everywhere, "€60.00")
    mark(anna, by)
    assert (receipts(), shown_sums(event, by, anna)) == ([60_00], {})
    assert [one["due"] for one in read_money(event)["shown"]["accounts"]] == [60_00]
