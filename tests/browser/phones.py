"""A phone (or a laptop) of a user: opens pages of the site under test and counts taps."""

from playwright.sync_api import BrowserContext, Locator, Page

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
# An open page goes on asking for news, the longer the more: its stream and its fetches are not its weight.
WEIGHT = """performance.getEntries()
  .filter((entry) => entry.initiatorType !== "fetch" && !entry.name.includes("/stream/"))
  .reduce((sum, entry) => sum + (entry.decodedBodySize || 0), 0)"""


class Phone:
    """One device with its own cookies. `taps` counts since the last page was opened by its address."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page: Page = context.new_page()
        self.address = address
        self.taps = 0

    def open(self, path: str) -> None:
        """Go to a page, as scanning a card does."""
        self.taps = 0
        self.page.goto(self.address + path)

    def sign_in(self, name: str = "director") -> None:
        """Sign in with the password all accounts of these tests have; ends on the first page."""
        self.open("/sign-in/")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.tap("Sign in")
        self.page.wait_for_url("**/")

    def tap(self, target: str | Locator) -> None:
        """Tap a button, link, summary or choice by its label; a page it leads to is loaded on return."""
        place = self.page.locator(TAPPABLE, has_text=target) if isinstance(target, str) else target
        place.locator("visible=true").first.click()
        self.page.wait_for_load_state("domcontentloaded")
        self.taps += 1

    def clicks(self, *targets: str | Locator) -> int:
        """Tap each of these and wait for the page; how many taps it took."""
        for each in targets:
            self.tap(each)
            self.page.wait_for_load_state()
        return len(targets)

    def press(self, key: str) -> None:
        """Press a key or a combination such as Alt+u outside any field; it counts as one key, like a tap."""
        self.page.locator("main").focus()
        self.page.keyboard.press(key)
        self.taps += 1

    def type(self, line: str) -> int:
        """Type a line wherever one is on the page, and Enter; the keys it took."""
        for key in line:
            self.page.keyboard.press(key)
        self.page.keyboard.press("Enter")
        return len(line) + 1

    def report(self, winner: str, points: int, send: str = "Report result") -> None:
        """Tap a whole result: the winner, the loser's points, send."""
        self.tap(winner)
        self.tap(self.page.locator(f'main form:has-text("{send}") .figures label').nth(points))
        self.tap(send)

    def drop(self, name: str, data: bytes) -> None:
        """Drop a file on the sheet that takes files."""
        self.page.evaluate(DROP, [data.decode(), name])

    def text(self) -> str:
        """What the page says, once all of it has come."""
        self.page.wait_for_load_state("domcontentloaded")
        return self.page.locator("main").inner_text()

    def weight(self) -> int:
        """Bytes of the page and of everything it is drawn with, unpacked."""
        self.page.wait_for_load_state("load")
        return int(self.page.evaluate(WEIGHT))
