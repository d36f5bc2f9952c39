"""A table for points, tap by tap: a chouette of six whose captain drops, and two who play for money."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from matches.models import Session
from rules.actions import Doubled
from rules.chouette import events as chouette
from rules.chouette.events import Dropped, Ended, Took
from rules.money.events import DoubledAutomatically, Finished
from rules.options import MoneyLaws
from rules.sides import Side
from tests.browser.conftest import Hand
from tests.browser.phones import Phone
from tests.browser.test_accessible import LENGTHEN, RULES, faults
from tests.matches.tables import SIX, a_chouette, a_pair, a_running_chouette, put, seen

pytestmark = pytest.mark.django_db(transaction=True)

TWO_TAPS = 2
SIZE = "element => parseFloat(getComputedStyle(element).fontSize)"


def opened(phone: Phone, kind: str) -> Session:
    """Open a table with the phone; it shows its page from then on."""
    phone.open("/s/new/")
    phone.tap(kind)
    phone.tap("Open the table")
    phone.page.wait_for_url(re.compile(r"/s/\w{8}/$"))
    return Session.objects.get(code=phone.page.url.split("/")[-2])


def write_down(phone: Phone, name: str) -> None:
    """Add a player without a phone."""
    if phone.page.locator("#guest[open]").count() == 0:
        phone.page.locator("#guest > summary").click()
    phone.page.locator("#guest [name=name]").fill(name)
    phone.page.locator("#guest button").click()
    phone.page.locator(".line-table", has_text=name).wait_for()


def sit_down(phone: Phone, link: str, name: str) -> None:
    """Come in by the link in the picture and sit down under a name."""
    path = link.removeprefix(phone.address)
    phone.open(path)
    phone.page.wait_for_url(re.compile(r"/s/\w{8}/$"))
    phone.page.locator("#seat [name=name]:not([type=hidden])").fill(name)
    phone.tap("Join")
    phone.page.locator(".line-table", has_text=name).wait_for()


def taps_of(phone: Phone, *words: str) -> int:
    """Tap each of these, and how many taps it took."""
    before = phone.taps
    for each in words:
        phone.tap(each)
    phone.page.wait_for_load_state()
    return phone.taps - before


def say(phone: Phone, voice: str, word: str) -> int:
    """Let a player say a word: his own button, or his name unfolded and the button in it; the taps."""
    before = phone.taps
    own = phone.page.locator(f'.voice:has(summary:text-is("{voice}")), .own:has-text("You, {voice}")')
    button = own.get_by_role("button", name=word, exact=True)
    if not button.is_visible():
        phone.tap(own.locator("summary"))
    phone.tap(button)
    phone.page.wait_for_load_state()
    return phone.taps - before


def won(phone: Phone, side: str, how: str) -> int:
    """Say who won on the board and how; the taps."""
    before = phone.taps
    seat = phone.page.locator(".seat", has=phone.page.locator("summary", has_text=side))
    phone.tap(seat.locator("summary"))
    phone.tap(seat.get_by_role("button", name=how, exact=True))
    phone.page.wait_for_load_state()
    return phone.taps - before


def test_a_chouette_of_six_whose_captain_drops(hand: Hand) -> None:
    keeper, guest = hand(360), hand(360)
    session = opened(keeper, "Chouette")
    for name in SIX[:5]:
        write_down(keeper, name)
    keeper.tap("Show the code to join")
    link = keeper.page.locator("#link .code").text_content() or ""
    keeper.tap("Back to the table")
    sit_down(guest, link, SIX[5])
    keeper.open(f"/s/{session.code}/")
    assert taps_of(keeper, "Cast lots") == 1
    line = seen(session).table.queue
    assert sorted(line) == sorted(SIX)
    chairs = keeper.page.locator(".chair strong").all_inner_texts()
    assert chairs == [line[0], line[1]]
    assert (
        keeper.page.locator(".chair strong").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        >= 32
    )

    taps_of(keeper, "Begin game 1")
    assert say(keeper, line[0], "Double all") <= TWO_TAPS
    keeper.page.get_by_text("Waiting for:").wait_for()
    assert say(keeper, line[1], "Drop") <= TWO_TAPS
    for name in line[2:]:
        phone = guest if name == SIX[5] else keeper
        if phone is guest:
            guest.open(f"/s/{session.code}/")
        assert say(phone, name, "Take") <= TWO_TAPS
        keeper.open(f"/s/{session.code}/")

    assert keeper.page.locator(".chair strong").all_inner_texts() == [line[0], line[2]]
    assert won(keeper, "The team", "Gammon") == TWO_TAPS
    keeper.page.get_by_text("Begin game 2").wait_for()
    assert seen(session).balances == {line[0]: -15, line[1]: -1, **dict.fromkeys(line[2:], 4)}
    assert keeper.page.locator("tfoot .figure").inner_text() == "0"
    keeper.tap("Settlement")
    assert "−15" in keeper.text()
    assert keeper.page.locator("tfoot .figure").inner_text() == "0"


@pytest.mark.parametrize("script", [True, False])
def test_two_with_an_automatic_double_a_beaver_jacoby_and_undo(hand: Hand, script: bool) -> None:
    phone = hand(360, script=script)
    session = opened(phone, "Two, for points")
    for name in ("Ada", "Bo"):
        write_down(phone, name)
    assert taps_of(phone, "Automatic double") == 1
    assert won(phone, "Bo", "Gammon") == TWO_TAPS
    assert seen(session).balances == {"Ada": -2, "Bo": 2}

    assert taps_of(phone, "Ada doubles") == 1
    assert say(phone, "Bo", "Beaver") <= TWO_TAPS
    assert say(phone, "Ada", "Take") <= TWO_TAPS
    assert won(phone, "Bo", "Gammon") == TWO_TAPS
    assert seen(session).balances == {"Ada": -10, "Bo": 10}

    assert taps_of(phone, "Undo: Bo wins: Gammon") == 1
    assert seen(session).balances == {"Ada": -2, "Bo": 2}
    assert phone.page.locator(".cubes .cube").inner_text() == "4"
    assert phone.page.locator("tfoot .figure").inner_text() == "0"


@pytest.fixture
def pages() -> list[str]:
    """One address for every state the page of a table can show."""
    offered, over = a_running_chouette(), a_running_chouette()
    put(offered, chouette.Doubled("Ada"), Dropped("Bo"), Took("Cy"))
    put(over, chouette.Doubled("Ada"), Dropped("Bo"), *(Took(name) for name in SIX[2:]), Ended("team", 2))
    pair = a_pair(MoneyLaws(stake=5), white="Maximilian Featherstonehaugh-Cholmondeley")
    put(pair, DoubledAutomatically(), Finished(Side.BLACK, 2), Doubled(Side.WHITE, 2))
    tables = [a_chouette(), a_running_chouette(), offered, over, pair]
    return ["/s/", "/s/new/", *(f"/s/{each.code}/" for each in tables), f"/s/{over.code}/settlement/"]


@pytest.mark.parametrize(("width", "dark"), [(320, True), (1280, False)])
def test_no_page_of_a_table_has_a_fault(hand: Hand, pages: list[str], width: int, dark: bool) -> None:
    device = hand(width, dark=dark)
    keep(device)

    assert [line for path in pages for line in faults(device, path)] == []
    device.open(pages[2])
    device.tap("Show the code to join")
    device.page.locator(".invite svg").wait_for()
    found = Axe().run(device.page, options={"runOnly": RULES, "resultTypes": ["violations"]})
    assert [each["id"] for each in found.response["violations"]] == []


def test_longer_words_push_no_page_of_a_table_sideways(hand: Hand, pages: list[str]) -> None:
    phone = hand(320)
    keep(phone)
    wide = []
    for path in pages:
        phone.open(path)
        phone.page.evaluate(LENGTHEN)
        if phone.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(path)

    assert wide == []


def test_every_button_at_the_table_is_as_big_as_a_thumb(hand: Hand, pages: list[str]) -> None:
    phone = hand(360)
    keep(phone)
    for path in pages[2:7]:
        phone.open(path)
        boxes = [box.bounding_box() for box in phone.page.locator("#now .button:visible").all()]
        assert min(min(box["width"], box["height"]) for box in boxes if box) >= 44, path


def keep(device: Phone) -> None:
    """Make it the phone that keeps the tables of `tests.matches.tables`."""
    cookie = {"name": "device", "value": "phone of keeper", "url": device.address}
    device.page.context.add_cookies([cookie])  # type: ignore[list-item]
