"""People who act on the pages they are shown: they open links, fill in forms, and send them."""

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from matches.models import Match, User
from matches.states import Status
from tests.page_forms import Control, PageForm, read_page
from tests.rehearsals.filling import BUTTONS, Values, Writer
from tests.rehearsals.form_checks import find_same, list_lost, list_overwritten

MOST_REDIRECTS = 6
TOO_MANY_REQUESTS = 429
REFUSED = {HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED}
# Tags of a template and placeholders of messages; scripts have none either.
TEMPLATE_TAGS = re.compile(r"\{\{|\{%|\{#|%\(\w+\)s")
KEPT_PAGES = 6
ON_EARLIER_PAGE = "on an earlier page"
POINTS = 5
# What people do rarely, and what brings a day forward, by addresses and buttons; all else lies between.
RARELY = re.compile(
    r"cancel|delete|archive|remove|anonym|void|merge|turn-off|revoke|close|leave|sign-out|drop|devices|withdraw"
)
OFTEN = re.compile(
    r"desk/(result|quick|draw|publish|round|award|names|call|rolling|begin|end)|/report|score|accept|confirm"
)
ACTION_FIELDS = {"action", "action_name", "act", "outcome"}
# Where somebody types names and lines: a careful director has none to add.
TYPED_LINES = re.compile(r"desk/(quick|names)")
# Pages on which the next step of an event is taken.
NEXT_STEPS = re.compile(r"desk/(round|rolling|match)/")
CHROME = re.compile(r"^/(language|theme|follow)/")
# Links that lead out of the day: the administration, the rules and the guide, and files of the API.
NOT_FOLLOWED = re.compile(r"^/(admin|laws|help|api|static|media|sign-in|account/(close|password))\b")
MATCH_CODE = re.compile(r"/(?:m|match|correct)/([a-z0-9]{6,12})/")
Send = Callable[[Client, str, str, Values], HttpResponse]


@dataclass
class Shown:
    """A page in front of somebody: its address, text, forms and links."""

    url: str
    text: str
    forms: list[PageForm] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    # The matches that were open when the page was drawn, with their tables: what its reader can mean.
    matches: dict[str, int | None] = field(default_factory=dict)
    # Whether it answers a form, as a refusal or a preview do: a form then shows what was entered, not stored.
    shows_what_was_sent: bool = False


@dataclass
class Act:
    """What somebody did: the form and button, what was sent, and where it led."""

    who: str
    method: str
    url: str
    data: Values = field(default_factory=dict)
    page: Shown | None = None
    form: PageForm | None = None
    way: str = ""
    # The match that somebody meant, and its score for White and Black, where the text sent does not say.
    meant: str = ""
    score: tuple[int, int] | None = None
    status: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        hidden = {"csrfmiddlewaretoken", "key"}
        sent = {name: value for name, value in self.data.items() if name not in hidden}
        return f"{self.who} {self.way} {self.method} {self.url} {sent or ''} -> {self.status}".replace(
            "  ", " "
        )


class Actor:
    """A person with a browser, and the pages they begin at. `seen` counts what has been used on this day."""

    def __init__(
        self, name: str, client: Client, starts: list[str], rng: random.Random, user: User | None = None
    ) -> None:
        self.name, self.client, self.starts, self.rng, self.user = name, client, starts, rng, user
        self.writer = Writer(rng)
        self.is_official = user is not None
        # Those at the desk act oftener than others.
        self.pace = 4 if self.is_official else 1
        self.page: Shown | None = None
        self.earlier: list[Shown] = []
        self.waiting: list[Act] = []
        self.has_arrived = False

    def act(self, seen: Counter[str]) -> list[Act]:
        """Do one thing; return the requests that were made."""
        if self.waiting and self.rng.random() < 0.3:
            return [self._send(self.waiting.pop(0), "back online")]
        if self.earlier and not self.writer.is_careful and self.rng.random() < 0.08:
            return self._fill_in(self.rng.choice(self.earlier), seen, ON_EARLIER_PAGE)
        opened = []
        if self.page is None or self.rng.random() < 0.35:
            opened = [self.open(self.rng.choice(self.starts))]
        elif self.rng.random() < 0.35:
            opened = [self._follow(self.page, seen)]
        if self.page is None or (opened and self.rng.random() < 0.3):
            return opened
        return opened + self._fill_in(self.page, seen)

    def act_carefully(self, url: str, seen: Counter[str]) -> list[Act]:
        """Open a page and do what brings the day forward there, or else on a page of its next steps.

        The page is not opened again if the last form of somebody careful has led to it.
        """
        self.writer.is_careful = True
        is_in_front = self.has_arrived and self.page is not None and self.page.url == url
        acts = [] if is_in_front else [self.open(url)]
        sent = self._fill_in(self.page, seen) if self.page else []
        if not sent and self.page is not None:
            acts.append(self._follow(self.page, seen))
            sent = self._fill_in(self.page, seen)
        self.has_arrived = bool(sent) and sent[-1].status == HTTPStatus.SEE_OTHER
        return acts + sent

    def _fill_in(self, page: Shown, seen: Counter[str], way: str = "") -> list[Act]:
        """Send a form of a page, or keep it while the device is offline, or send it twice."""
        act = self.choose_form(page, seen, way)
        if act is None:
            return []
        chance = self.rng.random()
        if chance < 0.04 and act.method == "POST":
            self.waiting.append(act)
            return []
        if (
            self.is_official
            and not way
            and act.form is not None
            and len(act.form.visible) > 1
            and chance > 0.8
        ):
            return self._use_two_tabs(act)
        return [self._send(act, way), *([self._send(act, "again")] if chance > 0.95 else [])]

    def _use_two_tabs(self, act: Act) -> list[Act]:
        """Send a form, then the same form of another tab, opened before and filled in otherwise."""
        if act.form is None or act.method != "POST":
            return [self._send(act, "")]
        button = next((each for each in _buttons_of(act.form) if each and each.name in act.data), None)
        other = self.writer.fill(act.form, button, POINTS)
        sent = [self._send(act, "in one tab")]
        return sent if other is None else [*sent, self._send(replace(act, data=other), ON_EARLIER_PAGE)]

    def open(self, url: str) -> Act:
        """Open an address."""
        return self._send(Act(self.name, "GET", url), "")

    def choose_form(self, page: Shown, seen: Counter[str], way: str = "") -> Act | None:
        """Choose a form and button of a page, and fill it in; None if there is none to be sent."""
        offers = [(form, button) for form in page.forms for button in _buttons_of(form)]
        names = [_describe(page, form, button) for form, button in offers]
        # A page may offer the same for each of its entries or matches.
        alike = Counter(names)
        weights = [
            self._weigh(name, button, seen) / alike[name] ** 0.5
            for name, (_, button) in zip(names, offers, strict=True)
        ]
        if self.rng.random() > sum(weights):
            return None
        form, button = self.rng.choices(offers, weights)[0]
        action = (button and button.attributes.get("formaction")) or form.action or page.url
        url = urljoin(page.url, action.split("#")[0])
        seen[_describe(page, form, button)] += 1
        data = self.writer.fill(form, button, _points_of(form, page.url))
        if data is None:
            return None
        return Act(self.name, form.method.upper(), url, data, page, form)

    def _weigh(self, what: str, button: Control | None, seen: Counter[str]) -> float:
        if self.writer.is_careful:
            return 5.0 if OFTEN.search(what) and not TYPED_LINES.search(what) else 0.0
        if CHROME.match(what.split(" ")[1]):
            return 0.01
        weight = 8.0 if OFTEN.search(what) else 1.0
        if "undo" in what:
            weight = 0.4
        if RARELY.search(f"{what} {button.text if button else ''}".lower()):
            weight = 0.04
        return weight * (3 if not seen[what] and weight >= 1 else 1)

    def _follow(self, page: Shown, seen: Counter[str]) -> Act:
        links = list(dict.fromkeys(urljoin(page.url, link.split("#")[0]) for link in page.links))
        links = [link for link in links if link.startswith("/") and not NOT_FOLLOWED.match(link)]
        if self.writer.is_careful:
            links = [link for link in links if NEXT_STEPS.search(link)]
        if not links:
            return self.open(self.rng.choice(self.starts))
        link = self.rng.choices(
            links, [(4 if NEXT_STEPS.search(link) else 1) / (1 + seen[link]) for link in links]
        )[0]
        seen[link] += 1
        return self._send(Act(self.name, "GET", link), "follows")

    def _send(self, act: Act, way: str) -> Act:
        """Send a request and follow redirects, as a browser does; keep the page that is shown then."""
        act = replace(act, way=way, faults=[])
        shows_stored = act.page is not None and not act.page.shows_what_was_sent
        fresh = self._read_again(act) if way == ON_EARLIER_PAGE and shows_stored else None
        answer = self._request(act.method, act.url, act.data)
        act.status = answer.status_code
        url = act.url
        for _ in range(MOST_REDIRECTS):
            if answer.status_code not in {301, 302, 303}:
                break
            url = urljoin(url, answer["Location"])
            if not url.startswith("/"):
                return act
            answer = self._request("GET", url, {})
            if answer.status_code >= 500:
                act.status = answer.status_code
        if self.user is not None and url.startswith("/sign-in/"):
            self.user.refresh_from_db()
            self.client.force_login(self.user)
        self._check_answer(act, url, answer)
        self._check_forms(act, fresh)
        return act

    def _check_forms(self, act: Act, fresh: PageForm | None) -> None:
        """Note what the form of an act has overwritten, or lost when it was refused."""
        if act.form is None or act.method != "POST" or not act.form.visible:
            return
        if act.status in REFUSED and self.page is not None:
            again = find_same(act.form, self.page.forms)
            act.faults += list_lost(act.form, act.data, again) if again else ()
        elif fresh is not None and act.status < HTTPStatus.BAD_REQUEST:
            after = self._read_again(act)
            act.faults += list_overwritten(act.form, fresh, act.data, after) if after else ()

    def _read_again(self, act: Act) -> PageForm | None:
        """Return the form of an act as its page shows it now."""
        if act.form is None or act.page is None or not act.form.visible:
            return None
        answer = self._request("GET", act.page.url, {})
        return find_same(act.form, read_page(answer.content.decode()).forms)

    def _request(self, method: str, url: str, data: Values) -> HttpResponse:
        sent: dict[str, Any] = {"data": data} if data else {}
        for each in _list_files(data):
            each.seek(0)
        send = self.client.get if method == "GET" else self.client.post
        answer = send(url, **sent)
        if answer.status_code == TOO_MANY_REQUESTS:
            # The limits of requests are tested elsewhere.
            cache.clear()
            answer = send(url, **sent)
        return answer

    def _check_answer(self, act: Act, url: str, answer: HttpResponse) -> None:
        if not answer.streaming and answer.get("Content-Type", "").startswith("text/html"):
            text = answer.content.decode()
            page = read_page(text)
            if self.page is not None:
                self.earlier = [*self.earlier[-KEPT_PAGES + 1 :], self.page]
            self.page = Shown(urlsplit(url)._replace(fragment="").geturl(), text, page.forms, page.links)
            self.page.shows_what_was_sent = answer.request["REQUEST_METHOD"] == "POST"
            if any(control.name == "line" for form in page.forms for control in form.controls):
                self.page.matches = list_open_matches(url)
            tag = TEMPLATE_TAGS.search(text)
            if tag:
                act.faults.append(f"{url} shows {text[max(tag.start() - 40, 0) : tag.end() + 30]!r}")
        answer.close()


def list_open_matches(url: str) -> dict[str, int | None]:
    """Return the matches of a tournament without a result, and their tables, by their codes."""
    open_matches = Match.objects.exclude(status__in=(Status.SETTLED, Status.VOID))
    slug = url.split("/")[3]
    rows = open_matches.filter(desk__tournament__slug=slug).values_list("code", "table__number")
    return dict(rows)


def _list_files(data: Values) -> list[Any]:
    values = [each for value in data.values() for each in (value if isinstance(value, list) else [value])]
    return [each for each in values if hasattr(each, "seek")]


def _buttons_of(form: PageForm) -> list[Control | None]:
    buttons: list[Control | None] = [control for control in form.controls if control.kind in BUTTONS]
    return buttons or [None]


def _describe(page: Shown, form: PageForm, button: Control | None) -> str:
    """Return what a button does: its address without codes and numbers, and its name and value."""
    action = (button and button.attributes.get("formaction")) or form.action or page.url
    action = re.sub(r"/[a-z0-9-]*\d[a-z0-9-]*", "/…", action.split("?")[0])
    hidden = [
        f"{control.name}={control.shown[0]}"
        for control in form.controls
        if control.kind == "hidden" and control.name in ACTION_FIELDS and control.shown
    ]
    pressed = (
        f"{button.name}={button.shown[0]}" if button and button.name and not button.shown[0].isdigit() else ""
    )
    return " ".join((form.method.upper(), action, *hidden, pressed)).strip()


def _points_of(form: PageForm, url: str) -> int:
    """Return the points that win the match of a form: whoever enters a result knows them."""
    codes = [control.shown[0] for control in form.controls if control.name == "match" and control.shown]
    codes += MATCH_CODE.findall(f"{form.action} {url}")
    length = Match.objects.filter(code__in=codes).values_list("length", flat=True).first() if codes else None
    return length or POINTS
