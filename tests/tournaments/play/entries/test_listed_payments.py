"""A list of tonight's entries with the columns of who pays which price and who has paid."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Player
from rules.errors import Refusal
from tests.tournaments.finances.fee_factories import director, key
from tests.tournaments.registration.registrations import open_registration
from tests.tournaments.registration.test_event_prices import make_event
from tournaments.finances.models import Receipt
from tournaments.finances.queries import accounts
from tournaments.models import Entry, EntryStatus, Event
from tournaments.name_lists.entry_details import parse_rows, write_particulars
from tournaments.play.entries.queries.entry_lists import get_entry_lists
from tournaments.play.entries.services import entries
from tournaments.play.entries.services.listed_payments import PaymentsToRecord
from tournaments.play.entries.services.withdrawn_lists import withdraw_entry_list
from tournaments.web.decorators import event_url

pytestmark = pytest.mark.django_db

LIST = (
    "Nome\tCategoria\tPagato\nAnna Rossi\tsocio\tsì\nLuca Neri\tospite\tx\n"
    "Mara Blu\tsocio\t\nUgo Oro\tjunior\t\n"
)
LINES = "Anna Rossi; price: socio; paid: yes\nLuca Neri; price: ospite; paid: 15\nMara Blu; price: socio"


@pytest.fixture
def event() -> Event:
    """An event of 50.00, for members 40.00, for juniors nothing."""
    return make_event()


def list_dues(event: Event) -> dict[str, tuple[int, int]]:
    """Return the amount due and the amount paid of each player, in cents."""
    return {one.player.name: (one.owes, one.paid) for one in accounts.list_accounts(event)}


def check(client: Client, event: Event, text: str) -> Any:
    client.force_login(director(event))
    return client.post(
        event_url("desk-names", event), {"names": text, "key": key(), "version": event.version}
    )


def test_the_preview_shows_price_and_payment_of_each_and_asks_once(client: Client, event: Event) -> None:
    previewed = check(client, event, LIST)
    page = " ".join(previewed.content.decode().split())
    assert "Record the 2 marked as paid (€90.00) as received?" in page
    assert [(one["price"], one["paid"]) for one in previewed.context["dues"].values()] == [
        ("€40.00", "€40.00"),
        ("€50.00", "€50.00"),
        ("€40.00", ""),
        ("€0.00", ""),
    ]
    assert Entry.objects.filter(event=event).count() == 0


def test_entering_charges_the_prices_and_records_the_payments_once(client: Client, event: Event) -> None:
    previewed = check(client, event, LIST)
    form = {
        "names": previewed.context["posted"]["names"],
        "enter": "1",
        "key": "the-list",
        "version": event.version,
        "method": "cash",
        "paid_sum": previewed.context["paid_sum"],
    }
    for _time in range(2):
        assert client.post(event_url("desk-names", event), form).status_code == 303
    expected = {"Anna Rossi": (0, 4000), "Luca Neri": (0, 5000), "Mara Blu": (4000, 0), "Ugo Oro": (0, 0)}
    assert list_dues(event) == expected
    assert [one.method for one in Receipt.objects.all()] == ["cash", "cash"]
    receipt = event_url("money-receipt", event, Receipt.objects.earliest("number").number)
    pages = [client.get(receipt, headers={"accept-language": one}).content.decode() for one in ("en", "it")]
    assert "Marked as paid in a list of entries" in pages[0]
    assert "Segnato come pagato in un elenco di iscritti" in pages[1]


def test_without_a_method_prices_are_charged_and_no_payment_is_recorded(event: Event) -> None:
    entries.enter_names(event=event, names=LINES, by=director(event), key="list")
    assert list_dues(event) == {"Anna Rossi": (4000, 0), "Luca Neri": (5000, 0), "Mara Blu": (4000, 0)}


def test_another_sum_than_the_one_that_was_seen_is_refused(event: Event) -> None:
    with pytest.raises(Refusal) as refused:
        entries.enter_names(
            event=event, names=LINES, by=director(event), key="list", recorded=PaymentsToRecord("cash", 9000)
        )
    assert refused.value.code == "dues_changed"
    assert not Player.objects.filter(full_name="Mara Blu").exists()


def test_the_payments_are_taken_back_with_the_list(event: Event) -> None:
    by = director(event)
    entries.enter_names(event=event, names=LINES, by=by, key="list", recorded=PaymentsToRecord("cash", 5500))
    assert list_dues(event)["Luca Neri"] == (3500, 1500)
    (entered,) = get_entry_lists(event)
    withdrawn = withdraw_entry_list(event=event, number=entered.number, by=by, key="back")
    assert (withdrawn.withdrawn, withdrawn.remaining) == (3, ())
    assert not Entry.objects.filter(event=event, status=EntryStatus.ENTERED).exists()
    assert sum(line.amount for one in Receipt.objects.all() for line in one.lines.all()) == 0
    entries.enter_names(event=event, names="Anna Rossi\nMara Blu", by=by, key="again")
    assert list_dues(event)["Anna Rossi"] == (5000, 0)


@pytest.mark.parametrize(
    "text",
    [
        "Nome;Categoria;Pagato\nAnna Rossi;esente;\nLuca Neri;;sì",
        "Nome;Pagato\nAnna Rossi;esente\nLuca Neri;sì",
        "Name;Status;Paid\nAnna Rossi;exempt;\nLuca Neri;;yes",
        "Name;Status;Paid\nAnna Rossi;exempt (honorary);\nLuca Neri;;yes",
        "Nome;Pagato\nAnna Rossi;esente (socio onorario)\nLuca Neri;sì",
        "Anna Rossi; price: esente (socio onorario)\nLuca Neri; paid: yes",
    ],
)
def test_who_is_exempt_owes_nothing_and_no_late_fee(client: Client, event: Event, text: str) -> None:
    open_registration(event, late_fee=Decimal(10), late_from=timezone.localdate())
    previewed = check(client, event, text)
    first = next(iter(previewed.context["dues"].values()))
    assert (first["price"], first["name"], first["paid"]) == ("€0.00", "Exempt", "")
    form = {
        "names": previewed.context["posted"]["names"],
        "enter": "1",
        "key": "the-list",
        "version": event.version,
        "method": "cash",
        "paid_sum": previewed.context["paid_sum"],
    }
    assert client.post(event_url("desk-names", event), form).status_code == 303
    assert list_dues(event) == {"Anna Rossi": (0, 0), "Luca Neri": (0, 6000)}


def test_a_price_that_is_not_known_is_named(client: Client, event: Event) -> None:
    previewed = check(client, event, "Anna Rossi; price: VIP\nLuca Neri; price: students")
    assert "not known: VIP" in previewed.content.decode()
    assert [one["price"] for one in previewed.context["dues"].values()] == ["€50.00", "€30.00"]


WAYS = (
    "Name;Status;Fee;Paid\nGraham Thwaite;member;40;yes\nNgozi Okafor;member;40;yes - cash\n"
    "M. Iqbal;member;40;8 bank\n"
    "Kate Lumb;member;40;half (4)\nUgo Oro;member;40;acconto\nEva Re;member;40;carta\nIda Po;;50;barter\n"
)


def test_each_line_says_how_and_how_much_is_paid(client: Client, event: Event) -> None:
    previewed = check(client, event, WAYS)
    paid = [
        (line.name, line.about.paid, line.about.paid_by, line.about.unread_paid)
        for line in previewed.context["checked"]
    ]
    assert paid == [
        ("Graham Thwaite", "40.00", "", ""),
        ("Ngozi Okafor", "40.00", "cash", ""),
        ("M. Iqbal", "8.00", "transfer", ""),
        ("Kate Lumb", "4.00", "", ""),
        ("Ugo Oro", "", "", "acconto"),
        ("Eva Re", "40.00", "card", ""),
        ("Ida Po", "", "", "barter"),
    ]
    assert [line.name for line in previewed.context["doubtful"]] == ["Ugo Oro", "Ida Po"]
    page = " ".join(previewed.content.decode().split())
    assert "paid, not understood and not recorded: acconto" in page
    assert "cash €40.00, transfer €8.00, card €40.00" in page
    form = {
        "names": previewed.context["posted"]["names"],
        "enter": "1",
        "key": "ways",
        "version": event.version,
        "method": "voucher",
        "paid_sum": previewed.context["paid_sum"],
    }
    assert client.post(event_url("desk-names", event), form).status_code == 303
    receipts = {
        (line.player.name, receipt.method, line.amount)
        for receipt in Receipt.objects.all()
        for line in receipt.lines.all()
    }
    assert receipts == {
        ("Graham Thwaite", "voucher", 4000),
        ("Ngozi Okafor", "cash", 4000),
        ("M. Iqbal", "transfer", 800),
        ("Kate Lumb", "voucher", 400),
        ("Eva Re", "card", 4000),
    }


def test_payments_of_people_who_are_entered_are_named_as_not_recorded(client: Client, event: Event) -> None:
    entries.enter_names(event=event, names="Anna Rossi", by=director(event), key="first")
    event.refresh_from_db()
    page = check(client, event, "Anna Rossi; paid: 15 bonifico\nLuca Neri").content.decode()
    assert "<li>Anna Rossi: paid 15 transfer</li>" in page


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("yes", ("yes", "", "")),
        ("sì, contanti", ("yes", "cash", "")),
        ("8 bank", ("8", "transfer", "")),
        ("£8.50 PayPal", ("8.50", "transfer", "")),
        ("metà (4)", ("4", "", "")),
        ("deposit 5", ("5", "", "")),
        ("acconto 5 carta", ("5", "card", "")),
        ("half", ("", "", "half")),
        ("cash or card 5", ("", "", "cash or card 5")),
        ("8pm", ("", "", "8pm")),
        ("-5", ("", "", "-5")),
        ("no", ("", "", "")),
    ],
)
def test_a_label_says_amount_and_way(text: str, paid: tuple[str, str, str]) -> None:
    (line,) = parse_rows([(1, f"Anna Rossi; paid: {text}")], lambda _name: False)
    assert (line.about.paid, line.about.paid_by, line.about.unread_paid) == paid
    assert parse_rows([(1, write_particulars(line.name, line.about))], lambda _name: False) == [line]


def test_a_payment_of_a_day_to_come_is_named_and_the_rest_of_the_list_entered(
    client: Client, event: Event
) -> None:
    to_come = timezone.localdate() + timedelta(days=30)
    text = f"Anna Rossi; paid: 15 cash {to_come.isoformat()}\nLuca Neri; paid: yes"
    previewed = check(client, event, text)
    page = " ".join(previewed.content.decode().split())
    assert f"paid on a day still to come, not recorded: 15 cash {to_come.isoformat()}" in page
    assert [line.name for line in previewed.context["doubtful"]] == ["Anna Rossi"]
    assert previewed.context["paid_sum"] == 5000
    form = {"names": text, "enter": "1", "key": "list", "version": event.version}
    pressed = client.post(event_url("desk-names", event), {**form, "method": "card", "paid_sum": 5000})
    assert pressed.status_code == 303
    assert list_dues(event) == {"Anna Rossi": (5000, 0), "Luca Neri": (0, 5000)}


def test_a_typed_list_names_the_way_behind_the_amount(client: Client, event: Event) -> None:
    lines = check(client, event, "Anna Rossi £8 cash\nLuca Neri €15 bonifico\nMara Blu paid\n").context[
        "checked"
    ]
    assert [(line.name, line.about.paid, line.about.paid_by) for line in lines] == [
        ("Anna Rossi", "8.00", "cash"),
        ("Luca Neri", "15.00", "transfer"),
        ("Mara Blu", "yes", ""),
    ]
