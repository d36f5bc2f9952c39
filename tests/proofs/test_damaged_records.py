"""Damaged records in every format: readers raise only `Unreadable`, and no illegal play passes.

PROOF_DAMAGES is the number of records (10,000). `tests.proofs.second_replay` checks every record again: it
must find no fault in certified records, and a fault in at least 99 of 100 rejected ones.
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
    """One damaged record, and what is needed to make it again."""

    sample: str
    format: str
    way: str
    seed: int
    text: bytes = b""


def judged(count: int, piece: int) -> tuple[Counter[str], list[str]]:
    """The statuses of `count` damaged records of one piece, and the faults found in judging them."""
    statuses, faults = Counter[str](), []
    for number in range(count):
        damage = made(piece * count + number)
        started = time.process_time()
        try:
            status, fault = judge(damage)
        except Exception as error:  # noqa: BLE001 - every other exception is a finding
            status, fault = "crashed", repr(error)
        if time.process_time() - started > LONGEST_SECONDS:
            fault = fault or "took too long"
        statuses[f"{damage.format:5} {status}"] += 1
        statuses[f"way: {damage.way}"] += 1
        if fault:
            faults.append(f"{damage._replace(text=b'')} {status}: {fault[:400]}")
    return statuses, faults


def made(seed: int) -> Damage:
    """The damaged record with this seed; consecutive seeds take the ways of damage in turn."""
    random = Random(seed)
    way = (*WAYS, *OF_TEXTS)[seed % (len(WAYS) + len(OF_TEXTS))]
    while True:
        name, format = random.choice(SAMPLES).name, random.choice([*WRITERS, "own"])
        if way in OF_TEXTS:
            return Damage(name, format, way, seed, scrambled(random, undamaged(name, format), way))
        damaged_record = damaged(random, good(name), way)
        text = damaged_record and format in WRITERS and written(damaged_record, format)
        if text:
            return Damage(name, format, way, seed, text.encode())


@cache
def good(name: str) -> Record:
    return read((DATA / "records" / name).read_bytes())


@cache
def undamaged(name: str, format: str) -> bytes:
    """A sample record in a format ("own", or a format that cannot hold the record: the file unchanged)."""
    text = None if format == "own" else written(good(name), format)
    return (DATA / "records" / name).read_bytes() if text is None else text.encode()


def written(record: Record, format: str) -> str | None:
    """The record as text; None when the format has no notation for something in it."""
    try:
        return write(record, format)
    except Refusal:
        return None


def judge(damage: Damage) -> tuple[str, str]:
    """The status of a damaged record, and the reason why that status is wrong ("" if it is right)."""
    try:
        record = read(damage.text)
    except Unreadable as error:
        facts = error.facts
        has_place = int(str(facts["line"])) >= 0 and int(str(facts["column"])) >= 0 and facts["expected"]
        return "unreadable", "" if has_place else f"a refusal without its place: {facts}"
    verdict = replay(record)
    if verdict.status == "certified":
        return verdict.status, breach(record)
    if verdict.status in ("certified_with_notes", "incomplete", "awarded"):
        return verdict.status, plays_breach(record)
    return f"{verdict.status}, {'by both' if breach(record) else ALONE}", ""


def test_no_damaged_record_crashes_the_readers_and_no_illegal_play_passes():
    per_piece = -(-DAMAGES // PIECES)
    statuses, faults = Counter[str](), []
    for piece_statuses, piece_faults in spread(partial(judged, per_piece), range(PIECES)):
        statuses += piece_statuses
        faults += piece_faults
    print(f"\n{per_piece * PIECES} damaged records")
    for status in sorted(statuses):
        print(f"{statuses[status]:9} {status}")
    assert faults == []
    alone = sum(count for status, count in statuses.items() if ALONE in status)
    assert alone < per_piece * PIECES / 100
    assert {way for way in (*WAYS, *OF_TEXTS) if not statuses[f"way: {way}"]} == set()
