"""The app of the project itself: its management commands, and the Celery tasks of all apps."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Configuration"

    def ready(self) -> None:
        """Import the `tasks` of every app, so that they can be sent by name, and `config.heartbeat`."""
        autodiscover_modules("tasks", "heartbeat")
