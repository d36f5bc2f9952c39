"""Random evenings on the database: each command is one journal row, and is undone and redone exactly."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from matches.models import Match
from matches.states import MatchResult
from rules.errors import Refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import rating_list_of
from tests.tournaments.play.event_journal.test_random_evenings import Evening, process_outbox
from tournaments.models import Entry, JournalEntry
from tournaments.play.changes.queries import previews
from tournaments.play.changes.services import corrections
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.ratings.queries import ratings

Shown = tuple[Any, ...]
MOST_PREVIEWS = 30


class RetracedEvening(Evening):
    """A random evening that undoes and redoes each command; `findings` lists what was not restored."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seed, self.counts, self.findings = seed, Counter[str](), list[str]()
        self.acts: tuple[Callable[[], None], ...] = (
            *(self.play,) * 6,
            *(self.correct,) * 3,
            self.undo,
            self.withdraw,
            self.reinstate,
        )

    @property
    def lines(self) -> int:
        """The number of rows of the journal."""
        return JournalEntry.objects.filter(event=self.event).count()

    def shown(self) -> Shown:
        """The pairings with their results, the entries with their places, and the ratings."""
        process_outbox()
        people = self.event.entries.order_by("number").values_list(
            "number", "player__code", "status", "seed", "place_from", "place_to"
        )
        changes = ratings.changes_from(rating_list_of(self.club), None)
        rating_rows = sorted((row.player_id, row.before, row.after, row.experience) for row in changes)
        return projection_check.shown(self.event), list(people), rating_rows

    def reinstate(self) -> None:
        """Reinstate a random withdrawn entry."""
        withdrawn = list(Entry.objects.filter(event=self.event, status="withdrawn"))
        entries.reinstate(event=self.event, entry=self.rng.choice(withdrawn).number, by=self.by)

    def correct(self) -> None:
        """Correct a random result: the preview lists every pairing that changes, and no other."""
        settled = Match.objects.filter(pairing__event=self.event, settled_at__isnull=False).order_by("id")
        match = self.rng.choice(list(settled))
        result = self.a_result(match)
        preview, choices = self._preview_with_choices(match, result)
        before, _, _ = self.shown()
        corrections.correct_result(
            match=match, result=result, choices=choices, by=self.by, reason="Wrong sheet"
        )
        after, _, _ = self.shown()
        changed = {label for label in {*before, *after} if before.get(label) != after.get(label)}
        listed = {affected.pairing.label for affected in preview.affected}
        self.counts["correction"] += 1
        if changed - {preview.pairing.label} != listed:
            self.findings.append(
                f"{self.seed}: a correction of {preview.pairing.label} changed {changed}, not {listed}"
            )

    def _preview_with_choices(
        self, match: Match, result: MatchResult
    ) -> tuple[previews.CorrectionPreview, dict[str, str]]:
        """The preview and random choices for all it requires; a choice can affect further matches."""
        chosen: dict[str, str] = {}
        preview = previews.preview_correction(match=match, result=result)
        for _ in range(MOST_PREVIEWS):
            for affected in preview.affected:
                if affected.allowed and chosen.get(affected.pairing.label) not in affected.allowed:
                    chosen[affected.pairing.label] = self.rng.choice(affected.allowed)
            choices = {
                affected.pairing.label: chosen[affected.pairing.label]
                for affected in preview.affected
                if affected.allowed
            }
            preview = previews.preview_correction(match=match, result=result, choices=choices)
            if preview.choices == choices:
                return preview, choices
        raise AssertionError("a preview that never settles")

    def retrace(self, count: int) -> None:
        """Give that many random commands, each undone and redone unless a later match has begun."""
        before, lines = self.shown(), self.lines
        for _ in range(count):
            act = self.rng.choice(self.acts)
            try:
                act()
            except (Refusal, IndexError):
                is_untouched = self.lines == lines and self.shown() == before
                self._expect(is_untouched, f"{act.__name__} was refused and yet changed something")
                continue
            if self.lines == lines and self.shown() == before:
                # The command found nothing to change.
                continue
            self._expect(self.lines == lines + 1, f"{act.__name__} wrote {self.lines - lines} lines")
            self.counts[act.__name__] += 1
            after = self.shown()
            self._undo_and_redo(lines + 1, before, after, act.__name__)
            before, lines = self.shown(), self.lines

    def _undo_and_redo(self, line: int, before: Shown, after: Shown, name: str) -> None:
        if name == "undo":
            return
        try:
            journal.undo(event=self.event, by=self.by)
        except Refusal as refusal:
            self._expect(refusal.code == "match_begun", f"{name} cannot be undone: {refusal.code}")
            return
        self.counts["undone"] += 1
        self._expect(self.shown() == before, f"{name} undone is not as before")
        journal.redo(event=self.event, by=self.by)
        self._expect(self.shown() == after, f"{name} done again is not as it was")
        self._expect(self.lines == line + 2, f"{name} there and back wrote {self.lines - line} lines")

    def _expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.findings.append(f"{self.seed}: {otherwise}")
