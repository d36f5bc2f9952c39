"""Certificates: keys of the site, issuing and withdrawing, and the check of a file by anybody."""

import hashlib
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.formats import date_format
from django.utils.timezone import localtime
from pytest_django import Settings

from matches.models import Match, User
from matches.records import signing_keys
from matches.records.models import Certificate, PublicKey
from matches.records.services import contradictions, uploads
from matches.records.views.certificates import make_qr_address
from matches.services import players
from rules import formats
from rules.formats.ogxm_layout import (
    OgxmSection,
    join_sections,
    list_sections,
    write_bytes,
    write_number,
    write_record,
)
from rules.formats.ogxm_signing import Signer, read_certificate, sign_file
from tests import factories
from tests.matches.records.files import record
from tests.rules.ogxm_files import assert_codec_accepts, sample
from tests.tournaments.printing.reading import read_leaves, squeezed

pytestmark = pytest.mark.django_db

CLUB_KEY = "club.example/1"


@pytest.fixture(autouse=True)
def key(settings: Settings, tmp_path: Path) -> signing_keys.SigningKey:
    """The key of this site."""
    cache.clear()
    settings.SIGNING_KEYS_FILE = str(tmp_path / "keys" / "signing-keys.json")
    return signing_keys.create_key(key_id=CLUB_KEY)


@pytest.fixture
def official(client: Client) -> User:
    user = factories.a_user("director")
    client.force_login(user)
    return user


@pytest.fixture
def match(official: User) -> Match:
    """A match that is final with the score of its file."""
    row = factories.a_called_match(factories.a_desk(official), length=3, white="José-María", black="X")
    identity = factories.with_account(official)
    transcript = uploads.attach_file(match=row, name="final.mat", data=record(), identity=identity)
    contradictions.report_transcript(match=row, transcript=transcript, identity=identity)
    row.refresh_from_db()
    return row


def issued(client: Client, match: Match) -> Certificate:
    """The certificate that the button on the page of the match file issues."""
    answer = client.post(f"/m/{match.code}/record/{match.transcripts.get().pk}/certificate/")
    assert answer.status_code == 302
    return match.certificates.filter(withdrawn_at=None).get()


def check(client: Client, data: bytes) -> tuple[str, str]:
    """The state of a file, by the API, and the page of its check."""
    page = client.post("/records/check/", {"file": SimpleUploadedFile("match.ogxm", data)})
    answer = client.post("/api/v1/match-file-checks/", {"file": SimpleUploadedFile("match.ogxm", data)})
    assert (page.status_code, answer.status_code) == (200, 200)
    state = answer.json()["state"]
    assert f'data-state="{state}"' in page.content.decode()
    return state, page.content.decode()


def with_names_exchanged(data: bytes) -> bytes:
    sections = [
        OgxmSection(each.tag, each.payload.replace(b"X", b"Y"), 0, each.is_critical)
        if each.tag == "MTCH"
        else each
        for each in list_sections(data)
    ]
    return join_sections(sections, minor=data[6], needed_minor=data[10])


def test_the_file_is_signed_and_says_when_it_was_issued(client: Client, match: Match) -> None:
    certificate = issued(client, match)
    answer = client.get(f"/certificates/{certificate.code}/file/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/octet-stream")
    assert_codec_accepts(answer.content)
    ogxm = pytest.importorskip("ogxm", reason="needs the codec of HedgeHog (Linux)")
    assert ogxm.verify_match(answer.content) is True
    note = read_certificate(answer.content)
    assert note is not None
    assert note.content == certificate.content
    assert certificate.issued_at > match.transcripts.get().at
    content = {name: note.content[name] for name in ("code", "verdict", "score", "issued_at", "uploaded_by")}
    assert content == {
        "code": certificate.code,
        "verdict": match.transcripts.get().status,
        "score": [3, 0],
        "issued_at": certificate.issued_at.isoformat(timespec="seconds"),
        "uploaded_by": "desk",
    }
    assert check(client, answer.content)[0] == "certified"


def test_the_page_and_the_api_show_it(client: Client, match: Match) -> None:
    certificate = issued(client, match)
    page = client.get(f"/certificates/{certificate.code}/")
    assert (page.status_code, "<svg" in page.content.decode()) == (200, True)
    api = f"/api/v1/certificates/{certificate.code}/"
    answer = client.get(api)
    assert (answer.status_code, answer.json()["is_in_effect"]) == (200, True)
    file = client.get(f"{api}file/")
    assert (file.status_code, file.content) == (200, bytes(certificate.file))
    again = client.post(f"/api/v1/matches/{match.code}/transcripts/{match.transcripts.get().pk}/certificate/")
    assert (again.status_code, again.json()["code"]) == (201, certificate.code)


def test_a_withdrawn_certificate_says_so(client: Client, match: Match) -> None:
    certificate = issued(client, match)
    data = bytes(certificate.file)
    assert client.post(f"/certificates/{certificate.code}/withdraw/").status_code == 302
    address = f"/certificates/{certificate.code}/"
    for path, status in ((address, 200), (f"{address}file/", 410)):
        page = client.get(path)
        assert (page.status_code, "Withdrawn on" in page.content.decode()) == (status, True)
    assert client.get(f"/api/v1/certificates/{certificate.code}/file/").status_code == 404
    state, page_text = check(client, data)
    assert (state, "This file is certified" in page_text) == ("withdrawn", False)
    assert issued(client, match).code != certificate.code
    assert check(client, data)[0] == "certified"


def test_a_withdrawn_match_file_withdraws_its_certificate(
    client: Client, match: Match, official: User
) -> None:
    certificate = issued(client, match)
    identity = factories.with_account(official)
    uploads.withdraw_transcript(transcript=match.transcripts.get(), identity=identity)
    assert client.get(f"/certificates/{certificate.code}/file/").status_code == 410
    assert check(client, bytes(certificate.file))[0] == "withdrawn"


def test_a_file_with_names_that_are_hidden_since_is_given_out_no_more(
    client: Client, match: Match, official: User
) -> None:
    certificate = issued(client, match)
    identity = factories.with_account(official)
    players.set_public_name(player=match.white, shown="code", code_name="Goose", identity=identity)
    answer = client.get(f"/certificates/{certificate.code}/file/")
    assert (answer.status_code, "José-María".encode() in answer.content) == (410, False)
    assert "José-María".encode() not in bytes(issued(client, match).file)


def test_each_bad_file_is_named_by_what_is_worst(client: Client, match: Match) -> None:
    data = bytes(issued(client, match).file)
    assert check(client, with_names_exchanged(data))[0] == "changed"
    assert check(client, sample("names-exchanged"))[0] == "changed"
    assert check(client, sample("signed"))[0] == "unknown_key"
    assert check(client, sample("unsigned"))[0] == "unsigned"
    assert check(client, record())[0] == "unsigned"
    other_notes = [each for each in list_sections(sample("signed")) if each.tag == "ANNO"]
    sections = [each for each in list_sections(data) if each.tag != "ANNO"]
    foreign_note = join_sections([*sections[:-2], *other_notes, sections[-2]], minor=data[6])
    assert check(client, foreign_note)[0] == "false_certificate"


def test_a_file_that_cannot_be_read_is_refused_and_nothing_is_stored(client: Client) -> None:
    file = SimpleUploadedFile("match.ogxm", sample("flipped-byte"))
    assert client.post("/records/check/", {"file": file}).status_code == 400
    assert Certificate.objects.count() == 0


def test_a_file_whose_moves_prove_nothing_is_no_good_one(
    client: Client, key: signing_keys.SigningKey
) -> None:
    record_with_fault = formats.read(record().replace(b"13/9", b"13/8", 1))
    data, _ending = formats.file_of(formats.write(record_with_fault, "ogxm"))
    assert check(client, data)[0] == "faulty"
    content = {"verdict": "certified", "score": [3, 0]}
    signed = sign_file(data, key.make_signer(), content=content, signed_at=1_800_000_000_000)
    assert check(client, signed)[0] in ("false_certificate", "faulty")


def test_a_signature_of_another_kind_cannot_be_checked(client: Client, match: Match) -> None:
    """The signature without its key, by a key that nobody knows here."""
    data = bytes(issued(client, match).file)
    Certificate.objects.all().delete()
    unknown = Ed25519PrivateKey.generate()
    signer = Signer("", b"", unknown.sign)
    sections = list_sections(sign_file(data, signer, content={}, signed_at=1_800_000_000_000))
    bare = write_record(write_number(1) + write_bytes(unknown.sign(b"")), {})
    sections = [
        OgxmSection("MSIG", bare, 0, each.is_critical) if each.tag == "MSIG" else each
        for each in sections
        if each.tag != "ANNO"
    ]
    assert check(client, join_sections(sections, minor=data[6], needed_minor=data[10]))[0] == "not_checkable"


def test_the_digest_of_the_source_is_that_of_the_uploaded_bytes(client: Client, official: User) -> None:
    data = sample("signed")
    white, black = formats.read(data).players
    row = factories.a_called_match(factories.a_desk(official), length=5, white=white, black=black)
    identity = factories.with_account(official)
    transcript = uploads.attach_file(match=row, name="final.ogxm", data=data, identity=identity)
    contradictions.report_transcript(match=row, transcript=transcript, identity=identity)
    row.refresh_from_db()
    certificate = issued(client, row)
    assert certificate.source_digest == hashlib.sha256(data).hexdigest()
    assert certificate.content["source_digest"] == certificate.source_digest


def test_a_refused_certificate_is_explained_on_the_page_of_its_match_file(
    client: Client, match: Match, settings: Settings, tmp_path: Path
) -> None:
    settings.SIGNING_KEYS_FILE = str(tmp_path / "absent.json")
    page = client.post(f"/m/{match.code}/record/{match.transcripts.get().pk}/certificate/")
    text = page.content.decode()
    assert "This site has no key to sign with." in text
    assert next(template.name for template in page.templates) == "records/transcript.html"


def test_a_player_at_the_table_withdraws_with_its_card(client: Client, match: Match) -> None:
    certificate = issued(client, match)
    client.logout()
    address = f"/certificates/{certificate.code}/"
    assert "withdraw/" not in client.get(address).content.decode()
    table = match.desk.tables.get(number=1)
    Match.objects.filter(pk=match.pk).update(table=table)
    page = client.get(f"{address}?table={table.code}").content.decode()
    assert (f'value="{table.code}"' in page, "withdraw/" in page) == (True, True)
    assert client.post(f"{address}withdraw/", {"table": table.code}).status_code == 302
    certificate.refresh_from_db()
    assert certificate.withdrawn_at is not None


def test_the_code_of_a_certificate_is_read_by_the_check(client: Client, match: Match) -> None:
    certificate = issued(client, match)
    page = client.get(f"/certificates/{certificate.code}/")
    address = make_qr_address(page.wsgi_request, certificate)
    assert address.startswith("http://testserver/records/check/#ogxm=")
    answer = client.post("/records/check/", {"text": address})
    assert 'data-state="certified"' in answer.content.decode()
    for broken in (address[:-9], f"{address}é", "#ogxm=", "https://example.org/#ogxm=AAAA"):
        assert client.post("/records/check/", {"text": broken}).status_code == 400


def test_a_certificate_of_another_site_is_checked_by_its_listed_keys(
    client: Client, match: Match, settings: Settings, tmp_path: Path
) -> None:
    """What is issued here is checked at a site with another database and other keys."""
    data = bytes(issued(client, match).file)
    document = client.get("/.well-known/crawford-keys.json").content.decode()
    Certificate.objects.all().delete()
    PublicKey.objects.all().delete()
    settings.SIGNING_KEYS_FILE = str(tmp_path / "other.json")
    assert check(client, data)[0] == "unknown_key"
    client.force_login(factories.a_user("host", is_superuser=True))
    form = {"site": "Club of Siena", "document": document}
    page = client.post("/host/keys/", form, follow=True)
    assert "Club of Siena" in page.content.decode()
    state, text = check(client, data)
    assert (state, f"Club of Siena ({CLUB_KEY})" in text) == ("certified_elsewhere", True)
    PublicKey.objects.update(until="2020-01-01T00:00:00+00:00")
    assert check(client, data)[0] == "wrong_date"
    client.post("/host/keys/", form)
    assert PublicKey.objects.get().until is None
    client.post("/host/keys/remove/", {"site": "Club of Siena"})
    assert check(client, data)[0] == "unknown_key"


@pytest.mark.parametrize(
    "change", ["{}", "[]", "[1]", '{"keys":[]}', '{"keys":[1]}', '{"keys":{"a":1}}', "x"]
)
def test_a_document_without_keys_is_refused_and_stays_in_the_form(client: Client, change: str) -> None:
    client.force_login(factories.a_user("host", is_superuser=True))
    page = client.post("/host/keys/", {"site": "Club of Siena", "document": change})
    assert (page.status_code, "Club of Siena" in page.content.decode()) == (400, True)
    assert PublicKey.objects.filter(site="Club of Siena").count() == 0


def test_the_keys_of_this_site_are_not_listed_for_another(client: Client, match: Match) -> None:
    issued(client, match)
    document = client.get("/.well-known/crawford-keys.json").content.decode()
    client.force_login(factories.a_user("host", is_superuser=True))
    page = client.post("/host/keys/", {"site": "Club of Siena", "document": document})
    assert (page.status_code, PublicKey.objects.get().site) == (409, "")
    client.force_login(factories.a_user("someone"))
    assert client.get("/host/keys/").status_code == 404


def test_without_a_key_or_a_proof_nothing_is_signed(
    client: Client, match: Match, settings: Settings, tmp_path: Path
) -> None:
    address = f"/api/v1/matches/{match.code}/transcripts/{match.transcripts.get().pk}/certificate/"
    match.transcripts.update(agrees=None)
    assert client.post(address).json()["code"] == "certificate_not_possible"
    match.transcripts.update(agrees=True)
    settings.SIGNING_KEYS_FILE = str(tmp_path / "absent.json")
    assert client.post(address).json()["code"] == "certificate_no_key"
    assert Certificate.objects.count() == 0
    client.logout()
    assert client.post(address).status_code == 403


def test_keys_are_listed_with_their_dates_and_never_their_private_part(
    client: Client, key: signing_keys.SigningKey, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(settings.SIGNING_KEYS_FILE)
    assert path.stat().st_mode & 0o777 == 0o600
    call_command("signing_key", "create", "club.example/2")
    call_command("signing_key", "retire", CLUB_KEY)
    call_command("signing_key", "list")
    printed = capsys.readouterr().out
    answer = client.get("/.well-known/crawford-keys.json")
    rows = answer.json()["keys"]
    assert [(row["key_id"], row["purpose"], bool(row["until"])) for row in rows] == [
        (CLUB_KEY, "match", True),
        ("club.example/2", "match", False),
    ]
    for row in json.loads(path.read_text())["keys"]:
        assert (row["private"] in printed, row["private"] in answer.content.decode()) == (False, False)
    for arguments in (("create", CLUB_KEY), ("retire", CLUB_KEY)):
        with pytest.raises(CommandError, match="There is"):
            call_command("signing_key", *arguments)
    current = signing_keys.get_current_key()
    assert current is not None
    assert current.key_id == "club.example/2"


def test_a_file_of_keys_that_others_can_read_is_named_and_its_keys_stay_published(
    client: Client, match: Match, settings: Settings
) -> None:
    data = bytes(issued(client, match).file)
    Path(settings.SIGNING_KEYS_FILE).chmod(0o644)
    assert signing_keys.can_sign() is False
    assert [row["key_id"] for row in client.get("/.well-known/crawford-keys.json").json()["keys"]] == [
        CLUB_KEY
    ]
    assert check(client, data)[0] == "certified"
    with pytest.raises(CommandError, match="others than its owner can read it"):
        call_command("signing_key", "list")
    client.force_login(factories.a_user("host", is_superuser=True))
    for address in ("/host/", "/host/keys/"):
        assert "others than its owner can read it" in client.get(address).content.decode()


def test_a_lost_file_of_keys_is_named_and_the_lost_key_can_be_retired(
    client: Client, match: Match, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytes(issued(client, match).file)
    Path(settings.SIGNING_KEYS_FILE).unlink()
    assert check(client, data)[0] == "certified"
    with pytest.raises(CommandError, match="not in its file"):
        call_command("signing_key", "list")
    with pytest.raises(CommandError, match="There is a key"):
        call_command("signing_key", "create", CLUB_KEY)
    call_command("signing_key", "retire", CLUB_KEY)
    call_command("signing_key", "create", "club.example/2")
    capsys.readouterr()
    call_command("signing_key", "list")
    rows = client.get("/.well-known/crawford-keys.json").json()["keys"]
    assert [(row["key_id"], bool(row["until"])) for row in rows] == [
        (CLUB_KEY, True),
        ("club.example/2", False),
    ]
    assert check(client, data)[0] == "certified"


def test_a_certificate_of_which_the_site_has_no_record_says_so(client: Client, match: Match) -> None:
    """As after restoring a backup from before it was issued."""
    data = bytes(issued(client, match).file)
    Certificate.objects.all().delete()
    state, page = check(client, data)
    assert (state, "no record of it" in page, "is certified and unchanged" in page) == (
        "not_recorded",
        True,
        False,
    )
    assert issued(client, match).digest
    assert check(client, data)[0] == "not_recorded"


def test_what_a_retired_key_has_signed_is_certified_still(client: Client, match: Match) -> None:
    data = bytes(issued(client, match).file)
    signing_keys.retire_key(key_id=CLUB_KEY)
    assert check(client, data)[0] == "certified"


def test_the_shell_says_who_signed(
    client: Client, match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.ogxm"
    path.write_bytes(bytes(issued(client, match).file))
    call_command("check_record", str(path), language="en")
    assert f"  Signed by {CLUB_KEY}\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changed", "state"),
    [
        ({"key_id": "nobody/9"}, "false_certificate"),
        ({"issued_at": "2199-01-01T00:00:00+00:00"}, "wrong_date"),
        ({"issued_at": "1999-01-01T00:00:00+00:00"}, "wrong_date"),
        ({}, "certified"),
    ],
)
def test_a_certificate_that_its_key_cannot_have_signed_then_is_no_good_one(
    client: Client, match: Match, key: signing_keys.SigningKey, changed: dict[str, str], state: str
) -> None:
    """A note made with the site's own key, whose name or date is another."""
    file = bytes(issued(client, match).file)
    note = read_certificate(file)
    assert note is not None
    signer = key.make_signer()
    name = changed.get("key_id", signer.key_id)
    forged = sign_file(
        file,
        Signer(name, signer.public_key, signer.sign),
        content={**note.content, **changed},
        signed_at=1_800_000_000_000,
    )
    assert check(client, forged)[0] == state


def test_the_sheet_to_print_is_a_page_while_the_certificate_holds(client: Client, match: Match) -> None:
    certificate = issued(client, match)
    address = f"/certificates/{certificate.code}/sheet.pdf"
    assert address in client.get(f"/certificates/{certificate.code}/").content.decode()
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    (sheet,) = read_leaves(answer.content)
    issued_at = date_format(localtime(certificate.issued_at), "j M Y, H:i")
    lines = (
        "Crawford",
        f"Certificate {certificate.code}",
        "José-María – X",
        f"{match.white_score}–{match.black_score}",
        "3-point match",
        "Main hall",
        f"Issued: {issued_at}",
        f"Signed by {CLUB_KEY}",
    )
    assert sheet.text.startswith(squeezed("".join(lines)))
    client.post(f"/certificates/{certificate.code}/withdraw/")
    assert client.get(address).status_code == 404
