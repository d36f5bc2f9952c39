"""Days lived one after the other in a process of their own, on an empty database in memory."""

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from tests.rehearsals.backups import BackupDay  # noqa: E402
from tests.rehearsals.database import use_empty_database  # noqa: E402
from tests.rehearsals.rehearsal import Rehearsal, run_rolled_back  # noqa: E402

# A backup is taken on one day of so many.
BACKED_UP = 20


@dataclass
class LivedDays:
    """The days of a kind: their steps, how often which status was answered, and the findings."""

    kind: str
    days: int = 0
    steps: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)


def live_days(days: tuple[str, Sequence[int], int]) -> LivedDays:
    """Live the days of a kind and these seeds, each of so many steps and its end."""
    kind, seeds, steps = days
    use_empty_database()
    lived = LivedDays(kind)
    for seed in seeds:
        rehearsal = live_day(kind, seed, steps)
        lived.days, lived.steps = lived.days + 1, lived.steps + rehearsal.step
        lived.counts += rehearsal.counts
        lived.findings += rehearsal.findings
    return lived


def live_day(kind: str, seed: int, steps: int, *, goes_on: bool = False) -> Rehearsal:
    """Live one day; on some of them a backup is taken and restored."""
    if seed % BACKED_UP == 0:
        day = BackupDay(kind, seed, goes_on=goes_on)
        day.live(steps)
        return day
    rehearsal = Rehearsal(kind, seed, goes_on=goes_on)
    run_rolled_back(rehearsal, steps)
    return rehearsal
