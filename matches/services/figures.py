"""Figures of engines that somebody hands in: kept as facts with who said so."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from django.db import transaction

from matches.actors import SYSTEM
from matches.identity import Identity
from matches.models import Analysis, Figure, Match, Transcript
from matches.models.figure import MOST_DECISIONS, MOST_LOST
from matches.services import rows
from matches.services.guards import must_report
from matches.signals import figures_changed
from rules.analysis import GameAnalysis, sums
from rules.errors import Refusal
from rules.sides import SIDES


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What an engine said of a side: equity lost and luck in points, over so many counted decisions."""

    side: str
    engine: str
    settings: str = ""
    lost: float
    decisions: int
    luck: float | None = None
    cube_lost: float | None = None
    cube_decisions: int | None = None

    @property
    def is_possible(self) -> bool:
        """Whether an engine can say so."""
        is_counted = 1 <= self.decisions <= MOST_DECISIONS and 0 <= self.lost <= MOST_LOST
        is_named = self.side in {"white", "black"} and bool(self.engine.strip())
        return is_counted and is_named and self._has_a_possible_cube

    @property
    def _has_a_possible_cube(self) -> bool:
        if self.cube_lost is None or self.cube_decisions is None:
            return self.cube_lost is None and self.cube_decisions is None
        return 0 <= self.cube_lost <= self.lost and 0 <= self.cube_decisions <= self.decisions


@transaction.atomic
def enter(*, match: Match, transcript: Transcript, said: Said, identity: Identity) -> Figure:
    """Keep what an engine said of a side of a record; said again the same, the stored one answers.

    Raises `not_your_match`, `record_absent` and `figure_impossible`.
    """
    match = rows.locked(match)
    must_report(identity, match)
    if transcript.match_id != match.pk:
        raise Refusal("record_absent")
    if not said.is_possible:
        raise Refusal("figure_impossible", most=MOST_DECISIONS)
    last = transcript.figures.filter(side=said.side, engine=said.engine, settings=said.settings).last()
    if last is not None and _is_same(last, said):
        return last
    source = identity.name_in(match) or "#"
    figure = Figure.objects.create(transcript=transcript, source=source, user=identity.user, **asdict(said))
    figures_changed.send(sender=Match, match=match, by=identity)
    return figure


def of_analysis(analysis: Analysis, games: Iterable[GameAnalysis]) -> None:
    """Keep the sums of an analysis that has come to its end, for both players of its match.

    The caller holds the lock of the match, if the record has one.
    """
    record, told = analysis.transcript, list(games)
    for side in SIDES:
        found = sums(told, side)
        if not found.decisions:
            continue
        Figure.objects.create(
            transcript=record,
            analysis=analysis,
            side=(side.other if record.swapped else side).value,
            engine=analysis.engine,
            settings=analysis.settings,
            lost=found.lost,
            decisions=found.decisions,
            cube_lost=found.cube_lost,
            cube_decisions=found.cube_decisions,
            luck=found.luck,
            source=analysis.source,
            user=analysis.user,
        )
    if record.match is not None:
        figures_changed.send(sender=Match, match=record.match, by=analysis.user or SYSTEM)


def _is_same(last: Figure, said: Said) -> bool:
    names = ("lost", "decisions", "luck", "cube_lost", "cube_decisions")
    return all(getattr(last, name) == getattr(said, name) for name in names)
