"""The late fee that was announced to somebody is the one they pay, on every page and with every button."""

import re
from datetime import date
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from time_machine import TimeMachineFixture

from matches.models import User
from tests.page_forms import form_with
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, key, with_money
from tests.tournaments.registration.registrations import an_open_event, keys_of, open_registration, sign_up
from tournaments.finances.models import Receipt
from tournaments.finances.queries import ledger
from tournaments.finances.services import charges
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.name_lists.entry_details import EntryDetails
from tournaments.play.entries.services import entries
from tournaments.registration.models import Registration, SignUp
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.services import entering, paid_marks

pytestmark = pytest.mark.django_db
DECEMBER, NOVEMBER = date(2026, 12, 1), date(2026, 11, 15)


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """On 20 November, an event with a fee of 50, and a late fee of 10 from 1 December."""
    time_machine.move_to("2026-11-20T10:00Z", tick=False)
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
    found = re.search(r"Fee: (\S+) (Late fee: .*? 2026)?", page)
    return f"{found[1]} {found[2] or ''}".strip() if found is not None else ""


def to_pay(event: Event, by: User) -> dict[str, str]:
    """What is to pay on the list of the registrations, by name."""
    path = reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])
    rows = re.findall(r"<strong>(\w+)</strong>(.*?)</li>", signed_in(by).get(path).text, re.DOTALL)
    found = {name: re.search(r"(€[\d.]+) to pay", text) for name, text in rows}
    return {name: match[1] for name, match in found.items() if match is not None}


def late_fee_button(event: Event, by: User) -> str:
    """The button of the finances that adds the late fee, empty if there is none."""
    page = text_of_page(signed_in(by), money_page(event))
    found = re.search(r"Add (the late fee|late fees) of .*? players?", page)
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
    assert late_fee_button(event, by) == ""
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
    assert (own_fee(anna), to_pay(event, by), late_fee_button(event, by)) == ("", {}, "")
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


def test_a_mark_takes_what_the_finances_say_after_a_late_fee_was_added_and_its_day_moved(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    anna = sign_up(event, "Anna")
    enter(by, anna)
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    charges.add_late_fee(event=event, by=by, key=key())
    announce(event, date(2026, 12, 10))
    assert (account(event, "Anna").owes, own_fee(anna)[:6]) == (60_00, "€60.00")
    assert to_pay(event, by) == {"Anna": "€60.00"}
    mark(anna, by)
    assert (receipts(), account(event, "Anna").owes) == ([60_00], 0)


def test_the_finances_add_to_each_player_the_late_fee_that_was_announced_to_them(
    event: Event, by: User, time_machine: TimeMachineFixture
) -> None:
    anna = sign_up(event, "Anna")
    announce(event, NOVEMBER)
    bruno = sign_up(event, "Bruno")
    announce(event, NOVEMBER, 25)
    enter(by, anna, bruno)
    persons = entries.get_or_create_persons(event=event, people=[("Carla", EntryDetails())], by=by)
    entries.enter_players(event=event, players=persons, by=by, key=key())
    assert late_fee_button(event, by) == "Add late fees of €35.00 in all for 2 players"
    assert to_pay(event, by) == {"Anna": "€50.00", "Bruno": "€60.00"}
    shown = form_with(signed_in(by).get(money_page(event)).text, "Add late fees")
    assert signed_in(by).post(shown.action, shown.data()).status_code == 303
    dues = {name: account(event, name).owes for name in ("Anna", "Bruno", "Carla")}
    assert dues == {"Anna": 50_00, "Bruno": 60_00, "Carla": 75_00}
    assert late_fee_button(event, by) == ""
