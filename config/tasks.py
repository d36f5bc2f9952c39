"""Celery's way in to what concerns the whole house: its snapshots, and what nobody needs any more."""

from celery import shared_task
from django.core.management import call_command

from config.backups import snapshots


@shared_task
def snapshot() -> None:
    """Make the snapshot that is due."""
    snapshots.take()


@shared_task
def tidy() -> None:
    """Forget sessions that have run out."""
    call_command("clearsessions")
