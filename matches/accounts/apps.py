"""The accounts app as Django knows it."""

from importlib import import_module

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "matches.accounts"
    verbose_name = "Accounts"

    def ready(self) -> None:
        """Register what this app adds to the core."""
        import_module("matches.accounts.hooks")
