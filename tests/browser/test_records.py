"""Match files uploaded at the desk: one dropped on the page, and many in a zip, one with an illegal play."""

import re
from pathlib import Path

import pytest
from pytest_django import Settings

from matches.actors import SYSTEM
from matches.models import Desk
from matches.records import signing_keys
from matches.records.models import Certificate, Transcript
from matches.records.services import archives, certificates, contradictions, uploads
from matches.services import lifecycle, outbox
from tests import factories
from tests.browser.axe import faults
from tests.browser.conftest import OpenDevice
from tests.browser.phones import PASSWORD, Phone
from tests.factory_recordings import replayed
from tests.matches.records import files


@pytest.fixture
@replayed
def desk() -> Desk:
    """A desk with two matches of the same players and one of others."""
    desk = factories.a_desk(factories.a_user("director", password=PASSWORD), tables=3)
    for number, length, white in ((1, 3, "José-María"), (2, 7, "Alice"), (3, 7, "Alice")):
        match = factories.a_match(desk, length=length, white=white, black="X")
        lifecycle.call_match(match=match, table=desk.tables.get(number=number), by=SYSTEM)
    return desk


def signed_in(open_device: OpenDevice, width: int = 1280, **options: bool) -> Phone:
    """The laptop of the director, signed in."""
    laptop = open_device(width, **options)
    laptop.sign_in()
    return laptop


def a_zip(folder: Path) -> Path:
    """A zip with a legal match file, one with an illegal play, a copy of the first, and a text file."""
    path = folder / "evening.zip"
    members = (
        ("evening/final.mat", files.record(files.SEVEN)),
        ("evening/unlawful.mat", files.with_an_illegal_play()),
        ("evening/final (2).mat", files.record(files.SEVEN).replace(b"\n", b"\r\n")),
        ("evening/notes.txt", b"Bring the dice cups."),
    )
    path.write_bytes(files.a_zip(*members))
    return path


def a_certificate(desk: Desk) -> Certificate:
    """The certificate of the match that a file has reported; the site needs a key."""
    match, identity = desk.matches.get(length=3), factories.with_account(desk.officials.get())
    transcript = uploads.attach_file(match=match, name="final.mat", data=files.record(), identity=identity)
    contradictions.report_transcript(match=match, transcript=transcript, identity=identity)
    match.refresh_from_db()
    return certificates.issue_certificate(match=match, transcript=transcript, identity=identity)


def test_a_zip_with_an_illegal_play_is_reported_file_by_file(
    open_device: OpenDevice, desk: Desk, tmp_path: Path
) -> None:
    laptop = signed_in(open_device)
    laptop.open(f"/d/{desk.code}/records/")
    laptop.page.set_input_files("input[type=file]", a_zip(tmp_path))
    laptop.tap(laptop.page.get_by_role("button", name="Upload", exact=True))
    laptop.page.get_by_text("All 4 files read.").wait_for()
    text = laptop.text()
    assert re.findall(r"(\S+\.(?:mat|txt))\s+(.+)", text) == [
        ("final.mat", "Certified"),
        ("unlawful.mat", "Has errors"),
        ("(2).mat", "already uploaded"),
        ("notes.txt", "not imported"),
    ]
    assert "line 1" in text
    laptop.taps = 0
    laptop.tap("Alice – X")
    assert laptop.taps == 1
    assert Transcript.objects.exclude(match=None).count() == 2
    laptop.tap("José-María – X")
    assert "24/20 13/9" in laptop.text()


def test_without_scripts_the_page_of_a_zip_reloads_itself(
    open_device: OpenDevice, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    message_ids: list[int] = []
    monkeypatch.setattr(outbox, "_enqueue_delivery", message_ids.append)
    data = files.a_zip(("a.mat", files.record()), ("b.txt", b"nothing"))
    archive = archives.upload_archive(desk=desk, name="late.zip", data=data, by=desk.officials.get())
    laptop = signed_in(open_device, script=False)
    laptop.open(f"/d/{desk.code}/records/{archive.code}/")
    assert "0 of 2 files read" in laptop.text()
    for message_id in message_ids:
        outbox.deliver_message(outbox_id=message_id)
    laptop.page.get_by_text("All 2 files read.").wait_for()


def test_the_pages_of_records_have_no_fault(
    open_device: OpenDevice, desk: Desk, settings: Settings, tmp_path: Path
) -> None:
    settings.SIGNING_KEYS_FILE = str(tmp_path / "signing-keys.json")
    signing_keys.create_key(key_id="club.example/1")
    official = desk.officials.get()
    members = [("a.mat", files.record(files.SEVEN)), ("b.mat", files.record()), ("c.txt", b"nothing")]
    archive = archives.upload_archive(desk=desk, name="evening.zip", data=files.a_zip(*members), by=official)
    stray = files.with_an_illegal_play().replace(b"3 point", b"5 point")
    transcript = uploads.store_unassigned_file(
        name="stray.mat", data=stray, identity=factories.with_account(official)
    )
    laptop = signed_in(open_device)
    upload_page = f"/d/{desk.code}/records/"
    certificate = a_certificate(desk)
    pages = ["/records/", f"/records/{transcript.pk}/", upload_page, f"{upload_page}{archive.code}/"]
    pages += [f"/certificates/{certificate.code}/", "/records/check/"]
    assert [line for path in pages for line in faults(laptop, path)] == []
