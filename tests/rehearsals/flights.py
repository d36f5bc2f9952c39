"""Events with several brackets: a director who splits the field, a cashier, the prizes that are printed."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

from django.test import Client

from matches.models import User
from tests.rehearsals.actors import Act, Actor
from tests.rehearsals.habits import find_form
from tournaments.finances.models import FundKind, FundTerms
from tournaments.models import Event

# As few as a split leaves on each side.
FEWEST = 2
SECTION = re.compile(r'<section id="fund-(\d+)".*?</section>', re.DOTALL)
PLACE_CELL = re.compile(r"<tr[^>]*>\s*<td>(.*?)</td>", re.DOTALL)
# One place, as against places that several share.
SHARED = re.compile(r"\d+\D+\d+\D*$")


class Splitter(Actor):
    """A director who splits a field in two before it is drawn; the start is the desk."""

    def __init__(
        self, name: str, client: Client, starts: list[str], rng: Random, user: User | None = None
    ) -> None:
        super().__init__(name, client, starts, rng, user)
        # Whoever wants to split a field does so before anything else.
        self.pace, self.usual_pace = 30, self.pace

    def act(self, seen: Counter[str]) -> list[Act]:
        """Split the field, if that is still possible; then do what the others do."""
        if self.pace == self.usual_pace:
            return super().act(seen)
        self.pace = self.usual_pace
        acts = [self.open(f"{self.starts[0]}change/")]
        forms = self.page.forms if self.page else []
        form = next((each for each in forms if ("act", "split") in each.fields), None)
        if form is None or self.page is None:
            return acts
        entries = [option for each in form.controls if each.name == "entries" for option in each.options]
        if len(entries) < 2 * FEWEST:
            return acts
        chosen = self.rng.sample(entries, self.rng.randint(FEWEST, len(entries) - FEWEST))
        act = Act(self.name, "GET", form.action, form.data() | {"entries": chosen}, self.page)
        acts.append(self._send(act, "splits"))
        previews = [each for each in self.page.forms if each.method == "post"]
        preview = next((each for each in previews if ("act", "split") in each.fields), None)
        if preview is not None:
            applied = Act(self.name, "POST", preview.action, preview.data(), self.page)
            acts.append(self._send(applied, "applies"))
        return acts


class MiniHost(Actor):
    """A director of mini brackets, who begins one after the other; the start is the desk."""

    def act(self, seen: Counter[str]) -> list[Act]:
        """Begin the next bracket, or write down who has come; at times do what the others do."""
        if self.rng.random() < 0.5:
            return super().act(seen)
        url = f"{self.starts[0]}rolling/"
        acts = [self.open(url)]
        shown = self.page.forms if self.page else []
        forms = {value: each for each in shown for name, value in each.fields if name == "action"}
        start, come = forms.get("start"), forms.get("come")
        controls = start.controls if start else []
        waiting = [option for each in controls if each.name == "entries" for option in each.options]
        if start is not None and len(waiting) >= FEWEST and self.rng.random() < 0.8:
            data = start.data()
            data.setdefault("entries", waiting)
            chosen_entries = data["entries"]
            # A bracket of another size than planned is confirmed at once.
            data["confirmed_size"] = str(1 if isinstance(chosen_entries, str) else len(chosen_entries))
            acts.append(self._send(Act(self.name, "POST", url, data, self.page, start), "begins a bracket"))
        elif come is not None:
            new = [self.writer.new_name() for _ in range(self.rng.randint(1, 3))]
            data = come.data() | {"names": "\n".join(new)}
            acts.append(self._send(Act(self.name, "POST", url, data, self.page, come), "writes down"))
        return acts


class Cashier(Actor):
    """Somebody who takes from everybody what is due; the start is the page of the money of the event."""

    def act(self, seen: Counter[str]) -> list[Act]:
        """Take what is due, if anything is; else do what the others do."""
        if self.rng.random() < 0.5:
            return super().act(seen)
        opened = self.open(self.starts[0])
        form = find_form(self, "/act/everybody/")
        if form is None:
            return [opened]
        data = form.data() | {"method": "cash"}
        act = Act(self.name, "POST", form.action, data, self.page, form)
        return [opened, self._send(act, "takes from all")]


def check_printed_prizes(event: Event, path: str, director: Client) -> Iterator[str]:
    """The list of prizes that is printed at `path` has no place twice, but where players share it."""
    kinds = dict(FundTerms.objects.filter(event=event).values_list("fund", "kind"))
    text = director.get(path).content.decode() if kinds else ""
    for section in SECTION.finditer(text):
        if kinds.get(int(section[1])) == FundKind.AUCTION:
            continue
        cells = [cell.split("<br>") for cell in PLACE_CELL.findall(section[0])]
        places = Counter(" ".join(place.split()) for cell in cells for place in cell)
        for place, count in places.items():
            if count > 1 and place != "–" and not SHARED.search(place):
                yield f"{event.name}: the list of prizes has {count} times {place!r} under one heading"
