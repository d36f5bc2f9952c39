"""ETag, If-None-Match and If-Match of API answers, and the form of its errors."""

from typing import Any

import pytest
from django.test import Client

from matches.models import Match
from tests.factories import a_called_match, a_match

pytestmark = pytest.mark.django_db

SCORE = {"white_score": 3, "black_score": 1}


@pytest.fixture
def match() -> Match:
    return a_called_match(length=3)


def get_match(match: Match, **headers: str) -> Any:
    return Client().get(f"/api/v1/matches/{match.code}/", headers=headers)


def report(match: Match, tag: str, body: dict[str, int] | None = None) -> Any:
    proofs = {"X-Table": match.table.code if match.table else "", "X-Device": "p", "If-Match": tag}
    address = f"/api/v1/matches/{match.code}/reports/"
    return Client().post(address, body or SCORE, content_type="application/json", headers=proofs)


def test_an_unchanged_answer_is_304(match: Match) -> None:
    tag = get_match(match)["ETag"]
    again = get_match(match, **{"If-None-Match": tag})
    assert (tag.split("-")[0], again.status_code, again.content, again["ETag"]) == ('"2', 304, b"", tag)
    assert get_match(match, **{"If-None-Match": f"W/{tag}"}).status_code == 304
    report(match, "*")
    assert get_match(match, **{"If-None-Match": tag}).status_code == 200


def test_a_list_has_a_tag_that_follows_its_rows(match: Match) -> None:
    tag = Client().get("/api/v1/matches/")["ETag"]
    assert Client().get("/api/v1/matches/", headers={"If-None-Match": tag}).status_code == 304
    a_match()
    assert Client().get("/api/v1/matches/", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("text", ["{tag}", "W/{tag}", '"{version}"', '"1", "{version}"', "*"])
def test_a_request_for_the_current_version_succeeds(match: Match, text: str) -> None:
    tag = text.format(tag=get_match(match)["ETag"], version=match.version)
    assert report(match, tag).status_code == 201


@pytest.mark.parametrize("tag", ['"1"', '"99-0123456789abcdef"', '"x"', "nothing"])
def test_a_request_for_another_version_is_refused(match: Match, tag: str) -> None:
    response = report(match, tag)
    assert (response.status_code, response.json()["code"]) == (412, "version_outdated")
    assert match.reports.count() == 0


def test_a_version_in_the_body_is_refused_as_a_conflict(match: Match) -> None:
    by_etag = report(match, "*", {**SCORE, "version": 1})
    assert (by_etag.status_code, by_etag.json()["code"]) == (412, "changed_meanwhile")
    proofs = {"X-Table": match.table.code if match.table else "", "X-Device": "p"}
    address = f"/api/v1/matches/{match.code}/reports/"
    by_body = Client().post(address, {**SCORE, "version": 1}, content_type="application/json", headers=proofs)
    assert (by_body.status_code, by_body.json()["code"]) == (409, "changed_meanwhile")


@pytest.mark.parametrize(
    ("path", "headers", "status", "code"),
    [
        ("matches/", {"Accept": "application/xml"}, 406, "not_acceptable"),
        ("nowhere/", {}, 404, "not_found"),
        ("matches/?limit=0", {}, 400, "request_invalid"),
        ("matches/?limit=201", {}, 400, "request_invalid"),
        ("matches/?ordering=secret", {}, 400, "request_invalid"),
        ("matches/?cursor=cD1hYmM=", {}, 404, "not_found"),
        ("problems/nothing-of-the-kind/", {}, 404, "not_found"),
    ],
)
def test_an_unreadable_version_is_a_problem(
    path: str, headers: dict[str, str], status: int, code: str
) -> None:
    answer = Client().get(f"/api/v1/{path}", headers=headers)
    data = answer.json()
    assert (answer.status_code, data["status"], data["code"]) == (status, status, code)
    assert (answer["Content-Type"], data["type"]) == (
        "application/problem+json",
        f"/api/v1/problems/{code}/",
    )


def test_a_body_in_another_format_is_a_problem(match: Match) -> None:
    answer = Client().post(f"/api/v1/matches/{match.code}/reports/", "x=1", content_type="text/csv")
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


def test_the_type_of_a_problem_links_to_its_documentation() -> None:
    data = Client().get("/api/v1/problems/already_reported/").json()
    assert (data["status"], data["context_names"]) == (409, ["white_score", "black_score"])
