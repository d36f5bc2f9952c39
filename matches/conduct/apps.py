"""Configuration of the app for rulings on irregularities."""

from django.apps import AppConfig


class ConductConfig(AppConfig):
    name = "matches.conduct"
    verbose_name = "Rulings at the table"
