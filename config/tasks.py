"""Celery's way in to what concerns the whole house: its snapshots."""

from celery import shared_task

from config.backups import snapshots


@shared_task
def snapshot() -> None:
    """Make the snapshot that is due."""
    snapshots.take()
