"""Django configuration of the webhooks app."""

from importlib import import_module

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "tournaments.webhooks"
    verbose_name = "Webhooks"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("tournaments.webhooks.hooks")
