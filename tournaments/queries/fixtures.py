"""The open matches of a league with their last days, and what was done to arrange them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count

from matches.models import Match, Player
from matches.states import Status
from tournaments.journal.state import EventState
from tournaments.models import Arrangement, Club, Entry, EventStatus, Pairing, Reminder
from tournaments.models.league import OVERDUE, SOON
from tournaments.queries import facts

NOTICE = 3


@dataclass(frozen=True, slots=True)
class Tried:
    """What one player of a match did to arrange it: how often he wrote, and when last."""

    entry: Entry
    times: int
    last: Arrangement | None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match still to be played, with its last day. `occasion` is "soon", "overdue" or empty."""

    pairing: Pairing
    match: Match
    last_day: date | None
    occasion: str
    agreed: Arrangement | None
    tried: tuple[Tried, ...]
    reminded: int

    @property
    def is_overdue(self) -> bool:
        """Whether its last day has passed."""
        return self.occasion == OVERDUE

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Both players."""
        return tuple(one.entry for one in self.tried)


def fixtures_of(players: Iterable[Player], club: Club, today: date) -> list[Fixture]:
    """The open league matches of these players at a club, the next last day first."""
    keys = [player.pk for player in players]
    mine = Pairing.objects.filter(
        event__league__isnull=False,
        event__tournament__club=club,
        event__status=EventStatus.PUBLISHED,
        decided="",
        match__isnull=False,
    )
    rows = list(
        (mine.filter(match__white__in=keys) | mine.filter(match__black__in=keys)).select_related(
            "event__tournament__club",
            "match__desk",
            "match__white",
            "match__black",
            "white_entry__player",
            "black_entry__player",
        )
    )
    held = {row.event_id: row.event for row in rows}
    states = {pk: facts.state(event) for pk, event in held.items()}
    found = [
        one
        for pk, state in states.items()
        for group in by_flight(state, [row for row in rows if row.event_id == pk], today).values()
        for one in group
    ]
    return sorted(found, key=lambda one: (one.last_day or date.max, one.pairing.label))


def by_flight(state: EventState, rows: Iterable[Pairing], today: date) -> dict[str, list[Fixture]]:
    """The matches still to be played, by flight. Two queries."""
    waiting = [row for row in rows if not row.decided and row.match is not None and _is_open(row.match)]
    matches = [row.match_id for row in waiting]
    told: dict[int, list[Arrangement]] = {}
    for one in Arrangement.objects.filter(match__in=matches).select_related("by").order_by("id"):
        told.setdefault(one.match_id, []).append(one)
    reminded = dict(
        Reminder.objects.filter(match__in=matches, told_at__isnull=False)
        .values_list("match")
        .annotate(n=Count("pk"))
        .order_by()
    )
    found: dict[str, list[Fixture]] = {}
    for row in waiting:
        fixture = _fixture(state, row, told.get(row.match_id or 0, []), reminded, today)
        found.setdefault(row.flight, []).append(fixture)
    return found


def _fixture(
    state: EventState,
    row: Pairing,
    told: list[Arrangement],
    reminded: Mapping[int, int],
    today: date,
) -> Fixture:
    day = state.last_day(row.label) if row.label in state.graph.by_id else ""
    last = date.fromisoformat(day) if day else None
    match = row.match
    if match is None:
        raise LookupError(row.label)
    tried = []
    for entry in (row.white_entry, row.black_entry):
        if entry is not None:
            own = [one for one in told if one.by_id == entry.player_id]
            tried.append(Tried(entry, len(own), own[-1] if own else None))
    agreed = next((one for one in reversed(told) if one.agreed_at), None)
    return Fixture(row, match, last, _occasion(last, today), agreed, tuple(tried), reminded.get(match.pk, 0))


def _occasion(last: date | None, today: date) -> str:
    if last is None:
        return ""
    if last < today:
        return OVERDUE
    return SOON if (last - today).days <= NOTICE else ""


def _is_open(match: Match) -> bool:
    return match.status not in (Status.SETTLED.value, Status.VOID.value)
