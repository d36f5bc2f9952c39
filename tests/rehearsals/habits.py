"""People with habits of their own: a clerk who types lines, a director at lunch, a scoreboard program."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from django.test import Client
from django.utils import timezone

from matches.models import Match, User
from matches.states import Status
from tests.page_forms import PageForm
from tests.rehearsals.actors import REFUSED, Act, Actor

LUNCH_MINUTES = 60
# Calls that somebody makes, as against those that follow from what others do.
CALLS = ("/call", "/begin", "/table", "/undo/", "/redo/", "/breaks/", "/resume", "/start")


class Clerk(Actor):
    """Somebody at the desk who types the results that players call out: at times twice, late or wrong."""

    def act(self, seen: Counter[str]) -> list[Act]:
        """Type a line for a match of the page; type it again, or send it later, when the device is online."""
        if self.waiting and self.rng.random() < 0.3:
            return [self._send(self.waiting.pop(0), "back online")]
        opened = []
        if self.page is None or not self.page.matches or self.rng.random() < 0.5:
            opened = [self.open(self.rng.choice(self.starts))]
        act = self.write_line()
        if act is None:
            return opened
        chance = self.rng.random()
        if chance < 0.2:
            self.waiting.append(act)
            return opened
        acts = [*opened, self._send(act, "types")]
        # A clerk who reads that it is another match by now does not type the line again.
        again = self.write_line(act) if chance > 0.7 and acts[-1].status not in REFUSED else None
        return acts if again is None else [*acts, self._send(again, "types again")]

    def write_line(self, earlier: Act | None = None) -> Act | None:
        """Return a line about a match of the page in front of the clerk, or the `earlier` one again."""
        form = find_form(self, "/quick/")
        if form is None or self.page is None:
            return None
        act = Act(self.name, "POST", form.action, form.data(), self.page, form)
        if earlier is not None:
            act.data["line"] = earlier.data["line"]
            return replace(act, meant=earlier.meant, score=earlier.score)
        rows = Match.objects.filter(code__in=self.page.matches).select_related("white", "black")
        at_tables = [match for match in rows.order_by("pk") if self.page.matches[match.code]]
        if not at_tables:
            return None
        match = self.rng.choice(at_tables)
        length = match.length if self.rng.random() < 0.9 else match.length + 2
        points, lost = length, self.rng.randrange(length)
        score = (points, lost) if self.rng.random() < 0.5 else (lost, points)
        table = self.page.matches[match.code]
        who = str(table) if self.rng.random() < 0.7 else match.white.name.lower()[:10]
        act.data["line"] = f"{who} {score[0]}-{score[1]}"
        return replace(act, meant=match.code, score=score)


class Lunch(Actor):
    """A director who announces lunch, with whatever the pages offer for it, and works on.

    `until` is the end of lunch as announced.
    """

    until: datetime | None = None

    def act(self, seen: Counter[str]) -> list[Act]:
        """Announce lunch now and then; else do what the others do."""
        if self.until is None and self.rng.random() < 0.2:
            form = self._find_lunch_form()
            if form is not None and self.page is not None:
                until = timezone.localtime() + timedelta(minutes=LUNCH_MINUTES)
                lunch = {"minutes": str(LUNCH_MINUTES), "until": "", "event": ""}
                lunch |= {"begins_at": "", "ends_at": f"{until:%Y-%m-%dT%H:%M}", "reason": "Lunch"}
                lunch |= {"english": f"Lunch until {until:%H:%M}. No match is called before."}
                data = form.data() | {name: lunch[name] for name in lunch.keys() & form.visible}
                act = self._send(Act(self.name, "POST", form.action, data, self.page, form), "has lunch")
                self.until = until if act.status in {200, 303} else None
                return [act]
        return super().act(seen)

    def _find_lunch_form(self) -> PageForm | None:
        """Return the form for a break that begins now, else for one of the day, else for an announcement."""
        self.open(self.rng.choice(self.starts))
        form = find_form(self, "/breaks/now/")
        if form is not None or self.page is None or not self.page.matches:
            return form
        for page, ending in (("table-settings/", "/breaks/announce/"), ("screens/", "/announce/")):
            self.open(self.starts[0] + page)
            form = find_form(self, ending)
            if form is not None:
                return form
        return None


class Program(Actor):
    """A scoreboard program that begins matches through the API as soon as it sees two names it knows."""

    def __init__(self, name: str, client: Client, starts: list[str], rng: Random, user: User | None) -> None:
        super().__init__(name, client, starts, rng, user)
        self.pace = 3

    def act(self, seen: Counter[str]) -> list[Act]:
        """Begin one of the open matches that the API lists."""
        answer = self.client.get("/api/v1/matches/")
        rows = answer.json().get("results", []) if answer.status_code == 200 else []
        open_rows = [row for row in rows if row["status"] in {"scheduled", "called"}]
        if not open_rows:
            return []
        url = f"/api/v1/matches/{self.rng.choice(open_rows)['code']}/begin/"
        answer = self.client.post(url, {}, content_type="application/json")
        return [Act(self.name, "POST", url, status=answer.status_code, way="begins")]


def find_form(actor: Actor, ending: str) -> PageForm | None:
    """Return the first form of the page in front of somebody whose address ends so."""
    forms = actor.page.forms if actor.page else []
    return next((form for form in forms if form.action.endswith(ending)), None)


def list_called() -> frozenset[tuple[str, datetime | None]]:
    """Return the matches that are called to a table, each with the time of its call."""
    called = Match.objects.filter(status=Status.CALLED, table__isnull=False)
    return frozenset(called.values_list("code", "called_at"))


def check_lunch(calls: Iterable[str], acts: list[Act], lunches: list[Lunch]) -> Iterator[str]:
    """While lunch lasts nobody is called, unless somebody calls them; `calls` are the matches called now."""
    for lunch in lunches:
        if lunch.until is None:
            continue
        is_over = timezone.now() >= lunch.until or any("/breaks/" in act.url for act in acts)
        if is_over:
            lunch.until = None if all(act.way != "has lunch" for act in acts) else lunch.until
        elif not any(call in act.url for act in acts for call in CALLS):
            for code in calls:
                yield f"{code} is called although lunch lasts until {lunch.until:%H:%M}"


def make_program(token: str) -> Client:
    """Return the client of a program with a token."""
    return Client(headers={"Authorization": f"Bearer {token}"}, raise_request_exception=False)
