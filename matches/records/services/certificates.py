"""Certificates of match files: issue them, signed by the key of the site, and withdraw them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches import permissions
from matches.actors import Identity
from matches.models import Match, Player, User
from matches.models.codes import new_code
from matches.queries.site_settings import get_site_settings
from matches.records.models import Certificate, Transcript
from matches.records.queries import transcripts
from matches.records.services import public_keys
from matches.records.signing_keys import get_current_key
from matches.services import match_rows
from matches.services.guards import require_reporter
from matches.states import Ending, ReportState, Status
from rules import formats
from rules.errors import Refusal
from rules.formats.ogxm_signing import compute_match_digest, read_certificate, sign_file
from rules.verdict import VERSION, Verdict

PROVEN = ("certified", "certified_with_notes")


def may_be_certified(match: Match, transcript: Transcript) -> bool:
    """Whether a match file proves the final score of its match."""
    return (
        transcript.status in PROVEN
        and transcript.agrees is True
        and transcript.covers_match
        and not transcript.names_others
        and match.status == Status.SETTLED.value
        and match.ending == Ending.PLAYED.value
    )


@transaction.atomic
def issue_certificate(
    *, match: Match, transcript: Transcript, identity: Identity, site_address: str = ""
) -> Certificate:
    """Sign a match file that proves the score of its match; the one in effect is returned if there is one.

    `site_address` is stated in the certificate, so that other sites can link to its page here.

    Raises `not_your_match`, `record_absent`, `certificate_not_possible`, `certificate_no_key` and the
    refusals of `signing_keys.list_keys` and `formats.write`.
    """
    match = match_rows.lock_match(match)
    require_reporter(identity, match)
    row = Transcript.objects.select_for_update(of=("self",)).filter(pk=transcript.pk, match=match).first()
    if row is None:
        raise Refusal("record_absent")
    if not may_be_certified(match, row):
        raise Refusal("certificate_not_possible")
    key = get_current_key()
    if key is None:
        raise Refusal("certificate_no_key")
    public_keys.store_public_keys()
    data, _ending = formats.file_of(transcripts.get_public_text(match, row, "ogxm"))
    digest = compute_match_digest(data)
    existing = row.certificates.filter(withdrawn_at=None).first()
    if existing is not None and existing.digest == digest:
        return existing
    # The names are shown otherwise since: the file with the former ones is given out no more.
    withdraw_certificates(transcript=row)
    now, code = timezone.now(), new_code()
    content = {**_describe(match, row), "code": code, "issued_at": now.isoformat(timespec="seconds")}
    content |= {"site_address": site_address} if site_address else {}
    file = sign_file(data, key.make_signer(), content=content, signed_at=int(now.timestamp() * 1000))
    return _store_certificate(match, row, file, digest, identity, now)


@transaction.atomic
def withdraw_certificate(*, certificate: Certificate, identity: Identity) -> Certificate:
    """Withdraw a certificate: its address says so from now on. A second time it changes nothing.

    Raises `not_your_match`.
    """
    require_reporter(identity, match_rows.lock_match(certificate.match))
    _withdraw(Certificate.objects.filter(pk=certificate.pk))
    certificate.refresh_from_db()
    return certificate


def withdraw_certificates(*, transcript: Transcript) -> None:
    """Withdraw the certificates of a match file that leaves its match; the caller has locked it."""
    _withdraw(transcript.certificates)


def withdraw_certificates_of_players(*, players: Iterable[Player]) -> None:
    """Withdraw the certificates of matches of these players; the caller holds the transaction."""
    rows = list(players)
    _withdraw(Certificate.objects.filter(Q(match__white__in=rows) | Q(match__black__in=rows)))


def _withdraw(rows: Any) -> None:
    rows.filter(withdrawn_at=None).update(withdrawn_at=timezone.now(), file=b"")


def _store_certificate(
    match: Match, transcript: Transcript, file: bytes, digest: str, identity: Identity, at: datetime
) -> Certificate:
    """Store what the certificate in a signed file states, with the file."""
    note = read_certificate(file)
    content = dict(note.content) if note else {}
    return Certificate.objects.create(
        code=content["code"],
        match=match,
        transcript=transcript,
        file=file,
        digest=digest,
        source_digest=content["source_digest"],
        content=content,
        issued_at=at,
        issued_by=identity.user,
    )


def _describe(match: Match, transcript: Transcript) -> dict[str, Any]:
    verdict = Verdict.from_json(transcript.verdict)
    report = match.reports.filter(state=ReportState.CONFIRMED.value).first()
    return {
        "site": get_site_settings().name,
        "match": match.code,
        "event": match.desk.name,
        "source_digest": transcripts.compute_source_digest(transcript.text),
        "verdict": transcript.status,
        "score": list(verdict.score),
        "length": verdict.length,
        "findings": len(verdict.findings),
        "laws": VERSION,
        "uploaded_by": _get_role(match, transcript.uploaded_by),
        "confirmed_by": report.confirmed_channel if report and report.confirmed_channel else "desk",
    }


def _get_role(match: Match, user: User | None) -> str:
    """The role of an uploader, never a name: an official, a player, or somebody at the table."""
    if user is None:
        return "table"
    if permissions.may_rule(user, match.desk):
        return "desk"
    return "player" if Identity(user=user).side_in(match) else "account"
