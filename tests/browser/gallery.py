"""Take screenshots of every page: wide and narrow, light and dark, in both languages.

The pages are those of the demo, and every address of `tests.site.addresses` on a site with data for each.
`python -m tests.browser.gallery FOLDER` writes the screenshots to a folder.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path

import django
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import launched
from tests.servers import environment, site

# The list of addresses has commands, which need Django.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.browser.phones import PASSWORD  # noqa: E402
from tests.site.addresses import list_pages  # noqa: E402

WIDTHS, SCHEMES, LANGUAGES = (360, 1280), ("light", "dark"), ("en", "it")
# A site with mail and open sign-up.
OPEN = {"SIGN_UP": "open", "EMAIL_URL": "filemail:///tmp", "CRAWFORD_ADDRESS": "http://localhost"}
EVENING = (
    "",
    "bracket/",
    "entries/",
    "results/",
    "standings/",
    "report/",
    "draw-audit/",
    "journal/",
    "desk/",
    "desk/badges/",
    "desk/cards/",
    "desk/paper/",
    "desk/entry/1/",
)
DESK_OF_MONEY = ("", "prizes/", "auction/", "cash/", "terms/", "ledger/", "receipts/1/")
MONEY = ("prizes/", *(f"desk/money/{page}" for page in DESK_OF_MONEY))
CLUB = ("", "standings/", "ratings/", "members/", "honours/", "quiz/")


# Addresses of the table that do not answer a director with a page.
WITHOUT_SCREENSHOT = re.compile(
    r"^/(healthz|\.well-known/|readyz|api/|admin/|plays/|p/\{player\}/yours/data/|account/data/)|\.(csv|xlsx|ics|pdf|jpg|png|zip)$|/(files|attachments)/|/(text|as/mat|game/1)/$"
)
# Pages that need another kind of event than the table has.
ELSEWHERE = (
    "/clubs/{swiss}/",
    "/clubs/{swiss}/desk/round/swiss/",
    "/clubs/{mini}/desk/rolling/",
    "/clubs/{mini}/desk/regulars/",
)
SEEN_SIGNED_OUT = ("/sign-in/", "/sign-in/code/", "/sign-up/")
# Further pages of an account with a second factor; "keeper" is the session of one.
WITH_SECOND_FACTOR = (
    "/sign-in/again/code/",
    "/account/second/remove/",
    "/account/second/codes/",
    "/account/second/codes/new/",
)
Theme = tuple[int, str, str]
# A function that checks an open page with a name and returns its findings.
Act = Callable[[Page, str], list[str]]


def addresses() -> list[str]:
    """Every address of the table with a page that a director may read."""
    readable = [page.path for page in list_pages() if page.get and page.get.answers["director"] == "200"]
    return [*(path for path in readable if not WITHOUT_SCREENSHOT.search(path)), *ELSEWHERE]


def main(folder: Path) -> int:
    """Take a screenshot of every page in every theme."""
    folder.mkdir(parents=True, exist_ok=True)
    visited(list(product(WIDTHS, SCHEMES, LANGUAGES)), partial(_take_screenshot, folder))
    return 0


def visited(themes: Sequence[Theme], act: Act) -> list[str]:
    """Start both sites, call `act` for every page in each theme, and return all findings.

    As many browsers run as there are processors."""
    with (
        tempfile.TemporaryDirectory() as data,
        tempfile.TemporaryDirectory() as site_folder,
        site({"CRAWFORD_DATA": data}, "--demo") as (address, process),
        ProcessPoolExecutor(os.cpu_count()) as executor,
    ):
        demo = {
            name: next(filter(None, (re.search(pattern, line) for line in process.stdout or ())))[1]
            for name, pattern in OUTPUT_PATTERNS
        }
        demo |= _recorded(address, demo)
        names = create_site(site_folder)
        with site({"CRAWFORD_DATA": site_folder, **OPEN}) as (gallery_address, _):
            walks = [
                *(executor.submit(_through_the_demo, act, address, demo, theme) for theme in themes),
                *(executor.submit(_through_all, act, gallery_address, names, theme) for theme in themes),
            ]
            return [finding for walk in walks for finding in walk.result()]


def create_site(data: str) -> dict[str, str]:
    """Create a site in a data folder; return the values of the placeholders in addresses."""
    command = [sys.executable, "-m", "tests.browser.gallery_site"]
    process = subprocess.run(
        command, env=environment({"CRAWFORD_DATA": data}), check=True, stdout=subprocess.PIPE
    )
    return dict(json.loads(process.stdout))


def name_of(address: str) -> str:
    """The name of the screenshots of an address."""
    return re.sub(r"[^\w.]+", "-", address).strip("-")


def _through_all(act: Act, address: str, names: Mapping[str, str], theme: Theme) -> list[str]:
    """Visit every address of the table in one theme."""
    findings: list[str] = []
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = _page(browser, theme)
        for route in SEEN_SIGNED_OUT:
            findings += _seen(page, act, name_of(route), address + route, theme)
        _sign_in(page, address, PASSWORD)
        for route in addresses():
            path = route.format(law="match.crawford", **names)
            findings += _seen(page, act, f"all-{name_of(route)}", address + path, theme)
        page.context.add_cookies([{"name": "sessionid", "value": names["keeper"], "url": address}])
        for route in WITH_SECOND_FACTOR:
            findings += _seen(page, act, f"all-{name_of(route)}", address + route, theme)
        browser.close()
    return findings


OUTPUT_PATTERNS = (
    ("evening", r"(/clubs/\S+/)desk/"),
    ("password", r"password (\S+)"),
    ("table", r"(/t/\w+/)"),
)


def _through_the_demo(act: Act, address: str, data: dict[str, str], theme: Theme) -> list[str]:
    """Visit the pages of the demo in one theme."""
    findings: list[str] = []
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = _page(browser, theme)
        _sign_in(page, address, data["password"])
        for name, path in _pages(page, address, data):
            findings += _seen(page, act, name, address + path, theme)
        browser.close()
    return findings


def _page(browser: Browser, theme: Theme) -> Page:
    width, scheme, language = theme
    size = {"width": width, "height": 900}
    context = browser.new_context(
        viewport=size, color_scheme=scheme, locale=language, reduced_motion="reduce"
    )
    return context.new_page()


def _seen(page: Page, act: Act, name: str, address: str, theme: Theme) -> list[str]:
    answer = page.goto(address)
    if answer is None or not answer.ok:
        raise LookupError(f"{address}: {answer and answer.status}")
    return act(page, f"{name}-{'-'.join(map(str, theme))}")


def _take_screenshot(folder: Path, page: Page, name: str) -> list[str]:
    page.screenshot(path=folder / f"{name}.png", full_page=True)
    return []


def _sign_in(page: Page, address: str, password: str) -> None:
    page.goto(f"{address}/sign-in/")
    page.fill("[name=username]", "director")
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")
    page.wait_for_load_state()


def _pages(page: Page, address: str, data: dict[str, str]) -> Iterator[tuple[str, str]]:
    evening, table = data["evening"], data["table"]
    club = "/".join(evening.split("/")[:3]) + "/"
    yield from (
        ("home", "/"),
        ("help", "/help/"),
        ("laws", "/laws/"),
        ("law", "/laws/match.crawford/"),
        ("law-questions", "/laws/questions/"),
        ("law-question", "/laws/questions/not-directly/"),
        ("table", table),
        ("score", f"{table}score/"),
    )
    yield from (("tables", "/s/"), ("new-table", "/s/new/"))
    yield from _screen_pages(page, address, evening)
    page.goto(f"{address}/s/")
    re_match = re.search(r"/s/[a-z0-9]{8}/", page.content())
    if re_match:
        yield from (("chouette", re_match[0]), ("settlement", f"{re_match[0]}settlement/"))
    yield from ((f"club-{path.strip('/') or 'evenings'}", club + path) for path in CLUB)
    for path in (*EVENING, *MONEY):
        yield f"event-{path.strip('/').replace('/', '-') or 'now'}", evening + path
    match, record = data["match"], data["record"]
    yield from (("match", match), ("player", data["player"]), ("overlay", f"{match}overlay/"))
    yield from (("record", record), ("record-at-a-move", f"{record}position/1/5/"))
    yield from (
        ("position-share", f"{record}position/1/5/share/"),
        ("position-embed", f"{record}position/1/5/embed/"),
    )
    yield from (("positions", f"{record}positions/1/"), ("recorder", f"{data['written']}recorder/"))


def _screen_pages(page: Page, address: str, evening: str) -> Iterator[tuple[str, str]]:
    """The page of screens at the desk, some pages of a screen, and the embedded pages."""
    yield from (("screens", f"{evening}desk/screens/"), ("screen-door", "/tv/"))
    yield from (("embed", f"{evening}embed/"), ("embed-words", f"{evening}embed/code/"))
    page.goto(address + evening)
    television = re.search(r"/tv/\w+/", page.content())
    if television:
        page.goto(address + television[0])
        for leaf in page.locator(".screen-page").evaluate_all("(all) => all.map((leaf) => leaf.id)")[:8]:
            yield (f"screen-{leaf}", f"{television[0]}?leaf={leaf}")


OPENING = ("white 31 8/5 6/5", "52 24/22 13/8", "double", "take", "66! 24/18 13/7", "41 24/23 13/9")


def _recorded(address: str, data: dict[str, str]) -> dict[str, str]:
    """Record the opening of two matches, and submit one of the records; return their paths."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = _page(browser, (WIDTHS[-1], SCHEMES[0], LANGUAGES[0]))
        _sign_in(page, address, data["password"])
        page.goto(f"{address}{data['evening']}results/")
        match, drafted_match, *_ = dict.fromkeys(re.findall(r"/m/\w+/", page.content()))
        page.goto(address + match)
        player = next(iter(re.findall(r"/p/\w+/", page.content())))
        _write_opening(page, f"{address}{drafted_match}recorder/")
        _write_opening(page, f"{address}{match}recorder/")
        page.locator("[data-upload] button").click()
        page.wait_for_url("**/record/*/**")
        record = page.url.removeprefix(address).split("?")[0]
        browser.close()
    return {"match": match, "written": drafted_match, "player": player, "record": record}


def _write_opening(page: Page, recorder: str) -> None:
    page.goto(recorder)
    page.wait_for_load_state("networkidle")
    for place, line in enumerate(OPENING):
        page.fill("input[name=line]", line)
        page.press("input[name=line]", "Enter")
        page.locator("[data-slot=entries] li").nth(place).wait_for()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
