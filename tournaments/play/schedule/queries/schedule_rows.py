"""The undecided pairings of running events, as the schedule reads them."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

from tournaments.formats.graph import Origin
from tournaments.play.schedule.calling_order import Job

SCHEDULE_COLUMNS = (
    "event",
    "label",
    "flight",
    "round",
    Cast("feeds", TextField()),
    "white_is_vacant",
    "black_is_vacant",
    "board",
    "boards",
    "white_entry",
    "black_entry",
    "match__white",
    "match__white__first",
    "match__white__second",
    "match__black",
    "match__black__first",
    "match__black__second",
    "match",
    "match__status",
    "match__length",
    "match__white_score",
    "match__black_score",
    "match__started_at",
    "match__called_at",
    "match__table__number",
)


class ScheduleRow(NamedTuple):
    """Columns of a pairing and its match used for time estimates; `id` of its job is unique among events."""

    id: str
    event: int
    label: str
    flight: str
    round: int
    feeds_text: str
    white_is_vacant: bool
    black_is_vacant: bool
    board: int
    boards: int
    white_entry: int | None
    black_entry: int | None
    white: int | None
    white_first: int | None
    white_second: int | None
    black: int | None
    black_first: int | None
    black_second: int | None
    match: int | None
    status: str | None
    length: int | None
    white_score: int | None
    black_score: int | None
    started_at: datetime | None
    called_at: datetime | None
    table: int | None

    @property
    def feeds(self) -> Mapping[str, Mapping[str, str]]:
        """Return the sources of its seats; read from JSON each time."""
        feeds: Mapping[str, Mapping[str, str]] = json.loads(self.feeds_text)
        return feeds

    def is_filled(self, seat: str) -> bool:
        """Return whether it is known who has a seat ("white" or "black"), or that nobody has."""
        white, black = self.white_entry or self.white_is_vacant, self.black_entry or self.black_is_vacant
        return bool(white if seat == "white" else black)

    def is_fed_by_winner_of(self, label: str) -> bool:
        """Return whether the winner of a pairing of the event plays here next."""
        winner = (Origin.WINNER.value, label)
        return any((source["origin"], source.get("pairing")) == winner for source in self.feeds.values())

    @property
    def people(self) -> frozenset[int]:
        """Return the keys of the players, both of a pair; without a match, negative keys of the entries."""
        if self.match is None:
            return frozenset(-entry for entry in (self.white_entry, self.black_entry) if entry)
        white = (self.white_first, self.white_second) if self.white_first else (self.white,)
        black = (self.black_first, self.black_second) if self.black_first else (self.black,)
        return frozenset(person for person in (*white, *black) if person)


def await_first_losses(job: Job, row: ScheduleRow, undecided: Mapping[str, ScheduleRow]) -> Job:
    """Return the job of a row, after the next matches of those who had nobody to lose to in their first.

    Of two who meet each other there only one comes: that is no match.
    """
    empty_seats = [source for seat, source in row.feeds.items() if not row.is_filled(seat)]
    awaited = [
        next_row.id
        for source in empty_seats
        if source["origin"] == Origin.FIRST_LOSS.value and f"{row.event}:{source['pairing']}" not in undecided
        for next_row in undecided.values()
        if next_row.event == row.event and next_row.is_fed_by_winner_of(source["pairing"])
    ]
    has_met = len(awaited) > len(set(awaited))
    return replace(job, after=(*job.after, *awaited), is_gate=job.is_gate or has_met)
