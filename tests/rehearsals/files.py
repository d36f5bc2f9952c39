"""A secretary who reads lists in from files: what is stored is what each file says, and can be taken back."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.page_forms import PageForm
from tests.rehearsals.actors import Act, Actor
from tests.rehearsals.filling import FIRST_NAMES, LAST_NAMES
from tests.rehearsals.habits import find_form
from tournaments.models import Membership, PastResult

IMPORTING = 0.4
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252")
SEPARATORS = (",", ";", "\t")
# The day of a result, the winner, the loser and their points, as stored and as in a file.
Row = tuple[str, str, str, int, int]
LENGTH = 7
MEMBERS, RESULTS = "imports/players/", "imports/results/"
UNDO = {MEMBERS: r"imports/players/(\d+)/undo/", RESULTS: r"imports/(\d+)/undo/"}


@dataclass(frozen=True)
class ListFile:
    """A file that somebody has made: its lines, and what they say."""

    address: str
    lines: tuple[Sequence[str], ...]
    names: frozenset[str] = frozenset()
    results: tuple[Row, ...] = ()

    def write(self, rng: Random) -> SimpleUploadedFile:
        """Return the file as one of many programs would write it."""
        separator = rng.choice(SEPARATORS)
        text = rng.choice(("\n", "\r\n")).join(separator.join(line) for line in self.lines)
        return SimpleUploadedFile("list.csv", text.encode(rng.choice(ENCODINGS)), "text/csv")


class Secretary(Actor):
    """An officer of the club who reads in members and results of earlier years."""

    def act(self, seen: Counter[str]) -> list[Act]:
        """Import a file at times, and take it back at times; else do what the others do."""
        if self.rng.random() > IMPORTING:
            return super().act(seen)
        file = self.rng.choice((self._write_members, self._write_results))()
        members, results = _count_members(), _count_results()
        acts = self._import(file)
        if not acts or acts[-1].status != 303:
            return acts
        added_members, added_results = _count_members() - members, _count_results() - results
        acts[-1].faults += _compare(file, _count_members(), added_members, added_results)
        # Of a list that brought nobody there is nothing to take back.
        if self.rng.random() < 0.5 and (added_members or added_results):
            undo = self._take_back(file)
            if undo is None:
                acts[-1].faults.append("nothing offers to take back what was imported")
            elif undo.status == 303:
                acts.append(undo)
                if (_count_members(), _count_results()) != (members, results):
                    undo.faults.append("taken back, members or results are not those before the import")
        return acts

    def _write_members(self) -> ListFile:
        names = self._choose_names(self.rng.randint(1, 5))
        lines = [["Name", "Club", "Rating"], *([name, "Roma", "1700"] for name in names)]
        lines.insert(self.rng.randint(1, len(lines)), ["", "", ""])
        return ListFile(MEMBERS, tuple(lines), frozenset(names))

    def _write_results(self) -> ListFile:
        names, rows, lines = self._choose_names(4), list[Row](), [["Date", "Winner", "Loser", "Score"]]
        for day in range(1, self.rng.randint(2, 5)):
            winner, loser = self.rng.sample(names, 2)
            lost = self.rng.randrange(LENGTH)
            rows.append((f"2026-09-0{day}", winner, loser, LENGTH, lost))
            lines.append([f"2026-09-0{day}", winner, loser, f"{LENGTH}-{lost}"])
        if self.rng.random() < 0.3:
            # The winner has fewer points: a line that nobody can read as a result.
            lines.append(["2026-09-09", names[0], names[1], "2-7"])
        names_played = {name for _, *pair, _, _ in rows for name in pair}
        return ListFile(RESULTS, tuple(lines), frozenset(map(str, names_played)), tuple(rows))

    def _choose_names(self, count: int) -> list[str]:
        every = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES]
        return self.rng.sample(every, count)

    def _import(self, file: ListFile) -> list[Act]:
        """Upload a file, and import it as its preview proposes; who is not known is somebody new."""
        acts = [self.open(self.starts[0] + file.address)]
        form = self._find_upload()
        if form is None or self.page is None:
            return acts
        act = Act(self.name, "POST", form.action or self.page.url, form.data(), self.page)
        acts.append(self._send(replace(act, data=act.data | {"file": file.write(self.rng)}), "uploads"))
        for _ in range(2):
            preview = find_form(self, file.address)
            if preview is None or not any(control.name == "take" for control in preview.controls):
                return acts
            data = preview.data() | _choose_new_people(preview) | {"take": "1"}
            acts.append(self._send(Act(self.name, "POST", preview.action, data, self.page), "imports"))
        return acts

    def _find_upload(self) -> PageForm | None:
        forms = self.page.forms if self.page else []
        return next((form for form in forms if any(each.kind == "file" for each in form.controls)), None)

    def _take_back(self, file: ListFile) -> Act | None:
        """Undo the import that was made last of the lists of the same kind as a file."""
        self.open(self.starts[0] + "imports/")
        forms = self.page.forms if self.page else []
        numbers = [re.search(UNDO[file.address], form.action) for form in forms]
        undone = [(int(number[1]), form) for number, form in zip(numbers, forms, strict=True) if number]
        if not undone:
            return None
        _, form = max(undone, key=lambda each: each[0])
        return self._send(Act(self.name, "POST", form.action, form.data(), self.page), "takes back")


def _choose_new_people(form: PageForm) -> dict[str, str]:
    """Say of every name that is like another that somebody new is meant."""
    choices = [each for each in form.controls if each.name.startswith("who_") and "new" in each.options]
    return {each.name: "new" for each in choices if each.shown == [""]}


def _compare(file: ListFile, members: Counter[str], added: Counter[str], results: Counter[Row]) -> list[str]:
    """Return what was stored otherwise than the file says."""
    faults = [f"{name} is a member now, but is not in the file" for name in added if name not in file.names]
    faults += [f"{name} is in the file, but is no member" for name in file.names if name not in members]
    expected = Counter(file.results)
    if results != expected:
        faults.append(f"the file has the results {expected - results}, stored were {results - expected}")
    return faults


def _count_members() -> Counter[str]:
    names = Membership.objects.filter(left_at=None).exclude(player=None)
    return Counter(names.values_list("player__full_name", flat=True))


def _count_results() -> Counter[Row]:
    rows = PastResult.objects.filter(evening__batch__undone_at=None).select_related(
        "match__white", "match__black", "evening"
    )
    return Counter(map(_read_result, rows))


def _read_result(row: PastResult) -> Row:
    match = row.match
    seats = [(match.white.full_name, match.white_score), (match.black.full_name, match.black_score)]
    (winner, won), (loser, lost) = seats if match.winner == "white" else seats[::-1]
    return row.evening.played_on.isoformat(), winner, loser, won, lost
