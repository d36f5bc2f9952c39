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
from rules.errors import Unreadable
from rules.formats.ogxm_layout import join_sections, list_sections
from tests.matches.records.test_certificates import check, issued, key, match, official

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
