"""Configuration of the accounts app."""

from importlib import import_module

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "matches.accounts"
    verbose_name = "Accounts"

    def ready(self) -> None:
        """Import the hooks, which register this app in the core."""
        import_module("matches.accounts.hooks")
