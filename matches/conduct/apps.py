"""Configuration of the app for rulings on irregularities."""

from importlib import import_module

from django.apps import AppConfig


class ConductConfig(AppConfig):
    name = "matches.conduct"
    verbose_name = "Rulings at the table"

    def ready(self) -> None:
        """Import the hooks, which register this app in the core."""
        import_module("matches.conduct.hooks")
