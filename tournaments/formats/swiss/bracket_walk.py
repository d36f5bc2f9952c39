"""From the highest bracket to the lowest: each takes the best choice that leaves a full pairing to the
rest.

To look at everybody below for each bracket would be exact and slow. So a bracket first looks at itself
alone, and what comes later is its proof: a choice that is best among more choices than are allowed, and
turns out to be allowed, is best. It is allowed when the rest can be paired to the end (C4), and serves the
next bracket as well as anything could (C8) when that bracket does as well as its numbers permit. Where the
proof fails, the bracket is looked at again in a greater width.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as made

from tournaments.formats.swiss.completion import Class, can_be_completed
from tournaments.formats.swiss.criteria import Bracket, Criteria
from tournaments.formats.swiss.graphs import BracketGraph, Choice, Width
from tournaments.formats.swiss.methods import order
from tournaments.formats.swiss.pairing_field import PairingField


@dataclass(frozen=True, slots=True)
class Step:
    """One bracket as it was paired."""

    criteria: Criteria
    width: Width
    choice: Choice


@dataclass(slots=True)
class Walk:
    """The brackets of a field by one method; `sitting` is the class of those who may get the bye."""

    field: PairingField
    sitting: Class
    method: str
    seed: str
    minimum_width: Width = Width.ALONE
    steps: list[Step] = made(default_factory=list)

    def go(self) -> tuple[Step, ...] | None:
        """The steps from the highest bracket down; None when there is no full pairing at all."""
        groups = self.field.groups()
        widths = self._first_widths(groups)
        while len(self.steps) < len(groups):
            step = self._step(groups, widths)
            back = self._unproven(groups, step) if step else self._stuck(groups)
            if back is None and step:
                self.steps.append(step)
            elif back is None or back < 0:
                return None
            else:
                widths[back] = self._wider(widths[back], back, len(groups), is_stuck=step is None)
                del self.steps[back:]
        return tuple(self.steps)

    def _first_widths(self, groups: Sequence[Sequence[int]]) -> list[Width]:
        """Brackets from the one whose member may get the bye on are looked at whole."""
        last = len(groups) - 1
        home = next((number for number, group in enumerate(groups) if set(group) & set(self.sitting)), last)
        return [self.minimum_width if number < home else Width.WHOLE for number in range(last + 1)]

    def _step(self, groups: Sequence[tuple[int, ...]], widths: Sequence[Width]) -> Step | None:
        number = len(self.steps)
        width = widths[number]
        downfloaters = self.steps[-1].choice.floaters if self.steps else ()
        bracket = Bracket(downfloaters, groups[number])
        places = order(self.method, downfloaters, groups[number], f"{self.seed}:{number}")
        criteria = Criteria(self.field, bracket, places)
        below = groups[number + 1 : number + 1 + (0, 1, len(groups))[width]]
        choice = BracketGraph(criteria, width, below, self.sitting).choose()
        return Step(criteria, width, choice) if choice else None

    def _unproven(self, groups: Sequence[Sequence[int]], step: Step) -> int | None:
        """The number of the bracket above when its choice of floaters is not proven best by this step."""
        if not self.steps or not self.steps[-1].choice.floaters or self.steps[-1].width is Width.WHOLE:
            return None
        promise = self.steps[-1].choice.promise
        points = self.field.points
        floating = sorted((points[index] for index in step.choice.floaters), reverse=True)
        if promise is None:
            members = sorted(points[index] for index in step.criteria.bracket.members)
            spare = len(members) - 2 * len(step.criteria.bracket.downfloaters)
            fewest = len(members) % 2 if spare >= 0 else -spare
            promise = tuple(sorted(members[:fewest], reverse=True))
        return None if tuple(floating) == promise else len(self.steps) - 1

    def _stuck(self, groups: Sequence[Sequence[int]]) -> int:
        """The first bracket whose choice leaves a rest that cannot be paired; -1 when none would help."""
        for number in range(len(self.steps) - 1, -1, -1):
            downfloaters = self.steps[number - 1].choice.floaters if number else ()
            rest = (*downfloaters, *(index for group in groups[number:] for index in group))
            if can_be_completed(self.field, rest, self.sitting):
                return number
        return -1

    def _wider(self, width: Width, number: int, brackets: int, is_stuck: bool) -> Width:
        """The next width; for the last two brackets to look ahead is to look at the whole."""
        return Width.AHEAD if width is Width.ALONE and number < brackets - 2 and not is_stuck else Width.WHOLE
