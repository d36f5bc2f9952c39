"""Celery tasks of the installation: snapshots and expired sessions; the time zone of all tasks."""

from typing import Any

from celery import shared_task
from celery.signals import task_prerun
from django.core.management import call_command
from django.utils import timezone

from config.backups import snapshots
from matches.queries.site_settings import get_site_settings


@task_prerun.connect
def activate_time_zone(**_kwargs: Any) -> None:
    """Run a task in the time zone of the site's settings, as the requests are."""
    timezone.activate(get_site_settings().zone)


@shared_task
def snapshot() -> None:
    """Make the snapshot that is due."""
    snapshots.take_due_snapshot()


@shared_task
def clear_sessions() -> None:
    """Delete expired sessions."""
    call_command("clearsessions")
