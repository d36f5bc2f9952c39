"""Celery tasks: thin and idempotent."""

from datetime import timedelta

from celery import shared_task

from tournaments.webhooks import deliveries, services


@shared_task
def send_webhooks() -> None:
    """Send the deliveries that are due."""
    deliveries.send_due()


@shared_task
def prune_webhooks() -> None:
    """Delete deliveries that ended long ago."""
    services.prune_deliveries(older_than=timedelta(days=30))
