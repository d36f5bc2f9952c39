"""Analyses of records: asked for, done game by game by whoever works, cancelled, or read from analysed files.

The tables are the queue: a game that waits is taken with a token for a short while, renewed while the program
runs, so that a worker that dies leaves it to the next. The program runs outside of every transaction.
"""

import uuid

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from matches import engine
from matches.engine import EngineError, Limits, Unwanted
from matches.identity import Identity
from matches.models import AnalysedGame, Analysis, Match, Transcript
from matches.models.analysis import CANCELLED, DONE, FAILED, FILE, HOUSE, OPEN
from matches.queries import analyses as facts
from matches.services import figures, live, nudges, rows
from matches.services.guards import must_report
from matches.services.holding import HOLD, Holding
from rules.analysis import GameAnalysis, MatchAnalysis
from rules.errors import Refusal, Unreadable
from rules.formats.analysed import is_analysed, read_analysis
from rules.formats.sgf import looks_like_sgf

TASK = "matches.tasks.analyse"
NAME = "GNU Backgammon"
MOST_TRIES = 3


@transaction.atomic
def ask(*, match: Match, transcript: Transcript, identity: Identity) -> Analysis:
    """Have a record analysed by this house; asked again while that goes on, the one analysis answers.

    Raises `analysis_not_installed`, `not_your_match`, `record_absent`, `analysis_needs_lawful` and
    `analyses_full`.
    """
    match = rows.locked(match)
    must_report(identity, match)
    if transcript.match_id != match.pk:
        raise Refusal("record_absent")
    if engine.find(settings.GNUBG_PATH) is None:
        raise Refusal("analysis_not_installed")
    running = transcript.analyses.filter(state=OPEN).first()
    if running is not None:
        return running
    games = facts.lawful_games(transcript)
    if not games:
        raise Refusal("analysis_needs_lawful")
    if Analysis.objects.filter(state=OPEN).count() >= settings.GNUBG_QUEUE:
        raise Refusal("analyses_full", most=settings.GNUBG_QUEUE)
    plies = settings.GNUBG_PLIES
    analysis = Analysis.objects.create(
        transcript=transcript,
        origin=HOUSE,
        engine=NAME,
        settings=f"{plies}-ply",
        plies=plies,
        source=identity.name_in(match) or "#",
        user=identity.user,
    )
    AnalysedGame.objects.bulk_create(AnalysedGame(analysis=analysis, number=number) for number in games)
    _tell(match)
    transaction.on_commit(nudge, robust=True)
    return analysis


@transaction.atomic
def cancel(*, match: Match, transcript: Transcript, identity: Identity) -> None:
    """End the analysis that is going on, if one is; what runs for it ends within seconds."""
    match = rows.locked(match)
    must_report(identity, match)
    if transcript.match_id != match.pk:
        raise Refusal("record_absent")
    open_now = Analysis.objects.select_for_update().filter(transcript=transcript, state=OPEN)
    for analysis in open_now:
        _close(analysis, CANCELLED)
        _tell(match)


def work() -> bool:
    """Analyse the next game that waits; whether there was one and it came to an end."""
    game = _take()
    if game is None:
        return False
    try:
        said = _analysed(game)
    except Unwanted:
        _release(game)
        return False
    except EngineError as error:
        _fail(game, error.code)
    else:
        _finish(game, *said)
    return True


def nudge() -> None:
    """Ask a worker to look at the queue now."""
    nudges.task(TASK)


def said_in(text: str) -> MatchAnalysis | None:
    """What an engine says in an analysed file of game trees that was read as a record; None in others."""
    return read_analysis(text) if is_analysed(text) and looks_like_sgf(text) else None


def keep_said(transcript: Transcript, told: MatchAnalysis, *, identity: Identity) -> Analysis | None:
    """Keep what an analysed file says, with its sums; None when it says nothing of these games.

    Call it inside the transaction that gives the record to its match.
    """
    frames = facts.spoken_frames(transcript)
    games = [game.placed(frames.get(game.number, ())) for game in told.games]
    if transcript.match is None or not any(game.choices for game in games):
        return None
    analysis = Analysis.objects.create(
        transcript=transcript,
        origin=FILE,
        state=DONE,
        engine=told.engine or "?",
        settings=told.settings,
        source=identity.name_in(transcript.match) or "#",
        user=identity.user,
        ended_at=timezone.now(),
    )
    AnalysedGame.objects.bulk_create(
        AnalysedGame(analysis=analysis, number=game.number, said=game.to_json()) for game in games
    )
    figures.of_analysis(analysis, games)
    return analysis


@transaction.atomic
def _take() -> AnalysedGame | None:
    """The next game of the oldest analysis, for us alone, unless as many are worked on as may be."""
    # Whoever takes one locks the oldest analysis first, so no two count at once.
    oldest = Analysis.objects.select_for_update().filter(state=OPEN).order_by("id").first()
    now = timezone.now()
    waiting = AnalysedGame.objects.filter(analysis__state=OPEN, said__isnull=True)
    if oldest is None or waiting.filter(until__gt=now).count() >= settings.GNUBG_AT_ONCE:
        return None
    free = waiting.filter(Q(until=None) | Q(until__lte=now)).order_by("analysis_id", "number")
    game = free.select_related("analysis__transcript__match").first()
    if game is None:
        return None
    if game.tries >= MOST_TRIES:
        _close(game.analysis, FAILED, {"code": "analysis_broke_off", "facts": {"game": game.number}})
        return None
    game.token, game.until, game.tries = uuid.uuid4().hex, now + HOLD, game.tries + 1
    game.save(update_fields=["token", "until", "tries"])
    return game


def _analysed(game: AnalysedGame) -> tuple[str, GameAnalysis]:
    """What the program says of a game, by the frames of its verdict, and what the program calls itself."""
    program = engine.find(settings.GNUBG_PATH)
    if program is None:
        raise EngineError("analysis_not_installed")
    record = game.analysis.transcript
    limits = Limits(2 * settings.GNUBG_SECONDS, settings.GNUBG_SECONDS, settings.GNUBG_MEMORY_MB * 1_000_000)
    answer = engine.analyse(
        facts.tree_of(record, game.number),
        program=program,
        plies=game.analysis.plies,
        limits=limits,
        wanted=Holding(game),
    )
    try:
        told = read_analysis(answer)
    except Unreadable:
        raise EngineError("analysis_unreadable") from None
    placed = told.games[0].placed(facts.spoken_frames(record).get(game.number, ()))
    if not placed.choices:
        raise EngineError("analysis_unreadable")
    return told.engine, placed


@transaction.atomic
def _finish(game: AnalysedGame, program: str, said: GameAnalysis) -> None:
    match = game.analysis.transcript.match
    if match is not None:
        # Whoever counts the figures locks what he owns before the analysis is locked, as every door does.
        rows.locked(match)
    analysis = Analysis.objects.select_for_update().get(pk=game.analysis_id)
    if analysis.state != OPEN or not _let_go(game, said=said.to_json()):
        return
    if analysis.engine != program:
        analysis.engine = program
        analysis.save(update_fields=["engine"])
    if not analysis.games.filter(said__isnull=True).exists():
        figures.of_analysis(analysis, facts.games_of(analysis))
        _close(analysis, DONE)
    _tell(game.analysis.transcript.match)


@transaction.atomic
def _fail(game: AnalysedGame, code: str) -> None:
    analysis = Analysis.objects.select_for_update().get(pk=game.analysis_id)
    if analysis.state != OPEN or not _let_go(game):
        return
    told = {"game": game.number, "seconds": settings.GNUBG_SECONDS, "memory": settings.GNUBG_MEMORY_MB}
    _close(analysis, FAILED, {"code": code, "facts": told})
    _tell(game.analysis.transcript.match)


def _release(game: AnalysedGame) -> None:
    """Give a game back that nobody tried in earnest."""
    _let_go(game, tries=F("tries") - 1)


def _let_go(game: AnalysedGame, **changes: object) -> bool:
    """Write to a game that is still ours."""
    ours = AnalysedGame.objects.filter(pk=game.pk, token=game.token)
    return ours.update(token="", until=None, **changes) == 1


def _close(analysis: Analysis, state: str, problem: dict[str, object] | None = None) -> None:
    Analysis.objects.filter(pk=analysis.pk).update(
        state=state, problem=problem or {}, ended_at=timezone.now()
    )


def _tell(match: Match | None) -> None:
    if match is not None:
        live.publish(topic=f"match:{match.code}", kind="analysis")
