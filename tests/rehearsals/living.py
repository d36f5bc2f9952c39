"""Days lived one after the other in a process of their own, on an empty database in memory."""

import gc
import os
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from tests.rehearsals.rehearsal import Rehearsal, run_rolled_back  # noqa: E402
from tests.servers import migrated_tables  # noqa: E402

DATABASE = "file:rehearsals?mode=memory&cache=shared"


@dataclass
class LivedDays:
    """The days of a kind: their steps, how often which status was answered, and the findings."""

    kind: str
    days: int = 0
    steps: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)


def use_empty_database() -> None:
    """Connect to an empty database in memory, unless this process has."""
    if connection.settings_dict["NAME"] == DATABASE:
        return
    # Templates need not report what they render, as the usual test environment does.
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    connection.settings_dict["NAME"] = DATABASE
    with closing(sqlite3.connect(migrated_tables() / "crawford.sqlite3")) as template:
        connection.ensure_connection()
        template.backup(connection.connection)
    # Fewer collections: most objects of a day live until its end.
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def live_days(days: tuple[str, Sequence[int], int]) -> LivedDays:
    """Live the days of a kind and these seeds, each of so many steps and its end."""
    kind, seeds, steps = days
    use_empty_database()
    lived = LivedDays(kind)
    for seed in seeds:
        rehearsal = Rehearsal(kind, seed)
        run_rolled_back(rehearsal, steps)
        lived.days, lived.steps = lived.days + 1, lived.steps + rehearsal.step
        lived.counts += rehearsal.counts
        lived.findings += rehearsal.findings
    return lived
