"""Registers the outbox handler of the probe app."""

from importlib import import_module

from django.apps import AppConfig


class ProbeConfig(AppConfig):
    name = "tests.config.probe"

    def ready(self) -> None:
        import_module("tests.config.probe.work")
