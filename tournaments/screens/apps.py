"""Django configuration of the screens app."""

from django.apps import AppConfig


class ScreensConfig(AppConfig):
    name = "tournaments.screens"
    verbose_name = "Screens"
