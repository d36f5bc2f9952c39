"""Django configuration of the leagues app."""

from importlib import import_module

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "tournaments.leagues"
    verbose_name = "Leagues"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("tournaments.leagues.hooks")
