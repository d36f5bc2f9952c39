"""Screens (televisions): text is large and complete, live, with the time of the last update; the desk
controls them."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from matches.models import Match, User
from matches.services.announcements import create_announcement
from tests import factories
from tests.browser.axe import faults
from tests.browser.conftest import OpenDevice
from tests.browser.page_addresses import path_of
from tests.browser.phones import PASSWORD
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tournaments.models import Event
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.screens import services as screens
from tournaments.screens.models import Screen

NAMES = (
    *("Maximilian Featherstonehaugh-Cholmondeley", "Łukasz Żółć", "Ana Sofía de la Torre y Aranguren"),
    *(f"Player {number}" for number in range(29)),
)
# Every visible text: its size in hundredths of the window height, and whether it is complete.
TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const place = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || place.closest(".visually-hidden, [hidden], noscript")) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const size = parseFloat(getComputedStyle(place).fontSize) * (place.currentCSSZoom || 1);
    const isWhole = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    const isCut = getComputedStyle(place).textOverflow === "ellipsis";
    found.push([walk.currentNode.data.trim(), (100 * size) / innerHeight, isWhole && !isCut]);
  }
  return found;
}"""
# The names with a line break within a name part.
BROKEN = """() => {
  const names = [...document.querySelectorAll("section.current :is(.side > span, .seat .name, .names li)")];
  return names.filter((name) => {
    const wide = name.offsetWidth;
    name.style.overflowWrap = "normal";
    const isBroken = name.offsetWidth > wide + 1 || name.scrollWidth > name.clientWidth + 1;
    name.style.overflowWrap = "";
    return wide && isBroken;
  }).map((name) => name.innerText);
}"""
# The names in more than one line.
IN_TWO_LINES = """() => {
  const names = [...document.querySelectorAll("section.current :is(.side > span, .seat .name, .names li)")];
  return names.filter((name) => {
    const range = document.createRange();
    range.selectNodeContents(name.firstChild);
    return range.getClientRects().length > 1;
  }).map((name) => name.innerText);
}"""
BARS = """() => [...document.querySelectorAll("html, body, main, .screen-page.current")].some((part) => {
  const how = getComputedStyle(part);
  const scrolls = /auto|scroll/.test(how.overflowX + how.overflowY);
  return scrolls && (part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth);
})"""


@pytest.fixture
@replayed
def event() -> Event:
    """An event with called matches of short and long names, a result, and an announcement."""
    director = factories.a_user("director", password=PASSWORD)
    event = club_evenings.a_night(club_evenings.a_club("Monday Club", director), NAMES)
    club_evenings.settle(club_evenings.match_at(event, "M1-3"))
    create_announcement(desk=event.tournament.desk, english="Dinner", italian="Cena", by=director)
    return event


@pytest.fixture
def director(event: Event) -> User:
    return club_evenings.director_of(event.tournament.club)


def tv(open_device: OpenDevice, path: str, width: int = 1280, height: int = 720, **options: Any) -> Page:
    page = open_device(width, **options).page
    page.set_viewport_size({"width": width, "height": height})
    page.clock.install()
    page.goto(f"{address_of(open_device)}{path}")
    return page


def address_of(open_device: OpenDevice) -> str:
    return open_device(320).address


def a_screen_of(event: Event) -> str:
    return f"/tv/{event.tournament.desk.code}/"


def shown(page: Page) -> str:
    return page.locator(".screen-page.current").get_attribute("id") or ""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_everything_can_be_read_from_six_metres_and_nothing_is_cut(
    open_device: OpenDevice, event: Event, width: int, height: int
) -> None:
    page = tv(open_device, a_screen_of(event), width, height)
    leaves = page.locator(".screen-page").count()
    faulty, names = [], set()
    for _leaf in range(leaves):
        texts = page.evaluate(TEXTS)
        faulty += [(shown(page), text, size) for text, size, is_whole in texts if size < 2.5 or not is_whole]
        faulty += [(shown(page), "bars", 0)] if page.evaluate(BARS) else []
        names |= {text for text, *_ in texts}
        page.keyboard.press("ArrowRight")
        page.evaluate("document.body.classList.remove('awake')")

    assert faulty == []
    assert leaves > 4
    assert set(NAMES[:3]) <= names


def test_a_phone_shows_a_scrolling_page_with_complete_names(open_device: OpenDevice, event: Event) -> None:
    page = tv(open_device, a_screen_of(event), 360, 640)
    faulty, names = [], set()
    for _leaf in range(page.locator(".screen-page").count()):
        texts = [(text, size * 6.4) for text, size, _ in page.evaluate(TEXTS)]
        faulty += [(shown(page), text) for text, size in texts if size < 16]
        faulty += [(shown(page), name) for name in page.evaluate(BROKEN)]
        faulty += [(shown(page), "bars")] if page.evaluate("document.body.scrollWidth > innerWidth") else []
        names |= {text for text, _ in texts}
        page.keyboard.press("ArrowRight")

    assert faulty == []
    assert set(NAMES) <= names


def test_pages_with_little_content_are_enlarged(open_device: OpenDevice, event: Event) -> None:
    """A page with little content is enlarged, a full page is not."""
    page = tv(open_device, f"{a_screen_of(event)}?leaf=phone")
    sizes = {text: size for text, size, _ in page.evaluate(TEXTS)}
    page.keyboard.press("ArrowRight")

    assert sizes["Follow on your phone"] > 1.4 * 3.5
    assert page.locator(".screen-page.current").evaluate("leaf => Number(leaf.style.zoom)") <= 1


def test_enlarged_pages_do_not_break_names(open_device: OpenDevice, event: Event) -> None:
    names = [f"{name} {family}" for name in ("Elena", "Kristina") for family in ("Ferrari", "Novak", "Riva")]
    small = club_evenings.a_night(event.tournament.club, names, week=1)
    page = tv(open_device, f"{a_screen_of(small)}?leaf=bracket-2-main-1-1")
    page.set_viewport_size({"width": 1280, "height": 900})
    zoom = "Number(document.querySelector('.screen-page.current').style.zoom)"
    page.wait_for_function(f"{zoom} !== 0")

    assert (page.evaluate(zoom) > 1, page.evaluate(IN_TWO_LINES)) == (True, [])


def test_pages_rotate_until_the_screen_is_paused(open_device: OpenDevice, event: Event) -> None:
    page = tv(open_device, a_screen_of(event))
    first = shown(page)
    page.clock.run_for(13_000)
    second = shown(page)
    page.keyboard.press(" ")
    page.clock.run_for(40_000)

    assert (first, second != first, shown(page)) == ("calls-1", True, second)


def test_a_new_call_is_shown_at_once(open_device: OpenDevice, event: Event) -> None:
    page = tv(open_device, a_screen_of(event))
    page.keyboard.press("ArrowLeft")
    assert shown(page) == "phone"

    club_evenings.settle(club_evenings.match_at(event, "M1-5"))
    newest = Match.objects.filter(status="called").latest("called_at")
    page.clock.run_for(10_500)

    expect(page.locator("#calls-1.current .newest")).to_contain_text(newest.white.name)


def test_an_offline_screen_shows_its_age_and_recovers(open_device: OpenDevice, event: Event) -> None:
    page = tv(open_device, a_screen_of(event))
    expect(page.locator("#stale")).to_be_hidden()

    def away(route: Route) -> None:
        route.abort()

    page.route("**/tv/**", away)
    page.clock.run_for(41_000)
    expect(page.locator("#stale")).to_be_visible()
    expect(page.locator("#stale")).to_contain_text("Last update")
    assert [size for _text, size, _whole in page.evaluate(TEXTS) if size > 6]

    page.unroute("**/tv/**", away)
    page.clock.run_for(11_000)
    expect(page.locator("#stale")).to_be_hidden()


def test_the_clock_has_the_time_zone_of_the_site(open_device: OpenDevice, event: Event) -> None:
    before = timezone.localtime() - timedelta(minutes=1)
    page = tv(open_device, a_screen_of(event), timezone_id="Pacific/Auckland")
    page.clock.run_for(11_000)
    text = page.locator("#clock").inner_text()

    minutes = (timezone.localtime() - before) // timedelta(minutes=1) + 2
    assert text in {f"{before + timedelta(minutes=number):%H:%M}" for number in range(minutes)}


def test_a_new_release_reloads_the_screen(open_device: OpenDevice, event: Event) -> None:
    page = tv(open_device, a_screen_of(event))
    page.evaluate("document.body.dataset.release = 'another release'")
    with page.expect_navigation():
        page.clock.run_for(10_500)

    assert page.evaluate("document.body.dataset.release") != "another release"


def test_animations_are_off_with_reduced_motion(open_device: OpenDevice, event: Event) -> None:
    moving = "getComputedStyle(document.querySelector('.screen-page.current')).animationName"
    calm = tv(open_device, a_screen_of(event), reduced_motion="reduce")
    usual = tv(open_device, a_screen_of(event), reduced_motion="no-preference")

    assert (calm.evaluate(moving), usual.evaluate(moving)) == ("none", "come")


def test_without_scripts_one_page_is_shown(open_device: OpenDevice, event: Event) -> None:
    page = open_device(1280, script=False).page
    page.goto(f"{address_of(open_device)}{a_screen_of(event)}?leaf=phone")

    expect(page.locator(".screen-page:visible")).to_have_count(1)
    expect(page.locator("#phone")).to_be_visible()


def test_a_television_shows_a_code_with_which_the_desk_controls_it(
    open_device: OpenDevice, event: Event
) -> None:
    page = tv(open_device, "/tv/")
    page.get_by_role("button").click()
    figures = page.locator(".figures").inner_text()
    desk = open_device(1280)
    desk.sign_in()
    desk.open(path_of(event, "desk/screens/"))
    desk.page.get_by_label("Screen code").fill(figures)
    desk.tap("Control from here")
    assert desk.taps == 1
    with page.expect_navigation():
        page.clock.run_for(10_500)
    assert shown(page) == "calls-1"

    desk.taps = 0
    desk.tap(desk.page.locator(".screen-card button", has_text="Results"))
    assert desk.taps == 1
    page.clock.run_for(10_500)
    expect(page.locator(".screen-page.current")).to_have_id("results-1")

    desk.tap("Stay on this page")
    page.clock.run_for(10_500)
    expect(page.locator("body[data-paused]")).to_have_count(1)
    assert Screen.objects.get(code=figures).showing in {"calls-1", "results-1", "free"}


def test_an_announcement_is_published_and_withdrawn_with_one_tap_each(
    open_device: OpenDevice, event: Event
) -> None:
    page = tv(open_device, a_screen_of(event))
    desk = open_device(1280)
    desk.sign_in()
    desk.open(path_of(event, "desk/screens/"))
    desk.page.get_by_label("In Italian").fill("Si ricomincia tra dieci minuti")
    desk.tap(desk.page.locator("form.announce button"))
    assert desk.taps == 1
    page.clock.run_for(10_500)
    expect(page.locator("#banner")).to_contain_text("Si ricomincia tra dieci minuti")

    desk.tap("Withdraw")
    page.clock.run_for(10_500)
    expect(page.locator("#banner")).not_to_contain_text("Si ricomincia tra dieci minuti")


def test_the_overlay_has_a_transparent_background(open_device: OpenDevice, event: Event) -> None:
    page = open_device(1280).page
    page.set_viewport_size({"width": 1920, "height": 1080})
    code = club_evenings.match_at(event, "M1-5").code
    page.goto(f"{address_of(open_device)}/m/{code}/overlay/?at=top-right")
    grounds = (
        "[document.documentElement, document.body].map((part) => getComputedStyle(part).backgroundColor)"
    )
    box = page.locator(".scoreboard").bounding_box()

    assert page.evaluate(grounds) == ["rgba(0, 0, 0, 0)"] * 2
    assert box is not None
    assert (box["x"] > 960, box["y"] < 540, box["x"] + box["width"] <= 1920) == (True, True, True)


def test_pages_of_screens_have_no_fault(open_device: OpenDevice, event: Event, director: User) -> None:
    screen = screens.create_screen(tournament=event.tournament, by=director)
    free = screens.register_screen()
    coming = tournaments.create_knockout_tournament(
        club=event.tournament.club,
        name="Coming",
        starts_at=club_evenings.FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=2,
        by=director,
    )
    entries.enter_names(event=coming, names="Anna\nBruno", by=director, key="names")
    code = club_evenings.match_at(event, "M1-5").code
    paths = [
        *("/tv/", f"/tv/{screen.code}/", f"/tv/{free.code}/", f"{a_screen_of(event)}?leaf=phone"),
        *(f"/tv/{coming.tournament.desk.code}/", f"/m/{code}/overlay/", path_of(event, "embed/code/")),
        *(path_of(event, f"embed/?part={part}") for part in ("bracket", "now", "results")),
    ]
    device = open_device(1280, reduced_motion="reduce")

    assert [line for path in paths for line in faults(device, path)] == []


def test_the_desk_of_screens_has_no_fault(open_device: OpenDevice, event: Event, director: User) -> None:
    screens.create_screen(tournament=event.tournament, by=director)
    device = open_device()
    device.sign_in()

    assert faults(device, path_of(event, "desk/screens/")) == []
