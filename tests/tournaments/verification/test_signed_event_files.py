"""Event files signed by the site: who signed, and what was changed since."""

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client
from pytest_django import Settings

from matches.records import signing_keys
from matches.records.models import PublicKey
from matches.records.services import public_keys
from tests.factories import a_user
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tournaments.exchange import event_file
from tournaments.importing.queries.exports import write_event_file
from tournaments.models import Event
from tournaments.verification.checker.verify import check_file
from tournaments.verification.queries import arbiter_tables
from tournaments.verification.queries.arbiter_report import get_arbiter_report

pytestmark = pytest.mark.django_db

CLUB_KEY = "club.example/1"
UNCHANGED = "all checks passed"


@pytest.fixture
@replayed
def event() -> Event:
    event = a_night(a_club(), ["Anna", "Bruno", "Carla"])
    settle(match_at(event, "M1-2"), loser_score=2)
    return event


@pytest.fixture
def keys_file(settings: Settings, tmp_path: Path) -> Path:
    """The private key of this site."""
    cache.clear()
    settings.SIGNING_KEYS_FILE = str(tmp_path / "keys.json")
    public_keys.create_signing_key(key_id=CLUB_KEY)
    return tmp_path / "keys.json"


def check_in_shell(data: bytes, tmp_path: Path, **options: str) -> tuple[int, list[str]]:
    """The exit code and the last two lines of `check_event`."""
    path, output = tmp_path / "event.json", StringIO()
    path.write_bytes(data)
    try:
        call_command("check_event", str(path), stdout=output, language="en", **options)
    except SystemExit as stopped:
        return int(str(stopped.code)), output.getvalue().replace(f"{path}: ", "").splitlines()[-2:]
    return 0, output.getvalue().replace(f"{path}: ", "").splitlines()[-2:]


def with_another_reason(data: bytes, *, has_new_checksum: bool) -> bytes:
    """The file with another author of its first line."""
    content = json.loads(data)
    content["journal"][0]["by"] = "somebody"
    if has_new_checksum:
        content["seal"] = event_file.compute_checksum(content)
    return event_file.to_canonical_bytes(content)


def test_a_file_is_signed_where_the_site_has_a_key(event: Event, keys_file: Path, tmp_path: Path) -> None:
    data = write_event_file(event)
    assert data == write_event_file(event)
    assert event_file.write(event_file.read(data)) == data
    assert check_file(data) == []
    assert check_in_shell(data, tmp_path) == (
        0,
        [UNCHANGED, f"This event file is signed by {CLUB_KEY} and unchanged."],
    )
    keys_file.unlink()
    assert json.loads(write_event_file(event)).keys() == json.loads(data).keys() - {"signature"}


def test_a_file_of_another_site_is_signed_by_its_keys(
    client: Client, event: Event, keys_file: Path, tmp_path: Path
) -> None:
    data = write_event_file(event)
    document = tmp_path / "crawford-keys.json"
    document.write_bytes(client.get("/.well-known/crawford-keys.json").content)
    keys_file.unlink()
    PublicKey.objects.all().delete()
    unknown = "This event file is unchanged; the key that signed it is unknown here."
    assert check_in_shell(data, tmp_path) == (0, [UNCHANGED, unknown])
    known = f"This event file is signed by {CLUB_KEY} and unchanged."
    assert check_in_shell(data, tmp_path, key=str(document)) == (0, [UNCHANGED, known])
    document.write_text("{}")
    assert check_in_shell(data, tmp_path, key=str(document))[0] == 2


def test_a_command_knows_the_keys_that_an_administrator_has_listed(
    client: Client, event: Event, keys_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = write_event_file(event)
    document = client.get("/.well-known/crawford-keys.json").content.decode()
    keys_file.unlink()
    PublicKey.objects.all().delete()
    public_keys.add_site_keys(site="club.example", document=document, by=a_user(is_superuser=True))
    known = f"This event file is signed by club.example ({CLUB_KEY}) and unchanged."
    assert check_in_shell(data, tmp_path) == (0, [UNCHANGED, known])

    # Without a database the command goes on with the keys in files.
    unknown = "This event file is unchanged; the key that signed it is unknown here."
    monkeypatch.setitem(connection.settings_dict, "NAME", tmp_path / "no.db")
    assert check_in_shell(data, tmp_path) == (0, [UNCHANGED, unknown])
    assert not (tmp_path / "no.db").exists()


def test_a_changed_file_that_has_new_checksum_is_found(
    client: Client, event: Event, keys_file: Path, tmp_path: Path
) -> None:
    data = with_another_reason(write_event_file(event), has_new_checksum=True)
    changed = "This event file was changed after it was signed."
    assert check_in_shell(data, tmp_path) == (1, [UNCHANGED, changed])
    assert changed in check_page(client, data)
    renamed = json.loads(write_event_file(event))
    renamed["signature"]["key_id"] = "other.example/1"
    assert check_in_shell(event_file.to_canonical_bytes(renamed), tmp_path)[1][1] == changed


def check_page(client: Client, data: bytes) -> str:
    """The page and, in front, the state by the API."""
    page = client.post("/records/check/", {"file": SimpleUploadedFile("event.json", data)})
    api = client.post("/api/v1/match-file-checks/", {"file": SimpleUploadedFile("event.json", data)})
    assert (page.status_code, api.status_code, api.json()["status"]) == (200, 200, None)
    assert f'data-state="{api.json()["state"]}"' in page.content.decode()
    return page.content.decode()


def test_anybody_can_check_an_event_file_on_a_page(client: Client, event: Event, keys_file: Path) -> None:
    data = write_event_file(event)
    assert f"This event file is signed by {CLUB_KEY} and unchanged." in check_page(client, data)
    PublicKey.objects.all().delete()
    keys_file.unlink()
    assert "the key that signed it is unknown here" in check_page(client, data)
    unsigned = write_event_file(event)
    assert "This event file is not signed." in check_page(client, unsigned)
    assert "its checksum is wrong" in check_page(
        client, with_another_reason(unsigned, has_new_checksum=False)
    )


def test_the_import_says_who_signed_and_refuses_a_changed_file(
    client: Client, event: Event, keys_file: Path
) -> None:
    club, key = event.tournament.club, signing_keys.get_current_key()
    assert key is not None
    client.force_login(director_of(club))
    # Another event: its first line has another key.
    file = event_file.read(write_event_file(event))
    lines = tuple(replace(line, key=f"{line.key[:-1]}x") for line in file.lines)
    data = event_file.write(replace(file, lines=lines), signer=key.make_signer())
    address = f"/clubs/{club.slug}/import-event/"
    changed = with_another_reason(data, has_new_checksum=True)
    page = client.post(address, {"file": SimpleUploadedFile("event.json", changed)})
    assert (page.status_code, "Nothing was imported." in page.content.decode()) == (409, True)
    assert Event.objects.count() == 1
    page = client.post(address, {"file": SimpleUploadedFile("event.json", data)}, follow=True)
    assert f"This event file is signed by {CLUB_KEY} and unchanged." in page.content.decode()


def test_a_signature_of_another_form_is_refused(event: Event, keys_file: Path) -> None:
    content = json.loads(write_event_file(event))
    for broken in ([], "x", 1):
        with pytest.raises(Exception, match="event_file_damaged"):
            event_file.read(event_file.to_canonical_bytes({**content, "signature": broken}))


def file_of_another_event(event: Event, lines_left_out: int = 0) -> event_file.EventFile:
    """The file of an event under other keys, which can be imported here; its last lines can be missing."""
    file = event_file.read(write_event_file(event))
    count = len(file.lines) - lines_left_out
    lines = tuple(replace(line, key=f"{line.key[:-1]}x") for line in file.lines[:count])
    return replace(file, lines=lines, signature=None)


def read_imported_files(event: Event, *, names_accounts: bool = True) -> list[tuple[str, str]]:
    """What the report for the arbiter says about imported files, without day and checksum."""
    tables = arbiter_tables.tabulate_overview(get_arbiter_report(event, names_accounts=names_accounts))
    [check] = [table for table in tables if table.title == "Check of the event"]
    return [
        (label, re.sub(r"imported on .* by", "imported by", text).partition("; checksum")[0])
        for label, text in check.rows
        if "imported from a file" in label
    ]


def test_the_report_says_later_who_signed_the_files_that_were_imported(
    client: Client, event: Event, keys_file: Path
) -> None:
    club, key = event.tournament.club, signing_keys.get_current_key()
    assert key is not None
    by = director_of(club)
    document = client.get("/.well-known/crawford-keys.json").content.decode()
    beginning = event_file.write(file_of_another_event(event, lines_left_out=1))
    whole = event_file.write(file_of_another_event(event), signer=key.make_signer())
    keys_file.unlink()
    PublicKey.objects.all().delete()

    client.force_login(by)
    address = f"/clubs/{club.slug}/import-event/"
    client.post(address, {"file": SimpleUploadedFile("event.json", beginning)})
    imported = Event.objects.order_by("pk").last()
    assert imported is not None
    api = f"/api/v1/clubs/{club.slug}/imports/events/"
    assert client.post(api, {"file": SimpleUploadedFile("event.json", whole)}).status_code == 201
    last = len(json.loads(whole)["journal"])
    first_row = (f"Lines 1 to {last - 1}, imported from a file", f"not signed; imported by {by.username}")
    label = f"Lines {last} to {last}, imported from a file"
    unknown = f"signed by the key {CLUB_KEY}, which is unknown here"
    assert read_imported_files(imported) == [first_row, (label, f"{unknown}; imported by {by.username}")]
    assert read_imported_files(imported, names_accounts=False)[1] == (label, f"{unknown}; imported by Desk")
    assert imported.imported_files.get(first_line=last).checksum == json.loads(whole)["seal"]

    public_keys.add_site_keys(site="club.example", document=document, by=a_user(is_superuser=True))
    known = f"signed by club.example ({CLUB_KEY}); imported by {by.username}"
    assert read_imported_files(imported) == [first_row, (label, known)]
    assert read_imported_files(event) == []
