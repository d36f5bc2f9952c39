"""What axe finds on a page: asked on a phone in the dark and on a laptop by daylight."""

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.browser.phones import Phone

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PHONE, LAPTOP = ViewportSize(width=320, height=640), ViewportSize(width=1280, height=800)
UNFOLD = "document.querySelectorAll('details').forEach((part) => (part.open = true))"
IS_WIDE = "document.documentElement.scrollWidth > innerWidth"
RUN = "async (options) => (await axe.run(options)).violations"


def faults(device: Phone, path: str) -> list[str]:
    """What axe finds on a page, in one line each; and where the page is wider than the screen."""
    _look(device.page, PHONE, "dark")
    device.open(path)
    return faults_here(device)


def faults_here(device: Phone) -> list[str]:
    """The same of the page that is open, all of it unfolded; it is left as a laptop shows it."""
    page, path = device.page, device.page.url.removeprefix(device.address)
    page.evaluate(UNFOLD)
    page.evaluate(Axe().axe_script)
    _look(page, PHONE, "dark")
    found = [f"{path} on a phone: {line}" for line in _faults(page)]
    _look(page, LAPTOP, "light")
    return found + [f"{path} on a laptop: {line}" for line in _faults(page)]


def _look(page: Page, size: ViewportSize, scheme: Literal["dark", "light"]) -> None:
    """Nothing may be on its way from one colour to the other when axe looks."""
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def _faults(page: Page) -> list[str]:
    found = page.evaluate(RUN, {"runOnly": RULES, "resultTypes": ["violations"]})
    lines = [
        f"{each['id']}: {each['nodes'][0]['target']} {each['nodes'][0].get('failureSummary', '')}"
        for each in found
    ]
    return [*lines, "wider than the screen"] if page.evaluate(IS_WIDE) else lines
