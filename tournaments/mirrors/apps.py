"""Django configuration of the mirrors app."""

from django.apps import AppConfig


class MirrorsConfig(AppConfig):
    name = "tournaments.mirrors"
    verbose_name = "Copies of tournaments"
