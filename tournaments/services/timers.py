"""What a new day brings: challenges run out, idle members sink, players of a league are reminded."""

import logging
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from matches.models import Match
from matches.services import live, outbox
from tournaments.models import Event, EventStatus, Ladder, LeagueSeason, Pairing, Reminder
from tournaments.models.league import OVERDUE, SOON
from tournaments.queries import facts
from tournaments.services import ladder_play

log = logging.getLogger(__name__)
REMIND = "remind_match"
# How many days before the last one a reminder goes out.
NOTICE = 3


def pass_day(*, today: date) -> int:
    """Everything time owes by `today`; how many lines and reminders that made. Twice is once.

    What fails at one ladder or league keeps no other one waiting; it is tried again the next time.
    """
    made = 0
    for ladder in Ladder.objects.order_by("pk"):
        try:
            made += ladder_play.pass_time(ladder=ladder, today=today)
        except Exception:
            log.exception("Time could not pass on ladder %s.", ladder.pk)
    for league in LeagueSeason.objects.filter(event__status=EventStatus.PUBLISHED).select_related("event"):
        try:
            made += remind(event=league.event, today=today)
        except Exception:
            log.exception("Nobody could be reminded in league %s.", league.pk)
    return made


@transaction.atomic
def remind(*, event: Event, today: date) -> int:
    """Owe a reminder for every open match whose last day is near or past; how many are new."""
    state = facts.state(event)
    rows = Pairing.objects.filter(event=event, decided="", match__isnull=False).select_related("match")
    wanted = [
        Reminder(match=row.match, occasion=occasion, last_day=last)
        for row in rows
        if row.label in state.board and (last := _day(state.last_day(row.label))) is not None
        if (occasion := occasion_of(last, today))
    ]
    told = {
        (known.match_id, known.occasion, known.last_day)
        for known in Reminder.objects.filter(match__in=[one.match for one in wanted])
    }
    fresh = [one for one in wanted if (one.match_id, one.occasion, one.last_day) not in told]
    for one in fresh:
        # Another worker may be at it at the same time: the row is made once.
        row, is_new = Reminder.objects.get_or_create(
            match=one.match, occasion=one.occasion, last_day=one.last_day
        )
        if is_new:
            outbox.post(kind=REMIND, payload={"reminder": row.pk})
    return len(fresh)


def deliver(payload: dict[str, int]) -> None:
    """Tell the players of a match that its last day is near or past: their open pages, and the desk's."""
    reminder = Reminder.objects.select_for_update().filter(pk=payload["reminder"], told_at=None).first()
    if reminder is None:
        return
    reminder.told_at = timezone.now()
    reminder.save(update_fields=["told_at"])
    match = Match.objects.select_related("desk").get(pk=reminder.match_id)
    about = {"occasion": reminder.occasion, "until": reminder.last_day.isoformat()}
    live.publish(topic=f"match:{match.code}", kind="reminder", data=about)
    live.publish(topic=f"desk:{match.desk.code}", kind="reminder", data={"match": match.code, **about})


def occasion_of(last: date, today: date) -> str:
    """Whether a last day is past, near, or neither ("")."""
    if last < today:
        return OVERDUE
    return SOON if last - today <= timedelta(days=NOTICE) else ""


def _day(told: str) -> date | None:
    return date.fromisoformat(told) if told else None
