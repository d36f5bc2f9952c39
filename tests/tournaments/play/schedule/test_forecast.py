"""The forecast of matches on tables: which is called first, and when all are finished."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.play.schedule.calling_order import Job, compute_longest_paths, order_ready_jobs
from tournaments.play.schedule.estimated_finish import Forecast, forecast


def match(name: str, minutes: float, *after: str, people: tuple[int, ...] = ()) -> Job:
    return Job(name, minutes, after, frozenset(people))


KNOCKOUT = [match("a", 30), match("b", 30), match("final", 40, "a", "b"), match("c", 30), match("d", 20, "c")]


def test_the_longest_path_goes_through_all_dependent_matches() -> None:
    assert compute_longest_paths(KNOCKOUT) == {"a": 70, "b": 70, "final": 40, "c": 50, "d": 20}


def test_a_players_own_matches_lengthen_the_path() -> None:
    jobs = [match(name, 30, people=both) for name, both in (("x", (1, 2)), ("y", (1, 3)), ("z", (4, 5)))]

    assert compute_longest_paths(jobs) == {"x": 60, "y": 60, "z": 30}


def test_the_longest_path_is_called_first_else_the_given_order() -> None:
    assert order_ready_jobs(KNOCKOUT) == ("a", "b", "c")
    assert order_ready_jobs([match("short", 10), match("long", 50), match("other", 10)]) == (
        "long",
        "short",
        "other",
    )


def test_one_table_plays_one_match_after_the_other() -> None:
    assert forecast(KNOCKOUT, 1) == Forecast(
        begins={"a": 0, "b": 30, "c": 60, "final": 90, "d": 130},
        ends={"a": 30, "b": 60, "c": 90, "final": 130, "d": 150},
        order=("a", "b", "c"),
    )


def test_with_unlimited_tables_the_longest_path_remains() -> None:
    assert forecast(KNOCKOUT, 0).over == 70


def test_players_of_running_matches_are_not_called() -> None:
    on = Job("on", 12, people=frozenset({1, 2}), is_on=True)
    result = forecast([on, match("next", 30, people=(1, 3)), match("other", 20, people=(4, 5))], 3)

    assert result.begins == {"on": 0, "other": 0, "next": 12}


def test_a_gate_job_takes_no_table_and_no_time() -> None:
    jobs = [
        match("a", 30),
        match("b", 20),
        Job("round", after=("a", "b"), is_gate=True),
        match("c", 10, "round"),
    ]

    assert forecast(jobs, 1).ends == {"a": 30, "b": 50, "round": 50, "c": 60}


def test_matches_that_wait_for_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="cycle"):
        forecast([match("a", 1, "b"), match("b", 1, "a")], 1)


@st.composite
def days(draw: st.DrawFn) -> list[Job]:
    jobs: list[Job] = []
    for number in range(draw(st.integers(1, 14))):
        earlier = [job.id for job in jobs]
        after = draw(st.lists(st.sampled_from(earlier), unique=True, max_size=3)) if earlier else []
        people = draw(st.frozensets(st.integers(1, 8), max_size=2))
        is_gate = not people and draw(st.booleans())
        minutes = 0.0 if is_gate else float(draw(st.integers(1, 60)))
        jobs.append(Job(f"j{number}", minutes, tuple(after), people, is_gate=is_gate))
    return jobs


@given(days(), st.integers(1, 5))
def test_random_schedules_are_feasible(jobs: list[Job], tables: int) -> None:
    result = forecast(jobs, tables)

    assert set(result.ends) == {job.id for job in jobs}
    by_id = {job.id: job for job in jobs}
    for job in jobs:
        assert all(result.ends[name] <= result.begins[job.id] for name in job.after)
    played = [job for job in jobs if not job.is_gate]
    for job in played:
        begins = result.begins[job.id]
        at_once = [one for one in played if result.begins[one.id] <= begins < result.ends[one.id]]
        assert len(at_once) <= tables
        assert not any(by_id[one.id].people & job.people for one in at_once if one.id != job.id)
    # No table stands idle for longer than all the work there is.
    assert result.over <= sum(job.minutes for job in jobs)
    assert result.over >= max(compute_longest_paths(jobs).values()) - 1e-9
