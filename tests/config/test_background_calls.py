"""The background thread for messages that may get lost."""

import threading

from matches.services.outbox import MAX_QUEUED_CALLS, BackgroundCaller

PATIENCE = 10


def test_calls_run_in_order_on_another_thread() -> None:
    nudger, ran, value = BackgroundCaller(), [], threading.Event()
    for number in range(3):
        nudger.enqueue(lambda number=number: ran.append((number, threading.current_thread().name)))  # type: ignore[misc]
    nudger.enqueue(value.set)
    assert value.wait(PATIENCE)
    assert ran == [(0, "background-calls"), (1, "background-calls"), (2, "background-calls")]


def test_after_a_failure_calls_are_dropped_for_a_while() -> None:
    nudger, ran = BackgroundCaller(pause=3600), list[str]()
    nudger._try(lambda: 1 / 0)
    nudger._try(lambda: ran.append("while silent"))
    nudger._silent_until = 0.0
    nudger._try(lambda: ran.append("afterwards"))
    assert ran == ["afterwards"]


def test_a_failing_call_does_not_stop_the_thread() -> None:
    nudger, value = BackgroundCaller(pause=0), threading.Event()
    nudger.enqueue(lambda: 1 / 0)
    nudger.enqueue(value.set)
    assert value.wait(PATIENCE)


def test_a_call_beyond_the_capacity_is_dropped_and_the_caller_goes_on() -> None:
    nudger, gate, result, ran, value = (
        BackgroundCaller(),
        threading.Event(),
        threading.Event(),
        [],
        threading.Event(),
    )
    nudger.enqueue(lambda: (result.set(), gate.wait(PATIENCE)))
    assert result.wait(PATIENCE)
    for number in range(MAX_QUEUED_CALLS + 5):
        nudger.enqueue(lambda number=number: ran.append(number))  # type: ignore[misc]
    gate.set()
    while len(ran) < MAX_QUEUED_CALLS:
        value.wait(0.01)
    nudger.enqueue(value.set)
    assert value.wait(PATIENCE)
    assert ran == list(range(MAX_QUEUED_CALLS))
