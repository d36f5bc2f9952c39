"""The journal of an event as people read it, newest line first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.formats import date_format

from rules.errors import Refusal
from tournaments.journal.fold import struck
from tournaments.journal.undo import may_undo, without
from tournaments.models import Event, JournalEntry, Presence, Takes
from tournaments.phrases import flight_name
from tournaments.queries import facts

# Whether a line can be undone is worked out for the newest lines only; it takes a fold for each.
PROBED = 12
# How many names a line tells that is about many.
NAMED = 3
# Facts a line tells as they stand.
PLAIN = ("seq", "pairing", "round", "length")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: the row, the facts for `phrases.journal_line`, whether it is struck, whether it may be."""

    entry: JournalEntry
    facts: Mapping[str, Any]
    is_undone: bool
    may_undo: bool

    @property
    def seq(self) -> int:
        """Its number in the journal."""
        return self.entry.seq


def lines(event: Event, limit: int | None = None) -> list[Line]:
    """The newest `limit` lines (all of them without a limit), in three queries.

    `may_undo` says what the journal allows; a match that has begun meanwhile can still stand in the way.
    Lines older than the newest dozen are not offered for undoing; `undo_refusal` answers for any line.
    """
    rows = facts.rows(event)
    void = struck(rows)
    names = dict(event.entries.values_list("number", "player__name"))
    found = JournalEntry.objects.filter(event=event).select_related("by").order_by("-seq")[:limit]
    return [
        Line(
            entry=entry,
            facts=_told(entry, names),
            is_undone=entry.seq in void,
            may_undo=place < PROBED and entry.seq not in void and may_undo(rows, entry.seq),
        )
        for place, entry in enumerate(found)
    ]


def undo_refusal(event: Event, seq: int) -> Refusal | None:
    """Why line `seq` cannot be undone, or None when the journal stands without it."""
    try:
        without(facts.rows(event), seq)
    except Refusal as refusal:
        return refusal
    return None


def _told(entry: JournalEntry, names: Mapping[int, str]) -> dict[str, Any]:
    payload = entry.payload
    told: dict[str, Any] = {name: payload[name] for name in PLAIN if name in payload}
    if "entry" in payload:
        told |= {"name": names.get(payload["entry"], str(payload["entry"]))}
    if entry.kind == "planned":
        told |= {
            "stages": ", ".join(stage["name"] or flight_name(stage["key"]) for stage in payload["stages"])
        }
    if entry.kind == "entered":
        told |= {"count": len(payload["entries"])}
    if entry.kind in {"described", "noted"}:
        told |= {"names": _several(payload["entries"], names)}
    if entry.kind == "noted":
        told |= {"presence": Presence(payload["presence"]).label}
    told |= _of_teams(entry)
    if entry.kind == "relined":
        told |= {"lines": ", ".join(payload["lines"])}
    if entry.kind == "dated":
        told |= {"until": _days(payload)}
    if entry.kind == "ended":
        told |= {"stage": flight_name(payload["flight"])}
    if entry.kind in {"settled", "corrected"}:
        told |= {"result": _result(payload, names), "choices": payload.get("choices", {})}
    return told


def _several(entries: Sequence[Any], names: Mapping[int, str]) -> str:
    """The first few names of a line about several entries."""
    numbers = [item["entry"] if isinstance(item, dict) else item for item in entries]
    named = ", ".join(names.get(number, str(number)) for number in numbers[:NAMED])
    return f"{named} …" if len(numbers) > NAMED else named


def _of_teams(entry: JournalEntry) -> dict[str, Any]:
    if entry.kind == "formed":
        return {"takes": Takes(entry.payload["takes"]).label}
    return {"count": len(entry.payload["members"])} if entry.kind == "manned" else {}


def _result(payload: Mapping[str, Any], names: Mapping[int, str]) -> str:
    white, black = (names.get(payload[side], str(payload[side])) for side in ("white", "black"))
    return f"{white} {payload['white_score']}–{payload['black_score']} {black}"


def _days(payload: Mapping[str, Any]) -> str:
    """The last days a line sets: those of a flight from round to round, or that of one match."""
    if "pairing" in payload:
        return f"{payload['pairing']} {date_format(date.fromisoformat(payload['until']), 'j M')}"
    days = payload["until"]
    told = (date_format(date.fromisoformat(days[number]), "j M") for number in sorted(days, key=int))
    return f"{flight_name(payload['flight'])} {', '.join(told)}"
