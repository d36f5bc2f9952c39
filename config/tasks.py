"""Celery tasks of the installation: snapshots and expired sessions."""

from celery import shared_task
from django.core.management import call_command

from config.backups import snapshots


@shared_task
def snapshot() -> None:
    """Make the snapshot that is due."""
    snapshots.take_due_snapshot()


@shared_task
def clear_sessions() -> None:
    """Delete expired sessions."""
    call_command("clearsessions")
