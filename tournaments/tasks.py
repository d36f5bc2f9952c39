"""Celery's way in: thin tasks that may run twice."""

from celery import shared_task
from django.utils import timezone

from tournaments.services import invitations, maintenance


@shared_task
def pass_time() -> None:
    """Do what is due today."""
    maintenance.pass_day(today=timezone.localdate())


@shared_task
def forget_addresses() -> None:
    """Forget where invitations were mailed that lead in no more."""
    invitations.forget_addresses(now=timezone.now())
