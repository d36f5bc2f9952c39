"""Breaks of a tournament: announced, ended early, and removed."""

from datetime import datetime, time, timedelta

from django.db import transaction
from django.utils import timezone

from matches.messages.stored_reasons import UNTIL_START
from matches.models import User
from matches.services import live
from rules.errors import Refusal
from tournaments.club_log import log_change
from tournaments.locks import lock_tournament
from tournaments.models import Break, Event, Tournament
from tournaments.models.breaks import LONGEST_BREAK, MAX_REASON_LENGTH
from tournaments.permissions import must_be_active, must_direct
from tournaments.play.schedule.queries.breaks import (
    get_breaks,
    get_start,
    get_tournaments_after_break,
    get_waits_for_start,
)
from tournaments.play.schedule.services.calling import call_waiting

MOST_BREAKS = 100


@transaction.atomic
def announce_break(
    *,
    tournament: Tournament,
    begins_at: datetime,
    ends_at: datetime,
    reason: str = "",
    event: Event | None = None,
    by: User,
) -> Break:
    """Announce a break of a tournament, or of one of its events. It may have begun already.

    Raises `break_impossible`, `break_event_elsewhere` and `breaks_many`.
    """
    must_direct(by, tournament)
    must_be_active(tournament)
    lock_tournament(tournament.pk)
    if event is not None and event.tournament_id != tournament.pk:
        raise Refusal("break_event_elsewhere")
    reason = " ".join(reason.replace("\x00", "").split())
    is_possible = begins_at < ends_at <= begins_at + LONGEST_BREAK and len(reason) <= MAX_REASON_LENGTH
    if not is_possible:
        raise Refusal("break_impossible", days=LONGEST_BREAK.days)
    if get_breaks(tournament).count() >= MOST_BREAKS:
        raise Refusal("breaks_many", most=MOST_BREAKS)
    play_break = Break.objects.create(
        tournament=tournament, event=event, begins_at=begins_at, ends_at=ends_at, reason=reason, by=by
    )
    _record(play_break, "break_announced", by)
    return play_break


@transaction.atomic
def announce_nights(
    *, tournament: Tournament, closes: time, opens: time, reason: str, by: User
) -> list[Break]:
    """Announce a break for each night of a tournament of several days, in local time; return the new ones.

    Nights that are breaks already are left out. Raises `single_day`, and the errors of `announce_break`.
    """
    must_direct(by, tournament)
    if tournament.ends_on is None or not tournament.has_nights:
        raise Refusal("single_day")
    first_day = timezone.localdate(tournament.starts_at)
    known_nights = set(get_breaks(tournament).filter(event=None).values_list("begins_at", "ends_at"))
    breaks = []
    for number in range((tournament.ends_on - first_day).days):
        evening = first_day + timedelta(days=number + (closes < opens))
        morning = first_day + timedelta(days=number + 1)
        begins_at = timezone.make_aware(datetime.combine(evening, closes))
        ends_at = timezone.make_aware(datetime.combine(morning, opens))
        if (begins_at, ends_at) not in known_nights:
            breaks.append(
                announce_break(
                    tournament=tournament, begins_at=begins_at, ends_at=ends_at, reason=reason, by=by
                )
            )
    return breaks


@transaction.atomic
def wait_for_start(*, event: Event, by: User) -> Break | None:
    """Call nobody of an event until it starts if that is on a later day; return the new break, or None.

    After this break was ended or removed, a draw that is published again waits again. A league has deadlines
    instead.
    """
    must_direct(by, event)
    tournament, now, starts_at = event.tournament, timezone.now(), get_start(event)
    if event.is_league or timezone.localdate(starts_at) <= timezone.localdate(now):
        return None
    lock_tournament(tournament.pk)
    if get_waits_for_start(tournament, now).filter(event=event).exists():
        return None
    play_break = Break.objects.create(
        tournament=tournament, event=event, begins_at=now, ends_at=starts_at, reason=UNTIL_START, by=by
    )
    _record(play_break, "break_announced", by)
    return play_break


@transaction.atomic
def follow_changed_start(*, tournament: Tournament, by: User) -> None:
    """Let events that wait for their start wait until it is now, after it was changed; call if it is past."""
    must_direct(by, tournament)
    lock_tournament(tournament.pk)
    now = timezone.now()
    waits = get_waits_for_start(tournament, now).select_related("event__tournament", "tournament__desk")
    starts = [(wait, max(now, get_start(wait.event))) for wait in waits if wait.event is not None]
    for wait, ends_at in starts:
        if wait.ends_at != ends_at:
            wait.ends_at = ends_at
            wait.save(update_fields=["ends_at"])
            _record(wait, "break_announced", by)
    if starts:
        call_waiting(tournament=tournament)


@transaction.atomic
def end_break(*, play_break: Break, by: User) -> Break:
    """End a break now and call the matches that wait. Raises `break_not_on` outside of it."""
    tournament = _lock(play_break, by)
    now = timezone.now()
    if play_break.removed_at is not None or not play_break.interval.includes(now):
        raise Refusal("break_not_on")
    play_break.ends_at, play_break.ended_by = now, by
    play_break.save(update_fields=["ends_at", "ended_by"])
    _record(play_break, "break_ended", by)
    call_waiting(tournament=tournament)
    return play_break


@transaction.atomic
def remove_break(*, play_break: Break, by: User) -> Break:
    """Remove a break as if it had never been, and call the matches that wait. Repeating changes nothing."""
    tournament = _lock(play_break, by)
    if play_break.removed_at is None:
        play_break.removed_at, play_break.removed_by = timezone.now(), by
        play_break.save(update_fields=["removed_at", "removed_by"])
        _record(play_break, "break_removed", by)
        call_waiting(tournament=tournament)
    return play_break


def call_after_breaks(*, now: datetime | None = None) -> int:
    """Call the waiting matches of tournaments whose break is over; return the number called. Idempotent."""
    return sum(_call_waiting(tournament) for tournament in get_tournaments_after_break(now or timezone.now()))


@transaction.atomic
def _call_waiting(tournament: Tournament) -> int:
    lock_tournament(tournament.pk)
    return len(call_waiting(tournament=tournament))


def _lock(play_break: Break, by: User) -> Tournament:
    """Lock the tournament of a break and read the break again."""
    tournament = play_break.tournament
    must_direct(by, tournament)
    must_be_active(tournament)
    lock_tournament(tournament.pk)
    play_break.refresh_from_db()
    return tournament


def _record(play_break: Break, kind: str, by: User) -> None:
    """Write a change to the club's log, and let open pages show it."""
    tournament = play_break.tournament
    log_change(tournament, kind, by, **_describe_times(play_break))
    live.publish(topic=f"news:{tournament.desk.code}", kind="news")
    live.publish(topic=f"desk:{tournament.desk.code}", kind="break")


def _describe_times(play_break: Break) -> dict[str, str]:
    begins, ends = (timezone.localtime(at) for at in (play_break.begins_at, play_break.ends_at))
    return {"begins": f"{begins:%Y-%m-%d %H:%M}", "ends": f"{ends:%Y-%m-%d %H:%M}"}
