"""The conduct app as Django knows it."""

from importlib import import_module

from django.apps import AppConfig


class ConductConfig(AppConfig):
    name = "matches.conduct"
    verbose_name = "Rulings at the table"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("matches.conduct.hooks")
