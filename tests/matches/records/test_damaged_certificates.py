"""A signed match file whose certificate was changed: each byte of its notes, and notes that were removed."""

import zlib
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from matches.models import Match
from matches.records import signing_keys
from matches.records.models import Certificate, PublicKey
from matches.records.queries.certificates import check_match_file
from matches.records.queries.claimed_certificates import read_claim
from rules.errors import Unreadable
from rules.formats.ogxm_layout import join_sections, list_sections
from rules.formats.ogxm_signing import CertificateNote
from tests import factories
from tests.matches.records.test_certificates import (
    CLUB_KEY,
    check,
    issued,
    key,
    match,
    official,
    with_names_exchanged,
)

# The fixtures of the tests of certificates.
__all__ = ["key", "match", "official"]

pytestmark = pytest.mark.django_db

HEAD = 9
UNREADABLE = "unreadable"


def with_byte(data: bytes, at: int, mask: int) -> bytes:
    """The file with one byte changed, and its checksum computed again."""
    changed = bytearray(data)
    changed[at] ^= mask
    checksum = list_sections(data)[-1]
    end = checksum.offset + len(checksum.payload)
    changed[end - 4 : end] = zlib.crc32(changed[: checksum.offset - HEAD]).to_bytes(4, "little")
    return bytes(changed)


def find_state(data: bytes) -> str:
    try:
        return check_match_file(data).state
    except Unreadable:
        return UNREADABLE


@pytest.mark.second_stage
@pytest.mark.parametrize("mask", [0x01, 0x20])
def test_no_byte_of_the_notes_can_change_unnoticed(client: Client, match: Match, mask: int) -> None:
    data = bytes(issued(client, match).file)
    notes = next(each for each in list_sections(data) if each.tag == "ANNO")
    places = range(notes.offset - HEAD, notes.offset + len(notes.payload))
    states = {at: find_state(with_byte(data, at, mask)) for at in places}
    assert set(states.values()) == {"damaged_certificate", "false_certificate", UNREADABLE}


def test_a_file_whose_certificate_was_damaged_or_removed_says_so(client: Client, match: Match) -> None:
    data = bytes(issued(client, match).file)
    middle = data.index(b"x-crawford-certificate") - 200
    sections = [each for each in list_sections(data) if each.tag != "ANNO"]
    removed = join_sections(sections, minor=data[6], needed_minor=data[10])
    for changed in (with_byte(data, middle, 0x20), removed):
        state, page = check(client, changed)
        assert state == "damaged_certificate"
        assert "was changed, damaged or removed after the file was signed." in page


def test_a_damaged_certificate_of_an_unknown_site_is_no_certificate_of_an_unknown_key(
    client: Client, match: Match, settings: Settings, tmp_path: Path
) -> None:
    data = bytes(issued(client, match).file)
    at = data.index(b"x-crawford-certificate") - 200
    Certificate.objects.all().delete()
    PublicKey.objects.all().delete()
    settings.SIGNING_KEYS_FILE = str(tmp_path / "other.json")
    signing_keys.create_key(key_id="other.example/1")
    assert find_state(data) == "unknown_key"
    assert find_state(with_byte(data, at, 0x01)) == "damaged_certificate"


def test_the_replay_of_a_changed_file_is_not_shown_as_a_certificate(client: Client, match: Match) -> None:
    data = bytes(issued(client, match).file)
    state, page = check(client, with_names_exchanged(data))
    checked = page.partition('id="checked"')[2].partition("</section>")[0]
    assert state == "changed"
    assert (checked.count("Certified"), checked.count("status-settled")) == (0, 0)
    text = " ".join(checked.split())
    assert "Replay of the moves in this file: every move is legal and the moves prove the score." in text


def test_a_file_with_an_unknown_key_says_what_it_claims_and_what_to_do(
    client: Client, match: Match, settings: Settings, tmp_path: Path
) -> None:
    certificate = issued(client, match)
    data, code = bytes(certificate.file), certificate.code
    assert certificate.content["site_address"] == "http://testserver"
    document = client.get("/.well-known/crawford-keys.json").content.decode()
    Certificate.objects.all().delete()
    PublicKey.objects.all().delete()
    settings.SIGNING_KEYS_FILE = str(tmp_path / "other.json")
    client.logout()
    link = f'<a href="http://testserver/certificates/{code}/" rel="noopener noreferrer">{code}</a>'
    state, page = check(client, data)
    assert (state, link in page, CLUB_KEY in page) == ("unknown_key", True, True)
    assert "ask the administrator of this site to add the keys of Crawford." in page

    host = factories.a_user("host", is_superuser=True)
    client.force_login(host)
    keys = f"/host/keys/?key={CLUB_KEY}"
    assert f'href="{keys}#add-keys"' in check(client, data)[1]
    assert f"A checked file names the key {CLUB_KEY}, which is not listed." in client.get(keys).text
    client.post("/host/keys/", {"site": "Club of Siena", "document": document})
    state, page = check(client, data)
    assert (state, link in page) == ("certified_elsewhere", True)
    assert "The page of the certificate at that site says whether it was withdrawn." in page


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("https://club.example", "https://club.example/certificates/abc/"),
        ("https://club.example/crawford/", "https://club.example/crawford/certificates/abc/"),
        ("http://club.example", ""),
        ("javascript:alert(1)", ""),
        ("https://user@club.example", ""),
        ("https://club.example?x=", ""),
        ("https://[", ""),
        ("", ""),
    ],
)
def test_a_claimed_address_is_a_link_only_if_it_is_a_plain_one(address: str, link: str) -> None:
    note = CertificateNote({"code": "abc", "key_id": "club/1", "site_address": address}, b"", b"")
    claim = read_claim(note, (), schemes=("https",))
    assert claim is not None
    assert (claim.key_id, claim.link) == ("club/1", link)
