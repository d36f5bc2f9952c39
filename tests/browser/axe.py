"""What axe finds on a page: on a phone in the dark theme and on a laptop in the light theme."""

from pathlib import Path
from typing import Literal
from weakref import WeakSet

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.browser.phones import Phone

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
Scheme = Literal["dark", "light"]
THEMES: dict[str, tuple[ViewportSize, Scheme]] = {
    "phone": (ViewportSize(width=320, height=640), "dark"),
    "laptop": (ViewportSize(width=1280, height=800), "light"),
}
UNFOLD = "document.querySelectorAll('details').forEach((part) => (part.open = true))"
IS_WIDE = "document.documentElement.scrollWidth > innerWidth"
HAS_AXE = "'axe' in window"
AUDIT = (Path(__file__).parent / "audit.js").read_text()
# How the texts are painted that have passed in this process: a key of everything their contrast depends on.
_passed: set[str] = set()
_equipped: WeakSet[Page] = WeakSet()


def faults(device: Phone, path: str) -> list[str]:
    """What axe finds on a page, in one line each; and where the page is wider than the screen."""
    if device.page not in _equipped:
        # The browser keeps a script it reads with every page translated.
        device.page.add_init_script(Axe().axe_script)
        _equipped.add(device.page)
    apply_theme(device.page, *THEMES["phone"])
    device.open(path)
    return faults_here(device)


def faults_here(device: Phone) -> list[str]:
    """The same of the page that is open, all of it unfolded; it is left as a laptop shows it."""
    page, path = device.page, device.page.url.removeprefix(device.address)
    page.evaluate(UNFOLD)
    if not page.evaluate(HAS_AXE):
        page.evaluate(Axe().axe_script)
    items = []
    for name, value in THEMES.items():
        apply_theme(page, *value)
        items += [f"{path} on a {name}: {line}" for line in _faults(page)]
    return items


def seen(page: Page, name: str) -> list[str]:
    """The same of a page in its current theme."""
    page.evaluate(UNFOLD)
    page.evaluate(Axe().axe_script)
    return [f"{name}: {line}" for line in _faults(page)]


def broken(page: Page, *rules: str) -> list[str]:
    """The rules that are broken, each with its first place; axe has been put into the page."""
    value, passed = page.evaluate(AUDIT, [rules, list(_passed)])
    _passed.update(passed)
    return list(value)


def apply_theme(page: Page, size: ViewportSize, scheme: Scheme) -> None:
    """No colour transition may be running when axe inspects the page."""
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def _faults(page: Page) -> list[str]:
    return [*broken(page, *RULES), *(["wider than the screen"] if page.evaluate(IS_WIDE) else [])]
