"""The order in which waiting matches are called to tables: those first on which most others depend.

Pure functions.
"""

from collections import defaultdict, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Job:
    """A match still to be played, or in play.

    `minutes` is its duration, or the time left when `is_on`. It cannot begin before all jobs of `after` have
    ended, nor while one of `people` plays another one. A gate takes no time and no table: it only ends after
    all jobs before it, such as the matches of a round before the next one is paired.
    """

    id: str
    minutes: float = 0.0
    after: tuple[str, ...] = ()
    people: frozenset[int] = frozenset()
    is_on: bool = False
    is_gate: bool = False


def topological_order(
    jobs: Collection[Job], followers: Mapping[str, Sequence[str]] | None = None
) -> tuple[Job, ...]:
    """Return the jobs in topological order. Raises ValueError if they form a cycle.

    `followers` are those of `map_followers`, if they are known.
    """
    jobs_by_id = {job.id: job for job in jobs}
    unfinished_counts = {job.id: sum(1 for name in job.after if name in jobs_by_id) for job in jobs}
    after = map_followers(jobs) if followers is None else followers
    ready = deque(job.id for job in jobs if not unfinished_counts[job.id])
    ordered_jobs: list[Job] = []
    while ready:
        job = jobs_by_id[ready.popleft()]
        ordered_jobs.append(job)
        for name in after[job.id]:
            unfinished_counts[name] -= 1
            if not unfinished_counts[name]:
                ready.append(name)
    if len(ordered_jobs) < len(jobs_by_id):
        raise ValueError("cycle")
    return tuple(ordered_jobs)


def map_followers(jobs: Collection[Job]) -> Mapping[str, Sequence[str]]:
    """Return the ids of the jobs that wait for each job, by its id."""
    followers_by_job: defaultdict[str, list[str]] = defaultdict(list)
    for job in jobs:
        for name in job.after:
            followers_by_job[name].append(job.id)
    return followers_by_job


def compute_longest_paths(jobs: Collection[Job]) -> dict[str, float]:
    """Return the minutes from the start of each job to the end of the longest path from it.

    A path takes at least the time of all matches of each of its players, who play one match at a time.
    """
    return compute_longest_paths_in_order(topological_order(jobs))


def compute_longest_paths_in_order(ordered: Sequence[Job]) -> dict[str, float]:
    """Return the same as `compute_longest_paths` for jobs in topological order, in linear time."""
    minutes_by_person: dict[int, float] = {}
    for job in ordered:
        for person in job.people:
            minutes_by_person[person] = minutes_by_person.get(person, 0.0) + job.minutes
    longest_followers: dict[str, float] = {}
    path_minutes: dict[str, float] = {}
    for job in reversed(ordered):
        minutes_to_end = job.minutes + longest_followers.get(job.id, 0.0)
        for name in job.after:
            if minutes_to_end > longest_followers.get(name, 0.0):
                longest_followers[name] = minutes_to_end
        path_minutes[job.id] = max([minutes_to_end, *[minutes_by_person[person] for person in job.people]])
    return path_minutes


def order_ready_jobs(jobs: Collection[Job]) -> tuple[str, ...]:
    """Return the ids of the jobs that wait only for a table, those of the longest path first."""
    return _ready_jobs(jobs, compute_longest_paths(jobs))


def _ready_jobs(jobs: Collection[Job], path_minutes: Mapping[str, float]) -> tuple[str, ...]:
    ready = [
        job
        for job in jobs
        if not (job.is_gate or job.is_on or any(name in path_minutes for name in job.after))
    ]
    return tuple(job.id for job in sorted(ready, key=lambda job: -path_minutes[job.id]))
