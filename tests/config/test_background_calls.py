"""`BackgroundCaller`: the thread that makes calls which may be lost."""

import threading

from matches.services.outbox import MAX_QUEUED_CALLS, BackgroundCaller

PATIENCE = 10


def test_calls_run_in_order_on_another_thread() -> None:
    caller, ran, finished = BackgroundCaller(), [], threading.Event()
    for number in range(3):
        caller.enqueue(lambda number=number: ran.append((number, threading.current_thread().name)))  # type: ignore[misc]
    caller.enqueue(finished.set)
    assert finished.wait(PATIENCE)
    assert ran == [(0, "background-calls"), (1, "background-calls"), (2, "background-calls")]


def test_after_a_failure_calls_are_dropped_for_a_while() -> None:
    caller, ran = BackgroundCaller(pause=3600), list[str]()
    caller._try(lambda: 1 / 0)
    caller._try(lambda: ran.append("while silent"))
    caller._silent_until = 0.0
    caller._try(lambda: ran.append("afterwards"))
    assert ran == ["afterwards"]


def test_a_failing_call_does_not_stop_the_thread() -> None:
    caller, finished = BackgroundCaller(pause=0), threading.Event()
    caller.enqueue(lambda: 1 / 0)
    caller.enqueue(finished.set)
    assert finished.wait(PATIENCE)


def test_a_call_beyond_the_capacity_is_dropped_and_the_caller_goes_on() -> None:
    caller, gate, started, ran, finished = (
        BackgroundCaller(),
        threading.Event(),
        threading.Event(),
        [],
        threading.Event(),
    )
    caller.enqueue(lambda: (started.set(), gate.wait(PATIENCE)))
    assert started.wait(PATIENCE)
    for number in range(MAX_QUEUED_CALLS + 5):
        caller.enqueue(lambda number=number: ran.append(number))  # type: ignore[misc]
    gate.set()
    while len(ran) < MAX_QUEUED_CALLS:
        finished.wait(0.01)
    caller.enqueue(finished.set)
    assert finished.wait(PATIENCE)
    assert ran == list(range(MAX_QUEUED_CALLS))
