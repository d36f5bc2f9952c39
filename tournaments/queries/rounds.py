"""Rounds of a stage: the next one as it would be paired, and why everybody in one sits where he sits."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.journal import acting
from tournaments.models import Entry, Event
from tournaments.phrases.reasons import reason
from tournaments.queries import events, facts


@dataclass(frozen=True, slots=True)
class Board:
    """Two entries that would meet, and why."""

    white: Entry
    black: Entry
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """An entry that sits a round out: how ("pairing", "half", "full", "zero"), and why."""

    entry: Entry
    kind: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """The next round of a stage as it would be paired now, for those who are not `away`."""

    flight: str
    round: int
    boards: tuple[Board, ...]
    byes: tuple[Sitting, ...]
    reasons: tuple[str, ...]


def proposal(event: Event, flight: str, away: Collection[int] = ()) -> Proposal:
    """A dry run: nothing is written. Refuses what `acting.pair` refuses. Two queries."""
    state = facts.state(event)
    act = acting.pair(state, flight, away=away)
    entries = {entry.number: entry for entry in events.entries_of(event)}
    names = {number: entry.player.name for number, entry in entries.items()}
    told = act.payload
    return Proposal(
        flight,
        told["round"],
        tuple(
            Board(entries[board["white"]], entries[board["black"]], _said(board["reasons"], names))
            for board in told["boards"]
        ),
        tuple(
            Sitting(entries[bye["entry"]], bye["kind"], _said(bye["reasons"], names)) for bye in told["byes"]
        ),
        _said(told.get("reasons", ()), names),
    )


class Why:
    """Answers for a round already paired why its boards and byes are as they are: `paired` as the fold has
    them, `entries` of the event by number."""

    def __init__(
        self, paired: Mapping[tuple[str, int], Mapping[str, Any]], entries: Mapping[int, Entry]
    ) -> None:
        self._paired = paired
        self._entries = entries
        self._names = {number: entry.player.name for number, entry in entries.items()}

    def board(self, flight: str, number: int, position: int) -> tuple[str, ...]:
        """Why these two met, in words; nothing for what was not paired round by round."""
        told = self._paired.get((flight, number))
        if told is None or position > len(told["boards"]):
            return ()
        return _said(told["boards"][position - 1]["reasons"], self._names)

    def byes(self, flight: str, number: int) -> tuple[Sitting, ...]:
        """Who sat out a round, and why."""
        told = self._paired.get((flight, number), {"byes": ()})
        return tuple(
            Sitting(self._entries[bye["entry"]], bye["kind"], _said(bye["reasons"], self._names))
            for bye in told["byes"]
        )


def _said(reasons: Iterable[Mapping[str, Any]], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(reason(told["code"], told["facts"], names) for told in reasons)
