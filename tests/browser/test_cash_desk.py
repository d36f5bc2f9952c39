"""The cash desk: two taps for each payer, with and without JavaScript; its pages pass axe."""

import pytest

from tests import factories
from tests.browser.axe import faults
from tests.browser.conftest import OpenDevice
from tests.browser.page_addresses import path_of
from tests.browser.phones import PASSWORD, Phone
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tournaments.finances.models import FundKind, Receipt
from tournaments.finances.services import auctions, payments, pools
from tournaments.models import Event

NAMES = ("Maximilian Featherstonehaugh-Cholmondeley", "Łukasz Żółć", "Carla", "Dario", "Elena", "Fabio")
PAGES = ("", "prizes/", "auction/", "cash/", "terms/", "ledger/", "receipts/1/")


@pytest.fixture
@replayed
def event() -> Event:
    """An event without fees."""
    director = factories.a_user("director", password=PASSWORD)
    return club_evenings.a_night(club_evenings.a_club("Monday Club", director), NAMES)


def payer(phone: Phone, name: str) -> None:
    """Tap a name, then the button for the whole amount in cash."""
    phone.tap(phone.page.locator("#fees-due .payer > summary", has_text=name))
    phone.tap(phone.page.get_by_role("button", name=f"in cash from {name}"))
    phone.page.locator(".messages", has_text=name).wait_for()


@pytest.mark.parametrize("script", [True, False])
def test_a_fee_is_paid_in_two_taps(open_device: OpenDevice, event: Event, script: bool) -> None:
    desk = open_device(360, script=script)
    desk.sign_in()
    desk.open(path_of(event, "desk/"))
    desk.tap("Finances")
    desk.page.get_by_label("Fee per player", exact=True).fill("50")
    desk.tap(desk.page.get_by_role("button", name="Turn on fees"))
    desk.page.locator("#fees-due").wait_for()
    assert desk.taps == 2

    for name in ("Carla", "Łukasz Żółć"):
        desk.open(path_of(event, "desk/money/"))
        payer(desk, name)
        assert desk.taps == 2
    desk.open(path_of(event, "desk/money/"))
    desk.tap(desk.page.locator("#all-paid > summary"))
    desk.tap(desk.page.locator("#all-paid button").first)
    desk.page.locator(".messages").wait_for()

    assert (desk.taps, Receipt.objects.count()) == (2, 6)
    assert "All have paid" in desk.text()


def test_a_prize_is_paid_in_one_tap(open_device: OpenDevice, event: Event) -> None:
    fee_factories.with_money(event)
    fee_factories.everybody_pays(event)
    club_evenings.play_out(event)
    desk = open_device(1280)
    desk.sign_in()
    desk.open(path_of(event, "desk/money/prizes/"))
    desk.tap(desk.page.get_by_role("button", name="Pay €108.00"))
    desk.page.locator(".messages").wait_for()

    assert (desk.taps, Receipt.objects.count()) == (1, 7)


def test_an_auction_is_typed_lot_by_lot(open_device: OpenDevice, event: Event) -> None:
    fee_factories.with_money(event)
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    auctions.make_lots(event=event, fund=auction.fund, lots=[[1], [2, 3]], by=fee_factories.director(event))
    desk = open_device(1280)
    desk.sign_in()
    desk.open(path_of(event, "desk/money/auction/"))
    desk.page.get_by_label("Buyer of lot 2").fill("Zeno")
    desk.page.get_by_label("Bid for lot 2").fill("80")
    desk.page.keyboard.press("Enter")
    desk.page.locator(".messages").wait_for()

    assert "Zeno: €80.00" in desk.text()
    assert desk.taps == 0


def test_no_page_about_money_has_a_fault(open_device: OpenDevice, event: Event) -> None:
    device = open_device()
    device.sign_in()
    lines = faults(device, path_of(event, "desk/money/"))
    # An open page loads itself again after a change, which would abort going to the next one.
    device.page.goto("about:blank")
    fee_factories.with_money(event, fee_factories.FundOptions(fee=50_00, template="columbus", is_shown=True))
    by = fee_factories.director(event)
    pool = fee_factories.a_pool(event)
    pools.join_pool(event=event, fund=pool.fund, player=event.entries.get(number=1).player, by=by, key="in")
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    auctions.make_lots(event=event, fund=auction.fund, lots=[[1], [2, 3]], by=by)
    auctions.sell_lot(event=event, fund=auction.fund, lot=1, buyer="Zeno", price=5_00, by=by, key="sold")
    fee_factories.payments.take_payment(
        event=event,
        player=event.entries.get(number=2).player,
        amount=50_00,
        context=fee_factories.payment_context(event),
    )
    club_evenings.play_out(event)
    for page in PAGES:
        lines += faults(device, path_of(event, f"desk/money/{page}"))
    lines += faults(device, path_of(event, "prizes/"))

    assert lines == []


def test_an_opened_amount_stays_open_while_others_pay(open_device: OpenDevice, event: Event) -> None:
    """A refresh of the page closes no line that was opened, and keeps what is being typed in it."""
    fee_factories.with_money(event)
    desk = open_device(1280)
    desk.sign_in()
    desk.page.clock.install()
    desk.open(path_of(event, "desk/money/"))
    code = fee_factories.player(event, "Carla").code
    desk.page.locator(f"#payer-{code} > summary").click()
    desk.page.locator(f"#payer-{code} summary", has_text="Other amount").click()
    amount = desk.page.locator(f"#part-{code}")
    for typed, name in (("", "Dario"), ("5", "Elena")):
        amount.press_sequentially(typed)
        account = fee_factories.account(event, name)
        context = fee_factories.payment_context(event)
        payments.take_payment(event=event, player=account.player, amount=account.owes, context=context)
        desk.page.locator('#connection-status[data-state="stale"]').wait_for()
        desk.page.clock.fast_forward(20_000)
        desk.page.locator("#fees-due .payer", has_text=name).wait_for(state="detached")
        assert (amount.is_visible(), amount.input_value()) == (True, typed)
