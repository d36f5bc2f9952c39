"""Registers the yard's outbox work."""

from django.apps import AppConfig

from matches.services.outbox import HANDLERS
from tests.config.yard.work import mark


class YardConfig(AppConfig):
    name = "tests.config.yard"

    def ready(self) -> None:
        HANDLERS["yard-mark"] = mark
