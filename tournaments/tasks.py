"""Celery's way in: thin tasks that may run twice."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from tournaments.services import invitations, posting, timers


@shared_task
def pass_time() -> None:
    """What today brings to ladders and leagues."""
    timers.pass_day(today=timezone.localdate())


@shared_task
def forget_addresses() -> None:
    """Forget where invitations were mailed that lead in no more."""
    invitations.forget_addresses(now=timezone.now())


@shared_task
def send_webhooks() -> None:
    """Take due news to other programs."""
    posting.send()


@shared_task
def prune_webhooks() -> None:
    """Forget what was sent long ago."""
    posting.prune(older_than=timedelta(days=30))
