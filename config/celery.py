"""The Celery application: one for the serving process, the workers and the beat."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready, worker_shutting_down
from django.conf import settings

from matches.records.engines import child_process

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


@worker_ready.connect
def sweep_outbox_at_start(**_kwargs: Any) -> None:
    """Process the outbox messages that became pending while there was no worker."""
    app.send_task("matches.tasks.sweep_outbox")


@worker_shutting_down.connect
def stop_analyses(**_kwargs: Any) -> None:
    """Stop running analyses instead of waiting for them; another worker analyses the game again."""
    child_process.stop_all()
