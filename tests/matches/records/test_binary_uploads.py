"""Files of eXtreme Gammon and BGBlitz, uploaded through the page, the API, a zip and the shell command."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from matches.models import Match, Outbox, User
from matches.records.models import Analysis, PerformanceFigure, Transcript
from matches.records.queries import transcripts
from matches.records.services import archives
from matches.services import outbox, players
from tests import factories
from tests.matches.records.files import a_zip
from tests.rules.binary_files import MATCHES, data_of

pytestmark = pytest.mark.django_db

# Jade1 lost this match to 5 by 2-5; both programs analysed it.
NAME, LENGTH, WHITE, BLACK = "MYdvw1qGuyaRUH__", 5, "Jade1", "Kestrelcove1"
KINDS = ["xg", "bgf"]
ENGINES = {"xg": ("eXtreme Gammon 2.10", "2-ply"), "bgf": ("BGBlitz", "3-ply")}


@pytest.fixture(autouse=True)
def nobody_has_written() -> None:
    cache.clear()


@pytest.fixture
def official(client: Client) -> User:
    """Someone signed in at a desk."""
    user = factories.a_user("director")
    client.force_login(user)
    return user


@pytest.fixture
def match(official: User) -> Match:
    """The match the files are of."""
    return factories.a_called_match(factories.a_desk(official), length=LENGTH, white=WHITE, black=BLACK)


def a_file(kind: str, data: bytes | None = None) -> SimpleUploadedFile:
    return SimpleUploadedFile(f"final.{kind}", data or data_of(NAME, kind))


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_takes_the_file_with_its_analysis_and_gives_it_back(
    client: Client, match: Match, kind: str
) -> None:
    page = client.post(f"/m/{match.code}/record/", {"file": a_file(kind)}, follow=True)
    transcript = match.transcripts.get()
    assert (transcript.status, transcript.white_score, transcript.black_score) == ("certified", 2, 5)
    figures = PerformanceFigure.objects.order_by("side")
    assert [(figure.side, (figure.engine, figure.settings)) for figure in figures] == [
        ("black", ENGINES[kind]),
        ("white", ENGINES[kind]),
    ]
    assert Analysis.objects.get().games.count() == 3
    assert all(text in page.content.decode() for text in (*ENGINES[kind], WHITE))
    original = client.get(f"/m/{match.code}/record/{transcript.pk}/text/")
    assert (original.content, original["Content-Type"]) == (data_of(NAME, kind), "application/octet-stream")
    assert original["Content-Disposition"].endswith(f'.{kind}"')
    sheet = client.get(f"/m/{match.code}/record/{transcript.pk}/as/mat/").content.decode()
    assert "5 point match" in sheet
    assert list(transcripts.find_disagreements(match)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_api_takes_the_file_and_finds_its_match(client: Client, match: Match, kind: str) -> None:
    answer = client.post("/api/v1/transcripts/", {"file": a_file(kind)})
    assert (answer.status_code, answer.json()["match"]) == (201, match.code)
    address = f"/api/v1/matches/{match.code}/transcripts/{match.transcripts.get().pk}"
    figures = client.get(f"{address}/figures/").json()["results"]
    assert [(figure["side"], figure["engine"], figure["origin"]) for figure in figures] == [
        ("white", ENGINES[kind][0], "file"),
        ("black", ENGINES[kind][0], "file"),
    ]
    assert "5 point match" in client.get(f"{address}/files/mat/").content.decode()


def test_both_files_and_the_score_sheet_are_one_match(client: Client, match: Match) -> None:
    for kind in ("xg", "bgf", "mat"):
        client.post("/records/", {"file": a_file(kind)})
    assert [transcript.format for transcript in Transcript.objects.all()] == ["xg-binary"]
    engines = Analysis.objects.order_by("id").values_list("engine", "settings")
    assert list(engines) == [ENGINES["xg"], ENGINES["bgf"]]


def test_hidden_names_are_not_in_the_download(client: Client, match: Match, official: User) -> None:
    client.post(f"/m/{match.code}/record/", {"file": a_file("xg")})
    identity = factories.with_account(official)
    players.set_public_name(player=match.black, shown="code", code_name="Goose", identity=identity)
    transcript = match.transcripts.get()
    answer = client.get(f"/m/{match.code}/record/{transcript.pk}/text/")
    text = answer.content.decode()
    assert ("Goose" in text, BLACK in text, answer["Content-Disposition"][-6:]) == (True, False, '.json"')


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_is_refused_with_byte_and_field(client: Client, match: Match, kind: str) -> None:
    data = data_of(NAME, kind)[:30_000]
    for address in ("/records/", f"/m/{match.code}/record/"):
        answer = client.post(address, {"file": a_file(kind, data)})
        assert answer.status_code == 400
        assert "file is damaged at byte" in answer.content.decode()
    assert Transcript.objects.count() == 0


def test_a_zip_may_hold_both_kinds(official: User, match: Match) -> None:
    data = a_zip(("one.xg", data_of(NAME, "xg")), ("two.bgf", data_of(NAME, "bgf")))
    archive = archives.upload_archive(desk=match.desk, name="all.zip", data=data, by=official)
    for row in Outbox.objects.order_by("id"):
        outbox.deliver_message(outbox_id=row.pk)
    assert sorted(archive.files.values_list("status", flat=True)) == ["attached", "duplicate"]


def test_the_shell_checks_them(capsys: pytest.CaptureFixture[str]) -> None:
    paths = [str(MATCHES / kind / f"{NAME}.{kind}") for kind in KINDS]
    call_command("check_record", *paths, json=True, language="en")
    lines: list[dict[str, Any]] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["format"], line["status"], line["score"]) for line in lines] == [
        ("xg-binary", "certified", [2, 5]),
        ("bgf", "certified", [2, 5]),
    ]
