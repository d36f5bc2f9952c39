"""Whoever withdraws after paying, and the desk, read what becomes of the fee and where it is refunded."""

import re
from decimal import Decimal

import pytest
from django.test import Client

from matches.actors import Identity
from matches.models import User
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, payment_context, with_money
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments.finances.services import payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.registration.models import Registration, SignUp
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.services import entering, paid_marks, sign_ups

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def event() -> Event:
    """An event with an entry fee of 10 whose registration is open."""
    event = an_open_event()
    with_money(event, FundOptions(fee=10_00, template="winner"))
    return event


@pytest.fixture
def by(event: Event) -> User:
    """The director of the event."""
    return director_of(event.tournament.club)


def mark(row: SignUp, by: User) -> None:
    """Mark a sign-up as paid in cash."""
    paid_marks.set_paid(registration=Registration.objects.get(), places=keys_of(row), method="cash", by=by)


def enter(by: User, *rows: SignUp) -> None:
    """Enter sign-ups."""
    entering.enter_sign_ups(registration=Registration.objects.get(), places=keys_of(*rows), by=by)


def path_of(event: Event, page: str = "") -> str:
    """The path of a page of the desk."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/{page}"


def registrations(event: Event) -> str:
    """The path of the registrations."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/registration/"


def as_text(page: str) -> str:
    """The text of a page, with single spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def own_page(row: SignUp) -> str:
    """The text of the page of the personal link."""
    return as_text(Client().get(f"/signed-up/{get_token(row)}/").text)


def withdraw(desk: Client, event: Event, name: str) -> str:
    """Withdraw an entry at the desk; return the message, with links."""
    event.refresh_from_db()
    number = event.entries.get(player__name=name).number
    data = {"entry": number, "version": event.version}
    answer = desk.post(path_of(event, "withdraw/"), data, follow=True)
    return " / ".join(str(message) for message in answer.context["messages"])


def refund_at_cash_desk(event: Event, name: str, amount: int) -> None:
    """Refund a part of the entry fee in cash."""
    player = account(event, name).player
    payments.refund_player(event=event, player=player, fund=0, amount=amount, context=payment_context(event))


@pytest.mark.parametrize("is_drawn", [False, True])
def test_withdrawing_a_paid_entry_says_what_is_paid_and_where_it_is_refunded(
    event: Event, by: User, is_drawn: bool
) -> None:
    rows = [sign_up(event, name) for name in ("Anna", "Bruno", "Carla")]
    mark(rows[0], by)
    enter(by, *rows)
    desk, finances = signed_in(by), path_of(event, "money/?find=Anna")
    if is_drawn:
        event.refresh_from_db()
        draws.draw(event=event, by=by)
        draws.publish(event=event, by=by)
    number = event.entries.get(player__name="Anna").number
    page = desk.get(path_of(event, f"entry/{number}/withdraw/")).text
    assert "Anna has paid €10.00. This is not refunded by itself; refund it afterwards under" in as_text(page)
    assert f'href="{finances}"' in page
    unpaid = desk.get(
        path_of(event, f"entry/{event.entries.get(player__name='Bruno').number}/withdraw/")
    ).text
    assert "refund" not in as_text(unpaid)

    link = f'<a href="{finances}">Finances</a>'
    assert withdraw(desk, event, "Anna") == (
        f"Anna has been withdrawn from {event.name}. €10.00 is paid and not refunded: {link}"
    )
    assert "Anna" in desk.get(finances).text
    listed = desk.get(registrations(event)).text
    assert "paid (cash) · €10.00 to refund or keep under Finances" in as_text(listed)
    assert f'href="{finances}"' in listed
    assert "withdrawn · €10.00 paid: the organisers refund or keep it" in own_page(rows[0])

    refund_at_cash_desk(event, "Anna", 10_00)
    assert "withdrawn · fee refunded" in as_text(desk.get(registrations(event)).text)
    assert "withdrawn · fee refunded" in own_page(rows[0])
    assert (
        Client().get(f"/api/v1/sign-ups/{get_token(rows[0])}/").json()["places"][0]["fee_outcome"]
        == "refunded"
    )


def test_refunding_the_fee_of_an_entry_at_the_registrations_leads_to_finances(event: Event, by: User) -> None:
    row, gone = sign_up(event, "Anna"), sign_up(event, "Bruno")
    mark(row, by)
    mark(gone, by)
    enter(by, row)
    desk = signed_in(by)
    withdraw(desk, event, "Anna")
    form = {"action": "refund", "place": keys_of(row), "method": "cash"}
    answer = desk.post(registrations(event), form)
    assert answer.status_code == 409
    refusal = answer.text.partition('id="refusal"')[2].partition("</div>\n  </div>")[0]
    assert f'<a href="{path_of(event, "money/?find=Anna")}">Finances</a>' in refusal


def test_whoever_withdraws_by_the_personal_link_reads_what_becomes_of_the_fee(event: Event, by: User) -> None:
    row, unpaid = sign_up(event, "Anna"), sign_up(event, "Bruno")
    mark(row, by)
    assert (
        f"You have paid €10.00 for {event.name}. If you withdraw, the organisers refund it or keep it; "
        "this page then says which."
    ) in own_page(row)
    assert "You have paid" not in own_page(unpaid)

    def withdraw_own(row: SignUp) -> list[str]:
        answer = Client().post(f"/signed-up/{get_token(row)}/withdraw/", {"event": event.pk}, follow=True)
        return [str(message) for message in answer.context["messages"]]

    assert withdraw_own(row) == [
        f"You have withdrawn from {event.name}. You have paid €10.00: the organisers refund it, or keep it. "
        "This page says which."
    ]
    assert withdraw_own(unpaid) == [f"You have withdrawn from {event.name}."]
    assert "withdrawn · €10.00 to refund" in own_page(row)


def test_without_a_cash_desk_the_fee_of_a_withdrawn_entry_is_refunded_at_the_registrations() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    Registration.objects.get().events.update(fee=Decimal(10))
    row = sign_up(event, "Anna")
    mark(row, by)
    enter(by, row)
    desk = signed_in(by)
    link = f'<a href="{registrations(event)}">Registrations</a>'
    assert withdraw(desk, event, "Anna") == (
        f"Anna has been withdrawn from {event.name}. €10.00 is paid and not refunded: {link}"
    )
    assert "withdrawn · €10.00 to refund" in as_text(desk.get(registrations(event)).text)
    form = {"action": "refund", "place": keys_of(row), "method": "cash"}
    assert desk.post(registrations(event), form).status_code == 303
    assert "withdrawn · fee refunded" in as_text(desk.get(registrations(event)).text)
    assert "withdrawn · fee refunded" in own_page(row)


def test_a_fee_taken_under_finances_is_not_unmarked_at_the_registrations(event: Event, by: User) -> None:
    row = sign_up(event, "Anna")
    enter(by, row)
    player = account(event, "Anna").player
    payments.take_payment(event=event, player=player, amount=10_00, context=payment_context(event))
    answer = signed_in(by).post(registrations(event), {"action": "unpaid", "place": keys_of(row)})
    assert (answer.status_code, answer.context["refusal"].sentence) == (
        409,
        "The fee of Anna was taken under Finances, not marked here: void its receipt there. "
        "Nothing was changed.",
    )
    assert path_of(event, "money/") in answer.text


def test_a_refund_without_a_method_keeps_the_choice_and_says_so_beside_the_buttons(
    desk: Client, event: Event, by: User
) -> None:
    row = sign_up(event, "Anna")
    mark(row, by)
    sign_ups.withdraw_own(token=get_token(row), events=None, identity=Identity(device="a phone"))
    (place,) = keys_of(row)
    answer = desk.post(registrations(event), {"action": "refund", "place": [place]})
    page = answer.text
    assert answer.status_code == 400
    assert re.search(rf'name="place" value="{place}"[^>]*\schecked', page)
    assert page.index("Choose how the fee is refunded.") > page.index('class="sign-up-bar"')
