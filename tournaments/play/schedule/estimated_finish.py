"""The estimated finish of an event: the pace of play, and a simulation of the matches still to be played.

Pure functions; durations are in minutes.
"""

import heapq
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from tournaments.play.schedule.calling_order import (
    Job,
    _ready_jobs,
    compute_longest_paths_in_order,
    map_followers,
    topological_order,
)

# The usual estimate of directors, and the match points it weighs as much as in the measured pace.
USUAL_MINUTES, PRIOR_POINTS = 7.5, 28
# Limits in minutes per point: other matches were entered later, or interrupted, and are not measured.
FASTEST, SLOWEST = 1.5, 30.0
# A match beyond its expected duration is expected to take this share of it longer.
MINIMUM_SHARE = 0.1
# Pairs of the points of a game with the cube and their probability in eighths.
GAME_POINTS = ((1, 4), (2, 3), (4, 1))
EIGHTHS = 8


@dataclass(frozen=True, slots=True)
class TimedMatch:
    """A played match: its length in points, and the minutes from its first game to its result."""

    length: int
    minutes: float


@dataclass(frozen=True, slots=True)
class Pace:
    """Minutes per point of match length; `measured` is the number of matches it is based on."""

    per_point: float = USUAL_MINUTES
    measured: int = 0

    def minutes(self, length: int) -> float:
        """Return the expected minutes of a match of a length."""
        return self.per_point * length

    def left(self, length: int, white: int, black: int, elapsed: float) -> float:
        """Return the expected minutes left of a match: by its score, or by elapsed time without one."""
        whole = self.minutes(length)
        if white or black:
            return whole * share_left(length - white, length - black) / share_left(length, length)
        return max(whole - elapsed, whole * MINIMUM_SHARE)


def measure_pace(played: Iterable[TimedMatch]) -> Pace:
    """Return the pace of these matches; a small number changes the default only a little."""
    points, minutes, measured = float(PRIOR_POINTS), PRIOR_POINTS * USUAL_MINUTES, 0
    for match in played:
        if FASTEST <= match.minutes / match.length <= SLOWEST:
            points, minutes, measured = points + match.length, minutes + match.minutes, measured + 1
    return Pace(minutes / points, measured)


@cache
def share_left(white: int, black: int) -> float:
    """Return the expected number of games until one of two equal players has won the points needed."""
    if white <= 0 or black <= 0:
        return 0.0
    later = sum(
        weight * (share_left(white - points, black) + share_left(white, black - points))
        for points, weight in GAME_POINTS
    )
    return 1 + later / (2 * EIGHTHS)


@dataclass(frozen=True, slots=True)
class Forecast:
    """Minutes from now when each job begins and ends.

    `order` are the jobs that could begin now in the order they should be called: the longest path first.
    """

    begins: Mapping[str, float] = field(default_factory=dict)
    ends: Mapping[str, float] = field(default_factory=dict)
    order: tuple[str, ...] = ()

    @property
    def over(self) -> float:
        """The minutes until the last match ends."""
        return max(self.ends.values(), default=0.0)


def forecast(jobs: Collection[Job], tables: int) -> Forecast:
    """Return a forecast of play on so many tables, 0 for as many as are needed.

    Running matches continue. Whenever players are free, the ready match of the longest path whose players are
    free is called. Raises ValueError where jobs wait for each other.
    """
    simulation = _Simulation(jobs, tables or len(jobs))
    return Forecast(simulation.begins, simulation.ends, _ready_jobs(jobs, simulation.path_minutes))


class _Simulation:
    """Simulate play on the tables, job by job."""

    def __init__(self, jobs: Collection[Job], tables: int) -> None:
        self._followers = map_followers(jobs)
        ordered = topological_order(jobs, self._followers)
        self._jobs = {job.id: job for job in ordered}
        self.path_minutes = compute_longest_paths_in_order(ordered)
        self._input_order = {job.id: place for place, job in enumerate(jobs)}
        self._unfinished_counts = {
            job.id: sum(1 for name in job.after if name in self._jobs) for job in ordered
        }
        self._free_tables = tables
        self._busy_people: set[int] = set()
        self._running: list[tuple[float, str]] = []
        self._ready: list[tuple[float, int, str]] = []
        self.begins: dict[str, float] = {}
        self.ends: dict[str, float] = {}
        self._run()

    def _run(self) -> None:
        initial_jobs = [
            job for job in self._jobs.values() if job.is_on or not self._unfinished_counts[job.id]
        ]
        for job in initial_jobs:
            if job.is_on:
                self._begin(job, 0.0)
            else:
                self._make_ready(job, 0.0)
        self._begin_ready_jobs(0.0)
        while self._running:
            now, name = heapq.heappop(self._running)
            self._end(self._jobs[name], now)
            while self._running and self._running[0][0] == now:
                self._end(self._jobs[heapq.heappop(self._running)[1]], now)
            self._begin_ready_jobs(now)

    def _make_ready(self, job: Job, now: float) -> None:
        if job.is_gate:
            self.begins[job.id] = self.ends[job.id] = now
            self._release(job, now)
        else:
            heapq.heappush(self._ready, (-self.path_minutes[job.id], self._input_order[job.id], job.id))

    def _begin_ready_jobs(self, now: float) -> None:
        postponed = []
        while self._ready and self._free_tables > 0:
            ready_item = heapq.heappop(self._ready)
            job = self._jobs[ready_item[2]]
            if self._busy_people & job.people:
                postponed.append(ready_item)
            else:
                self._begin(job, now)
        for ready_item in postponed:
            heapq.heappush(self._ready, ready_item)

    def _begin(self, job: Job, now: float) -> None:
        self.begins[job.id], self.ends[job.id] = now, now + job.minutes
        self._free_tables -= 1
        self._busy_people |= job.people
        heapq.heappush(self._running, (now + job.minutes, job.id))

    def _end(self, job: Job, now: float) -> None:
        self._free_tables += 1
        self._busy_people -= job.people
        self._release(job, now)

    def _release(self, job: Job, now: float) -> None:
        for name in self._followers[job.id]:
            self._unfinished_counts[name] -= 1
            if not self._unfinished_counts[name]:
                self._make_ready(self._jobs[name], now)
