"""Configuration of the app for match files."""

from importlib import import_module

from django.apps import AppConfig


class RecordsConfig(AppConfig):
    name = "matches.records"
    verbose_name = "Match files"

    def ready(self) -> None:
        """Import the hooks, which register this app in the core."""
        import_module("matches.records.hooks")
