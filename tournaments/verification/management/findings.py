"""Formatting of checker findings for commands: as text or as data."""

import json
from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.verification.checker.findings import CheckerFinding
from tournaments.verification.messages import finding_text


def as_text(violation: CheckerFinding, names: Mapping[int, str] | None = None) -> str:
    """Return a finding as one line: guarantee, journal row, sentence with the player's name."""
    where = _("line %(seq)s") % {"seq": violation.seq} if violation.seq else _("as shown")
    facts = dict(violation.facts)
    name = (names or {}).get(facts.get("entry", 0))
    if name:
        facts["entry"] = f"{facts['entry']} ({name})"
    return f"{violation.promise}, {where}: {finding_text(violation.code, facts)}"


def names_in(data: bytes) -> dict[int, str]:
    """Return the names of the entries of an event file by number; empty for an unreadable file."""
    try:
        whole = json.loads(data)
        players = whole["event"]["players"]
        lines = [line["payload"] for line in whole["journal"]]
        entered = [item for payload in lines for item in payload.get("entries", ()) if "player" in item]
        entered += [payload for payload in lines if {"entry", "player"} <= set(payload)]
        return {item["entry"]: players[item["player"]]["name"] for item in entered}
    except (KeyError, TypeError, ValueError, AttributeError):
        return {}


def as_data(violation: CheckerFinding) -> str:
    """Return a finding as one line of JSON."""
    data = {
        "promise": violation.promise,
        "code": violation.code,
        "seq": violation.seq,
        "facts": dict(violation.facts),
    }
    return json.dumps(data, ensure_ascii=False)
