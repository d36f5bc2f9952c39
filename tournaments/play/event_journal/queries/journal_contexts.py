"""What the sentence of a journal line says besides the fields of its payload, by the kind of the line."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournaments.formats.round_robin import ANNULLED
from tournaments.journal.facts import FIELD_CAUSES
from tournaments.messages import flight_name
from tournaments.messages.journal import CAUSES, describe_replacement, describe_result
from tournaments.messages.names import translate_stage_name
from tournaments.messages.tie_break_texts import ratings_text
from tournaments.models import Presence, Takes

PLANNED = "planned"
# A line about several entries names so many of them.
NAMES_SHOWN = 3


def get_entry_name(names: Mapping[int, str], number: int) -> str:
    """Return the name of an entry, or "entry no." and its number."""
    return names.get(number) or gettext("entry no. %(number)s") % {"number": number}


def join_first_names(entries: Sequence[Any], names: Mapping[int, str]) -> str:
    """Return the first few names of a line about several entries."""
    numbers = [item["entry"] if isinstance(item, dict) else item for item in entries]
    names_text = ", ".join(get_entry_name(names, number) for number in numbers[:NAMES_SHOWN])
    return f"{names_text} …" if len(numbers) > NAMES_SHOWN else names_text


def _names_or_count(entries: Sequence[Any], names: Mapping[int, str]) -> str:
    """Return the names of a few entries, or the number of many."""
    return join_first_names(entries, names) if len(entries) <= NAMES_SHOWN else str(len(entries))


def _line_change_context(payload: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """Return why draw lines changed and which entries are there now, or the number of added lines."""
    if names and payload["cause"] in FIELD_CAUSES:
        return {"cause": CAUSES[payload["cause"]], "lines": _describe_field_ruling(payload, names)}
    new_entries = [entry for entry in payload["lines"].values() if entry]
    count = len(payload["lines"])
    line_count = ngettext("%(count)s bracket line", "%(count)s bracket lines", count) % {"count": count}
    lines = (
        join_first_names(new_entries, names) if names and new_entries and count <= NAMES_SHOWN else line_count
    )
    return {"cause": CAUSES[payload["cause"]], "lines": lines}


def _describe_field_ruling(payload: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return who is on each line of a stage whose field was ruled upon, and instead of whom."""
    pairs = [(entry, payload["instead"][line]) for line, entry in payload["lines"].items()]
    return ", ".join(
        describe_replacement(names.get(entry, ""), names.get(other, "")) for entry, other in pairs
    )


def get_result_context(payload: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """Return the sentence of a result, and the choices made with it."""
    return {"result": get_result_text(payload, names), "choices": payload.get("choices", {})}


def describe_withdrawn_results(effect: str) -> str:
    """Return what became of the results of an entry that left a round robin; "" where nobody chose."""
    if effect == ANNULLED:
        return gettext(": their results are annulled")
    return gettext(": their results count, and the remaining matches are walk-overs") if effect else ""


def _stage_names(payload: Mapping[str, Any]) -> str:
    return ", ".join(
        translate_stage_name(stage["name"]) or flight_name(stage["key"]) for stage in payload["stages"]
    )


def get_result_text(payload: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return a result with the names of both players."""
    white, black = (get_entry_name(names, payload[side]) for side in ("white", "black"))
    score = (payload["white_score"], payload["black_score"])
    return describe_result(white, black, score, payload["winner"], payload["ending"])


def _deadlines(payload: Mapping[str, Any]) -> str:
    """Return the deadlines a line sets: by round of its flight, or of one match."""
    if "pairing" in payload:
        return date_format(date.fromisoformat(payload["until"]), "j F")
    days = payload["until"]
    return ", ".join(date_format(date.fromisoformat(days[number]), "j F") for number in sorted(days, key=int))


# Additional context of a line by its kind: payload, entry names -> context. A kind whose sentence names only
# `PLAIN_FIELDS`, the `name` of an entry, the `names` of several or the `stage` of a flight is not listed.
CONTEXT_BY_KIND: Mapping[str, Callable[[Mapping[str, Any], Mapping[int, str]], dict[str, Any]]] = {
    PLANNED: lambda payload, _: {"stages": _stage_names(payload)},
    "entered": lambda payload, names: {"count": _names_or_count(payload["entries"], names)},
    "withdrawn": lambda payload, _: {"results": describe_withdrawn_results(payload.get("results", ""))},
    "presence_marked": lambda payload, _: {
        "presence": Presence(payload["presence"]).label if payload["presence"] else gettext("not checked in")
    },
    "formed": lambda payload, _: {"takes": Takes(payload["takes"]).label},
    "manned": lambda payload, _: {"count": len(payload["members"])},
    "relined": _line_change_context,
    "dated": lambda payload, _: {"until": _deadlines(payload)},
    "measured": lambda payload, _: {
        "figures": ratings_text(payload["white_pr"], payload["black_pr"], payload.get("ruling", ""))
    },
    "fielded": lambda payload, names: {
        "teams": " – ".join(names.get(payload[side], str(payload[side])) for side in ("white", "black"))
    },
    "settled": get_result_context,
    "corrected": get_result_context,
}
