"""Project package: settings, routes, Celery, servers, plug-ins. No other package of the site imports it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
