"""Celery tasks: thin and idempotent."""

from celery import shared_task

from tournaments.mirrors.services import sending


@shared_task
def send_publications() -> None:
    """Send the publications that are due."""
    sending.send_due()
