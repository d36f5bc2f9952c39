"""Officials' decisions over the API: idempotent, and refused as elsewhere."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from matches.models import Match
from matches.queries.matches import get_sheet
from matches.services import reporting
from tests.factories import a_called_match, a_desk, a_report, a_user, at_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_has_written() -> None:
    cache.clear()


@pytest.fixture
def match() -> Match:
    return a_called_match(a_desk(a_user("official")))


def decide(match: Match, path: str, body: Any = None, *, key: str = "") -> tuple[int, Any]:
    """POST as the official of the desk."""
    client = Client()
    client.force_login(match.desk.officials.get())
    headers = {"Idempotency-Key": key} if key else {}
    address = f"/api/v1/matches/{match.code}/{path}/"
    answer = client.post(address, body or {}, content_type="application/json", headers=headers)
    match.refresh_from_db()
    return answer.status_code, answer.json()


def test_a_penalty_is_given_once_however_often_it_is_sent(match: Match) -> None:
    penalty = {"side": "white", "points": 2}
    assert [decide(match, "penalties", penalty, key="k")[0] for _ in range(3)] == [200, 200, 200]
    assert (match.black_score, match.penalties.count()) == (2, 1)
    for other in ({"side": "black", "points": 2}, {"side": "white", "points": 1}):
        status, body = decide(match, "penalties", other, key="k")
        assert (status, body["code"]) == (422, "key_reused")
    assert decide(match, "penalties/lift", {"reason": "Wrong table"})[1]["black_score"] == 0
    assert get_sheet(match).penalties == ()


def test_a_match_is_postponed_with_clocks_and_position_and_resumed(match: Match) -> None:
    request_data = {
        "reason": "The hall closes",
        "resumes_at": "2099-01-01T10:00:00Z",
        "white_clock": 300,
        "black_clock": 250,
        "position": "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10",
    }
    assert [decide(match, "postpone", request_data, key="k")[1]["status"] for _ in range(2)] == [
        "postponed"
    ] * 2
    line = match.adjournments.get()
    assert (line.white_clock, line.black_clock, line.position) == (300, 250, request_data["position"])
    data = Client().get(f"/api/v1/matches/{match.code}/").json()
    assert (data["stage"], data["adjournments"][0]["white_clock"]) == ("postponed", 300)
    assert decide(match, "resume")[1]["status"] == "scheduled"


@pytest.mark.parametrize("clocks", [{"white_clock": 300}, {"black_clock": 300}])
def test_one_clock_alone_is_refused(match: Match, clocks: dict[str, int]) -> None:
    status, body = decide(match, "postpone", {"reason": "Late", **clocks})
    assert (status, body["code"], match.status) == (400, "request_invalid", "called")


@pytest.mark.parametrize(
    ("ending", "winner"),
    [("walkover", "white"), ("double_walkover", None), ("retired", "black"), ("forfeit", "white")],
)
def test_an_unplayed_match_is_closed_once(match: Match, ending: str, winner: str | None) -> None:
    award = {"ending": ending, "winner": winner}
    answers = [decide(match, "award", award, key="k") for _ in range(2)]
    assert [(status, body["ending"], body["winner"]) for status, body in answers] == [
        (200, ending, winner)
    ] * 2
    assert match.rulings.count() == 1


def test_a_dispute_is_ruled_corrected_reopened_and_voided(match: Match) -> None:
    report = a_report(match)
    other = at_table(match, "two")
    reporting.dispute(match=match, report=report, white_score=5, black_score=7, identity=other)
    ruled = {"white_score": 5, "black_score": 7, "rule": "match.adjudication"}
    assert [decide(match, "rule", ruled, key="r")[1]["winner"] for _ in range(2)] == ["black"] * 2
    corrected = {"white_score": 7, "black_score": 5, "reason": "Misread"}
    assert decide(match, "correct", corrected)[1]["winner"] == "white"
    assert [decide(match, "reopen", {"reason": "x"}, key="o")[1]["status"] for _ in range(2)] == [
        "running"
    ] * 2
    assert decide(match, "void", {"reason": "x"}, key="v")[1]["status"] == "void"
    assert list(match.rulings.values_list("kind", flat=True)) == [
        "ruling",
        "correction",
        "reopening",
        "voiding",
    ]


def test_a_stale_version_an_unknown_law_and_a_missing_reason_are_refused(match: Match) -> None:
    scores = {"white_score": 7, "black_score": 5}
    answers = [
        decide(match, "rule", {**scores, "rule": "match.length", "version": 1}),
        decide(match, "rule", {**scores, "rule": "no.law"}),
        decide(match, "void", {}),
    ]
    assert [(status, body["code"]) for status, body in answers] == [
        (409, "changed_meanwhile"),
        (409, "law_unknown"),
        (400, "request_invalid"),
    ]


def test_decisions_by_a_badge_or_anonymously_are_refused_as_the_desks(match: Match) -> None:
    answer = Client().post(f"/api/v1/matches/{match.code}/void/", {"reason": "x"}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "desk_only")
    assert Client().post("/api/v1/matches/nowhere/begin/", {}, "application/json").status_code == 404


def test_both_players_start_a_match_with_the_card_of_their_table(match: Match) -> None:
    headers = {"X-Table": match.table.code if match.table else "", "X-Device": "phone"}
    address = f"/api/v1/matches/{match.code}/begin/"
    answer = Client().post(address, {}, content_type="application/json", headers=headers)
    assert answer.json()["status"] == "running"
