"""Django configuration of the registration app."""

from django.apps import AppConfig


class RegistrationConfig(AppConfig):
    name = "tournaments.registration"
    verbose_name = "Registration"
