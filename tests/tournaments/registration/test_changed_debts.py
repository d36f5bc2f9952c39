"""What a late fee applies to, and what pages say when a change alters debts."""

from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from time_machine import TimeMachineFixture

from tests.page_forms import read_forms
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, payment_context, with_money
from tests.tournaments.registration.registrations import (
    an_open_event,
    forget_announced_fees,
    keys_of,
    sign_up,
)
from tournaments.finances.services import payments
from tournaments.finances.services.funds import FundOptions
from tournaments.journal.team_facts import PAIRS
from tournaments.models import Event
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.registration.models import Registration, RegistrationEvent
from tournaments.registration.services import entering, paid_marks

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """On 20 November, an event with a fee of 50 at the cash desk and open registration."""
    time_machine.move_to("2026-11-20T10:00Z", tick=False)
    event = an_open_event()
    with_money(event, FundOptions(fee=50_00, template="winner"))
    return event


def save_settings(event: Event, **fields: object) -> str:
    """Change fields of the settings on their page; return what the page says then."""
    desk: Client = signed_in(director_of(event.tournament.club))
    path = reverse("registration-settings", args=[event.tournament.club.slug, event.tournament.slug])
    form = next(form for form in read_forms(desk.get(path).text) if "keep_days" in form.visible)
    data = {name: value for name, value in {**form.data(), **fields}.items() if value is not None}
    answer = desk.post(path, data, follow=True)
    assert answer.redirect_chain, answer.text
    return " / ".join(str(message) for message in answer.context["messages"])


def add_side_event(event: Event) -> Event:
    """Add an event with a fee of 20 whose registration was never opened, with one entry."""
    by = director_of(event.tournament.club)
    blitz = tournaments.add_event(
        tournament=event.tournament, name="Blitz", length=3, consolation_length=3, by=by
    )
    with_money(blitz, FundOptions(fee=20_00, template="winner"))
    entries.enter_names(event=blitz, names="Dora", by=by, key="names")
    return blitz


def test_the_late_fee_is_named_after_a_part_of_it_was_paid(event: Event) -> None:
    blitz = add_side_event(event)
    save_settings(event, late_fee="10", late_from="2026-11-15")
    page = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{blitz.slug}/desk/money/"
    desk = signed_in(director_of(event.tournament.club))
    assert "with late fee €10.00" in desk.get(page).text
    player = account(blitz, "Dora").player
    payments.take_payment(event=blitz, player=player, amount=5_00, context=payment_context(blitz))
    assert (account(blitz, "Dora").owes, "with late fee €10.00" in desk.get(page).text) == (25_00, True)


def test_a_late_fee_holds_whether_or_not_the_registration_of_the_event_is_open(event: Event) -> None:
    blitz = add_side_event(event)
    save_settings(event, late_fee="10", late_from="2026-11-15")
    assert account(blitz, "Dora").owes == 30_00
    for is_open in ("on", None):
        save_settings(event, **{f"event-{blitz.pk}-is_open": is_open})
        assert account(blitz, "Dora").owes == 30_00


def test_a_late_fee_says_whose_debt_changes_in_which_event(event: Event) -> None:
    add_side_event(event)
    sign_up(event, "Anna")
    by = director_of(event.tournament.club)
    entries.enter_names(event=event, names="Bruno\nCarla", by=by, key="names")
    saved = "The registration settings have been saved."
    unchanged = "1 person already signed up pays no late fee: none was announced then."
    assert save_settings(event, late_fee="10", late_from="2026-11-15") == (
        f"{saved} {unchanged} {event.name}: 2 people owe €10.00 more now: Bruno, Carla. "
        "Blitz: 1 person owes €10.00 more now: Dora."
    )
    assert save_settings(event, late_from="2026-12-05") == (
        f"{saved} {unchanged} {event.name}: 2 people owe €10.00 less now: Bruno, Carla. "
        "Blitz: 1 person owes €10.00 less now: Dora."
    )


def test_a_raised_announced_fee_says_whose_debt_changes(event: Event) -> None:
    event = an_open_event_with_fee(Decimal(10))
    paid = sign_up(event, "Anna")
    sign_up(event, "Bruno")
    paid_marks.set_paid(
        registration=paid.registration,
        places=keys_of(paid),
        method="cash",
        by=director_of(event.tournament.club),
    )
    forget_announced_fees()
    saved = "The registration settings have been saved."
    field = f"event-{event.pk}-fee"
    assert save_settings(event, **{field: "15"}) == f"{saved} 1 person owes €5.00 more now: Bruno."
    assert save_settings(event, **{field: "15"}) == saved


def an_open_event_with_fee(fee: Decimal) -> Event:
    """An event whose registration announces a fee, without a cash desk."""
    event = an_open_event()
    Registration.objects.get(tournament=event.tournament).events.update(fee=fee)
    return event


def test_a_raised_fee_at_the_cash_desk_names_everybody_concerned(event: Event) -> None:
    by = director_of(event.tournament.club)
    anna, _bruno = sign_up(event, "Anna"), sign_up(event, "Bruno")
    entering.enter_sign_ups(registration=anna.registration, places=keys_of(anna), by=by)
    forget_announced_fees()
    path = reverse(
        "money-action", args=[event.tournament.club.slug, event.tournament.slug, event.slug, "terms"]
    )
    data = {"currency": "EUR", "returned": 100, "template": "winner", "sharing": "place", "fund": 0}
    answer = signed_in(by).post(path, {**data, "fee": "60", "registration": "0"}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "Terms changed. 2 people owe €10.00 more now: Anna, Bruno. No player who has paid owes more or less."
    ]


def test_a_fee_and_places_of_an_event_whose_registration_is_not_open_are_saved(event: Event) -> None:
    by = director_of(event.tournament.club)
    side = tournaments.add_event(
        tournament=event.tournament, name="Blitz", length=3, consolation_length=3, by=by
    )
    prefix = f"event-{side.pk}"
    save_settings(event, **{f"{prefix}-is_open": None, f"{prefix}-fee": "5", f"{prefix}-capacity": "8"})
    row = RegistrationEvent.objects.get(event=side)
    assert (row.is_closed, row.fee, row.capacity) == (True, Decimal(5), 8)


def test_pairs_with_more_to_pay_are_called_pairs() -> None:
    event = an_open_event(takes=PAIRS)
    sign_up(event, "Anna", choice={"partner": "Bruno"})
    sign_up(event, "Carla", choice={"partner": "Dora"})
    assert save_settings(event, **{f"event-{event.pk}-fee": "15"}) == (
        "The registration settings have been saved. "
        f"{event.name}: 2 pairs owe €15.00 more now: Anna / Bruno, Carla / Dora."
    )


def test_of_many_people_all_names_can_be_seen(event: Event) -> None:
    by = director_of(event.tournament.club)
    names = [f"Player {letter}<i>" for letter in "ABCDEFGHIJKLMNO"]
    entries.enter_names(event=event, names="\n".join(names), by=by, key="names")
    save_settings(event, late_fee="10", late_from="2026-11-15")
    message = save_settings(event, late_fee="", late_from="")
    escaped = [name.replace("<", "&lt;").replace(">", "&gt;") for name in names]
    assert message.endswith(
        f"15 people owe €10.00 less now: {', '.join(escaped[:12])}, "
        f'<details class="more-names"><summary>3 more names</summary> {", ".join(escaped[12:])}</details>.'
    )
