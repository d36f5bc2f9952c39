"""Celery tasks: thin and idempotent."""

from celery import shared_task
from django.utils import timezone

from tournaments.people.services import invitations
from tournaments.play.event_journal.services import maintenance
from tournaments.play.schedule.services import breaks


@shared_task
def check_deadlines() -> None:
    """Expire challenges, send reminders and delete details no longer needed, as of today."""
    maintenance.check_deadlines(today=timezone.localdate())


@shared_task
def forget_addresses() -> None:
    """Delete the email addresses of closed invitations."""
    invitations.forget_addresses(now=timezone.now())


@shared_task
def call_after_breaks() -> None:
    """Call the waiting matches of tournaments whose break is over."""
    breaks.call_after_breaks()
