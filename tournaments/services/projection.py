"""Brings the tables of an event in line with what its journal folds to, writing only the difference."""

from collections.abc import Collection, Iterable
from typing import Any

from matches.models import Player
from matches.states import Status
from tournaments.draws.field import MAIN, Source
from tournaments.draws.field import Pairing as Drawn
from tournaments.journal.board import board, is_finished, places
from tournaments.journal.diff import Act, Reseat, Seat, Void, acts
from tournaments.journal.placed import VACANT, Placed
from tournaments.journal.state import EventState
from tournaments.models import Entry, EntryStatus, Event, EventStatus, Pairing
from tournaments.queries import facts
from tournaments.services import seating

PAIRING_FIELDS = [
    "white_entry",
    "black_entry",
    "white_is_vacant",
    "black_is_vacant",
    "winner_entry",
    "decided",
]
ENTRY_FIELDS = ["seed", "status", "place_from", "place_to"]


class Picture:
    """What the tables of an event show, beside what they should show. Made and used under its lock."""

    def __init__(self, event: Event, state: EventState) -> None:
        self.event, self.state = event, state
        self.board = board(state)
        self.entries = {entry.number: entry for entry in event.entries.select_related("player")}
        numbers = {entry.pk: entry.number for entry in self.entries.values()}
        self.pairings = {row.label: row for row in event.pairings.select_related("match")}
        found = {label: facts.sitting(row, numbers) for label, row in self.pairings.items()}
        self.sittings = {label: sitting for label, sitting in found.items() if sitting is not None}

    def bring_in_line(self, *, replays: Collection[str], reason: str) -> None:
        """Void, write entries and pairings, then seat, reseat, settle and reopen; the version goes up."""
        due = acts(self.sittings, self.board, frozenset(replays))
        self._let_go()
        self._void(due, reason)
        self._write_entries()
        self._write_pairings()
        self._drop_entries()
        for act in due:
            if not isinstance(act, Void):
                seating.perform(act, self.pairings[act.pairing], self.entries, self.event, reason)
        seated = [self.pairings[act.pairing] for act in due if isinstance(act, Seat | Reseat)]
        seating.note_ratings(seated, self.event)
        self._write_event()

    def _let_go(self) -> None:
        """A match voided at its own door is nobody's, also where no other one is seated for it."""
        for row in self.pairings.values():
            if row.match is not None and row.match.status == Status.VOID.value:
                row.match = None
                row.save(update_fields=["match"])

    def _void(self, due: Iterable[Act], reason: str) -> None:
        for act in due:
            if isinstance(act, Void):
                seating.void(self.pairings[act.pairing], reason)

    def _write_entries(self) -> None:
        players = self._players()
        changed: list[Entry] = []
        reached = places(self.state, MAIN)
        for number, entrant in self.state.entries.items():
            entry = self.entries.get(number)
            if entry is None:
                entry = Entry.objects.create(event=self.event, player=players[entrant.player], number=number)
                self.entries[number] = entry
            if _set(entry, self._entry_values(number, entrant.is_withdrawn, reached)):
                changed.append(entry)
        if any(entry.seed for entry in changed):
            # Two entries may change seeds, and the database looks at one row after the other.
            Entry.objects.filter(pk__in=[entry.pk for entry in changed]).update(seed=None)
        Entry.objects.bulk_update(changed, ENTRY_FIELDS)

    def _players(self) -> dict[str, Player]:
        missing = [
            entrant.player for number, entrant in self.state.entries.items() if number not in self.entries
        ]
        return {player.code: player for player in Player.objects.filter(code__in=missing)} if missing else {}

    def _entry_values(
        self, number: int, is_withdrawn: bool, reached: dict[int, tuple[int, int]]
    ) -> dict[str, Any]:
        seeds = self.state.seeds
        first, last = reached.get(number, (None, None))
        return {
            "seed": seeds.index(number) + 1 if number in seeds else None,
            "status": EntryStatus.WITHDRAWN.value if is_withdrawn else EntryStatus.ENTERED.value,
            "place_from": first,
            "place_to": last,
        }

    def _drop_entries(self) -> None:
        gone = [number for number in self.entries if number not in self.state.entries]
        if gone:
            Entry.objects.filter(pk__in=[self.entries.pop(number).pk for number in gone]).delete()

    def _write_pairings(self) -> None:
        self._drop_pairings()
        fresh = [
            Pairing(**self._drawn_values(drawn), **self._placed_values(self.board[drawn.id]))
            for drawn in self.state.graph.pairings
            if drawn.id not in self.pairings
        ]
        changed = [
            row for label, row in self.pairings.items() if _set(row, self._placed_values(self.board[label]))
        ]
        Pairing.objects.bulk_update(changed, PAIRING_FIELDS)
        self.pairings |= {row.label: row for row in Pairing.objects.bulk_create(fresh)}

    def _drop_pairings(self) -> None:
        """Forget pairings of a draw that is gone, or that another draw has replaced."""
        drawn = self.state.graph.by_id
        gone = [
            label
            for label, row in self.pairings.items()
            if label not in drawn
            or row.feeds != feeds(drawn[label])
            or row.loser_to != drawn[label].loser_range[1]
        ]
        if gone:
            Pairing.objects.filter(pk__in=[self.pairings.pop(label).pk for label in gone]).delete()

    def _drawn_values(self, drawn: Drawn) -> dict[str, Any]:
        return {
            "event": self.event,
            "label": drawn.id,
            "flight": drawn.flight,
            "round": drawn.round,
            "position": drawn.position,
            "winner_from": drawn.winner_range[0],
            "winner_to": drawn.winner_range[1],
            "loser_from": drawn.loser_range[0],
            "loser_to": drawn.loser_range[1],
            "feeds": feeds(drawn),
        }

    def _placed_values(self, placed: Placed) -> dict[str, Any]:
        return {
            "white_entry_id": self._entry_key(placed.white),
            "black_entry_id": self._entry_key(placed.black),
            "white_is_vacant": placed.white == VACANT,
            "black_is_vacant": placed.black == VACANT,
            "winner_entry_id": self._entry_key(placed.winner),
            "decided": placed.decided,
        }

    def _entry_key(self, number: int | None) -> int | None:
        return self.entries[number].pk if number else None

    def _write_event(self) -> None:
        self.event.version += 1
        self.event.status = _status(self.state, self.board)
        self.event.save(update_fields=["version", "status"])


def feeds(drawn: Drawn) -> dict[str, dict[str, Any]]:
    """Where the seats of a drawn pairing come from, as stored."""
    return {"white": _source(drawn.white), "black": _source(drawn.black)}


def _source(source: Source) -> dict[str, Any]:
    return {"origin": source.origin.value, "entry": source.entry, "pairing": source.pairing}


def _status(state: EventState, shown: dict[str, Placed]) -> str:
    if is_finished(state, shown):
        return EventStatus.FINISHED.value
    if state.is_published:
        return EventStatus.PUBLISHED.value
    return EventStatus.DRAWN.value if state.is_drawn else EventStatus.DRAFT.value


def _set(row: Entry | Pairing, values: dict[str, Any]) -> bool:
    """Put values on a row; whether any was new."""
    new = {name: value for name, value in values.items() if getattr(row, name) != value}
    for name, value in new.items():
        setattr(row, name, value)
    return bool(new)
