"""Django configuration of the finances app."""

from importlib import import_module

from django.apps import AppConfig


class FinancesConfig(AppConfig):
    name = "tournaments.finances"
    verbose_name = "Finances"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("tournaments.finances.hooks")
