"""Reminders of league matches whose deadline is near or past."""

import logging
from datetime import date

from django.db import transaction
from django.utils import timezone

from matches.models import Match
from matches.services import live, outbox
from matches.states import WITH_REPORT
from tournaments.leagues.deadlines import get_occasion
from tournaments.leagues.models import LeagueSeason, Reminder
from tournaments.models import Event, EventStatus, Pairing
from tournaments.play.events import event_state

REMIND = "remind_match"


def enqueue_all_reminders(*, today: date) -> int:
    """Enqueue the reminders of every season and return how many.

    A season that fails is logged and does not stop the others.
    """
    count = 0
    for league in LeagueSeason.objects.filter(event__status=EventStatus.PUBLISHED).select_related("event"):
        try:
            count += enqueue_reminders(event=league.event, today=today)
        except Exception:
            log.exception("The reminders of league %s could not be queued.", league.pk)
    return count


@transaction.atomic
def enqueue_reminders(*, event: Event, today: date) -> int:
    """Enqueue a reminder for every open match near or past its deadline; return how many are new.

    Nobody is reminded of a match with a report: it has been played.
    """
    state = event_state.get_event_state(event)
    rows = Pairing.objects.filter(event=event, decided="", match__isnull=False)
    due_reminders = [
        Reminder(match=row.match, occasion=occasion, last_day=last)
        for row in rows.exclude(match__status__in=WITH_REPORT).select_related("match")
        if row.label in state.board and (last := _parse_date(state.get_deadline(row.label))) is not None
        if (occasion := get_occasion(last, today))
    ]
    existing_keys = {
        (reminder.match_id, reminder.occasion, reminder.last_day)
        for reminder in Reminder.objects.filter(match__in=[one.match for one in due_reminders])
    }
    new_reminders = [
        one for one in due_reminders if (one.match_id, one.occasion, one.last_day) not in existing_keys
    ]
    for one in new_reminders:
        # A concurrent worker may do the same: the row is created once.
        row, is_new = Reminder.objects.get_or_create(
            match=one.match, occasion=one.occasion, last_day=one.last_day
        )
        if is_new:
            outbox.post_message(kind=REMIND, payload={"reminder": row.pk})
    return len(new_reminders)


def deliver_reminder(payload: dict[str, int]) -> None:
    """Publish a reminder to the open pages of the players and of the desk."""
    reminder = Reminder.objects.select_for_update().filter(pk=payload["reminder"], notified_at=None).first()
    if reminder is None:
        return
    reminder.notified_at = timezone.now()
    reminder.save(update_fields=["notified_at"])
    match = Match.objects.select_related("desk").get(pk=reminder.match_id)
    data = {"occasion": reminder.occasion, "until": reminder.last_day.isoformat()}
    live.publish(topic=f"match:{match.code}", kind="reminder", data=data)
    live.publish(topic=f"desk:{match.desk.code}", kind="reminder", data={"match": match.code, **data})


def _parse_date(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


log = logging.getLogger(__name__)
