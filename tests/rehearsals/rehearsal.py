"""One rehearsed day: a kind and a seed give the same acts each time; what is wrong is a finding."""

import functools
import logging
import os
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch

import time_machine
from django.core.cache import cache
from django.core.signals import got_request_exception
from django.db import transaction
from django.test import TestCase
from django.urls import Resolver404, get_resolver, resolve

from tests.rehearsals import invariants
from tests.rehearsals.actors import Act, Actor
from tests.rehearsals.days import BEGINS, KINDS, Day, path_of
from tests.rehearsals.habits import Lunch, check_lunch
from tests.rehearsals.pages import PageReader
from tests.rehearsals.stable_places import check_stable_places
from tests.rehearsals.stored import Stored, read_stored
from tests.rehearsals.undoing import UndoCheck, check_undone_and_redone

SERVER_ERROR = 500
# How often an act is undone to see whether all is as before.
UNDONE = 0.06
# Pages are read and invariants checked after so many steps.
EVERY = 20
# How often an event is checked when it has changed.
CHECKED = 0.7
CLOSING_STEPS = 80
# So often a director tries to bring an event forward.
MOST_TRIES = 3
# So many acts before a finding are listed.
LISTED_ACTS = 6
# All pages are read, and all is undone and redone, at the end of one day of so many.
THOROUGH, UNDONE_AND_REDONE = 40, 10


@dataclass
class Rehearsal:
    """The day of a kind and seed.

    `findings` tell what was wrong, `used` how often which route was requested. With `goes_on` the day goes on
    after a finding, as on a tree that has many."""

    kind: str
    seed: int
    every: int = EVERY
    goes_on: bool = False
    findings: list[str] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    acts: list[Act] = field(default_factory=list)
    end: str = ""
    step: int = 0
    closing: int = 0
    stored: Stored | None = None

    def run(self, steps: int, closing: int = CLOSING_STEPS) -> None:
        """Live so many steps of the day, and at most `closing` to bring it to its end; stop at a finding."""
        self.closing = closing
        with _fixed_chance(f"{self.kind} {self.seed}"), time_machine.travel(BEGINS, tick=False) as clock:
            cache.clear()
            got_request_exception.connect(self._note_exception)
            logging.disable(logging.CRITICAL)
            try:
                with _lean_requests():
                    self._live(steps, clock)
            finally:
                logging.disable(logging.NOTSET)
                got_request_exception.disconnect(self._note_exception)

    def _live(self, steps: int, clock: time_machine.Traveller) -> None:
        self.rng = random.Random(f"{self.kind} {self.seed}")
        with TestCase.captureOnCommitCallbacks(execute=True):
            day = KINDS[self.kind](self.rng)
        self.reader = PageReader(day)
        seen = Counter[str]()
        try:
            self._live_steps(day, seen, steps, clock)
        finally:
            self.end = " ".join(event.status for event in day.events)

    def _live_steps(self, day: Day, seen: Counter[str], steps: int, clock: time_machine.Traveller) -> None:
        for self.step in range(1, steps + 1):
            clock.shift(60 * self.rng.choice(day.minutes))
            (actor,) = self.rng.choices(day.actors, [each.pace for each in day.actors])
            self._do(day, actor, functools.partial(actor.act, seen))
            if self.step % self.every == 0:
                self._check(day, part=0.03)
            if self.findings and not self.goes_on:
                return
        self._close(day, seen, clock)
        self._check(day, part=0.1 if self.seed % THOROUGH else 1)
        if self.seed % UNDONE_AND_REDONE == 0:
            for finding in check_undone_and_redone(day):
                self.find(finding)
        for finding in invariants.check_files(day):
            self.find(finding)

    def _close(self, day: Day, seen: Counter[str], clock: time_machine.Traveller) -> None:
        """Let a director, who is careful now, bring the day to its end.

        An event that several tries have not brought forward waits for another event, or stays as it is."""
        tries = Counter[tuple[int, int]]()
        for _ in range(self.closing):
            director = day.find_director()
            open_events = [event for event in day.events if event.status not in {"finished", "cancelled"}]
            open_events = [event for event in open_events if tries[event.pk, event.version] < MOST_TRIES]
            if (self.findings and not self.goes_on) or not open_events:
                return
            event = self.rng.choice(open_events)
            tries[event.pk, event.version] += 1
            self.step += 1
            clock.shift(60)
            self._do(day, director, functools.partial(director.act_carefully, path_of(event, "desk/"), seen))

    def _do(self, day: Day, actor: Actor, act: Callable[[], list[Act]]) -> None:
        """Let an actor act, and check what has come of it."""
        before = self.stored = read_stored(day, self.stored)
        is_undone = actor.is_official and random.Random(f"{self.seed} {self.step}").random() < UNDONE
        undo = UndoCheck(day) if is_undone else None
        with TestCase.captureOnCommitCallbacks(execute=True):
            acts = act()
        self.acts += acts
        for done in acts:
            self._count(done)
            for fault in done.faults:
                self.find(f"{done.url}: {fault}")
            if done.status >= SERVER_ERROR:
                self.find(f"{done.status} at {done.url}")
        after = self.stored = read_stored(day, before)
        for finding in (
            *self._check_changed(day, before, after),
            *self._check_acts(day, acts, before, after),
            *(undo.check(acts) if undo else ()),
        ):
            self.find(finding)

    def _count(self, act: Act) -> None:
        self.counts[f"{act.method} {act.status}"] += 1
        try:
            route = resolve(act.url.split("?")[0]).route
        except Resolver404:
            self.find(f"a page offers {act.url}, which is no address")
            return
        self.used[f"{act.method} /{route}"] += 1

    def _check_changed(self, day: Day, before: Stored, after: Stored) -> Iterator[str]:
        """Check the events that the last act has changed, most of the time."""
        versions = before.versions
        changed = [event for event in after.events if versions.get(event.pk) != event.version]
        if changed and random.Random(f"{self.step} {self.seed}").random() < CHECKED:
            yield from invariants.check(day, changed)

    def _check_acts(self, day: Day, acts: list[Act], before: Stored, after: Stored) -> Iterator[str]:
        """Compare what is stored after acts with what was stored before."""
        lunches = [each for each in day.actors if isinstance(each, Lunch)]
        calls = sorted(code for code, _ in after.called - before.called)
        yield from check_lunch(calls, acts, lunches)
        yield from invariants.check_results(before.results, after.results, acts)
        if before.results.items() <= after.results.items():
            yield from check_stable_places(before.places, after.places, acts)

    def _check(self, day: Day, part: float) -> None:
        rng = random.Random(f"{self.seed} {self.step}")
        for fault in (*self.reader.read_part(rng, part), *invariants.check(day, day.events)):
            self.find(fault)

    def _note_exception(self, **_: object) -> None:
        lines = traceback.format_exc().strip().splitlines()
        self.find("\n".join(lines[-7:]))

    def find(self, what: str) -> None:
        """Add a finding, with the acts that led to it."""
        last_acts = "\n".join(f"      {act}" for act in self.acts[-LISTED_ACTS:])
        finding = f"{self.kind} {self.seed} step {self.step}: {what}\n{last_acts}"
        if not any(what in earlier for earlier in self.findings):
            self.findings.append(finding)


@contextmanager
def _lean_requests() -> Iterator[None]:
    """Keep no copies of template contexts, and resolve each address once."""
    resolver = get_resolver()
    with (
        patch("django.test.client.store_rendered_templates", _ignore),
        patch.object(resolver, "resolve", functools.cache(resolver.resolve)),
    ):
        yield


def _ignore(*_: object, **__: object) -> None:
    """Do nothing: a mock would take much longer."""


@contextmanager
def _fixed_chance(seed: str) -> Iterator[None]:
    """Let keys, codes and draws come from the seed, so that a day is repeated exactly."""
    rng = random.Random(seed)
    with patch.object(os, "urandom", rng.randbytes), patch.object(random, "_urandom", rng.randbytes):
        yield


def run_rolled_back(rehearsal: Rehearsal, steps: int) -> None:
    """Run a rehearsal, and leave the database as it was."""
    with transaction.atomic():
        rehearsal.run(steps)
        transaction.set_rollback(True)


def shorten(rehearsal: Rehearsal) -> Rehearsal:
    """Return the same day with its finding after the fewest steps: all is checked after each of them."""
    shorter = Rehearsal(rehearsal.kind, rehearsal.seed, every=1)
    run_rolled_back(shorter, rehearsal.step)
    return shorter if shorter.findings else rehearsal
