"""The journal of an event as people read it, newest line first."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.cache import cache
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from matches.queries.written import Written
from rules.errors import Refusal
from tournaments.journal.fold import UNDONE, struck
from tournaments.journal.undo import without
from tournaments.models import Entry, Event, JournalEntry, Presence, Takes
from tournaments.phrases import flight_name, journal_line
from tournaments.phrases.journal import CAUSES, ended
from tournaments.phrases.measuring import ratings_told
from tournaments.queries import facts, followed

KEPT_SECONDS = 3600
# How many names a line tells that is about many.
NAMED = 3
# Facts a line tells as they stand.
PLAIN = ("seq", "pairing", "round", "length")

NAMES = Written(
    lambda event: Entry.objects.filter(event=event).order_by().values_list("number", "player__name"), int
)


@dataclass(frozen=True, slots=True)
class Marks:
    """What is worked out from a whole journal: the lines that count no more, and those that may be undone."""

    void: frozenset[int]
    undoable: frozenset[int]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: the row, the facts for `phrases.journal_line`, whether it is struck, whether it may be.

    `undid` is the line an undoing struck, where both were asked for.
    """

    entry: JournalEntry
    facts: Mapping[str, Any]
    is_undone: bool
    may_undo: bool
    undid: "Line | None" = None

    @property
    def seq(self) -> int:
        """Its number in the journal."""
        return self.entry.seq


def lines(event: Event, limit: int | None = None, names: Mapping[int, str] | None = None) -> list[Line]:
    """The newest `limit` lines (all of them without a limit), in three queries; two for one who has the
    `names` of all entries by number, two more for a version of the event somebody has looked at, and one
    where an older line was undone.

    `may_undo` says what the journal allows; a match that has begun meanwhile can still stand in the way.
    Lines older than the newest dozen are not offered for undoing; `undo_refusal` answers for any line.
    """
    return _lines(event, _marks(event), limit, names)


def whole(event: Event) -> list[Line]:
    """Every line for who only reads it: none is offered for undoing. Three queries."""
    return _lines(event, Marks(struck(facts.rows(event)), frozenset()), None, None)


def _lines(event: Event, marks: Marks, limit: int | None, names: Mapping[int, str] | None) -> list[Line]:
    known = dict(NAMES.rows(event.pk)) if names is None else names
    found = list(JournalEntry.objects.filter(event=event).select_related("by").order_by("-seq")[:limit])
    read: dict[int, Line] = {}
    for entry in (*_undone_before(event, found), *reversed(found)):
        read[entry.seq] = Line(
            entry=entry,
            facts=_told(entry, known),
            is_undone=entry.seq in marks.void,
            may_undo=entry.seq in marks.undoable,
            undid=read.get(entry.payload["seq"]) if entry.kind == UNDONE else None,
        )
    return [read[entry.seq] for entry in found]


def _undone_before(event: Event, found: Sequence[JournalEntry]) -> Iterable[JournalEntry]:
    """The lines these struck that are older than all of them; a query where there are some."""
    struck_lines = {entry.payload["seq"] for entry in found if entry.kind == UNDONE}
    older = struck_lines - {entry.seq for entry in found}
    return JournalEntry.objects.filter(event=event, seq__in=older).order_by("seq") if older else ()


def told(event: Event, seq: int) -> str:
    """What line `seq` says by itself, as `in_words`; as many queries as lines it leads back to, and one."""
    known = dict(NAMES.rows(event.pk))

    def read(number: int) -> Line:
        entry = JournalEntry.objects.get(event=event, seq=number)
        undid = read(entry.payload["seq"]) if entry.kind == UNDONE else None
        return Line(entry, _told(entry, known), is_undone=False, may_undo=False, undid=undid)

    return in_words(read(seq))


def in_words(line: Line) -> str:
    """A line where no numbers of lines stand: a result needs none beside the two names, and an undoing
    names what it undid."""
    if line.undid:
        again = line.undid.undid
        words = gettext("Done again: %(line)s") if again else gettext("Undone: %(line)s")
        return words % {"line": in_words(again or line.undid)}
    if line.entry.kind == "settled":
        return str(line.facts["result"])
    if line.entry.kind == "corrected":
        return gettext("Corrected: %(result)s") % {"result": line.facts["result"]}
    return journal_line(line.entry.kind, line.facts)


def _marks(event: Event) -> Marks:
    """Which lines are struck and which may be undone, kept for the version of the event."""
    key = f"journal:{event.lots_commitment}:{event.version}"
    kept: Marks | None = cache.get(key)
    if kept is None:
        read = followed.with_undoable(event)
        kept = Marks(struck(read.rows), read.undoable)
        cache.set(key, kept, KEPT_SECONDS)
    return kept


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
        told["name"] = names.get(payload["entry"], str(payload["entry"]))
    more = OF_KIND.get(entry.kind)
    return told | (more(payload, names) if more else {})


def _several(entries: Sequence[Any], names: Mapping[int, str]) -> str:
    """The first few names of a line about several entries."""
    numbers = [item["entry"] if isinstance(item, dict) else item for item in entries]
    named = ", ".join(names.get(number, str(number)) for number in numbers[:NAMED])
    return f"{named} …" if len(numbers) > NAMED else named


def _who(entries: Sequence[Any], names: Mapping[int, str]) -> str:
    """A few entries by name, many by their number."""
    return _several(entries, names) if len(entries) <= NAMED else str(len(entries))


def _of_lines(payload: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """Why lines of a draw changed, and who stands there now; of a draw that grew how many they are."""
    seated = [entry for entry in payload["lines"].values() if entry]
    count = len(payload["lines"])
    several = ngettext("%(count)s line of the draw", "%(count)s lines of the draw", count) % {"count": count}
    lines = _several(seated, names) if seated and count <= NAMED else several
    return {"cause": CAUSES[payload["cause"]], "lines": lines}


def _of_results(payload: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    return {"result": _result(payload, names), "choices": payload.get("choices", {})}


def _of_presence(payload: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "names": _several(payload["entries"], names),
        "presence": Presence(payload["presence"]).label,
    }


def _stages(payload: Mapping[str, Any]) -> str:
    return ", ".join(stage["name"] or flight_name(stage["key"]) for stage in payload["stages"])


def _result(payload: Mapping[str, Any], names: Mapping[int, str]) -> str:
    white, black = (names.get(payload[side], str(payload[side])) for side in ("white", "black"))
    score = (payload["white_score"], payload["black_score"])
    return ended(white, black, score, payload["winner"], payload["ending"])


def _days(payload: Mapping[str, Any]) -> str:
    """The last days a line sets: those of a flight from round to round, or that of one match."""
    if "pairing" in payload:
        return f"{payload['pairing']} {date_format(date.fromisoformat(payload['until']), 'j F')}"
    days = payload["until"]
    told = (date_format(date.fromisoformat(days[number]), "j F") for number in sorted(days, key=int))
    return f"{flight_name(payload['flight'])} {', '.join(told)}"


# What a line tells beside its plain facts, by its kind: payload, names of entries -> facts.
OF_KIND: Mapping[str, Callable[[Mapping[str, Any], Mapping[int, str]], dict[str, Any]]] = {
    "planned": lambda payload, _: {"stages": _stages(payload)},
    "entered": lambda payload, names: {"count": _who(payload["entries"], names)},
    "described": lambda payload, names: {"names": _several(payload["entries"], names)},
    "noted": _of_presence,
    "formed": lambda payload, _: {"takes": Takes(payload["takes"]).label},
    "manned": lambda payload, _: {"count": len(payload["members"])},
    "relined": _of_lines,
    "dated": lambda payload, _: {"until": _days(payload)},
    "ended": lambda payload, _: {"stage": flight_name(payload["flight"])},
    "measured": lambda payload, _: {
        "figures": ratings_told(payload["white_pr"], payload["black_pr"], payload.get("ruling", ""))
    },
    "settled": _of_results,
    "corrected": _of_results,
}
