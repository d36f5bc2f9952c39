"""Analyses of match files by GNU Backgammon: the queue of games, dead workers, cancelling, figures."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings

from matches.models import Match, Notice
from matches.records.models import AnalysedGame, Analysis, PerformanceFigure, Transcript
from matches.records.queries import analyses as queries
from matches.records.services import analyses, uploads
from matches.records.tasks import analyse
from rules.analysis import GameAnalysis
from rules.formats.sgf_analysis import read_analysis
from tests.factories import a_called_match, a_user, at_table, with_account
from tests.factory_recordings import replayed
from tests.matches import fake_engines
from tests.matches.fake_engines import needs_gnubg, program
from tests.matches.records.files import record, with_an_illegal_play
from tests.matches.refusals import refusal
from tests.rules.sample_records import DATA

pytestmark = pytest.mark.django_db

NAME = "m015_3pt.mat"
# The program adds up its network in single precision, with whatever vector instructions the processor has:
# two machines agree in an evaluation to about four decimals, and pages show three. A match sums up a hundred.
ALIKE, ALIKE_IN_ALL = 0.0005, 0.005
ANALYSED = (DATA / "analysed" / "m015_3pt.sgf").read_bytes()


@pytest.fixture(autouse=True)
def quick(settings: Settings) -> None:
    settings.ANALYSIS_ENGINE, settings.GNUBG_PLIES, settings.GNUBG_PATH = "gnubg", 0, ""


@pytest.fixture
def match() -> Match:
    return a_called_match(length=3, white="José-María", black="X")


@pytest.fixture
@replayed
def transcript(match: Match) -> Transcript:
    return uploads.attach_file(match=match, name=NAME, data=record(NAME), identity=at_table(match))


def ask(match: Match, transcript: Transcript, **more: Any) -> Analysis:
    return analyses.request_analysis(
        match=match, transcript=transcript, identity=more.get("identity", at_table(match))
    )


def states(transcript: Transcript) -> list[str]:
    return list(transcript.analyses.values_list("state", flat=True))


def misbehaving(settings: Settings, folder: Path, body: str) -> None:
    settings.GNUBG_PATH = program(folder, body)


@needs_gnubg
def test_a_record_is_analysed_game_by_game_and_summed_up(match: Match, transcript: Transcript) -> None:
    analysis = ask(match, transcript)
    assert ask(match, transcript) == analysis
    assert [analyses.analyse_next_game(), analyses.analyse_next_game(), analyses.analyse_next_game()] == [
        True,
        True,
        False,
    ]
    analysis_progress = queries.get_analysis_progress(transcript)
    assert analysis_progress is not None
    assert (
        analysis_progress.done,
        analysis_progress.games,
        analysis_progress.is_open,
        analysis_progress.finished,
    ) == (2, 2, False, analysis)
    figures = PerformanceFigure.objects.order_by("side")
    assert [
        (each.side, each.engine[:14], each.settings, each.source, each.decisions, each.lost)
        for each in figures
    ] == [
        ("black", "GNU Backgammon", "0-ply", f"#{match.table}", 40, pytest.approx(1.437, abs=ALIKE_IN_ALL)),
        ("white", "GNU Backgammon", "0-ply", f"#{match.table}", 53, pytest.approx(0.474, abs=ALIKE_IN_ALL)),
    ]
    assert [(each.cube_decisions, each.checkers and each.checkers.decisions) for each in figures] == [
        (2, 38),
        (7, 46),
    ]
    assert Notice.objects.filter(topic=f"match:{match.code}", kind="analysis").count() == 3


@needs_gnubg
def test_games_analysed_one_by_one_agree_with_the_whole_match(match: Match, transcript: Transcript) -> None:
    analysis = ask(match, transcript)
    while analyses.analyse_next_game():
        pass
    match_analysis = read_analysis(ANALYSED.decode())
    frames = queries.get_engine_frames(transcript)
    for game, game_of_match in zip(queries.get_finished_games(analysis), match_analysis.games, strict=True):
        placed = game_of_match.placed(frames[game_of_match.number])
        assert [(each.number, each.played, each.best, each.lost) for each in game.choices] == [
            (each.number, each.played, each.best, pytest.approx(each.lost, abs=ALIKE))
            for each in placed.choices
        ]
        assert [(each.number, each.side, each.points) for each in game.luck] == [
            (each.number, each.side, pytest.approx(each.points, abs=ALIKE)) for each in placed.luck
        ]


def test_the_figures_of_an_analysed_file_are_imported(match: Match) -> None:
    transcript = uploads.attach_file(match=match, name="a.sgf", data=ANALYSED, identity=at_table(match))
    [analysis] = transcript.analyses.all()
    assert (analysis.origin, analysis.state, analysis.engine) == ("file", "done", "GNU Backgammon 1.07.001")
    assert [(each.side, each.decisions) for each in PerformanceFigure.objects.order_by("side")] == [
        ("black", 40),
        ("white", 53),
    ]
    again = uploads.attach_file(match=match, name="b.sgf", data=ANALYSED, identity=at_table(match))
    assert (again, Analysis.objects.count(), PerformanceFigure.objects.count()) == (transcript, 1, 2)


def test_the_sums_of_a_record_with_its_columns_exchanged_are_those_of_the_right_players() -> None:
    match = a_called_match(length=3, white="X", black="José-María")
    uploads.attach_file(match=match, name="a.sgf", data=ANALYSED, identity=at_table(match))
    assert [(each.side, each.decisions) for each in PerformanceFigure.objects.order_by("side")] == [
        ("black", 53),
        ("white", 40),
    ]


def test_the_figures_of_a_file_uploaded_for_a_later_match_are_imported_with_it(match: Match) -> None:
    identity = with_account(a_user(is_superuser=True))
    transcript = uploads.store_unassigned_file(name="a.sgf", data=ANALYSED, identity=identity)
    assert (Analysis.objects.count(), PerformanceFigure.objects.count()) == (1, 2)
    uploads.link_transcript(transcript=transcript, match=match, identity=identity)
    assert (Analysis.objects.count(), PerformanceFigure.objects.count()) == (1, 2)


def test_only_players_and_officials_of_the_match_request_analyses(
    match: Match, transcript: Transcript, settings: Settings, tmp_path: Path
) -> None:
    misbehaving(settings, tmp_path, fake_engines.HANGS)
    other = a_called_match(length=3, white="José-María", black="X")
    unlawful = uploads.attach_file(
        match=other, name="b", data=with_an_illegal_play(), identity=at_table(other)
    )
    outsider = with_account(a_user())
    refusals = [
        refusal(ask, match=match, transcript=transcript, identity=outsider),
        refusal(analyses.cancel_analysis, match=match, transcript=transcript, identity=outsider),
        refusal(ask, match=match, transcript=unlawful),
        refusal(analyses.cancel_analysis, match=match, transcript=unlawful, identity=at_table(match)),
        refusal(ask, match=other, transcript=unlawful),
    ]
    settings.ANALYSIS_QUEUE = 0
    refusals.append(refusal(ask, match=match, transcript=transcript))
    settings.GNUBG_PATH = "/nowhere/gnubg"
    refusals.append(refusal(ask, match=match, transcript=transcript))
    assert [error.code for error in refusals] == [
        *["not_your_match"] * 2,
        *["record_absent"] * 2,
        "analysis_needs_lawful",
        "analyses_full",
        "analysis_not_installed",
    ]
    assert Analysis.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (fake_engines.FAILS, "analysis_broke_off"),
        (fake_engines.BABBLES, "analysis_unreadable"),
        (fake_engines.ANSWERS_OTHERWISE, "analysis_unreadable"),
        (fake_engines.BURNS, "analysis_too_long"),
    ],
)
def test_a_game_that_cannot_be_analysed_fails_the_analysis_with_a_reason(
    match: Match, transcript: Transcript, settings: Settings, tmp_path: Path, body: str, code: str
) -> None:
    if body == fake_engines.BURNS:
        settings.ANALYSIS_SECONDS = 1
    misbehaving(settings, tmp_path, body)
    analysis = ask(match, transcript)
    assert [analyses.analyse_next_game(), analyses.analyse_next_game()] == [True, False]
    analysis.refresh_from_db()
    assert (analysis.state, analysis.problem["code"], analysis.problem["facts"]["game"]) == (
        "failed",
        code,
        1,
    )
    assert PerformanceFigure.objects.count() == 0
    assert ask(match, transcript) != analysis


def test_an_engine_removed_in_the_meantime_fails_the_analysis(
    match: Match, transcript: Transcript, settings: Settings, tmp_path: Path
) -> None:
    misbehaving(settings, tmp_path, fake_engines.HANGS)
    ask(match, transcript)
    settings.GNUBG_PATH = "/nowhere/gnubg"
    analyses.analyse_next_game()
    assert transcript.analyses.get().problem["code"] == "analysis_not_installed"


def test_a_cancelled_analysis_ends_at_once_and_stores_nothing(
    match: Match, transcript: Transcript, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program hangs; the worker checks for cancellation at once here, not every three seconds."""
    monkeypatch.setattr("matches.records.services.analyses.RENEWAL_SECONDS", 0.0)
    misbehaving(settings, tmp_path, fake_engines.HANGS)
    ask(match, transcript)
    game = analyses._take_game()
    assert game is not None
    analyses.cancel_analysis(match=match, transcript=transcript, identity=at_table(match))
    with pytest.raises(analyses.AnalysisCancelled):
        analyses._run_engine(game)
    analyses._release(game)
    analyses._finish(game, "GNU Backgammon", GameAnalysis(1))
    analyses._fail(game, "analysis_broke_off")
    assert (states(transcript), PerformanceFigure.objects.count(), analyses.analyse_next_game()) == (
        ["cancelled"],
        0,
        False,
    )
    analyses.cancel_analysis(match=match, transcript=transcript, identity=at_table(match))
    assert states(transcript) == ["cancelled"]


def test_a_game_of_a_dead_worker_is_taken_by_the_next_and_its_late_result_is_ignored(
    match: Match, transcript: Transcript, settings: Settings, tmp_path: Path
) -> None:
    misbehaving(settings, tmp_path, fake_engines.HANGS)
    ask(match, transcript)
    dead = analyses._take_game()
    assert dead is not None
    assert analyses._take_game() is None
    AnalysedGame.objects.filter(pk=dead.pk).update(leased_until=timezone.now() - timedelta(seconds=1))
    heir = analyses._take_game()
    assert heir is not None
    assert (heir.pk, heir.attempts, heir.token != dead.token) == (dead.pk, 2, True)
    analyses._finish(dead, "late", GameAnalysis(1))
    assert AnalysedGame.objects.get(pk=heir.pk).result is None
    analyses._finish(heir, "GNU Backgammon 9", GameAnalysis(1))
    analyses._finish(heir, "twice", GameAnalysis(1))
    assert AnalysedGame.objects.get(pk=heir.pk).result == {"choices": [], "luck": []}
    assert transcript.analyses.get().engine == "GNU Backgammon 9"


def test_a_game_that_crashes_its_workers_fails(
    match: Match, transcript: Transcript, settings: Settings, tmp_path: Path
) -> None:
    misbehaving(settings, tmp_path, fake_engines.HANGS)
    ask(match, transcript)
    AnalysedGame.objects.update(attempts=3)
    assert analyses.analyse_next_game() is False
    assert (states(transcript), analyses.analyse_next_game()) == (["failed"], False)


def test_games_are_analysed_one_at_a_time_in_request_order(
    match: Match, transcript: Transcript, settings: Settings, tmp_path: Path
) -> None:
    misbehaving(settings, tmp_path, fake_engines.HANGS)
    ask(match, transcript)
    settings.ANALYSIS_AT_ONCE = 2
    games = [analyses._take_game(), analyses._take_game(), analyses._take_game()]
    assert [game and game.number for game in games] == [1, 2, None]


def test_a_stopped_worker_returns_its_game_to_the_queue(
    match: Match, transcript: Transcript, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehaving(settings, tmp_path, fake_engines.HANGS)
    ask(match, transcript)
    monkeypatch.setattr("matches.records.engines.child_process._stop_event", _Set())
    assert analyses.analyse_next_game() is False
    game = AnalysedGame.objects.get(number=1)
    assert (game.token, game.leased_until, game.attempts, states(transcript)) == ("", None, 0, ["open"])


def test_the_task_continues_while_games_remain(
    match: Match, transcript: Transcript, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehaving(settings, tmp_path, fake_engines.FAILS)
    nudged: list[str] = []
    monkeypatch.setattr("matches.services.outbox.enqueue_task", nudged.append)
    analyse()
    assert nudged == []
    ask(match, transcript)
    analyse()
    assert nudged == ["matches.records.tasks.analyse"]


@pytest.mark.parametrize(
    "fields",
    [
        {"state": "lost"},
        {"origin": "air"},
        {"plies": 5},
        {"state": "done"},
        {"ended_at": timezone.now()},
    ],
)
def test_the_database_refuses_invalid_analyses(transcript: Transcript, fields: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Analysis.objects.create(**{"transcript": transcript, "origin": "site", "source": "X"} | fields)


def test_a_transcript_has_one_open_analysis_and_a_game_one_worker(transcript: Transcript) -> None:
    analysis = Analysis.objects.create(transcript=transcript, origin="site", source="X")
    game = {"analysis": analysis, "number": 1}
    with pytest.raises(IntegrityError), transaction.atomic():
        Analysis.objects.create(transcript=transcript, origin="site", source="X")
    for wrong in ({"token": "a"}, {"leased_until": timezone.now()}):
        with pytest.raises(IntegrityError), transaction.atomic():
            AnalysedGame.objects.create(**game, **wrong)
    AnalysedGame.objects.create(**game)
    with pytest.raises(IntegrityError), transaction.atomic():
        AnalysedGame.objects.create(**game)


class _Set:
    def is_set(self) -> bool:
        return True
