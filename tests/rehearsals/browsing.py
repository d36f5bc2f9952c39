"""People with a real browser: they act on the page as it stands there, at times without a connection."""

from collections import Counter
from typing import Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import BrowserContext, Dialog, Error, Response

from tests.page_forms import Control, PageForm, read_page
from tests.rehearsals.actors import NOT_FOLLOWED, TEMPLATE_TAGS, Act, Actor, Shown, list_open_matches
from tests.rehearsals.filling import BUTTONS
from tests.rehearsals.habits import Clerk

CUT, RESTORED = 0.15, 0.4
# Milliseconds in which a page answers, or stores what was sent; it is read again so often.
ANSWER, ATTEMPTS = 400, 10
# Enters values into a form of the page and presses one of its buttons.
ENTER = """([index, values, pressed]) => {
  const form = document.forms[index];
  const isButton = (part) => ["submit", "button", "reset", "image", "file", "hidden"].includes(part.type);
  for (const part of form.elements) {
    if (!part.name || isButton(part)) continue;
    const given = [values[part.name] ?? []].flat().map(String);
    if (part.type === "checkbox" || part.type === "radio") part.checked = given.includes(part.value);
    else if (part.options) for (const each of part.options) each.selected = given.includes(each.value);
    else part.value = given[0] ?? "";
    part.dispatchEvent(new Event("input", { bubbles: true }));
    part.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const buttons = [...form.elements].filter((part) => part.type === "submit");
  form.requestSubmit(buttons[pressed] ?? null);
}"""
# The entries a device keeps that have neither been sent nor refused.
UNSENT = "JSON.parse(localStorage.getItem('queue') || '[]').filter((item) => !item.refused).length"


class BrowserActor:
    """An actor of a day whose requests are made by a browser, with the cookies of its client.

    `faults` are answers of 500, errors of scripts and raw template tags, as they came.
    """

    def __init__(self, actor: Actor, context: BrowserContext, address: str) -> None:
        self.actor, self.context, self.address = actor, context, address
        self.is_online = True
        self.faults: list[str] = []
        cookies = [
            {"name": name, "value": morsel.value, "url": address}
            for name, morsel in actor.client.cookies.items()
        ]
        context.add_cookies(cookies)
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(f"{self.page.url}: {error}"))
        self.page.on("dialog", Dialog.accept)
        self.page.on("response", self._note_status)

    def act(self, seen: Counter[str]) -> list[Act]:
        """Cut or restore the connection now and then, and do one thing; return what was sent."""
        rng, actor = self.actor.rng, self.actor
        if rng.random() < (CUT if self.is_online else RESTORED):
            self.set_online(not self.is_online)
        if self.is_online and (actor.page is None or rng.random() < 0.3):
            self._open(rng.choice(actor.starts))
        elif self.is_online and rng.random() < 0.3:
            self._follow_link()
        self._read_page()
        act = self._choose(seen)
        if act is None or act.form is None or actor.page is None or _has_file(act.form):
            return []
        index = next(number for number, form in enumerate(actor.page.forms) if form is act.form)
        act.way = "online" if self.is_online else "offline"
        try:
            self.page.evaluate(ENTER, [index, act.data, _find_pressed(act)])
            self.page.wait_for_timeout(ANSWER)
            self.page.wait_for_load_state("domcontentloaded")
        except Error as error:
            if self.is_online and "context was destroyed" not in str(error):
                raise
        self._read_page()
        return [act]

    def _choose(self, seen: Counter[str]) -> Act | None:
        if isinstance(self.actor, Clerk):
            return self.actor.write_line()
        return self.actor.choose_form(self.actor.page, seen) if self.actor.page else None

    def set_online(self, is_online: bool) -> None:
        """Cut or restore the connection."""
        self.is_online = is_online
        self.context.set_offline(not is_online)

    def count_unsent(self) -> int:
        """Return how many entries the device still keeps to be sent, on a page of the site."""
        self._open(self.actor.starts[0])
        return int(self.page.evaluate(UNSENT))

    def _open(self, path: str) -> None:
        for _ in range(ATTEMPTS):
            try:
                self.page.goto(urljoin(self.address, path), wait_until="domcontentloaded")
                return
            except Error:
                # Another page was being loaded, as after the entries that were sent at last.
                self.page.wait_for_timeout(ANSWER)
        self.faults.append(f"{path} cannot be opened")

    def _get_text(self) -> str:
        """Return the page as it stands; "" while it is being loaded, for longer than anybody waits."""
        for _ in range(ATTEMPTS):
            try:
                return self.page.content()
            except Error:
                self.page.wait_for_timeout(ANSWER)
        return ""

    def _follow_link(self) -> None:
        page = self.actor.page
        links = [urlsplit(urljoin(page.url, link)).path for link in page.links] if page else []
        links = [link for link in links if link.startswith("/") and not NOT_FOLLOWED.match(link)]
        links = [link for link in links if link.endswith("/")]
        if links:
            self._open(self.actor.rng.choice(links))

    def _read_page(self) -> None:
        """Keep the page as it stands; none where the browser shows its own page, without a connection."""
        self.actor.page = None
        if not self.page.url.startswith(self.address):
            return
        text = self._get_text()
        read, path = read_page(text), self.page.url.removeprefix(self.address)
        self.actor.page = Shown(path, text, read.forms, read.links)
        if any(control.name == "line" for form in read.forms for control in form.controls):
            self.actor.page.matches = list_open_matches(path)
        tag = TEMPLATE_TAGS.search(text)
        if tag:
            self.faults.append(f"{path} shows {text[max(tag.start() - 40, 0) : tag.end() + 30]!r}")

    def _note_status(self, response: Response) -> None:
        if response.status >= 500:
            self.faults.append(f"{response.status} at {response.url}")


def _has_file(form: PageForm) -> bool:
    return any(control.kind == "file" for control in form.controls)


def _find_pressed(act: Act) -> int:
    """Return the place of the button that was chosen among those of its form; the first if it has no name."""
    buttons: list[Control] = [
        control for control in (act.form.controls if act.form else ()) if control.kind in BUTTONS
    ]
    for place, button in enumerate(buttons):
        sent: Any = act.data.get(button.name) if button.name else None
        action = button.attributes.get("formaction")
        if (action and act.url.endswith(action)) or (sent is not None and sent == button.shown[0]):
            return place
    return 0
