"""The money play app as Django knows it."""

from importlib import import_module

from django.apps import AppConfig


class MoneyPlayConfig(AppConfig):
    name = "matches.moneyplay"
    verbose_name = "Money play"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("matches.moneyplay.hooks")
