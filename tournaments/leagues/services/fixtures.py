"""Fixtures of a league: their deadlines are moved, and unplayed ones are decided."""

from datetime import date

from django.db import transaction
from django.utils import timezone

from matches.models import User
from matches.services import rulings
from matches.states import Status
from rules.errors import Refusal
from tournaments.journal.commands import JournalCommand, make_command
from tournaments.journal.facts import NO_SIDE, VOID, PairingResult
from tournaments.journal.results import Settled
from tournaments.journal.rounds import Dated, MatchDated
from tournaments.journal.state import EventState
from tournaments.leagues.deadlines import require_day_to_come
from tournaments.leagues.models import LeagueSeason
from tournaments.locks import lock_event
from tournaments.models import Entry, Event, JournalEntry, Pairing
from tournaments.permissions import must_direct
from tournaments.play.event_journal.services import journal, pairing_matches
from tournaments.play.event_journal.services.journal import execute_command


def extend_deadline(
    *,
    event: Event,
    pairing: str,
    until: date,
    by: User,
    is_after_season: bool = False,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Change the deadline of one match.

    Raises `already_decided`, `pairing_unknown`, and as `_check_deadline` for the day.
    """

    def command(state: EventState) -> JournalCommand:
        _check_undecided(state, pairing)
        _check_deadline(event, until, is_after_season=is_after_season)
        return make_command(MatchDated(pairing, until.isoformat()))

    return execute_command(event=event, by=by, command=command, key=key, version=version)


def move_round_deadline(
    *,
    event: Event,
    flight: str,
    number: int,
    until: date,
    by: User,
    is_after_season: bool = False,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Change the deadline of a round.

    Raises `flight_unknown`, `round_unknown`, and as `_check_deadline` for the day.
    """

    def command(_state: EventState) -> JournalCommand:
        _check_deadline(event, until, is_after_season=is_after_season)
        return make_command(Dated(flight, {number: until.isoformat()}))

    return execute_command(event=event, by=by, command=command, key=key, version=version)


@transaction.atomic
def award_walkover(
    *, event: Event, pairing: str, winner: int, by: User, reason: str, version: int | None = None
) -> None:
    """Award an unplayed match to the entry `winner` as a walkover, which is not rated.

    Raises `reason_missing`, `already_decided`, `entry_unknown`.
    """
    row = _get_open_pairing(event, pairing, by, version)
    seats = {entry.number: side for side, entry in _list_seats(row)}
    if winner not in seats:
        raise Refusal("entry_unknown", entry=winner)
    _check_reason(reason)
    rulings.walk_over(match=pairing_matches.match_of(row), winner=seats[winner], by=by, reason=reason)


@transaction.atomic
def record_double_loss(
    *, event: Event, pairing: str, by: User, reason: str, version: int | None = None
) -> None:
    """Record a loss for both players of an unplayed match. Raises as `award_walkover`."""
    row = _get_open_pairing(event, pairing, by, version)
    _check_reason(reason)
    rulings.walk_over(match=pairing_matches.match_of(row), winner=None, by=by, reason=reason)


def void_fixture(
    *, event: Event, pairing: str, by: User, reason: str, key: str = "", version: int | None = None
) -> JournalEntry:
    """Void an unplayed match. Raises as `award_walkover`, and `match_begun`."""
    _check_reason(reason)

    def command(state: EventState) -> JournalCommand:
        _check_undecided(state, pairing)
        white, black = (seat or 0 for seat in state.board[pairing].seats)
        return make_command(Settled(pairing, PairingResult(white, black, NO_SIDE, 0, 0, VOID)))

    return execute_command(event=event, by=by, command=command, key=key, reason=reason, version=version)


def _get_open_pairing(event: Event, pairing: str, by: User, version: int | None) -> Pairing:
    must_direct(by, event)
    event = lock_event(event)
    journal.check_version(event, version)
    rows = Pairing.objects.select_related("match", "white_entry", "black_entry")
    row = rows.filter(event=event, label=pairing).first()
    if row is None:
        raise Refusal("pairing_unknown", pairing=pairing)
    if row.match is None or row.match.status in (Status.SETTLED.value, Status.VOID.value):
        raise Refusal("already_decided", pairing=pairing)
    return row


def _list_seats(row: Pairing) -> list[tuple[str, Entry]]:
    sides = (("white", row.white_entry), ("black", row.black_entry))
    return [(side, entry) for side, entry in sides if entry is not None]


def _check_deadline(event: Event, until: date, *, is_after_season: bool) -> None:
    """Refuse a day on which nobody can be meant to play.

    `is_after_season` accepts a day after the end of a season that has not ended; once it has ended, every
    deadline is after it. Raises `deadline_past`, `deadline_before_season` and `deadline_after_season`.
    """
    today = timezone.localdate()
    require_day_to_come(until, today)
    league = LeagueSeason.objects.filter(event=event).first()
    if league is None:
        return
    if until < league.starts_on:
        raise Refusal("deadline_before_season", until=until.isoformat(), day=league.starts_on.isoformat())
    is_running = today <= league.ends_on
    if until > league.ends_on and is_running and not is_after_season:
        raise Refusal("deadline_after_season", until=until.isoformat(), day=league.ends_on.isoformat())


def _check_undecided(state: EventState, pairing: str) -> None:
    placed = state.board.get(pairing)
    if placed is None:
        raise Refusal("pairing_unknown", pairing=pairing)
    if placed.is_decided:
        raise Refusal("already_decided", pairing=pairing)


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Refusal("reason_missing")
