"""Analyses of transcripts by an engine, and performance figures."""

import time
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.utils import timezone

from matches import limited_process
from matches.actors import MAX_NAME_LENGTH, SYSTEM, Identity
from matches.models import Match, User
from matches.records.engines.engine import AnalysisCancelled, Engine, EngineError, EngineResult
from matches.records.models import (
    MAX_DECISIONS,
    MAX_LOST,
    AnalysedGame,
    Analysis,
    AnalysisState,
    PerformanceFigure,
    Transcript,
)
from matches.records.queries import analyses, transcripts
from matches.records.signals import figures_changed
from matches.records.site_engine import (
    find_site_engine,
    get_engine,
    get_level,
    get_limits,
    has_quick_stage,
)
from matches.services import live, match_rows, outbox
from matches.services.guards import require_reporter
from rules.analysis import GameAnalysis, MatchAnalysis, sums
from rules.errors import Refusal
from rules.sides import SIDES


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureData:
    """An engine's figures for a side: equity lost and luck in points, over counted decisions."""

    side: str
    engine: str
    settings: str = ""
    lost: float
    decisions: int
    luck: float | None = None
    cube_lost: float | None = None
    cube_decisions: int | None = None
    take_lost: float | None = None
    take_decisions: int | None = None

    @property
    def is_possible(self) -> bool:
        """Whether the numbers can be those of a match."""
        is_counted = 1 <= self.decisions <= MAX_DECISIONS and 0 <= self.lost <= MAX_LOST
        is_named = self.side in {"white", "black"} and bool(self.engine.strip())
        return is_counted and is_named and self._has_possible_cube and self._has_possible_takes

    @property
    def _has_possible_cube(self) -> bool:
        if self.cube_lost is None or self.cube_decisions is None:
            return self.cube_lost is None and self.cube_decisions is None
        return 0 <= self.cube_lost <= self.lost and 0 <= self.cube_decisions <= self.decisions

    @property
    def _has_possible_takes(self) -> bool:
        if self.take_lost is None or self.take_decisions is None:
            return self.take_lost is None and self.take_decisions is None
        if self.cube_lost is None or self.cube_decisions is None:
            return False
        return 0 <= self.take_lost <= self.cube_lost and 0 <= self.take_decisions <= self.cube_decisions

    def is_equal_to(self, figure: PerformanceFigure) -> bool:
        """Whether a stored figure has the same numbers."""
        names = ("lost", "decisions", "luck", "cube_lost", "cube_decisions", "take_lost", "take_decisions")
        return all(getattr(figure, name) == getattr(self, name) for name in names)


@transaction.atomic
def enter_figure(
    *, match: Match, transcript: Transcript, data: FigureData, identity: Identity
) -> PerformanceFigure:
    """Store an engine's figures for one side; if they are stored already, the stored figure is returned.

    Raises `not_your_match`, `record_absent` and `figure_impossible`.
    """
    match = match_rows.lock_match(match)
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
    """Store the sums of a finished analysis as a performance figure for each side.

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
            take_lost=min(total.take_lost, total.cube_lost),
            take_decisions=total.take_decisions,
            luck=total.luck,
            source=analysis.source,
            user=analysis.user,
        )
    if transcript.match is not None:
        figures_changed.send(sender=Match, match=transcript.match, by=analysis.user or SYSTEM)


@transaction.atomic
def exchange_sides(*, match: Match) -> None:
    """Exchange the sides of all figures of a match, after its players exchanged sides."""
    _exchange_sides(PerformanceFigure.objects.filter(transcript__match=match))


def exchange_sides_of(*, transcript: Transcript) -> None:
    """Exchange the sides of the figures of a transcript, when the order of its players is corrected."""
    _exchange_sides(transcript.figures.all())


def _exchange_sides(figures: QuerySet[PerformanceFigure]) -> None:
    other_side = Case(When(side="white", then=Value("black")), default=Value("white"))
    figures.update(side=other_side)


@transaction.atomic
def rename_source(*, user: User, was: str, name: str) -> None:
    """Replace the former user name `was` as the source of figures and analyses."""
    for model in (PerformanceFigure, Analysis):
        model.objects.filter(user=user, source=was).update(source=name)


TASK = "matches.records.tasks.analyse"
MAX_ATTEMPTS = 3
# A lease expires after this time, so that another worker takes over a dead worker's game; a live one renews
# it.
LEASE_TIME = timedelta(seconds=30)
RENEWAL_SECONDS = 3.0


class Lease:
    """A worker's lease of a game.

    Call it often: it renews the lease and returns whether it is still valid.
    """

    def __init__(self, game: AnalysedGame) -> None:
        self._rows = AnalysedGame.objects.filter(
            pk=game.pk, token=game.token, analysis__state=AnalysisState.OPEN
        )
        self._renew_at = time.monotonic() + RENEWAL_SECONDS

    def __call__(self) -> bool:
        if time.monotonic() < self._renew_at:
            return True
        self._renew_at = time.monotonic() + RENEWAL_SECONDS
        return self._rows.update(leased_until=timezone.now() + LEASE_TIME) == 1


@transaction.atomic
def request_analysis(*, match: Match, transcript: Transcript, identity: Identity) -> Analysis:
    """Queue the analysis of a transcript; if one is open already, it is returned.

    Raises `analysis_not_limited`, `analysis_not_installed`, `not_your_match`, `record_absent`,
    `analysis_needs_lawful` and `analyses_full`.
    """
    match = match_rows.lock_match(match)
    require_reporter(identity, match)
    if transcript.match_id != match.pk:
        raise Refusal("record_absent")
    return _open_first_analysis(transcript, source=_name_source(identity, match), user=identity.user)


@transaction.atomic
def request_private_analysis(*, transcript: Transcript, identity: Identity) -> Analysis:
    """Queue the analysis of a transcript without a match, for its uploader; one that is open is returned.

    Raises `record_absent`, `analyses_full_for_person`, and what `request_analysis` does of the engine.
    """
    transcript = _lock_private_transcript(transcript, identity)
    if not transcript.analyses.filter(state=AnalysisState.OPEN).exists():
        uploads = transcripts.get_unassigned_uploads(identity).order_by()
        waiting = Analysis.objects.filter(state=AnalysisState.OPEN, transcript__in=uploads.values("pk"))
        if waiting.count() >= settings.ANALYSIS_QUEUE_PER_PERSON:
            raise Refusal("analyses_full_for_person", most=settings.ANALYSIS_QUEUE_PER_PERSON)
    return _open_first_analysis(transcript, source=_name_source(identity, None), user=identity.user)


@transaction.atomic
def cancel_private_analysis(*, transcript: Transcript, identity: Identity) -> None:
    """Cancel the open analysis of a transcript without a match. Raises `record_absent`."""
    private_transcript = _lock_private_transcript(transcript, identity)
    if cancel_open_analyses(transcript=private_transcript):
        _publish(private_transcript)


def _lock_private_transcript(transcript: Transcript, identity: Identity) -> Transcript:
    """Lock a transcript without a match that this identity uploaded. Raises `record_absent`."""
    is_own = transcripts.get_unassigned_uploads(identity).filter(pk=transcript.pk).exists()
    row = Transcript.objects.select_for_update(of=("self",)).filter(pk=transcript.pk, match=None).first()
    if row is None or not is_own:
        raise Refusal("record_absent")
    return row


def _name_source(identity: Identity, match: Match | None) -> str:
    """The name under which an analysis is recorded."""
    if match is not None:
        return identity.name_in(match) or "#"
    if identity.user is not None:
        return identity.user.get_username()
    return str(identity.badge_player or "#")[:MAX_NAME_LENGTH]


def _open_first_analysis(transcript: Transcript, *, source: str, user: User | None) -> Analysis:
    """Queue the first analysis of a transcript: the quick one, if the site makes one before the other."""
    if not limited_process.is_available():
        raise Refusal("analysis_not_limited")
    engine = find_site_engine()
    if engine is None:
        raise Refusal("analysis_not_installed")
    open_analysis = transcript.analyses.filter(state=AnalysisState.OPEN).first()
    if open_analysis is not None:
        return open_analysis
    if not analyses.get_analysable_games(transcript):
        raise Refusal("analysis_needs_lawful")
    if Analysis.objects.filter(state=AnalysisState.OPEN).count() >= settings.ANALYSIS_QUEUE:
        raise Refusal("analyses_full", most=settings.ANALYSIS_QUEUE)
    is_quick = has_quick_stage(engine)
    analysis = _open_analysis(transcript, engine, is_quick=is_quick, source=source, user=user)
    _publish(transcript)
    transaction.on_commit(enqueue, robust=True)
    return analysis


def _open_analysis(
    transcript: Transcript, engine: Engine, *, is_quick: bool, source: str, user: User | None
) -> Analysis:
    """Store an analysis with a row for each of its games."""
    level = engine.quick_level if is_quick else get_level(engine)
    analysis = Analysis.objects.create(
        transcript=transcript,
        origin=Analysis.SITE,
        program=engine.code,
        engine=engine.get_title(),
        settings=level,
        plies=engine.get_plies(level),
        is_quick=is_quick,
        source=source,
        user=user,
    )
    numbers = analyses.get_analysable_games(transcript)
    AnalysedGame.objects.bulk_create(AnalysedGame(analysis=analysis, number=number) for number in numbers)
    return analysis


@transaction.atomic
def cancel_analysis(*, match: Match, transcript: Transcript, identity: Identity) -> None:
    """Cancel the open analysis of a transcript, if there is one; its engine is stopped within seconds."""
    match = match_rows.lock_match(match)
    require_reporter(identity, match)
    if transcript.match_id != match.pk:
        raise Refusal("record_absent")
    if cancel_open_analyses(transcript=transcript):
        _publish(transcript)


@transaction.atomic
def cancel_open_analyses(*, transcript: Transcript) -> int:
    """Cancel the open analyses of a transcript whose match is locked; return how many there were."""
    open_analyses = Analysis.objects.filter(transcript=transcript, state=AnalysisState.OPEN)
    rows = list(open_analyses.select_for_update())
    for analysis in rows:
        _close(analysis, AnalysisState.CANCELLED)
    return len(rows)


def analyse_next_game() -> bool:
    """Analyse the next pending game; return whether one was completed or failed."""
    game = _take_game()
    if game is None:
        return False
    try:
        result = _run_engine(game)
    except AnalysisCancelled:
        # A cancelled attempt does not count towards `MAX_ATTEMPTS`.
        _release(game, attempts=F("attempts") - 1)
        return False
    except EngineError as error:
        _fail(game, error.code)
    else:
        _finish(game, result.engine, result.analysis)
    return True


def enqueue() -> None:
    """Enqueue the task that analyses the next pending game."""
    outbox.enqueue_task(TASK)


def store_file_analysis(
    transcript: Transcript, match_analysis: MatchAnalysis, *, identity: Identity
) -> Analysis | None:
    """Store the analysis of an uploaded file with its sums; return None if it does not fit these games.

    Call it inside the transaction that stores the transcript or assigns it to its match.
    """
    frames = analyses.get_engine_frames(transcript)
    games = [game.placed(frames.get(game.number, ())) for game in match_analysis.games]
    if not any(game.choices for game in games):
        return None
    analysis = Analysis.objects.create(
        transcript=transcript,
        origin=Analysis.FILE,
        state=AnalysisState.DONE,
        engine=match_analysis.engine or "?",
        settings=match_analysis.settings,
        source=_name_source(identity, transcript.match),
        user=identity.user,
        ended_at=timezone.now(),
    )
    AnalysedGame.objects.bulk_create(
        AnalysedGame(analysis=analysis, number=game.number, result=game.to_json()) for game in games
    )
    store_sums(analysis, games)
    return analysis


@transaction.atomic
def _take_game() -> AnalysedGame | None:
    """Lease the next pending game, unless `ANALYSIS_AT_ONCE` are leased already."""
    # Every worker locks the oldest analysis first, so that two workers cannot count at the same time.
    oldest = Analysis.objects.select_for_update().filter(state=AnalysisState.OPEN).order_by("id").first()
    now = timezone.now()
    pending = AnalysedGame.objects.filter(analysis__state=AnalysisState.OPEN, result__isnull=True)
    if oldest is None or pending.filter(leased_until__gt=now).count() >= settings.ANALYSIS_AT_ONCE:
        return None
    free = pending.filter(Q(leased_until=None) | Q(leased_until__lte=now))
    # Quick analyses come first: everybody gets a first figure before anybody the second one.
    free = free.order_by("-analysis__is_quick", "analysis_id", "number")
    game = free.select_related("analysis__transcript__match").first()
    if game is None:
        return None
    if game.attempts >= MAX_ATTEMPTS:
        problem = {"code": "analysis_broke_off", "facts": {"game": game.number}}
        _close(game.analysis, AnalysisState.FAILED, problem)
        return None
    game.token, game.leased_until, game.attempts = uuid.uuid4().hex, now + LEASE_TIME, game.attempts + 1
    game.save(update_fields=["token", "leased_until", "attempts"])
    return game


def _run_engine(game: AnalysedGame) -> EngineResult:
    """Run the engine of the analysis on a game."""
    if not limited_process.is_available():
        raise EngineError("analysis_not_limited")
    engine = get_engine(game.analysis.program)
    if engine is None:
        raise EngineError("analysis_not_installed")
    result = engine.analyse(
        analyses.get_game_task(game.analysis.transcript, game.number),
        level=game.analysis.settings,
        limits=get_limits(),
        is_wanted=Lease(game),
    )
    if not result.analysis.choices:
        raise EngineError("analysis_unreadable")
    return result


@transaction.atomic
def _finish(game: AnalysedGame, engine: str, result: GameAnalysis) -> None:
    # The file may have been linked to a match since the game was taken.
    match = Match.objects.filter(transcripts=game.analysis.transcript_id).first()
    if match is not None:
        # Locks are taken in the same order everywhere: first the match and what its receivers lock.
        match_rows.lock_match(match)
    # None: its file, without a match, has been removed.
    analysis = Analysis.objects.select_for_update().filter(pk=game.analysis_id).first()
    if (
        analysis is None
        or analysis.state != AnalysisState.OPEN
        or not _release(game, result=result.to_json())
    ):
        return
    if analysis.engine != engine:
        analysis.engine = engine
        analysis.save(update_fields=["engine"])
    if not analysis.games.filter(result__isnull=True).exists():
        store_sums(analysis, analyses.get_finished_games(analysis))
        _close(analysis, AnalysisState.DONE)
        if analysis.is_quick:
            _open_following_analysis(analysis)
    _publish(analysis.transcript)


def _open_following_analysis(quick: Analysis) -> None:
    """Queue the analysis at the level of the site after a quick one by the same engine."""
    engine = get_engine(quick.program)
    if engine is not None:
        _open_analysis(quick.transcript, engine, is_quick=False, source=quick.source, user=quick.user)


@transaction.atomic
def _fail(game: AnalysedGame, code: str) -> None:
    # None: its file, without a match, has been removed.
    analysis = Analysis.objects.select_for_update().filter(pk=game.analysis_id).first()
    if analysis is None or analysis.state != AnalysisState.OPEN or not _release(game):
        return
    limits = {"seconds": settings.ANALYSIS_SECONDS, "memory": settings.ANALYSIS_MEMORY_MB}
    context = {"game": game.number, "engine": analysis.engine, **limits}
    _close(analysis, AnalysisState.FAILED, {"code": code, "facts": context})
    _publish(game.analysis.transcript)


def _release(game: AnalysedGame, **changes: object) -> bool:
    """End the lease of a game and write `changes`; return whether the lease was still valid."""
    leased_game = AnalysedGame.objects.filter(pk=game.pk, token=game.token)
    return leased_game.update(token="", leased_until=None, **changes) == 1


def _close(analysis: Analysis, state: str, problem: Mapping[str, object] | None = None) -> None:
    Analysis.objects.filter(pk=analysis.pk).update(
        state=state, problem=problem or {}, ended_at=timezone.now()
    )


def _publish(transcript: Transcript) -> None:
    """Let the open pages of a match, or of a file without one, show how far its analysis is."""
    if transcript.match is None:
        live.publish(topic=f"transcript:{transcript.pk}", kind="analysis")
    else:
        live.publish(topic=f"match:{transcript.match.code}", kind="analysis")
