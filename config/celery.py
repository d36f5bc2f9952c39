"""The Celery application: one for the serving process, the workers and the beat."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready, worker_shutting_down
from django.conf import settings

from matches.records import gnubg

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("crawford")
# Without this a retry from a thread that did not import us goes to amqp://localhost and is lost.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def configure_logging(**_kwargs: Any) -> None:
    """Log as in the web process; Celery's own format knows no JSON and masks no secrets."""
    logging.config.dictConfig(settings.LOGGING)


@worker_ready.connect
def sweep_at_start(**_kwargs: Any) -> None:
    """Do the work that became pending while there was no worker."""
    app.send_task("matches.tasks.sweep_outbox")


@worker_shutting_down.connect
def stop_engine(**_kwargs: Any) -> None:
    """Do not wait for a long analysis at shutdown: another worker analyses the game again."""
    gnubg.stop_all()
