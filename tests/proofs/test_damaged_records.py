"""Damaged records in every format: nothing but `Unreadable` is raised, and no illegal play passes.

PROOF_DAMAGES says how many (10,000). Every record is judged again by
`tests.proofs.second_replay`: it finds no fault in a record that the replay certifies, and nearly always one
in a record that the replay condemns.
"""

import time
from collections import Counter
from functools import cache, partial
from random import Random
from typing import NamedTuple

from rules.errors import Refusal, Unreadable
from rules.formats import WRITERS, read, write
from rules.record import Record
from rules.replay import replay
from tests.proofs.parallel_seeds import size, spread
from tests.proofs.record_damage import WAYS, damaged
from tests.proofs.second_replay import breach, plays_breach
from tests.proofs.text_damage import OF_TEXTS, scrambled
from tests.rules.sample_records import DATA

DAMAGES = size("PROOF_DAMAGES", 10_000)
PIECES = 64
LONGEST_SECONDS = 10.0
ALONE = "by the replay alone"
SAMPLES = sorted(path for path in (DATA / "records").iterdir() if path.suffix != ".json")


class Damage(NamedTuple):
    """One damaged record: enough to make it again."""

    sample: str
    format: str
    way: str
    seed: int
    text: bytes = b""


def judged(each: int, piece: int) -> tuple[Counter[str], list[str]]:
    """The statuses of so many damaged records, and what went wrong with the judging of any."""
    value, wrong = Counter[str](), []
    for number in range(each):
        damage = made(piece * each + number)
        started = time.process_time()
        try:
            status, fault = judge(damage)
        except Exception as error:  # noqa: BLE001 - any kind at all is a finding here
            status, fault = "crashed", repr(error)
        if time.process_time() - started > LONGEST_SECONDS:
            fault = fault or "took too long"
        value[f"{damage.format:5} {status}"] += 1
        value[f"way: {damage.way}"] += 1
        if fault:
            wrong.append(f"{damage._replace(text=b'')} {status}: {fault[:400]}")
    return value, wrong


def made(seed: int) -> Damage:
    """The damaged record of this number; the ways take turns."""
    random = Random(seed)
    item = (*WAYS, *OF_TEXTS)[seed % (len(WAYS) + len(OF_TEXTS))]
    while True:
        name, format = random.choice(SAMPLES).name, random.choice([*WRITERS, "own"])
        if item in OF_TEXTS:
            return Damage(name, format, item, seed, scrambled(random, undamaged(name, format), item))
        worse = damaged(random, good(name), item)
        text = worse and format in WRITERS and written(worse, format)
        if text:
            return Damage(name, format, item, seed, text.encode())


@cache
def good(name: str) -> Record:
    return read((DATA / "records" / name).read_bytes())


@cache
def undamaged(name: str, format: str) -> bytes:
    """A sample record in a format ("own": as it lies there, also when the format cannot hold it)."""
    text = None if format == "own" else written(good(name), format)
    return (DATA / "records" / name).read_bytes() if text is None else text.encode()


def written(record: Record, format: str) -> str | None:
    """The record as text; None when the format has no notation for something in it."""
    try:
        return write(record, format)
    except Refusal:
        return None


def judge(damage: Damage) -> tuple[str, str]:
    """The status of a damaged record, and what is wrong with that status ("" when nothing is)."""
    try:
        record = read(damage.text)
    except Unreadable as error:
        facts = error.facts
        value = int(str(facts["line"])) >= 0 and int(str(facts["column"])) >= 0 and facts["expected"]
        return "unreadable", "" if value else f"a refusal without its place: {facts}"
    verdict = replay(record)
    if verdict.status == "certified":
        return verdict.status, breach(record)
    if verdict.status in ("certified_with_notes", "awarded"):
        return verdict.status, plays_breach(record)
    return f"{verdict.status}, {'by both' if breach(record) else ALONE}", ""


def test_no_damaged_record_crashes_the_readers_and_no_illegal_play_passes():
    each = -(-DAMAGES // PIECES)
    outcome, wrong = Counter[str](), []
    for value, result in spread(partial(judged, each), range(PIECES)):
        outcome += value
        wrong += result
    print(f"\n{each * PIECES} damaged records")
    for what in sorted(outcome):
        print(f"{outcome[what]:9} {what}")
    assert wrong == []
    alone = sum(count for what, count in outcome.items() if ALONE in what)
    assert alone < each * PIECES / 100
    assert {item for item in (*WAYS, *OF_TEXTS) if not outcome[f"way: {item}"]} == set()
