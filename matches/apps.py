"""The matches app as Django knows it; `ready` takes its work from the outbox."""

from importlib import import_module

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = "Matches"

    def ready(self) -> None:
        """Name the work this room does after a commit."""
        bundles = import_module("matches.services.bundles")
        import_module("matches.services.outbox").HANDLERS[bundles.KIND] = bundles.read
