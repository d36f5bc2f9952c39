"""The board input: a position is set by taps, by buttons and by text, and each follows the others."""

import pytest

from tests.browser.axe import faults
from tests.browser.conftest import OpenDevice
from tests.browser.phones import Phone

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
BLACK_TO_PLAY = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:64:0:0:0:7:10"


def open_board(phone: Phone, path: str) -> None:
    """Open a page and the first board on it."""
    phone.open(path)
    phone.tap(phone.page.get_by_text("Set up the position on a board").first)


def tap_place(phone: Phone, place: int | str) -> None:
    """Tap a point, the bar (25), White's tray (0) or Black's ("far")."""
    phone.tap(phone.page.locator(f".board-input[open] .tap-zone[data-place='{place}']").first)


def text(phone: Phone, name: str = "id") -> str:
    """The position ID in the text field."""
    return phone.page.locator(f"textarea[name={name}]").input_value()


def status(phone: Phone) -> str:
    """The status text for screen readers."""
    return phone.page.locator(".board-input[open] [data-status]").first.inner_text()


def test_taps_set_points_bar_off_cube_turn_and_dice(open_device: OpenDevice) -> None:
    phone = open_device(360)
    open_board(phone, "/position/")
    phone.tap("Clear board")
    assert text(phone) == "XGID=--------------------------:0:0:1:00:0:0:0:0:10"
    for place in (6, 6, 25):
        tap_place(phone, place)
    assert status(phone) == "Bar: White 1, Black 0"
    phone.tap("Add black")
    for place in (1, 1, 25, 6):
        tap_place(phone, place)
    assert text(phone) == "XGID=ab----a------------------A:0:0:1:00:0:0:0:0:10"
    phone.tap("Remove")
    tap_place(phone, 6)
    tap_place(phone, "far")
    assert status(phone) == "Off: White 14, Black 13"
    assert text(phone) == "XGID=-b-----------------------A:0:0:1:00:0:0:0:0:10"
    phone.tap(phone.page.locator(".board-input .cube"))
    phone.tap(phone.page.locator("[data-turn=black]"))
    for row, number in enumerate((3, 1)):
        phone.tap(phone.page.locator(f".dice-row >> nth={row} >> [data-face='{number}']"))
    assert text(phone) == "XGID=-b-----------------------A:1:1:-1:31:0:0:0:0:10"
    phone.tap("Starting position")
    assert text(phone) == START
    phone.tap("Add white")
    tap_place(phone, 6)
    assert status(phone).startswith("All 15 checkers")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_buttons_alone_set_a_position_with_the_keyboard(open_device: OpenDevice) -> None:
    phone = open_device(360)
    open_board(phone, "/position/")
    page = phone.page
    page.get_by_role("button", name="Clear board").press("Enter")
    page.get_by_label("Place", exact=True).select_option("White's 6 point")
    page.get_by_role("button", name="Apply").press("Enter")
    page.get_by_role("button", name="Add black").press("Space")
    page.get_by_label("Place", exact=True).select_option("Bar")
    page.get_by_role("button", name="Apply").press("Enter")
    page.get_by_label("Owner of the cube").select_option("Black")
    assert text(phone) == "XGID=a-----A-------------------:1:-1:1:00:0:0:0:0:10"
    assert page.locator(".board-input svg.board desc").text_content() == "○ 6: 6×1 off×14 ● 25: bar×1 off×14"
    page.get_by_role("group", name="First die").get_by_role("button", name="6").press("Enter")
    page.get_by_role("group", name="Second die").get_by_role("button", name="4").press("Enter")
    page.get_by_role("button", name="Show", exact=True).press("Enter")
    page.wait_for_url("**/position/?id=XGID*")
    assert "64" in text(phone)
    assert "id-white" not in page.url


def test_the_board_follows_the_text(open_device: OpenDevice) -> None:
    phone = open_device(360)
    open_board(phone, "/position/")
    field = phone.page.locator("textarea[name=id]")
    field.fill(BLACK_TO_PLAY)
    assert phone.page.locator("[data-turn=black]").get_attribute("aria-pressed") == "true"
    assert phone.page.get_by_label("Cube", exact=True).input_value() == "2"
    assert phone.page.locator(".die.die-black").count() == 2
    tap_place(phone, 0)
    assert text(phone) == BLACK_TO_PLAY.replace("B-:", "A-:")
    field.fill("4HPwATDgc/ABMA")
    assert status(phone).startswith("The board follows an XGID.")


@pytest.mark.parametrize("number", [0, 1])
def test_each_position_of_a_ruling_has_a_board_of_its_own(open_device: OpenDevice, number: int) -> None:
    phone = open_device(360)
    phone.open("/conduct/?case=illegal_play")
    board = phone.page.locator(".board-input").nth(number)
    assert board.locator("xpath=following-sibling::textarea").count() == 1
    phone.tap(board.get_by_role("button", name="Starting position"))
    names = ("position", "after")
    assert (text(phone, names[number]), text(phone, names[1 - number])) == (START, "")


@pytest.mark.parametrize("path", ["/position/", "/conduct/?case=illegal_play"])
def test_the_board_and_its_tools_have_no_accessibility_fault(open_device: OpenDevice, path: str) -> None:
    assert faults(open_device(), path) == []


@pytest.mark.parametrize("path", ["/position/", "/conduct/?case=setup"])
def test_without_javascript_the_points_are_typed(open_device: OpenDevice, path: str) -> None:
    """The fields for points are shown until the script replaces them."""
    phone = open_device(360)
    phone.page.route("**/board-input*.js", lambda route: route.abort())
    phone.open(path)
    phone.page.locator(".board-input").evaluate_all("parts => parts.forEach((part) => { part.open = true; })")
    assert phone.page.get_by_label("White's checkers").first.is_visible()
    assert phone.page.get_by_role("button", name="Clear board").count() == 0
