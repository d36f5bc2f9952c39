"""Configuration of the app for match files."""

from django.apps import AppConfig


class RecordsConfig(AppConfig):
    name = "matches.records"
    verbose_name = "Match files"
