"""Certificates, and what the check of a match file says about who signed it."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from matches.models import Match
from matches.records.models import Certificate, Transcript
from matches.records.queries import transcripts
from matches.records.queries.known_keys import KnownKey, get_key_names, get_known_keys
from matches.records.signed_documents import read_signed_document
from matches.records.source_signatures import check_file, describe_document, is_signed_by
from matches.registry import SectionLine, event_file_links
from matches.states import Status
from rules import formats
from rules.errors import Unreadable
from rules.formats.ogxm_layout import is_ogxm
from rules.formats.ogxm_signatures import SignatureStatus, SourceSignature, list_signing_keys
from rules.formats.ogxm_signing import (
    CertificateNote,
    compute_match_digest,
    is_certificate_damaged,
    read_certificate,
)
from rules.replay import replay
from rules.verdict import Verdict

PROVEN = ("certified", "certified_with_notes")
# The states of a checked file, the worst first: the first that applies is the answer.
CHANGED, DAMAGED_CERTIFICATE, FALSE_CERTIFICATE = "changed", "damaged_certificate", "false_certificate"
WITHDRAWN, FAULTY = "withdrawn", "faulty"
WRONG_DATE, NOT_RECORDED, NOT_CHECKABLE = "wrong_date", "not_recorded", "not_checkable"
UNSIGNED, UNKNOWN_KEY, SIGNED = "unsigned", "unknown_key", "signed"
CERTIFIED_ELSEWHERE, CERTIFIED = "certified_elsewhere", "certified"
STATES = (
    *(CHANGED, DAMAGED_CERTIFICATE, FALSE_CERTIFICATE, WITHDRAWN, FAULTY, WRONG_DATE, NOT_RECORDED),
    *(NOT_CHECKABLE, UNSIGNED, UNKNOWN_KEY, SIGNED, CERTIFIED_ELSEWHERE, CERTIFIED),
)


@dataclass(frozen=True, slots=True)
class CheckedMatchFile:
    """What the check of a file has shown: its state, verdict, signatures and the certificate issued here.

    `note` is the certificate in the file, which may be false, and `signer` the known key that has signed it.
    """

    state: str
    verdict: Verdict
    signatures: tuple[SourceSignature, ...]
    certificate: Certificate | None = None
    signer: KnownKey | None = None
    note: CertificateNote | None = None


@dataclass(frozen=True, slots=True)
class CheckedEventFile:
    """What the check of an event file has shown: its state and its sentence.

    `name` is that of the event, `links` lead to pages about it here.
    """

    state: str
    sentence: str
    name: str
    links: tuple[SectionLine, ...] = ()
    signatures: tuple[SourceSignature, ...] = ()
    verdict: None = None
    certificate: None = None
    signer: None = None
    note: None = None


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


def check_signed_file(data: bytes) -> CheckedMatchFile | CheckedEventFile:
    """Check a match file, or the signature of an event file. Raises `Unreadable` for any other file."""
    content = read_signed_document(data)
    if content is None:
        return check_match_file(data)
    checked = describe_document(content, get_key_names())
    event = content.get("event")
    name = str(event.get("name", "")) if isinstance(event, dict) else ""
    links = tuple(link for links_of_app in event_file_links(content) for link in links_of_app)
    return CheckedEventFile(checked.state, checked.sentence, name, links)


def check_match_file(data: bytes) -> CheckedMatchFile:
    """Check who signed a file, whether it was changed, and what this site has certified of it.

    Raises `Unreadable` for a file that cannot be read.
    """
    record = formats.read(data)
    text, keys = formats.text_of(data), get_known_keys()
    verdict = replay(record)
    signatures = check_file(text, {public_key: key.name for public_key, key in keys.items()})
    source_digest = transcripts.compute_source_digest(text)
    digest = compute_match_digest(data) if is_ogxm(data) else ""
    rows = Certificate.objects.filter(Q(source_digest=source_digest) | Q(digest=digest, digest__gt=""))
    # A certificate that was issued anew counts, not those before it.
    certificates = list(rows.select_related("match__desk", "transcript").order_by("-id"))
    note = read_certificate(data) if digest else None
    public_key = note.find_signer(keys, is_signed_by) if note is not None else None
    evidence = _Evidence(
        verdict,
        signatures,
        digest,
        certificates,
        note,
        signer=keys[public_key] if public_key is not None else None,
        own_names={key.key_id for key in keys.values() if key.is_own},
        is_unreadable=bool(digest) and is_certificate_damaged(data),
        is_by_key_of_file=note is not None
        and note.find_signer(list_signing_keys(data), is_signed_by) is not None,
        certifying_names={key.name for key in keys.values() if key.is_own or key.site},
    )
    certificate = certificates[0] if certificates else None
    return CheckedMatchFile(_find_state(evidence), verdict, signatures, certificate, evidence.signer, note)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What is known about a checked file.

    `certificates` are those of this site for these games, the latest first, `note` the certificate in the
    file, `signer` the known key that has signed it, and `own_names` the names of the keys of this site.
    `is_unreadable`: the file holds a certificate that is not as it was written. `is_by_key_of_file`: the key
    in the signature of the match has signed the certificate, too. `certifying_names` are the shown names of
    the keys of this and of listed sites, which sign no file without a certificate.
    """

    verdict: Verdict
    signatures: tuple[SourceSignature, ...]
    digest: str
    certificates: Sequence[Certificate]
    note: CertificateNote | None
    signer: KnownKey | None
    own_names: Set[str]
    is_unreadable: bool
    is_by_key_of_file: bool
    certifying_names: Set[str]

    def is_note_damaged(self) -> bool:
        """Whether the certificate was changed, damaged or removed since the file was signed."""
        if self.is_unreadable:
            return True
        signatures = [each for each in self.signatures if each.subject == "match"]
        if self.note is None:
            return any(each.signer in self.certifying_names for each in signatures if each.signer)
        if (
            self.signer is not None
            or self.is_by_key_of_file
            or self.note.content.get("digest") != self.digest
        ):
            return False
        return any(each.status is not SignatureStatus.UNCHECKABLE for each in signatures)

    def is_note_false(self) -> bool:
        """Whether a certificate is about other games, or does not say what their replay says.

        A known key signs under its own name alone, and no other key under the name of one of this site. A
        certificate by a key that is unknown here is judged by the key of the file.
        """
        if self.note is None:
            return False
        name, content = self.note.content.get("key_id"), self.note.content
        if name in self.own_names and not (self.signer and self.signer.is_own):
            return True
        if content.get("digest") != self.digest:
            return True
        if self.signer is None:
            return False
        is_proven = content.get("verdict") in PROVEN
        says_the_score = is_proven and content.get("score") == list(self.verdict.score)
        return not says_the_score or (bool(self.signer.key_id) and self.signer.key_id != name)

    def is_date_impossible(self) -> bool:
        """Whether a certificate by a known key was issued when that key was not in use, or in the future."""
        if self.note is None or self.signer is None:
            return False
        try:
            issued_at = datetime.fromisoformat(str(self.note.content.get("issued_at")))
            return not self.signer.was_in_use(issued_at)
        except (ValueError, TypeError):
            return True

    def is_not_recorded(self) -> bool:
        """Whether a key of this site has signed the certificate, and the site has no such certificate."""
        if self.note is None or self.signer is None or not self.signer.is_own:
            return False
        return self.note.content.get("code") not in {row.code for row in self.certificates}


def _find_state(evidence: _Evidence) -> str:
    statuses = {each.status for each in evidence.signatures}
    certificate = evidence.certificates[0] if evidence.certificates else None
    states = {
        CHANGED: SignatureStatus.CHANGED in statuses,
        DAMAGED_CERTIFICATE: evidence.is_note_damaged(),
        FALSE_CERTIFICATE: evidence.is_note_false(),
        WITHDRAWN: certificate is not None and not is_in_effect(certificate),
        FAULTY: evidence.verdict.status not in PROVEN,
        WRONG_DATE: evidence.is_date_impossible(),
        NOT_RECORDED: evidence.is_not_recorded(),
        NOT_CHECKABLE: SignatureStatus.UNCHECKABLE in statuses,
        UNSIGNED: not any(each.subject == "match" for each in evidence.signatures),
        UNKNOWN_KEY: SignatureStatus.UNKNOWN_KEY in statuses,
        SIGNED: evidence.signer is None,
        CERTIFIED_ELSEWHERE: evidence.signer is not None and not evidence.signer.is_own,
        CERTIFIED: True,
    }
    return next(state for state in STATES if states[state])


def _has_current_names(match: Match, transcript: Transcript, certificate: Certificate) -> bool:
    try:
        names = formats.read(bytes(certificate.file)).players
    except Unreadable:
        return False
    return names == transcripts.get_public_verdict(match, transcript).players
