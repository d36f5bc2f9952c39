"""What the desk does in a league that is on: other last days, matches nobody played, play-offs."""

from collections.abc import Mapping
from datetime import date
from uuid import uuid4

from django.db import transaction

from matches.models import User
from matches.services import awards
from matches.states import Status
from rules.errors import Refusal
from tournaments.formats import leagues as plans
from tournaments.journal.acting import Act
from tournaments.journal.facts import NOBODY, VOID, Result
from tournaments.journal.payloads import result_payload
from tournaments.journal.promotion import playoffs_due
from tournaments.journal.state import EventState
from tournaments.models import Entry, Event, JournalEntry, Pairing
from tournaments.permissions import must_direct
from tournaments.queries import facts
from tournaments.services import drawing, progress, seating
from tournaments.services.commands import one_command
from tournaments.services.locks import locked
from tournaments.services.telling import Deed, tell


def extend(
    *, event: Event, pairing: str, until: date, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Give one match until another day. Raises `already_decided`, `pairing_unknown`."""

    def deed(state: EventState) -> Act:
        _must_be_open(state, pairing)
        return Act("dated", {"pairing": pairing, "until": until.isoformat()})

    return tell(event=event, by=by, deed=deed, key=key, version=version)


def move_deadline(
    *,
    event: Event,
    flight: str,
    number: int,
    until: date,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Give a whole round until another day. Raises `flight_unknown`."""
    told = {"flight": flight, "until": {str(number): until.isoformat()}}
    return tell(event=event, by=by, deed=lambda _: Act("dated", told), key=key, version=version)


@transaction.atomic
def award(*, event: Event, pairing: str, to: int, by: User, reason: str, version: int | None = None) -> None:
    """Give a match that was not played to the entry that tried to arrange it: a walk-over, never rated.

    Raises `reason_missing`, `already_decided`, `entry_unknown`.
    """
    row = _open_row(event, pairing, by, version)
    seats = {entry.number: side for side, entry in _seats(row)}
    if to not in seats:
        raise Refusal("entry_unknown", entry=to)
    _must_say_why(reason)
    awards.walk_over(match=seating.match_of(row), winner=seats[to], by=by, reason=reason)


@transaction.atomic
def lose_both(*, event: Event, pairing: str, by: User, reason: str, version: int | None = None) -> None:
    """Neither tried: both lose. Raises as `award`."""
    row = _open_row(event, pairing, by, version)
    _must_say_why(reason)
    awards.walk_over(match=seating.match_of(row), winner=None, by=by, reason=reason)


def set_aside(
    *, event: Event, pairing: str, by: User, reason: str, key: str = "", version: int | None = None
) -> JournalEntry:
    """The match is not played and counts for nobody. Raises as `award`, `match_begun`."""
    _must_say_why(reason)

    def deed(state: EventState) -> Act:
        _must_be_open(state, pairing)
        white, black = (seat or 0 for seat in state.board[pairing].seats)
        return Act("settled", result_payload(pairing, Result(white, black, NOBODY, 0, 0, VOID)))

    return tell(event=event, by=by, deed=deed, key=key, reason=reason, version=version)


@one_command()
@transaction.atomic
def draw_playoffs(*, event: Event, until: date, by: User, version: int | None = None) -> list[str]:
    """Draw and show every play-off whose two divisions are over, to be played by a day; their flights.

    Raises `playoff_not_due` where there is none.
    """
    must_direct(by, event)
    event = locked(event)
    due = playoffs_due(facts.state(event))
    if not due:
        raise Refusal("playoff_not_due", event=event.name)
    for number, both in due.items():
        flight = plans.playoff(number)
        drawing.draw(event=event, by=by, flight=flight, only=both, version=version)
        version = None
        told = {"flight": flight, "until": {"1": until.isoformat()}}
        tell(event=event, by=by, deed=_dated(told), key=uuid4().hex)
        drawing.publish(event=event, by=by, flight=flight)
    return [plans.playoff(number) for number in due]


def _dated(told: Mapping[str, object]) -> Deed:
    return lambda _state: Act("dated", dict(told))


def _open_row(event: Event, pairing: str, by: User, version: int | None) -> Pairing:
    must_direct(by, event)
    event = locked(event)
    progress.must_be_seen(event, version)
    rows = Pairing.objects.select_related("match", "white_entry", "black_entry")
    row = rows.filter(event=event, label=pairing).first()
    if row is None:
        raise Refusal("pairing_unknown", pairing=pairing)
    if row.match is None or row.match.status in (Status.SETTLED.value, Status.VOID.value):
        raise Refusal("already_decided", pairing=pairing)
    return row


def _seats(row: Pairing) -> list[tuple[str, Entry]]:
    both = (("white", row.white_entry), ("black", row.black_entry))
    return [(side, entry) for side, entry in both if entry is not None]


def _must_be_open(state: EventState, pairing: str) -> None:
    placed = state.board.get(pairing)
    if placed is None:
        raise Refusal("pairing_unknown", pairing=pairing)
    if placed.is_decided:
        raise Refusal("already_decided", pairing=pairing)


def _must_say_why(reason: str) -> None:
    if not reason.strip():
        raise Refusal("reason_missing")
