"""Whether undoing what was just done gives back what was there before."""

from collections.abc import Iterator, Sequence

from django.core.cache import cache
from django.db import transaction

from tests.page_forms import read_forms
from tests.rehearsals.actors import Act
from tests.rehearsals.days import Day, make_client, path_of
from tests.rehearsals.invariants import snapshot
from tournaments.models import Event, JournalEntry

MOST_UNDONE = 60


class UndoCheck:
    """What events were like before an act."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self.before = {
            event.pk: (snapshot(event), event.version, _count_commands(event)) for event in day.events
        }

    def check(self, acts: Sequence[Act]) -> Iterator[str]:
        """Undo the act by the form of the desk, compare, and leave all as it is after the act."""
        if not any(act.method == "POST" and "undo" not in act.url and "redo" not in act.url for act in acts):
            return
        # A game that was scored stays on its sheet when the result that it decided is undone.
        if any(act.url.endswith("/score/") for act in acts):
            return
        for event in Event.objects.filter(pk__in=self.before).order_by("pk"):
            before, version, commands = self.before[event.pk]
            if event.version == version or _count_commands(event) != commands + 1:
                continue
            with transaction.atomic():
                is_undone = press_undo_or_redo(self.day, event)
                now = snapshot(event)
                transaction.set_rollback(True)
            cache.clear()
            if is_undone:
                for name in sorted(before.keys() | now.keys()):
                    if before.get(name) != now.get(name):
                        yield f"undone, {name} is {now.get(name)}, was {before.get(name)}"


def press_undo_or_redo(day: Day, event: Event, name: str = "undo") -> bool:
    """Send the undo or redo form of the desk; return whether it was there and accepted."""
    client, desk = make_client(day.find_director().user), path_of(event, "desk/")
    page = client.get(desk).content.decode()
    form = next((form for form in read_forms(page) if form.action.endswith(f"/{name}/")), None)
    return form is not None and client.post(form.action, form.data()).status_code == 303


def check_undone_and_redone(day: Day) -> Iterator[str]:
    """Undo all that the desk offers to undo, and redo it: everything is as it was."""
    for event in day.events:
        before, undone = snapshot(event), 0
        with transaction.atomic():
            while undone < MOST_UNDONE and press_undo_or_redo(day, event):
                undone += 1
            redone = 0
            while redone < undone and press_undo_or_redo(day, event, "redo"):
                redone += 1
            now = snapshot(event)
            transaction.set_rollback(True)
        cache.clear()
        if redone < undone:
            yield f"{event.name}: {undone} commands were undone, and {redone} redone"
        else:
            for name in sorted(
                name for name in before.keys() | now.keys() if before.get(name) != now.get(name)
            ):
                yield f"undone and redone, {name} is {now.get(name)}, was {before.get(name)}"


def _count_commands(event: Event) -> int:
    return JournalEntry.objects.filter(event=event).values("command").distinct().count()
