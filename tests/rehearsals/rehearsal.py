"""One rehearsed day: a kind and a seed give the same acts each time; what is wrong is a finding."""

import logging
import os
import random
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch

import time_machine
from django.core.cache import cache
from django.core.signals import got_request_exception
from django.db import transaction
from django.test import TestCase
from django.urls import Resolver404, resolve

from tests.rehearsals import invariants
from tests.rehearsals.actors import Act, Actor
from tests.rehearsals.days import BEGINS, KINDS, Day, path_of
from tests.rehearsals.habits import Lunch, check_lunch, list_called
from tests.rehearsals.pages import PageReader
from tests.rehearsals.stable_places import Places, check_stable_places
from tests.rehearsals.undoing import UndoCheck, check_undone_and_redone

SERVER_ERROR = 500
# How often an act is undone to see whether all is as before.
UNDONE = 0.06
# Pages are read and invariants checked after so many steps.
EVERY = 20
# How often an event is checked when it has changed.
CHECKED = 0.7
CLOSING_STEPS = 80
MOST_STUCK = 12
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
    versions: dict[int, int] = field(default_factory=dict)
    places: Places = field(default_factory=dict)

    def run(self, steps: int, closing: int = CLOSING_STEPS) -> None:
        """Live so many steps of the day, and at most `closing` to bring it to its end; stop at a finding."""
        self.closing = closing
        with _fixed_chance(f"{self.kind} {self.seed}"), time_machine.travel(BEGINS, tick=False) as clock:
            cache.clear()
            got_request_exception.connect(self._note_exception)
            logging.disable(logging.CRITICAL)
            try:
                with patch("django.test.client.store_rendered_templates"):
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
            self._act(day, actor, seen)
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
        """Let the director, who is careful now, bring the day to its end."""
        director = day.actors[0]
        director.writer.is_careful = True
        versions, stuck = {}, 0
        for _ in range(self.closing):
            now = {event.pk: event.version for event in day.events}
            stuck = 0 if now != versions else stuck + 1
            unfinished = [event for event in day.events if event.status not in {"finished", "cancelled"}]
            if (self.findings and not self.goes_on) or not unfinished or stuck > MOST_STUCK:
                return
            versions = now
            director.starts = [path_of(event, "desk/") for event in unfinished]
            self.step += 1
            clock.shift(60)
            self._act(day, director, seen)

    def _act(self, day: Day, actor: Actor, seen: Counter[str]) -> None:
        before, called = invariants.read_results(), list_called()
        is_undone = actor.is_official and random.Random(f"{self.seed} {self.step}").random() < UNDONE
        undo = UndoCheck(day) if is_undone else None
        with TestCase.captureOnCommitCallbacks(execute=True):
            acts = actor.act(seen)
        self.acts += acts
        for act in acts:
            self._count(act)
            for fault in act.faults:
                self.find(f"{act.url}: {fault}")
            if act.status >= SERVER_ERROR:
                self.find(f"{act.status} at {act.url}")
        self._check_changed(day)
        self.places = check_stable_places(self.places, before, acts, self.find)
        lunches = [each for each in day.actors if isinstance(each, Lunch)]
        for finding in (
            *invariants.check_results(before, acts),
            *check_lunch(called, acts, lunches),
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

    def _check_changed(self, day: Day) -> None:
        """Check the events that the last act has changed, most of the time."""
        versions = {event.pk: event.version for event in day.events}
        changed = [event for event in day.events if self.versions.get(event.pk) != event.version]
        self.versions = versions
        if changed and random.Random(f"{self.step} {self.seed}").random() < CHECKED:
            for finding in invariants.check(day, changed):
                self.find(finding)

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
