"""The app of the project itself: its management commands, and the Celery tasks of all apps."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Configuration"

    def ready(self) -> None:
        """Register every app's tasks in this process, so that they can be sent by name, and the heartbeat."""
        autodiscover_modules("tasks", "heartbeat")
