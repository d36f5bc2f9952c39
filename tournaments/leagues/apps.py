"""Django configuration of the leagues app."""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "tournaments.leagues"
    verbose_name = "Leagues"
