"""Zip files of the match files of a tournament, with an index, in each format."""

import csv
import io
import zipfile
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from matches.actors import Identity
from matches.models import Match, Player
from matches.names import Shown
from matches.records.services import uploads
from matches.states import Status
from rules import formats
from rules.errors import Refusal
from tests.factories import a_user
from tests.factory_recordings import replayed
from tests.matches.records import files
from tests.tournaments import club_evenings
from tournaments.importing.queries import record_exports as queries
from tournaments.importing.services import record_exports as services
from tournaments.models import Event, RecordExport
from tournaments.models.imports import DONE, FAILED, WAITING

pytestmark = pytest.mark.django_db
# The match without its last game.
SHORTER = files.record(files.SEVEN).rpartition(b" Game ")[0]


@pytest.fixture
@replayed
def event() -> Event:
    """A tournament of one match to 7, with the file of it."""
    event = club_evenings.a_night(club_evenings.a_club(), ["Alice", "X"], length=7)
    attach(event, files.record(files.SEVEN))
    return event


def match_of(event: Event) -> Match:
    return club_evenings.match_at(event, event.pairings.get().label)


def attach(event: Event, data: bytes) -> Any:
    by = Identity(user=club_evenings.director_of(event.tournament.club))
    return uploads.attach_file(match=match_of(event), name="a.mat", data=data, identity=by)


def request_zip(event: Event, format: str = "mat", language: str = "en") -> RecordExport:
    return services.request_export(
        tournament=event.tournament, format=format, language=language, identity=Identity()
    )


def unzip(export: RecordExport) -> dict[str, bytes]:
    export.refresh_from_db()
    with zipfile.ZipFile(io.BytesIO(bytes(export.data))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def index_of(contents: dict[str, bytes]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(contents["index.csv"].decode("utf-8-sig"))))


@pytest.mark.parametrize("format", queries.FORMATS)
def test_every_format_holds_the_match_and_an_index(event: Event, format: str) -> None:
    export = request_zip(event, format)
    assert (export.state, export.records, export.left_out) == (DONE, 1, 0)
    contents = unzip(export)
    (row,) = index_of(contents)
    assert set(contents) == {row["File"], "index.csv", "index.html"}
    assert {row["White"], row["Black"]} == {"Alice", "X"}
    assert (row["Match length"], row["Event"]) == ("7", event.name)
    record = formats.read(contents[row["File"]])
    original = formats.read(files.record(files.SEVEN))
    assert (record.length, len(record.games)) == (original.length, len(original.games))
    assert f'<a href="{row["File"]}">' in contents["index.html"].decode()


def test_the_index_is_written_in_the_language_of_the_reader(event: Event) -> None:
    contents = unzip(request_zip(event, language="it"))
    assert "Bianco" in contents["index.csv"].decode()
    assert '<html lang="it">' in contents["index.html"].decode()


def test_an_up_to_date_zip_is_reused_and_an_outdated_one_is_replaced(event: Event) -> None:
    first = request_zip(event)
    assert request_zip(event) == first
    assert request_zip(event, "sgf") != first
    attach(event, SHORTER)
    assert queries.get_status(first).is_outdated
    again = request_zip(event)
    assert (again == first, again.records, RecordExport.objects.filter(format="mat").count()) == (False, 2, 1)
    assert len(unzip(again)) == 4


def test_files_a_format_cannot_hold_are_listed_in_the_index(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: Any) -> None:
        raise Refusal("format_cannot_hold", "", what="place", format="mat")

    monkeypatch.setattr(services, "get_public_file", refuse)
    export = request_zip(event)
    assert (export.state, export.left_out) == (DONE, 1)
    (row,) = index_of(unzip(export))
    assert row["File"] == ""
    assert row["Left out because"]


def test_hidden_names_are_in_no_zip(event: Event) -> None:
    Player.objects.filter(name="Alice").update(
        full_name="Alice Example", name="A. E.", shown=Shown.INITIAL.value
    )
    for format in ("original", "sgf"):
        contents = unzip(request_zip(event, format))
        assert all(b"Alice" not in name.encode() + content for name, content in contents.items())


def test_many_files_are_packed_by_a_task_with_progress(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_AT_ONCE", 0)
    monkeypatch.setattr(services, "PROGRESS_STEP", 1)
    export = request_zip(event)
    assert (export.state, bytes(export.data)) == (WAITING, b"")
    assert queries.get_status(export).percent == 0
    assert request_zip(event) == export
    finish = services._finish
    seen = []

    def finish_after_reading(export: RecordExport, state: str, **columns: Any) -> None:
        seen.append(queries.get_status(export).percent)
        finish(export, state, **columns)

    monkeypatch.setattr(services, "_finish", finish_after_reading)
    services.deliver({"export": export.pk})
    assert (seen, len(unzip(export))) == ([99], 3)
    services.deliver({"export": export.pk})
    assert len(seen) == 1


def test_a_task_that_was_interrupted_too_often_fails(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_AT_ONCE", 0)
    export = request_zip(event)
    RecordExport.objects.filter(pk=export.pk).update(attempts=services.MAX_ATTEMPTS)
    services.deliver({"export": export.pk})
    export.refresh_from_db()
    assert (export.state, export.problem["code"]) == (FAILED, "record_export_broke_off")
    assert request_zip(event).pk != export.pk


def test_limits_are_enforced(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = club_evenings.a_night(club_evenings.a_club("Empty"), ["Bea", "Carl"], length=7)
    for refused, code in (((empty, "mat"), "no_records"), ((event, "doc"), "record_format_unknown")):
        with pytest.raises(Refusal) as caught:
            request_zip(*refused)
        assert caught.value.code == code
    monkeypatch.setattr(services, "MAX_BYTES", 100)
    export = request_zip(event)
    assert (export.state, export.problem["code"]) == (FAILED, "records_large")
    monkeypatch.setattr(services, "MAX_RECORDS", 0)
    with pytest.raises(Refusal) as caught:
        request_zip(event)
    assert (caught.value.code, caught.value.facts["most"]) == ("records_many", 0)


def test_void_matches_are_left_out(event: Event) -> None:
    Match.objects.filter(pk=match_of(event).pk).update(status=Status.VOID.value)
    assert queries.count_records(event.tournament) == 0


def test_the_zip_of_a_draft_is_shown_to_officials_alone(event: Event, client: Client) -> None:
    tournament = event.tournament
    export = request_zip(event)
    address = f"/clubs/{tournament.club.slug}/{tournament.slug}/records/"
    type(tournament).objects.filter(pk=tournament.pk).update(is_draft=True)
    tournament.refresh_from_db()
    with pytest.raises(Refusal) as caught:
        services.request_export(
            tournament=tournament, format="mat", language="en", identity=Identity(user=a_user())
        )
    assert caught.value.code == "tournament_hidden"
    for path in (address, f"{address}{export.code}/", f"{address}{export.code}/records.zip"):
        assert client.get(path).status_code == 404
    client.force_login(club_evenings.director_of(tournament.club))
    assert client.get(f"{address}{export.code}/records.zip").status_code == 200


def test_the_pages_request_show_and_download_a_zip(
    event: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = event.tournament
    page = f"/clubs/{tournament.club.slug}/{tournament.slug}/"
    address = f"{page}records/"
    assert "1 match file of this tournament" in client.get(address).content.decode()
    assert client.post(address, {"format": "doc"}).status_code == 400
    prepared = client.post(address, {"format": "mat"})
    assert prepared.status_code == 303
    shown = client.get(prepared["Location"])
    assert "Download zip" in shown.content.decode()
    assert "Refresh" not in shown
    sent = client.get(f"{prepared['Location']}records.zip")
    assert (sent["Content-Type"], sent.content[:2]) == ("application/zip", b"PK")
    attach(event, SHORTER)
    assert client.get(f"{prepared['Location']}records.zip").status_code == 404
    assert "have changed since" in client.get(prepared["Location"]).content.decode()
    monkeypatch.setattr(services, "MAX_AT_ONCE", 0)
    waiting = client.get(client.post(address, {"format": "mat"})["Location"])
    assert waiting["Refresh"] == "2"
    assert "being prepared" in waiting.content.decode()
    assert client.get(f"{address}nowhere1/").status_code == 404


def test_the_api_requests_a_zip_and_returns_its_address(event: Event, client: Client) -> None:
    tournament = event.tournament
    address = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/record-exports/"
    created = client.post(address, {"format": "fibs"}, content_type="application/json")
    assert created.status_code == 201, created.content
    body = created.json()
    assert (body["state"], body["percent"], body["records"], body["is_outdated"]) == ("done", 100, 1, False)
    assert client.get(f"{address}{body['code']}/").json() == body
    assert client.get(body["path"]).content[:2] == b"PK"
    assert client.get(f"{address}nowhere1/").status_code == 404
    wrong = client.post(address, {"format": "doc"}, content_type="application/json")
    assert wrong.status_code == 400


def test_zips_are_deleted_when_a_player_is_anonymised(event: Event) -> None:
    request_zip(event)
    services.delete_exports_of_player(player_ids=[match_of(event).white_id])
    assert not RecordExport.objects.exists()


@pytest.mark.parametrize(
    "columns",
    [
        {"state": "lost"},
        {"state": WAITING},
        {"problem": {"code": "no_records"}},
        {"over_at": None},
    ],
)
def test_the_database_refuses_impossible_rows(event: Event, columns: dict[str, Any]) -> None:
    export = request_zip(event)
    with pytest.raises(IntegrityError), transaction.atomic():
        RecordExport.objects.filter(pk=export.pk).update(**columns)
    with pytest.raises(IntegrityError), transaction.atomic():
        RecordExport.objects.create(
            tournament=event.tournament, format="mat", language="en", digest="", records=1
        )
