"""Photographs every page of the demo house, wide and narrow, light and dark, in both languages.

python -m tests.browser.gallery FOLDER
"""

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.servers import house

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
WIDTHS, SCHEMES, LANGUAGES = (360, 1280), ("light", "dark"), ("en", "it")
EVENING = (
    "",
    "bracket/",
    "entries/",
    "results/",
    "lots/",
    "journal/",
    "desk/",
    "desk/cards/",
    "desk/entry/1/",
)
DESK_OF_MONEY = ("", "prizes/", "auction/", "cash/", "terms/", "ledger/", "receipts/1/")
MONEY = ("prizes/", *(f"desk/money/{page}" for page in DESK_OF_MONEY))
CLUB = ("", "standings/", "ratings/", "members/")


def main(folder: Path) -> int:
    """Open a demo house of its own, photograph it, close it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        house({"CRAWFORD_DATA": data}, "--demo") as (address, process),
    ):
        said = {
            name: next(filter(None, (re.search(words, line) for line in process.stdout or ())))
            for name, words in SAID
        }
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for look in product(WIDTHS, SCHEMES, LANGUAGES):
                _photograph(browser, folder, address, {name: found[1] for name, found in said.items()}, *look)
    return 0


SAID = (("evening", r"(/clubs/\S+/)desk/"), ("password", r"password (\S+)"), ("table", r"(/t/\w+/)"))


def _photograph(
    browser: Browser, folder: Path, address: str, said: dict[str, str], width: int, scheme: str, language: str
) -> None:
    size = {"width": width, "height": 900}
    context = browser.new_context(viewport=size, color_scheme=scheme, locale=language)
    page = context.new_page()
    _sign_in(page, address, said["password"])
    for name, path in _pages(page, address, said):
        page.goto(address + path)
        page.screenshot(path=folder / f"{name}-{width}-{scheme}-{language}.png", full_page=True)
    context.close()


def _sign_in(page: Page, address: str, password: str) -> None:
    page.goto(f"{address}/sign-in/")
    page.fill("[name=username]", "director")
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")
    page.wait_for_load_state()


def _pages(page: Page, address: str, said: dict[str, str]) -> Iterator[tuple[str, str]]:
    evening, table = said["evening"], said["table"]
    club = "/".join(evening.split("/")[:3]) + "/"
    yield from (
        ("home", "/"),
        ("laws", "/laws/"),
        ("law", "/laws/match.crawford/"),
        ("table", table),
        ("score", f"{table}score/"),
    )
    yield from (("tables", "/s/"), ("new-table", "/s/new/"))
    yield from _screen_pages(page, address, evening)
    page.goto(f"{address}/s/")
    found = re.search(r"/s/[a-z0-9]{8}/", page.content())
    if found:
        yield from (("chouette", found[0]), ("settlement", f"{found[0]}settlement/"))
    yield from ((f"club-{path.strip('/') or 'evenings'}", club + path) for path in CLUB)
    for path in (*EVENING, *MONEY):
        yield f"event-{path.strip('/').replace('/', '-') or 'now'}", evening + path
    page.goto(f"{address}{evening}results/")
    match = re.search(r"/m/\w+/", page.content())
    player = re.search(r"/p/\w+/", page.content())
    yield from ((name, found[0]) for name, found in (("match", match), ("player", player)) if found)
    if match:
        yield ("overlay", f"{match[0]}overlay/")
        yield from _record_pages(page, address, match[0])


def _screen_pages(page: Page, address: str, evening: str) -> Iterator[tuple[str, str]]:
    """The desk's page of screens, a few pages of a television, and what other sites show."""
    yield from (("screens", f"{evening}desk/screens/"), ("screen-door", "/tv/"))
    yield from (("embed", f"{evening}embed/"), ("embed-words", f"{evening}embed/code/"))
    page.goto(address + evening)
    television = re.search(r"/tv/\w+/", page.content())
    if television:
        page.goto(address + television[0])
        for leaf in page.locator(".leaf").evaluate_all("(all) => all.map((leaf) => leaf.id)")[:8]:
            yield (f"screen-{leaf}", f"{television[0]}?leaf={leaf}")


OPENING = ("white 31 8/5 6/5", "52 24/22 13/8", "double", "take", "66! 24/18 13/7", "41 24/23 13/9")


def _record_pages(page: Page, address: str, match: str) -> Iterator[tuple[str, str]]:
    """The recorder with an opening written down, and the record it becomes."""
    page.goto(f"{address}{match}recorder/")
    page.wait_for_load_state("networkidle")
    if not page.locator("[data-fill=entries] li").count():
        for line in OPENING:
            page.fill("input[name=line]", line)
            page.press("input[name=line]", "Enter")
            page.wait_for_load_state("networkidle")
        page.locator("[data-fill=entries] li").nth(len(OPENING) - 1).wait_for()
    yield "recorder", f"{match}recorder/"
    page.locator("[data-hand-in] button").click()
    page.wait_for_url("**/record/*/**")
    record = page.url.removeprefix(address).split("?")[0]
    yield from (("record", record), ("record-at-a-move", f"{record}?game=1&action=5"))
    yield "positions", f"{record}positions/1/"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
