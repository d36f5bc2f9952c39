"""The checks of a page in one visit: axe on a phone in the dark theme and on a laptop in the light theme, its
width, and that no script fails."""

from pathlib import Path
from typing import Literal
from weakref import WeakKeyDictionary

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.browser.phones import Phone

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
Scheme = Literal["dark", "light"]
THEMES: dict[str, tuple[ViewportSize, Scheme]] = {
    "phone": (ViewportSize(width=320, height=640), "dark"),
    "laptop": (ViewportSize(width=1280, height=800), "light"),
}
# Makes every term two fifths longer, as a translation may.
LENGTHEN = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const longer = (word) => word + word.slice(0, Math.ceil(word.length * 0.4));
    node.data = node.data.replace(/\\p{L}{4,}/gu, longer);
  }
}"""
UNFOLD = "document.querySelectorAll('details').forEach((part) => (part.open = true))"
IS_WIDE = "document.documentElement.scrollWidth > innerWidth"
# A phone reads only a code that is dark on white.
HAS_UNREADABLE_CODE = """[...document.querySelectorAll('.qr-code')].some(
  (code) => getComputedStyle(code).backgroundColor !== 'rgb(255, 255, 255)'
)"""
HAS_AXE = "'axe' in window"
AUDIT = (Path(__file__).parent / "audit.js").read_text()
# Text styles that have passed in this process: keys of everything their contrast depends on (see audit.js).
_passed: set[str] = set()
# The errors of scripts of each page with axe.
_errors: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()


def faults(device: Phone, path: str, *, is_lengthened: bool = False) -> list[str]:
    """Open a page and return its faults: a line for each finding of axe, each error of a script, and if it
    is wider than the screen; with `is_lengthened` also if longer words make it so."""
    page = device.page
    if page not in _errors:
        # The browser caches the compiled code of an init script.
        page.add_init_script(Axe().axe_script)
        errors = _errors[page] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
    apply_theme(page, *THEMES["phone"])
    device.open(path)
    lines = faults_here(device)
    if is_lengthened:
        apply_theme(page, *THEMES["phone"])
        page.evaluate(LENGTHEN)
        lines += [f"{path} is too wide with longer words"] if page.evaluate(IS_WIDE) else []
    lines += [f"{path}: {error}" for error in _errors[page]]
    _errors[page].clear()
    return lines


def faults_here(device: Phone) -> list[str]:
    """The faults of the open page with everything unfolded; it ends in the laptop theme."""
    page, path = device.page, device.page.url.removeprefix(device.address)
    page.evaluate(UNFOLD)
    if not page.evaluate(HAS_AXE):
        page.evaluate(Axe().axe_script)
    lines = []
    for name, theme in THEMES.items():
        apply_theme(page, *theme)
        lines += [f"{path} on a {name}: {line}" for line in _faults(page)]
    return lines


def seen(page: Page, name: str) -> list[str]:
    """The faults of an open page in its current theme."""
    page.evaluate(UNFOLD)
    page.evaluate(Axe().axe_script)
    return [f"{name}: {line}" for line in _faults(page)]


def broken(page: Page, *rules: str) -> list[str]:
    """The broken rules, each with its first element; the script of axe must be in the page."""
    findings, passed = page.evaluate(AUDIT, [rules, list(_passed)])
    _passed.update(passed)
    return list(findings)


def apply_theme(page: Page, size: ViewportSize, scheme: Scheme) -> None:
    """Set window size and colour scheme, without motion: axe must not see a colour transition."""
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def _faults(page: Page) -> list[str]:
    return [
        *broken(page, *RULES),
        *(["wider than the screen"] if page.evaluate(IS_WIDE) else []),
        *(["a QR code is not on white"] if page.evaluate(HAS_UNREADABLE_CODE) else []),
    ]
