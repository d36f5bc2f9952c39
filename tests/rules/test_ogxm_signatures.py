"""Signatures of OGXM files: what they cover, by whose key, and what a change does to them."""

import hashlib
from collections.abc import Mapping, Sequence

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from rules.errors import Unreadable
from rules.formats.ogxm_layout import OgxmSection, join_sections, list_sections, write_bytes
from rules.formats.ogxm_signatures import SignatureStatus, check_signatures, digest_match
from tests.rules.ogxm_files import (
    EXPECTED,
    KEY,
    WHITE_31,
    game_section,
    match_section,
    numbers,
    sample,
    section,
    write_number,
    write_record,
    write_text,
)

KNOWN, UNKNOWN = SignatureStatus.KNOWN_KEY, SignatureStatus.UNKNOWN_KEY
CHANGED, UNCHECKABLE = SignatureStatus.CHANGED, SignatureStatus.UNCHECKABLE
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = PRIVATE.public_key().public_bytes_raw()


def is_signed_by(key: bytes, signature: bytes, data: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
    except InvalidSignature:
        return False
    return True


def check(data: bytes, keys: Mapping[bytes, str] | None = None) -> list[tuple[str, SignatureStatus, str]]:
    found = check_signatures(data, is_signed_by, keys or {})
    return [(each.subject, each.status, each.signer) for each in found]


def signature_section(
    tag: str, payload: bytes, optional: Mapping[int, bytes] | None = None, algorithm: int = 1
) -> OgxmSection:
    signature = PRIVATE.sign(payload)
    return section(tag, write_record(numbers(algorithm) + write_bytes(signature), optional or {}))


SECTIONS = [match_section(), game_section((WHITE_31,))]
PAYLOAD = b"OGXM-MTCH-SIG-v2" + digest_match(SECTIONS)
OWN_KEY = {1: write_bytes(PUBLIC)}


def signed(*further: OgxmSection, sections: Sequence[OgxmSection] = SECTIONS) -> bytes:
    return join_sections([*sections, *further])


@pytest.mark.parametrize("name", ["unsigned", "signed", "names-exchanged"])
def test_a_sample_has_the_signature_that_other_programs_find(name: str) -> None:
    facts = EXPECTED["files"][f"{name}.ogxm"]
    statuses = {
        "none": [],
        "valid": [("match", KNOWN, "club")],
        "invalid": [("match", CHANGED, "")],
        "valid by an unknown key": [("match", UNKNOWN, "")],
    }
    assert check(sample(name), {KEY: "club"}) == statuses[facts["match_signature"]]
    without = facts.get("match_signature_without_our_key", facts["match_signature"])
    assert check(sample(name)) == statuses[without]


def test_a_signature_says_what_it_covers_and_what_the_file_says_of_it() -> None:
    [found] = check_signatures(sample("signed"), is_signed_by, {KEY: "club"})
    assert (found.covers, found.key_id) == (("MTCH", "GAME"), EXPECTED["key_id"])
    assert found.signed_at == 1_795_140_000_000
    bare = signed(signature_section("MSIG", PAYLOAD, OWN_KEY))
    [plain] = check_signatures(bare, is_signed_by, {})
    assert (plain.key_id, plain.signed_at) == ("", None)


def test_the_codec_agrees() -> None:
    ogxm = pytest.importorskip("ogxm", reason="needs the codec of HedgeHog (Linux)")
    for name in ("signed", "names-exchanged"):
        assert ogxm.verify_match(sample(name)) is (check(sample(name))[0][1] is UNKNOWN)
        assert ogxm.match_digest(sample(name)) == digest_match(list_sections(sample(name)))
    ours = signed(signature_section("MSIG", PAYLOAD, OWN_KEY))
    assert (ogxm.verify(ours), ogxm.verify_match(ours)) == ((None, True), True)
    assert ogxm.signature.match_payload(ogxm.binary_to_json(ours), 0) == PAYLOAD


def test_a_key_that_is_not_inside_must_be_known() -> None:
    data = signed(signature_section("MSIG", PAYLOAD))
    assert check(data) == [("match", UNCHECKABLE, "")]
    assert check(data, {KEY: "club"}) == [("match", UNCHECKABLE, "")]
    assert check(data, {KEY: "club", PUBLIC: "other"}) == [("match", KNOWN, "other")]


def test_any_change_of_the_match_or_a_game_is_found() -> None:
    signature = signature_section("MSIG", PAYLOAD, OWN_KEY)
    assert check(signed(signature)) == [("match", UNKNOWN, "")]
    for sections in (
        [match_section(5), SECTIONS[1]],
        [SECTIONS[0], game_section()],
        [*SECTIONS, game_section()],
    ):
        assert check(signed(signature, sections=sections)) == [("match", CHANGED, "")]
    noted = signed(section("ANNO", write_record(numbers(0, 0) + write_text("hi"), {})), signature)
    assert check(noted) == [("match", UNKNOWN, "")]


def test_a_clock_is_covered_where_the_signature_says_so() -> None:
    clock = section("CLCK", bytes(29))
    with_clock = PAYLOAD + hashlib.sha256(clock.payload).digest()
    signature = signature_section("MSIG", with_clock, {**OWN_KEY, 3: write_number(1)})
    [found] = check_signatures(signed(clock, signature), is_signed_by, {})
    assert (found.status, found.covers) == (UNKNOWN, ("MTCH", "GAME", "CLCK"))
    assert check(signed(section("CLCK", b"\1" + bytes(28)), signature)) == [("match", CHANGED, "")]
    assert check(signed(signature)) == [("match", UNCHECKABLE, "")]
    later = signature_section("MSIG", PAYLOAD, {**OWN_KEY, 3: write_number(2)})
    assert check(signed(later)) == [("match", UNCHECKABLE, "")]


def test_an_analysis_is_signed_with_the_moves() -> None:
    analysis, decisions = section("ANAL", bytes(18)), section("DECS", b"figures")
    figures = hashlib.sha256(analysis.payload + decisions.payload).digest()
    payload = b"OGXM-ANAL-SIG-v2" + digest_match(SECTIONS) + figures
    signature = signature_section("SIGN", payload, OWN_KEY)
    [found] = check_signatures(signed(analysis, decisions, signature), is_signed_by, {PUBLIC: "engine"})
    assert (found.subject, found.status, found.covers) == (
        "analysis",
        KNOWN,
        ("MTCH", "GAME", "ANAL", "DECS"),
    )
    changed = signed(analysis, section("DECS", b"others"), signature)
    assert check(changed) == [("analysis", CHANGED, "")]
    for sections in ([signature], [analysis, signature]):
        assert check(signed(*sections)) == [("analysis", UNCHECKABLE, "")]
    clocked = signature_section("SIGN", payload, {**OWN_KEY, 3: write_number(1)})
    assert check(signed(analysis, decisions, clocked)) == [("analysis", UNCHECKABLE, "")]


def test_a_signature_of_another_kind_or_a_damaged_one_cannot_be_checked() -> None:
    short = write_record(numbers(1) + write_bytes(bytes(63)), OWN_KEY)
    bad_key = write_record(numbers(1) + write_bytes(bytes(64)), {1: write_bytes(bytes(31))})
    damaged = [
        section("MSIG", short),
        section("MSIG", bad_key),
        section("MSIG", b""),
        section("MSIG", b"\1\0"),
    ]
    other = signature_section("MSIG", PAYLOAD, OWN_KEY, algorithm=2)
    assert check(signed(*damaged, other)) == [("match", UNCHECKABLE, "")] * 5


def test_of_a_stream_the_first_file_is_checked() -> None:
    assert check(sample("signed") + sample("unsigned")) == [("match", UNKNOWN, "")]
    with pytest.raises(Unreadable):
        check(sample("flipped-byte"))
