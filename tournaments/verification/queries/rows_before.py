"""What was in force before a row of a journal changed it: lines of draws, rounds and results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.formats.graph import MAIN
from tournaments.journal.entries import get_new_entries
from tournaments.journal.facts import UNDONE, StoredRow
from tournaments.journal.undone_rows import live_rows

RESULT_KINDS = frozenset({"settled", "corrected"})
Payload = Mapping[str, Any]


@dataclass(slots=True)
class PlayInForce:
    """What rows of a journal have put in force.

    `lines` are the entries by flight and line (0: nobody), `rounds` the payloads of the paired rounds by
    flight and round, `results` those of the results by pairing, `players` the codes by entry. `plan` is the
    payload of the stages.
    """

    lines: dict[str, dict[int, int]] = field(default_factory=dict)
    rounds: dict[tuple[str, int], Payload] = field(default_factory=dict)
    results: dict[str, Payload] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    plan: Payload = field(default_factory=dict)
    published: bool = False

    def apply(self, row: StoredRow) -> None:
        """Put a row in force."""
        payload = row.payload
        for new_entry in get_new_entries(row.kind, payload):
            self.players[new_entry.entry] = new_entry.player
        if row.kind == "substituted":
            self.players[payload["entry"]] = payload["player"]
        elif row.kind == "drawn":
            numbers = enumerate(payload["lines"], start=1)
            self.lines[payload.get("flight") or MAIN] = dict(numbers)
        elif row.kind == "planned":
            self.plan = payload
        elif row.kind == "published":
            self.published = True
        elif row.kind == "relined":
            changed_lines = {int(line): entry for line, entry in payload["lines"].items()}
            self.lines.setdefault(payload["flight"], {}).update(changed_lines)
        elif row.kind == "paired":
            self.rounds[payload["flight"], payload["round"]] = payload
        else:
            self._apply_result(row)

    def _apply_result(self, row: StoredRow) -> None:
        payload = row.payload
        if row.kind in RESULT_KINDS:
            self.results[payload["pairing"]] = payload
        elif row.kind == "reopened":
            self.results.pop(payload["pairing"], None)


@dataclass(frozen=True, slots=True)
class RowBefore:
    """What a row has replaced; only the part that its kind changes is given.

    `lines` are the entries before on the lines that it changes, `round` the payload of the round that it
    pairs again, `plan` that of the stages that it replaces, `result` that of the result that it corrects or
    reopens, `player` the code of the player for whom another one plays. `is_published`: a draw of the event
    was published before.
    """

    lines: Mapping[int, int] = field(default_factory=dict)
    round: Payload | None = None
    plan: Payload | None = None
    result: Payload | None = None
    player: str = ""
    is_published: bool = False


@dataclass(frozen=True, slots=True)
class PlayHistory:
    """What each row of a journal has replaced, by its number, and what is in force at the end."""

    before: Mapping[int, RowBefore]
    current: PlayInForce


def read_play_history(rows: Sequence[StoredRow]) -> PlayHistory:
    """Return what each row has replaced, as it was when the row was written."""
    before: dict[int, RowBefore] = {}
    in_force = PlayInForce()
    for place, row in enumerate(rows):
        if row.kind == UNDONE:
            in_force = _put_in_force(live_rows(rows[: place + 1]))
        else:
            before[row.seq] = _describe_before(in_force, row)
            in_force.apply(row)
    return PlayHistory(before, in_force)


def _put_in_force(rows: Sequence[StoredRow]) -> PlayInForce:
    in_force = PlayInForce()
    for row in rows:
        in_force.apply(row)
    return in_force


def _describe_before(in_force: PlayInForce, row: StoredRow) -> RowBefore:
    payload, is_published = row.payload, in_force.published
    if row.kind == "relined":
        lines = in_force.lines.get(payload["flight"], {})
        before = {int(line): lines.get(int(line), 0) for line in payload["lines"]}
        return RowBefore(lines=before, is_published=is_published)
    if row.kind == "paired":
        former_round = in_force.rounds.get((payload["flight"], payload["round"]))
        return RowBefore(round=former_round, is_published=is_published)
    if row.kind == "planned":
        return RowBefore(plan=in_force.plan, is_published=is_published)
    if row.kind in {"corrected", "reopened"}:
        return RowBefore(result=in_force.results.get(payload["pairing"]), is_published=is_published)
    if row.kind == "substituted":
        return RowBefore(player=in_force.players.get(payload["entry"], ""), is_published=is_published)
    return RowBefore(is_published=is_published)
