"""Celery tasks of accounts."""

from celery import shared_task

from matches.accounts import services


@shared_task
def prune_accounts() -> None:
    """Delete signed-out devices and sign-in links of long ago."""
    services.prune_accounts()
