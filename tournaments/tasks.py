"""Celery tasks: thin and idempotent."""

from celery import shared_task
from django.utils import timezone

from tournaments.services import invitations, maintenance


@shared_task
def pass_time() -> None:
    """Do what is due today."""
    maintenance.pass_day(today=timezone.localdate())


@shared_task
def forget_addresses() -> None:
    """Delete the email addresses of closed invitations."""
    invitations.forget_addresses(now=timezone.now())
