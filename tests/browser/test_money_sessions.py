"""Money play of two players, tap by tap, and checks of every page of a session."""

import pytest

from matches.moneyplay.models import MoneySession
from rules.actions import Doubled
from rules.chouette import events
from rules.chouette.events import Dropped, Ended, Took
from rules.money import DoubledAutomatically, Finished
from rules.options import MoneyLaws
from rules.sides import Side
from tests.browser import session_taps
from tests.browser.axe import faults, faults_here
from tests.browser.conftest import OpenDevice
from tests.browser.phones import Phone
from tests.matches.moneyplay.sessions import SIX, a_chouette, a_pair, a_running_chouette, get_state, record


@pytest.mark.parametrize("script", [True, False])
def test_money_play_with_an_automatic_double_a_beaver_jacoby_and_undo(
    open_device: OpenDevice, script: bool
) -> None:
    phone = open_device(360, script=script)
    session = MoneySession.objects.get(code=session_taps.opened(phone, "Money play (two players)"))
    for name in ("Ada", "Bo"):
        session_taps.write_down(phone, name)
    assert session_taps.enter(phone, "Automatic double") == 1
    assert session_taps.won(phone, "Bo", "Gammon") == session_taps.TWO_TAPS
    assert get_state(session).balances == {"Ada": -2, "Bo": 2}

    assert session_taps.enter(phone, "Ada doubles") == 1
    assert session_taps.say(phone, "Bo", "Beaver") <= session_taps.TWO_TAPS
    assert session_taps.say(phone, "Ada", "Take") <= session_taps.TWO_TAPS
    assert session_taps.won(phone, "Bo", "Gammon") == session_taps.TWO_TAPS
    assert get_state(session).balances == {"Ada": -10, "Bo": 10}

    assert session_taps.enter(phone, "Undo: Bo wins: Gammon") == 1
    assert get_state(session).balances == {"Ada": -2, "Bo": 2}
    assert phone.page.locator(".cubes .cube").inner_text() == "4"
    assert phone.page.locator("tfoot .numeral").inner_text() == "0"


@pytest.fixture
def pages() -> list[str]:
    """An address for every state of the pages of a session."""
    offered, over = a_running_chouette(), a_running_chouette()
    record(offered, events.Doubled("Ada"), Dropped("Bo"), Took("Cy"))
    record(over, events.Doubled("Ada"), Dropped("Bo"), *(Took(name) for name in SIX[2:]), Ended("team", 2))
    pair = a_pair(MoneyLaws(stake=5), white="Maximilian Featherstonehaugh-Cholmondeley")
    record(pair, DoubledAutomatically(), Finished(Side.BLACK, 2), Doubled(Side.WHITE, 2))
    tables = [a_chouette(), a_running_chouette(), offered, over, pair]
    return ["/s/", "/s/new/", *(f"/s/{session.code}/" for session in tables), f"/s/{over.code}/settlement/"]


def test_no_page_of_a_session_has_a_fault(open_device: OpenDevice, pages: list[str]) -> None:
    device = open_device()
    use_device_of_host(device)

    assert [line for path in pages for line in faults(device, path, is_lengthened=True)] == []
    device.open(pages[2])
    device.tap("Show join code")
    device.page.locator(".invite svg").wait_for()
    assert faults_here(device) == []


def test_every_button_of_a_session_is_at_least_44_pixels_wide_and_high(
    open_device: OpenDevice, pages: list[str]
) -> None:
    phone = open_device(360)
    use_device_of_host(phone)
    for path in pages[2:7]:
        phone.open(path)
        boxes = [box.bounding_box() for box in phone.page.locator("#now .button:visible").all()]
        assert min(min(box["width"], box["height"]) for box in boxes if box) >= 44, path


def use_device_of_host(device: Phone) -> None:
    """Give it the device cookie of the host of the sessions of `tests.matches.moneyplay.sessions`."""
    cookie = {"name": "device", "value": "phone of keeper", "url": device.address}
    device.page.context.add_cookies([cookie])  # type: ignore[list-item]
