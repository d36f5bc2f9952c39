"""The pairing of all score brackets from the highest to the lowest, with backtracking.

Searching each bracket in the width WHOLE (see `score_bracket_choice`) would be exact but slow. So a bracket
is first searched ALONE, and the next one verifies it: the best of too many choices is the best allowed one if
it turns out to be allowed. It is allowed if the rest can be paired to the end (C4) and the next bracket has
no more floaters than its numbers require (C8). Otherwise the bracket is searched again in a greater width.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from tournaments.formats.swiss.allowed_pairs import PairingField
from tournaments.formats.swiss.byes import ByeClass
from tournaments.formats.swiss.criteria import Criteria, ScoreBracket
from tournaments.formats.swiss.full_pairings import has_full_pairing
from tournaments.formats.swiss.pairing_methods import order_bracket
from tournaments.formats.swiss.score_bracket_choice import ScoreBracketChoice, ScoreBracketGraph, Width


@dataclass(frozen=True, slots=True)
class PairedScoreBracket:
    """A paired bracket, with the width it was searched in."""

    criteria: Criteria
    width: Width
    choice: ScoreBracketChoice


@dataclass(slots=True)
class ScoreBracketSearch:
    """The search for the pairing of all brackets of a field, from the highest down, with backtracking."""

    field: PairingField
    bye_class: ByeClass
    method: str
    seed: str
    minimum_width: Width = Width.ALONE
    steps: list[PairedScoreBracket] = dataclass_field(default_factory=list)

    def search(self) -> tuple[PairedScoreBracket, ...] | None:
        """Return the paired brackets from the highest down; None if there is no full pairing."""
        groups = self.field.groups()
        widths = self._first_widths(groups)
        while len(self.steps) < len(groups):
            step = self._pair_bracket(groups, widths)
            back = self._find_unproven_bracket(groups, step) if step else self._find_bracket_to_widen(groups)
            if back is None and step:
                self.steps.append(step)
            elif back is None or back < 0:
                return None
            else:
                widths[back] = self._widen(widths[back], back, len(groups), is_stuck=step is None)
                del self.steps[back:]
        return tuple(self.steps)

    def _first_widths(self, groups: Sequence[Sequence[int]]) -> list[Width]:
        """Return the first width of each bracket: WHOLE from the first with a member who may get the bye."""
        last = len(groups) - 1
        home = next((number for number, group in enumerate(groups) if set(group) & set(self.bye_class)), last)
        return [self.minimum_width if number < home else Width.WHOLE for number in range(last + 1)]

    def _pair_bracket(
        self, groups: Sequence[tuple[int, ...]], widths: Sequence[Width]
    ) -> PairedScoreBracket | None:
        number = len(self.steps)
        width = widths[number]
        downfloaters = self.steps[-1].choice.floaters if self.steps else ()
        bracket = ScoreBracket(downfloaters, groups[number])
        places = order_bracket(self.method, downfloaters, groups[number], f"{self.seed}:{number}")
        criteria = Criteria(self.field, bracket, places)
        group_count = {Width.ALONE: 0, Width.AHEAD: 1, Width.WHOLE: len(groups)}[width]
        below = groups[number + 1 : number + 1 + group_count]
        choice = ScoreBracketGraph(criteria, width, below, self.bye_class).choose()
        return PairedScoreBracket(criteria, width, choice) if choice else None

    def _find_unproven_bracket(self, groups: Sequence[Sequence[int]], step: PairedScoreBracket) -> int | None:
        """Return the previous bracket if this step does not prove that its floaters are best; else None."""
        if not self.steps or not self.steps[-1].choice.floaters or self.steps[-1].width is Width.WHOLE:
            return None
        expected_floats = self.steps[-1].choice.expected_floats
        points = self.field.points
        floating = sorted((points[index] for index in step.choice.floaters), reverse=True)
        if expected_floats is None:
            members = sorted(points[index] for index in step.criteria.bracket.members)
            spare = len(members) - 2 * len(step.criteria.bracket.downfloaters)
            fewest = len(members) % 2 if spare >= 0 else -spare
            expected_floats = tuple(sorted(members[:fewest], reverse=True))
        return None if tuple(floating) == expected_floats else len(self.steps) - 1

    def _find_bracket_to_widen(self, groups: Sequence[Sequence[int]]) -> int:
        """Return the last bracket from which on all can still be paired, to search it wider; -1 if none."""
        for number in range(len(self.steps) - 1, -1, -1):
            downfloaters = self.steps[number - 1].choice.floaters if number else ()
            rest = (*downfloaters, *(index for group in groups[number:] for index in group))
            if has_full_pairing(self.field, rest, self.bye_class):
                return number
        return -1

    def _widen(self, width: Width, number: int, brackets: int, is_stuck: bool) -> Width:
        """Return the next width; for the last two brackets AHEAD equals WHOLE."""
        return Width.AHEAD if width is Width.ALONE and number < brackets - 2 and not is_stuck else Width.WHOLE
