"""Rounds of a stage: the next one as it would be paired, and why everybody in one sits where he sits."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.pairing import ZERO, Pairs
from tournaments.journal import commands, replanning
from tournaments.journal.board import can_pair_round
from tournaments.journal.commands import JournalCommand
from tournaments.journal.state import Drawing, EventState
from tournaments.models import Entry, Event
from tournaments.phrases.reasons import reason
from tournaments.queries import event_state, events
from tournaments.queries.bracket_rows import AnyEntrant

NEXT, AGAIN, LATE = "next", "again", "late"


@dataclass(frozen=True, slots=True)
class Wish:
    """How a round is to be paired: the next one, the last one again, or the last one with `arrivals`.

    `away` do not come, `asking` want to sit out, `fixed` are boards by hand, (entry, 0) a bye by hand.
    """

    mode: str = NEXT
    away: frozenset[int] = frozenset()
    asking: frozenset[int] = frozenset()
    fixed: Pairs = ()
    arrivals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """Two entries that would meet, and why; `is_new` where the round stands with other boards."""

    white: Entry
    black: Entry
    reasons: tuple[str, ...]
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Sitting:
    """An entry that sits a round out: how ("pairing", "half", "full", "zero"), and why."""

    entry: AnyEntrant
    kind: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round of a stage as it would be paired now."""

    flight: str
    round: int
    boards: tuple[Board, ...]
    byes: tuple[Sitting, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """How far a stage of rounds is: who plays there, which round was paired last, of how many (0: open).

    `modes` are the ways a round may be paired now; `unseated` have no board in the last round.
    """

    members: tuple[Entry, ...] = ()
    last: int = 0
    due: int = 0
    modes: tuple[str, ...] = ()
    unseated: tuple[Entry, ...] = ()
    forbidden: tuple[tuple[Entry, Entry], ...] = ()
    may_ask: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """A stage of rounds at the desk: how it stands, the round as it would be, or why there is none."""

    stand: Stand
    proposal: Proposal | None = None
    refusal: Refusal | None = None


def look(event: Event, flight: str, pairing_request: Wish) -> Look:
    """A dry run: nothing is written. Two queries."""
    state = event_state.get_event_state(event)
    entries = {entry.number: entry for entry in events.entries_of(event)}
    stand = _stand(state, flight, entries)
    try:
        act = paired_by(state, flight, pairing_request)
    except Refusal as refusal:
        return Look(stand, refusal=refusal)
    return Look(stand, _proposal(act, entries, _standing(state, flight, pairing_request)))


def paired_by(state: EventState, flight: str, pairing_request: Wish) -> JournalCommand:
    """The line that pairs a round as wished; refuses what `journal.acting` refuses."""
    if pairing_request.mode == LATE:
        return commands.pair_late(state, flight, pairing_request.arrivals)
    pair = commands.pair_again if pairing_request.mode == AGAIN else commands.pair
    return pair(
        state, flight, away=pairing_request.away, asking=pairing_request.asking, fixed=pairing_request.fixed
    )


def _standing(state: EventState, flight: str, pairing_request: Wish) -> frozenset[frozenset[int]] | None:
    """The boards of the round as it stands; None where the round is new."""
    if pairing_request.mode == NEXT:
        return None
    return frozenset(
        frozenset((board.white, board.black)) for board in state.stages[flight].rounds[-1].boards
    )


def _stand(state: EventState, flight: str, entries: Mapping[int, Entry]) -> Stand:
    drawing = state.stages.get(flight)
    if drawing is None or format_of(drawing.stage).is_static:
        return Stand()
    stage = drawing.stage
    members = [one for one in drawing.members if not state.entries[one].gone(flight, flight)]
    unseated = _unseated(drawing, members)
    return Stand(
        members=tuple(entries[number] for number in sorted(members)),
        last=len(drawing.rounds),
        due=format_of(stage).round_count(stage, len(drawing.members)),
        modes=tuple(_modes(state, drawing, unseated)),
        unseated=tuple(entries[number] for number in unseated),
        forbidden=tuple(
            (entries[one], entries[other])
            for one, other in sorted(sorted(pair) for pair in replanning.forbidden(stage))
        ),
        may_ask=format_of(stage).grants_byes,
    )


def _unseated(drawing: Drawing, members: Collection[int]) -> list[int]:
    """Who has no board in the last round, and no bye that is worth anything."""
    if not drawing.rounds:
        return []
    last = drawing.rounds[-1]
    seated = {entry for board in last.boards for entry in (board.white, board.black)}
    seated |= {bye.entry for bye in last.byes if bye.kind != ZERO}
    return sorted(set(members) - seated)


def _modes(state: EventState, drawing: Drawing, unseated: Collection[int]) -> Iterator[str]:
    key = drawing.stage.key
    if drawing.is_published and can_pair_round(state, key):
        yield NEXT
    boards = commands.boards_of(state, key, len(drawing.rounds)) if drawing.rounds else ()
    if boards and not commands.begun_pairings(state, key, len(drawing.rounds)):
        yield AGAIN
    if unseated and not all(state.board[name].is_decided for name in boards):
        yield LATE


def _proposal(
    act: JournalCommand, entries: Mapping[int, Entry], standing: frozenset[frozenset[int]] | None
) -> Proposal:
    names = {number: entry.player.name for number, entry in entries.items()}
    payload = act.payload
    return Proposal(
        payload["flight"],
        payload["round"],
        tuple(_board(board, entries, names, standing) for board in payload["boards"]),
        tuple(
            Sitting(entries[bye["entry"]], bye["kind"], _said(bye["reasons"], names))
            for bye in payload["byes"]
        ),
        _said(payload.get("reasons", ()), names),
    )


def _board(
    board_data: Mapping[str, Any],
    entries: Mapping[int, Entry],
    names: Mapping[int, str],
    standing: frozenset[frozenset[int]] | None,
) -> Board:
    pair = (board_data["white"], board_data["black"])
    is_new = standing is not None and frozenset(pair) not in standing
    return Board(entries[pair[0]], entries[pair[1]], _said(board_data["reasons"], names), is_new)


class Why:
    """Answers for a round already paired why its boards and byes are as they are: `paired` as the fold has
    them, `entries` of the event by number."""

    def __init__(
        self, paired: Mapping[tuple[str, int], Mapping[str, Any]], entries: Mapping[int, AnyEntrant]
    ) -> None:
        self._paired = paired
        self._entries = entries
        self._names = {number: entry.player.name for number, entry in entries.items()}

    def board(self, flight: str, number: int, position: int) -> tuple[str, ...]:
        """Why these two met, in words; nothing for what was not paired round by round."""
        round_data = self._paired.get((flight, number))
        if round_data is None or position > len(round_data["boards"]):
            return ()
        return _said(round_data["boards"][position - 1]["reasons"], self._names)

    def byes(self, flight: str, number: int) -> tuple[Sitting, ...]:
        """Who sat out a round, and why."""
        round_data = self._paired.get((flight, number), {"byes": ()})
        return tuple(
            Sitting(self._entries[bye["entry"]], bye["kind"], _said(bye["reasons"], self._names))
            for bye in round_data["byes"]
        )


def _said(reasons: Iterable[Mapping[str, Any]], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(reason(reason_data["code"], reason_data["facts"], names) for reason_data in reasons)
