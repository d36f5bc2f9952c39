"""The tournaments app as Django knows it; `ready` hangs the doorbell of settled matches."""

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        """Connect the receivers."""
        import_module("tournaments.receivers")
