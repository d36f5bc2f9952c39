"""A final place that was shown stays, as long as nobody corrects a result or changes who plays.

Places that nobody can take after a double no-show are closed later, and in knockouts that begin one after the
other a player may do better in the next one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from matches.states import Ending
from tests.rehearsals.actors import Act
from tests.rehearsals.invariants import REPEATED
from tournaments.models import Entry

DECISIONS = re.compile(r"/(undo|redo|correct|end|plan|figures)/")
Places = dict[int, "Placed"]


@dataclass(frozen=True)
class Placed:
    """The place of an entry, with what may change it: who is in the event."""

    name: str
    place: tuple[int | None, int | None]
    field: frozenset[tuple[int, str]]


def read_places() -> Places:
    """Return the place of every entry, by its key."""
    fields: dict[int, set[tuple[int, str]]] = {}
    entries = Entry.objects.exclude(event__pairings__flight=REPEATED)
    entries = entries.exclude(event__pairings__match__ending=Ending.DOUBLE_WALKOVER)
    rows = entries.order_by("pk").values_list(
        "pk", "event", "status", "player__full_name", "place_from", "place_to"
    )
    for key, event, status, *_ in rows:
        fields.setdefault(event, set()).add((key, status))
    frozen: Mapping[int, frozenset[tuple[int, str]]] = {key: frozenset(each) for key, each in fields.items()}
    return {key: Placed(name, (first, last), frozen[event]) for key, event, _, name, first, last in rows}


def check_stable_places(before: Places, after: Places, acts: Iterable[Act]) -> Iterator[str]:
    """Yield each final place that another result has changed, unless somebody decided to play more rounds.

    Is not meant for acts that have corrected a result or taken one back.
    """
    if any(DECISIONS.search(act.url) or act.data.get("action") == "rounds" for act in acts):
        return
    for key, placed in before.items():
        now = after.get(key)
        if now and placed.place[0] and placed.field == now.field and placed.place != now.place:
            yield f"{placed.name} had the final place {placed.place}, and has {now.place} now"
