"""Django configuration of the mailing app."""

from importlib import import_module

from django.apps import AppConfig


class MailingConfig(AppConfig):
    name = "tournaments.mailing"
    verbose_name = "E-mail to players"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("tournaments.mailing.hooks")
