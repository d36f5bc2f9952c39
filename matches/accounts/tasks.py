"""Celery task of accounts."""

from celery import shared_task

from matches.accounts import services


@shared_task
def prune_accounts() -> None:
    """Delete signed-out devices and old sign-in links."""
    services.prune_accounts()
