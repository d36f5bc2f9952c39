"""The Celery application: one for the serving process, the workers and the beat."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready, worker_shutting_down
from django.conf import settings

from matches import engine

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("crawford")
# Without this a retry from a thread that did not import us goes to amqp://localhost and is lost.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_like_the_house(**_said: Any) -> None:
    """Workers and the beat log as pages do; Celery's own way knows neither JSON nor what is a secret."""
    logging.config.dictConfig(settings.LOGGING)


@worker_ready.connect
def catch_up(**_said: Any) -> None:
    """A worker that comes up looks at once for what was owed while there was none."""
    app.send_task("matches.tasks.sweep_outbox")


@worker_shutting_down.connect
def end_programs(**_said: Any) -> None:
    """A worker that is told to stop does not wait for a long analysis: its game is looked at again later."""
    engine.stop()
