"""Random evenings, on the database: each act is one line, undone and done again exactly."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from matches.models import Match
from matches.states import MatchResult
from rules.errors import Refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import rating_list_of
from tests.tournaments.test_random_evenings import Evening, process_outbox
from tournaments.models import Entry, JournalEntry
from tournaments.queries import previews, ratings
from tournaments.services import changes, journal

Shown = tuple[Any, ...]
MOST_PREVIEWS = 30


class Retraced(Evening):
    """An evening whose every act is undone and done again; `found` tells what was not as promised."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seed, self.seen, self.found = seed, Counter[str](), list[str]()
        self.acts: tuple[Callable[[], None], ...] = (
            *(self.play,) * 6,
            *(self.correct,) * 3,
            self.undo,
            self.withdraw,
            self.reinstate,
        )

    @property
    def lines(self) -> int:
        """How many lines the journal has."""
        return JournalEntry.objects.filter(event=self.event).count()

    def shown(self) -> Shown:
        """Everything the event shows: pairings with players and results, entries with places, ratings."""
        process_outbox()
        people = self.event.entries.order_by("number").values_list(
            "number", "player__code", "status", "seed", "place_from", "place_to"
        )
        changes = ratings.changes_from(rating_list_of(self.club), None)
        items = sorted((row.player_id, row.before, row.after, row.experience) for row in changes)
        return projection_check.shown(self.event), list(people), items

    def reinstate(self) -> None:
        """Somebody who went home comes back."""
        rows = list(Entry.objects.filter(event=self.event, status="withdrawn"))
        changes.reinstate(event=self.event, entry=self.lots.choice(rows).number, by=self.by)

    def correct(self) -> None:
        """An old result is put right: the preview names every pairing that changes, and no other."""
        settled = Match.objects.filter(pairing__event=self.event, settled_at__isnull=False).order_by("id")
        match = self.lots.choice(list(settled))
        result = self.a_result(match)
        again, value = self._foreseen(match, result)
        before, _, _ = self.shown()
        changes.correct_result(match=match, result=result, choices=value, by=self.by, reason="Wrong sheet")
        after, _, _ = self.shown()
        changed = {label for label in {*before, *after} if before.get(label) != after.get(label)}
        listed = {item.pairing.label for item in again.affected}
        self.seen["correction"] += 1
        if changed - {again.pairing.label} != listed:
            self.found.append(
                f"{self.seed}: a correction of {again.pairing.label} changed {changed}, not {listed}"
            )

    def _foreseen(
        self, match: Match, outcome: MatchResult
    ) -> tuple[previews.CorrectionPreview, dict[str, str]]:
        """A preview with a random choice wherever one is required; each can reach further matches."""
        result: dict[str, str] = {}
        value = previews.preview_correction(match=match, result=outcome)
        for _ in range(MOST_PREVIEWS):
            for item in value.affected:
                if item.allowed and result.get(item.pairing.label) not in item.allowed:
                    result[item.pairing.label] = self.lots.choice(item.allowed)
            mapping = {
                item.pairing.label: result[item.pairing.label] for item in value.affected if item.allowed
            }
            value = previews.preview_correction(match=match, result=outcome, choices=mapping)
            if value.choices == mapping:
                return value, mapping
        raise AssertionError("a preview that never settles")

    def retrace(self, count: int) -> None:
        """Do that many things, each undone and done again where nobody plays on it."""
        before, lines = self.shown(), self.lines
        for _ in range(count):
            act = self.lots.choice(self.acts)
            try:
                act()
            except (Refusal, IndexError):
                is_untouched = self.lines == lines and self.shown() == before
                self._expect(is_untouched, f"{act.__name__} was refused and yet changed something")
                continue
            if self.lines == lines and self.shown() == before:
                # There was nothing to do it to.
                continue
            self._expect(self.lines == lines + 1, f"{act.__name__} wrote {self.lines - lines} lines")
            self.seen[act.__name__] += 1
            after = self.shown()
            self._there_and_back(lines + 1, before, after, act.__name__)
            before, lines = self.shown(), self.lines

    def _there_and_back(self, line: int, before: Shown, after: Shown, name: str) -> None:
        if name == "undo":
            return
        try:
            journal.undo(event=self.event, by=self.by)
        except Refusal as refusal:
            self._expect(refusal.code == "match_begun", f"{name} cannot be undone: {refusal.code}")
            return
        self.seen["undone"] += 1
        self._expect(self.shown() == before, f"{name} undone is not as before")
        journal.redo(event=self.event, by=self.by)
        self._expect(self.shown() == after, f"{name} done again is not as it was")
        self._expect(self.lines == line + 2, f"{name} there and back wrote {self.lines - line} lines")

    def _expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.found.append(f"{self.seed}: {otherwise}")
