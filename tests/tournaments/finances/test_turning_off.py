"""The currency of fees is changed and fees are turned off while there are no payments."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.matches.refusals import refusal
from tests.page_forms import form_with
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import director, payment_context, player
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.models import CashCountKind, FundKind, FundTerms
from tournaments.finances.queries.funds import get_terms
from tournaments.finances.services import auctions, cash_counts, charges, funds, payments, pools
from tournaments.models import Event, Tournament
from tournaments.play.tournaments.services.currency import change_currency

pytestmark = pytest.mark.django_db

FEES = {"returned": 90, "template": "columbus", "sharing": "place", "fee": "50", "registration": "10"}


@pytest.fixture
def event() -> Event:
    return fee_factories.a_paying_night()


def in_currency(event: Event, currency: str) -> Tournament:
    change_currency(tournament=event.tournament, currency=currency, by=director(event))
    return Tournament.objects.get()


def pay(event: Event) -> None:
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=60_00, context=payment_context(event)
    )


def count_a_float(event: Event) -> None:
    by = director(event)
    cash_counts.record_count(
        event=event,
        operator=by.username,
        kind=CashCountKind.FLOAT,
        amount=1,
        note="",
        by=by,
        key=fee_factories.key(),
    )


def lower_a_fee(event: Event) -> None:
    charges.set_own_fee(
        event=event,
        player=player(event, "Anna"),
        amount=5_00,
        note="",
        by=director(event),
        key=fee_factories.key(),
    )


def sell_a_lot(event: Event) -> None:
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    by, fund = director(event), {"event": event, "fund": auction.fund}
    auctions.make_lots(lots=[[1], [2]], by=by, **fund)
    auctions.sell_lot(lot=1, buyer="Zeno", price=80_00, by=by, key=fee_factories.key(), **fund)


def test_the_currency_is_changed_in_the_terms(client: Client, event: Event) -> None:
    client.force_login(director(event))
    pool = fee_factories.a_pool(event)
    page = client.get(path_of(event, "desk/money/terms/")).content.decode()
    assert '<option value="EUR" selected>' in page

    answer = client.post(path_of(event, "desk/money/act/terms/"), {**FEES, "fund": 0, "currency": "JPY"})

    assert answer.status_code == 303
    assert Tournament.objects.get().currency == "JPY"
    terms = get_terms(event)
    assert (terms[0].fee, terms[0].registration, terms[pool.fund].fee) == (50, 10, 20)


def test_refused_terms_keep_the_currency_that_was_chosen(client: Client, event: Event) -> None:
    client.force_login(director(event))
    address = path_of(event, "desk/money/act/terms/")

    answer = client.post(address, {**FEES, "fund": 0, "currency": "JPY", "returned": "much"})

    assert answer.status_code == 400
    assert form_with(answer.content.decode(), "Save entry fees").data()["currency"] == "JPY"
    assert client.post(address, {**FEES, "fund": "x"}).status_code == 400


def test_terms_from_an_earlier_page_do_not_set_the_currency_back(client: Client, event: Event) -> None:
    client.force_login(director(event))
    page = path_of(event, "desk/money/terms/")
    earlier = form_with(client.get(page).content.decode(), "Save entry fees")
    in_currency(event, "CHF")

    answer = client.post(earlier.action, earlier.data() | {"returned": "80"})
    again = form_with(answer.content.decode(), "Save entry fees").data()

    assert (answer.status_code, Tournament.objects.get().currency) == (409, "CHF")
    assert client.post(earlier.action, again | {"currency": "CHF"}).status_code == 303
    assert (Tournament.objects.get().currency, get_terms(event)[0].returned) == ("CHF", 80)


def test_a_currency_with_equal_decimal_places_keeps_the_terms(event: Event) -> None:
    before = list(FundTerms.objects.values_list())
    assert in_currency(event, "CHF").currency == "CHF"
    assert list(FundTerms.objects.values_list()) == before


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (pay, "currency_moved"),
        (count_a_float, "currency_moved"),
        (lower_a_fee, "currency_written"),
        (sell_a_lot, "currency_written"),
    ],
)
def test_the_currency_stays_once_there_are_payments_or_sales(
    client: Client, event: Event, act: Callable[[Event], None], code: str
) -> None:
    act(event)
    assert refusal(lambda: in_currency(event, "CHF")).code == code

    client.force_login(director(event))
    page = client.get(path_of(event, "desk/money/terms/"), HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert "The currency cannot change from EUR" in page
    answer = client.post(path_of(event, "desk/money/act/terms/"), {**FEES, "fund": 0, "currency": "CHF"})
    assert (answer.status_code, Tournament.objects.get().currency) == (303, "EUR")


def test_fees_are_turned_off_and_on_again_in_another_currency(client: Client, event: Event) -> None:
    by, pool = director(event), fee_factories.a_pool(event)
    pools.join_pool(event=event, player=player(event, "Anna"), fund=pool.fund, by=by, key=fee_factories.key())
    client.force_login(by)

    answer = client.post(path_of(event, "desk/money/act/off/"))

    assert (answer.status_code, answer["Location"]) == (303, path_of(event, "desk/money/"))
    assert get_terms(event) == {}
    assert "Turn on fees" in client.get(path_of(event, "desk/money/")).content.decode()
    again = client.post(path_of(event, "desk/money/act/on/"), {**FEES, "currency": "GBP"})
    assert (again.status_code, Tournament.objects.get().currency) == (303, "GBP")


@pytest.mark.parametrize(("act", "code"), [(pay, "fees_moved"), (sell_a_lot, "fees_sold")])
def test_fees_cannot_be_turned_off_after_payments_or_sales(
    client: Client, event: Event, act: Callable[[Event], None], code: str
) -> None:
    act(event)
    before = list(FundTerms.objects.values_list())
    assert refusal(lambda: funds.turn_off_fees(event=event, by=director(event))).code == code

    client.force_login(director(event))
    page = client.get(path_of(event, "desk/money/terms/"), HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert "Fees cannot be turned off" in page
    assert "act/off/" not in page
    assert list(FundTerms.objects.values_list()) == before


def test_only_directors_change_the_currency_and_turn_fees_off(event: Event) -> None:
    other = club_evenings.director_of(club_evenings.a_club("Another club"))
    caller: dict[str, Any] = {"by": other}
    assert (
        refusal(lambda: change_currency(tournament=event.tournament, currency="CHF", **caller)).code
        == refusal(lambda: funds.turn_off_fees(event=event, **caller)).code
        == "directors_only"
    )


def test_the_api_changes_the_currency_and_turns_fees_off(client: Client, event: Event) -> None:
    client.force_login(director(event))
    terms, address = {**FEES, "returned": 90}, f"/api/v1/events/{event.pk}/fees/"
    changed = client.put(address, {**terms, "currency": "JPY"}, content_type="application/json")
    assert (changed.status_code, changed.json()["currency"], changed.json()["fee"]) == (200, "JPY", 50)

    off = client.delete(address)
    assert (off.status_code, off.content) == (204, b"")
    assert client.get(address).status_code == 404
    pay_first = fee_factories.with_money(event)
    pay(event)
    response = client.delete(address)
    assert (response.status_code, response.json()["code"], pay_first.fund) == (409, "fees_moved", 0)
