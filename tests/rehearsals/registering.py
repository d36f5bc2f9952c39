"""People who sign up, and a director who lets those play who wait for a place; what pages say of both."""

import html
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from random import Random

from django.test import Client

from matches.models import User
from tests.rehearsals.actors import Act, Actor
from tests.rehearsals.habits import find_form
from tournaments.models import Event, EventStatus, JournalEntry, Tournament
from tournaments.registration.models import EventSignUp, SignUpStatus

SIGNED_UP = re.compile(r'<ul class="list sign-ups">(.*?)</ul>', re.DOTALL)
PERSON = re.compile(r"<strong>([^<]+)</strong>")
NOBODY = "Add at least two"
COUNT = re.compile(r"(\d+)\s+(?:signed up|players?)\b")
FEWEST = 2


class Guest(Actor):
    """Somebody who signs friends up, one after the other."""

    def __init__(
        self, name: str, client: Client, starts: list[str], rng: Random, user: User | None = None
    ) -> None:
        super().__init__(name, client, starts, rng, user)
        self.pace = 5

    def act(self, seen: Counter[str]) -> list[Act]:
        """Sign somebody up for one or more events; at times do what others do."""
        if self.rng.random() < 0.3:
            return super().act(seen)
        opened = self.open(self.starts[0])
        forms = self.page.forms if self.page else []
        form = next((each for each in forms if "events" in each.visible), None)
        if form is None:
            return [opened]
        data = self.writer.fill(form, None, 0)
        if data is None:
            return [opened]
        events = [option for each in form.controls if each.name == "events" for option in each.options]
        data["events"] = self.rng.sample(events, self.rng.randint(1, len(events)))
        act = Act(self.name, "POST", form.action or self.starts[0], data, self.page, form)
        return [opened, self._send(act, "signs somebody up")]


class Doorkeeper(Actor):
    """A director who lets people play who wait for a place: pastes their names at the desk of an event.

    The starts are the desks of the events and last the page of registration.
    """

    def act(self, seen: Counter[str]) -> list[Act]:
        """Copy the names of those who wait for a place, and paste some or all of them at the desk."""
        if self.rng.random() < 0.5:
            return super().act(seen)
        desk = self.rng.choice(self.starts[:-1])
        event = desk.split("/")[4]
        acts = [self.open(f"{self.starts[-1]}?event={event}&status={SignUpStatus.WAITING.value}")]
        listed = SIGNED_UP.search(self.page.text) if self.page else None
        names = [html.unescape(name) for name in PERSON.findall(listed[1])] if listed else []
        if not names:
            return acts
        acts.append(self.open(desk))
        form = find_form(self, "/desk/names/")
        if form is None or "names" not in form.visible:
            return acts
        pasted = self.rng.sample(names, self.rng.randint(1, len(names)))
        data = form.data() | {"names": "\n".join(pasted)}
        return [*acts, self._send(Act(self.name, "POST", form.action, data, self.page, form), "pastes")]


def check_people_counted(tournament: Tournament, desks: dict[int, str], director: Client) -> Iterator[str]:
    """Neither the desk nor the page of the club says that there is nobody, where people have a place.

    `desks` are the addresses of the desks of the events.
    """
    people: dict[int, set[str]] = {}
    # Who was left out of a draw has no place once the event has begun.
    confirmed = EventSignUp.objects.filter(
        event__event__tournament=tournament,
        event__event__status=EventStatus.DRAFT,
        event__event__cancelled_at=None,
        status=SignUpStatus.CONFIRMED,
    )
    for event, name in confirmed.values_list("event__event", "sign_up__name"):
        people.setdefault(event, set()).add(name)
    if not people or tournament.cancelled_at or tournament.archived_at:
        return
    for event in Event.objects.filter(pk__in=people, status=EventStatus.DRAFT):
        if len(people[event.pk]) >= FEWEST:
            text = director.get(desks[event.pk]).content.decode()
            if NOBODY in text:
                yield f"{event.name}: the desk asks for players, but {sorted(people[event.pk])} have a place"
    text = director.get(f"/clubs/{tournament.club.slug}/").content.decode()
    row = re.search(rf'{re.escape(tournament.slug)}/"[^>]*>.*?</li>', text, re.DOTALL)
    count = COUNT.search(row[0]) if row else None
    if count and int(count[1]) < max(map(len, people.values())):
        yield f"{tournament.name}: the page of the club counts {count[0]!r}, but {people} have a place"


def check_registration(event: Event, director: Client) -> Iterator[str]:
    """Who plays does not wait for a place at the same time, and registration counts whom the desk counts.

    The places taken are those who play and, until the event begins, those who have been promised one. People
    of one name are left out of account, and who signs up when somebody of the name plays already: the desk
    chooses who that is.
    """
    sign_ups = EventSignUp.objects.filter(
        event__event=event, status__in=(SignUpStatus.WAITING, SignUpStatus.CONFIRMED)
    )
    if not sign_ups.exists():
        return
    entered_at = _list_entry_times(event)
    rows = list(sign_ups.values_list("sign_up__name", "status", "sign_up__created_at"))
    playing = list(event.entries.filter(status="entered").values_list("player__full_name", "number"))
    counts = Counter(name for name, _ in playing), Counter(name for name, *_ in rows)
    namesakes = {name for each in counts for name, count in each.items() if count > 1}
    numbers = dict(playing)
    namesakes |= {name for name, _, at in rows if name in numbers and at > entered_at[numbers[name]]}
    yield from (
        f"{event.name}: {name} plays and is on the waiting list"
        for name, status, _ in rows
        if status == SignUpStatus.WAITING and name in numbers and name not in namesakes
    )
    if namesakes:
        return
    is_draft = event.status == EventStatus.DRAFT
    confirmed = {name for name, status, _ in rows if is_draft and status == SignUpStatus.CONFIRMED}
    tournament = event.tournament
    answer = director.get(f"/api/v1/clubs/{tournament.club.slug}/{tournament.slug}/registration/")
    for row in answer.json()["events"] if answer.status_code == 200 else ():
        expected = len(confirmed | set(numbers))
        if row["event"] == event.pk and row["taken"] != expected:
            yield f"{event.name}: {row['taken']} places taken, but {expected} play or have a place"


def _list_entry_times(event: Event) -> dict[int, datetime]:
    """Return when each entry was entered last, by its number."""
    rows = JournalEntry.objects.filter(event=event, kind="entered").order_by("seq")
    return {each["entry"]: row.at for row in rows for each in row.payload["entries"]}
