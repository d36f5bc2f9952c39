"""What changes prizes that are already paid is shown before it is done."""

from typing import Any

import pytest
from django.test import Client

from tests.factory_recordings import replayed
from tests.page_forms import form_with
from tests.tournaments import club_evenings
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import account, claims, director, payment_context, player
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.models import FundTerms, Receipt
from tournaments.finances.services import payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.play.entries.services import entries

pytestmark = pytest.mark.django_db
HEADING = "This changes prizes that are already paid"


@pytest.fixture
@replayed
def event() -> Event:
    """An event of eight with a fee of 50 that is played out and paid; the winner takes all, 400."""
    event = fee_factories.a_paying_night(FundOptions(fee=50_00, template="winner"))
    club_evenings.play_out(event)
    fee_factories.everybody_pays(event)
    ((winner, (due, _paid)),) = claims(event).items()
    payments.pay_prize(
        event=event,
        fund=0,
        recipient=(player(event, winner).pk, None),
        amount=due,
        context=payment_context(event),
    )
    return event


@pytest.fixture
def desk(event: Event) -> Client:
    """The browser of the director."""
    return signed_in(director(event))


def winner_of(event: Event) -> str:
    """The player who was paid the prize."""
    (name,) = claims(event)
    return name


def loser_of(event: Event) -> str:
    """A player without a prize."""
    return next(name for name in fee_factories.EIGHT if name != winner_of(event))


def send(desk: Client, event: Event, action: str, **fields: Any) -> Any:
    """Send an action of the finances."""
    return desk.post(path_of(event, f"desk/money/act/{action}/"), fields)


def count_rows() -> tuple[int, int]:
    """The number of receipts and of versions of the terms."""
    return Receipt.objects.count(), FundTerms.objects.count()


def accept(desk: Client, answer: Any) -> Any:
    """Send the form of the preview."""
    form = form_with(answer.content.decode(), "Apply")
    return desk.post(form.action, form.data())


def void(event: Event) -> tuple[str, dict[str, Any]]:
    number = Receipt.objects.get(lines__player=player(event, loser_of(event)), lines__kind="payment").number
    return "take-back", {"number": number, "note": "Mistake", "key": "void"}


def discount(event: Event) -> tuple[str, dict[str, Any]]:
    return "own-fee", {
        "player": player(event, loser_of(event)).code,
        "amount": "0",
        "note": "junior",
        "key": "d",
    }


def refund(event: Event) -> tuple[str, dict[str, Any]]:
    name = loser_of(event)
    entries.withdraw(entry=event.entries.get(player__name=name), by=director(event))
    code = player(event, name).code
    return "refund", {"player": code, "fund": 0, "amount": "50", "method": "cash", "key": "r"}


@pytest.mark.parametrize(
    ("make_command", "describe"),
    [
        (void, lambda event: f"Receipt {void(event)[1]['number']} voided by receipt 10."),
        (discount, lambda event: f"{loser_of(event)} pays €0.00."),
        (refund, lambda event: f"Paid out: €50.00 to {loser_of(event)}. Receipt 10"),
    ],
)
def test_a_command_that_lowers_a_prize_that_was_paid_asks_first(
    event: Event, desk: Client, make_command: Any, describe: Any
) -> None:
    action, fields = make_command(event)
    name, before = winner_of(event), count_rows()
    answer = send(desk, event, action, **fields)
    page = " ".join(answer.content.decode().split())
    assert (answer.status_code, HEADING in page, count_rows()) == (200, True, before)
    assert f"{name} was paid €400.00 in prizes; €350.00 would be due: €50.00 to return." in page
    assert f"To apply: {describe(event)}" in page
    assert claims(event) == {name: (400_00, 400_00)}

    assert accept(desk, answer).status_code == 303
    assert claims(event) == {name: (350_00, 400_00)}


def test_a_fee_for_all_and_added_money_ask_first(event: Event, desk: Client) -> None:
    name, before = winner_of(event), count_rows()
    terms = {"fund": 0, "fee": "40", "registration": "0", "returned": 100, "template": "winner"}
    terms |= {"sharing": "place", "added": "0", "unit": "0.01", "currency": "EUR"}
    answer = send(desk, event, "terms", **terms)
    assert HEADING in answer.content.decode()
    assert f"{name} was paid €400.00 in prizes; €320.00 would be due: €80.00 to return." in answer.text
    assert count_rows() == before
    assert accept(desk, answer).status_code == 303
    assert claims(event) == {name: (320_00, 400_00)}

    answer = send(desk, event, "terms", **{**terms, "added": "100"})
    assert f"{name} was paid €400.00 in prizes; €420.00 would be due: €20.00 to pay." in answer.text


def void_by_api(event: Event) -> tuple[str, str, dict[str, Any]]:
    return "post", f"receipts/{void(event)[1]['number']}/reverse/", {"note": "Mistake"}


def discount_by_api(event: Event) -> tuple[str, str, dict[str, Any]]:
    fields = discount(event)[1]
    return "patch", f"accounts/{fields['player']}/", {"amount": fields["amount"], "note": fields["note"]}


def refund_by_api(event: Event) -> tuple[str, str, dict[str, Any]]:
    _action, fields = refund(event)
    return "post", "refunds/", {name: fields[name] for name in fields if name != "key"}


def change_fees_by_api(event: Event) -> tuple[str, str, dict[str, Any]]:
    return "put", "fees/", {"fee": "43.75", "returned": 100, "template": "winner", "sharing": "place"}


@pytest.mark.parametrize("make_request", [void_by_api, discount_by_api, refund_by_api, change_fees_by_api])
def test_the_api_refuses_it_until_the_caller_accepts(event: Event, desk: Client, make_request: Any) -> None:
    method, path, body = make_request(event)
    name, before = winner_of(event), count_rows()

    def send_to_api(**accepted: str) -> Any:
        address = f"/api/v1/events/{event.pk}/{path}"
        return getattr(desk, method)(address, {**body, **accepted}, content_type="application/json")

    answer = send_to_api()
    problem = answer.json()
    assert (answer.status_code, problem["code"], count_rows()) == (409, "paid_prizes_change", before)
    sentence = f"{name} was paid €400.00 in prizes; €350.00 would be due: €50.00 to return."
    assert problem["context"]["sentences"] == [sentence]

    assert send_to_api(accepted_prizes="another").status_code == 409
    answer = send_to_api(accepted_prizes=problem["context"]["accepted_prizes"])
    assert answer.status_code in {200, 201}
    assert claims(event) == {name: (350_00, 400_00)}


def test_what_was_accepted_is_what_is_done(event: Event, desk: Client) -> None:
    action, fields = discount(event)
    shown = form_with(send(desk, event, action, **fields).content.decode(), "Apply")
    other = next(name for name in fee_factories.EIGHT if name not in {winner_of(event), loser_of(event)})
    code = player(event, other).code
    assert (
        accept(desk, send(desk, event, action, player=code, amount="0", note="", key="o")).status_code == 303
    )
    again = desk.post(shown.action, shown.data())
    assert "€300.00 would be due: €100.00 to return." in again.text
    assert account(event, loser_of(event)).surplus == 0


def test_there_is_no_question_where_no_prize_was_paid_or_none_changes(desk: Client, event: Event) -> None:
    assert (
        send(desk, event, "count", operator=director(event), kind="counted", amount="10").status_code == 303
    )
    number = Receipt.objects.get(lines__kind="prize").number
    assert send(desk, event, "take-back", number=number, note="Mistake", key="p").status_code == 303
    action, fields = discount(event)
    assert send(desk, event, action, **fields).status_code == 303
