"""Configuration of the accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "matches.accounts"
    verbose_name = "Accounts"
