"""How long replays take: a correction in an event of 512 entries, and random events of 30 to 80 actions.

Run `python -m benchmarks.event_folds`. Goals: a correction is replayed in 50 ms or less, a random event
(each action once) in 0.1 s or less.
"""

import random
from statistics import median
from time import process_time

from tests.tournaments.event_simulation import Event, drawn, payload_of, play_out
from tests.tournaments.formats.drawn_plans import PLANS as STATIC
from tests.tournaments.journal.test_rounds import PLANS as PAIRED
from tests.tournaments.journal.test_rounds import live as live_in_rounds
from tests.tournaments.journal.test_stages import live, planned
from tournaments.journal.facts import StoredRow
from tournaments.journal.replay import apply_row, fold
from tournaments.journal.undo import History

ENTRIES, RUNS, EVENTS = 512, 15, 24


def measure_correction() -> dict[str, float]:
    """Return the milliseconds of a correction, applied to the state and with the whole journal replayed."""
    rng = random.Random(512)
    event = drawn(ENTRIES, rng)
    play_out(event, rng, absences=0.05)
    name = next(placed.id for placed in event.state.board.values() if placed.decided == "result")
    stored_result = event.state.results[name]
    payload = payload_of(event.state.board[name], stored_result.winner or "white", "played", 2)
    row = StoredRow(len(event.rows) + 1, "corrected", {**payload, "choices": {}})
    rows = [*event.rows, row]
    return {
        "one more row": median(_measure(lambda: apply_row(event.state, row)) for _ in range(RUNS)),
        f"all {len(rows)} rows": median(_measure(lambda: fold(rows)) for _ in range(RUNS)),
    }


def measure_random_events() -> tuple[float, float, int]:
    """Return the milliseconds to replay a random event: median and maximum, and the longest journal."""
    timings = []
    for seed in range(EVENTS):
        rows = _random_rows(seed)
        timings.append((_measure(lambda rows=rows: History(rows)), len(rows)))
    times = [value for value, _ in timings]
    return median(times), max(times), max(length for _, length in timings)


def _random_rows(seed: int) -> list[StoredRow]:
    rng = random.Random(seed)
    size = rng.choice((5, 9, 17, 31, 33, 65))
    if seed % 3:
        event: Event = planned(STATIC[rng.choice(sorted(STATIC))], size, rng)
        live(event, rng, rng.randint(30, 80))
    else:
        event = planned(PAIRED[rng.choice(sorted(PAIRED))], size, rng)
        live_in_rounds(event, rng, rng.randint(30, 80))
    return event.rows


def _measure(work: object) -> float:
    assert callable(work)
    start = process_time()
    work()
    return 1000 * (process_time() - start)


if __name__ == "__main__":
    for what, milliseconds in measure_correction().items():
        print(f"a correction among {ENTRIES} entries, {what}: {milliseconds:.1f} ms (goal 50)")
    middle, longest, rows = measure_random_events()
    print(f"{EVENTS} random events of {rows} rows at most: median {middle:.0f} ms, longest {longest:.0f}")
