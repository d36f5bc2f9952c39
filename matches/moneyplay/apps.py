"""Configuration of the app for money sessions."""

from importlib import import_module

from django.apps import AppConfig


class MoneyPlayConfig(AppConfig):
    name = "matches.moneyplay"
    verbose_name = "Money play"

    def ready(self) -> None:
        """Import the hooks, which register this app in the core."""
        import_module("matches.moneyplay.hooks")
