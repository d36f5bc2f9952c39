"""Takes the lock of a match away when the house opens."""

from django.apps import AppConfig

from tests.proofs.unlocked import reading


class UnlockedConfig(AppConfig):
    name = "tests.proofs.unlocked"

    def ready(self) -> None:
        reading.without_locks()
