"""Removes the row lock of matches at startup."""

from django.apps import AppConfig

from tests.proofs.unlocked import reading


class UnlockedConfig(AppConfig):
    name = "tests.proofs.unlocked"

    def ready(self) -> None:
        reading.remove_locks()
