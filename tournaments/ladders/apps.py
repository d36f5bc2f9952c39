"""Django configuration of the ladders app."""

from importlib import import_module

from django.apps import AppConfig


class LaddersConfig(AppConfig):
    name = "tournaments.ladders"
    verbose_name = "Ladders"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("tournaments.ladders.hooks")
