"""A player's performance ratings by match, from analysed files and from entered figures."""

from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Match, Player
from matches.records.models import Analysis, PerformanceFigure, Transcript
from matches.records.performance_sums import Tally
from matches.records.queries.performance_history import get_performance_history
from matches.records.services import analyses
from matches.records.services.analyses import FigureData
from rules.errors import Refusal
from tests import factories
from tests.rules.binary_files import data_of

pytestmark = pytest.mark.django_db

NAME, LENGTH, WHITE, BLACK = "MYdvw1qGuyaRUH__", 5, "Jade1", "Kestrelcove1"
XG, BGBLITZ = "eXtreme Gammon 2.10, 2-ply", "BGBlitz, 3-ply"


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def match(client: Client) -> Match:
    """The match the files are of, with an official of its desk signed in."""
    user = factories.a_user("director")
    client.force_login(user)
    return factories.a_called_match(factories.a_desk(user), length=LENGTH, white=WHITE, black=BLACK)


def upload(client: Client, match: Match, kind: str) -> None:
    file = SimpleUploadedFile(f"final.{kind}", data_of(NAME, kind))
    assert client.post(f"/m/{match.code}/record/", {"file": file}).status_code == 302


def add_match(match: Match, number: int, **figure: Any) -> PerformanceFigure:
    """Another match of White, with a figure of theirs."""
    opponent = factories.a_player(f"Opponent {number}")
    other_match = Match.objects.create(
        desk=match.desk, white=match.white, black=opponent, length=LENGTH, code=f"other{number}"
    )
    transcript = Transcript.objects.create(
        match=other_match, name="x", text="", format="mat", digest=str(number), verdict={}, status="certified"
    )
    return PerformanceFigure.objects.create(
        transcript=transcript, side="white", engine="XG", source="desk", **figure
    )


@pytest.mark.second_stage
def test_the_files_of_two_programs_are_compared_and_listed(client: Client, match: Match) -> None:
    for kind in ("xg", "bgf", "xg", "bgf"):
        upload(client, match, kind)
    assert (Transcript.objects.count(), Analysis.objects.count(), PerformanceFigure.objects.count()) == (
        1,
        2,
        4,
    )
    history = get_performance_history(match.white)
    assert history.engines == (BGBLITZ, XG)
    assert [(entry.opponent, entry.match) for entry in history.entries] == [(match.black, match)]
    assert history.entries[0].figure.engine == "BGBlitz"
    limited = get_performance_history(match.white, XG)
    assert [entry.figure.engine for entry in limited.entries] == ["eXtreme Gammon 2.10"]
    profile, figure = limited.profile, limited.entries[0].figure
    assert profile.checkers is not None
    assert profile.doubles is not None
    assert profile.takes is not None
    assert profile.overall == figure.tally
    parts = (profile.checkers, profile.doubles, profile.takes)
    assert sum(part.decisions for part in parts) == figure.decisions
    assert sum(part.lost for part in parts) == pytest.approx(figure.lost)

    page = Client().get(f"/p/{match.white.code}/performance/").content.decode()
    assert all(text in page for text in (XG, BGBLITZ, BLACK, 'class="chart"', "Taking", "Checker play"))
    assert f"/p/{match.white.code}/performance/" in Client().get(f"/p/{match.white.code}/").content.decode()
    beside = Client().get(f"/m/{match.code}/").content.decode()
    assert all(text in beside for text in (XG, BGBLITZ, "from the file uploaded by director"))
    answer = Client().get(f"/api/v1/players/{match.white.code}/performance/", {"engine": XG}).json()
    assert (answer["engine"], answer["engines"]) == (XG, [BGBLITZ, XG])
    assert [(each["match"], each["figure"]["origin"]) for each in answer["entries"]] == [(match.code, "file")]
    assert answer["profile"]["takes"]["decisions"] == profile.takes.decisions


def test_the_file_is_compared_with_the_analysis_of_the_site(client: Client, match: Match) -> None:
    upload(client, match, "xg")
    transcript = match.transcripts.get()
    analysis = Analysis.objects.get()
    Analysis.objects.filter(pk=analysis.pk).update(origin=Analysis.SITE, engine="GNU Backgammon")
    figures = PerformanceFigure.objects.all()
    figures.update(engine="GNU Backgammon")
    address = f"/m/{match.code}/record/{transcript.pk}/"
    assert "analysed here (GNU Backgammon)" not in client.get(address).content.decode()
    upload(client, match, "bgf")
    page = client.get(address).content.decode()
    assert page.count("analysed here (GNU Backgammon)") == 2
    assert "in the file (BGBlitz)" in page


def test_the_average_weighs_by_decisions_and_the_trend_by_five_matches(match: Match) -> None:
    for number in range(6):
        add_match(match, number, lost=1.0 if number else 6.0, decisions=100)
    add_match(match, 6, lost=0.0, decisions=400)
    history = get_performance_history(match.white)
    assert history.profile.overall == Tally(11.0, 1000)
    assert history.profile.overall.rating == 5.5
    assert [entry.trend for entry in history.entries[:2]] == [Tally(4.0, 800), Tally(5.0, 500)]
    assert history.profile.takes is None
    page = Client().get(f"/p/{match.white.code}/performance/").content.decode()
    assert "5.50" in page
    assert page.count("<circle") == 7


def test_void_matches_and_unknown_players_have_no_rating(match: Match) -> None:
    figure = add_match(match, 1, lost=1.0, decisions=100)
    Match.objects.filter(transcripts=figure.transcript).update(status="void")
    assert get_performance_history(match.white).entries == ()
    assert "No analysed matches yet" in Client().get(f"/p/{match.white.code}/performance/").content.decode()
    assert Client().get("/p/nobody/performance/").status_code == 404
    assert Client().get("/api/v1/players/nobody/performance/").status_code == 404


def test_an_unknown_engine_is_refused_instead_of_showing_all(match: Match) -> None:
    add_match(match, 1, lost=1.0, decisions=100)
    page = Client().get(f"/p/{match.white.code}/performance/?engine=Snowie")
    assert (
        page.status_code,
        "No match file of this player has figures by “Snowie”." in page.content.decode(),
    ) == (
        400,
        True,
    )
    problem = Client().get(f"/api/v1/players/{match.white.code}/performance/?engine=Snowie")
    assert (problem.status_code, problem.json()["code"]) == (400, "engine_unknown")


def test_the_number_of_queries_does_not_depend_on_the_matches(client: Client, match: Match) -> None:
    def count_queries(player: Player) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            Client().get(f"/p/{player.code}/performance/")
        return len(queries)

    add_match(match, 1, lost=1.0, decisions=100)
    first = count_queries(match.white)
    for number in range(2, 9):
        add_match(match, number, lost=1.0, decisions=100)
    assert count_queries(match.white) == first


@pytest.mark.parametrize(
    "takes",
    [
        {"take_lost": 1.0},
        {"take_lost": 1.0, "take_decisions": 1},
        {"cube_lost": 0.5, "cube_decisions": 2, "take_lost": 0.6, "take_decisions": 1},
        {"cube_lost": 0.5, "cube_decisions": 2, "take_lost": 0.5, "take_decisions": 3},
    ],
)
def test_take_decisions_are_included_in_cube_decisions(
    client: Client, match: Match, takes: dict[str, Any]
) -> None:
    upload(client, match, "xg")
    data = FigureData(side="white", engine="XG", lost=1.0, decisions=10, **takes)
    identity = factories.with_account(match.desk.officials.get())
    with pytest.raises(Refusal, match="figure_impossible"):
        analyses.enter_figure(match=match, transcript=match.transcripts.get(), data=data, identity=identity)
    with pytest.raises(IntegrityError, match="figure_takes_are_a_part"), transaction.atomic():
        add_match(match, 1, lost=1.0, decisions=10, **takes)


@pytest.mark.parametrize("half", [{"cube_lost": 0.5}, {"cube_decisions": 2}])
def test_cube_errors_and_cube_decisions_are_stored_together(
    client: Client, match: Match, half: dict[str, Any]
) -> None:
    upload(client, match, "xg")
    with pytest.raises(IntegrityError, match="figure_cube_is_a_part"), transaction.atomic():
        add_match(match, 1, lost=1.0, decisions=10, **half)
