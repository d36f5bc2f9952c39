"""The Celery application: one for the serving process, the workers and the beat."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("crawford")
# Without this a retry from a thread that did not import us goes to amqp://localhost and is lost.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
