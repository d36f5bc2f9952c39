"""The JSON API of matches."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.actors import SYSTEM
from matches.models import Game, Match, Report
from matches.records.models import Transcript
from matches.services import badges, lifecycle, reporting, scoring
from tests.factories import a_called_match, a_desk, a_match, a_report, a_user, at_table, with_account
from tests.matches.records.files import record, with_an_illegal_play

pytestmark = pytest.mark.django_db

ROOT = "/api/v1/matches/"
PROBLEM = {"type", "title", "status", "detail", "code", "rule", "context"}


@pytest.fixture
def match() -> Match:
    return a_called_match(length=3, white="José-María", black="X")


def send(match: Match, path: str, body: Any = None, **options: Any) -> tuple[int, Any]:
    """POST to a match as a phone at its table, unless another identity is given."""
    headers = {"X-Table": match.table.code, "X-Device": "phone"} if match.table else {}
    headers |= options.pop("headers", {})
    client = options.pop("client", Client())
    response = client.post(
        f"{ROOT}{match.code}/{path}/", body or {}, content_type="application/json", headers=headers
    )
    return response.status_code, response.json()


def strike(match: Match) -> Any:
    headers = {"X-Table": match.table.code if match.table else "", "X-Device": "phone"}
    return Client().delete(f"{ROOT}{match.code}/games/last/", headers=headers).json()


def get_json(path: str, **query: Any) -> tuple[int, Any]:
    response = Client().get(f"{ROOT}{path}", query)
    return response.status_code, response.json()


def upload(match: Match, data: bytes, **headers: str) -> tuple[int, Any]:
    proofs = {"X-Table": match.table.code if match.table else "", "X-Device": "phone"} | headers
    file = SimpleUploadedFile("final.mat", data)
    response = Client().post(f"{ROOT}{match.code}/transcripts/", {"file": file}, headers=proofs)
    return response.status_code, response.json()


SCORE = {"white_score": 3, "black_score": 1}


def test_a_report_at_the_table_waits_for_another_device(match: Match) -> None:
    status, body = send(match, "reports", SCORE)
    assert status == 201
    assert {key: body[key] for key in ("number", "side", "channel", "state", "white_score")} == {
        "number": 1,
        "side": None,
        "channel": "table",
        "state": "open",
        "white_score": 3,
    }
    refused_status, error = send(match, "reports/1/confirm", {})
    assert (refused_status, error["code"], error["context"]["white_score"]) == (403, "own_report", 3)
    status, body = send(match, "reports/1/confirm", {}, headers={"X-Device": "two"})
    assert (status, body["status"], body["winner"]) == (200, "settled", "white")
    match.refresh_from_db()
    assert (match.status, match.white_score, match.black_score) == ("settled", 3, 1)


def test_a_report_by_badge_is_that_players_report(match: Match) -> None:
    white = badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM).token
    black = badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM).token

    def bearer(token: str) -> dict[str, str]:
        return {"Authorization": f"Badge {token}", "X-Table": "", "X-Device": ""}

    assert send(match, "reports", SCORE, headers=bearer(white))[1]["side"] == "white"
    assert send(match, "reports/1/confirm", {}, headers=bearer(white))[0] == 403
    assert send(match, "reports/1/confirm", {}, headers=bearer("wrong"))[1]["code"] == "badge_unknown"
    assert send(match, "reports/1/confirm", {}, headers=bearer(black))[1]["status"] == "settled"


def test_the_same_key_answers_with_what_was_stored_and_another_content_is_refused(match: Match) -> None:
    keyed = {"Idempotency-Key": "tap-1"}
    first = send(match, "reports", SCORE, headers=keyed)
    assert send(match, "reports", SCORE, headers=keyed) == first
    status, body = send(match, "reports", {"white_score": 1, "black_score": 3}, headers=keyed)
    assert (status, body["code"]) == (422, "key_reused")
    assert Report.objects.count() == 1


@pytest.mark.parametrize("key", ["x" * 65, "caffè", "tab\there"])
def test_a_key_that_cannot_be_stored_is_turned_down(match: Match, key: str) -> None:
    response = Client().post(
        f"{ROOT}{match.code}/reports/",
        SCORE,
        content_type="application/json",
        headers={"X-Table": match.table.code if match.table else ""},
        HTTP_IDEMPOTENCY_KEY=key,
    )
    assert (response.status_code, response.json()["code"]) == (400, "request_invalid")
    assert Report.objects.count() == 0


def test_a_contradictory_report_is_answered_with_the_stored_one(match: Match) -> None:
    send(match, "reports", SCORE)
    status, body = send(match, "reports", {"white_score": 1, "black_score": 3})
    assert (status, body["code"]) == (409, "already_reported")
    assert body["detail"].startswith("The match is already reported as 3–1.")
    assert (body["context"]["white_score"], body["context"]["report"]) == (3, 1)


def test_a_dispute_freezes_the_match(match: Match) -> None:
    send(match, "reports", SCORE)
    status, body = send(match, "reports/1/dispute", {"white_score": 1, "black_score": 3})
    assert (status, body["number"], body["state"]) == (201, 2, "disputed")
    match.refresh_from_db()
    assert match.status == "disputed"
    assert send(match, "reports/1/confirm", {}, headers={"X-Device": "two"})[1]["code"] == "awaits_ruling"


def test_the_other_score_of_a_dispute_is_accepted(match: Match) -> None:
    send(match, "reports", SCORE)
    send(match, "reports/1/dispute", {"white_score": 1, "black_score": 3}, headers={"X-Device": "two"})
    refused = send(match, "reports/1/accept", {})
    assert (refused[0], refused[1]["code"]) == (403, "own_report")
    for _ in range(2):
        status, body = send(match, "reports/2/accept", {})
        assert (status, body["status"], body["white_score"], body["black_score"]) == (200, "settled", 1, 3)


def test_a_reported_score_is_marked_as_not_confirmed(match: Match) -> None:
    send(match, "reports", SCORE)
    row = get_json(f"{match.code}/")[1]
    assert (row["white_score"], row["black_score"], row["score_is_unconfirmed"]) == (3, 1, True)


def test_a_report_can_be_taken_back(match: Match) -> None:
    send(match, "reports", SCORE)
    assert send(match, "reports/1/withdraw", {}, headers={"X-Device": "two"})[1]["code"] == "not_your_report"
    status, body = send(match, "reports/1/withdraw", {})
    assert (status, body["status"]) == (200, "running")


def test_games_are_scored_struck_and_end_the_match(match: Match) -> None:
    status, body = send(match, "games", {"winner": "white", "kind": "gammon", "cube": 1})
    assert (status, body["points"], body["white_after"]) == (201, 2, 2)
    assert strike(match)["white_score"] == 0
    wrong, error = send(match, "games", {"winner": "white", "kind": "gammon", "cube": 3})
    assert (wrong, error["code"], error["rule"]) == (409, "cube_value_impossible", "cube.values")
    send(match, "games", {"winner": "black", "kind": "backgammon"})
    match.refresh_from_db()
    assert (match.status, Game.objects.filter(struck_at=None).count()) == ("reported", 1)


def test_a_record_is_replayed_at_once_and_its_verdict_can_be_read(match: Match) -> None:
    status, body = upload(match, with_an_illegal_play())
    assert (status, body["status"], body["agrees"], body["fault"]["law"]) == (
        201,
        "disputed",
        None,
        "move.dice",
    )
    status, verdict = get_json(f"{match.code}/transcripts/{body['id']}/")
    assert (status, verdict["verdict"]["status"], verdict["name"]) == (200, "disputed", "final.mat")
    assert len(verdict["verdict"]["games"]) == 2
    assert upload(match, with_an_illegal_play())[1]["id"] == body["id"]


def test_an_unreadable_record_is_400_with_its_place(match: Match) -> None:
    status, body = upload(match, b"1. e4 e5\n")
    assert (status, body["code"], body["rule"], body["context"]["line"]) == (
        400,
        "record_format_unknown",
        "record.readable",
        1,
    )
    assert Transcript.objects.count() == 0


def test_a_record_of_another_match_is_absent_here(match: Match) -> None:
    _, body = upload(match, record())
    other = a_match(match.desk)
    status, error = get_json(f"{other.code}/transcripts/{body['id']}/")
    assert (status, error["code"]) == (404, "record_absent")


@pytest.mark.parametrize(
    "path",
    ["reports", "reports/1/confirm", "reports/1/dispute", "reports/1/withdraw", "games", "transcripts"],
)
def test_unknown_rows_are_404_and_forbidden_ones_403(match: Match, path: str) -> None:
    by_action = {"games": {"winner": "white", "kind": "single"}, "reports": SCORE, "reports/1/dispute": SCORE}
    report = by_action.get(path, {})
    send(match, "reports", {"white_score": 1, "black_score": 3})
    if path == "transcripts":
        assert upload(match, record(), **{"X-Table": ""})[1]["code"] == "not_your_match"
        return
    absent = Client().post(f"{ROOT}zzzzzzzz/{path}/", report, content_type="application/json")
    assert (absent.status_code, absent.json()["code"]) == (404, "match_absent")
    status, body = send(match, path, report, headers={"X-Table": ""})
    assert (status, body["code"]) == (403, "not_your_match")
    status, body = send(match, path, report, headers={"X-Table": "nosuch"})
    assert (status, body["code"]) == (404, "table_absent")
    assert Match.objects.get().status == "reported"


def test_a_report_number_of_another_match_is_absent(match: Match) -> None:
    assert send(match, "reports/7/confirm", {})[1]["code"] == "report_absent"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"white_score": 3},
        {"white_score": "three", "black_score": 1},
        {"white_score": -1, "black_score": 3},
        {"white_score": 10**30, "black_score": 1},
        {"white_score": None, "black_score": 1},
        {"white_score": 3, "black_score": 1, "version": 0},
        [],
    ],
)
def test_a_malformed_body_is_400_and_changes_nothing(match: Match, body: Any) -> None:
    status, problem = send(match, "reports", body)
    assert (status, problem["code"], problem["rule"]) == (400, "request_invalid", None)
    assert Report.objects.count() == 0


def test_an_impossible_score_cites_its_law(match: Match) -> None:
    status, body = send(match, "reports", {"white_score": 2, "black_score": 1})
    assert (status, body["code"], body["rule"]) == (409, "score_unfinished", "match.length")


@pytest.mark.parametrize("name", ["status", "winner", "state", "side", "by", "match", "number", "key"])
def test_a_column_that_is_no_field_is_refused(match: Match, name: str) -> None:
    status, body = send(match, "reports", SCORE | {name: "black"})
    assert (status, body["code"], body["context"]["name"]) == (400, "unknown_field", name)
    assert not Report.objects.exists()


def test_a_stale_version_is_refused_with_who_and_when(match: Match) -> None:
    lifecycle.start_match(match=match, by=SYSTEM)
    status, body = send(match, "reports", SCORE | {"version": match.version})
    assert (status, body["code"], body["context"]["version"]) == (409, "changed_meanwhile", 3)


def test_an_officials_session_settles_and_needs_the_csrf_token() -> None:
    official = a_user("maria")
    match = a_match(a_desk(official), length=3)
    client = Client(enforce_csrf_checks=True)
    client.force_login(official)
    assert send(match, "reports", SCORE, client=client)[0] == 403
    client = Client()
    client.force_login(official)
    assert send(match, "reports", SCORE, client=client)[1]["state"] == "confirmed"


def test_the_list_is_narrowed_by_desk_and_state_and_comes_in_pages() -> None:
    desk, other = a_desk(), a_desk(name="Annex")
    matches = [a_match(desk) for _ in range(3)]
    called = a_called_match(other)
    lifecycle.call_match(match=matches[0], table=desk.tables.get(number=1), by=SYSTEM)

    def codes(**query: Any) -> list[str]:
        return [row["code"] for row in get_json("", **query)[1]["results"]]

    assert codes(desk=desk.code) == [match.code for match in reversed(matches)]
    assert codes(status=["called", "settled"]) == [called.code, matches[0].code]
    assert codes(desk=desk.code, status="called") == [matches[0].code]
    assert get_json("", desk="nosuch")[0] == 400
    assert get_json("", status="asleep")[0] == 400
    assert codes(player=called.white.code) == [called.code]
    page = get_json("", desk=desk.code, limit=2)[1]
    rest = Client().get(page["next"]).json()
    assert [row["code"] for row in rest["results"]] == [matches[0].code]
    assert codes(desk=desk.code, ordering="id") == [match.code for match in matches]


def test_a_row_of_the_list_shows_what_an_outsider_may_know() -> None:
    match = a_called_match(length=3, white="Ada", black="Bruno")
    row = get_json("")[1]["results"][0]
    assert row.pop("called_at").startswith("20")
    assert row == {
        "code": match.code,
        "desk": match.desk.code,
        "title": "Final",
        **dict.fromkeys(("event", "flight", "round", "pairing")),
        "white": {"code": match.white.code, "name": "Ada", "distinction": None},
        "black": {"code": match.black.code, "name": "Bruno", "distinction": None},
        "length": 3,
        "white_start": 0,
        "black_start": 0,
        "table": 1,
        "status": "called",
        "white_score": 0,
        "black_score": 0,
        "is_loser_score_known": True,
        "score_is_unconfirmed": False,
        "winner": None,
        "ending": None,
        "version": 2,
        "started_at": None,
        "settled_at": None,
    }


def test_the_sheet_has_games_choices_reports_and_rulings(match: Match) -> None:
    identity = at_table(match)
    scoring.score_game(match=match, winner="white", kind="gammon", cube=1, identity=identity)
    a_report(match, 1, 3)
    upload(match, record())
    status, body = get_json(f"{match.code}/")
    assert status == 200
    listed = get_json("")[1]["results"][0]
    assert {name: body[name] for name in listed} == listed
    assert set(body) - set(listed) == {
        *("stage", "crawford", "games", "choices", "penalties", "adjournments", "reports", "rulings"),
    }
    assert (body["crawford"], body["white_score"], len(body["choices"])) == ("active", 2, 6)
    assert (body["status"], body["score_is_unconfirmed"]) == ("disputed", False)
    assert [game["white_after"] for game in body["games"]] == [2]
    assert [(report["black_score"], report["contradicts_sheet"]) for report in body["reports"]] == [(3, True)]
    status, page = get_json(f"{match.code}/transcripts/")
    assert (status, [(transcript["status"], transcript["agrees"]) for transcript in page["results"]]) == (
        200,
        [("certified", None)],
    )
    assert "device" not in str(body)
    assert get_json("zzzzzzzz/")[1]["code"] == "match_absent"


def test_the_list_and_the_sheet_take_a_fixed_number_of_queries(match: Match) -> None:
    official = a_user()
    desk = a_desk(official, tables=9)

    def queries(path: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert get_json(path)[0] == 200
        return len(captured)

    for number in (1, 2, 3):
        seated = lifecycle.call_match(
            match=a_match(desk, length=3), table=desk.tables.get(number=number), by=SYSTEM
        )
        scoring.score_game(match=seated, winner="white", kind="single", cube=1, identity=at_table(seated))
        a_report(seated, 1, 3)
    assert queries("") == 3
    assert queries(f"{seated.code}/") == 8
    reporting.report(
        match=seated,
        white_score=3,
        black_score=1,
        identity=with_account(official),
        version=Match.objects.get(pk=seated.pk).version,
    )
    upload(match, record())
    assert queries(f"{seated.code}/") == queries(f"{match.code}/") == 8


def test_frequent_requests_are_throttled(match: Match) -> None:
    answers = [send(match, "reports/9/confirm", {})[0] for _ in range(61)]
    assert answers == [404] * 60 + [429]
    assert send(match, "reports/9/confirm", {}, headers={"X-Device": "two"})[0] == 404
    status, body = send(match, "reports/9/confirm", {})
    assert (status, body["code"], body["detail"].startswith("Too many requests.")) == (
        429,
        "too_many_requests",
        True,
    )


def test_a_method_that_is_not_offered_is_answered_with_the_usual_error(match: Match) -> None:
    response = Client().delete(f"{ROOT}{match.code}/")
    assert (response.status_code, set(response.json())) == (405, PROBLEM)
