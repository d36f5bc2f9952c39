"""Performance figures over the API: who may add them, who reads them, what is refused."""

from typing import Any

import pytest
from django.test import Client

from matches.models import Match
from matches.records.models import PerformanceFigure, Transcript
from matches.records.services import uploads
from tests.factories import a_called_match, at_table
from tests.matches.records.files import SEVEN, record
from tests.rules.sample_records import DATA

pytestmark = pytest.mark.django_db

GIVEN = {"side": "white", "engine": "XG 2.19", "settings": "4-ply", "decisions": 200, "rating": 5.0}


def a_record() -> tuple[Match, Transcript]:
    match = a_called_match(length=7, white="Alice", black="X")
    return match, uploads.attach_file(match=match, name="a", data=record(SEVEN), identity=at_table(match))


def give(client: Client, match: Match, transcript: Transcript, **changes: Any) -> Any:
    assert match.table is not None
    return client.post(
        f"/api/v1/matches/{match.code}/transcripts/{transcript.pk}/figures/",
        {name: each for name, each in {**GIVEN, **changes}.items() if each is not None},
        content_type="application/json",
        headers={"X-Table": match.table.code, "X-Device": "phone"},
    )


def test_a_figure_is_stored_once_and_read_by_anyone(client: Client) -> None:
    match, transcript = a_record()
    first = give(client, match, transcript)
    assert (
        first.status_code,
        give(client, match, transcript).status_code,
        PerformanceFigure.objects.count(),
    ) == (
        201,
        201,
        1,
    )
    read = Client().get(f"/api/v1/matches/{match.code}/transcripts/{transcript.pk}/figures/").json()
    read = read["results"]
    assert read == [first.json()]
    assert {name: each for name, each in read[0].items() if name != "at"} == {
        "side": "white",
        "engine": "XG 2.19",
        "settings": "4-ply",
        "decisions": 200,
        "lost": 2.0,
        "rating": 5.0,
        "cube_lost": None,
        "cube_decisions": None,
        "take_lost": None,
        "take_decisions": None,
        "luck": None,
        "origin": "entered",
        "by": f"#{match.table}",
    }


@pytest.mark.parametrize(
    "changes",
    [
        {"rating": None},
        {"lost": 1.0},
        {"side": "both"},
        {"engine": ""},
        {"decisions": 0},
        {"rating": "nan"},
        {"luck": 1e9},
    ],
)
def test_an_invalid_figure_is_refused_and_not_stored(client: Client, changes: dict[str, Any]) -> None:
    match, transcript = a_record()
    answer = give(client, match, transcript, **changes)
    assert (answer.status_code, PerformanceFigure.objects.count()) == (400, 0)
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    "part",
    [{"cube_lost": 1.0}, {"cube_lost": 3.0, "cube_decisions": 5}, {"cube_lost": 1.0, "cube_decisions": 201}],
)
def test_cube_errors_are_no_more_than_the_total(client: Client, part: dict[str, Any]) -> None:
    match, transcript = a_record()
    answer = give(client, match, transcript, **part)
    assert (answer.status_code, answer.json()["code"]) == (409, "figure_impossible")
    assert PerformanceFigure.objects.count() == 0


def test_the_cube_part_of_a_figure_is_optional(client: Client) -> None:
    match, transcript = a_record()
    data = give(client, match, transcript, cube_lost=0.5, cube_decisions=20).json()
    assert (data["cube_lost"], data["cube_decisions"]) == (0.5, 20)


def test_a_transcript_of_another_match_is_404(client: Client) -> None:
    match, _transcript = a_record()
    _other, other_transcript = a_record()
    answer = give(client, match, other_transcript)
    assert (answer.status_code, answer.json()["code"]) == (404, "record_absent")
    assert client.get(f"/api/v1/matches/zzzzzzzz/records/{other_transcript.pk}/figures/").status_code == 404


def test_an_analysed_file_sent_over_http_brings_its_figures(client: Client) -> None:
    match = a_called_match(length=3, white="José-María", black="X")
    data = (DATA / "analysed" / "m015_3pt.sgf").read_bytes()
    transcript = uploads.attach_file(match=match, name="a.sgf", data=data, identity=at_table(match))
    read = client.get(f"/api/v1/matches/{match.code}/transcripts/{transcript.pk}/figures/").json()["results"]
    assert [
        (figure["side"], figure["origin"], figure["decisions"], figure["cube_decisions"]) for figure in read
    ] == [
        ("white", "file", 53, 7),
        ("black", "file", 40, 2),
    ]
