"""Django configuration of the finances app."""

from django.apps import AppConfig


class FinancesConfig(AppConfig):
    name = "tournaments.finances"
    verbose_name = "Finances"
