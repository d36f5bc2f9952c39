"""Scheduling: pace of play, order of calling, expected finish, and the dates of weekly nights. Pure."""

import heapq
from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from itertools import islice
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Job:
    """A match still to be played, or being played.

    `minutes` are its duration, or the time left when `is_on`. It cannot begin before all of `after` are over,
    nor while one of `people` plays elsewhere. A gate takes no time and no table: it is passed once all jobs
    before it are over, as a round is before the next one is paired.
    """

    id: str
    minutes: float = 0.0
    after: tuple[str, ...] = ()
    people: frozenset[int] = frozenset()
    is_on: bool = False
    is_gate: bool = False


def topological_order(jobs: Collection[Job]) -> tuple[Job, ...]:
    """Return the jobs, each after all it waits for. Raises ValueError on a cycle."""
    jobs_by_id = {job.id: job for job in jobs}
    waits = {job.id: sum(1 for name in job.after if name in jobs_by_id) for job in jobs}
    after = followers(jobs)
    ready = deque(job.id for job in jobs if not waits[job.id])
    ordered_jobs: list[Job] = []
    while ready:
        job = jobs_by_id[ready.popleft()]
        ordered_jobs.append(job)
        for name in after[job.id]:
            waits[name] -= 1
            if not waits[name]:
                ready.append(name)
    if len(ordered_jobs) < len(jobs_by_id):
        raise ValueError("circle")
    return tuple(ordered_jobs)


def followers(jobs: Collection[Job]) -> Mapping[str, Sequence[str]]:
    """Return the jobs that wait for each job."""
    followers_by_job: defaultdict[str, list[str]] = defaultdict(list)
    for job in jobs:
        for name in job.after:
            followers_by_job[name].append(job.id)
    return followers_by_job


def longest_paths(jobs: Collection[Job]) -> dict[str, float]:
    """Return the minutes from the start of each job to the end of the longest path from it.

    A path is no shorter than all matches of one of its players: a player sits at one table at a time.
    """
    return longest_paths_in_order(topological_order(jobs))


def longest_paths_in_order(ordered: Sequence[Job]) -> dict[str, float]:
    """Return the same for jobs in topological order, in linear time."""
    load: dict[int, float] = {}
    for job in ordered:
        for person in job.people:
            load[person] = load.get(person, 0.0) + job.minutes
    longest_followers: dict[str, float] = {}
    path_minutes: dict[str, float] = {}
    for job in reversed(ordered):
        chain = job.minutes + longest_followers.get(job.id, 0.0)
        for name in job.after:
            if chain > longest_followers.get(name, 0.0):
                longest_followers[name] = chain
        path_minutes[job.id] = max([chain, *[load[person] for person in job.people]])
    return path_minutes


# Directors assume seven to eight minutes a point; measured matches outweigh that after a few.
USUAL_MINUTES, PRIOR_POINTS = 7.5, 28
# Faster or slower matches were entered long afterwards, or interrupted.
FASTEST, SLOWEST = 1.5, 30.0
# A match beyond its expected duration still takes a little.
MINIMUM_SHARE = 0.1
# Points of a game with the cube, as numerators of eighths.
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
    """Return the expected number of games two equal players need until one has the points still needed."""
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


def queue(jobs: Collection[Job]) -> tuple[str, ...]:
    """Return the jobs that wait only for a table, those of the longest path first."""
    return _ready_jobs(jobs, longest_paths(jobs))


def forecast(jobs: Collection[Job], tables: int) -> Forecast:
    """Return a forecast of play on so many tables, 0 for as many as are needed.

    Running matches continue. Whenever players are free, the ready match of the longest path whose players are
    free is called. Raises ValueError where jobs wait for each other.
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


WEEK = timedelta(weeks=1)


def days_from(weekday: int, first: date) -> Iterator[date]:
    """Yield every day with the weekday `weekday` (Monday 0) from `first` on, inclusive."""
    day = first + timedelta(days=(weekday - first.weekday()) % 7)
    while True:
        yield day
        day += WEEK


def next_days(weekday: int, first: date, *, weeks: int, without: Collection[date] = ()) -> list[date]:
    """Return the days of the next `weeks` weeks from `first` on, without skipped or existing ones."""
    return [day for day in islice(days_from(weekday, first), weeks) if day not in without]


def start_of_night(day: date, begins: time, zone: ZoneInfo) -> datetime:
    """Return the start of a tournament; an hour skipped by a clock change is read in the earlier offset."""
    return datetime.combine(day, begins, tzinfo=zone)
