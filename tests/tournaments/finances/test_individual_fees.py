"""An individual fee is a total: it stays when the fee of the others changes, until it is removed."""

import json

import pytest
from django.test import Client

from tests.site.bodies import PAYS
from tests.site.command_call import CommandCall
from tests.tournaments.checker.forged_money import find_codes
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import account, director, key, player
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances import commands
from tournaments.finances.models import Charge
from tournaments.finances.queries import exports
from tournaments.finances.queries.funds import get_cash_desk, get_terms
from tournaments.finances.services import charges, funds
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event

pytestmark = pytest.mark.django_db
CALLS = (CommandCall(commands.SetOwnFee, {**PAYS, "amount": "5"}),)


@pytest.fixture
def event() -> Event:
    """A published event with a fee of 30; that of Anna is 15."""
    event = fee_factories.a_paying_night(FundOptions(fee=30_00, template="winner"))
    set_own_fee(event, "Anna", 15_00)
    return event


def set_own_fee(event: Event, name: str, amount: int | None) -> Charge | None:
    """Set the individual fee of a player, None for the usual one."""
    payer, by = player(event, name), director(event)
    return charges.set_own_fee(event=event, player=payer, amount=amount, note="", by=by, key=key())


def set_fee(event: Event, fee: int) -> None:
    """Change the entry fee."""
    options = FundOptions(fee=fee, template="winner")
    funds.set_fees(event=event, options=options, by=director(event), key=key())


def sum_dues(event: Event) -> tuple[int, int]:
    """What Anna and Bruno have to pay."""
    return account(event, "Anna").owes, account(event, "Bruno").owes


def test_a_total_stays_when_the_fee_of_the_others_changes(event: Event) -> None:
    assert sum_dues(event) == (15_00, 30_00)
    set_fee(event, 25_00)
    assert sum_dues(event) == (15_00, 25_00)
    set_fee(event, 40_00)
    assert sum_dues(event) == (15_00, 40_00)


def test_an_individual_fee_of_nothing_stays_nothing(event: Event) -> None:
    set_own_fee(event, "Anna", 0)
    set_fee(event, 40_00)
    assert (sum_dues(event), account(event, "Anna").has_settled_fee) == ((0, 40_00), True)


def test_a_total_that_equals_the_usual_fee_stays_too(event: Event) -> None:
    set_own_fee(event, "Anna", 30_00)
    assert set_own_fee(event, "Anna", 30_00) is None
    set_fee(event, 40_00)
    assert sum_dues(event) == (30_00, 40_00)


def test_the_usual_fee_removes_an_individual_one(event: Event) -> None:
    set_own_fee(event, "Anna", None)
    assert (sum_dues(event), account(event, "Anna").dues[0].own_fee) == ((30_00, 30_00), False)
    assert set_own_fee(event, "Anna", None) is None
    set_fee(event, 40_00)
    assert sum_dues(event) == (40_00, 40_00)


def test_the_page_sets_a_total_and_the_usual_fee_again(client: Client, event: Event) -> None:
    client.force_login(director(event))
    path, anna = path_of(event, "desk/money/act/own-fee/"), player(event, "Anna").code
    page = client.get(path_of(event, "desk/money/")).text
    assert page.count("Back to the usual fee") == 1
    answer = client.post(path, {"player": anna, "amount": "12.50", "note": "Junior"}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == ["Anna pays €12.50."]
    answer = client.post(path, {"player": anna, "usual_fee": "1"}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == ["Anna pays the usual fee."]
    assert "Back to the usual fee" not in answer.text
    ledger = client.get(path_of(event, "desk/money/ledger/")).text
    sentences = ("Individual fee of Anna: €12.50 (Junior)", "Anna pays the usual fee again.")
    assert [one in ledger for one in sentences] == [True, True]
    assert client.post(path, {"player": anna, "amount": ""}).status_code == 400


def test_the_api_sets_a_total_and_the_usual_fee_again(client: Client, event: Event) -> None:
    client.force_login(director(event))
    path = f"/api/v1/events/{event.pk}/accounts/{player(event, 'Anna').code}/"
    set_fee(event, 25_00)
    assert client.get(path).json()["owes"] == 15_00
    answer = client.patch(path, {"usual_fee": True}, content_type="application/json").json()
    assert (answer["owes"], answer["dues"][0]["own_fee"]) == (25_00, False)
    assert client.patch(path, {}, content_type="application/json").status_code == 400


def test_the_money_file_and_its_check_agree_with_totals(event: Event) -> None:
    set_own_fee(event, "Bruno", 10_00)
    set_own_fee(event, "Carla", 10_00)
    set_own_fee(event, "Carla", None)
    set_fee(event, 40_00)
    cash_desk = get_cash_desk(event.tournament)
    assert cash_desk is not None
    money = json.loads(exports.FILES["money.json"][1](event, cash_desk, get_terms(event)))
    rows = [(one["kind"], one["amount"]) for one in money["charges"]]
    assert rows == [("own_fee", 15_00), ("own_fee", 10_00), ("own_fee", 10_00), ("usual_fee", 0)]
    assert find_codes(event) == set()
