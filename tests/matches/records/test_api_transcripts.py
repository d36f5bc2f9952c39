"""Transcripts and zips over the API, uploaded without a match: found by players, or linked by request."""

from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from matches.models import Match, User
from matches.records.models import ArchivedFile, Transcript
from matches.records.services import archives
from tests.factories import a_desk, a_match, a_user
from tests.matches.records.files import SEVEN, THREE, a_zip, record

pytestmark = pytest.mark.django_db
TRANSCRIPTS = "/api/v1/transcripts/"


@pytest.fixture(autouse=True)
def nobody_has_written() -> None:
    cache.clear()


@pytest.fixture
def official() -> User:
    return a_user("official")


@pytest.fixture
def match(official: User) -> Match:
    """The match that SEVEN is of."""
    return a_match(a_desk(official), white="Alice", black="X")


def sent(user: User, path: str, data: bytes, name: str = "final.mat") -> tuple[int, Any]:
    client = Client()
    client.force_login(user)
    answer = client.post(path, {"file": SimpleUploadedFile(name, data)})
    return answer.status_code, answer.json()


def request_json(user: User, path: str, body: Any = None) -> tuple[int, Any]:
    """GET, or POST when there is a body."""
    client = Client()
    client.force_login(user)
    answer = client.get(path) if body is None else client.post(path, body, content_type="application/json")
    return answer.status_code, answer.json()


def strange() -> bytes:
    """A match file with names of no player of the site."""
    return record(SEVEN).replace(b"Alice", b"Magriel")


def test_a_record_finds_its_match_and_the_same_games_are_stored_once(official: User, match: Match) -> None:
    first, again = sent(official, TRANSCRIPTS, record(SEVEN)), sent(official, TRANSCRIPTS, record(SEVEN))
    assert (first[0], first[1]["match"], first[1]["is_duplicate"]) == (201, match.code, False)
    assert (again[0], again[1]["id"], again[1]["is_duplicate"]) == (
        201,
        first[1]["id"],
        True,
    )


def test_a_transcript_with_unknown_names_waits_until_it_is_linked(official: User, match: Match) -> None:
    status, body = sent(official, TRANSCRIPTS, strange())
    number = body["id"]
    assert (status, body["match"]) == (201, None)
    assert [one["id"] for one in request_json(official, TRANSCRIPTS)[1]["results"]] == [number]
    assert request_json(official, f"{TRANSCRIPTS}{number}/")[1]["id"] == number
    linked = request_json(official, f"{TRANSCRIPTS}{number}/link/", {"match": match.code})
    assert (linked[0], Transcript.objects.get().match) == (200, match)
    assert request_json(official, TRANSCRIPTS)[1]["results"] == []


def test_unknown_transcripts_are_404_and_invalid_files_unreadable(official: User) -> None:
    outsider = a_user("stranger")
    number = sent(official, TRANSCRIPTS, strange())[1]["id"]
    answers = [
        request_json(outsider, f"{TRANSCRIPTS}{number}/"),
        request_json(official, f"{TRANSCRIPTS}{number}/link/", {"match": "nowhere"}),
        request_json(official, f"{TRANSCRIPTS}{number}/link/", {}),
        sent(official, TRANSCRIPTS, b"Dear director"),
    ]
    assert [status for status, _ in answers] == [404, 404, 400, 400]
    nobody = Client().post(TRANSCRIPTS, {"file": SimpleUploadedFile("a.mat", record(SEVEN))})
    assert (nobody.status_code, nobody.json()["code"]) == (403, "not_signed_in")


def test_a_zip_is_uploaded_and_read_and_its_files_are_linked(official: User, match: Match) -> None:
    path = f"/api/v1/desks/{match.desk.code}/archives/"
    data = a_zip(("stray.mat", strange()), ("letter.txt", b"Dear director"))
    status, archive = sent(official, path, data, "evening.zip")
    assert (status, archive["done"], [file["status"] for file in archive["files"]]) == (
        201,
        0,
        ["pending"] * 2,
    )
    for file in ArchivedFile.objects.all():
        archives.read_archived_file({"file": file.pk})
    archive = request_json(official, f"{path}{archive['code']}/")[1]
    assert [(file["name"], file["status"], bool(file["problem"])) for file in archive["files"]] == [
        ("stray.mat", "unassigned", False),
        ("letter.txt", "rejected", True),
    ]
    assert (archive["done"], archive["is_done"]) == (2, True)
    link = f"{path}{archive['code']}/files/1/link/"
    assert request_json(official, link, {"match": a_match().code})[0] == 404
    assert request_json(official, link, {"match": match.code})[0] == 200
    assert request_json(official, link, {"match": match.code})[1]["code"] == "record_linked"
    listed = request_json(official, path)[1]["results"]
    assert [(one["code"], one["count"], one["attached"], one["by"]) for one in listed] == [
        (archive["code"], 2, 1, "official")
    ]


def test_only_officials_of_the_desk_read_its_zips(official: User, match: Match) -> None:
    path = f"/api/v1/desks/{match.desk.code}/archives/"
    outsider = a_user("stranger")
    assert sent(outsider, path, a_zip(("a.mat", record(THREE))), "a.zip")[0] == 404
    assert [request_json(outsider, path)[0], request_json(official, f"{path}nowhere/")[0]] == [404, 404]
    assert sent(official, path, b"no zip", "a.zip")[1]["code"] == "archive_unreadable"
