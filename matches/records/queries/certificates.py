"""Certificates, and what the check of a match file says about who signed it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from matches.models import Match
from matches.records.models import Certificate, Transcript
from matches.records.queries import transcripts
from matches.records.signing_keys import SigningKey, list_keys
from matches.records.source_signatures import check_file, get_known_keys, is_signed_by
from matches.states import Status
from rules import formats
from rules.errors import Refusal, Unreadable
from rules.formats.ogxm_layout import is_ogxm
from rules.formats.ogxm_signatures import SignatureStatus, SourceSignature
from rules.formats.ogxm_signing import CertificateNote, compute_match_digest, read_certificate
from rules.replay import replay
from rules.verdict import Verdict

PROVEN = ("certified", "certified_with_notes")
# The states of a checked file, the worst first: the first that applies is the answer.
CHANGED, FALSE_CERTIFICATE, WITHDRAWN, FAULTY = "changed", "false_certificate", "withdrawn", "faulty"
WRONG_DATE, NOT_CHECKABLE, UNSIGNED = "wrong_date", "not_checkable", "unsigned"
UNKNOWN_KEY, SIGNED, CERTIFIED = "unknown_key", "signed", "certified"
STATES = (
    *(CHANGED, FALSE_CERTIFICATE, WITHDRAWN, FAULTY, WRONG_DATE, NOT_CHECKABLE, UNSIGNED),
    *(UNKNOWN_KEY, SIGNED, CERTIFIED),
)


@dataclass(frozen=True, slots=True)
class CheckedMatchFile:
    """What the check of a file has shown: its state, verdict, signatures and the certificate issued here."""

    state: str
    verdict: Verdict
    signatures: tuple[SourceSignature, ...]
    certificate: Certificate | None = None


def get_certificate(code: str) -> Certificate | None:
    """The certificate with this code."""
    rows = Certificate.objects.select_related("match__desk", "match__white", "match__black", "transcript")
    return rows.filter(code=code).first()


def get_certificate_in_effect(transcript: Transcript) -> Certificate | None:
    """The certificate of a match file that is not withdrawn."""
    return transcript.certificates.filter(withdrawn_at=None).first()


def is_in_effect(certificate: Certificate) -> bool:
    """Whether a certificate still holds.

    It was not withdrawn, the match still has the score that the file proves, and the names in it are still
    shown as they are there.
    """
    match, transcript = certificate.match, certificate.transcript
    if certificate.withdrawn_at is not None or transcript is None or transcript.match_id != match.pk:
        return False
    if match.status != Status.SETTLED.value or transcript.agrees is not True:
        return False
    return _has_current_names(match, transcript, certificate)


def check_match_file(data: bytes) -> CheckedMatchFile:
    """Check who signed a file, whether it was changed, and what this site has certified of it.

    Raises `Unreadable` for a file that cannot be read.
    """
    record = formats.read(data)
    text = formats.text_of(data)
    verdict, signatures = replay(record), check_file(text)
    source_digest = transcripts.compute_digest(text)
    digest = compute_match_digest(data) if is_ogxm(data) else ""
    rows = Certificate.objects.filter(Q(source_digest=source_digest) | Q(digest=digest, digest__gt=""))
    # A certificate that was issued anew counts, not those before it.
    certificate = rows.select_related("match__desk", "transcript").order_by("-id").first()
    state = _find_state(verdict, signatures, certificate, read_certificate(data) if digest else None, digest)
    return CheckedMatchFile(state, verdict, signatures, certificate)


def _find_state(
    verdict: Verdict,
    signatures: tuple[SourceSignature, ...],
    certificate: Certificate | None,
    note: CertificateNote | None,
    digest: str,
) -> str:
    statuses = {each.status for each in signatures}
    signer = note.find_signer(get_known_keys(), is_signed_by) if note is not None else None
    by_known_key = signer is not None
    states = {
        CHANGED: SignatureStatus.CHANGED in statuses,
        FALSE_CERTIFICATE: note is not None and not _fits(note, verdict, digest, signer),
        WITHDRAWN: certificate is not None and not is_in_effect(certificate),
        FAULTY: verdict.status not in PROVEN,
        WRONG_DATE: note is not None and by_known_key and not _is_date_possible(note),
        NOT_CHECKABLE: SignatureStatus.UNCHECKABLE in statuses,
        UNSIGNED: not any(each.subject == "match" for each in signatures),
        UNKNOWN_KEY: SignatureStatus.UNKNOWN_KEY in statuses,
        SIGNED: not by_known_key,
        CERTIFIED: True,
    }
    return next(state for state in STATES if states[state])


def _fits(note: CertificateNote, verdict: Verdict, digest: str, signer: str | None) -> bool:
    """Whether a certificate is about these games and says what their replay says.

    `signer` is the name of the known key that has signed it. A key of this site signs under its own name
    alone, and no other key under that name. One by a key that is unknown here is judged by the key of the
    file.
    """
    own_names, name = {key.key_id for key in _list_own_keys()}, note.content.get("key_id")
    if (signer in own_names or name in own_names) and signer != name:
        return False
    if note.content.get("digest") != digest:
        return False
    is_proven = note.content.get("verdict") in PROVEN
    return signer is None or (is_proven and note.content.get("score") == list(verdict.score))


def _is_date_possible(note: CertificateNote) -> bool:
    """Whether a certificate by a key of this site was issued while that key was in use, until now."""
    key = next((key for key in _list_own_keys() if key.key_id == note.content.get("key_id")), None)
    if key is None:
        return True
    try:
        issued_at = datetime.fromisoformat(str(note.content.get("issued_at")))
        until = datetime.fromisoformat(key.until) if key.until else None
        return datetime.fromisoformat(key.since) <= issued_at <= (until or timezone.now())
    except (ValueError, TypeError):
        return False


def _list_own_keys() -> list[SigningKey]:
    try:
        return list_keys()
    except Refusal:
        return []


def _has_current_names(match: Match, transcript: Transcript, certificate: Certificate) -> bool:
    try:
        names = formats.read(bytes(certificate.file)).players
    except Unreadable:
        return False
    return names == transcripts.get_public_verdict(match, transcript).players
