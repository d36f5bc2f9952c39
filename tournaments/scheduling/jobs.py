"""Matches as work to be done: what each waits for, and how long the way is from it to the end."""

from collections import defaultdict, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Job:
    """A match still to be played, or being played.

    `minutes` are what it will take from its start, or still takes when `is_on`. It cannot begin before all
    of `after` are over, nor while one of `people` plays elsewhere. A gate takes no time and no table: it is
    passed once all before it are over, as a round is before the next one is paired.
    """

    id: str
    minutes: float = 0.0
    after: tuple[str, ...] = ()
    people: frozenset[int] = frozenset()
    is_on: bool = False
    is_gate: bool = False


def topological_order(jobs: Collection[Job]) -> tuple[Job, ...]:
    """The jobs, each after all it waits for. Raises ValueError where they wait for each other."""
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
    """Which jobs wait for each."""
    followers_by_job: defaultdict[str, list[str]] = defaultdict(list)
    for job in jobs:
        for name in job.after:
            followers_by_job[name].append(job.id)
    return followers_by_job


def longest_paths(jobs: Collection[Job]) -> dict[str, float]:
    """The minutes from the start of each job to the end of the longest way through those that wait for it.

    A way is no shorter than all that one of its players has to play: nobody sits at two tables.
    """
    return longest_paths_in_order(topological_order(jobs))


def longest_paths_in_order(ordered: Sequence[Job]) -> dict[str, float]:
    """The same for jobs that stand in their order already, in the time it takes to read them once."""
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
