"""Django configuration of the screens app."""

from importlib import import_module

from django.apps import AppConfig


class ScreensConfig(AppConfig):
    name = "tournaments.screens"
    verbose_name = "Screens"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("tournaments.screens.hooks")
