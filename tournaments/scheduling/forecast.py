"""When everything will be over: the matches put on the tables in the order the desk would call them."""

import heapq
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from tournaments.scheduling.jobs import (
    Job,
    followers,
    longest_paths,
    longest_paths_in_order,
    topological_order,
)


@dataclass(frozen=True, slots=True)
class Forecast:
    """Minutes from now when each job begins and ends.

    `order` are the jobs that could begin now in the order they should be called: the longest way first.
    """

    begins: Mapping[str, float] = field(default_factory=dict)
    ends: Mapping[str, float] = field(default_factory=dict)
    order: tuple[str, ...] = ()

    @property
    def over(self) -> float:
        """The minutes until the last match ends."""
        return max(self.ends.values(), default=0.0)


def queue(jobs: Collection[Job]) -> tuple[str, ...]:
    """The jobs that wait for nothing but a table, those of the longest way first, else in the order given."""
    return _ready_jobs(jobs, longest_paths(jobs))


def forecast(jobs: Collection[Job], tables: int) -> Forecast:
    """How play will go on with so many tables, 0 meaning as many as are needed.

    What is on goes on. Whenever somebody is free, the ready match of the longest way is called whose players
    are free too. Raises ValueError where jobs wait for each other.
    """
    simulation = _Simulation(jobs, tables or len(jobs))
    return Forecast(simulation.begins, simulation.ends, _ready_jobs(jobs, simulation.long))


def _ready_jobs(jobs: Collection[Job], long: Mapping[str, float]) -> tuple[str, ...]:
    ready = [job for job in jobs if not (job.is_gate or job.is_on or any(name in long for name in job.after))]
    return tuple(job.id for job in sorted(ready, key=lambda job: -long[job.id]))


class _Simulation:
    """Simulate play on the tables, job by job."""

    def __init__(self, jobs: Collection[Job], tables: int) -> None:
        ordered = topological_order(jobs)
        self._jobs = {job.id: job for job in ordered}
        self._after = followers(ordered)
        self.long = longest_paths_in_order(ordered)
        self._place = {job.id: place for place, job in enumerate(jobs)}
        self._waits = {job.id: sum(1 for name in job.after if name in self._jobs) for job in ordered}
        self._free = tables
        self._busy: set[int] = set()
        self._running: list[tuple[float, str]] = []
        self._ready: list[tuple[float, int, str]] = []
        self.begins: dict[str, float] = {}
        self.ends: dict[str, float] = {}
        self._run()

    def _run(self) -> None:
        at_once = [job for job in self._jobs.values() if job.is_on or not self._waits[job.id]]
        for job in at_once:
            if job.is_on:
                self._begin(job, 0.0)
            else:
                self._line_up(job, 0.0)
        self._call(0.0)
        while self._running:
            now, name = heapq.heappop(self._running)
            self._end(self._jobs[name], now)
            while self._running and self._running[0][0] == now:
                self._end(self._jobs[heapq.heappop(self._running)[1]], now)
            self._call(now)

    def _line_up(self, job: Job, now: float) -> None:
        if job.is_gate:
            self.begins[job.id] = self.ends[job.id] = now
            self._release(job, now)
        else:
            heapq.heappush(self._ready, (-self.long[job.id], self._place[job.id], job.id))

    def _call(self, now: float) -> None:
        postponed = []
        while self._ready and self._free > 0:
            ready_item = heapq.heappop(self._ready)
            job = self._jobs[ready_item[2]]
            if self._busy & job.people:
                postponed.append(ready_item)
            else:
                self._begin(job, now)
        for ready_item in postponed:
            heapq.heappush(self._ready, ready_item)

    def _begin(self, job: Job, now: float) -> None:
        self.begins[job.id], self.ends[job.id] = now, now + job.minutes
        self._free -= 1
        self._busy |= job.people
        heapq.heappush(self._running, (now + job.minutes, job.id))

    def _end(self, job: Job, now: float) -> None:
        self._free += 1
        self._busy -= job.people
        self._release(job, now)

    def _release(self, job: Job, now: float) -> None:
        for name in self._after[job.id]:
            self._waits[name] -= 1
            if not self._waits[name]:
                self._line_up(self._jobs[name], now)
