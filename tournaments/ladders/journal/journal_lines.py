"""The lines of a ladder's journal: their kinds, what the payload of each kind holds, and the check of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from rules.errors import Refusal
from tournaments.ladders.journal.ladder_settings import LadderRules

OPENED, RULES_SET = "opened", "rules_set"
JOINED, LEFT, MERGED, MOVED, IDLED = "joined", "left", "merged", "moved", "idled"
CHALLENGED, ACCEPTED, DECLINED, CANCELLED, EXPIRED = (
    "challenged",
    "accepted",
    "declined",
    "cancelled",
    "expired",
)
PLAYED, REOPENED, UNDONE = "played", "reopened", "undone"
KINDS = (
    *(OPENED, RULES_SET, JOINED, LEFT, MERGED, MOVED, IDLED),
    *(CHALLENGED, ACCEPTED, DECLINED, CANCELLED, EXPIRED),
    *(PLAYED, REOPENED, UNDONE),
)
# The keys of the payload of each kind, besides `day`.
PAYLOAD_KEYS: Mapping[str, frozenset[str]] = {
    OPENED: frozenset({"rules"}),
    RULES_SET: frozenset({"rules"}),
    JOINED: frozenset({"member", "player", "place"}),
    LEFT: frozenset({"member"}),
    MERGED: frozenset({"member", "other"}),
    MOVED: frozenset({"member", "place"}),
    IDLED: frozenset({"members"}),
    CHALLENGED: frozenset({"challenge", "challenger", "holder"}),
    ACCEPTED: frozenset({"challenge"}),
    DECLINED: frozenset({"challenge"}),
    CANCELLED: frozenset({"challenge"}),
    EXPIRED: frozenset({"challenge"}),
    PLAYED: frozenset({"challenge", "winner", "loser_score", "ending"}),
    REOPENED: frozenset({"challenge"}),
    UNDONE: frozenset({"seq"}),
}


@dataclass(frozen=True, slots=True)
class LadderJournalLine:
    """One line of a ladder's journal. Every payload but that of an undo has a `day`."""

    seq: int
    kind: str
    payload: Mapping[str, Any]

    def number(self, name: str) -> int:
        """Return an integer of the payload, 0 where it is absent."""
        return int(self.payload.get(name, 0))

    @property
    def day(self) -> date:
        """The day of the line."""
        return date.fromisoformat(self.payload["day"])


def check_line(line: LadderJournalLine) -> LadderJournalLine:
    """Return the line if its payload fits its kind; refuses ("ladder_unreadable") any other."""
    try:
        _validate(line)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refusal("ladder_unreadable", seq=line.seq, kind=line.kind) from error
    return line


def _validate(line: LadderJournalLine) -> None:
    names = PAYLOAD_KEYS[line.kind]
    has_day = line.kind != UNDONE
    if set(line.payload) != names | ({"day"} if has_day else set()):
        raise ValueError("keys")
    if has_day and line.day.isoformat() != line.payload["day"]:
        raise ValueError("day")
    if "rules" in names:
        LadderRules.from_data(line.payload["rules"])
    if "members" in names and not _are_member_numbers(line.payload["members"]):
        raise ValueError("members")
    for name in names - {"rules", "player", "ending", "members"}:
        if type(line.payload[name]) is not int or line.payload[name] < 0:
            raise ValueError(name)
    for name in names & {"player", "ending"}:
        if not isinstance(line.payload[name], str) or not line.payload[name]:
            raise ValueError(name)


def _are_member_numbers(value: Any) -> bool:
    """Whether these are distinct member numbers, at least one."""
    if not isinstance(value, list) or not value:
        return False
    return all(type(number) is int and number > 0 for number in value) and len(set(value)) == len(value)


class NewLadderLine(NamedTuple):
    """The next line: its kind and its payload."""

    kind: str
    payload: dict[str, Any]
