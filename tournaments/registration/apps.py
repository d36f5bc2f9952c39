"""Django configuration of the registration app."""

from importlib import import_module

from django.apps import AppConfig


class RegistrationConfig(AppConfig):
    name = "tournaments.registration"
    verbose_name = "Registration"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("tournaments.registration.hooks")
