"""The Celery application: one for the serving process, the workers and the beat."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, task_prerun, worker_ready, worker_shutting_down
from django.conf import settings
from django.utils import timezone

from matches.records import gnubg

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("crawford")
# Threads that have not imported this module would retry tasks with a default app, on amqp://localhost.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def configure_logging(**_kwargs: Any) -> None:
    """Log as in the web process; Celery's own format knows no JSON and masks no secrets."""
    logging.config.dictConfig(settings.LOGGING)


@task_prerun.connect
def activate_time_zone(**_kwargs: Any) -> None:
    """Run a task in the time zone of the site's settings, as the requests are."""
    # Imported here: models cannot be imported before the apps are loaded.
    from matches.queries.site_settings import get_site_settings  # noqa: PLC0415

    timezone.activate(get_site_settings().zone)


@worker_ready.connect
def sweep_outbox_at_start(**_kwargs: Any) -> None:
    """Process the outbox messages that became pending while there was no worker."""
    app.send_task("matches.tasks.sweep_outbox")


@worker_shutting_down.connect
def stop_analyses(**_kwargs: Any) -> None:
    """Stop running analyses instead of waiting for them; another worker analyses the game again."""
    gnubg.stop_all()
