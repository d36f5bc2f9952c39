"""Rehearsed evenings in a real browser, with the connections of desk and phones cut at random."""

import random
from collections import Counter

import pytest

from tests.browser.conftest import OpenDevice
from tests.conftest import PROVE
from tests.rehearsals import invariants
from tests.rehearsals.actors import Act
from tests.rehearsals.browsing import BrowserActor
from tests.rehearsals.days import KINDS, NAMES, Day, DayMaker, path_of
from tests.rehearsals.habits import Clerk, Program
from tests.tournaments import club_evenings

# One evening in the suite.
SEEDS = range(1, 21) if PROVE else (10,)
STEPS = 60 if PROVE else 30
# Invariants are checked after so many steps.
EVERY = 10
# Seconds in which a device sends what has not been sent yet.
LONGEST_SENDING = 20


@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_with_lost_connections_has_no_findings(open_device: OpenDevice, seed: int) -> None:
    rng = random.Random(seed)
    _live(open_device, _begin_evening(rng), rng)


@pytest.mark.skipif(not PROVE, reason="some minutes")
@pytest.mark.parametrize("kind", KINDS)
def test_days_of_every_kind_with_lost_connections_have_no_findings(
    open_device: OpenDevice, kind: str
) -> None:
    rng = random.Random(f"{kind} 1")
    _live(open_device, KINDS[kind](rng), rng)


def _live(open_device: OpenDevice, day: Day, rng: random.Random) -> None:
    """Let the people of a day act in browsers, all but its programs, and check it."""
    people = [
        BrowserActor(actor, phone.page.context, phone.address)
        for actor in day.actors
        if not isinstance(actor, Program)
        for phone in [open_device(1280 if actor.is_official else 360)]
    ]
    acts, findings, seen = list[Act](), list[str](), Counter[str]()
    for step in range(1, STEPS + 1):
        before = invariants.read_results()
        person = rng.choices(people, [each.actor.pace for each in people])[0]
        acts += person.act(seen)
        # What a device stores may be sent at any later time: all that was entered so far may be meant.
        findings += invariants.check_results(before, invariants.read_results(), acts)
        if step % EVERY == 0:
            findings += invariants.check(day, day.events)
        findings += [fault for each in people for fault in each.faults]
        assert findings == [], "\n".join(map(str, acts[-EVERY:]))

    for person in people:
        person.set_online(is_online=True)
    assert [_count_unsent_at_last(person) for person in people] == [0] * len(people)
    findings += invariants.check(day, day.events)
    assert findings + [fault for each in people for fault in each.faults] == []


def _begin_evening(rng: random.Random) -> Day:
    """Return an evening whose first matches are at the tables: directors, a clerk, phones, a visitor."""
    maker = DayMaker(rng)
    event = club_evenings.a_night(maker.day.club, NAMES[:8])
    desk = path_of(event, "desk/")
    maker.add_actor("director", maker.day.director, [desk])
    maker.add_official("second", "director", [desk, f"{desk}entries/"])
    maker.add_official("clerk", "director", [desk], Clerk)
    maker.add_phones(event, 4)
    for phone in maker.day.actors[-4:]:
        phone.pace = 3
    maker.add_actor("visitor", None, [path_of(event)])
    return maker.day


def _count_unsent_at_last(person: BrowserActor) -> int:
    """Return how many entries a device still keeps after the time it has to send them."""
    unsent = person.count_unsent()
    for _ in range(LONGEST_SENDING):
        if not unsent:
            break
        person.page.wait_for_timeout(1000)
        unsent = person.count_unsent()
    return unsent
