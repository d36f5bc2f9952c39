"""Imports of tables into a club by API: preview, choices for names, import as a whole, undo."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import IdempotencyKey, Match, Player
from tests.factories import a_player, a_user
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tests.tournaments.importing.test_imports import RESULTS, a_book
from tournaments.models import Club, Membership, PastImport
from tournaments.people.services import club_roles, clubs, members
from tournaments.web.tokens import services as tokens

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


def send(club: Club, path: str, file: str | bytes = RESULTS, **fields: Any) -> Any:
    """Post a file to an import endpoint of a club with a token of its director."""
    token = tokens.create_token(by=director_of(club), name="Import", scope=club, may_write=True, days=1)
    content = file if isinstance(file, bytes) else file.encode()
    body = {"file": SimpleUploadedFile("2024.csv", content), **fields}
    headers = {"Authorization": f"Bearer {token.secret}"}
    return Client().post(f"/api/v1/clubs/{club.slug}/imports/{path}/", body, headers=headers)


@pytest.mark.parametrize("file", [RESULTS, a_book(RESULTS)], ids=["csv", "xlsx"])
def test_results_are_previewed_imported_and_undone(club: Club, file: str | bytes) -> None:
    preview = send(club, "results/preview", file).json()
    assert (preview["columns"], preview["questions"], preview["is_ready"]) == (
        ["date", "evening", "one", "other", "result"],
        [],
        True,
    )
    assert preview["rows"][0] == {
        "line": 2,
        "day": "2024-03-05",
        "evening": "Spring",
        "one": "Anna Rossi",
        "other": "Bruno Bianchi",
        "length": 7,
        "score": [7, 5],
        "is_won_by_one": True,
        "ending": "played",
    }
    assert (len(preview["rows"]), preview["evenings"], preview["first"], Match.objects.count()) == (
        2,
        2,
        "2024-03-05",
        0,
    )

    imported = send(club, "results", file)
    number = imported.json()["number"]
    undone = send(club, f"{number}/undo")

    assert (imported.status_code, imported.json()["name"], imported.json()["rows"]) == (201, "2024.csv", 2)
    assert (undone.status_code, undone.json()["number"]) == (200, number)
    assert set(Match.objects.values_list("status", flat=True)) == {"void"}


def test_a_faulty_row_or_a_missing_column_blocks_the_whole_import(club: Club) -> None:
    row = "07.03.2024;Spring;Anna Rossi;Anna Rossi;7-5"
    faulty_table, shown = f"{RESULTS}{row}\n", row.replace(";", " · ")
    preview = send(club, "results/preview", faulty_table).json()
    assert (preview["faults"], preview["is_ready"]) == (
        [
            {
                "line": 4,
                "sheet": "",
                "code": "against_oneself",
                "sentence": f"A player against themselves: {shown}",
            }
        ],
        False,
    )
    columns = ["date", "evening", "one", "", "result"]
    assert send(club, "results/preview", columns=columns).json()["missing"] == ["one", "other"]
    responses = [send(club, "results", faulty_table), send(club, "results", columns=columns)]
    assert [(response.status_code, response.json()["code"]) for response in responses] == [
        (409, "list_questions_open"),
        (409, "past_unready"),
    ]
    short = send(club, "results/preview", columns=["date"])
    assert (short.status_code, short.json()["code"]) == (400, "request_invalid")
    assert PastImport.objects.count() == 0
    left_out = send(club, "results", faulty_table, answers=["unreadable_rows=leave_out"])
    assert (left_out.status_code, left_out.json()["rows"]) == (201, 2)


def test_a_similar_name_needs_a_choice(club: Club) -> None:
    player = a_player("Bruno Bianchi")
    members.enrol(club=club, player=player, by=director_of(club))
    table = RESULTS.replace("Bruno Bianchi", "Bruno Bianci")
    (flagged_name,) = [name for name in send(club, "results/preview", table).json()["names"] if name["near"]]
    assert [candidate["value"] for candidate in flagged_name["near"]] == [f"p:{player.code}"]
    assert send(club, "results", table).json()["code"] == "past_names_open"
    assert (
        send(club, "results", table, choices=[f"{flagged_name['number']}:p:{player.code}"]).status_code == 201
    )
    assert Player.objects.filter(name="Bruno Bianci").count() == 0


def test_imported_names_become_members(club: Club) -> None:
    table = "First name;Surname\nAnna;Rossi\nBruno;Bianchi\n"
    preview = send(club, "players/preview", table).json()
    assert ([name["name"] for name in preview["names"]], preview["missing"]) == (
        ["Anna Rossi", "Bruno Bianchi"],
        [],
    )
    before = Membership.objects.filter(club=club).count()
    assert send(club, "players", table).json() == {
        "count": 2,
        "former": 0,
        "unchanged": [],
        "fees": 0,
        "own_fees": 0,
        "fees_left_out": [],
        "hidden_rows": [],
    }
    assert Membership.objects.filter(club=club).count() - before == 2


def test_a_table_is_converted_to_lines_of_entries(club: Club) -> None:
    event = a_night(club)
    token = tokens.create_token(by=director_of(club), name="Import", scope=event, may_write=True, days=1)
    table = SimpleUploadedFile("e.csv", b"Name;Club;Rating\nAnna Rossi;Roma;1700\n")
    data = (
        Client()
        .post(
            f"/api/v1/events/{event.pk}/entries/file/",
            {"file": table},
            headers={"Authorization": f"Bearer {token.secret}"},
        )
        .json()
    )
    assert (data["columns"], data["missing"]) == (["name", "club", "rating"], [])
    assert [line.split(";")[0] for line in data["names"]] == ["Anna Rossi"]


def test_only_managers_of_a_club_read_its_imports_even_when_it_is_archived(
    club: Club,
) -> None:
    helper = a_user("helper")
    club_roles.appoint(club=club, user=helper, role="helper", by=director_of(club))
    archived_club = a_club("Elsewhere")
    clubs.archive(club=archived_club, by=a_user("host", is_superuser=True))
    secrets = [
        tokens.create_token(by=by, name="Read only", scope=scope, may_write=False, days=1).secret
        for scope, by in (
            (club, helper),
            (club, director_of(club)),
            (archived_club, director_of(archived_club)),
        )
    ]
    statuses = [
        Client()
        .get(f"/api/v1/clubs/{scope.slug}/imports/", headers={"Authorization": f"Bearer {secret}"})
        .status_code
        for scope, secret in zip((club, club, archived_club), secrets, strict=True)
    ]
    assert statuses == [403, 200, 200]


def test_a_preview_ignores_idempotency_keys(club: Club) -> None:
    token = tokens.create_token(by=director_of(club), name="Import", scope=club, may_write=True, days=1)
    headers = {"Authorization": f"Bearer {token.secret}", "Idempotency-Key": "k"}
    are_known = []
    for name in ("a.csv", "b.csv"):
        members.enrol_by_name(club=club, name=f"Member {name}", by=director_of(club))
        body = {"file": SimpleUploadedFile(name, b"Name\nMember a.csv\nMember b.csv\n")}
        path = f"/api/v1/clubs/{club.slug}/imports/players/preview/"
        preview = Client().post(path, body, headers=headers).json()
        are_known.append([row["player"] is not None for row in preview["names"]])
    assert (are_known[1], IdempotencyKey.objects.count()) == ([True, True], 0)


@pytest.mark.django_db(transaction=True)
def test_with_a_key_a_file_is_read_before_the_transaction_and_imported_once() -> None:
    club = a_club()
    token = tokens.create_token(by=director_of(club), name="Import", scope=club, may_write=True, days=1)
    headers = {"Authorization": f"Bearer {token.secret}", "Idempotency-Key": "file"}
    outcomes = []
    for _ in range(2):
        body = {"file": SimpleUploadedFile("2024.csv", RESULTS.encode())}
        with CaptureQueriesContext(connection) as queries:
            answer = Client().post(f"/api/v1/clubs/{club.slug}/imports/results/", body, headers=headers)
        outcomes.append((answer.status_code, answer.json()["number"], answer.get("Idempotency-Replayed")))
        sql = [query["sql"] for query in queries]
        name_queries = [
            position
            for position, statement in enumerate(sql)
            if "undone_at" in statement and "tournaments_pastplace" in statement
        ]
        begin = next(position for position, statement in enumerate(sql) if statement.startswith("BEGIN"))
        outcomes.append([position < begin for position in name_queries])
    number = PastImport.objects.get().pk
    assert outcomes == [(201, number, None), [True, True, False, False], (201, number, "true"), []]
