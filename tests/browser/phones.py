"""A browser of a user (phone or laptop): opens pages of the site and counts taps."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, Route

from tests.matches.accounts.account_factories import fresh

PASSWORD = "paper-and-felt"
TAPPABLE = "main :is(label.choice, button, summary, a:not(.breadcrumbs a))"
DROP = """([text, name]) => {
  const held = new DataTransfer();
  held.items.add(new File([text], name));
  const form = document.querySelector("[data-drop-zone]");
  for (const type of ["dragover", "drop"]) {
    form.dispatchEvent(new DragEvent(type, { dataTransfer: held, bubbles: true, cancelable: true }));
  }
}"""
# Streams and fetches of an open page are not counted: their size depends on how long it is open.
WEIGHT = """performance.getEntries()
  .filter((entry) => entry.initiatorType !== "fetch" && !entry.name.includes("/stream/"))
  .reduce((sum, entry) => sum + (entry.decodedBodySize || 0), 0)"""


class Phone:
    """A device with its own cookies; `taps` counts from the last call of `open`."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page: Page = context.new_page()
        self.address = address
        self.taps = 0

    def open(self, path: str) -> None:
        """Go to a page by its address, like scanning a QR code; resets `taps`."""
        self.taps = 0
        self.page.goto(self.address + path)

    def sign_in(self, name: str = "director") -> None:
        """Sign in by the cookie of a session that has just begun; ends on the home page.

        The site must run in this process; on others `enter_password` signs in."""
        client = fresh(Client(), get_user_model().objects.get(username=name))
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": self.address}]
        )
        self.open("/")

    def enter_password(self, name: str = "director") -> None:
        """Sign in with the password of all test accounts; ends on the home page."""
        self.open("/sign-in/")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.tap("Sign in")
        self.page.wait_for_url("**/")

    def tap(self, target: str | Locator) -> None:
        """Tap a button, link, summary or choice; a page to which it leads is loaded on return."""
        place = self.page.locator(TAPPABLE, has_text=target) if isinstance(target, str) else target
        place.locator("visible=true").first.click()
        self.page.wait_for_load_state("domcontentloaded")
        self.taps += 1

    def clicks(self, *targets: str | Locator) -> int:
        """Tap each target and wait for the page; return the number of taps."""
        for target in targets:
            self.tap(target)
            self.page.wait_for_load_state()
        return len(targets)

    def press(self, key: str) -> None:
        """Press a key or a combination such as Alt+u outside any field; it counts as a tap."""
        self.page.locator("main").focus()
        self.page.keyboard.press(key)
        self.taps += 1

    def type(self, line: str) -> int:
        """Type a line and Enter wherever the focus is; return the number of keys."""
        for key in line:
            self.page.keyboard.press(key)
        self.page.keyboard.press("Enter")
        return len(line) + 1

    def report(self, winner: str, points: int, send: str = "Report result") -> None:
        """Report a result in three taps: the winner, the loser's points, send."""
        self.tap(winner)
        self.tap(self.page.locator(f'main form:has-text("{send}") .figures label').nth(points))
        self.tap(send)

    def get_opened_pdf(self, open_pdf: Callable[[], object]) -> bytes:
        """The PDF that an action opens; the page stays as it is.

        Some browsers show a PDF in a viewer, others store it as a download, each after its own time. So
        the browser gets an empty answer, and the file is fetched beside it.
        """
        context = self.page.context
        context.route("**/*.pdf*", lambda route: route.fulfill(status=204))
        with context.expect_event("response", lambda response: ".pdf" in response.url) as opened:
            open_pdf()
        context.unroute("**/*.pdf*")
        return context.request.get(opened.value.url).body()

    def drop(self, name: str, data: bytes) -> None:
        """Drop a file on the drop zone of the page."""
        self.page.evaluate(DROP, [data.decode(), name])

    def delay_requests(self, pattern: str, times: int | None = None) -> list[Route]:
        """Delay the next `times` requests of this address, or all; the list gets the route of each."""
        routes: list[Route] = []

        def delay(route: Route) -> None:
            routes.append(route)

        self.page.route(pattern, delay, times=times)
        return routes

    def wait_for_request(self, routes: list[Route], count: int = 1) -> Route:
        """Wait up to half a minute until so many requests are delayed, and return the last of them."""
        for _attempt in range(600):
            if len(routes) >= count:
                return routes[count - 1]
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{len(routes)} of {count} requests were made")

    def text(self) -> str:
        """The text of the page, once it is loaded."""
        self.page.wait_for_load_state("domcontentloaded")
        return self.page.locator("main").inner_text()

    def weight(self) -> int:
        """The uncompressed bytes of the page with its styles, scripts and images."""
        self.page.wait_for_load_state("load")
        return int(self.page.evaluate(WEIGHT))
