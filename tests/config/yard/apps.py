"""Registers the yard's outbox work."""

from importlib import import_module

from django.apps import AppConfig


class YardConfig(AppConfig):
    name = "tests.config.yard"

    def ready(self) -> None:
        import_module("tests.config.yard.work")
