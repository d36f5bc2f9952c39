"""Exported events with one thing changed, as faulty tournament programs would have written them."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from tournaments.exchange.event_file import build_document, export_projection
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.plan import Plan
from tournaments.formats.random_order import compute_commitment
from tournaments.formats.registry import make_plan
from tournaments.journal import commands, pairing_commands
from tournaments.journal.facts import PairingResult, StoredRow
from tournaments.journal.results import Settled
from tournaments.journal.undo import History
from tournaments.payloads import make_payload
from tournaments.verification.checker.document import canonical, parse_document
from tournaments.verification.checker.findings import CheckerFinding
from tournaments.verification.checker.verify import check, check_file

SEED = "5e" * 16
LENGTH = 7
Change = Callable[[dict[str, Any]], None]


class Event:
    """An event in memory, played step by step; `file` is its export."""

    def __init__(self, plan: Plan, entrants: int) -> None:
        self.history = History()
        self.append_row("planned", commands.set_plan(plan).payload)
        self.append_row(
            "entered", commands.enter(self.state, [f"p{number}" for number in range(entrants)]).payload
        )
        self.append_row("committed", {"commitment": compute_commitment(SEED)})
        self.append_row("drawn", commands.draw(self.state, SEED).payload)
        self.append_row("published", {"flight": ""})

    @property
    def state(self) -> Any:
        return self.history.state

    def append_row(self, kind: str, payload: dict[str, Any]) -> None:
        self.history.append(StoredRow(len(self.history.rows) + 1, kind, payload))

    def settle(self, name: str, winner: str = "white", ending: str = "played") -> None:
        self.append_row("settled", self.result(name, winner, ending))

    def result(self, name: str, winner: str = "white", ending: str = "played") -> dict[str, Any]:
        placed = self.state.board[name]
        length = self.state.length(name) or LENGTH
        won = length if ending == "played" else 0
        scores = (won, 0) if winner == "white" else (0, won)
        return make_payload(Settled(name, PairingResult(placed.white, placed.black, winner, *scores, ending)))

    def play(self, rounds: int = 99, winner: str = "white") -> "Event":
        """Settle every match of the rounds up to this one."""
        while ready := [name for name in self.waiting() if self.state.graph.by_id[name].round <= rounds]:
            for name in ready:
                self.settle(name, winner)
        return self

    def waiting(self) -> list[str]:
        return [
            name for name, placed in self.state.board.items() if placed.is_seated and not placed.is_decided
        ]

    def pair(self, flight: str) -> None:
        self.append_row("paired", pairing_commands.pair(self.state, flight).payload)

    def file(self) -> dict[str, Any]:
        rows = [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in self.history.rows]
        return deepcopy(build_document({"length": LENGTH}, rows, export_projection(self.state)))


def an_event(scheme: str, entrants: int, **options: Any) -> Event:
    """An event by one of the site's schemes."""
    lengths: dict[str, Any] = {"main": (), "consolation": (), "last_chance": ()}
    return Event(make_plan(scheme, FormatOptions(**{**lengths, **options})), entrants)


def found(file: dict[str, Any]) -> list[CheckerFinding]:
    """The findings of the checker."""
    return check_file(canonical(file))


def promises(file: dict[str, Any]) -> set[tuple[str, str]]:
    return {(finding.guarantee, finding.code) for finding in check(parse_document(file))}


def shown(file: dict[str, Any], name: str) -> dict[str, Any]:
    """The row of a pairing in the projection of the file."""
    return next(pairing for pairing in file["projection"]["pairings"] if pairing["id"] == name)


def line(file: dict[str, Any], kind: str, **values: Any) -> dict[str, Any]:
    """The payload of the first journal row of that kind with these values."""
    lines: Sequence[dict[str, Any]] = file["journal"]
    return next(
        row["payload"]
        for row in lines
        if row["kind"] == kind and all(row["payload"].get(key) == value for key, value in values.items())
    )


def append(file: dict[str, Any], kind: str, payload: dict[str, Any]) -> None:
    """Append a journal row without any validation."""
    file["journal"].append({"seq": len(file["journal"]) + 1, "kind": kind, "payload": payload})
