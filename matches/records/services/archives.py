"""Zip archives of match files: each file is uploaded by an outbox message and assigned to its match."""

from typing import Any

from django.conf import settings
from django.db import transaction

from matches.actors import Identity
from matches.models import Desk, Match, User
from matches.queries import matches
from matches.records.match_files import ZipMember, read_bulk_upload
from matches.records.models import Archive, ArchivedFile, FileStatus, Transcript
from matches.records.queries.archives import find_open_duplicate
from matches.records.services import uploads
from matches.services import live, outbox
from matches.services.guards import require_official
from rules.errors import Refusal

OUTBOX_KIND = "read_archived_file"


def upload_archive(*, desk: Desk, name: str, data: bytes, by: User) -> Archive:
    """Store a zip, or a single match file, and queue each of its files.

    Raises `desk_only` and what `match_files.read_bulk_upload` raises; then nothing is stored.
    """
    require_official(by, desk)
    members = read_bulk_upload(name, data, largest=settings.RECORD_MAX_BYTES)
    with transaction.atomic():
        archive = Archive.objects.create(desk=desk, name=name[:200] or "zip", by=by)
        for number, member in enumerate(members, start=1):
            _add_file(archive, number, member)
        return archive


def read_archived_file(payload: dict[str, Any]) -> None:
    """Upload one pending file of an archive. An outbox handler; `payload["file"]` is the key of the file."""
    pending = ArchivedFile.objects.filter(pk=payload["file"], status=FileStatus.PENDING)
    file = pending.select_for_update().first()
    if file is None:
        return
    archive = Archive.objects.select_related("desk", "by").get(pk=file.archive_id)
    _store_outcome(file, **_upload_archived_file(file, archive))
    live.publish(topic=f"desk:{archive.desk.code}", kind="records")


@transaction.atomic
def assign_archived_file(*, file: ArchivedFile, match: Match, by: User) -> Transcript:
    """Assign a file to a match. Raises `desk_only`, `record_linked`, and as `uploads.link_transcript`."""
    archive = Archive.objects.select_related("desk").get(pk=file.archive_id)
    require_official(by, archive.desk)
    file = ArchivedFile.objects.select_for_update(of=("self",)).select_related("transcript").get(pk=file.pk)
    if file.transcript is None or file.status != FileStatus.UNASSIGNED:
        raise Refusal("record_linked", record=file.name)
    linked = uploads.link_transcript(transcript=file.transcript, match=match, identity=Identity(user=by))
    status = FileStatus.ATTACHED if linked.pk == file.transcript.pk else FileStatus.DUPLICATE
    _store_outcome(file, status=status, transcript=linked)
    return linked


def _add_file(archive: Archive, number: int, member: ZipMember) -> None:
    if member.problem is not None:
        archive.files.create(
            number=number,
            name=member.name,
            status=FileStatus.REJECTED,
            problem=_problem_to_json(member.problem),
        )
        return
    file = archive.files.create(number=number, name=member.name, data=member.data)
    outbox.post_message(kind=OUTBOX_KIND, payload={"file": file.pk})


def _upload_archived_file(file: ArchivedFile, archive: Archive) -> dict[str, Any]:
    """Upload a file; return the columns that record the outcome."""
    identity, among = Identity(user=archive.by), matches.filter_matches(desk=archive.desk.code)
    try:
        require_official(archive.by, archive.desk)
        with transaction.atomic():
            upload = uploads.upload_file(
                name=file.name, data=bytes(file.data or b""), identity=identity, among=among
            )
    except Refusal as refusal:
        return {"status": FileStatus.REJECTED, "problem": _problem_to_json(refusal)}
    if upload.is_duplicate:
        return {"status": FileStatus.DUPLICATE, "transcript": upload.transcript}
    duplicate = find_open_duplicate(upload.transcript, archive.desk)
    if duplicate is not None:
        return {"status": FileStatus.DUPLICATE, "transcript": duplicate}
    status = FileStatus.ATTACHED if upload.transcript.match_id else FileStatus.UNASSIGNED
    return {"status": status, "transcript": upload.transcript}


def _problem_to_json(refusal: Refusal) -> dict[str, Any]:
    context = {name: value for name, value in refusal.facts.items() if isinstance(value, str | int)}
    return {"code": refusal.code, "law": refusal.law, "facts": context}


def _store_outcome(
    file: ArchivedFile,
    *,
    status: str,
    transcript: Transcript | None = None,
    problem: dict[str, Any] | None = None,
) -> None:
    ArchivedFile.objects.filter(pk=file.pk).update(
        status=status, transcript=transcript, problem=problem or {}, data=None
    )
