"""Django configuration of the ladders app."""

from django.apps import AppConfig


class LaddersConfig(AppConfig):
    name = "tournaments.ladders"
    verbose_name = "Ladders"
