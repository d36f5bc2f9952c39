"""Celery's way in: thin tasks that may run twice."""

from datetime import timedelta

from celery import shared_task

from tournaments.webhooks.services import delivery


@shared_task
def send_webhooks() -> None:
    """Send the deliveries that are due."""
    delivery.send_due()


@shared_task
def prune_webhooks() -> None:
    """Forget deliveries that ended long ago."""
    delivery.prune(older_than=timedelta(days=30))
