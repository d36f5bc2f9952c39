"""Idempotency keys: a request is executed once and answered alike, per client, for a day."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import IdempotencyKey, Match, Report
from matches.moneyplay.models import SessionEntry
from matches.services import idempotency_keys
from tests.factories import a_called_match, a_user
from tests.matches.moneyplay.sessions import a_chouette
from tests.matches.records.files import SEVEN, record

pytestmark = pytest.mark.django_db

SCORE = {"white_score": 3, "black_score": 1}


@pytest.fixture
def match() -> Match:
    return a_called_match(length=3, white="Ada", black="Bruno")


def send(match: Match, path: str, body: Any, key: str, device: str = "phone") -> Any:
    headers = {"X-Table": match.table.code, "X-Device": device, "Idempotency-Key": key}
    address = f"/api/v1/matches/{match.code}/{path}/"
    return Client().post(address, body, content_type="application/json", headers=headers)


def test_the_answer_is_repeated_even_after_further_changes(match: Match) -> None:
    first = send(match, "reports", SCORE, "k")
    send(match, "reports/1/confirm", {}, "c", device="two")
    again = send(match, "reports", SCORE, "k")
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert (first.get("Idempotency-Replayed"), again["Idempotency-Replayed"]) == (None, "true")
    assert Report.objects.count() == 1


def test_whitespace_and_key_order_do_not_change_a_request(match: Match) -> None:
    first = send(match, "reports", '{"white_score": 3, "black_score": 1}', "k")
    again = send(match, "reports", '{"black_score":1,"white_score":3}', "k")
    assert (again.status_code, again.json()) == (201, first.json())


@pytest.mark.parametrize(
    ("path", "body"), [("reports", {"white_score": 1, "black_score": 3}), ("begin", {"version": 2})]
)
def test_another_request_under_the_key_is_refused(match: Match, path: str, body: Any) -> None:
    send(match, "reports", SCORE, "k")
    response = send(match, path, body, "k")
    assert (response.status_code, response.json()["code"]) == (422, "key_reused")
    assert Report.objects.count() == 1


def test_a_refused_request_does_not_use_its_key(match: Match) -> None:
    assert send(match, "reports/1/confirm", {}, "k").status_code == 404
    assert IdempotencyKey.objects.count() == 0
    send(match, "reports", SCORE, "r")
    assert send(match, "reports/1/confirm", {}, "k", device="two").status_code == 200


def test_a_key_belongs_to_one_client(match: Match) -> None:
    send(match, "reports", SCORE, "k")
    other = send(match, "reports/1/confirm", {}, "k", device="two")
    assert (other.status_code, other.json()["status"]) == (200, "settled")


def test_a_secret_is_shown_once() -> None:
    session = a_chouette("Ada", "Bo")
    headers = {"X-Device": "phone of keeper", "Idempotency-Key": "i"}
    responses = [Client().post(f"/api/v1/sessions/{session.code}/invite/", headers=headers) for _ in range(2)]
    assert (len(responses[0].json()["token"]) > 20, responses[1].json()["token"]) == (True, "")
    assert [response.status_code for response in responses] == [201, 201]
    assert responses[0].json()["token"] not in IdempotencyKey.objects.get().body


def test_files_are_distinguished_by_content(match: Match) -> None:
    official = a_user("official")
    match.desk.officials.add(official)
    client = Client()
    client.force_login(official)

    def attach(data: bytes) -> Any:
        file = SimpleUploadedFile("a.mat", data)
        address = f"/api/v1/matches/{match.code}/transcripts/"
        return client.post(address, {"file": file}, headers={"Idempotency-Key": "f"})

    first, again, other = attach(record()), attach(record()), attach(record(SEVEN))
    assert (first.status_code, again.json(), again["Idempotency-Replayed"]) == (201, first.json(), "true")
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


def test_answers_are_deleted_after_a_day(match: Match) -> None:
    send(match, "reports", SCORE, "k")
    IdempotencyKey.objects.update(at=timezone.now() - timedelta(hours=23))
    assert idempotency_keys.prune_idempotency_keys() == 0
    IdempotencyKey.objects.update(at=timezone.now() - timedelta(hours=25))
    assert idempotency_keys.prune_idempotency_keys() == 1
    assert send(match, "reports", SCORE, "k").json()["number"] == 1


def test_the_oldest_keys_of_a_client_with_many_expire_and_those_of_others_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(idempotency_keys, "MAX_KEYS", 3)
    idempotency_keys.lock_idempotency_key(caller="other", key="k0", fingerprint="a")
    for number in range(5):
        idempotency_keys.lock_idempotency_key(caller="v", key=f"k{number}", fingerprint="a")
    rows = IdempotencyKey.objects.order_by("pk").values_list("caller", "key")
    assert list(rows) == [("other", "k0"), ("v", "k2"), ("v", "k3"), ("v", "k4")]
    with CaptureQueriesContext(connection) as queries:
        idempotency_keys.lock_idempotency_key(caller="v", key="k5", fingerprint="a")
    assert [query["sql"].split()[0] for query in queries if "DELETE" in query["sql"]] == ["DELETE"]


def test_a_table_keeps_one_line_for_a_key_it_has_seen() -> None:
    session = a_chouette("Ada", "Bo", "Cy")
    headers = {"X-Device": "phone of keeper", "Idempotency-Key": "g"}
    address = f"/api/v1/sessions/{session.code}/guests/"
    answers = [
        Client().post(address, {"name": "Di"}, content_type="application/json", headers=headers).json()
        for _ in range(2)
    ]
    assert answers[0] == answers[1]
    assert SessionEntry.objects.filter(session=session, seq=answers[0]["seq"]).count() == 1


def test_a_long_answer_is_stored_compressed_and_repeated_unchanged() -> None:
    row = idempotency_keys.lock_idempotency_key(caller="v", key="k", fingerprint="a")
    body = json.dumps({"entries": [{"number": number, "name": "Zoë"} for number in range(512)]})
    idempotency_keys.store_response(row=row, status=200, body=body)
    row.refresh_from_db()
    assert (idempotency_keys.get_response_body(row), len(row.body) * 5 < len(body)) == (body, True)
