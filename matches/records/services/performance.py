"""Performance figures: what engines say of how a side played, with who entered it."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from django.db import transaction
from django.db.models import Case, Value, When

from matches.actors import SYSTEM
from matches.identity import Identity
from matches.models import Match, User
from matches.records.models import MAX_DECISIONS, MAX_LOST, Analysis, PerformanceFigure, Transcript
from matches.records.signals import figures_changed
from matches.services import rows
from matches.services.guards import require_reporter
from rules.analysis import GameAnalysis, sums
from rules.errors import Refusal
from rules.sides import SIDES


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureData:
    """What an engine says of a side: equity lost and luck in points, over so many counted decisions."""

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
        """Whether the numbers can be those of a match."""
        is_counted = 1 <= self.decisions <= MAX_DECISIONS and 0 <= self.lost <= MAX_LOST
        is_named = self.side in {"white", "black"} and bool(self.engine.strip())
        return is_counted and is_named and self._has_possible_cube

    @property
    def _has_possible_cube(self) -> bool:
        if self.cube_lost is None or self.cube_decisions is None:
            return self.cube_lost is None and self.cube_decisions is None
        return 0 <= self.cube_lost <= self.lost and 0 <= self.cube_decisions <= self.decisions

    def is_equal_to(self, figure: PerformanceFigure) -> bool:
        """Whether a stored figure has the same numbers."""
        names = ("lost", "decisions", "luck", "cube_lost", "cube_decisions")
        return all(getattr(figure, name) == getattr(self, name) for name in names)


@transaction.atomic
def enter_figure(
    *, match: Match, transcript: Transcript, data: FigureData, identity: Identity
) -> PerformanceFigure:
    """Store what an engine says of a side; entered again, the stored figure is returned.

    Raises `not_your_match`, `record_absent` and `figure_impossible`.
    """
    match = rows.lock_match(match)
    require_reporter(identity, match)
    if transcript.match_id != match.pk:
        raise Refusal("record_absent")
    if not data.is_possible:
        raise Refusal("figure_impossible", most=MAX_DECISIONS)
    same_kind = transcript.figures.filter(side=data.side, engine=data.engine, settings=data.settings)
    latest = same_kind.last()
    if latest is not None and data.is_equal_to(latest):
        return latest
    figure = PerformanceFigure.objects.create(
        transcript=transcript, source=identity.name_in(match) or "#", user=identity.user, **asdict(data)
    )
    figures_changed.send(sender=Match, match=match, by=identity)
    return figure


def store_sums(analysis: Analysis, games: Iterable[GameAnalysis]) -> None:
    """Store the sums of a finished analysis for both players.

    The caller holds the lock of the match, if the transcript has one.
    """
    transcript, games = analysis.transcript, list(games)
    for side in SIDES:
        total = sums(games, side)
        if not total.decisions:
            continue
        PerformanceFigure.objects.create(
            transcript=transcript,
            analysis=analysis,
            side=(side.other if transcript.swapped else side).value,
            engine=analysis.engine,
            settings=analysis.settings,
            lost=total.lost,
            decisions=total.decisions,
            cube_lost=total.cube_lost,
            cube_decisions=total.cube_decisions,
            luck=total.luck,
            source=analysis.source,
            user=analysis.user,
        )
    if transcript.match is not None:
        figures_changed.send(sender=Match, match=transcript.match, by=analysis.user or SYSTEM)


@transaction.atomic
def exchange_sides(*, match: Match) -> None:
    """Give every figure to the other side, after the players of the match changed colours."""
    other_side = Case(When(side="white", then=Value("black")), default=Value("white"))
    PerformanceFigure.objects.filter(transcript__match=match).update(side=other_side)


@transaction.atomic
def rename_source(*, user: User, was: str, name: str) -> None:
    """Replace the former name of an account where it signs figures and analyses."""
    for model in (PerformanceFigure, Analysis):
        model.objects.filter(user=user, source=was).update(source=name)
