"""Payments and closing steps name debts of buyers, and refunds of those who pay elsewhere."""

import re

import pytest
from django.test import Client

from rules.errors import Refusal
from tests.page_forms import PageForm, form_with, read_forms
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import director, key, payment_context, player
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.messages import explain_share
from tournaments.finances.models import FundKind, Lot, Sale
from tournaments.finances.queries import prizes
from tournaments.finances.services import auctions, funds, payments, pools
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.play.entries.services import entries

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bruno", "Carla", "Dario")


@pytest.fixture
def event() -> Event:
    """A published event of four with a fee of 30, an auction (fund 1) and a pool of 20 (fund 2)."""
    event = fee_factories.a_paying_night(FundOptions(fee=30_00, template="winner"), NAMES)
    fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    fee_factories.a_pool(event)
    return event


@pytest.fixture
def desk(event: Event, client: Client) -> Client:
    """The browser of the director."""
    client.force_login(director(event))
    return client


def text_of(desk: Client, event: Event, path: str = "desk/money/") -> str:
    """A page without its markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", desk.get(path_of(event, path)).text).split())


def make_catalogue(event: Event, *lines: list[int]) -> None:
    """Create the catalogue of the auction, a lot a line."""
    auctions.make_lots(event=event, fund=1, lots=lines, by=director(event))


def sell(event: Event, lot: int, buyer: str, price: int) -> None:
    """Sell a lot."""
    auctions.sell_lot(event=event, fund=1, lot=lot, buyer=buyer, price=price, by=director(event), key=key())


def lines_in_form(desk: Client, event: Event) -> str:
    """The catalogue that the form proposes."""
    return (
        form_with(desk.get(path_of(event, "desk/money/auction/")).text, "Create lots").data()["lots"].strip()
    )


def test_payments_name_the_debts_of_buyers(desk: Client, event: Event) -> None:
    fee_factories.everybody_pays(event)
    assert "All have paid" in text_of(desk, event)
    make_catalogue(event, [1], [2], [3])
    sell(event, 1, "Zeno", 40_00)
    sell(event, 2, "ZENO", 10_00)
    sell(event, 3, "Yara", 5_00)
    page = text_of(desk, event)
    assert ("All have paid" in page, "All fees and pools are paid" in page) == (False, True)
    assert "2 buyers owe €55.00 Yara €5.00 Zeno €50.00 Collect under Auction" in page
    assert "4 players owe nothing" in page

    for lot in (1, 2, 3):
        payments.take_lot_payment(event=event, fund=1, lot=lot, context=payment_context(event))
    page = text_of(desk, event)
    assert ("All have paid" in page, "buyers owe" in page) == (True, False)


def test_the_closing_steps_name_the_debts_of_buyers(desk: Client, event: Event) -> None:
    fee_factories.everybody_pays(event)
    make_catalogue(event, [1])
    sell(event, 1, "Zeno", 40_00)
    club_evenings.play_out(event)
    steps = {step.text: step for step in desk.get(path_of(event, "desk/")).context["finish_steps"]}
    assert steps["Collect what buyers of the auction still owe: €40.00"].address == path_of(
        event, "desk/money/auction/"
    )


def test_the_prize_list_of_the_desk_names_the_fund_where_there_are_several(
    desk: Client, event: Event
) -> None:
    # With all of them in the pool there is one winner, whatever the draw: two may be out in the same round.
    for name in NAMES:
        pools.join_pool(event=event, fund=2, player=player(event, name), by=director(event), key=key())
    fee_factories.everybody_pays(event)
    club_evenings.play_out(event)
    steps = desk.get(path_of(event, "desk/")).context["finish_steps"]
    texts = [item.text for step in steps for item in step.items]
    assert [text.partition(":")[2] for text in texts] == [" €120.00 (entry fees)", " €80.00 (Super)"]


def test_what_is_to_refund_is_shown_beside_what_is_due(desk: Client, event: Event) -> None:
    fee_factories.everybody_pays(event)
    funds.set_fees(
        event=event, options=FundOptions(fee=20_00, template="winner"), by=director(event), key=key()
    )
    pools.join_pool(event=event, fund=2, player=player(event, "Anna"), by=director(event), key=key())
    page = text_of(desk, event)
    assert "1 player owes €20.00 · €10.00 to refund Anna €20.00 · −€10.00" in page
    assert "3 players owe nothing · €30.00 to refund" in page


def test_a_lot_is_proposed_for_each_who_plays_and_then_the_present_catalogue(
    desk: Client, event: Event
) -> None:
    entries.withdraw(entry=event.entries.get(player__name="Carla"), by=director(event))
    numbers = {one.player.name: one.number for one in event.entries.select_related("player")}
    playing = [str(numbers[name]) for name in NAMES if name != "Carla"]
    assert sorted(lines_in_form(desk, event).split()) == sorted(playing)
    assert re.search(r"Carla withdrawn", text_of(desk, event, "desk/money/auction/"))

    make_catalogue(event, [numbers["Anna"], numbers["Dario"]], [numbers["Bruno"]])
    assert lines_in_form(desk, event).splitlines() == [
        f"{numbers['Anna']} {numbers['Dario']}",
        str(numbers["Bruno"]),
    ]


@pytest.mark.parametrize("buyer", ["Anna", "anna"])
def test_a_player_who_has_bought_the_own_lot_buys_no_half_of_it_back(
    desk: Client, event: Event, buyer: str
) -> None:
    make_catalogue(event, [event.entries.get(player__name="Anna").number])
    sell(event, 1, buyer, 40_00)
    with pytest.raises(Refusal, match="lot_of_its_player"):
        auctions.buy_back_half(event=event, fund=1, lot=1, by=director(event), key=key())
    assert "Half bought back" not in text_of(desk, event, "desk/money/auction/")


def test_nobody_joins_a_pool_of_an_event_that_is_over(desk: Client, event: Event) -> None:
    assert "Super" in text_of(desk, event).partition("Anna")[2]
    pools.join_pool(event=event, fund=2, player=player(event, "Anna"), by=director(event), key=key())
    club_evenings.play_out(event)
    with pytest.raises(Refusal, match="pool_event_over"):
        pools.join_pool(event=event, fund=2, player=player(event, "Bruno"), by=director(event), key=key())
    assert desk.get(path_of(event, "desk/money/")).text.count('aria-pressed="false"') == 0


def test_a_custom_payout_comes_back_as_it_was_typed(desk: Client, event: Event) -> None:
    data = {
        "fund": 0,
        "fee": "30",
        "registration": "0",
        "currency": "EUR",
        "returned": 100,
        "sharing": "place",
    }
    parts = {"template": "", "parts_main": "60 40"}
    assert desk.post(path_of(event, "desk/money/act/terms/"), {**data, **parts}).status_code == 303
    assert 'value="60 40"' in desk.get(path_of(event, "desk/money/terms/")).text


def test_a_prize_with_a_coin_that_was_left_over_says_so(event: Event) -> None:
    options = FundOptions(fee=25_00, parts={"main": (1, 1, 1)})
    funds.set_fees(event=event, options=options, by=director(event), key=key())
    fee_factories.everybody_pays(event)
    sheet = prizes.list_prizes(event)[0]
    explained = [explain_share(share, "EUR")[1:] for share in sheet.split.shares]
    assert explained == [
        ["With what rounding left over: €33.34."],
        ["Rounded to €33.33."],
        ["Rounded to €33.33."],
    ]


def _send_form(desk: Client, event: Event, form: PageForm, **typed: str) -> int:
    """Send a form of the auction as it was shown, with these values typed; return the status."""
    return int(desk.post(form.action, form.data() | typed).status_code)


def test_what_another_director_has_created_is_not_set_back(desk: Client, event: Event) -> None:
    page = desk.get(path_of(event, "desk/money/auction/")).text
    make_catalogue(event, [1, 2], [3], [4])
    outdated = form_with(page, "Create lots")
    assert _send_form(desk, event, outdated, lots="1\n2\n3") == 409
    assert lines_in_form(desk, event) == "1 2\n3\n4"

    again = form_with(desk.get(path_of(event, "desk/money/auction/")).text, "Create lots")
    assert _send_form(desk, event, again, lots="1\n2\n3") == 303
    assert lines_in_form(desk, event) == "1\n2\n3"
    first_keys = list(Lot.objects.values_list("pk", flat=True))
    assert _send_form(desk, event, again, lots="1\n2\n3") == 303
    assert list(Lot.objects.values_list("pk", flat=True)) == first_keys


def test_a_proposal_from_before_a_late_entry_does_not_leave_it_out(desk: Client, event: Event) -> None:
    proposed = form_with(desk.get(path_of(event, "desk/money/auction/")).text, "Create lots")
    entries.withdraw(entry=event.entries.get(number=4), by=director(event))
    assert _send_form(desk, event, proposed, lots=proposed.data()["lots"]) == 409
    assert lines_in_form(desk, event) == "1\n2\n3"


def test_a_lot_is_not_sold_whose_players_are_others_than_were_shown(desk: Client, event: Event) -> None:
    make_catalogue(event, [1], [2])
    forms = read_forms(desk.get(path_of(event, "desk/money/auction/")).text)
    sale = next(form for form in forms if form.data().get("lot") == "2")
    make_catalogue(event, [1], [3], [2])
    assert _send_form(desk, event, sale, buyer="Zeno", price="20") == 409
    assert Sale.objects.count() == 0
