"""What players do with their phones in a money session or chouette, with the number of taps."""

import re
from typing import Any

from playwright.sync_api import Locator

from tests.browser.phones import Phone

TWO_TAPS = 2
SIZE = "element => parseFloat(getComputedStyle(element).fontSize)"


def opened(phone: Phone, kind: str) -> str:
    """Open a session with the phone; return its code."""
    phone.open("/s/new/")
    phone.tap(kind)
    phone.tap("Open the table")
    phone.page.wait_for_url(re.compile(r"/s/\w{8}/$"))
    return phone.page.url.split("/")[-2]


def session_data(phone: Phone, code: str) -> dict[str, Any]:
    """The session as the API answers this phone."""
    cookies = {cookie["name"]: cookie["value"] for cookie in phone.page.context.cookies()}
    answer = phone.page.context.request.get(
        f"{phone.address}/api/v1/sessions/{code}/", headers={"X-Device": cookies["device"]}
    )
    return dict(answer.json())


def write_down(phone: Phone, name: str) -> None:
    """Add a player without a phone."""
    if phone.page.locator("#guest[open]").count() == 0:
        phone.page.locator("#guest > summary").click()
    phone.page.locator("#guest [name=name]").fill(name)
    phone.page.locator("#guest button").click()
    phone.page.locator(".score-table", has_text=name).wait_for()


def sit_down(phone: Phone, link: str, name: str) -> None:
    """Open the link of the QR code and join under a name."""
    phone.open(link.removeprefix(phone.address))
    phone.page.wait_for_url(re.compile(r"/s/\w{8}/$"))
    phone.page.locator("#seat [name=name]:not([type=hidden])").fill(name)
    phone.tap("Join")
    phone.page.locator(".score-table", has_text=name).wait_for()


def say(phone: Phone, player: str, action: str) -> int:
    """Tap an action for a player: their own button, or their name and the button under it; return the
    taps."""
    player_actions = phone.page.locator(
        f'.player-actions:has(summary:text-is("{player}")), .own:has-text("You, {player}")'
    )
    button = player_actions.get_by_role("button", name=action, exact=True)
    fold = player_actions.locator("summary")
    taps = 1
    for _turn in range(4):
        # The own actions are shown unfolded once the page knows that it is the player's turn.
        button.or_(fold).locator("visible=true").first.wait_for()
        if button.is_visible():
            break
        # The page unfolds the player who is waited for; if it just did, this tap has folded them again.
        phone.tap(fold)
        taps = 2
    enter(phone, button)
    return taps


def enter(phone: Phone, target: str | Locator) -> int:
    """Tap a button whose form is sent, wait for the page that follows, and return the number of taps."""
    with phone.page.expect_navigation():
        phone.tap(target)
    return 1


def won(phone: Phone, side: str, how: str) -> int:
    """Enter who won the game and how; return the taps."""
    before = phone.taps
    seat = phone.page.locator(".seat", has=phone.page.locator("summary", has_text=side))
    phone.tap(seat.locator("summary"))
    enter(phone, seat.get_by_role("button", name=how, exact=True))
    return phone.taps - before
