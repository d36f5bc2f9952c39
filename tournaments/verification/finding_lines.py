"""Output of checker findings by management commands, as text or JSON."""

import json
from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.verification.checker.findings import CheckerFinding
from tournaments.verification.messages import finding_text


def format_finding(finding: CheckerFinding, names: Mapping[int, str] | None = None) -> str:
    """Return a finding as a line of text: guarantee, journal row, sentence with the player's name."""
    where = _("line %(seq)s") % {"seq": finding.seq} if finding.seq else _("as shown")
    facts = dict(finding.facts)
    name = (names or {}).get(facts.get("entry", 0))
    if name:
        facts["entry"] = f"{facts['entry']} ({name})"
    return f"{finding.guarantee}, {where}: {finding_text(finding.code, facts)}"


def read_entry_names(data: bytes) -> dict[int, str]:
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


def to_json(finding: CheckerFinding) -> str:
    """Return a finding as one line of JSON."""
    data = {
        "promise": finding.guarantee,
        "code": finding.code,
        "seq": finding.seq,
        "facts": dict(finding.facts),
    }
    return json.dumps(data, ensure_ascii=False)
