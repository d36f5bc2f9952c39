"""Signed OGXM files: the codec of HedgeHog accepts them, and a change of any covered field is found."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from rules import formats
from rules.formats.ogxm_layout import OgxmSection, join_sections, list_sections
from rules.formats.ogxm_notes import OgxmNote, read_notes, write_notes
from rules.formats.ogxm_signatures import SignatureStatus, check_signatures
from rules.formats.ogxm_signing import (
    CERTIFICATE,
    CertificateNote,
    Signer,
    compute_match_digest,
    read_certificate,
    sign_file,
)
from tests.rules.ogxm_files import assert_codec_accepts, sample
from tests.rules.test_ogxm_signatures import is_signed_by

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = PRIVATE.public_key().public_bytes_raw()
SIGNER = Signer("club.example/1", PUBLIC, PRIVATE.sign)
CONTENT = {"score": [3, 0], "verdict": "certified", "issued_at": "2026-12-02T10:00:00+00:00"}
FACTS = {
    "event": "Open",
    "round": "3",
    "stage": "Main",
    "table": "4",
    "city": "Siena",
    "country": "IT",
    "date": "2026.11.29",
}


def with_facts(**changes: str) -> bytes:
    """The unsigned sample with an event, place and date."""
    record = formats.read(sample("unsigned"))
    data, _ending = formats.file_of(
        formats.write(record.__class__(**{**vars_of(record), "facts": {**FACTS, **changes}}), "ogxm")
    )
    return data


def vars_of(record: Any) -> dict[str, Any]:
    """The fields of a record."""
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


def signed(data: bytes | None = None) -> bytes:
    """A file signed by the key of this test."""
    return sign_file(data or with_facts(), SIGNER, content=CONTENT, signed_at=1_796_200_000_000)


def status(data: bytes) -> SignatureStatus:
    [signature] = check_signatures(data, is_signed_by, {PUBLIC: "club"})
    return signature.status


def replaced(data: bytes, tag: str, payload: bytes) -> bytes:
    """The file with another content of a section and a new checksum."""
    return join_sections(
        [
            OgxmSection(each.tag, payload if each.tag == tag else each.payload, 0, each.is_critical)
            for each in list_sections(data)
        ],
        minor=data[6],
        needed_minor=data[10],
    )


def test_the_codec_verifies_what_is_signed_here() -> None:
    ogxm = pytest.importorskip("ogxm", reason="needs the codec of HedgeHog (Linux)")
    data = signed()
    assert_codec_accepts(data)
    assert (ogxm.verify(data), ogxm.verify_match(data), ogxm.verify_match(data, 0, [PUBLIC])) == (
        (None, True),
        True,
        True,
    )
    document = ogxm.binary_to_json(data)
    assert ogxm.json_to_binary(document) == data
    assert ogxm.match_digest(data).hex() == compute_match_digest(data)
    other = replaced(data, "MTCH", next(e.payload for e in list_sections(with_facts(table="5"))))
    assert ogxm.verify_match(other, 0, [PUBLIC]) is False


def test_a_file_signed_elsewhere_is_signed_anew() -> None:
    assert status(signed(sample("signed"))) is SignatureStatus.KNOWN_KEY
    assert formats.read(signed(sample("signed"))).same_games_as(formats.read(sample("signed")))


@pytest.mark.parametrize("name", [*FACTS])
def test_a_change_of_every_covered_fact_is_found(name: str) -> None:
    values = {"round": "4", "country": "FR", "date": "2026.11.28"}
    changed = list_sections(with_facts(**{name: values.get(name, "Other")}))
    data = signed()
    assert status(data) is SignatureStatus.KNOWN_KEY
    assert status(replaced(data, "MTCH", changed[0].payload)) is SignatureStatus.CHANGED


@pytest.mark.parametrize(
    "change",
    [
        lambda record: {"players": record.players[::-1]},
        lambda record: {"length": record.length + 2},
        lambda record: {"games": record.games[:-1]},
        lambda record: {"facts": {**record.facts, "crawford": "Off"}},
    ],
    ids=["players", "length", "games", "rules"],
)
def test_a_change_of_players_length_rules_and_games_is_found(change: Callable[[Any], dict[str, Any]]) -> None:
    data = signed()
    record = formats.read(with_facts())
    other, _ending = formats.file_of(
        formats.write(record.__class__(**{**vars_of(record), **change(record)}), "ogxm")
    )
    covered = [each for each in list_sections(other) if each.tag in ("MTCH", "GAME")]
    rest = [each for each in list_sections(data) if each.tag not in ("MTCH", "GAME")]
    assert status(join_sections([*covered, *rest], minor=1)) is SignatureStatus.CHANGED


def test_a_change_of_every_byte_of_a_game_is_found() -> None:
    data = signed()
    game = next(each for each in list_sections(data) if each.tag == "GAME")
    for at in range(len(game.payload)):
        payload = bytearray(game.payload)
        payload[at] ^= 1
        assert status(replaced(data, "GAME", bytes(payload))) is SignatureStatus.CHANGED


def test_a_certificate_is_checked_apart_and_names_its_games() -> None:
    data = signed()
    note = read_certificate(data)
    assert note is not None
    other_notes = write_notes(each for each in read_notes(list_sections(data)) if each.key != CERTIFICATE)
    notes_digest = hashlib.sha256(other_notes).hexdigest()
    digests = {"digest": compute_match_digest(data), "notes_digest": notes_digest}
    assert note.content == {**CONTENT, **digests, "key_id": SIGNER.key_id}
    assert note.find_signer([PUBLIC], is_signed_by) == PUBLIC
    assert note.find_signer([], is_signed_by) is None
    notes = [
        OgxmNote(each.scope, each.ref, each.value.replace("1:ey", "1:eyA", 1), each.key)
        for each in read_notes(list_sections(data))
    ]
    assert read_certificate(replaced(data, "ANNO", write_notes(notes))) is None
    forged = json.dumps({**note.content, "score": [0, 3]}).encode()
    forged_note = CertificateNote(note.content, forged, note.signature)
    assert forged_note.find_signer([PUBLIC], is_signed_by) is None
    assert read_certificate(sample("unsigned")) is None
    assert CERTIFICATE == "x-crawford-certificate"


def test_the_certificate_of_the_sample_is_read() -> None:
    note = read_certificate(sample("signed"))
    assert note is not None
    key = Ed25519PublicKey.from_public_bytes(PUBLIC).public_bytes_raw()
    assert note.find_signer([key], is_signed_by) is None
