"""A script that is killed while it creates the tables of a new site."""

import os
import signal
from typing import Any

import django

django.setup()

from django.db.models.signals import post_migrate  # noqa: E402

from config.tables import create_tables  # noqa: E402


def kill_this_process(**_kwargs: Any) -> None:
    """Kill this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    post_migrate.connect(kill_this_process)
    create_tables()
