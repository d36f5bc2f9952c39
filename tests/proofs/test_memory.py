"""Replaying a million plays (PROOF_PLAYS) takes constant memory, although the readers have seen no play
before."""

import gc
import tracemalloc
from collections.abc import Iterator
from itertools import cycle
from random import Random

from rules.formats import read
from rules.replay import replay
from tests.proofs.parallel_seeds import size
from tests.rules.sample_records import manifest, sample

PLAYS = size("PROOF_PLAYS", 1_000_000)
# Caches of plays are emptied when they are full, so peaks differ by how full they were.
ALLOWED_SHARE = 1.1


def texts(random: Random) -> Iterator[bytes]:
    """The sample records again and again, each time with other blanks within their plays."""
    sheets = [sample(entry["file"]) for entry in manifest()]
    for sheet in cycle(sheets):
        yield " ".join(token + " " * random.randrange(3) for token in sheet.split(" ")).encode()


def plays_replayed(sheets: Iterator[bytes], enough: int) -> int:
    """Replay records until at least `enough` plays are replayed; return their number."""
    number = 0
    while number < enough:
        number += replay(read(next(sheets))).plays
    return number


def test_memory_does_not_grow_over_a_million_replayed_plays():
    sheets = texts(Random(17))
    peaks = []
    tracemalloc.start()
    try:
        play_count = plays_replayed(sheets, PLAYS // 5)
        while play_count < PLAYS:
            gc.collect()
            tracemalloc.reset_peak()
            play_count += plays_replayed(sheets, PLAYS // 10)
            peaks.append(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()
    print(f"\n{play_count} plays, peaks in KB: {[peak // 1024 for peak in peaks]}")
    assert max(peaks) < ALLOWED_SHARE * peaks[0]
