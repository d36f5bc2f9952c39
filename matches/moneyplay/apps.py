"""Configuration of the app for money sessions."""

from django.apps import AppConfig


class MoneyPlayConfig(AppConfig):
    name = "matches.moneyplay"
    verbose_name = "Money play"
