"""Django configuration of the printing app."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    name = "tournaments.printing"
    verbose_name = "Printing"
