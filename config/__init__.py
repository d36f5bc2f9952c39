"""Project package: settings, routes, Celery and servers. No other package imports it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
