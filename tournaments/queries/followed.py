"""Journals this process has read before: only what was written since is read and folded."""

from collections import OrderedDict
from threading import Lock

from tournaments.journal.facts import Row
from tournaments.journal.following import Followed, begun, followed_on, probed
from tournaments.models import Event, JournalEntry
from tournaments.queries import facts

# So many events a process follows; those nobody asked for the longest go first.
EVENTS = 12
_followed: OrderedDict[tuple[int, str], Followed] = OrderedDict()
_alone = Lock()


def followed(event: Event) -> Followed:
    """The journal of an event as it stands. One query."""
    key = (event.pk, event.lots_commitment)
    with _alone:
        known = _followed.get(key)
    found = _gone_on(event, known) if known and known.rows else begun(facts.rows(event))
    _keep(key, found)
    return found


def with_undoable(event: Event) -> Followed:
    """The same, with what may be undone. One query."""
    found = probed(followed(event))
    _keep((event.pk, event.lots_commitment), found)
    return found


def _gone_on(event: Event, known: Followed) -> Followed:
    last = known.rows[-1]
    found = JournalEntry.objects.filter(event=event.pk, seq__gte=last.seq).order_by("seq")
    rows = [Row(*each) for each in found.values_list("seq", "kind", "payload", "command")]
    # A journal that was put back from a copy may have taken another way since.
    return followed_on(known, rows[1:]) if rows[:1] == [last] else begun(facts.rows(event))


def _keep(key: tuple[int, str], found: Followed) -> None:
    with _alone:
        _followed[key] = found
        _followed.move_to_end(key)
        while len(_followed) > EVENTS:
            _followed.popitem(last=False)
