"""The wiring as Django knows it: its management commands, and the Celery tasks of all apps."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Wiring"

    def ready(self) -> None:
        """Register every app's tasks in this process, so that a nudge finds them by name; and the pulse."""
        autodiscover_modules("tasks", "pulse")
