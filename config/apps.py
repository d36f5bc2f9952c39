"""The app of the project itself: its management commands, and the start of all apps."""

from importlib import import_module

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Configuration"

    def ready(self) -> None:
        """Import what every app adds to the site: its receivers, hooks and tasks."""
        import_module("config.app_parts").import_parts()
