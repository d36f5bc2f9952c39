"""Tables that come into a club through the API: looked at, decided upon, all of it or nothing, taken back."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import IdempotencyKey, Match, Player
from tests.factories import a_player, a_user
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tests.tournaments.test_imports import RESULTS, a_book
from tournaments.models import Club, Membership, PastImport
from tournaments.services import clubs, members, tokens

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


def send(club: Club, path: str, file: str | bytes = RESULTS, **value: Any) -> Any:
    result = tokens.create_token(by=director_of(club), name="Import", scope=club, may_write=True, days=1)
    data = file if isinstance(file, bytes) else file.encode()
    body = {"file": SimpleUploadedFile("2024.csv", data), **value}
    headers = {"Authorization": f"Bearer {result.secret}"}
    return Client().post(f"/api/v1/clubs/{club.slug}/imports/{path}/", body, headers=headers)


@pytest.mark.parametrize("file", [RESULTS, a_book(RESULTS)], ids=["csv", "xlsx"])
def test_results_are_looked_at_taken_in_and_taken_back(club: Club, file: str | bytes) -> None:
    data = send(club, "results/preview", file).json()
    assert (data["columns"], data["heads"], data["order"], data["is_ready"]) == (
        ["date", "evening", "one", "other", "result"],
        True,
        "day",
        True,
    )
    assert (data["rows"], data["evenings"], data["first"], Match.objects.count()) == (2, 2, "2024-03-05", 0)

    result = send(club, "results", file)
    number = result.json()["number"]
    back = send(club, f"{number}/undo")

    assert (result.status_code, result.json()["name"], result.json()["rows"]) == (201, "2024.csv", 2)
    assert (back.status_code, back.json()["number"]) == (200, number)
    assert set(Match.objects.values_list("status", flat=True)) == {"void"}


def test_what_no_column_or_row_tells_keeps_everything_out(club: Club) -> None:
    wrong = RESULTS + "07/03/2024;Spring;Anna Rossi;Anna Rossi;7-5\n"
    data = send(club, "results/preview", wrong).json()
    assert (data["faults"], data["is_ready"]) == (
        [{"line": 4, "code": "past_against_himself", "sentence": "Anna Rossi plays against themselves."}],
        False,
    )
    without = ["date", "evening", "one", "", "result"]
    assert send(club, "results/preview", columns=without).json()["missing"] == ["other"]
    items = [send(club, "results", wrong), send(club, "results", columns=without)]
    assert [(one.status_code, one.json()["code"]) for one in items] == [(409, "past_unready")] * 2
    short = send(club, "results/preview", columns=["date"])
    assert (short.status_code, short.json()["code"]) == (400, "request_invalid")
    assert PastImport.objects.count() == 0


def test_a_similar_name_waits_for_a_decision(club: Club) -> None:
    player = a_player("Bruno Bianchi")
    members.enrol(club=club, player=player, by=director_of(club))
    table = RESULTS.replace("Bruno Bianchi", "Bruno Bianci")
    (near,) = [one for one in send(club, "results/preview", table).json()["names"] if one["near"]]
    assert [like["value"] for like in near["near"]] == [f"p:{player.code}"]
    assert send(club, "results", table).json()["code"] == "past_names_open"
    assert send(club, "results", table, choices=[f"{near['number']}:p:{player.code}"]).status_code == 201
    assert Player.objects.filter(name="Bruno Bianci").count() == 0


def test_a_list_of_names_becomes_members(club: Club) -> None:
    table = "First name;Surname\nAnna;Rossi\nBruno;Bianchi\n"
    data = send(club, "players/preview", table).json()
    assert ([one["name"] for one in data["names"]], data["missing"]) == (["Anna Rossi", "Bruno Bianchi"], [])
    before = Membership.objects.filter(club=club).count()
    assert send(club, "players", table).json() == {"count": 2}
    assert Membership.objects.filter(club=club).count() - before == 2


def test_a_table_is_accepted_as_the_lines_of_entries(club: Club) -> None:
    event = a_night(club)
    result = tokens.create_token(by=director_of(club), name="Import", scope=event, may_write=True, days=1)
    table = SimpleUploadedFile("e.csv", b"Name;Club;Rating\nAnna Rossi;Roma;1700\n")
    data = (
        Client()
        .post(
            f"/api/v1/events/{event.pk}/entries/file/",
            {"file": table},
            headers={"Authorization": f"Bearer {result.secret}"},
        )
        .json()
    )
    assert (data["columns"], data["missing"]) == (["name", "club", "rating"], [])
    assert [line.split(";")[0] for line in data["names"]] == ["Anna Rossi"]


def test_only_who_manages_a_club_takes_tables_in_and_still_reads_them_when_it_was_put_away(
    club: Club,
) -> None:
    helper = a_user("helper")
    members.appoint(club=club, user=helper, role="helper", by=director_of(club))
    other = a_club("Elsewhere")
    clubs.archive(club=other, by=a_user("host", is_superuser=True))
    secrets = [
        tokens.create_token(by=by, name="Read only", scope=of, may_write=False, days=1).secret
        for of, by in ((club, helper), (club, director_of(club)), (other, director_of(other)))
    ]
    answers = [
        Client()
        .get(f"/api/v1/clubs/{of.slug}/imports/", headers={"Authorization": f"Bearer {secret}"})
        .status_code
        for of, secret in zip((club, club, other), secrets, strict=True)
    ]
    assert answers == [403, 200, 200]


def test_a_dry_run_answers_for_the_current_state_whatever_key_it_has(club: Club) -> None:
    result = tokens.create_token(by=director_of(club), name="Import", scope=club, may_write=True, days=1)
    headers = {"Authorization": f"Bearer {result.secret}", "Idempotency-Key": "k"}
    items = []
    for name in ("a.csv", "b.csv"):
        members.enrol_by_name(club=club, name=f"Member {name}", by=director_of(club))
        mapping = {"file": SimpleUploadedFile(name, b"Name\nMember a.csv\nMember b.csv\n")}
        path = f"/api/v1/clubs/{club.slug}/imports/players/preview/"
        data = Client().post(path, mapping, headers=headers).json()
        items.append([one["player"] is not None for one in data["names"]])
    assert (items[1], IdempotencyKey.objects.count()) == ([True, True], 0)


@pytest.mark.django_db(transaction=True)
def test_under_a_key_a_file_is_read_before_the_lock_and_taken_in_once() -> None:
    club = a_club()
    result = tokens.create_token(by=director_of(club), name="Import", scope=club, may_write=True, days=1)
    headers = {"Authorization": f"Bearer {result.secret}", "Idempotency-Key": "file"}
    items = []
    for _ in range(2):
        body = {"file": SimpleUploadedFile("2024.csv", RESULTS.encode())}
        with CaptureQueriesContext(connection) as queries:
            answer = Client().post(f"/api/v1/clubs/{club.slug}/imports/results/", body, headers=headers)
        items.append((answer.status_code, answer.json()["number"], answer.get("Idempotency-Replayed")))
        sql = [query["sql"] for query in queries]
        people = [
            at
            for at, statement in enumerate(sql)
            if "undone_at" in statement and "tournaments_pastplace" in statement
        ]
        value = next(at for at, statement in enumerate(sql) if statement.startswith("BEGIN"))
        items.append([at < value for at in people])
    number = PastImport.objects.get().pk
    assert items == [(201, number, None), [True, True, False, False], (201, number, "true"), []]
