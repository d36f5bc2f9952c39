"""Wiring: the settings, the routes, Celery and the servers. Nobody imports this floor."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
