"""The records app as Django knows it."""

from importlib import import_module

from django.apps import AppConfig


class RecordsConfig(AppConfig):
    name = "matches.records"
    verbose_name = "Match files"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("matches.records.hooks")
