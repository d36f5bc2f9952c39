"""A file without a match is analysed for its uploader: verdict, PR and blunders, bounded and private."""

import pytest
from django.test import Client
from pytest_django import Settings

from matches.models import User
from matches.models.operations import Notice
from matches.records.models import AnalysedGame, Analysis, PerformanceFigure, Transcript
from matches.records.queries import analyses as queries
from matches.records.services import analyses, uploads
from rules.analysis import Candidate, Choice, GameAnalysis
from rules.sides import Side
from tests.factories import a_called_match, a_user, with_account
from tests.matches.records.files import record, with_an_illegal_play
from tests.matches.refusals import refusal
from tests.rules.sample_records import DATA

pytestmark = pytest.mark.django_db

NAME = "m015_3pt.mat"
ANALYSED = (DATA / "analysed" / "m015_3pt.sgf").read_bytes()
RESULT = GameAnalysis(
    1,
    (
        Choice(1, Side.WHITE, "checker", "8/5 6/5", "8/5 6/5", 0.0, True, (Candidate("8/5 6/5", 0.1),)),
        Choice(
            2,
            Side.BLACK,
            "checker",
            "13/8",
            "24/18",
            0.1,
            True,
            (Candidate("24/18", 0.1), Candidate("13/8", 0.0)),
        ),
    ),
)


@pytest.fixture
def user() -> User:
    return a_user(is_superuser=True)


@pytest.fixture
def transcript(user: User) -> Transcript:
    return uploads.store_unassigned_file(name=NAME, data=record(NAME), identity=with_account(user))


def finish_all_games() -> None:
    """Do what the worker does, with the answers of an engine."""
    while (game := analyses._take_game()) is not None:
        analyses._finish(game, "GNU Backgammon 1.06.002", GameAnalysis(game.number, RESULT.choices))


def levels() -> list[tuple[str, bool, str]]:
    return list(Analysis.objects.order_by("id").values_list("settings", "is_quick", "state"))


def test_a_quick_figure_comes_first_and_gives_way_to_the_full_one(user: User, transcript: Transcript) -> None:
    identity = with_account(user)
    first = analyses.request_private_analysis(transcript=transcript, identity=identity)
    assert analyses.request_private_analysis(transcript=transcript, identity=identity) == first
    assert levels() == [("0-ply", True, "open")]
    for _ in range(2):
        game = analyses._take_game()
        assert game is not None
        analyses._finish(game, "GNU Backgammon 1.06.002", RESULT)
    assert levels() == [("0-ply", True, "done"), ("2-ply", False, "open")]
    assert [(each.settings, each.is_quick) for each in queries.get_shown_figures(transcript)] == [
        ("0-ply", True)
    ] * 2
    finish_all_games()
    assert levels() == [("0-ply", True, "done"), ("2-ply", False, "done")]
    assert [(each.engine, each.settings, each.side) for each in queries.get_shown_figures(transcript)] == [
        ("GNU Backgammon 1.06.002", "2-ply", "white"),
        ("GNU Backgammon 1.06.002", "2-ply", "black"),
    ]
    assert PerformanceFigure.objects.count() == 4
    assert queries.get_counted_figures().count() == 2


def test_quick_games_of_all_come_before_the_full_ones(user: User, transcript: Transcript) -> None:
    identity = with_account(user)
    analyses.request_private_analysis(transcript=transcript, identity=identity)
    for _ in range(2):
        game = analyses._take_game()
        assert game is not None
        analyses._finish(game, "GNU Backgammon", RESULT)
    other = uploads.store_unassigned_file(name="b", data=record(NAME) + b"\n\n", identity=identity)
    analyses.request_private_analysis(transcript=other, identity=identity)
    following = analyses._take_game()
    assert following is not None
    assert (following.analysis.transcript, following.analysis.is_quick) == (other, True)


def test_only_the_uploader_has_it_analysed(user: User, transcript: Transcript) -> None:
    outsider = with_account(a_user())
    for command in (analyses.request_private_analysis, analyses.cancel_private_analysis):
        assert refusal(command, transcript=transcript, identity=outsider).code == "record_absent"
    assert Analysis.objects.count() == 0


def test_a_person_has_a_few_files_waiting_only(
    user: User, transcript: Transcript, settings: Settings
) -> None:
    settings.ANALYSIS_QUEUE_PER_PERSON = 1
    identity = with_account(user)
    analyses.request_private_analysis(transcript=transcript, identity=identity)
    other = uploads.store_unassigned_file(name="b", data=record(NAME) + b"\n\n", identity=identity)
    error = refusal(analyses.request_private_analysis, transcript=other, identity=identity)
    assert (error.code, error.context) == ("analyses_full_for_person", {"most": 1})
    analyses.cancel_private_analysis(transcript=transcript, identity=identity)
    assert analyses.request_private_analysis(transcript=other, identity=identity).state == "open"


def test_a_file_removed_during_its_analysis_leaves_nothing(user: User, transcript: Transcript) -> None:
    identity = with_account(user)
    analyses.request_private_analysis(transcript=transcript, identity=identity)
    game = analyses._take_game()
    assert game is not None
    uploads.remove_transcript(transcript=transcript, identity=identity)
    analyses._finish(game, "GNU Backgammon", RESULT)
    analyses._fail(game, "analysis_broke_off")
    assert (Analysis.objects.count(), AnalysedGame.objects.count()) == (0, 0)


def test_the_figures_of_a_file_linked_later_are_those_of_the_right_players(user: User) -> None:
    identity = with_account(user)
    transcript = uploads.store_unassigned_file(name="a.sgf", data=ANALYSED, identity=identity)
    match = a_called_match(length=3, white="X", black="José-María")
    uploads.link_transcript(transcript=transcript, match=match, identity=identity)
    assert Analysis.objects.count() == 1
    assert [(each.side, each.decisions) for each in PerformanceFigure.objects.order_by("side")] == [
        ("black", 53),
        ("white", 40),
    ]


def test_one_button_stores_the_file_and_queues_its_analysis(client: Client, user: User) -> None:
    client.force_login(user)
    assert "Analyse a match file" in client.get("/records/").content.decode()
    response = client.post("/records/", {"text": record(NAME).decode(), "purpose": "analysis"})
    transcript = Transcript.objects.get()
    page = f"/records/{transcript.pk}/"
    assert (response.status_code, response["Location"]) == (302, f"{page}#analysis")
    text = " ".join(client.get(page).content.decode().split())
    assert "0 of 2 games analysed" in text
    # The open page follows the analysis: there is a notice of each game that is analysed.
    assert f'data-topics="transcript:{transcript.pk}"' in text
    notices = Notice.objects.filter(topic=f"transcript:{transcript.pk}", kind="analysis")
    queued = notices.count()
    assert "This is the quick analysis; the full one follows by itself." in text
    finish_all_games()
    assert (queued, notices.count()) == (1, 1 + 2 * 2)
    text = " ".join(client.get(page).content.decode().split())
    assert "GNU Backgammon 1.06.002, 2-ply" in text
    assert "?? marks a blunder: 0.08 points of equity or more lost. ? marks an error: 0.02 or more." in text
    assert 'id="figures"' in text
    assert 'id="blunders"' in text
    assert client.post(f"{page}analysis/cancel/").status_code == 302


def test_a_file_with_an_analysis_has_its_figures_at_once(client: Client, user: User) -> None:
    client.force_login(user)
    client.post("/records/", {"text": ANALYSED.decode(), "purpose": "analysis"})
    transcript = Transcript.objects.get()
    text = client.get(f"/records/{transcript.pk}/").content.decode()
    assert ("GNU Backgammon 1.07.001" in text, 'id="figures"' in text) == (True, True)
    assert list(transcript.analyses.values_list("origin", "state")) == [("file", "done")]


def test_a_file_with_a_fault_is_stored_and_says_why_it_is_not_analysed(client: Client, user: User) -> None:
    client.force_login(user)
    client.post("/records/", {"text": with_an_illegal_play().decode(), "purpose": "analysis"})
    text = client.get(f"/records/{Transcript.objects.get().pk}/").content.decode()
    assert "A match file can be analysed once it has plays and no problems." in text
    assert Analysis.objects.count() == 0


def test_the_api_has_the_same(client: Client, user: User, transcript: Transcript) -> None:
    client.force_login(user)
    address = f"/api/v1/transcripts/{transcript.pk}/analysis/"
    assert client.get(address).status_code == 404
    created = client.post(address, headers={"Idempotency-Key": "a"}).json()
    expected = {
        "state": "open",
        "engine": "GNU Backgammon",
        "settings": "0-ply",
        "is_quick": True,
        "done": 0,
        "games": 2,
        "figures": [],
    }
    assert created == expected
    finish_all_games()
    analysed = client.get(address).json()
    assert [(each["side"], each["settings"]) for each in analysed["figures"]] == [
        ("white", "2-ply"),
        ("black", "2-ply"),
    ]
