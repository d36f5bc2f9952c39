"""Django configuration of the printing app."""

from importlib import import_module

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    name = "tournaments.printing"
    verbose_name = "Printing"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("tournaments.printing.hooks")
